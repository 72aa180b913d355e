//! What a git command does. A word git does not know by itself may be an alias for anything.

use super::super::shell::Text;
use super::Found;
use crate::approvals::Scope;

/// Commands that stay in the repository and take nothing away.
const HARMLESS: [&str; 44] = [
    "add",
    "am",
    "annotate",
    "apply",
    "archive",
    "bisect",
    "blame",
    "cat-file",
    "check-ignore",
    "cherry",
    "cherry-pick",
    "commit",
    "count-objects",
    "describe",
    "diff",
    "diff-tree",
    "fsck",
    "for-each-ref",
    "format-patch",
    "grep",
    "help",
    "init",
    "log",
    "ls-files",
    "ls-tree",
    "merge",
    "merge-base",
    "merge-tree",
    "mv",
    "name-rev",
    "notes",
    "range-diff",
    "rebase",
    "reflog",
    "restore",
    "rev-list",
    "rev-parse",
    "revert",
    "shortlog",
    "show",
    "show-ref",
    "status",
    "switch",
    "version",
];

pub(super) fn effects(words: &[Text]) -> Found {
    let mut rest = words;
    let command = loop {
        let Some((word, more)) = rest.split_first() else { return Found::default() };
        rest = more;
        match word.as_deref() {
            None => return Found::unclear("the git command is only known when it runs"),
            Some("-C") => rest = rest.get(1..).unwrap_or_default(),
            Some("--no-pager" | "-P" | "--version" | "--help" | "-p" | "--paginate") => {}
            Some(option) if option.starts_with('-') => {
                return Found::unclear(format!(
                    "git is given `{option}`, which can change its ways"
                ));
            }
            Some(command) => break command,
        }
    };
    let known: Vec<&str> = rest.iter().flatten().map(String::as_str).collect();
    if rest.iter().any(Option::is_none) && command == "push" {
        return Found::unclear("what is pushed is only known when it runs").with(Scope::ForcePush);
    }
    if known.iter().any(|it| it.starts_with("--no-verify")) && command == "push" {
        return Found::unclear("the push would pass its witness by").with(Scope::ForcePush);
    }
    by_name(command, &known)
}

fn by_name(command: &str, words: &[&str]) -> Found {
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let found = Found::default();
    match command {
        "push" => pushed(words),
        "send-pack" | "http-push" => found.with(Scope::ForcePush),
        "fetch" | "pull" | "clone" | "ls-remote" | "submodule" | "remote" | "lfs" => {
            found.with(Scope::Network)
        }
        "clean" | "rm" | "gc" | "prune" | "filter-branch" | "filter-repo" | "update-ref" => {
            found.with(Scope::Delete)
        }
        "reset" | "checkout" if has(&["--hard", "--force", "-f", "--", "."]) => {
            found.with(Scope::Delete)
        }
        "branch" | "tag" | "worktree" | "stash"
            if words.iter().any(|word| {
                let removes = ["remove", "prune", "drop", "clear", "pop"];
                word.starts_with("-d")
                    || word.starts_with("-D")
                    || *word == "--delete"
                    || word.starts_with("-f")
                    || *word == "--force"
                    || removes.contains(word)
            }) =>
        {
            found.with(Scope::Delete)
        }
        "reset" | "checkout" | "branch" | "tag" | "worktree" | "stash" => found,
        "diff" | "log" | "show" | "grep" | "format-patch" | "archive"
            if words.iter().any(|word| {
                word.starts_with("--output")
                    || word.starts_with("-O")
                    || word.starts_with("--open")
                    || word.starts_with("--ext-diff")
                    || word.starts_with("--remote")
            }) =>
        {
            Found::unclear(format!("`git {command}` is told to write or run something"))
        }
        "rebase" | "bisect" if has(&["--exec", "-x", "run"]) => {
            Found::unclear(format!("`git {command}` runs a command"))
        }
        "config" => Found::unclear("git's settings can make any later command do anything"),
        known if HARMLESS.contains(&known) => found,
        other => Found::unclear(format!("`git {other}` may be an alias")),
    }
}

fn pushed(words: &[&str]) -> Found {
    let found = Found::default().with(Scope::Push).with(Scope::Network);
    let forced = words.iter().any(|word| {
        word.starts_with("--force")
            || *word == "--mirror"
            || *word == "--prune"
            || word.starts_with('+')
            || (word.starts_with('-') && !word.starts_with("--") && word.contains('f'))
    });
    let deletes = words.iter().any(|word| {
        word.starts_with(':')
            || *word == "--delete"
            || (word.starts_with('-') && !word.starts_with("--") && word.contains('d'))
    });
    match (forced, deletes) {
        (false, false) => found,
        (_, true) => found.with(Scope::ForcePush).with(Scope::Delete),
        (true, false) => found.with(Scope::ForcePush),
    }
}
