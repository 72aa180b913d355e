//! A model in a GGUF file on this machine, behind a llama.cpp server of its own.
//!
//! The server is one that the machine has. It is started on loopback when first asked, and it ends
//! with us, however we end: it lives as long as the pipe that it was given as its life line.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::io::{AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::Mutex;

use crate::http::{Sent, Target};
use crate::{Completion, Endpoint, Model, ModelError, Provider, Request};

/// What every GGUF file begins with.
const MAGIC: &[u8; 4] = b"GGUF";

/// Tokens that a question and its answer may have together.
const CONTEXT: &str = "4096";

/// Starts the command it is given and ends it when its own input ends.
const LIFE_LINE: &str = r#"exec 3<&0
"$@" </dev/null 3<&- & server=$!
(cat <&3 >/dev/null; kill $server) 2>/dev/null &
wait $server"#;

/// Serves a file from the Python package `xllamacpp`, whose newer versions have several hosts.
const XLLAMACPP: &str = "
import sys, threading, xllamacpp
wanted = xllamacpp.CommonParams()
wanted.model.path, wanted.port, wanted.n_ctx = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
wanted.n_parallel = 1
if hasattr(wanted, 'hostnames'):
    wanted.hostnames = ['127.0.0.1']
else:
    wanted.hostname = '127.0.0.1'
server = xllamacpp.Server(wanted)
threading.Event().wait()
";

/// A model in a GGUF file.
pub struct Gguf {
    file: PathBuf,
    name: String,
    program: Option<PathBuf>,
    patience: Duration,
    running: Mutex<Option<Running>>,
}

/// A server that was started; dropping it ends it.
struct Running {
    endpoint: Endpoint,
    guard: Child,
    /// Closed when this is dropped, and by the system when we are gone.
    _life_line: Option<ChildStdin>,
}

impl Gguf {
    /// The model in `file`, served by `program` or, without one, by what the machine has.
    ///
    /// A program is a `llama-server`, or a Python that has `llama_cpp` or `xllamacpp`. Loading may
    /// take as long as `patience`.
    pub fn new(file: PathBuf, program: Option<PathBuf>, patience: Duration) -> Self {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { file, name, program, patience, running: Mutex::new(None) }
    }

    async fn ask(&self, request: Request) -> Result<Completion, ModelError> {
        let endpoint = self.endpoint().await?;
        endpoint.complete(request).await
    }

    /// Where the server listens, started if it is not running.
    async fn endpoint(&self) -> Result<Endpoint, ModelError> {
        let mut running = self.running.lock().await;
        if let Some(server) = running.as_mut()
            && matches!(server.guard.try_wait(), Ok(None))
        {
            return Ok(server.endpoint.clone());
        }
        let started = self.start().await?;
        let endpoint = started.endpoint.clone();
        *running = Some(started);
        Ok(endpoint)
    }

    async fn start(&self) -> Result<Running, ModelError> {
        check(&self.file).await?;
        let mut tried = Vec::new();
        for (program, front) in commands(self.program.as_deref()) {
            let port = free_port().map_err(|error| self.failed(&error.to_string()))?;
            let arguments = front.arguments(&self.file, port);
            match self.run(&program, &arguments, port).await {
                Ok(running) => return Ok(running),
                Err(reason) => tried.push(format!("{}: {reason}", program.display())),
            }
        }
        Err(self.failed(&tried.join("; ")))
    }

    /// Starts one program and waits until it answers.
    async fn run(
        &self,
        program: &Path,
        arguments: &[String],
        port: u16,
    ) -> Result<Running, String> {
        let mut guard = Command::new("sh")
            .args(["-c", LIFE_LINE, "sh"])
            .arg(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| error.to_string())?;
        // Waiting for the guard would close its input, so it is held apart.
        let life_line = guard.stdin.take();
        let complaints = guard.stderr.take().map(|stderr| tokio::spawn(last_line(stderr)));
        let base = format!("http://127.0.0.1:{port}");
        let target = Target { url: format!("{base}/v1/models"), certificates: None };
        let nothing = Sent { headers: &[], body: None };
        let ready = async {
            while !target.send(nothing).await.is_ok_and(|answered| answered.status == 200) {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::select! {
            () = ready => {
                let endpoint = Endpoint::new(Provider::OpenAi, &base, &self.name, None);
                Ok(Running { endpoint, guard, _life_line: life_line })
            }
            ended = guard.wait() => {
                drop(life_line);
                let said = match complaints {
                    Some(task) => task.await.ok().flatten(),
                    None => None,
                };
                let status = ended.map(|status| status.to_string()).unwrap_or_default();
                Err(said.unwrap_or(status))
            }
            () = tokio::time::sleep(self.patience) => {
                Err(format!("it did not answer within {} s", self.patience.as_secs()))
            }
        }
    }

    fn failed(&self, reason: &str) -> ModelError {
        ModelError::NoServer { file: self.file.display().to_string(), reason: reason.to_owned() }
    }
}

impl Model for Gguf {
    fn complete(&self, request: Request) -> BoxFuture<'_, Result<Completion, ModelError>> {
        Box::pin(self.ask(request))
    }
}

/// How a program is told what to serve.
#[derive(Debug, Clone, Copy)]
enum Front {
    LlamaServer,
    LlamaCpp,
    Xllamacpp,
}

impl Front {
    fn arguments(self, file: &Path, port: u16) -> Vec<String> {
        let (file, port) = (file.display().to_string(), port.to_string());
        let words: &[&str] = match self {
            Self::LlamaServer => {
                &["-m", &file, "--host", "127.0.0.1", "--port", &port, "-c", CONTEXT, "-np", "1"]
            }
            Self::LlamaCpp => &[
                "-m",
                "llama_cpp.server",
                "--model",
                &file,
                "--host",
                "127.0.0.1",
                "--port",
                &port,
                "--n_ctx",
                CONTEXT,
            ],
            Self::Xllamacpp => &["-c", XLLAMACPP, &file, &port, CONTEXT],
        };
        words.iter().map(|word| (*word).to_owned()).collect()
    }
}

/// What to try, in order.
fn commands(program: Option<&Path>) -> Vec<(PathBuf, Front)> {
    let python = |program: &Path| {
        vec![(program.to_owned(), Front::Xllamacpp), (program.to_owned(), Front::LlamaCpp)]
    };
    match program {
        Some(program) => {
            let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with("python") {
                python(program)
            } else {
                vec![(program.to_owned(), Front::LlamaServer)]
            }
        }
        None => {
            let mut all = vec![(PathBuf::from("llama-server"), Front::LlamaServer)];
            all.extend(python(Path::new("python3")));
            all
        }
    }
}

/// Whether the file is there and of its kind.
async fn check(file: &Path) -> Result<(), ModelError> {
    let wrong = |reason: String| ModelError::NoServer { file: file.display().to_string(), reason };
    let mut opened = tokio::fs::File::open(file).await.map_err(|error| wrong(error.to_string()))?;
    let mut magic = [0; 4];
    opened.read_exact(&mut magic).await.map_err(|error| wrong(error.to_string()))?;
    (&magic == MAGIC).then_some(()).ok_or_else(|| wrong("it is no GGUF file".to_owned()))
}

/// A port nobody listens on just now.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Reads what a server tells until it ends; the last line says why it did.
async fn last_line(stderr: tokio::process::ChildStderr) -> Option<String> {
    use tokio::io::AsyncBufReadExt;
    let mut lines = BufReader::new(stderr).lines();
    let mut last = None;
    while let Ok(Some(line)) = lines.next_line().await {
        tracing::trace!(%line, "the model's server");
        if !line.trim().is_empty() {
            last = Some(line);
        }
    }
    last
}
