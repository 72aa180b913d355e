//! Pull requests, by the program `gh` and the person's own login to it. Nothing is pushed here: what
//! the remote does not have yet was not approved yet.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::json;
use store::Durability;
use tokio::process::Command;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git;
use crate::sessions::{Session, State};

const PROGRAM: &str = "gh";
const LONGEST: Duration = Duration::from_secs(120);

/// A pull request to be opened.
#[derive(Debug, Clone)]
pub(crate) struct NewPullRequest {
    pub(crate) session_id: String,
    pub(crate) title: Option<String>,
    pub(crate) body: Option<String>,
    pub(crate) draft: bool,
}

impl Orchestrator {
    /// Opens a pull request and gives its address.
    pub(crate) async fn create_pull_request(
        &self,
        asked: &NewPullRequest,
        by: &str,
    ) -> Result<String, Refusal> {
        let (session, project) = self.session_and_project(&asked.session_id).await?;
        if matches!(session.state, State::Creating | State::Closing | State::Closed) {
            return Err(Refusal::SessionClosed(session.session_id));
        }
        if let Err(drift) = self.verify(&session, &project) {
            let reason = drift.to_string();
            return Err(Refusal::SessionBlocked { session: session.session_id, reason });
        }
        self.refuse_unpushed(&session, &project.path).await?;
        let subject = ["log", "-1", "--format=%s"];
        let title = match &asked.title {
            Some(title) => title.clone(),
            None => git::at(&session.workspace_path).run(&subject).await?,
        };
        let body = asked.body.clone().or(session.last_summary.clone()).unwrap_or_default();
        let url = self.ask_gh(&session, (&title, &body), asked.draft).await?;
        let (said, by) = (url.clone(), by.to_owned());
        let written = self.store.write(Durability::Full, move |tx| {
            let data = json!({
                "session_id": session.session_id,
                "project_id": session.project_id,
                "branch": session.branch,
                "base_branch": session.base_branch,
                "title": title,
                "url": said,
            });
            events::emit(tx, "session.pull_request", &session.stream(), &by, &data)
        });
        written.await?;
        Ok(url)
    }

    /// What is offered must be what the remote has.
    async fn refuse_unpushed(&self, session: &Session, repository: &Path) -> Result<(), Refusal> {
        let head = git::at(&session.workspace_path).run(&["rev-parse", "HEAD"]).await?;
        let git = git::with_credentials(repository);
        let reference = format!("refs/heads/{}", session.branch);
        let listed = git.run(&["ls-remote", "--exit-code", "origin", &reference]).await;
        let there = listed.is_ok_and(|line| line.split_whitespace().next() == Some(head.as_str()));
        if there {
            return Ok(());
        }
        Err(Refusal::NotPushed(session.branch.clone()))
    }

    async fn ask_gh(
        &self,
        session: &Session,
        (title, body): (&str, &str),
        draft: bool,
    ) -> Result<String, Refusal> {
        let (head, base) = (session.branch.as_str(), session.base_branch.as_str());
        let mut command = Command::new(PROGRAM);
        command.args(["pr", "create", "--head", head, "--base", base, "--title", title]);
        command.args(["--body", body]).args(draft.then_some("--draft"));
        command.current_dir(&session.workspace_path).stdin(Stdio::null()).kill_on_drop(true);
        command.env("GH_PROMPT_DISABLED", "1").env("GH_NO_UPDATE_NOTIFIER", "1");
        for name in &self.config.hidden_variables {
            command.env_remove(name);
        }
        let failed = Refusal::PullRequest;
        let output = tokio::time::timeout(LONGEST, command.output()).await;
        let output = output.map_err(|_| failed(format!("no end after {} s", LONGEST.as_secs())))?;
        let output = output.map_err(Refusal::GhMissing)?;
        let said = String::from_utf8_lossy(&output.stdout);
        let url = said.lines().rev().map(str::trim).find(|line| line.starts_with("http"));
        match url.filter(|_| output.status.success()) {
            Some(url) => Ok(url.to_owned()),
            None => Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        }
    }
}
