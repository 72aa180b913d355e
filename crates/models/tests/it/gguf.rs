//! A GGUF file behind a server that is started for it; the program is a script, the wire is real.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use models::{Gguf, Model, ModelError, Request};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("models-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap_or_default();
    }
}

fn request() -> Request {
    Request { system: "be brief".into(), user: "hello".into(), max_tokens: 7 }
}

/// The words a script was started with, as soon as it has written them.
fn told(path: &Path) -> Vec<String> {
    loop {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if let Some(line) = text.strip_suffix('\n') {
            return line.split(' ').map(str::to_owned).collect();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Answers as llama.cpp does: still loading, then ready, then a completion.
fn serve(port: u16) {
    let answers = [
        (503, r#"{"error":{"message":"Loading model"}}"#),
        (200, r#"{"data":[]}"#),
        (200, r#"{"choices":[{"message":{"content":"hi"}}],"usage":{"prompt_tokens":3}}"#),
    ];
    let listener = TcpListener::bind(("127.0.0.1", port)).unwrap();
    for (status, answer) in answers {
        let (mut stream, _) = listener.accept().unwrap();
        let mut heard = Vec::new();
        let mut buffer = [0; 4096];
        while !String::from_utf8_lossy(&heard).contains("\r\n\r\n") {
            let read = stream.read(&mut buffer).unwrap();
            heard.extend_from_slice(&buffer[..read]);
        }
        let length = answer.len();
        write!(stream, "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\n\r\n{answer}").unwrap();
    }
}

fn is_running(pid: &str) -> bool {
    // A process that ended but was not waited for yet is a zombie.
    let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

#[tokio::test]
async fn a_server_is_started_asked_and_ended() {
    let folder = Folder::new("served");
    let words = folder.0.join("words");
    let script = format!("#!/bin/sh\necho \"$$ $*\" > {}\nexec sleep 600\n", words.display());
    let program = folder.file("llama-server", &script);
    let file = folder.file("tiny.gguf", "GGUF and the rest");
    let serving = std::thread::spawn(move || {
        let words = told(&words);
        let port = words.iter().position(|word| word == "--port").unwrap() + 1;
        serve(words[port].parse().unwrap());
        words
    });
    let model = Gguf::new(file.clone(), Some(program), Duration::from_secs(60));
    let completion = model.complete(request()).await.unwrap();
    assert_eq!((completion.text.as_str(), completion.model.as_str()), ("hi", "tiny"));
    assert_eq!(completion.usage.prompt_tokens, 3);
    let words = serving.join().unwrap();
    assert!(words.contains(&file.display().to_string()), "{words:?}");
    assert!(words.contains(&"127.0.0.1".to_owned()), "{words:?}");
    assert!(is_running(&words[0]));
    drop(model);
    while is_running(&words[0]) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn what_cannot_be_served_says_why() {
    let folder = Folder::new("refused");
    let why = |outcome: Result<_, ModelError>| match outcome {
        Err(ModelError::NoServer { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    let failing = folder.file("llama-server", "#!/bin/sh\necho 'out of memory' >&2\nexit 3\n");
    let serve = |file: PathBuf| Gguf::new(file, Some(failing.clone()), Duration::from_secs(60));
    let missing = serve(folder.0.join("none.gguf")).complete(request()).await;
    assert!(why(missing.map(drop)).contains("No such file"));
    let text = serve(folder.file("text.gguf", "something else")).complete(request()).await;
    assert_eq!(why(text.map(drop)), "it is no GGUF file");
    let broken = serve(folder.file("tiny.gguf", "GGUF and the rest")).complete(request()).await;
    assert!(why(broken.map(drop)).ends_with("llama-server: out of memory"));
}
