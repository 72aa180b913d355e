//! Tools whose answer is content of one kind or another, or whose input schema is the point.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kernel::{Call, ErrorKind, LogLevel, ToolError, ToolTableBuilder, read};
use rmcp::model::{ContentBlock, ResourceContents};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::Shared;
use super::exchange::{Answered, Nothing, Told, content, say};

/// A picture of one orange pixel.
pub(super) const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mO4ZKMBAAMaATcHetXdAAAAAElFTkSuQmCC";

#[derive(Deserialize, JsonSchema)]
struct Region {
    /// Where the call is to be routed; clients repeat it in a header.
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: String,
}

/// Input whose schema uses the keywords that careless servers lose.
#[derive(Deserialize)]
struct Contact {
    name: Option<String>,
}

impl JsonSchema for Contact {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Contact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
                },
            },
            "properties": {
                "name": { "type": "string" },
                "address": { "$ref": "#/$defs/address" },
                "contactMethod": { "type": "string", "enum": ["phone", "email"] },
                "phone": { "type": "string" },
                "email": { "type": "string" },
            },
            "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
            "if": {
                "properties": { "contactMethod": { "const": "phone" } },
                "required": ["contactMethod"],
            },
            "then": { "required": ["phone"] },
            "else": { "required": ["email"] },
            "additionalProperties": false,
        })
    }
}

pub(super) fn declare(table: ToolTableBuilder<Shared>) -> ToolTableBuilder<Shared> {
    table
        .add(read("test_simple_text", "Answers with text"), |_, _, _: Nothing| async {
            say("This is a simple text response for testing.")
        })
        .add(read("test_image_content", "Answers with a picture"), |_, _, _: Nothing| async {
            content(vec![picture()])
        })
        .add(read("test_audio_content", "Answers with a sound"), |_, _, _: Nothing| async {
            content(vec![ContentBlock::audio(BASE64_STANDARD.encode(silence()), "audio/wav")])
        })
        .add(read("test_embedded_resource", "Answers with a resource"), |_, _, _: Nothing| async {
            let text = "This is an embedded resource content.";
            let resource = ResourceContents::text(text, "test://embedded-resource");
            content(vec![ContentBlock::resource(resource.with_mime_type("text/plain"))])
        })
        .add(
            read("test_multiple_content_types", "Answers with text, a picture and a resource"),
            |_, _, _: Nothing| async { mixed() },
        )
        .add(read("test_error_handling", "Fails"), |_, _, _: Nothing| async {
            let message = "This tool intentionally returns an error for testing";
            Err::<Answered, _>(ToolError::new(ErrorKind::Unavailable, message))
        })
        .add(
            read("json_schema_2020_12_tool", "Takes input of a schema with many keywords"),
            |_, _, contact: Contact| async move {
                say(format!("Noted {}", contact.name.as_deref().unwrap_or("nobody")))
            },
        )
        .add(
            read("test_custom_header", "Repeats a parameter that clients mirror in a header"),
            |_, _, input: Region| async move { say(format!("Region: {}", input.region)) },
        )
        .add(
            read("test_logging_tool", "Logs while it works"),
            |_, call: Call, _: Nothing| async move { logged(&call) },
        )
}

pub(super) fn picture() -> ContentBlock {
    ContentBlock::image(PIXEL, "image/png")
}

fn mixed() -> Told {
    let json =
        ResourceContents::text(r#"{"test":"data","value":123}"#, "test://mixed-content-resource");
    content(vec![
        ContentBlock::text("Multiple content types test:"),
        picture(),
        ContentBlock::resource(json.with_mime_type("application/json")),
    ])
}

fn logged(call: &Call) -> Told {
    call.log(LogLevel::Info, "Logging once");
    say("Logged")
}

/// A wave file of eight silent samples.
fn silence() -> Vec<u8> {
    let samples = [0x80_u8; 8];
    let (format, channels, rate, bits) = (1_u16, 1_u16, 8000_u32, 8_u16);
    let length = samples.len() as u32;
    let mut wave = Vec::with_capacity(44 + samples.len());
    wave.extend(b"RIFF");
    wave.extend((36 + length).to_le_bytes());
    wave.extend(b"WAVEfmt ");
    wave.extend(16_u32.to_le_bytes());
    wave.extend(format.to_le_bytes());
    wave.extend(channels.to_le_bytes());
    wave.extend(rate.to_le_bytes());
    wave.extend(rate.to_le_bytes());
    wave.extend(1_u16.to_le_bytes());
    wave.extend(bits.to_le_bytes());
    wave.extend(b"data");
    wave.extend(length.to_le_bytes());
    wave.extend(samples);
    wave
}
