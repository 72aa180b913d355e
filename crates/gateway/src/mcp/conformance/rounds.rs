//! Tools that ask for input by answering with questions: each call is a round, and what must be
//! remembered between rounds travels, sealed, with the client.

use std::time::Duration;

use kernel::{Call, ToolError, ToolTableBuilder, read};
use rmcp::model::{
    ClientCapabilities, ErrorData, InputRequest, InputRequests, InputRequiredResult, SealOptions,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Shared;
use super::exchange::{Exchange, Nothing, Told, answer, current, message, missing, refuse, say};

const STATE_LIVES: Duration = Duration::from_secs(300);

/// What a tool remembers between two rounds.
#[derive(Serialize, Deserialize)]
struct Memory {
    round: u8,
    name: Option<String>,
}

pub(super) fn declare(table: ToolTableBuilder<Shared>) -> ToolTableBuilder<Shared> {
    table
        .add(
            read("test_missing_capability", "Needs the client's model"),
            |_, _, _: Nothing| async { needs_sampling() },
        )
        .add(
            read("test_streaming_elicitation", "Reports, then asks the user's name"),
            |_, call: Call, _: Nothing| async move {
                call.report(0.0, None, Some("about to ask".to_owned()));
                name_or_question("user_name")
            },
        )
        .add(
            read("test_input_required_result_elicitation", "Asks the user's name"),
            |_, _, _: Nothing| async { name_or_question("user_name") },
        )
        .add(
            read("test_input_required_result_sampling", "Asks the client's model"),
            |_, _, _: Nothing| async { sampling() },
        )
        .add(
            read("test_input_required_result_list_roots", "Asks for the client's roots"),
            |_, _, _: Nothing| async { roots() },
        )
        .add(
            read("test_input_required_result_request_state", "Asks and remembers"),
            |shared, _, _: Nothing| async move {
                confirm(&shared, "test_input_required_result_request_state")
            },
        )
        .add(
            read("test_input_required_result_tampered_state", "Asks and trusts no changed memory"),
            |shared, _, _: Nothing| async move {
                confirm(&shared, "test_input_required_result_tampered_state")
            },
        )
        .add(
            read("test_input_required_result_multiple_inputs", "Asks three things at once"),
            |shared, _, _: Nothing| async move { three_at_once(&shared) },
        )
        .add(
            read("test_input_required_result_multi_round", "Asks twice"),
            |shared, _, _: Nothing| async move { two_rounds(&shared) },
        )
        .add(
            read("test_input_required_result_capabilities", "Asks only what the client can answer"),
            |_, _, _: Nothing| async { within_capabilities() },
        )
}

/// A form for the user with one field.
pub(super) fn form(text: &str, field: &str, kind: &str) -> Result<InputRequest, ToolError> {
    message(json!({
        "method": "elicitation/create",
        "params": {
            "mode": "form",
            "message": text,
            "requestedSchema": {
                "type": "object",
                "properties": { field: { "type": kind } },
                "required": [field],
            },
        },
    }))
}

/// The answer that asks one question.
pub(super) fn question(key: &str, request: InputRequest) -> InputRequiredResult {
    InputRequiredResult::from_input_requests(InputRequests::from([(key.to_owned(), request)]))
}

/// The name the user gave under `key`, if they did.
pub(super) fn name_given<'a>(exchange: &'a Exchange, key: &str) -> Option<&'a str> {
    exchange.accepted(key, "name").and_then(Value::as_str)
}

fn model_question(text: &str) -> Result<InputRequest, ToolError> {
    message(json!({
        "method": "sampling/createMessage",
        "params": {
            "messages": [{ "role": "user", "content": { "type": "text", "text": text } }],
            "maxTokens": 100,
        },
    }))
}

fn roots_question() -> Result<InputRequest, ToolError> {
    message(json!({ "method": "roots/list" }))
}

fn model_reply<'a>(exchange: &'a Exchange, key: &str) -> Option<&'a str> {
    exchange.response(key)?.pointer("/content/text")?.as_str()
}

fn roots_given<'a>(exchange: &'a Exchange, key: &str) -> Option<&'a Vec<Value>> {
    exchange.response(key)?.get("roots")?.as_array()
}

fn needs_sampling() -> Told {
    if current()?.capabilities.sampling.is_none() {
        return missing(ClientCapabilities::builder().enable_sampling().build());
    }
    say("This client offers its model")
}

fn name_or_question(key: &str) -> Told {
    match name_given(&*current()?, key) {
        Some(name) => say(format!("Hello, {name}!")),
        None => answer(question(key, form("What is your name?", "name", "string")?)),
    }
}

fn sampling() -> Told {
    match model_reply(&*current()?, "capital_question") {
        Some(text) => say(format!("The model says: {text}")),
        None => {
            let asked = model_question("What is the capital of France?")?;
            answer(question("capital_question", asked))
        }
    }
}

fn roots() -> Told {
    match roots_given(&*current()?, "client_roots") {
        Some(roots) => say(format!("{} roots: {}", roots.len(), json!(roots))),
        None => answer(question("client_roots", roots_question()?)),
    }
}

fn seal(shared: &Shared, tool: &str, memory: &Memory) -> Result<String, ToolError> {
    let options = SealOptions::new().associated_data(tool.as_bytes()).ttl(STATE_LIVES);
    let sealed = shared.seal.seal_json_with(memory, &options);
    sealed.map_err(|error| ToolError::internal(format!("sealing a request state: {error}")))
}

/// What the client brought back: nothing yet, our memory, or something that is not ours.
fn remembered(
    shared: &Shared,
    exchange: &Exchange,
    tool: &str,
) -> Result<Option<Memory>, ErrorData> {
    let Some(sealed) = &exchange.state else { return Ok(None) };
    let opened = shared.seal.open_json_with(sealed, tool.as_bytes());
    opened.map(Some).map_err(|error| {
        tracing::debug!(%error, tool, "a request state was refused");
        ErrorData::invalid_params(
            "`requestState` was not given by this server, or is too old",
            None,
        )
    })
}

fn confirm(shared: &Shared, tool: &str) -> Told {
    let exchange = current()?;
    let memory = match remembered(shared, &exchange, tool) {
        Ok(memory) => memory,
        Err(error) => return refuse(error),
    };
    if memory.is_some() && exchange.accepted("confirm", "ok").is_some() {
        return say("state-ok: what was remembered came back unchanged");
    }
    let mut asked = question("confirm", form("Please confirm", "ok", "boolean")?);
    asked.request_state = Some(seal(shared, tool, &Memory { round: 1, name: None })?);
    answer(asked)
}

fn three_at_once(shared: &Shared) -> Told {
    const TOOL: &str = "test_input_required_result_multiple_inputs";
    let exchange = current()?;
    let memory = match remembered(shared, &exchange, TOOL) {
        Ok(memory) => memory,
        Err(error) => return refuse(error),
    };
    let name = name_given(&exchange, "user_name");
    let greeting = model_reply(&exchange, "greeting");
    let roots = roots_given(&exchange, "client_roots");
    if let (Some(_), Some(name), Some(greeting), Some(roots)) = (memory, name, greeting, roots) {
        return say(format!("{greeting} {name}, you have {} roots", roots.len()));
    }
    let asked = InputRequests::from([
        ("user_name".to_owned(), form("What is your name?", "name", "string")?),
        ("greeting".to_owned(), model_question("Generate a greeting")?),
        ("client_roots".to_owned(), roots_question()?),
    ]);
    let state = seal(shared, TOOL, &Memory { round: 1, name: None })?;
    answer(InputRequiredResult::new(Some(asked), Some(state)))
}

fn two_rounds(shared: &Shared) -> Told {
    const TOOL: &str = "test_input_required_result_multi_round";
    let exchange = current()?;
    let memory = match remembered(shared, &exchange, TOOL) {
        Ok(memory) => memory.unwrap_or(Memory { round: 0, name: None }),
        Err(error) => return refuse(error),
    };
    let name = name_given(&exchange, "step1").map(str::to_owned);
    let color = exchange.accepted("step2", "color").and_then(Value::as_str);
    let (mut asked, memory) = match (memory.round, memory.name, name, color) {
        (2, Some(name), _, Some(color)) => return say(format!("{name} likes {color}")),
        (1, _, Some(name), _) | (2, Some(name), _, None) => {
            let form = form("Step 2: What is your favorite color?", "color", "string")?;
            (question("step2", form), Memory { round: 2, name: Some(name) })
        }
        _ => {
            let form = form("Step 1: What is your name?", "name", "string")?;
            (question("step1", form), Memory { round: 1, name: None })
        }
    };
    asked.request_state = Some(seal(shared, TOOL, &memory)?);
    answer(asked)
}

fn within_capabilities() -> Told {
    let exchange = current()?;
    let mut asked = InputRequests::new();
    if exchange.capabilities.elicitation.is_some() {
        asked.insert("user_name".to_owned(), form("What is your name?", "name", "string")?);
    }
    if exchange.capabilities.sampling.is_some() {
        asked.insert("greeting".to_owned(), model_question("Generate a greeting")?);
    }
    if exchange.capabilities.roots.is_some() {
        asked.insert("client_roots".to_owned(), roots_question()?);
    }
    let answered = asked.keys().all(|key| exchange.response(key).is_some());
    if answered {
        say("Nothing more to ask")
    } else {
        answer(InputRequiredResult::from_input_requests(asked))
    }
}
