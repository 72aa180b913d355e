//! What an agent's output means: how it went, what it said last, what it cost.

use serde::{Deserialize, Serialize};
use serde_json::Value;

const LONGEST_SUMMARY: usize = 2000;

/// How an agent speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Dialect {
    /// One JSON message a line, the last one the result.
    StreamJson,
    /// Any text; the exit code is the result.
    Plain,
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub(crate) enum Ending {
    /// It did what it was told.
    Done,
    /// It did not, and why.
    Failed { error: String },
    /// It was asked to stop.
    Stopped,
    /// It took too long.
    TimedOut,
    /// It waits for a person and runs no more.
    Deferred { tool_use_id: String },
}

/// All that is known of a finished run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) ending: Ending,
    pub(crate) summary: String,
    /// What the agent's session has cost so far, in millionths of a US dollar.
    pub(crate) session_cost: u64,
}

/// Follows an agent's output line by line.
pub(crate) struct Reading {
    dialect: Dialect,
    result: Option<Value>,
    last: String,
}

impl Reading {
    pub(crate) fn new(dialect: Dialect) -> Self {
        Self { dialect, result: None, last: String::new() }
    }

    /// Takes a line and gives what a person should see of it, if anything.
    pub(crate) fn line(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        if line.is_empty() {
            return None;
        }
        let said = match self.dialect {
            Dialect::Plain => Some(line.to_owned()),
            Dialect::StreamJson => match serde_json::from_str::<Value>(line) {
                Ok(message) => self.message(message),
                // Complaints of the agent itself are not in its protocol.
                Err(_) => Some(line.to_owned()),
            },
        };
        let said = said.map(|text| shortened(&text));
        if let Some(said) = &said {
            self.last.clone_from(said);
        }
        said
    }

    fn message(&mut self, message: Value) -> Option<String> {
        match message["type"].as_str()? {
            "assistant" => message["message"]["content"].as_array()?.iter().find_map(block),
            "result" => {
                self.result = Some(message);
                None
            }
            _ => None,
        }
    }

    /// The outcome, given how the process itself ended.
    pub(crate) fn finish(self, exit: Result<(), String>) -> Outcome {
        let Some(result) = &self.result else {
            return self.without_result(exit);
        };
        let text = |key: &str| result[key].as_str().unwrap_or_default();
        let dollars = result["total_cost_usd"].as_f64().unwrap_or(0.0).max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
        let session_cost = (dollars * 1e6).round() as u64;
        let deferred = result["deferred_tool_use"]["id"].as_str();
        let ending = match deferred.filter(|_| text("terminal_reason") == "tool_deferred") {
            Some(id) => Ending::Deferred { tool_use_id: id.to_owned() },
            None if result["is_error"] == false && text("subtype") == "success" => Ending::Done,
            None => Ending::Failed { error: why(result) },
        };
        let said = text("result");
        let summary = if said.is_empty() { self.last.clone() } else { shortened(said) };
        Outcome { ending, summary, session_cost }
    }

    fn without_result(self, exit: Result<(), String>) -> Outcome {
        let ending = match (self.dialect, exit) {
            (Dialect::Plain, Ok(())) => Ending::Done,
            (Dialect::StreamJson, Ok(())) => {
                Ending::Failed { error: "the agent ended without a result".to_owned() }
            }
            (_, Err(how)) => {
                let said =
                    if self.last.is_empty() { String::new() } else { format!(": {}", self.last) };
                Ending::Failed { error: format!("the agent ended with {how}{said}") }
            }
        };
        Outcome { ending, summary: self.last, session_cost: 0 }
    }
}

fn block(block: &Value) -> Option<String> {
    match block["type"].as_str()? {
        "text" => block["text"].as_str().map(str::to_owned),
        "tool_use" => {
            let name = block["name"].as_str()?;
            let input = &block["input"];
            let about = input["command"].as_str().or(input["file_path"].as_str());
            Some(about.map_or_else(|| name.to_owned(), |about| format!("{name}: {about}")))
        }
        _ => None,
    }
}

fn why(result: &Value) -> String {
    let errors = result["errors"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let said = result["result"].as_str().filter(|text| !text.is_empty());
    let reason = result["terminal_reason"].as_str().or(result["subtype"].as_str());
    let mut parts: Vec<&str> = said.into_iter().chain(errors).collect();
    parts.extend(reason);
    shortened(&parts.join("; "))
}

fn shortened(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= LONGEST_SUMMARY {
        return text.to_owned();
    }
    let kept: String = text.chars().take(LONGEST_SUMMARY).collect();
    format!("{kept}…")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(lines: &[&str], exit: Result<(), String>) -> Outcome {
        let mut reading = Reading::new(Dialect::StreamJson);
        for line in lines {
            reading.line(line);
        }
        reading.finish(exit)
    }

    #[test]
    fn success_is_what_the_result_says_whatever_the_exit_code() {
        let good = r#"{"type":"result","subtype":"success","is_error":false,"result":"all good","total_cost_usd":0.5}"#;
        let outcome = ending(&[good], Err("exit status: 1".to_owned()));
        assert_eq!((outcome.ending, outcome.session_cost), (Ending::Done, 500_000));
        assert_eq!(outcome.summary, "all good");
        let bad = r#"{"type":"result","subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_tools"}"#;
        assert!(
            matches!(ending(&[bad], Ok(())).ending, Ending::Failed { error } if error.contains("aborted_tools"))
        );
        let api = r#"{"type":"result","subtype":"success","is_error":true,"terminal_reason":"api_error","result":"overloaded"}"#;
        assert!(matches!(ending(&[api], Ok(())).ending, Ending::Failed { .. }));
        assert!(matches!(ending(&[], Ok(())).ending, Ending::Failed { .. }));
    }

    #[test]
    fn a_deferred_call_is_no_end() {
        let line = r#"{"type":"result","subtype":"success","is_error":false,"terminal_reason":"tool_deferred","deferred_tool_use":{"id":"toolu_1","name":"Bash","input":{}}}"#;
        let expected = Ending::Deferred { tool_use_id: "toolu_1".to_owned() };
        assert_eq!(ending(&[line], Ok(())).ending, expected);
    }
}
