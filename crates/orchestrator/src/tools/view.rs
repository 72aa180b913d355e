//! Records as callers see them.

use std::path::PathBuf;

use kernel::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::approvals::{self, Approval};
use crate::forecast::{Commit, Conflict};
use crate::jobs::{Job, dollars};
use crate::policy::{self, PartMeaning};
use crate::projects::{Project, Trust};
use crate::sessions::Session;

/// A project.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ProjectView {
    /// Its id
    project_id: String,
    /// Its display name
    name: String,
    /// Where the repository is
    path: PathBuf,
    /// The URL of its remote `origin`
    remote_url: Option<String>,
    /// The branch that sessions start from
    default_branch: String,
    /// Whether it has a Backlog.md folder
    backlog_enabled: bool,
    /// Where that folder is
    backlog_path: Option<PathBuf>,
    /// Whether agents follow what the repository tells them: trusted, not_trusted or unasked
    trust: &'static str,
    /// How many sessions are open
    active_sessions: u64,
    /// When it was registered
    created_at: Timestamp,
}

impl From<Project> for ProjectView {
    fn from(project: Project) -> Self {
        Self {
            project_id: project.project_id,
            name: project.name,
            path: project.path,
            remote_url: project.remote_url,
            default_branch: project.default_branch,
            backlog_enabled: project.backlog_path.is_some(),
            backlog_path: project.backlog_path,
            trust: project.trust.map_or("unasked", Trust::name),
            active_sessions: project.active_sessions,
            created_at: project.created_at,
        }
    }
}

/// A session.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct SessionView {
    /// Its id
    session_id: String,
    /// Its project
    project_id: String,
    /// Its name for people
    display_name: String,
    /// Where its worktree is
    workspace_path: PathBuf,
    /// Its branch
    branch: String,
    /// The branch it was made from
    base_branch: String,
    /// idle, running, blocked, closing or closed
    state: &'static str,
    /// Why it is blocked
    blocked_reason: Option<String>,
    /// The agent's profile
    superclaude_profile: String,
    /// The agent of its jobs, where they choose none
    agent: Option<String>,
    /// The model of its jobs, where they choose none
    model: Option<String>,
    /// What its last job said
    last_summary: Option<String>,
    /// When something last happened
    last_activity_at: Timestamp,
    /// When it was made
    created_at: Timestamp,
    /// When it was closed
    closed_at: Option<Timestamp>,
}

impl From<Session> for SessionView {
    fn from(session: Session) -> Self {
        Self {
            session_id: session.session_id,
            project_id: session.project_id,
            display_name: session.display_name,
            workspace_path: session.workspace_path,
            branch: session.branch,
            base_branch: session.base_branch,
            state: session.state.name(),
            blocked_reason: session.blocked_reason,
            superclaude_profile: session.superclaude_profile,
            agent: session.agent,
            model: session.model,
            last_summary: session.last_summary,
            last_activity_at: session.last_activity_at,
            created_at: session.created_at,
            closed_at: session.closed_at,
        }
    }
}

/// A job.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct JobView {
    /// Its id
    job_id: String,
    /// Its session
    session_id: String,
    /// Its project
    project_id: String,
    /// queued, running, waiting_approval, done, failed or canceled
    status: &'static str,
    /// What is to be done
    instruction: String,
    /// What the person wrote
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_input: Option<String>,
    /// Tasks it belongs to
    task_ids: Vec<String>,
    /// The agent that carries it out
    agent: Option<String>,
    /// The model it was told to use
    model: Option<String>,
    /// Whether it goes on with the conversation of the job before it
    continues: bool,
    /// How many jobs are taken before it, itself included, while it waits
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<usize>,
    /// What it needs a person for
    approval_scope: Option<String>,
    /// pending, approved, denied or expired
    approval_state: Option<String>,
    /// What came of it
    result_summary: Option<String>,
    /// Files it changed, committed or not
    files_changed: Vec<String>,
    /// Why it failed or was canceled
    error: Option<String>,
    /// What the agent says it cost in US dollars
    cost_usd: f64,
    /// Where its log is
    log_path: PathBuf,
    /// When it was queued
    created_at: Timestamp,
    /// When it was first started
    started_at: Option<Timestamp>,
    /// When it ended
    finished_at: Option<Timestamp>,
}

impl JobView {
    /// The job with its place in the queue.
    pub(crate) fn at(job: Job, position: Option<usize>) -> Self {
        Self {
            job_id: job.job_id,
            session_id: job.session_id,
            project_id: job.project_id,
            status: job.status.name(),
            instruction: job.instruction,
            raw_input: job.raw_input,
            task_ids: job.task_ids,
            agent: job.agent,
            model: job.model,
            continues: job.continues,
            position,
            approval_scope: job.approval_scope,
            approval_state: job.approval_state,
            result_summary: job.result_summary,
            files_changed: job.files_changed,
            error: job.error,
            cost_usd: dollars(job.cost),
            log_path: job.log_path,
            created_at: job.created_at,
            started_at: job.started_at,
            finished_at: job.finished_at,
        }
    }
}

impl From<Job> for JobView {
    fn from(job: Job) -> Self {
        Self::at(job, None)
    }
}

/// Another session that changes the same places.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ConflictView {
    /// The other session
    session_id: String,
    /// Its branch
    branch: String,
    /// The files in which a merge would stop
    files: Vec<String>,
}

impl From<Conflict> for ConflictView {
    fn from(conflict: Conflict) -> Self {
        let Conflict { session_id, branch, files } = conflict;
        Self { session_id, branch, files }
    }
}

/// A commit.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct CommitView {
    /// Its id
    commit: String,
    /// Who made it
    author: String,
    /// Its first line
    subject: String,
}

impl From<Commit> for CommitView {
    fn from(commit: Commit) -> Self {
        Self { commit: commit.id, author: commit.author, subject: commit.subject }
    }
}

/// One part of a command.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct PartView {
    /// The part
    command: String,
    /// What it does
    does: Vec<String>,
}

impl From<PartMeaning> for PartView {
    fn from(part: PartMeaning) -> Self {
        let PartMeaning { command, does } = part;
        Self { command, does }
    }
}

/// A push as the house would make it.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PushView {
    /// Where to
    url: String,
    /// Each ref that would change
    refs: Vec<PushedRefView>,
    /// The difference, as far as it is short
    diff: String,
    /// Whether there is more of it
    truncated: bool,
}

/// A ref of a push.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PushedRefView {
    /// Its full name
    name: String,
    /// `create`, `fast_forward`, `force` or `delete`
    kind: String,
    /// The commit the remote has now
    old: String,
    /// The commit it would have
    new: String,
    /// How many commits are new
    count: u64,
    /// The newest of them
    commits: Vec<PushedCommitView>,
}

/// A commit of a push.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PushedCommitView {
    /// Its id
    id: String,
    /// Who wrote it
    author: String,
    /// Its first line
    subject: String,
}

impl PushView {
    fn of(effect: &serde_json::Value) -> Option<Self> {
        serde_json::from_value(effect.clone()).ok()
    }
}

/// Something a person is asked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct ApprovalView {
    /// The question's id
    approval_id: String,
    /// The job that asks
    job_id: String,
    /// Its session
    session_id: String,
    /// Its project
    project_id: String,
    /// The gravest of the scopes
    approval_scope: &'static str,
    /// All scopes
    scopes: Vec<&'static str>,
    /// The agent's tool
    tool: String,
    /// The exact command
    command: String,
    /// What each part of it does, in words
    meaning: Vec<PartView>,
    /// Why nobody can tell what it does, if so
    #[serde(skip_serializing_if = "Option::is_none")]
    unclear: Option<String>,
    /// The hash of all that the answer is about
    digest: String,
    /// What confines the job: `bubblewrap`, or `none`
    sandbox: String,
    /// What a push would send, if it is one
    #[serde(skip_serializing_if = "Option::is_none")]
    push: Option<PushView>,
    /// The job's instruction
    instruction: String,
    /// Who has approved already, where two people are needed
    approvers: Vec<String>,
    /// Sessions that a push would collide with
    pub(crate) conflicts: Vec<ConflictView>,
    /// When it was asked
    created_at: Timestamp,
    /// When it will be too late to answer
    expires_at: Timestamp,
}

impl ApprovalView {
    /// The session whose push it is, if it is one.
    pub(crate) fn pushing_session(&self) -> Option<&str> {
        self.scopes.iter().any(|scope| scope.contains("push")).then_some(&self.session_id)
    }

    /// The question of a job.
    pub(crate) fn of(approval: Approval, job: &Job) -> Self {
        let read = policy::meaning(&approval.tool, &approval.command, &approval.effect);
        Self {
            meaning: read.parts.into_iter().map(Into::into).collect(),
            unclear: read.unclear,
            approval_scope: approvals::gravest(&approval.scopes).name(),
            scopes: approval.scopes.iter().map(|scope| scope.name()).collect(),
            approval_id: approval.approval_id,
            job_id: approval.job_id,
            session_id: job.session_id.clone(),
            project_id: job.project_id.clone(),
            tool: approval.tool,
            command: approval.command,
            digest: approval.digest,
            sandbox: approval.effect["sandbox"].as_str().unwrap_or("none").to_owned(),
            push: PushView::of(&approval.effect),
            instruction: job.instruction.clone(),
            approvers: approval.approvers,
            conflicts: Vec::new(),
            created_at: approval.created_at,
            expires_at: approval.expires_at,
        }
    }
}
