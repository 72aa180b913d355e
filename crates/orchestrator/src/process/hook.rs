//! The hook an agent runs before each use of a tool: the call on standard input, the decision on
//! standard output. It ends with 2 when anything is wrong, which stops the call.

use std::io::{Read, Write};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::gate_client::{Address, Answer, Asker};

/// Reads the call, asks the gate, says the decision.
pub(super) fn run(environment: &dyn Fn(&str) -> Option<String>) -> Result<ExitCode, String> {
    let place = Address::of(environment)?;
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
    let call: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let tool = call["tool_name"].as_str().ok_or("the call names no tool")?;
    let id = call["tool_use_id"].as_str().ok_or("the call has no id")?;
    let answer = place.ask(Asker::Hook, tool, id, call["tool_input"].clone());
    let (decision, reason) = match answer {
        Answer::Allow { reason } => ("allow", reason),
        Answer::Deny { reason } => ("deny", reason),
        Answer::Defer { reason } => ("defer", reason),
    };
    let said = json!({ "hookSpecificOutput": {
        "hookEventName": "PreToolUse",
        "permissionDecision": decision,
        "permissionDecisionReason": reason,
    }});
    writeln!(std::io::stdout(), "{said}").map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}
