//! Every reason the orchestrator gives for not doing something: its code, its words, the way out.

use std::path::PathBuf;

use kernel::{ErrorKind, ToolError};
use store::{CommitErrorKind, ReadError, SqlError, WriteError};

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// No such project.
    #[error("there is no project `{0}`")]
    ProjectNotFound(String),
    /// No such session.
    #[error("there is no session `{0}`")]
    SessionNotFound(String),
    /// No such job.
    #[error("there is no job `{0}`")]
    JobNotFound(String),
    /// No such agent.
    #[error("there is no agent `{name}`, expected one of {known}")]
    UnknownAgent {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// An agent whose model is not ours to choose.
    #[error("the model of the agent `{0}` is not chosen here")]
    ModelNotChosen(String),
    /// An agent that does what it is told at once.
    #[error("the agent `{0}` makes no plans")]
    PlanNotOffered(String),
    /// No such profile.
    #[error("there is no profile `{name}`, expected `{}` or a folder of that name", place.display())]
    UnknownProfile {
        /// What was asked for.
        name: String,
        /// Where it would be.
        place: PathBuf,
    },
    /// No such task.
    #[error("there is no task `{0}`")]
    TaskNotFound(String),
    /// A task id that several projects have.
    #[error("the task `{task}` exists in several projects: {projects}")]
    TaskAmbiguous {
        /// The task.
        task: String,
        /// The projects that have it.
        projects: String,
    },
    /// A task somebody else has.
    #[error("the task `{task}` is claimed by session `{session}`")]
    TaskClaimed {
        /// The task.
        task: String,
        /// Who has it.
        session: String,
    },
    /// A status the backlog does not have.
    #[error("`{status}` is no status of a task, expected one of {known}")]
    UnknownStatus {
        /// What was asked for.
        status: String,
        /// What there is.
        known: String,
    },
    /// A project without a backlog.
    #[error("project `{0}` has no Backlog.md folder")]
    BacklogMissing(String),
    /// Somebody else is writing the task's file.
    #[error("the file of task `{0}` is locked by another program")]
    BacklogBusy(String),
    /// A task's file that cannot be read.
    #[error("`{}` cannot be used as a task: {why}", path.display())]
    BacklogUnreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A path that cannot be a project.
    #[error("`{}` cannot be used: {why}", path.display())]
    InvalidPath {
        /// The path.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A folder git does not know.
    #[error("`{}` is not a git repository", .0.display())]
    NotARepository(PathBuf),
    /// A repository in which nothing was committed yet.
    #[error("the repository of project `{0}` has no commits")]
    EmptyRepository(String),
    /// An id or path that is taken.
    #[error("project `{id}` is already registered for `{}`", path.display())]
    ProjectExists {
        /// The id.
        id: String,
        /// Its path.
        path: PathBuf,
    },
    /// A name that cannot be used.
    #[error("{what} `{name}` cannot be used: {why}")]
    InvalidName {
        /// What it would name.
        what: &'static str,
        /// The name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// A branch that is in use elsewhere.
    #[error("branch `{branch}` is in use: {place}")]
    BranchConflict {
        /// The branch.
        branch: String,
        /// Where.
        place: String,
    },
    /// A branch to start from that does not exist.
    #[error("there is no branch `{0}` to start from")]
    BranchNotFound(String),
    /// A session with jobs under way.
    #[error("session `{session}` is busy with {jobs} job(s)")]
    SessionBusy {
        /// The session.
        session: String,
        /// How many jobs wait or run.
        jobs: usize,
    },
    /// A session that is being closed.
    #[error("session `{0}` is being closed")]
    SessionClosing(String),
    /// A session that was closed.
    #[error("session `{0}` is closed")]
    SessionClosed(String),
    /// A session that is still open.
    #[error("session `{0}` is open")]
    SessionOpen(String),
    /// A session whose worktree is not as it was left.
    #[error("session `{session}` is blocked: {reason}")]
    SessionBlocked {
        /// The session.
        session: String,
        /// Why.
        reason: String,
    },
    /// Work that closing would remove.
    #[error("session `{session}` has uncommitted work: {files}")]
    UncommittedWork {
        /// The session.
        session: String,
        /// Some of the files.
        files: String,
    },
    /// No instruction.
    #[error("the instruction is empty")]
    InstructionEmpty,
    /// Too long an instruction.
    #[error("the instruction has {found} characters, at most {limit} are taken")]
    InstructionTooLong {
        /// Its length.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// A configured limit.
    #[error("{what} is at its limit of {limit}")]
    LimitReached {
        /// What is limited.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// Nothing is left to spend.
    #[error("the budget of the {what}, {limit} thousandths of a dollar, is spent")]
    BudgetSpent {
        /// What is limited.
        what: &'static str,
        /// The limit.
        limit: u64,
    },
    /// A job that ended already.
    #[error("job `{job}` is already {status}")]
    JobFinished {
        /// The job.
        job: String,
        /// How it ended.
        status: String,
    },
    /// A job that asks for nothing.
    #[error("job `{0}` waits for no approval")]
    ApprovalNotFound(String),
    /// A question that was open too long.
    #[error("the question of job `{0}` has expired")]
    ApprovalExpired(String),
    /// An approval limited to less than the command needs.
    #[error("the command needs {needed}, the approval is limited to `{given}`")]
    ApprovalScope {
        /// What it needs.
        needed: String,
        /// What was given.
        given: String,
    },
    /// A second approval by the same person.
    #[error("`{0}` has approved this already; the two-person rule needs somebody else")]
    SamePerson(String),
    /// Git refused.
    #[error("git {action} failed: {detail}")]
    Git {
        /// What it should have done.
        action: String,
        /// What it said.
        detail: String,
    },
    /// Git is not there.
    #[error("the program `git` cannot be started: {0}")]
    GitMissing(std::io::Error),
    /// An agent that cannot be started.
    #[error("the agent cannot be started: {0}")]
    Runner(String),
    /// The wall around agents cannot be built here.
    #[error("agents cannot be confined on this machine: {0}")]
    Sandbox(String),
    /// A push that the house does not make.
    #[error("the push is refused: {0}")]
    Push(String),
    /// A file or folder that cannot be used.
    #[error("cannot {action} `{}`: {source}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A branch that the remote does not have as it is here.
    #[error("branch `{0}` is not on the remote `origin` as it is here")]
    NotPushed(String),
    /// The program that opens pull requests is not there.
    #[error("`gh` cannot be started: {0}")]
    GhMissing(std::io::Error),
    /// The program that opens pull requests said no.
    #[error("`gh` opened no pull request: {0}")]
    PullRequest(String),
    /// No folder to scan.
    #[error("this orchestrator has no folder of projects")]
    NoRoot,
    /// Another orchestrator has the root.
    #[error("`{}` is in use by another orchestrator, process {pid}", path.display())]
    RootInUse {
        /// The folder.
        path: PathBuf,
        /// Its process.
        pid: String,
    },
    /// Somebody else changed the thing meanwhile.
    #[error("{0} changed meanwhile")]
    Changed(String),
    /// The store could not write.
    #[error("{message}")]
    Store {
        /// Whether trying again can help.
        passing: bool,
        /// What it said.
        message: String,
    },
}

impl Refusal {
    /// A file error with what was tried.
    pub(crate) fn file(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { action, path, source }
    }

    /// A defect.
    pub(crate) fn defect(message: impl std::fmt::Display) -> Self {
        Self::Store { passing: false, message: message.to_string() }
    }

    fn sort(&self) -> (ErrorKind, &'static str) {
        use ErrorKind::{Conflict, Denied, InvalidInput, LimitReached, NotFound, Unavailable};
        match self {
            Self::ProjectNotFound(_) => (NotFound, "PROJECT_NOT_FOUND"),
            Self::SessionNotFound(_) => (NotFound, "SESSION_NOT_FOUND"),
            Self::JobNotFound(_) => (NotFound, "JOB_NOT_FOUND"),
            Self::UnknownAgent { .. } => (InvalidInput, "UNKNOWN_AGENT"),
            Self::ModelNotChosen(_) => (InvalidInput, "MODEL_NOT_CHOSEN"),
            Self::PlanNotOffered(_) => (InvalidInput, "PLAN_NOT_OFFERED"),
            Self::UnknownProfile { .. } => (NotFound, "PROFILE_NOT_FOUND"),
            Self::TaskNotFound(_) => (NotFound, "TASK_NOT_FOUND"),
            Self::TaskAmbiguous { .. } => (InvalidInput, "TASK_AMBIGUOUS"),
            Self::TaskClaimed { .. } => (Conflict, "TASK_CLAIMED"),
            Self::UnknownStatus { .. } => (InvalidInput, "UNKNOWN_STATUS"),
            Self::BacklogMissing(_) => (NotFound, "BACKLOG_NOT_FOUND"),
            Self::BacklogBusy(_) => (Conflict, "BACKLOG_BUSY"),
            Self::BacklogUnreadable { .. } => (Conflict, "BACKLOG_UNREADABLE"),
            Self::InvalidPath { .. } => (InvalidInput, "INVALID_PATH"),
            Self::NotARepository(_) => (InvalidInput, "NOT_A_REPOSITORY"),
            Self::EmptyRepository(_) => (Conflict, "EMPTY_REPOSITORY"),
            Self::ProjectExists { .. } => (Conflict, "PROJECT_EXISTS"),
            Self::InvalidName { .. } => (InvalidInput, "INVALID_NAME"),
            Self::BranchConflict { .. } => (Conflict, "BRANCH_CONFLICT"),
            Self::BranchNotFound(_) => (NotFound, "BRANCH_NOT_FOUND"),
            Self::SessionBusy { .. } => (Conflict, "SESSION_BUSY"),
            Self::SessionClosing(_) => (Conflict, "SESSION_CLOSING"),
            Self::SessionClosed(_) => (Conflict, "SESSION_CLOSED"),
            Self::SessionOpen(_) => (Conflict, "SESSION_OPEN"),
            Self::SessionBlocked { .. } => (Conflict, "SESSION_BLOCKED"),
            Self::UncommittedWork { .. } => (Conflict, "UNCOMMITTED_WORK"),
            Self::InstructionEmpty => (InvalidInput, "INSTRUCTION_EMPTY"),
            Self::InstructionTooLong { .. } => (InvalidInput, "INSTRUCTION_TOO_LONG"),
            Self::LimitReached { .. } => (LimitReached, "LIMIT_REACHED"),
            Self::BudgetSpent { .. } => (LimitReached, "BUDGET_EXCEEDED"),
            Self::JobFinished { .. } => (Conflict, "JOB_FINISHED"),
            Self::ApprovalNotFound(_) => (Conflict, "NO_PENDING_APPROVAL"),
            Self::ApprovalExpired(_) => (Conflict, "APPROVAL_EXPIRED"),
            Self::ApprovalScope { .. } => (Conflict, "APPROVAL_SCOPE"),
            Self::SamePerson(_) => (Denied, "SECOND_PERSON_NEEDED"),
            Self::Git { .. } => (Conflict, "GIT_ERROR"),
            Self::GitMissing(_) => (Unavailable, "GIT_MISSING"),
            Self::Runner(_) => (Unavailable, "RUNNER_ERROR"),
            Self::Sandbox(_) => (Unavailable, "SANDBOX_UNAVAILABLE"),
            Self::Push(_) => (Conflict, "PUSH_REFUSED"),
            Self::File { .. } => (Unavailable, "FILE_ERROR"),
            Self::NotPushed(_) => (Conflict, "NOT_PUSHED"),
            Self::GhMissing(_) => (Unavailable, "GH_MISSING"),
            Self::PullRequest(_) => (Conflict, "PULL_REQUEST_FAILED"),
            Self::NoRoot => (Conflict, "NO_ROOT"),
            Self::RootInUse { .. } => (Conflict, "ROOT_IN_USE"),
            Self::Changed(_) => (Conflict, "CHANGED_MEANWHILE"),
            Self::Store { passing: true, .. } => (Unavailable, "STORE_UNAVAILABLE"),
            Self::Store { passing: false, .. } => (ErrorKind::Internal, "INTERNAL_ERROR"),
        }
    }

    pub(crate) fn suggestion(&self) -> &'static str {
        match self {
            Self::ProjectNotFound(_) => "`list_projects` names every project",
            Self::SessionNotFound(_) => "`list_sessions` names every open session",
            Self::JobNotFound(_) => "`list_jobs` names every job",
            Self::UnknownAgent { .. } => "name one of those, or add it to `runner.agents`",
            Self::ModelNotChosen(_) => "name an agent of its own for the model in `runner.agents`",
            Self::PlanNotOffered(_) => "leave `plan` out, or choose an agent that is Claude Code",
            Self::UnknownProfile { .. } => "make the file, or use the profile `default`",
            Self::TaskNotFound(_) => "`sync_backlog`, then `list_project_tasks`, names every task",
            Self::TaskAmbiguous { .. } => "give `session_id`, or write the task as PROJECT/TASK",
            Self::TaskClaimed { .. } => "`get_next_tasks` names tasks that are free",
            Self::UnknownStatus { .. } => "use one of the named words",
            Self::BacklogMissing(_) => "run `backlog init` in the repository",
            Self::BacklogBusy(_) => "try again in some seconds",
            Self::BacklogUnreadable { .. } => "correct the file, then call `sync_backlog`",
            Self::InvalidPath { .. } => "give the absolute path of an existing folder",
            Self::NotARepository(_) => "run `git init` there, or give the path of a repository",
            Self::EmptyRepository(_) => "make a first commit",
            Self::ProjectExists { .. } => "give another `project_id`, or use the registered one",
            Self::InvalidName { .. } => "use letters, digits, `-`, `_`, `.` and single `/`",
            Self::BranchConflict { .. } => "choose another branch, or close what uses it",
            Self::BranchNotFound(_) => "give `base_branch` the name of an existing branch",
            Self::SessionBusy { .. } => "cancel its jobs, wait for them, or give `force`",
            Self::SessionClosing(_) => "wait until it is closed",
            Self::SessionClosed(_) => "`undo_close` brings it back, `create_session` makes another",
            Self::SessionOpen(_) => "only a closed session can be brought back",
            Self::SessionBlocked { .. } => "put the worktree back on its branch, then try again",
            Self::UncommittedWork { .. } => {
                "commit it, or give `force`: the work is then kept under a rescue ref"
            }
            Self::InstructionEmpty => "say what is to be done",
            Self::InstructionTooLong { .. } => "put the details into a file of the repository",
            Self::LimitReached { .. } => "wait until some are done, or raise the limit",
            Self::BudgetSpent { .. } => "wait, or raise `orchestrator.runner.budgets`",
            Self::JobFinished { .. } => "`run_instruction` queues a new job",
            Self::ApprovalNotFound(_) => "`list_pending_approvals` names what waits",
            Self::ApprovalExpired(_) => "run the instruction again",
            Self::ApprovalScope { .. } => "approve without `scope`, or deny",
            Self::SamePerson(_) => "ask another person with the scope jobs:approve",
            Self::Git { .. } => "the message is git's own; repair the repository and try again",
            Self::GitMissing(_) => "install git 2.38 or newer",
            Self::Runner(_) => "check `orchestrator.runner` and that the program is installed",
            Self::Sandbox(_) => {
                "install bubblewrap 0.8 or newer and allow it user namespaces (on Ubuntu the AppArmor \
                 profile `bwrap-userns-restrict`); `orchestrator.sandbox.kind: none` runs agents \
                 unconfined, with all you can do"
            }
            Self::Push(_) => "the handbook's page on approvals tells how a push is made",
            Self::File { .. } => "check the disk's space and the folder's permissions",
            Self::NotPushed(_) => "let a job push it and approve that first",
            Self::GhMissing(_) => "install `gh` and log in with `gh auth login`",
            Self::PullRequest(_) => "see what `gh` said; `gh auth status` tells who is logged in",
            Self::NoRoot => "start with `--root DIR`, or register projects one by one",
            Self::RootInUse { .. } => "stop that process, or serve another root",
            Self::Changed(_) => "look at it again and repeat the call",
            Self::Store { passing: true, .. } => "free disk space or wait, then try again",
            Self::Store { passing: false, .. } => "this is a defect; the server's log has more",
        }
    }
}

impl From<Refusal> for ToolError {
    fn from(refusal: Refusal) -> Self {
        let (kind, code) = refusal.sort();
        Self::new(kind, refusal.to_string()).with_code(code).with_hint(refusal.suggestion())
    }
}

impl From<SqlError> for Refusal {
    fn from(error: SqlError) -> Self {
        Self::defect(error)
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Self::Store { passing: matches!(error, ReadError::Closed), message: error.to_string() }
    }
}

impl From<ToolError> for Refusal {
    fn from(error: ToolError) -> Self {
        Self::defect(error.message)
    }
}

impl From<WriteError<Refusal>> for Refusal {
    fn from(error: WriteError<Refusal>) -> Self {
        match error {
            WriteError::Refused(refusal) => refusal,
            WriteError::Failed(error) => Self::Store {
                passing: error.kind != CommitErrorKind::Corrupt,
                message: error.to_string(),
            },
            WriteError::Panicked => Self::defect("a write panicked"),
            WriteError::Closed => {
                Self::Store { passing: true, message: "the house is stopping".to_owned() }
            }
        }
    }
}
