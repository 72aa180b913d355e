//! What an orchestrator is made with; every limit has its name and default here.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// Everything an orchestrator is told at its start.
#[derive(Debug, Clone)]
pub struct Config {
    /// The folder of projects, absolute; none if projects are only registered one by one.
    pub root: Option<PathBuf>,
    /// Where the orchestrator keeps its own files, absolute.
    pub folder: PathBuf,
    /// Where the sessions' worktrees stand, absolute.
    pub workspaces: PathBuf,
    /// Where the jobs' logs stand, absolute.
    pub logs: PathBuf,
    /// The program that carries a job: it is started with the words of [`crate::process`].
    pub program: PathBuf,
    /// The profile of new sessions.
    pub profile: String,
    /// What session ids begin with.
    pub session_prefix: String,
    /// Whether a project's backlog is read again before its tasks are shown.
    pub auto_backlog_sync: bool,
    /// How jobs run.
    pub runner: RunnerConfig,
    /// What confines agents.
    pub sandbox: SandboxConfig,
    /// What needs a person.
    pub approval: ApprovalConfig,
    /// What one caller may use.
    pub limits: Limits,
    /// Variables that no job may see, such as the one with the bot's token.
    pub hidden_variables: Vec<String>,
    /// The Telegram bot, if one is to run.
    pub telegram: Option<TelegramConfig>,
}

/// The Telegram bot.
#[derive(Clone)]
pub struct TelegramConfig {
    /// The bot's token; it is never shown and never logged.
    pub token: String,
    /// Where the Bot API is.
    pub api_base: String,
    /// Chats that may use the bot; no other chat learns anything but its own number.
    pub chats: Vec<i64>,
    /// People who may answer approvals in those chats, besides those whose private chat is among them.
    pub users: Vec<i64>,
    /// How long one question for news stays open.
    pub poll: Duration,
    /// How long a message about a running job stands before it is edited again.
    pub edit_every: Duration,
}

impl fmt::Debug for TelegramConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { token: _, api_base, chats, users, poll, edit_every } = self;
        f.debug_struct("TelegramConfig")
            .field("api_base", api_base)
            .field("chats", chats)
            .field("users", users)
            .field("poll", poll)
            .field("edit_every", edit_every)
            .finish_non_exhaustive()
    }
}

/// Which program carries out instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    /// Claude Code in its own protocol.
    Claude,
    /// The agent that comes with this program and follows the instruction line by line.
    Scripted,
    /// An agent that speaks the Agent Client Protocol.
    Acp,
    /// Any command, the instruction as its last argument.
    Command,
}

impl Agent {
    const ALL: [Self; 4] = [Self::Claude, Self::Scripted, Self::Acp, Self::Command];

    /// The name of the agent that the runner's own keys describe.
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Scripted => "scripted",
            Self::Acp => "acp",
            Self::Command => "command",
        }
    }
}

/// An agent that sessions and jobs can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgentConfig {
    /// How it is driven.
    pub kind: Agent,
    /// The words of its program.
    pub command: Vec<String>,
    /// Whether it is known to ask before it uses a tool, if it speaks the Agent Client Protocol.
    pub asks: bool,
}

/// Where Claude Code keeps what is a person's own.
#[derive(Debug, Clone)]
pub struct ClaudeHome {
    /// Its folder, usually `~/.claude`.
    pub folder: PathBuf,
    /// Its file of servers, usually `~/.claude.json`.
    pub servers: PathBuf,
}

impl RunnerConfig {
    /// The agent of this name.
    pub fn agent_named(&self, name: &str) -> Option<AgentConfig> {
        if let Some(agent) = self.agents.get(name) {
            return Some(agent.clone());
        }
        let kind = Agent::ALL.into_iter().find(|kind| kind.name() == name)?;
        let (command, asks) = match kind {
            Agent::Claude => (vec![self.claude_command.clone()], true),
            Agent::Scripted => (Vec::new(), true),
            Agent::Acp => (self.acp_command.clone(), self.acp_asks),
            Agent::Command => (self.command.clone(), false),
        };
        Some(AgentConfig { kind, command, asks })
    }

    /// The names of all agents.
    pub fn agent_names(&self) -> Vec<String> {
        let own = Agent::ALL.map(|kind| kind.name().to_owned());
        self.agents.keys().cloned().chain(own).collect()
    }
}

/// How jobs run.
#[derive(Debug, Clone)]
pub struct RunnerConfig {
    /// Which program carries out instructions.
    pub agent: Agent,
    /// The Claude Code program.
    pub claude_command: String,
    /// What Claude Code has of the person: login, memory, skills and servers.
    pub claude_home: Option<ClaudeHome>,
    /// The words of the agent that speaks the Agent Client Protocol.
    pub acp_command: Vec<String>,
    /// Whether that agent is known to ask before it uses a tool; else a job is asked about as a whole.
    pub acp_asks: bool,
    /// The words of any other command.
    pub command: Vec<String>,
    /// Agents by the names that sessions and jobs choose them by, besides `claude`, `scripted`, `acp`
    /// and `command`.
    pub agents: BTreeMap<String, AgentConfig>,
    /// How long a job may take.
    pub timeout: Duration,
    /// How many jobs run at once.
    pub max_concurrent_jobs: usize,
    /// How long a job that was asked to stop may take to do so.
    pub grace: Duration,
    /// How often a job goes on whose keeper vanished.
    pub max_resumes: u32,
    /// How often the state of a worktree is kept while a job runs in it.
    pub checkpoint_every: Duration,
    /// The most turns one run of an agent may take; none for its own limit.
    pub max_turns: Option<u32>,
    /// What may be spent.
    pub budgets: Budgets,
}

/// What may be spent, in thousandths of a US dollar; none for no limit.
#[derive(Debug, Clone, Default)]
pub struct Budgets {
    /// By one job.
    pub job: Option<u64>,
    /// By all jobs of a session.
    pub session: Option<u64>,
    /// By all jobs of a project.
    pub project: Option<u64>,
    /// By all jobs since midnight UTC.
    pub day: Option<u64>,
}

/// What confines agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SandboxKind {
    /// Namespaces, built by the program bubblewrap.
    Bubblewrap,
    /// Nothing: agents can do what the owner can.
    None,
}

impl SandboxKind {
    /// Its name in the configuration and in questions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bubblewrap",
            Self::None => "none",
        }
    }
}

/// What is visible behind the wall beyond the usual.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visible {
    /// Paths to be read; `~` is the home folder.
    pub read: Vec<PathBuf>,
    /// Paths to be written.
    pub write: Vec<PathBuf>,
    /// Devices.
    pub devices: Vec<PathBuf>,
    /// Hosts that are reached without a question: `name`, `*.name` or `name:port`.
    pub hosts: Vec<String>,
}

/// How agents are confined.
#[derive(Debug, Clone)]
pub struct SandboxConfig {
    /// What confines them.
    pub kind: SandboxKind,
    /// The program bubblewrap.
    pub program: PathBuf,
    /// What every project's agents see more.
    pub more: Visible,
    /// What one project's agents see more.
    pub projects: BTreeMap<String, Visible>,
    /// Variables of the owner that agents get, such as the model's key.
    pub variables: BTreeMap<String, String>,
    /// The owner's home folder; agents get an empty one in its place.
    pub home: PathBuf,
    /// Folders that are never shown, whatever is visible around them.
    pub hidden: Vec<PathBuf>,
    /// How many processes one job may have.
    pub processes: u64,
}

impl Default for SandboxConfig {
    fn default() -> Self {
        Self {
            kind: SandboxKind::Bubblewrap,
            program: PathBuf::from("bwrap"),
            more: Visible::default(),
            projects: BTreeMap::new(),
            variables: BTreeMap::new(),
            home: PathBuf::from("/home/agent"),
            hidden: Vec::new(),
            processes: 4096,
        }
    }
}

/// What needs a person.
#[derive(Debug, Clone)]
pub struct ApprovalConfig {
    /// Writing files inside the worktree.
    pub require_for_writes: bool,
    /// Shell commands; unset for what the sandbox makes of it: they are asked about without one.
    pub require_for_shell: Option<bool>,
    /// Connections to hosts that are not listed.
    pub require_for_network: bool,
    /// Pushing.
    pub require_for_push: bool,
    /// Deploying.
    pub require_for_deploy: bool,
    /// Rules that come before the flags, in the form `allow|ask|deny [project=..] [session=..] GLOB`.
    pub rules: Vec<String>,
    /// Scopes that need two people.
    pub two_person: Vec<String>,
    /// How long an agent waits for an answer before it is put to sleep.
    pub wait: Duration,
    /// How long a question stays open.
    pub expiry: Duration,
}

/// What one caller may use.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The longest instruction in characters.
    pub instruction_chars: usize,
    /// How many jobs of one session may wait.
    pub queued_per_session: usize,
    /// How many sessions may be open.
    pub sessions: usize,
    /// The most bytes of a job's log that are kept.
    pub log_bytes: u64,
    /// The most bytes of a log that one call answers with.
    pub log_answer_bytes: usize,
    /// How deep a scan looks below the root.
    pub scan_depth: usize,
}

impl Config {
    /// The defaults for an orchestrator that keeps its files in `folder`.
    pub fn new(folder: impl Into<PathBuf>, program: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self {
            root: None,
            workspaces: folder.join("workspaces"),
            logs: folder.join("logs"),
            folder,
            program: program.into(),
            profile: "default".to_owned(),
            session_prefix: "S".to_owned(),
            auto_backlog_sync: true,
            runner: RunnerConfig::default(),
            sandbox: SandboxConfig::default(),
            approval: ApprovalConfig::default(),
            limits: Limits::default(),
            hidden_variables: Vec::new(),
            telegram: None,
        }
    }
}

impl Default for RunnerConfig {
    fn default() -> Self {
        Self {
            agent: Agent::Claude,
            claude_command: "claude".to_owned(),
            claude_home: None,
            acp_command: Vec::new(),
            acp_asks: false,
            command: Vec::new(),
            agents: BTreeMap::new(),
            timeout: Duration::from_secs(3600),
            max_concurrent_jobs: 3,
            grace: Duration::from_secs(10),
            max_resumes: 1,
            checkpoint_every: Duration::from_secs(300),
            max_turns: None,
            budgets: Budgets::default(),
        }
    }
}

impl Default for ApprovalConfig {
    fn default() -> Self {
        Self {
            require_for_writes: false,
            require_for_shell: None,
            require_for_network: true,
            require_for_push: true,
            require_for_deploy: true,
            rules: Vec::new(),
            two_person: Vec::new(),
            wait: Duration::from_secs(30),
            expiry: Duration::from_secs(24 * 3600),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            instruction_chars: 10_000,
            queued_per_session: 100,
            sessions: 200,
            log_bytes: 100 * 1024 * 1024,
            log_answer_bytes: 1024 * 1024,
            scan_depth: 4,
        }
    }
}
