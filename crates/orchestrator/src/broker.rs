//! Pushes made by the house. An agent's git reaches a remote only through here: it talks to a
//! repository of the house that mirrors the remote, and what it brought is asked about as refs and
//! commits. Only then the house pushes exactly that, with the owner's credentials.

mod effect;
mod make;
mod mirror;

use std::path::PathBuf;
use std::process::Stdio;

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};

use crate::Orchestrator;
use crate::error::Refusal;
use crate::git;
use crate::identity;
use crate::process::gate_client::{self, Question};
use crate::process::{receive, sweep};

/// Git's programs that an agent may talk to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Service {
    Receive,
    Upload,
}

/// A remote of a project, as one job reaches it.
#[derive(Debug, Clone)]
pub(crate) struct Remote {
    job_id: String,
    service: Service,
    /// Its name in the repository.
    name: String,
    /// The URL as the owner wrote it; it may hold a password.
    url: String,
    /// The same for people.
    shown: String,
    /// The real git directory of the project.
    common: PathBuf,
    /// The house's repository that mirrors it.
    mirror: PathBuf,
}

impl Orchestrator {
    /// The remote that an agent's git asks for, ready to be talked to.
    pub(crate) async fn open_remote(&self, question: &Question) -> Result<Remote, String> {
        let job = self.admitted(question).await?;
        let service = match question.tool.as_str() {
            "git-receive-pack" => Service::Receive,
            "git-upload-pack" => Service::Upload,
            other => return Err(format!("`{other}` is not offered")),
        };
        let url = question.input["url"].as_str().unwrap_or_default();
        let found = self.find_remote(&job.session_id, url).await;
        let (name, literal, common) = found.map_err(|refusal| refusal.to_string())?;
        let folder = self.config.folder.join("remotes");
        let remote = Remote {
            job_id: job.job_id,
            service,
            name,
            shown: url.to_owned(),
            mirror: mirror::place(&folder, &common, &literal),
            url: literal,
            common,
        };
        let key = remote.mirror.to_string_lossy().into_owned();
        let _turn = self.turn(&key).await;
        mirror::refresh(&remote, &self.config.program)
            .await
            .map_err(|refusal| format!("`{}` cannot be read: {refusal}", remote.shown))?;
        Ok(remote)
    }

    /// The remote of the session's project with this URL: its name, its literal URL, and the real git
    /// directory.
    async fn find_remote(
        &self,
        session: &str,
        url: &str,
    ) -> Result<(String, String, PathBuf), Refusal> {
        let (session, project) = self.session_and_project(session).await?;
        let place = self.place(&session, &project)?;
        let words = ["config", "--get-regexp", "-z", r"^remote\..*\.(push)?url$"];
        let listed = git::at(&place.common).ask(&words).await?.unwrap_or_default();
        for entry in git::names(&listed) {
            let Some((key, value)) = entry.split_once('\n') else { continue };
            if git::repository::without_password(value) == url {
                let name = key.trim_start_matches("remote.");
                let name = name.rsplit_once('.').map_or(name, |(name, _)| name);
                return Ok((name.to_owned(), value.to_owned(), place.common));
            }
        }
        let why = format!("`{url}` is no remote of project `{}`", project.project_id);
        Err(Refusal::Push(format!("{why}; the owner adds one with `git remote add`")))
    }

    /// Lets an agent's git talk to the mirror until either side ends.
    pub(crate) async fn serve_git(
        &self,
        remote: Remote,
        mut from: BufReader<OwnedReadHalf>,
        mut to: OwnedWriteHalf,
    ) -> std::io::Result<()> {
        let push = identity::secret().map_err(std::io::Error::other)?;
        let mut command = mirror::command(&remote).map_err(std::io::Error::other)?;
        command.env(gate_client::SOCKET, &self.gate_path);
        command.env(gate_client::TOKEN, self.token_of(&remote.job_id));
        command.env(sweep::MARK, &remote.job_id).env(receive::PUSH, &push);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(mut input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Ok(());
        };
        self.pushes.begin(&push, remote);
        let sending = async {
            let copied = tokio::io::copy(&mut from, &mut input).await;
            drop(input);
            copied
        };
        let answering = async {
            let copied = tokio::io::copy(&mut output, &mut to).await;
            to.shutdown().await?;
            copied
        };
        tokio::pin!(sending, answering);
        // The agent's end may close first: then its git is gone, and so is the wish.
        let ended = tokio::select! {
            sent = &mut sending => match sent {
                Ok(_) => answering.await.map(drop),
                Err(error) => Err(error),
            },
            answered = &mut answering => answered.map(drop),
            () = self.stop.cancelled() => Ok(()),
        };
        self.pushes.end(&push);
        ended?;
        child.wait().await.map(drop)
    }
}

/// The pushes that are being brought just now.
#[derive(Debug, Default)]
pub(crate) struct Pushes(std::sync::Mutex<std::collections::HashMap<String, Remote>>);

impl Pushes {
    fn begin(&self, push: &str, remote: Remote) {
        self.locked().insert(push.to_owned(), remote);
    }

    fn end(&self, push: &str) {
        self.locked().remove(push);
    }

    fn get(&self, push: &str) -> Option<Remote> {
        self.locked().get(push).cloned()
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, std::collections::HashMap<String, Remote>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
