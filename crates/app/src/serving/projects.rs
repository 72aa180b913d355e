//! From the configuration to the orchestrator: its folders, its agent, what needs a person.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use orchestrator::config::{
    Agent, AgentConfig, ApprovalConfig, Budgets, ClaudeHome, RunnerConfig, SandboxConfig,
    SandboxKind, TelegramConfig, Visible,
};
use orchestrator::{Orchestrator, Refusal};
use store::Store;

use crate::config::{self, Config, RunnerAgent};
use crate::data::DataDir;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;

/// Makes the orchestrator; nothing runs yet.
pub(super) fn orchestrator(
    store: &Store,
    data: &DataDir,
    config: &Config,
    environment: &Environment,
) -> Result<Arc<Orchestrator>, Failure> {
    let settings = &config.orchestrator;
    let root = settings.root.as_deref().map(existing).transpose()?;
    // Without a root, projects are registered one by one and sessions stay with the house's data.
    let base = match &root {
        Some(root) => root.clone(),
        None => {
            std::path::absolute(data.root()).map_err(|error| Failure::new(Exit::Data, error))?
        }
    };
    let folder = base.join(&settings.paths.televibe_dir);
    let made = orchestrator::Config {
        root,
        workspaces: base.join(&settings.paths.workspaces_dir),
        logs: base.join(&settings.paths.logs_dir),
        profile: settings.defaults.superclaude_profile.clone(),
        session_prefix: settings.defaults.session_id_prefix.clone(),
        auto_backlog_sync: settings.defaults.auto_backlog_sync,
        runner: runner(&settings.runner, environment),
        sandbox: sandbox(&settings.sandbox, data, environment)?,
        approval: approval(&settings.approval),
        hidden_variables: vec![settings.telegram.bot_token_env.clone()],
        telegram: telegram(&settings.telegram, environment),
        ..orchestrator::Config::new(folder, environment.program())
    };
    let short =
        environment.variable("XDG_RUNTIME_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    Orchestrator::new(store.clone(), made, &short).map_err(refused)
}

/// Why the orchestrator cannot begin.
pub(super) fn refused(refusal: Refusal) -> Failure {
    let error = kernel::ToolError::from(refusal);
    let exit = match &*error.code {
        "ROOT_IN_USE" => Exit::DataInUse,
        "INVALID_NAME" => Exit::Config,
        _ => Exit::Data,
    };
    let failure = Failure::new(exit, &error.message);
    match error.hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// The folder of projects, which must be there.
pub fn existing(root: &Path) -> Result<PathBuf, Failure> {
    let found = std::fs::canonicalize(root).ok().filter(|path| path.is_dir());
    found.ok_or_else(|| {
        let message = format!("`{}` is no folder that can be read", root.display());
        Failure::new(Exit::Config, message).hint("give `--root` the folder that holds the projects")
    })
}

fn runner(settings: &config::Runner, environment: &Environment) -> RunnerConfig {
    RunnerConfig {
        agent: kind(settings.agent),
        claude_command: settings.claude_command.clone(),
        claude_home: claude_home(environment),
        acp_command: settings.acp_command.clone(),
        acp_asks: settings.acp_asks,
        command: settings.command.clone(),
        agents: settings.agents.iter().map(|it| (it.name.clone(), agent(it))).collect(),
        timeout: Duration::from_secs(settings.timeout_seconds),
        max_concurrent_jobs: usize::try_from(settings.max_concurrent_jobs).unwrap_or(usize::MAX),
        grace: Duration::from_secs(settings.grace_seconds),
        max_resumes: settings.max_resumes,
        checkpoint_every: Duration::from_secs(settings.checkpoint_seconds),
        max_turns: settings.max_turns,
        budgets: Budgets {
            job: settings.budgets.job_millidollars,
            session: settings.budgets.session_millidollars,
            project: settings.budgets.project_millidollars,
            day: settings.budgets.day_millidollars,
        },
    }
}

fn kind(agent: RunnerAgent) -> Agent {
    match agent {
        RunnerAgent::Claude => Agent::Claude,
        RunnerAgent::Scripted => Agent::Scripted,
        RunnerAgent::Acp => Agent::Acp,
        RunnerAgent::Command => Agent::Command,
    }
}

fn agent(settings: &config::NamedAgent) -> AgentConfig {
    let (kind, command) = (kind(settings.kind), settings.command.clone());
    AgentConfig { kind, command, asks: settings.asks }
}

/// Where Claude Code keeps what is the person's own.
fn claude_home(environment: &Environment) -> Option<ClaudeHome> {
    if let Some(folder) = environment.variable("CLAUDE_CONFIG_DIR").map(PathBuf::from) {
        return Some(ClaudeHome { servers: folder.join(".claude.json"), folder });
    }
    let home = environment.home()?;
    Some(ClaudeHome { folder: home.join(".claude"), servers: home.join(".claude.json") })
}

/// The bot runs where its token is.
fn telegram(settings: &config::Telegram, environment: &Environment) -> Option<TelegramConfig> {
    let token = environment.variable(&settings.bot_token_env).filter(|_| settings.enabled)?;
    Some(TelegramConfig {
        token: token.trim().to_owned(),
        api_base: settings.api_base.clone(),
        chats: settings.allowed_chat_ids.clone(),
        users: settings.allowed_user_ids.clone(),
        poll: Duration::from_secs(settings.poll_seconds),
        edit_every: Duration::from_secs(settings.edit_seconds),
    })
}

/// The wall around agents, and what of this person's surroundings they get.
fn sandbox(
    settings: &config::Sandbox,
    data: &DataDir,
    environment: &Environment,
) -> Result<SandboxConfig, Failure> {
    let config::Sandbox { read, write, devices, hosts, .. } = settings.clone();
    let mut more = Visible { read, write, devices, hosts };
    // Whoever moves the model's endpoint means it to be reached.
    more.hosts.extend(environment.variable("ANTHROPIC_BASE_URL").and_then(authority));
    let projects = settings.projects.iter().map(|(id, own)| {
        let config::SandboxProject { read, write, devices, hosts } = own.clone();
        (id.clone(), Visible { read, write, devices, hosts })
    });
    let given = |name: &str| {
        settings.variables.iter().any(|wanted| match wanted.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => name == wanted,
        })
    };
    let variables = environment.variables().filter(|(name, _)| given(name));
    let house = std::path::absolute(data.root()).map_err(|it| Failure::new(Exit::Data, it))?;
    let usual = SandboxConfig::default();
    Ok(SandboxConfig {
        kind: match settings.kind {
            config::SandboxKind::Bubblewrap => SandboxKind::Bubblewrap,
            config::SandboxKind::None => SandboxKind::None,
        },
        program: settings.bubblewrap.clone(),
        more,
        projects: projects.collect(),
        variables: variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        home: environment.home().unwrap_or(usual.home),
        hidden: vec![house],
        processes: settings.processes,
    })
}

/// The host and port of a URL.
fn authority(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split('/').next()?;
    let usual = if scheme == "http" { 80 } else { 443 };
    let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    Some(if has_port { authority.to_owned() } else { format!("{authority}:{usual}") })
}

fn approval(settings: &config::Approval) -> ApprovalConfig {
    ApprovalConfig {
        require_for_writes: settings.require_for_writes,
        require_for_shell: settings.require_for_shell,
        require_for_network: settings.require_for_network,
        require_for_push: settings.require_for_push,
        require_for_deploy: settings.require_for_deploy,
        rules: settings.rules.clone(),
        two_person: settings.two_person.clone(),
        wait: Duration::from_secs(settings.wait_seconds),
        expiry: Duration::from_secs(settings.expiry_seconds),
    }
}
