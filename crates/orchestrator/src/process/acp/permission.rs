//! A permission an agent asks for over its protocol, in the words of the gate and back. What the
//! gate cannot be told clearly, it is told under a name it does not know, and so it asks a person.

use serde_json::{Value, json};

use crate::process::gate_client::{Address, Answer, Asker};

/// The tool and its input as the policy knows them.
pub(super) fn call(tool_call: &Value) -> (String, Value) {
    let input = &tool_call["rawInput"];
    let path = input["file_path"]
        .as_str()
        .or(input["path"].as_str())
        .or(tool_call["locations"][0]["path"].as_str());
    // Whatever an agent calls it, what has a command is one.
    if let Some(command) = command(&input["command"]) {
        return ("Bash".to_owned(), json!({ "command": command }));
    }
    let one_place = tool_call["locations"].as_array().is_none_or(|places| places.len() <= 1);
    match (tool_call["kind"].as_str().unwrap_or_default(), path) {
        ("edit", Some(path)) if one_place => {
            ("Edit".to_owned(), json!({ "file_path": path, "change": input }))
        }
        ("read" | "search", _) => ("Read".to_owned(), input.clone()),
        ("fetch", _) => ("WebFetch".to_owned(), input.clone()),
        _ => unknown(tool_call),
    }
}

/// A command as one text; words are quoted so that the shell's reader finds them as they are.
fn command(value: &Value) -> Option<String> {
    if let Some(text) = value.as_str() {
        return Some(text.to_owned()).filter(|text| !text.trim().is_empty());
    }
    let words: Option<Vec<&str>> = value.as_array()?.iter().map(Value::as_str).collect();
    let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
    let plain = |word: &str| {
        !word.is_empty()
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./=:@,+".contains(c))
    };
    let words: Vec<String> =
        words?.into_iter().map(|it| if plain(it) { it.to_owned() } else { quoted(it) }).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn unknown(tool_call: &Value) -> (String, Value) {
    let kind = tool_call["kind"].as_str().unwrap_or("other");
    let shown = json!({ "title": tool_call["title"], "input": tool_call["rawInput"] });
    (format!("acp:{kind}"), shown)
}

/// Whether the gate lets it pass; the protocol knows no sleep, so the agent waits.
pub(super) fn ask(place: &Address, tool: &str, id: &str, input: Value) -> bool {
    match place.ask(Asker::Prompt, tool, id, input) {
        Answer::Allow { .. } => true,
        Answer::Deny { reason } | Answer::Defer { reason } => {
            super::super::complain(&format!("refused: {reason}"));
            false
        }
    }
}

/// The option that says just this once what the gate said; where there is none, nothing is done.
pub(super) fn outcome(options: &Value, allowed: bool) -> Value {
    let wanted = if allowed { "allow_once" } else { "reject_once" };
    let found = options.as_array().into_iter().flatten().find(|option| option["kind"] == wanted);
    match found.and_then(|option| option["optionId"].as_str()) {
        Some(id) => json!({ "outcome": "selected", "optionId": id }),
        None => json!({ "outcome": "cancelled" }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_come_to_the_gate_under_the_names_it_knows_or_as_unknown() {
        for (tool_call, tool, input) in [
            (
                json!({"kind": "execute", "rawInput": {"command": "git push"}}),
                "Bash",
                json!({"command": "git push"}),
            ),
            (
                json!({"kind": "execute", "rawInput": {"command": ["git", "commit", "-m", "it's"]}}),
                "Bash",
                json!({"command": "git commit -m 'it'\\''s'"}),
            ),
            (
                json!({"kind": "edit", "rawInput": {"text": "x"}, "locations": [{"path": "/a"}]}),
                "Edit",
                json!({"file_path": "/a", "change": {"text": "x"}}),
            ),
            (
                json!({"kind": "edit", "title": "t", "rawInput": {}, "locations": [{"path": "/a"}, {"path": "/b"}]}),
                "acp:edit",
                json!({"title": "t", "input": {}}),
            ),
            (
                json!({"kind": "execute", "title": "push", "rawInput": {}}),
                "acp:execute",
                json!({"title": "push", "input": {}}),
            ),
            (
                json!({"kind": "read", "rawInput": {"command": "git push"}}),
                "Bash",
                json!({"command": "git push"}),
            ),
            (json!({"title": "x"}), "acp:other", json!({"title": "x", "input": null})),
        ] {
            assert_eq!(call(&tool_call), (tool.to_owned(), input), "{tool_call}");
        }
    }

    #[test]
    fn only_an_option_for_this_once_is_ever_chosen() {
        let options = json!([
            {"optionId": "always", "kind": "allow_always"},
            {"optionId": "once", "kind": "allow_once"},
            {"optionId": "never", "kind": "reject_always"},
        ]);
        let once = json!({"outcome": "selected", "optionId": "once"});
        assert_eq!(outcome(&options, true), once);
        assert_eq!(outcome(&options, false), json!({"outcome": "cancelled"}));
        assert_eq!(outcome(&json!([options[0]]), true), json!({"outcome": "cancelled"}));
        assert_eq!(outcome(&json!("nonsense"), true), json!({"outcome": "cancelled"}));
    }
}
