//! The keeper's end of the one socket behind the wall: questions and git's streams go on to the
//! gate with the job's token, which nobody inside has; connections go to the proxy.

use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{UnixListener, UnixStream};
use tokio::time::Instant;

use super::gate_client::{Address, Answer, Asker, Proven, Question};
use super::proxy::Proxy;

/// The line that asks for the proxy.
pub(super) const PROXY: &str = "proxy";

const LONGEST_QUESTION: usize = 8 * 1024 * 1024;

/// How long a job has waited for people, which is not its own time.
#[derive(Debug, Default)]
pub(super) struct Waiting(Mutex<Waited>);

#[derive(Debug, Default)]
struct Waited {
    open: usize,
    since: Option<Instant>,
    before: Duration,
}

impl Waiting {
    fn begin(self: &Arc<Self>) -> Turn {
        let mut waited = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waited.open += 1;
        waited.since.get_or_insert_with(Instant::now);
        drop(waited);
        Turn(self.clone())
    }

    /// The time until now.
    pub(super) fn so_far(&self) -> Duration {
        let waited = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waited.before + waited.since.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

/// One open question.
struct Turn(Arc<Waiting>);

impl Drop for Turn {
    fn drop(&mut self) {
        let mut waited = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        waited.open = waited.open.saturating_sub(1);
        if waited.open == 0
            && let Some(since) = waited.since.take()
        {
            waited.before += since.elapsed();
        }
    }
}

/// What serves one job's socket.
pub(super) struct House {
    pub(super) gate: Address,
    pub(super) proxy: Proxy,
    pub(super) waiting: Arc<Waiting>,
}

/// Opens a socket whose path may be longer than the system takes.
pub(super) fn open(path: &Path) -> std::io::Result<UnixListener> {
    let folder = std::fs::File::open(path.parent().unwrap_or(path))?;
    let name = path.file_name().unwrap_or_default();
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let short: PathBuf = format!("/proc/self/fd/{}", folder.as_raw_fd()).into();
    UnixListener::bind(short.join(name))
}

impl House {
    /// Serves the socket until the job ends.
    pub(super) async fn serve(self: Arc<Self>, listener: UnixListener) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let house = self.clone();
                    tokio::spawn(async move {
                        if let Err(error) = house.take(stream).await {
                            tracing::debug!(%error, "a connection from behind the wall broke");
                        }
                    });
                }
                Err(error) => {
                    tracing::debug!(%error, "the house's socket could not take a connection");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    async fn take(self: Arc<Self>, mut stream: UnixStream) -> std::io::Result<()> {
        let (line, rest) = line(&mut stream).await?;
        if line == PROXY {
            return self.proxy.serve((stream, rest), &self).await;
        }
        let Ok(asked) = serde_json::from_str::<Question>(&line) else {
            return say(&mut stream, &denied("the question is not clear")).await;
        };
        let question =
            self.gate.question(asked.asker, &asked.tool, &asked.tool_use_id, asked.input);
        match asked.asker {
            Asker::Hook | Asker::Prompt => {
                let answer = self.ask(question).await;
                say(&mut stream, &answer).await
            }
            Asker::Git => self.git(stream, &question).await,
            // What only the house asks is no question from behind the wall.
            Asker::Push | Asker::Network | Asker::Connected => {
                say(&mut stream, &denied("this is not asked from here")).await
            }
        }
    }

    /// The gate's answer to a question of the job.
    pub(super) async fn ask(self: &Arc<Self>, question: Question) -> Answer {
        let _turn = self.waiting.begin();
        let gate = self.gate.clone();
        let asked = tokio::task::spawn_blocking(move || gate.ask_question(&question));
        asked.await.unwrap_or_else(|_| denied("the question was cut off"))
    }

    /// A question for the gate that the keeper itself has.
    pub(super) fn question(&self, asker: Asker, input: serde_json::Value) -> Question {
        self.gate.question(asker, "network", "", input)
    }

    /// A stream of git's: after the gate's yes every byte goes on as it is.
    async fn git(&self, mut stream: UnixStream, question: &Question) -> std::io::Result<()> {
        let _turn = self.waiting.begin();
        let mut gate = match UnixStream::connect(&self.gate.socket).await {
            Ok(gate) => gate,
            Err(error) => {
                let reason = format!("the house cannot be reached: {error}");
                return say(&mut stream, &denied(&reason)).await;
            }
        };
        let mut text = serde_json::to_vec(question).map_err(std::io::Error::other)?;
        text.push(b'\n');
        gate.write_all(&text).await?;
        let (answer, rest) = line(&mut gate).await?;
        let answer = match serde_json::from_str::<Proven>(&answer) {
            Ok(proven) => proven.of(question).unwrap_or_else(|reason| denied(&reason)),
            Err(_) => denied("the house did not answer"),
        };
        say(&mut stream, &answer).await?;
        if matches!(answer, Answer::Allow { .. }) {
            stream.write_all(&rest).await?;
            copy_bidirectional(&mut stream, &mut gate).await?;
        }
        Ok(())
    }
}

fn denied(reason: &str) -> Answer {
    Answer::Deny { reason: reason.to_owned() }
}

/// One line, and what came after it.
async fn line(stream: &mut UnixStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        let count = stream.read(&mut piece).await?;
        bytes.extend_from_slice(&piece[..count]);
        let begun = bytes.len() - count;
        if let Some(at) = bytes[begun..].iter().position(|byte| *byte == b'\n') {
            let rest = bytes.split_off(begun + at + 1);
            return Ok((String::from_utf8_lossy(&bytes).trim_end().to_owned(), rest));
        }
        if count == 0 || bytes.len() > LONGEST_QUESTION {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}

async fn say(stream: &mut UnixStream, answer: &Answer) -> std::io::Result<()> {
    let mut text = serde_json::to_string(answer).map_err(std::io::Error::other)?;
    text.push('\n');
    stream.write_all(text.as_bytes()).await
}
