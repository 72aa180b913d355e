//! The orchestrator's settings, key for key as its `config.yaml` has them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The orchestrator's settings, the same as in its `config.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Orchestrator {
    /// Folder that holds the projects; its `.televibe/config.yaml` sets the other keys here.
    pub root: Option<PathBuf>,
    /// Where `televibecode serve` listens.
    pub server: Host,
    /// Where the orchestrator keeps its files.
    pub paths: Paths,
    /// What new sessions start with.
    pub defaults: Defaults,
    /// How jobs run.
    pub runner: Runner,
    /// What confines agents.
    pub sandbox: Sandbox,
    /// What needs a person's approval.
    pub approval: Approval,
    /// The Telegram bot.
    pub telegram: Telegram,
}

/// Where `televibecode serve` listens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Host {
    /// Address that `televibecode serve` listens on.
    pub host: String,
    /// Port that `televibecode serve` listens on.
    pub port: u16,
}

impl Default for Host {
    fn default() -> Self {
        Self { host: "127.0.0.1".to_owned(), port: 3100 }
    }
}

/// Where the orchestrator keeps its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Paths {
    /// Folder of everything the orchestrator keeps, relative to the root.
    pub televibe_dir: PathBuf,
    /// Folder of the sessions' worktrees, relative to the root.
    pub workspaces_dir: PathBuf,
    /// The orchestrator's state, relative to the root.
    pub state_db: PathBuf,
    /// Folder of the jobs' logs, relative to the root.
    pub logs_dir: PathBuf,
}

impl Default for Paths {
    fn default() -> Self {
        Self {
            televibe_dir: ".televibe".into(),
            workspaces_dir: ".televibe/workspaces".into(),
            state_db: ".televibe/state.db".into(),
            logs_dir: ".televibe/logs".into(),
        }
    }
}

/// What new sessions start with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Defaults {
    /// Agent profile of new sessions.
    pub superclaude_profile: String,
    /// What session ids begin with.
    pub session_id_prefix: String,
    /// Whether a project's backlog is read again whenever it changes.
    pub auto_backlog_sync: bool,
}

impl Default for Defaults {
    fn default() -> Self {
        Self {
            superclaude_profile: "default".to_owned(),
            session_id_prefix: "S".to_owned(),
            auto_backlog_sync: true,
        }
    }
}

/// How jobs run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Runner {
    /// Who carries out instructions: `claude`, `scripted` (follows its lines by itself), `acp` or
    /// `command`.
    pub agent: RunnerAgent,
    /// Program that carries out a job's instruction when the agent is `claude`.
    pub claude_command: String,
    /// Words of the program when the agent is `acp`, one that speaks the Agent Client Protocol.
    pub acp_command: Vec<String>,
    /// Whether that agent asks before it uses a tool; unless it does, each job needs an approval.
    pub acp_asks: bool,
    /// Words of the program when the agent is `command`; the instruction is its last argument.
    pub command: Vec<String>,
    /// Agents that sessions and jobs choose by name besides those four, each with `name`, `kind`,
    /// `command` and `asks`.
    pub agents: Vec<NamedAgent>,
    /// Seconds a job may take before it is stopped.
    pub timeout_seconds: u64,
    /// Jobs that run at once; further ones wait in the queue.
    pub max_concurrent_jobs: u32,
    /// Seconds a job that is asked to stop gets to do so.
    pub grace_seconds: u64,
    /// How often a job goes on by itself whose process was killed or lost with the machine.
    pub max_resumes: u32,
    /// Seconds between two checkpoints of a worktree while a job runs in it.
    pub checkpoint_seconds: u64,
    /// Turns one run of an agent may take; unset for the agent's own limit.
    pub max_turns: Option<u32>,
    /// What may be spent.
    pub budgets: Budgets,
}

/// An agent that sessions and jobs can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedAgent {
    /// What it is chosen by.
    pub name: String,
    /// How it is driven: `claude`, `acp` or `command`.
    pub kind: RunnerAgent,
    /// Words of its program.
    pub command: Vec<String>,
    /// Whether an agent that speaks the Agent Client Protocol asks before it uses a tool.
    #[serde(default)]
    pub asks: bool,
}

/// What may be spent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    /// What one job may cost in thousandths of a US dollar; unset for no limit.
    pub job_millidollars: Option<u64>,
    /// What the jobs of a session may cost together.
    pub session_millidollars: Option<u64>,
    /// What the jobs of a project may cost together.
    pub project_millidollars: Option<u64>,
    /// What all jobs of a day (UTC) may cost together.
    pub day_millidollars: Option<u64>,
}

/// Who carries out instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunnerAgent {
    /// Claude Code.
    Claude,
    /// The agent that comes with this program.
    Scripted,
    /// An agent that speaks the Agent Client Protocol.
    Acp,
    /// Any command.
    Command,
}

impl Default for Runner {
    fn default() -> Self {
        Self {
            agent: RunnerAgent::Claude,
            claude_command: "claude".to_owned(),
            acp_command: Vec::new(),
            acp_asks: false,
            command: Vec::new(),
            agents: Vec::new(),
            timeout_seconds: 3600,
            max_concurrent_jobs: 3,
            grace_seconds: 10,
            max_resumes: 1,
            checkpoint_seconds: 300,
            max_turns: None,
            budgets: Budgets::default(),
        }
    }
}

/// What confines agents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sandbox {
    /// What confines agents: `bubblewrap`, or `none`, which lets them do all you can do.
    pub kind: SandboxKind,
    /// The program bubblewrap.
    pub bubblewrap: PathBuf,
    /// Paths that agents may read besides programs and toolchains; `~` is your home folder.
    pub read: Vec<PathBuf>,
    /// Paths that agents may write besides their worktree.
    pub write: Vec<PathBuf>,
    /// Devices that agents may use.
    pub devices: Vec<PathBuf>,
    /// Hosts that agents reach without a question: `name`, `*.name` or `name:port`.
    pub hosts: Vec<String>,
    /// Variables of yours that agents get, such as the model's key; `*` at the end means any ending.
    pub variables: Vec<String>,
    /// Processes that one job may have.
    pub processes: u64,
    /// What the agents of one project see more, by the project's id.
    pub projects: BTreeMap<String, SandboxProject>,
}

/// What the agents of one project see more.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SandboxProject {
    /// Paths that its agents may read.
    pub read: Vec<PathBuf>,
    /// Paths that its agents may write.
    pub write: Vec<PathBuf>,
    /// Devices that its agents may use.
    pub devices: Vec<PathBuf>,
    /// Hosts that its agents reach without a question.
    pub hosts: Vec<String>,
}

/// What confines agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SandboxKind {
    /// Namespaces, built by the program bubblewrap.
    Bubblewrap,
    /// Nothing.
    None,
}

/// The models' endpoints and the registries of packages.
const HOSTS: [&str; 14] = [
    "api.anthropic.com",
    "console.anthropic.com",
    "platform.claude.com",
    "api.openai.com",
    "generativelanguage.googleapis.com",
    "crates.io",
    "*.crates.io",
    "*.npmjs.org",
    "*.yarnpkg.com",
    "pypi.org",
    "*.pythonhosted.org",
    "proxy.golang.org",
    "sum.golang.org",
    "rubygems.org",
];

/// What agents need to reach their model and to speak the person's language.
const VARIABLES: [&str; 10] = [
    "ANTHROPIC_*",
    "CLAUDE_CODE_*",
    "DISABLE_*",
    "GEMINI_API_KEY",
    "LANG",
    "LC_*",
    "OPENAI_API_KEY",
    "PATH",
    "TERM",
    "TZ",
];

impl Default for Sandbox {
    fn default() -> Self {
        Self {
            kind: SandboxKind::Bubblewrap,
            bubblewrap: PathBuf::from("bwrap"),
            read: Vec::new(),
            write: Vec::new(),
            devices: Vec::new(),
            hosts: HOSTS.map(str::to_owned).to_vec(),
            variables: VARIABLES.map(str::to_owned).to_vec(),
            processes: 4096,
            projects: BTreeMap::new(),
        }
    }
}

/// What needs a person's approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Approval {
    /// Whether writing files needs an approval.
    pub require_for_writes: bool,
    /// Whether shell commands need an approval; unset for no inside the sandbox and yes without one.
    pub require_for_shell: Option<bool>,
    /// Whether connections to hosts that are not listed need an approval.
    pub require_for_network: bool,
    /// Whether pushing needs an approval.
    pub require_for_push: bool,
    /// Whether deploying needs an approval.
    pub require_for_deploy: bool,
    /// Rules that come before the flags: `allow|ask|deny [project=ID] [session=ID] PATTERN`, the first
    /// that fits a whole command, `push URL REF` or `connect HOST:PORT` counts.
    pub rules: Vec<String>,
    /// Scopes that two people must approve, such as `force_push` and `deploy`.
    pub two_person: Vec<String>,
    /// Seconds an agent waits for an answer before it is put to sleep.
    pub wait_seconds: u64,
    /// Seconds a question stays open; after that the job is canceled.
    pub expiry_seconds: u64,
}

impl Default for Approval {
    fn default() -> Self {
        Self {
            require_for_writes: false,
            require_for_shell: None,
            require_for_network: true,
            require_for_push: true,
            require_for_deploy: true,
            rules: Vec::new(),
            two_person: Vec::new(),
            wait_seconds: 30,
            expiry_seconds: 24 * 3600,
        }
    }
}

/// The Telegram bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Telegram {
    /// Whether the bot runs when its token is there.
    pub enabled: bool,
    /// Name of the variable that holds the bot's token.
    pub bot_token_env: String,
    /// Chats that may use the bot; no other chat learns anything but its own number.
    pub allowed_chat_ids: Vec<i64>,
    /// People who may approve in those chats, besides those whose private chat is among them.
    pub allowed_user_ids: Vec<i64>,
    /// Where the Bot API is.
    pub api_base: String,
    /// Seconds one question for news stays open.
    pub poll_seconds: u64,
    /// Seconds a message about a running job stands before it is edited again.
    pub edit_seconds: u64,
}

impl Default for Telegram {
    fn default() -> Self {
        Self {
            enabled: true,
            bot_token_env: "TELEGRAM_BOT_TOKEN".to_owned(),
            allowed_chat_ids: Vec::new(),
            allowed_user_ids: Vec::new(),
            api_base: "https://api.telegram.org".to_owned(),
            poll_seconds: 25,
            edit_seconds: 3,
        }
    }
}
