//! The prompts the suite asks for.

use kernel::{Params, PromptReply, PromptSpec, PromptTableBuilder, ToolError};
use rmcp::model::{ContentBlock, GetPromptResult, PromptMessage, ResourceContents, Role};
use serde_json::Value;

use super::Shared;
use super::content::picture;
use super::exchange::{current, prompt};
use super::rounds::{form, question};

pub(super) fn declare(table: PromptTableBuilder<Shared>) -> PromptTableBuilder<Shared> {
    table
        .add(PromptSpec::new("test_simple_prompt", "A prompt of one text"), |_, _, _| async {
            Ok(PromptReply::user("This is a simple prompt for testing."))
        })
        .add(
            PromptSpec::new("test_prompt_with_arguments", "A prompt with two arguments")
                .needs("arg1", "First test argument")
                .needs("arg2", "Second test argument"),
            |_, _, given: Params| async move { Ok(with_arguments(&given)) },
        )
        .completed_by(|_, _, completing| async move {
            let words =
                ["paris", "park", "party", "test", "testing"].into_iter().map(str::to_owned);
            Ok(words.filter(|word| word.starts_with(&completing.value)).collect())
        })
        .add(
            PromptSpec::new("test_prompt_with_embedded_resource", "A prompt with a resource")
                .needs("resourceUri", "URI of the resource to embed"),
            |_, _, given: Params| async move { with_resource(&given) },
        )
        .add(
            PromptSpec::new("test_prompt_with_image", "A prompt with a picture"),
            |_, _, _| async {
                let text = ContentBlock::text("Please analyze the image above.");
                prompt(said(vec![picture(), text]))
            },
        )
        .add(
            PromptSpec::new("test_input_required_result_prompt", "A prompt that asks the user"),
            |_, _, _| async { asking() },
        )
}

fn said(blocks: Vec<ContentBlock>) -> GetPromptResult {
    let messages = blocks.into_iter().map(|block| PromptMessage::new(Role::User, block));
    GetPromptResult::new(messages.collect())
}

fn with_arguments(given: &Params) -> PromptReply {
    let argument = |name| given.get(name).unwrap_or_default();
    let (first, second) = (argument("arg1"), argument("arg2"));
    PromptReply::user(format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))
}

fn with_resource(given: &Params) -> Result<PromptReply, ToolError> {
    let uri = given.get("resourceUri").unwrap_or_default();
    let resource = ResourceContents::text("Embedded resource content for testing.", uri);
    let text = ContentBlock::text("Please process the embedded resource above.");
    prompt(said(vec![ContentBlock::resource(resource.with_mime_type("text/plain")), text]))
}

fn asking() -> Result<PromptReply, ToolError> {
    let exchange = current()?;
    match exchange.accepted("user_context", "context").and_then(Value::as_str) {
        Some(context) => prompt(said(vec![ContentBlock::text(format!("Context: {context}"))])),
        None => {
            let form = form("What context should the prompt use?", "context", "string")?;
            prompt(question("user_context", form))
        }
    }
}
