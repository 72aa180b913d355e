//! What an agent may do by itself, what a person must allow, what is never done. Pure: a call and
//! the configuration in, a judgement out.
//!
//! Nobody reads a shell command here to guess what it does. Behind the wall it can do nothing that
//! leaves the house, so it is one thing: a command. What leaves (a push, a connection) comes by
//! itself, as what it is. Without the wall a command may do anything, so it counts as everything.

mod meaning;
mod rules;

use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use crate::approvals::{Scope, Scopes};
use crate::config::{ApprovalConfig, SandboxKind};
use crate::error::Refusal;
use rules::{Action, Rule};

pub(crate) use meaning::{PartMeaning, meaning};
pub(crate) use rules::Place;

/// A call of an agent's tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'a> {
    pub(crate) tool: &'a str,
    pub(crate) input: &'a Value,
    pub(crate) worktree: &'a Path,
    pub(crate) place: Place<'a>,
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

/// The policy of an orchestrator.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    free: Scopes,
    rules: Vec<Rule>,
    sandbox: SandboxKind,
}

impl Policy {
    /// Reads the flags and rules of a configuration.
    pub(crate) fn new(config: &ApprovalConfig, sandbox: SandboxKind) -> Result<Self, Refusal> {
        let rules = config.rules.iter().map(|text| Rule::parse(text)).collect::<Result<_, _>>()?;
        for name in &config.two_person {
            if Scope::parse(name).is_none() {
                let why = format!("expected one of {}", Scope::ALL.map(Scope::name).join(", "));
                return Err(Refusal::InvalidName { what: "scope", name: name.clone(), why });
            }
        }
        // Behind the wall a command needs nobody unless somebody says so.
        let shell = config.require_for_shell.unwrap_or(sandbox == SandboxKind::None);
        let asked = |scope: &Scope| match scope {
            Scope::Write => config.require_for_writes,
            Scope::Shell => shell,
            Scope::Network => config.require_for_network,
            Scope::Push | Scope::ForcePush => config.require_for_push,
            Scope::Deploy => config.require_for_deploy,
            Scope::Delete => shell || config.require_for_writes,
        };
        let free = Scope::ALL.into_iter().filter(|scope| !asked(scope)).collect();
        Ok(Self { free, rules, sandbox })
    }

    /// Whether an agent that never asks may be started without a question: what it may do behind
    /// the wall, or everything.
    pub(crate) fn lets_run(&self) -> bool {
        self.needs_nobody(Scope::Shell) && self.needs_nobody(Scope::Write)
    }

    /// Whether a scope needs nobody. Without the wall a command is every scope at once.
    fn needs_nobody(&self, scope: Scope) -> bool {
        match (scope, self.sandbox) {
            (Scope::Shell, SandboxKind::None) => self.free.len() == Scope::ALL.len(),
            _ => self.free.contains(&scope),
        }
    }

    /// Judges a call of a tool.
    pub(crate) fn judge(&self, call: &Call<'_>) -> Judgement {
        let (text, scope) = sort(call);
        let Some(scope) = scope else { return self.by_rules(call.place, &[text], None) };
        let outside = scope == Scope::Write
            && self.sandbox == SandboxKind::None
            && !is_inside(call.worktree, call.input);
        let scope = if outside { Scope::Shell } else { scope };
        self.by_rules(call.place, &[text], Some(scope))
    }

    /// Judges a push: `texts` are what rules see, one for each ref.
    pub(crate) fn judge_push(&self, place: Place<'_>, texts: &[String], scope: Scope) -> Judgement {
        self.by_rules(place, texts, Some(scope))
    }

    /// Judges a connection to a name that is not listed.
    pub(crate) fn judge_network(&self, place: Place<'_>, target: &str) -> Judgement {
        self.by_rules(place, &[format!("connect {target}")], Some(Scope::Network))
    }

    /// A rule must fit a text as a whole; to allow, each text needs one.
    fn by_rules(&self, place: Place<'_>, texts: &[String], scope: Option<Scope>) -> Judgement {
        let said: Vec<_> = texts.iter().map(|it| rules::first(&self.rules, place, it)).collect();
        let scopes: Scopes = scope.into_iter().collect();
        if said.contains(&Some(Action::Deny)) {
            return Judgement::Deny("a rule forbids it".to_owned());
        }
        if said.contains(&Some(Action::Ask)) {
            let asked = if scopes.is_empty() { [Scope::Shell].into() } else { scopes };
            return Judgement::Ask(asked);
        }
        let allowed = !said.is_empty() && said.iter().all(|it| *it == Some(Action::Allow));
        let free = scopes.iter().all(|scope| self.needs_nobody(*scope));
        if allowed || free { Judgement::Allow(scopes) } else { Judgement::Ask(scopes) }
    }
}

/// Tools of agents that only look.
const READING: [&str; 13] = [
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
    // What an agent searches with its model's own tools never passes this machine.
    "WebSearch",
];
const WRITING: [&str; 4] = ["Write", "Edit", "MultiEdit", "NotebookEdit"];

/// What rules see of a call, and what it is; a subagent's own calls come one by one.
fn sort(call: &Call<'_>) -> (String, Option<Scope>) {
    let tool = call.tool;
    if let Some(command) = call.input["command"].as_str() {
        return (command.to_owned(), Some(Scope::Shell));
    }
    if WRITING.contains(&tool) {
        let shown = path(call.input).unwrap_or_default();
        return (format!("{tool}({shown})"), Some(Scope::Write));
    }
    let looks = READING.contains(&tool) || matches!(tool, "Task" | "Agent");
    (tool.to_owned(), (!looks).then_some(Scope::Shell))
}

fn path(input: &Value) -> Option<&str> {
    input["file_path"].as_str().or(input["notebook_path"].as_str())
}

/// Whether a path stays inside the worktree, whatever links it goes through.
fn is_inside(worktree: &Path, input: &Value) -> bool {
    let Some(path) = path(input) else { return false };
    let mut plain = PathBuf::new();
    for part in worktree.join(path).components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) | Component::Normal(_) => plain.push(part),
        }
    }
    // The nearest folder that exists says where the rest will really be.
    let existing = plain.ancestors().find(|it| std::fs::symlink_metadata(it).is_ok());
    let real = existing.and_then(|it| std::fs::canonicalize(it).ok());
    let top = std::fs::canonicalize(worktree);
    matches!((real, top), (Some(real), Ok(top)) if real.starts_with(&top))
}

#[cfg(test)]
mod tests;
