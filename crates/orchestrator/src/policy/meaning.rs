//! What a call does in words a person reads before answering: each part of it, as the policy sees it.

use serde_json::Value;

use super::{Part, WRITING, commands};
use crate::approvals::Scope;

/// What a call means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// Its parts in the order they run.
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

/// Reads a call as it is shown to people: a command of a shell, or a tool with its input.
pub(crate) fn meaning(tool: &str, shown: &str) -> Meaning {
    if tool == "Bash" || tool == "agent" {
        let effects = commands::effects(shown);
        let parts = effects.parts.iter().map(of_command).collect();
        return Meaning { parts, unclear: effects.unclear };
    }
    let input = shown.strip_prefix(tool).map(str::trim_start).unwrap_or_default();
    let input: Value = serde_json::from_str(input).unwrap_or_default();
    let named = |key: &str| input[key].as_str().map(|value| format!("`{value}`"));
    let does = match tool {
        _ if WRITING.contains(&tool) => {
            named("file_path").or(named("notebook_path")).map(|path| format!("writes {path}"))
        }
        "WebFetch" => named("url").map(|url| format!("fetches {url}")),
        "WebSearch" => named("query").map(|query| format!("searches the web for {query}")),
        _ => None,
    };
    let parts = does.map(|does| PartMeaning { command: tool.to_owned(), does: vec![does] });
    Meaning { parts: parts.into_iter().collect(), unclear: None }
}

fn of_command(part: &Part) -> PartMeaning {
    let mut does: Vec<String> = match pushed(&part.text) {
        Some(push) if part.scopes.contains(&Scope::Push) => vec![push],
        _ => Vec::new(),
    };
    let said = !does.is_empty();
    for scope in &part.scopes {
        let words = match scope {
            // To run something is what a command is; to reach a remote is what a push is.
            Scope::Shell => continue,
            Scope::Push | Scope::Network if said => continue,
            Scope::Push => "sends commits to a remote",
            Scope::ForcePush => "may overwrite what the remote has",
            Scope::Write => "writes files",
            Scope::Delete => "deletes",
            Scope::Deploy => "publishes or deploys",
            Scope::Network => "reaches the network",
        };
        does.push(words.to_owned());
    }
    if does.is_empty() {
        does.push("runs on this machine, in the worktree".to_owned());
    }
    PartMeaning { command: part.text.clone(), does }
}

/// Options of a push whose value is a word of its own.
const VALUED: [&str; 5] = ["-o", "--push-option", "--receive-pack", "--exec", "--repo"];

/// Where a push goes and what it sends, by its words; nothing where they do not say it plainly.
fn pushed(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split(' ').skip_while(|word| *word != "push").skip(1).collect();
    if words.iter().any(|word| VALUED.contains(word)) {
        return None;
    }
    let plain: Vec<&str> = words.into_iter().filter(|word| !word.starts_with('-')).collect();
    let (remote, refs) = plain.split_first()?;
    match refs {
        [] => Some(format!("sends the present branch to `{remote}`")),
        refs => {
            let names: Vec<String> = refs.iter().map(|name| format!("`{name}`")).collect();
            Some(format!("sends {} to `{remote}`", names.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn does(command: &str) -> Vec<String> {
        let read = meaning("Bash", command);
        read.parts.into_iter().flat_map(|part| part.does).collect()
    }

    #[test]
    fn a_push_says_what_goes_where() {
        assert_eq!(does("git push -q origin winter-tea"), ["sends `winter-tea` to `origin`"]);
        assert_eq!(
            does("git push --force origin main"),
            ["sends `main` to `origin`", "may overwrite what the remote has"]
        );
        assert_eq!(
            does("git push -o ci.skip origin main"),
            ["sends commits to a remote", "reaches the network"]
        );
        assert_eq!(does("git push"), ["sends commits to a remote", "reaches the network"]);
    }

    #[test]
    fn each_part_of_a_command_is_told_apart() {
        let read = meaning("Bash", "cargo test && rm -r build; sh -c 'git push origin x'");
        let told: Vec<_> =
            read.parts.iter().map(|part| (part.command.as_str(), part.does.join(", "))).collect();
        assert_eq!(told[0].0, "cargo test");
        assert_eq!(told[1], ("rm -r build", "deletes".to_owned()));
        assert_eq!(told.last().unwrap().1, "sends `x` to `origin`");
        assert!(meaning("Bash", "eval \"$X\"").unclear.is_some());
    }

    #[test]
    fn what_is_no_command_is_read_by_its_input() {
        let written = meaning("Write", r#"Write {"file_path":"a.md","content":"x"}"#);
        assert_eq!(written.parts[0].does, ["writes `a.md`"]);
        assert!(meaning("Odd", "Odd {}").parts.is_empty());
    }
}
