//! Our tables in the protocol's words.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kernel::{
    Contents, Effect, Entry, ErrorKind, LogLevel, Prompt, PromptReply, ResourceSpec, Role,
    TemplateSpec, Tool, ToolError,
};
use rmcp::ErrorData;
use rmcp::model::{
    self, CallToolResult, ContentBlock, GetPromptResult, LoggingLevel, MetaObject,
    ReadResourceResult, ResourceContents, ResourceTemplate, ToolAnnotations,
};
use serde_json::{Value, json};

pub(super) fn tool(name: &str, tool: &Tool) -> model::Tool {
    let spec = &tool.spec;
    let annotations = ToolAnnotations::new()
        .read_only(spec.effect == Effect::ReadOnly)
        .destructive(spec.effect == Effect::Destructive)
        .idempotent(spec.idempotent)
        .open_world(spec.open_world);
    let mut shown = model::Tool::new(name.to_owned(), spec.description, spec.input_schema.get());
    shown.output_schema = Some(spec.output_schema.get());
    shown.annotations = Some(annotations);
    shown
}

pub(super) fn tool_result(answer: Result<Value, ToolError>) -> CallToolResult {
    match answer {
        Ok(value) => CallToolResult::structured(value),
        Err(error) => {
            let text = match &error.hint {
                Some(hint) => format!("{} ({hint})", error.message),
                None => error.message.clone(),
            };
            let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
            let mut meta = MetaObject::new();
            meta.insert("ensemble/error".to_owned(), json!(error));
            result.meta = Some(meta);
            result
        }
    }
}

/// A failure outside a tool call, where only a protocol error can be answered.
pub(super) fn protocol_error(error: &ToolError) -> ErrorData {
    let data = Some(json!(error));
    let message = error.message.clone();
    match error.kind {
        ErrorKind::NotFound => ErrorData::resource_not_found(message, data),
        ErrorKind::InvalidInput | ErrorKind::Conflict | ErrorKind::Denied => {
            ErrorData::invalid_params(message, data)
        }
        ErrorKind::RateLimited
        | ErrorKind::LimitReached
        | ErrorKind::TimedOut
        | ErrorKind::Cancelled
        | ErrorKind::Unavailable
        | ErrorKind::Internal => ErrorData::internal_error(message, data),
    }
}

pub(super) fn resource(spec: &ResourceSpec) -> model::Resource {
    model::Resource::new(spec.uri, spec.name)
        .with_description(spec.description)
        .with_mime_type(spec.mime)
}

pub(super) fn entry(entry: Entry) -> model::Resource {
    model::Resource::new(entry.uri, entry.name)
        .with_description(entry.description)
        .with_mime_type(entry.mime)
}

pub(super) fn template(spec: &TemplateSpec) -> ResourceTemplate {
    ResourceTemplate::new(spec.uri_template, spec.name)
        .with_description(spec.description)
        .with_mime_type(spec.mime)
}

pub(super) fn contents(uri: &str, contents: Contents) -> ReadResourceResult {
    let contents = match contents {
        Contents::Text { mime, text } => ResourceContents::text(text, uri).with_mime_type(mime),
        Contents::Blob { mime, bytes } => {
            ResourceContents::blob(BASE64_STANDARD.encode(bytes), uri).with_mime_type(mime)
        }
    };
    ReadResourceResult::new(vec![contents])
}

pub(super) fn prompt(name: &str, prompt: &Prompt) -> model::Prompt {
    let arguments = prompt.spec.arguments.iter().map(|argument| {
        model::PromptArgument::new(argument.name)
            .with_description(argument.description)
            .with_required(argument.required)
    });
    model::Prompt::new(name, Some(prompt.spec.description), Some(arguments.collect()))
}

pub(super) fn prompt_result(description: &str, reply: PromptReply) -> GetPromptResult {
    let messages = reply.messages.into_iter().map(|message| {
        let role = match message.role {
            Role::User => model::Role::User,
            Role::Assistant => model::Role::Assistant,
        };
        model::PromptMessage::new_text(role, message.text)
    });
    GetPromptResult::new(messages.collect()).with_description(description)
}

pub(super) fn level(level: LogLevel) -> LoggingLevel {
    match level {
        LogLevel::Debug => LoggingLevel::Debug,
        LogLevel::Info => LoggingLevel::Info,
        LogLevel::Warning => LoggingLevel::Warning,
        LogLevel::Error => LoggingLevel::Error,
    }
}
