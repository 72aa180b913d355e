//! `theater send`, `request` and `channel`.

use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::sync::mpsc;

use super::actors::ActorArgs;
use super::reach::Reached;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// How long one look for messages on a channel waits.
const LISTEN_MS: u64 = 200;

/// What to say to whom.
#[derive(Debug, Args)]
pub(super) struct MessageArgs {
    /// The actor's id
    #[arg(value_name = "ACTOR")]
    actor: String,
    /// The message, or `-` for standard input
    #[arg(value_name = "DATA")]
    message: String,
}

impl MessageArgs {
    fn input(&self) -> Result<Value, Failure> {
        let mut bytes = self.message.clone().into_bytes();
        if self.message == "-" {
            bytes.clear();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|error| Failure::new(Exit::Failure, error))?;
        }
        Ok(json!({ "actor_id": self.actor, "data": STANDARD.encode(bytes) }))
    }
}

#[derive(Serialize)]
#[serde(transparent)]
struct Sent(Value);

impl Report for Sent {
    fn text(&self) -> String {
        "accepted\n".to_owned()
    }
}

pub(super) async fn send(
    context: &Context,
    theater: &mut Reached,
    arguments: &MessageArgs,
) -> Result<Exit, Failure> {
    let sent = theater.call("send_message", arguments.input()?).await?;
    context.output.report(&Sent(sent))?;
    Ok(Exit::Ok)
}

#[derive(Serialize)]
#[serde(transparent)]
struct Answered(Value);

impl Report for Answered {
    fn text(&self) -> String {
        format!("{}\n", said(&self.0))
    }
}

/// What an actor said, as text where it is text.
fn said(message: &Value) -> String {
    let data = message["data"].as_str().unwrap_or_default();
    message["text"].as_str().map_or_else(|| format!("base64:{data}"), str::to_owned)
}

pub(super) async fn request(
    context: &Context,
    theater: &mut Reached,
    arguments: &MessageArgs,
) -> Result<Exit, Failure> {
    let answer = theater.call("request_message", arguments.input()?).await?;
    context.output.report(&Answered(answer))?;
    Ok(Exit::Ok)
}

/// Sends every line that is typed and prints every message that comes, until the input ends and
/// the actor has gone quiet, or the channel is closed.
pub(super) async fn channel(
    context: &Context,
    theater: &mut Reached,
    arguments: &ActorArgs,
) -> Result<Exit, Failure> {
    let opened = theater.call("open_channel", json!({ "actor_id": arguments.actor })).await?;
    let channel = opened["channel_id"].clone();
    let mut lines = typed();
    let (mut after, mut typing) = (0, true);
    loop {
        while let Ok(line) = lines.try_recv() {
            let message = STANDARD.encode(line);
            let input = json!({ "channel_id": channel, "message": message });
            theater.call("send_on_channel", input).await?;
        }
        typing &= !lines.is_closed();
        let input = json!({ "channel_id": channel, "after": after, "wait_ms": LISTEN_MS });
        let received = theater.call("receive_on_channel", input).await?;
        let messages = received["messages"].as_array().cloned().unwrap_or_default();
        for message in &messages {
            after = message["number"].as_u64().unwrap_or(after);
            context.output.raw(format!("{}\n", said(message)).as_bytes())?;
        }
        let ended = !typing && lines.is_empty() && messages.is_empty();
        if ended || received["open"] == false {
            break;
        }
    }
    // Closing twice is no mistake worth telling.
    drop(theater.call("close_channel", json!({ "channel_id": channel })).await);
    Ok(Exit::Ok)
}

/// The lines of standard input as they are typed.
fn typed() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(64);
    tokio::spawn(async move {
        let mut lines = BufReader::new(tokio::io::stdin()).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            if sender.send(line).await.is_err() {
                break;
            }
        }
    });
    receiver
}
