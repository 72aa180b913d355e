//! Runners: what a keeper is told for each kind of agent. A runner prepares the command line, the
//! environment and the files an agent needs; the keeper carries it out.

mod claude;
mod confined;
mod others;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::Orchestrator;
use crate::config::{Agent, Config};
use crate::error::Refusal;
use crate::jobs::Job;
use crate::process::files::{Folder, Order, private_folder};
use crate::process::gate_client::{self, Address};
use crate::process::outcome::Dialect;
use crate::process::sweep;
use crate::projects::Project;
use crate::sessions::Session;

/// All that a runner may need to know of a job.
pub(crate) struct Launch<'a> {
    pub(crate) config: &'a Config,
    pub(crate) job: &'a Job,
    /// For files that the agent reads and cannot change.
    pub(crate) folder: &'a Path,
    /// For files that the agent keeps between two runs of the job.
    pub(crate) state: &'a Path,
    /// What it may spend, in millionths of a dollar.
    pub(crate) allowance: Option<u64>,
}

/// What is to be started.
#[derive(Debug, Clone)]
pub(crate) struct Invocation {
    pub(crate) words: Vec<String>,
    pub(crate) set: BTreeMap<String, String>,
    pub(crate) dialect: Dialect,
    /// Paths of this machine that the agent reads, beyond its folders and programs.
    pub(crate) read: Vec<PathBuf>,
    /// Paths that it writes.
    pub(crate) write: Vec<PathBuf>,
}

impl Invocation {
    /// Words that need nothing else.
    pub(crate) fn new(words: Vec<String>, dialect: Dialect) -> Self {
        let (set, read, write) = (BTreeMap::new(), Vec::new(), Vec::new());
        Self { words, set, dialect, read, write }
    }
}

/// A kind of agent.
pub(crate) trait Runner: Send + Sync {
    /// Prepares one run; files go into the job's folder.
    fn prepare(&self, launch: &Launch<'_>) -> Result<Invocation, Refusal>;

    /// Whether it takes up a session that was cut off.
    fn can_resume(&self) -> bool {
        false
    }
}

fn runner(agent: Agent) -> &'static dyn Runner {
    match agent {
        Agent::Claude => &claude::Claude,
        Agent::Scripted => &others::Scripted,
        Agent::Acp => &others::Acp,
        Agent::Command => &others::AnyCommand,
    }
}

/// Whether an agent of this kind takes up a session that was cut off.
pub(crate) fn can_resume(agent: Agent) -> bool {
    runner(agent).can_resume()
}

impl Orchestrator {
    /// The order for one run of a job.
    pub(crate) async fn order(
        &self,
        job: &Job,
        session: &Session,
        project: &Project,
        folder: &Folder,
    ) -> Result<Order, Refusal> {
        let allowance = self.allowance(job).await?;
        let (own, state) = (folder.path().join("agent"), folder.path().join("state"));
        for path in [&own, &state] {
            private_folder(path).map_err(Refusal::file("make the folder", path))?;
        }
        let launch = Launch { config: &self.config, job, folder: &own, state: &state, allowance };
        let mut invocation = runner(self.config.runner.agent).prepare(&launch)?;
        invocation.read.push(own.clone());
        invocation.write.push(state.clone());
        invocation.set.extend(self.variables(job, session));
        let gate = Address {
            job_id: job.job_id.clone(),
            socket: self.gate_path.to_string_lossy().into_owned(),
            token: Some(self.token_of(&job.job_id)),
        };
        let confinement = match self.sandbox.is_on() {
            true => Some(self.confine(job, (session, project), folder, &mut invocation).await?),
            false => None,
        };
        let millis =
            |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Ok(Order {
            job_id: job.job_id.clone(),
            attempt: job.attempt,
            program: self.config.program.clone(),
            words: invocation.words,
            folder: session.workspace_path.clone(),
            set: invocation.set,
            unset: self.config.hidden_variables.clone(),
            gate,
            confinement,
            dialect: invocation.dialect,
            log: job.log_path.clone(),
            log_bytes: self.config.limits.log_bytes,
            timeout_ms: millis(self.config.runner.timeout),
            grace_ms: millis(self.config.runner.grace),
        })
    }

    fn variables(&self, job: &Job, session: &Session) -> BTreeMap<String, String> {
        [
            ("CLAUDE_PROJECT", job.project_id.clone()),
            ("CLAUDE_SESSION", session.session_id.clone()),
            ("CLAUDE_BRANCH", session.branch.clone()),
            ("SUPERCLAUDE_PROFILE", session.superclaude_profile.clone()),
            (sweep::MARK, job.job_id.clone()),
            (gate_client::SOCKET, self.gate_path.to_string_lossy().into_owned()),
            (gate_client::TOKEN, self.token_of(&job.job_id)),
            ("GIT_TERMINAL_PROMPT", "0".to_owned()),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
    }
}
