//! What simple commands do, by their words.

use super::shell::{self, Script, Simple, Text};
use super::{Effects, Part};
use crate::approvals::{Scope, Scopes};

mod git;
mod tables;

use tables::{CARRIERS, DELETING, DEPLOYING, EVALUATING, NETWORK, RUNNING, SHELLS};

/// What a script does.
pub(super) fn effects(text: &str) -> Effects {
    let mut script = shell::read(text);
    let mut effects = Effects { scopes: [Scope::Shell].into(), ..Effects::default() };
    let mut doubt = None;
    let mut index = 0;
    // Commands inside commands are added to the end while this goes on.
    while let Some(simple) = script.commands.get(index).cloned() {
        index += 1;
        let found = examine(&simple, &mut script);
        effects.parts.push(Part { text: joined(&simple), scopes: found.scopes.clone() });
        effects.scopes.extend(found.scopes);
        doubt = doubt.or(found.unclear);
        if index > 1000 {
            doubt = doubt.or(Some("it has too many commands".to_owned()));
            break;
        }
    }
    if script.writes {
        effects.scopes.insert(Scope::Write);
    }
    effects.unclear = script.unclear.or(doubt);
    if script.commands.is_empty() && effects.unclear.is_none() {
        effects.unclear = Some("it holds no command".to_owned());
    }
    effects
}

/// What one command does.
#[derive(Debug, Default)]
pub(super) struct Found {
    scopes: Scopes,
    unclear: Option<String>,
}

impl Found {
    pub(super) fn with(mut self, scope: Scope) -> Self {
        self.scopes.insert(scope);
        self
    }

    pub(super) fn unclear(why: impl Into<String>) -> Self {
        Self { scopes: Scopes::new(), unclear: Some(why.into()) }
    }
}

fn joined(simple: &Simple) -> String {
    let words = simple.words.iter().map(|word| word.as_deref().unwrap_or("\u{fffd}"));
    words.collect::<Vec<_>>().join(" ")
}

/// Variables that make an innocent command do something else.
fn steers(name: &str) -> bool {
    name.starts_with("GIT_")
        || name.starts_with("LD_")
        || name.starts_with("TELEVIBE_")
        || matches!(
            name,
            "PATH" | "BASH_ENV" | "ENV" | "IFS" | "HOME" | "SHELLOPTS" | "PROMPT_COMMAND"
        )
}

fn examine(simple: &Simple, script: &mut Script) -> Found {
    if let Some(name) = simple.variables.iter().find(|name| steers(name)) {
        return Found::unclear(format!("it sets `{name}`"));
    }
    if simple.words.is_empty() {
        return Found::default();
    }
    words(&simple.words, script)
}

/// What a command given by its words does; the first may be one that carries another.
pub(super) fn words(words: &[Text], script: &mut Script) -> Found {
    let Some((Some(first), rest)) = words.split_first() else {
        return Found::unclear("the name of the command is only known when it runs");
    };
    let name = first.rsplit('/').next().unwrap_or(first);
    if EVALUATING.contains(&name) {
        return Found::unclear(format!("`{name}` runs text that is only known when it runs"));
    }
    if SHELLS.contains(&name) {
        return inner_shell(name, rest, script);
    }
    if CARRIERS.contains(&name) {
        return carried(name, rest, script);
    }
    if let Some(doubt) = inline_code(name, rest) {
        return doubt;
    }
    match name {
        "git" => git::effects(rest),
        "gh" | "glab" => forge(rest),
        "find" => find(rest, script),
        _ => by_table(name, rest),
    }
}

/// `sh -c TEXT` is taken apart; a shell that reads its script from elsewhere is not known.
fn inner_shell(name: &str, rest: &[Text], script: &mut Script) -> Found {
    let flag = rest.iter().position(|word| {
        word.as_deref()
            .is_some_and(|it| it.starts_with('-') && !it.starts_with("--") && it.contains('c'))
    });
    match flag.map(|at| rest.get(at + 1)) {
        Some(Some(Some(text))) => {
            script.text(text);
            Found::default()
        }
        _ => Found::unclear(format!("`{name}` runs a script that is not seen here")),
    }
}

/// `env`, `sudo`, `xargs` and their like run the command in their words.
fn carried(name: &str, rest: &[Text], script: &mut Script) -> Found {
    let mut rest = rest;
    let mut found = Found::default();
    while let Some((word, more)) = rest.split_first() {
        match word.as_deref() {
            None => return Found::unclear(format!("`{name}` carries an unknown command")),
            Some(option) if option.starts_with('-') => {
                // Some options take a value; asking is the safe side of not knowing which.
                found = Found::unclear(format!("`{name}` has options of its own"));
                rest = more;
            }
            Some(variable) if variable.contains('=') => {
                let key = variable.split('=').next().unwrap_or_default();
                if steers(key) {
                    return Found::unclear(format!("it sets `{key}`"));
                }
                rest = more;
            }
            Some(time) if name == "timeout" && time.starts_with(|c: char| c.is_ascii_digit()) => {
                rest = more;
            }
            Some(_) => break,
        }
    }
    if rest.is_empty() {
        return found;
    }
    let mut inner = words(rest, script);
    inner.unclear = inner.unclear.or(found.unclear);
    if name == "xargs" && inner.unclear.is_none() {
        inner.unclear = Some("`xargs` adds words that are only known when it runs".to_owned());
    }
    inner
}

/// Interpreters that are given their program on the command line.
fn inline_code(name: &str, rest: &[Text]) -> Option<Found> {
    let flags: &[&str] = match name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
        "python" | "pypy" => &["-c", "-"],
        "node" | "bun" | "deno" => &["-e", "--eval", "-p", "eval", "-"],
        "perl" | "ruby" => &["-e", "-E", "-"],
        "php" => &["-r"],
        "awk" | "gawk" | "mawk" => &[],
        _ => return None,
    };
    let given = rest.iter().flatten().any(|word| flags.iter().any(|flag| word.starts_with(flag)));
    given.then(|| Found::unclear(format!("`{name}` is given a program on the command line")))
}

fn find(rest: &[Text], script: &mut Script) -> Found {
    let word = |text: &str| rest.iter().any(|it| it.as_deref() == Some(text));
    let mut found = Found::default();
    if word("-delete") {
        found = found.with(Scope::Delete);
    }
    for flag in ["-exec", "-execdir", "-ok", "-okdir"] {
        if let Some(at) = rest.iter().position(|it| it.as_deref() == Some(flag)) {
            let inner = words(&rest[at + 1..], script);
            found.scopes.extend(inner.scopes);
            found.unclear = Some("`find` runs a command on what it finds".to_owned());
        }
    }
    found
}

fn forge(rest: &[Text]) -> Found {
    let plain: Vec<&str> =
        rest.iter().flatten().map(String::as_str).filter(|it| !it.starts_with('-')).collect();
    let network = Found::default().with(Scope::Network);
    match plain[..] {
        ["pr" | "mr", "merge", ..] => network.with(Scope::Push),
        ["release" | "workflow" | "run", ..] => network.with(Scope::Deploy),
        ["repo" | "issue" | "pr" | "mr", "delete" | "close", ..] => network.with(Scope::Delete),
        ["api" | "extension" | "alias", ..] => {
            let mut found = network;
            found.unclear = Some("it can do anything at the forge".to_owned());
            found
        }
        _ => network,
    }
}

fn by_table(name: &str, rest: &[Text]) -> Found {
    let plain: Vec<&str> = rest.iter().flatten().map(String::as_str).collect();
    let mut found = Found::default();
    if DELETING.contains(&name) {
        found = found.with(Scope::Delete);
    }
    let goes_out = NETWORK.iter().any(|(tool, words)| {
        *tool == name && (words.is_empty() || plain.iter().any(|it| words.contains(it)))
    });
    if goes_out {
        found = found.with(Scope::Network);
    }
    let deploys = DEPLOYING.iter().any(|(tool, words)| {
        *tool == name && (words.is_empty() || plain.iter().any(|it| words.contains(it)))
    });
    let named = RUNNING.contains(&name)
        && plain
            .iter()
            .any(|it| ["deploy", "release", "publish"].iter().any(|word| it.contains(word)));
    if deploys || named {
        found = found.with(Scope::Deploy).with(Scope::Network);
    }
    if rest.iter().any(Option::is_none) && (deploys || RUNNING.contains(&name)) {
        found.unclear = Some(format!("what `{name}` does is only known when it runs"));
    }
    found
}
