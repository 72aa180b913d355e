//! The gate's socket: one question and one answer a connection, a task for each.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::OwnedWriteHalf;
use tokio::net::{UnixListener, UnixStream};

use crate::Orchestrator;
use crate::error::Refusal;
use crate::process::gate_client::{Answer, Asker, Proven, Question, proof};

const LONGEST_QUESTION: u64 = 8 * 1024 * 1024;
/// The system takes no longer path for a socket.
const LONGEST_PATH: usize = 100;

impl Orchestrator {
    /// Opens the socket; an old one of a process that is gone is replaced.
    pub(crate) fn open_gate(&self) -> Result<UnixListener, Refusal> {
        let path = &self.gate_path;
        let failed = |source| Refusal::file("open the gate at", path)(source);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
            fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).map_err(failed)?;
        }
        match fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(failed(error));
            }
            _ => {}
        }
        let listener = UnixListener::bind(path).map_err(failed)?;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(failed)?;
        Ok(listener)
    }

    /// Answers until the orchestrator stops.
    pub(crate) async fn keep_gate(self: Arc<Self>, listener: UnixListener) {
        loop {
            let stream = tokio::select! {
                accepted = listener.accept() => accepted,
                () = self.stop.cancelled() => return,
            };
            match stream {
                Ok((stream, _)) => {
                    let gate = self.clone();
                    self.tasks.spawn(async move {
                        if let Err(error) = gate.converse(stream).await {
                            tracing::debug!(%error, "a question at the gate was cut off");
                        }
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "the gate could not take a question");
                    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
                }
            }
        }
    }

    async fn converse(&self, stream: UnixStream) -> std::io::Result<()> {
        // Nobody but this user is answered, whatever the folder's permissions have become.
        if stream.peer_cred()?.uid() != rustix::process::geteuid().as_raw() {
            return Ok(());
        }
        let (from, mut to) = stream.into_split();
        let mut line = String::new();
        let mut reader = BufReader::new(from);
        (&mut reader).take(LONGEST_QUESTION).read_line(&mut line).await?;
        let question = match serde_json::from_str::<Question>(&line) {
            Ok(question) => question,
            Err(error) => {
                let reason = format!("the question is not clear: {error}");
                return say(&mut to, None, Answer::Deny { reason }).await;
            }
        };
        if question.asker == Asker::Git {
            return match self.open_remote(&question).await {
                Ok(remote) => {
                    let reason = "the house leads on".to_owned();
                    say(&mut to, Some(&question), Answer::Allow { reason }).await?;
                    self.serve_git(remote, reader, to).await
                }
                Err(reason) => say(&mut to, Some(&question), Answer::Deny { reason }).await,
            };
        }
        let answer = self.answer(question.clone()).await;
        if self.stop.is_cancelled() {
            // No answer is better than a wrong one: the process asks again.
            return Ok(());
        }
        say(&mut to, Some(&question), answer).await
    }
}

/// Says the answer with the proof that the gate gave it.
async fn say(
    to: &mut OwnedWriteHalf,
    question: Option<&Question>,
    answer: Answer,
) -> std::io::Result<()> {
    let proof = question.map_or_else(String::new, |it| proof(&it.token, &it.nonce, &answer));
    let mut text =
        serde_json::to_string(&Proven { answer, proof }).map_err(std::io::Error::other)?;
    text.push('\n');
    to.write_all(text.as_bytes()).await
}

/// Where the socket stands: in `folder`, or, if that path is too long, in `short`.
pub(crate) fn place(folder: &Path, short: &Path) -> PathBuf {
    let near = folder.join("gate").join("socket");
    if near.as_os_str().len() <= LONGEST_PATH {
        return near;
    }
    let name = blake3::hash(folder.as_os_str().as_encoded_bytes()).to_hex();
    short.join(format!("televibe-{}", &name[..16])).join("socket")
}
