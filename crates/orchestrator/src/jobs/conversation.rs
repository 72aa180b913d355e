//! A session is a conversation: its next job goes on where the last one ended, with the same agent's
//! own memory where that agent has one, else with what came of the earlier jobs in words.

use store::Tx;

use super::{Job, db};
use crate::Orchestrator;
use crate::config::{Agent, AgentConfig, RunnerConfig};
use crate::error::Refusal;
use crate::runner;
use crate::sessions::{self, Session};
use crate::tasks;

/// How many earlier jobs are told of, and how much of each.
const TOLD_JOBS: i64 = 5;
const TOLD_CHARS: usize = 1000;

/// Settles which agent and model carry a job out.
pub(super) fn choose(
    job: &mut Job,
    session: &Session,
    runner: &RunnerConfig,
) -> Result<(), Refusal> {
    let usual = session.agent.clone().unwrap_or_else(|| runner.agent.name().to_owned());
    let agent = job.agent.take().unwrap_or_else(|| usual.clone());
    // The session's model is one of the session's agent.
    let model = job.model.take().or_else(|| session.model.clone().filter(|_| agent == usual));
    check(runner, &agent, model.as_deref())?;
    let plans = runner.agent_named(&agent).is_some_and(|it| it.kind == Agent::Claude);
    if job.plan && !plans {
        return Err(Refusal::PlanNotOffered(agent));
    }
    (job.agent, job.model) = (Some(agent), model);
    Ok(())
}

/// Whether there is such an agent, and whether it lets its model be chosen.
fn check(runner: &RunnerConfig, agent: &str, model: Option<&str>) -> Result<(), Refusal> {
    let found = runner.agent_named(agent).ok_or_else(|| unknown_agent(runner, agent))?;
    let Some(model) = model else { return Ok(()) };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@[]".contains(c);
    if model.is_empty() || model.starts_with('-') || !model.chars().all(plain) {
        let why = "expected the name of a model".to_owned();
        return Err(Refusal::InvalidName { what: "model", name: model.to_owned(), why });
    }
    match found.kind {
        Agent::Claude => Ok(()),
        Agent::Scripted | Agent::Acp | Agent::Command => {
            Err(Refusal::ModelNotChosen(agent.to_owned()))
        }
    }
}

fn unknown_agent(runner: &RunnerConfig, name: &str) -> Refusal {
    Refusal::UnknownAgent { name: name.to_owned(), known: runner.agent_names().join(", ") }
}

/// Joins a job that begins to the conversation of its session. This stands in the table before the
/// agent starts, so that a crash in the middle loses no conversation.
pub(super) fn join(
    tx: &mut Tx<'_>,
    job: Job,
    session: &Session,
    agent: Agent,
) -> Result<Job, Refusal> {
    if job.resume || !runner::remembers(agent) {
        return Ok(job);
    }
    let agent = job.agent.as_deref().unwrap_or_default();
    let earlier = session
        .agent_session
        .as_deref()
        .filter(|_| !job.new_conversation && session.conversation_agent.as_deref() == Some(agent));
    let conversation = match earlier {
        Some(earlier) => {
            db::set_continues(tx, &job.job_id, earlier)?;
            earlier
        }
        None => job.agent_session.as_str(),
    };
    sessions::db::set_conversation(tx, &session.session_id, conversation, agent)?;
    db::need(tx, &job.job_id)
}

impl Orchestrator {
    /// The agent that carries a job out.
    pub(crate) fn agent_of(&self, job: &Job) -> Result<AgentConfig, Refusal> {
        let runner = &self.config.runner;
        let name = job.agent.as_deref().unwrap_or_else(|| runner.agent.name());
        runner.agent_named(name).ok_or_else(|| unknown_agent(runner, name))
    }

    /// Whether a session can have this agent and model.
    pub(crate) fn check_choice(
        &self,
        agent: Option<&str>,
        model: Option<&str>,
    ) -> Result<(), Refusal> {
        let runner = &self.config.runner;
        check(runner, agent.unwrap_or_else(|| runner.agent.name()), model)
    }

    /// The tasks of these names, which must be there.
    pub(super) async fn known_tasks(
        &self,
        session: &str,
        ids: &[String],
    ) -> Result<Vec<String>, Refusal> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let project = self.session(session).await?.project_id;
        self.refresh_backlog(&project).await?;
        let ids = ids.to_vec();
        self.store
            .read(move |reader| {
                let bare = |id: &String| id.rsplit('/').next().unwrap_or(id).to_uppercase();
                let found = ids.iter().map(|id| tasks::db::need(reader, &project, &bare(id)));
                found.map(|task| task.map(|task| task.task_id)).collect()
            })
            .await
    }

    /// What came of the jobs before, for an agent that does not remember them by itself.
    pub(crate) async fn recap(&self, job: &Job) -> Result<Option<String>, Refusal> {
        if job.new_conversation {
            return Ok(None);
        }
        let (session, number) = (job.session_id.clone(), job.number);
        let earlier =
            self.store.read(move |reader| db::before(reader, &session, number, TOLD_JOBS)).await?;
        if earlier.is_empty() {
            return Ok(None);
        }
        let mut text = "What was asked in this worktree before, and what came of it:\n".to_owned();
        for job in earlier.iter().rev() {
            let came = job.result_summary.as_deref().or(job.error.as_deref()).unwrap_or("nothing");
            let (asked, came) = (shortened(&job.instruction), shortened(came));
            let status = job.status.name();
            text.push_str(&format!("- asked: {asked}\n  {status}: {came}\n"));
        }
        Ok(Some(text))
    }
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut kept: String = line.chars().take(TOLD_CHARS).collect();
    if kept.len() < line.len() {
        kept.push('…');
    }
    kept
}
