//! The letters of scanned pages, read by the program `tesseract` where it is installed.
//!
//! A picture goes to its standard input and the text comes back, so no file is written.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use avatar::{Picture, Recognise};

use crate::config::Config;
use crate::data::DataDir;
use crate::environment::Environment;

/// How often a program that is not done is looked at.
const LOOK: Duration = Duration::from_millis(10);

/// What reads pictures on this machine, if anything does and may.
pub(crate) fn recognise(
    data: &DataDir,
    config: &Config,
    environment: &Environment,
) -> Option<Recognise> {
    let settings = &config.avatar;
    let program = match settings.tesseract.as_str() {
        "off" => return None,
        "auto" => environment.find_program("tesseract")?,
        path => data.resolve(Path::new(path)),
    };
    let tesseract = Tesseract {
        program,
        languages: settings.ocr_languages.clone(),
        patience: Duration::from_secs(settings.ocr_seconds.max(1)),
    };
    Some(Arc::new(move |picture: &Picture| tesseract.read(picture)))
}

struct Tesseract {
    program: PathBuf,
    languages: String,
    patience: Duration,
}

impl Tesseract {
    #[expect(clippy::disallowed_methods, reason = "reading pictures is left to the program")]
    fn read(&self, picture: &Picture) -> Result<String, String> {
        let dots = picture.dots_per_inch.to_string();
        let mut child = Command::new(&self.program)
            .args(["stdin", "stdout", "-l", &self.languages, "--dpi", &dots])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{}`: {error}", self.program.display()))?;
        let (input, output, complaints) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        thread::scope(|scope| {
            // A program that ends early closes its input; what it said matters more.
            scope.spawn(|| input.map(|mut input| input.write_all(&picture.bytes)));
            let output = scope.spawn(|| all(output));
            let complaints = scope.spawn(|| all(complaints));
            let fine = self.wait(&mut child)?;
            let text = output.join().unwrap_or_default();
            if fine {
                return Ok(text.replace('\x0c', ""));
            }
            let complaints = complaints.join().unwrap_or_default();
            let last = complaints.lines().rfind(|line| !line.trim().is_empty());
            Err(format!("`tesseract` failed: {}", last.unwrap_or("it did not say why")))
        })
    }

    /// Whether the program ended well; one that takes too long is ended.
    fn wait(&self, child: &mut Child) -> Result<bool, String> {
        let until = Instant::now() + self.patience;
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok(status.success()),
                Ok(None) if Instant::now() < until => thread::sleep(LOOK),
                Ok(None) => {
                    let killed = child.kill().and_then(|()| child.wait());
                    let more = killed.err().map(|error| format!(" ({error})")).unwrap_or_default();
                    let seconds = self.patience.as_secs();
                    return Err(format!("`tesseract` took more than {seconds} s{more}"));
                }
                Err(error) => return Err(error.to_string()),
            }
        }
    }
}

fn all(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(mut stream) = stream
        && let Err(error) = stream.read_to_end(&mut bytes)
    {
        tracing::debug!(%error, "what a program said could not be read to its end");
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
