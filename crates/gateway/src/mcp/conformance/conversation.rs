//! Tools that talk to their caller while they work: progress, log lines, questions to the model and
//! to the user (as requests of the server's own, which only the older revisions know), and news.

use std::sync::Arc;
use std::time::Duration;

use kernel::{Call, LogLevel, Scope, ToolError, ToolTableBuilder, Touch, read, write};
use rmcp::model::{
    CreateMessageRequestParams, ElicitRequestParams, SamplingContent, SamplingMessage,
};
use rmcp::service::ServiceError;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Shared;
use super::exchange::{Nothing, Told, current, message, say};

/// Long enough to be seen as separate messages.
const PAUSE: Duration = Duration::from_millis(50);

/// Long enough for a caller to come back in.
const ABSENCE: Duration = Duration::from_millis(500);

#[derive(Deserialize, JsonSchema)]
struct Prompted {
    /// What to ask the model.
    prompt: String,
}

#[derive(Deserialize, JsonSchema)]
struct Asked {
    /// What to ask the user.
    message: String,
}

pub(super) fn declare(table: ToolTableBuilder<Shared>) -> ToolTableBuilder<Shared> {
    table
        .add(read("test_tool_with_logging", "Logs three lines while it works"), with_logging)
        .add(read("test_tool_with_progress", "Reports progress while it works"), with_progress)
        .add(read("test_reconnection", "Hangs up and answers when the caller is back"), hang_up)
        .add(read("test_sampling", "Asks the client's model"), sampling)
        .add(read("test_elicitation", "Asks the user who they are"), elicitation)
        .add(
            read("test_elicitation_sep1034_defaults", "Asks the user with defaults filled in"),
            |_, _, _: Nothing| ask("Please review these values", defaults(), &[]),
        )
        .add(
            read("test_elicitation_sep1330_enums", "Asks the user to choose in every way"),
            |_, _, _: Nothing| ask("Please choose", choices(), &[]),
        )
        .add(
            write("test_trigger_tool_change", Scope::Read, "Says that the tools changed"),
            |shared: Arc<Shared>, _, _: Nothing| async move {
                shared.record.add("tools.changed", Touch::ToolList);
                say("The tool list was announced as changed")
            },
        )
        .add(
            write("test_trigger_prompt_change", Scope::Read, "Says that the prompts changed"),
            |shared: Arc<Shared>, _, _: Nothing| async move {
                shared.record.add("prompts.changed", Touch::PromptList);
                say("The prompt list was announced as changed")
            },
        )
}

async fn with_logging(_: Arc<Shared>, call: Call, _: Nothing) -> Told {
    call.log(LogLevel::Info, "Tool execution started");
    tokio::time::sleep(PAUSE).await;
    call.log(LogLevel::Info, "Tool processing data");
    tokio::time::sleep(PAUSE).await;
    call.log(LogLevel::Info, "Tool execution completed");
    say("Logged three lines")
}

async fn with_progress(_: Arc<Shared>, call: Call, _: Nothing) -> Told {
    call.report(0.0, Some(100.0), None);
    tokio::time::sleep(PAUSE).await;
    call.report(50.0, Some(100.0), None);
    tokio::time::sleep(PAUSE).await;
    call.report(100.0, Some(100.0), None);
    say("Reported progress three times")
}

async fn hang_up(_: Arc<Shared>, _: Call, _: Nothing) -> Told {
    // The event that tells the caller how to come back has to go out first.
    tokio::time::sleep(PAUSE).await;
    if let Some(hang_up) = &current()?.hang_up {
        hang_up.now();
    }
    tokio::time::sleep(ABSENCE).await;
    say("The caller came back")
}

async fn sampling(_: Arc<Shared>, _: Call, input: Prompted) -> Told {
    let exchange = current()?;
    if exchange.capabilities.sampling.is_none() {
        return Err(ToolError::invalid_input("this client does not offer its model"));
    }
    let question = SamplingMessage::user_text(input.prompt);
    let reply = exchange.peer.create_message(CreateMessageRequestParams::new(vec![question], 100));
    let reply = reply.await.map_err(|error| unanswered(&error))?;
    let text = match &reply.message.content {
        SamplingContent::Single(block) => block.as_text(),
        SamplingContent::Multiple(blocks) => blocks.iter().find_map(|block| block.as_text()),
    };
    say(format!("LLM response: {}", text.map_or("", |text| text.text.as_str())))
}

async fn elicitation(_: Arc<Shared>, _: Call, input: Asked) -> Told {
    let properties = json!({
        "username": { "type": "string", "description": "User's response" },
        "email": { "type": "string", "description": "User's email address" },
    });
    ask(&input.message, properties, &["username", "email"]).await
}

async fn ask(text: &str, properties: Value, required: &[&str]) -> Told {
    let exchange = current()?;
    if exchange.capabilities.elicitation.is_none() {
        return Err(ToolError::invalid_input("this client does not ask its user"));
    }
    let form: ElicitRequestParams = message(json!({
        "mode": "form",
        "message": text,
        "requestedSchema": { "type": "object", "properties": properties, "required": required },
    }))?;
    let reply = exchange.peer.create_elicitation(form).await.map_err(|error| unanswered(&error))?;
    let content = reply.content.unwrap_or(Value::Null);
    say(format!("User response: action={:?}, content={content}", reply.action))
}

fn unanswered(error: &ServiceError) -> ToolError {
    ToolError::invalid_input(format!("the client did not answer: {error}"))
}

fn defaults() -> Value {
    json!({
        "name": { "type": "string", "default": "John Doe" },
        "age": { "type": "integer", "default": 30 },
        "score": { "type": "number", "default": 95.5 },
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": { "type": "boolean", "default": true },
    })
}

fn choices() -> Value {
    let titled = |word: &str| {
        json!([
            { "const": "value1", "title": format!("First {word}") },
            { "const": "value2", "title": format!("Second {word}") },
            { "const": "value3", "title": format!("Third {word}") },
        ])
    };
    json!({
        "untitledSingle": { "type": "string", "enum": ["option1", "option2", "option3"] },
        "titledSingle": { "type": "string", "oneOf": titled("Option") },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {
            "type": "array",
            "items": { "type": "string", "enum": ["option1", "option2", "option3"] },
        },
        "titledMulti": { "type": "array", "items": { "anyOf": titled("Choice") } },
    })
}
