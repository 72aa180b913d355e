//! Runners: what a keeper is told for each kind of agent. A runner prepares the command line, the
//! environment and the files an agent needs; the keeper carries it out.

mod claude;
mod confined;
mod furnish;
mod others;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::Orchestrator;
use crate::config::{Agent, AgentConfig, Config};
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
    pub(crate) session: &'a Session,
    pub(crate) project: &'a Project,
    /// The agent that was chosen.
    pub(crate) agent: &'a AgentConfig,
    /// What came of earlier jobs, for an agent that does not remember them.
    pub(crate) recap: Option<&'a str>,
    /// For files that the agent reads and cannot change.
    pub(crate) folder: &'a Path,
    /// For files that the agent keeps between two runs of the job.
    pub(crate) state: &'a Path,
    /// What it may spend, in millionths of a dollar.
    pub(crate) allowance: Option<u64>,
}

impl Launch<'_> {
    /// The instruction, after what came of earlier jobs if the agent does not remember them.
    fn told(&self) -> String {
        match self.recap {
            Some(recap) => format!("{recap}\nNow: {}", self.job.instruction),
            None => self.job.instruction.clone(),
        }
    }

    /// The words of the agent's program.
    fn command(&self) -> Result<&[String], Refusal> {
        if self.agent.command.is_empty() {
            let name = self.job.agent.as_deref().unwrap_or_else(|| self.agent.kind.name());
            let own = name == self.agent.kind.name();
            let key = match self.agent.kind {
                Agent::Acp if own => "acp_command".to_owned(),
                Agent::Command if own => "command".to_owned(),
                Agent::Claude | Agent::Scripted | Agent::Acp | Agent::Command => {
                    format!("agents.{name}.command")
                }
            };
            let why = format!("`orchestrator.runner.{key}` names no program");
            return Err(Refusal::Runner(why));
        }
        Ok(&self.agent.command)
    }

    /// Where the session's conversations are kept.
    fn conversations(&self) -> Result<PathBuf, Refusal> {
        let folder = self.config.folder.join("conversations").join(&self.session.session_id);
        std::fs::create_dir_all(&folder).map_err(Refusal::file("make the folder", &folder))?;
        Ok(folder)
    }
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

    /// Whether it can remember what was said in an earlier job.
    fn remembers(&self) -> bool {
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

/// Whether an agent of this kind can remember what was said in an earlier job.
pub(crate) fn remembers(agent: Agent) -> bool {
    runner(agent).remembers()
}

/// Whether an agent of this kind takes up a session that was cut off.
pub(crate) fn can_resume(agent: Agent) -> bool {
    runner(agent).can_resume()
}

/// What a repository tells agents, by the names of its files.
pub(crate) fn told_by(repository: &Path) -> Vec<String> {
    furnish::told_by(repository)
}

impl Orchestrator {
    /// Whether there is a profile of this name.
    pub(crate) fn check_profile(&self, name: &str) -> Result<(), Refusal> {
        furnish::profile(&self.config, name).map(drop)
    }

    /// What must be asked before agents follow what a session's repository tells them.
    pub(crate) async fn trust_question(
        &self,
        session: &Session,
    ) -> Result<Option<String>, Refusal> {
        let project = self.project(&session.project_id).await?;
        let told = told_by(&session.workspace_path);
        if project.trust.is_some() || told.is_empty() {
            return Ok(None);
        }
        let (files, id) = (told.join(", "), &project.project_id);
        Ok(Some(format!(
            "agents do not follow {files} of this repository until `trust_project` says that \
             `{id}` is trusted"
        )))
    }

    /// The order for one run of a job.
    pub(crate) async fn order(
        &self,
        job: &Job,
        session: &Session,
        project: &Project,
        folder: &Folder,
    ) -> Result<Order, Refusal> {
        let allowance = self.allowance(job).await?;
        let (agent, recap) = (self.agent_of(job)?, self.recap(job).await?);
        let (own, state) = (folder.path().join("agent"), folder.path().join("state"));
        for path in [&own, &state] {
            private_folder(path).map_err(Refusal::file("make the folder", path))?;
        }
        let launch = Launch {
            config: &self.config,
            job,
            session,
            project,
            agent: &agent,
            recap: recap.as_deref(),
            folder: &own,
            state: &state,
            allowance,
        };
        let mut invocation = runner(agent.kind).prepare(&launch)?;
        invocation.read.push(own.clone());
        invocation.write.push(state.clone());
        invocation.set.extend(self.variables(job, session));
        let gate = Address {
            job_id: job.job_id.clone(),
            socket: self.gate_path.to_string_lossy().into_owned(),
            token: Some(self.token_of(&job.job_id)),
        };
        let confinement = match self.sandbox.is_on() {
            true => {
                let about = (session, project, &agent);
                Some(self.confine(job, about, folder, &mut invocation).await?)
            }
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
