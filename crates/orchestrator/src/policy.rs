//! What an agent may do by itself, what a person must allow, what is never done. Pure: a call and
//! the configuration in, a judgement out; whatever is not understood must be asked about.

mod commands;
mod meaning;
mod rules;
mod shell;

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::approvals::{Scope, Scopes};
use crate::config::ApprovalConfig;
use crate::error::Refusal;
use rules::{Action, Place, Rule};

pub(crate) use meaning::{PartMeaning, meaning};

/// A call of an agent's tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) tool: &'a str,
    pub(crate) input: &'a Value,
    pub(crate) worktree: &'a Path,
    pub(crate) project_id: &'a str,
    pub(crate) session_id: &'a str,
}

/// What the policy says of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// It may be done; these are its scopes.
    Allow(Scopes),
    /// A person must allow these scopes.
    Ask(Scopes),
    /// It is not done, and why.
    Deny(String),
}

/// What a call does.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Effects {
    scopes: Scopes,
    /// Why nobody can tell what it does, if so: it is asked about whatever the flags say.
    unclear: Option<String>,
    /// Each part of the call as rules see it.
    parts: Vec<Part>,
}

/// One part of a call, and what it does by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    text: String,
    scopes: Scopes,
}

/// The policy of an orchestrator.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    free: Scopes,
    rules: Vec<Rule>,
}

impl Policy {
    /// Reads the flags and rules of a configuration.
    pub(crate) fn new(config: &ApprovalConfig) -> Result<Self, Refusal> {
        let rules = config.rules.iter().map(|text| Rule::parse(text)).collect::<Result<_, _>>()?;
        for name in &config.two_person {
            if Scope::parse(name).is_none() {
                let why = format!("expected one of {}", Scope::ALL.map(Scope::name).join(", "));
                return Err(Refusal::InvalidName { what: "scope", name: name.clone(), why });
            }
        }
        let asked = |scope: &Scope| match scope {
            Scope::Write => config.require_for_writes,
            Scope::Shell | Scope::Network => config.require_for_shell,
            Scope::Push | Scope::ForcePush => config.require_for_push,
            Scope::Deploy => config.require_for_deploy,
            Scope::Delete => config.require_for_shell || config.require_for_writes,
        };
        let free = Scope::ALL.into_iter().filter(|scope| !asked(scope)).collect();
        Ok(Self { free, rules })
    }

    /// Whether a scope needs nobody.
    pub(crate) fn is_free(&self, scope: Scope) -> bool {
        self.free.contains(&scope)
    }

    /// Judges a call.
    pub(crate) fn judge(&self, call: &Call<'_>) -> Judgement {
        let effects = effects(call);
        let place = Place { project_id: call.project_id, session_id: call.session_id };
        let actions: Vec<Option<Action>> =
            effects.parts.iter().map(|part| rules::first(&self.rules, place, &part.text)).collect();
        if actions.contains(&Some(Action::Deny)) {
            return Judgement::Deny("a rule forbids it".to_owned());
        }
        let all_allowed =
            !actions.is_empty() && actions.iter().all(|it| *it == Some(Action::Allow));
        if all_allowed && effects.unclear.is_none() {
            return Judgement::Allow(effects.scopes);
        }
        let asked = actions.contains(&Some(Action::Ask)) || effects.unclear.is_some();
        let needed: Scopes = match asked {
            true => effects.scopes.clone(),
            false => effects.scopes.difference(&self.free).copied().collect(),
        };
        match (asked, needed.is_empty()) {
            (false, true) => Judgement::Allow(effects.scopes),
            (true, true) => Judgement::Ask([Scope::Shell].into()),
            (_, false) => Judgement::Ask(needed),
        }
    }
}

/// Tools of agents that only look.
const READING: [&str; 12] = [
    "Read",
    "Glob",
    "Grep",
    "LS",
    "NotebookRead",
    "TodoRead",
    "TodoWrite",
    "BashOutput",
    "ExitPlanMode",
    "EnterPlanMode",
    "TaskOutput",
    "ToolSearch",
];
const WRITING: [&str; 4] = ["Write", "Edit", "MultiEdit", "NotebookEdit"];

fn effects(call: &Call<'_>) -> Effects {
    let tool = call.tool;
    if tool == "Bash" {
        return match call.input["command"].as_str() {
            Some(command) => commands::effects(command),
            None => unclear("the command is missing"),
        };
    }
    if WRITING.contains(&tool) {
        return writing(call);
    }
    let whole = |scopes: Scopes| vec![Part { text: tool.to_owned(), scopes }];
    let part = |scopes: Scopes| Effects { parts: whole(scopes.clone()), scopes, unclear: None };
    if READING.contains(&tool) {
        return part(Scopes::new());
    }
    match tool {
        "WebFetch" | "WebSearch" => part([Scope::Network].into()),
        // The subagent's own calls come to the gate one by one.
        "Task" | "Agent" => part(Scopes::new()),
        _ => Effects { parts: whole(Scopes::new()), ..unclear("the tool is not known") },
    }
}

fn unclear(why: &str) -> Effects {
    Effects { scopes: [Scope::Shell].into(), unclear: Some(why.to_owned()), parts: Vec::new() }
}

/// Writing inside the worktree is one thing; its git files, agents' settings and everything outside
/// it are another, and always asked about.
fn writing(call: &Call<'_>) -> Effects {
    let path = call.input["file_path"].as_str().or(call.input["notebook_path"].as_str());
    let Some(path) = path else { return unclear("the file is not named") };
    let inside = inside(call.worktree, Path::new(path));
    let shown = inside.as_ref().map_or_else(|| path.to_owned(), |it| it.display().to_string());
    let private = inside.as_ref().is_some_and(|it| {
        it.components().any(|part| {
            let name = part.as_os_str().to_string_lossy();
            [".git", ".claude", ".televibe", ".mcp.json"]
                .iter()
                .any(|it| name.eq_ignore_ascii_case(it))
        })
    });
    let why = match &inside {
        None => Some("it is outside the worktree".to_owned()),
        Some(_) if private => Some("it is a file that steers git or agents".to_owned()),
        Some(_) => None,
    };
    let scopes: Scopes = [Scope::Write].into();
    let part = Part { text: format!("{}({shown})", call.tool), scopes: scopes.clone() };
    Effects { scopes, unclear: why, parts: vec![part] }
}

/// The path from the worktree's top, if it stays inside whatever links it goes through.
fn inside(worktree: &Path, path: &Path) -> Option<PathBuf> {
    let full = worktree.join(path);
    let mut plain = PathBuf::new();
    for part in full.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) | Component::Normal(_) => plain.push(part),
        }
    }
    // The nearest folder that exists says where the rest will really be.
    let existing = plain.ancestors().find(|it| std::fs::symlink_metadata(it).is_ok())?;
    let real = std::fs::canonicalize(existing).ok()?.join(plain.strip_prefix(existing).ok()?);
    let top = std::fs::canonicalize(worktree).ok()?;
    real.strip_prefix(top).ok().map(Path::to_owned)
}

#[cfg(test)]
mod tests;
