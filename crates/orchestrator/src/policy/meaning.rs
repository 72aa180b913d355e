//! What a call means, in words a person reads before answering: what is certain, and else only what
//! it can touch. Nothing is guessed from a command's text.

use serde_json::Value;

use super::WRITING;

/// What a call means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// Its parts.
    pub(crate) parts: Vec<PartMeaning>,
    /// Why nobody can tell what it does, if so.
    pub(crate) unclear: Option<String>,
}

/// One part of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartMeaning {
    pub(crate) command: String,
    pub(crate) does: Vec<String>,
}

/// What is said of a command that nothing confines.
const UNCONFINED: &str = "no sandbox: it runs as you and may do anything you can do, pushing, \
    publishing and reading your keys included";

/// Reads a question: the call as it is shown, and what the house knows of its effect.
pub(crate) fn meaning(tool: &str, shown: &str, effect: &Value) -> Meaning {
    if let Some(references) = effect["refs"].as_array() {
        return Meaning { parts: references.iter().map(reference).collect(), unclear: None };
    }
    if let Some(host) = effect["host"].as_str() {
        let does = vec![format!("connects to `{host}`, which is not listed; data can leave by it")];
        let parts = vec![PartMeaning { command: shown.to_owned(), does }];
        return Meaning { parts, unclear: None };
    }
    let input = shown.strip_prefix(tool).map(str::trim_start).unwrap_or_default();
    let input: Value = serde_json::from_str(input).unwrap_or_default();
    let path = input["file_path"].as_str().or(input["notebook_path"].as_str());
    if let Some(path) = path.filter(|_| WRITING.contains(&tool)) {
        let does = vec![format!("writes `{path}`")];
        let parts = vec![PartMeaning { command: tool.to_owned(), does }];
        return Meaning { parts, unclear: None };
    }
    let confined = effect["sandbox"] == "bubblewrap";
    let does = if confined { limits(effect) } else { vec![UNCONFINED.to_owned()] };
    let unclear = (!confined).then(|| "what it does is only known when it runs".to_owned());
    Meaning { parts: vec![PartMeaning { command: shown.to_owned(), does }], unclear }
}

/// What a program behind the wall can touch.
fn limits(effect: &Value) -> Vec<String> {
    let listed = |key: &str| {
        let names = effect[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    let mut does = vec![
        "runs a program in the sandbox: it may change this worktree, and a home and temporary \
         folder of its own"
            .to_owned(),
    ];
    let (written, hosts) = (listed("writes"), listed("hosts"));
    if !written.is_empty() {
        does.push(format!("it may also write {written}"));
    }
    if !hosts.is_empty() {
        does.push(format!("it may reach {hosts}"));
    }
    does.push("it cannot push, and your keys and other sessions are not there".to_owned());
    does
}

/// One ref of a push.
fn reference(it: &Value) -> PartMeaning {
    let text = |key: &str| it[key].as_str().unwrap_or_default();
    let short = |key: &str| text(key).chars().take(12).collect::<String>();
    let (name, old, new) = (text("name"), short("old"), short("new"));
    let commits = it["count"].as_u64().unwrap_or_default();
    let words = if commits == 1 { "1 commit".to_owned() } else { format!("{commits} commits") };
    let does = match text("kind") {
        "create" => format!("makes `{name}` at {new}, with {words} that the remote does not have"),
        "fast_forward" => format!("moves `{name}` from {old} to {new}: {words}"),
        "delete" => format!("deletes `{name}`, which is at {old}"),
        _ => format!(
            "overwrites `{name}`: from {old} to {new}, {words} new, and what only {old} has is \
             taken away from the remote"
        ),
    };
    PartMeaning { command: format!("{} {name}", text("kind").replace('_', "-")), does: vec![does] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_push_is_told_by_its_refs() {
        let effect = json!({ "refs": [
            { "name": "refs/heads/a", "old": "0".repeat(40), "new": "1".repeat(40), "kind": "create", "count": 2 },
            { "name": "refs/heads/b", "old": "2".repeat(40), "new": "3".repeat(40), "kind": "force", "count": 1 },
            { "name": "refs/tags/c", "old": "4".repeat(40), "new": "0".repeat(40), "kind": "delete", "count": 0 },
        ]});
        let told: Vec<String> =
            meaning("git-push", "", &effect).parts.into_iter().flat_map(|it| it.does).collect();
        assert!(
            told[0].starts_with("makes `refs/heads/a` at 111111111111, with 2 commits"),
            "{told:?}"
        );
        assert!(told[1].starts_with("overwrites `refs/heads/b`"), "{told:?}");
        assert_eq!(told[2], "deletes `refs/tags/c`, which is at 444444444444");
    }

    #[test]
    fn of_a_command_only_its_limits_are_told() {
        let confined = json!({ "sandbox": "bubblewrap", "hosts": ["example.org"] });
        for command in ["ls", "./deploy.sh", "{git,push,origin,main}", "echo x >> ~/.bashrc"] {
            let read = meaning("Bash", command, &confined);
            assert!(read.parts[0].does[0].starts_with("runs a program in the sandbox"));
            assert!(read.parts[0].does.iter().any(|it| it.contains("`example.org`")));
            assert!(read.parts[0].does.iter().any(|it| it.contains("cannot push")));
            let loose = meaning("Bash", command, &json!({ "sandbox": "none" }));
            assert!(loose.parts[0].does[0].starts_with("no sandbox"), "{command}");
            assert!(loose.unclear.is_some());
        }
        let written = meaning("Write", r#"Write {"file_path":"a.md"}"#, &confined);
        assert_eq!(written.parts[0].does, ["writes `a.md`"]);
    }
}
