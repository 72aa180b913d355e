//! The permission prompt tool: an MCP server on standard input and output with one tool, which asks
//! the gate. An agent whose hook is gone still comes to this door.

use std::io::{BufRead, Write};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::gate_client::{Address, Answer, Asker};

const VERSION: &str = "2024-11-05";
const TOOL: &str = "approve";

/// Answers requests until the input ends.
pub(super) fn run(environment: &dyn Fn(&str) -> Option<String>) -> Result<ExitCode, String> {
    let place = Address::of(environment)?;
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let Ok(request) = serde_json::from_str::<Value>(&line) else { continue };
        if request.get("id").is_none() {
            continue;
        }
        let answer = answer(&place, &request);
        writeln!(out, "{answer}").map_err(|error| error.to_string())?;
        out.flush().map_err(|error| error.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(place: &Address, request: &Value) -> Value {
    let result = match request["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": VERSION,
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "televibe", "version": env!("CARGO_PKG_VERSION") },
        }),
        "ping" => json!({}),
        "tools/list" => json!({ "tools": [{
            "name": TOOL,
            "description": "Asks a person whether a call may be made",
            "inputSchema": { "type": "object", "properties": {
                "tool_name": { "type": "string" },
                "input": { "type": "object" },
                "tool_use_id": { "type": "string" },
            }},
        }]}),
        "tools/call" => approve(place, &request["params"]["arguments"]),
        other => {
            let error = json!({ "code": -32601, "message": format!("no method `{other}`") });
            return json!({ "jsonrpc": "2.0", "id": request["id"], "error": error });
        }
    };
    json!({ "jsonrpc": "2.0", "id": request["id"], "result": result })
}

fn approve(place: &Address, arguments: &Value) -> Value {
    let tool = arguments["tool_name"].as_str().unwrap_or_default();
    let id = arguments["tool_use_id"].as_str().unwrap_or_default();
    let decision = match place.ask(Asker::Prompt, tool, id, arguments["input"].clone()) {
        Answer::Allow { .. } => json!({ "behavior": "allow", "updatedInput": arguments["input"] }),
        Answer::Deny { reason } | Answer::Defer { reason } => {
            json!({ "behavior": "deny", "message": reason })
        }
    };
    json!({ "content": [{ "type": "text", "text": decision.to_string() }] })
}
