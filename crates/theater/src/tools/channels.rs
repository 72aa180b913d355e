//! Channels between clients and actors.

use std::sync::Arc;
use std::time::Duration;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::data;
use super::messages::answer_to;
use crate::Theater;
use crate::error::TheaterError;
use crate::stage::{Channels, Heard, Stage};

const LONGEST_WAIT_MS: u64 = 25_000;

/// Whom to open a channel with.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenChannel {
    /// ID of the actor to open a channel with
    pub(crate) actor_id: String,
    /// Initial message data (base64 encoded)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub(crate) initial_message: Option<String>,
}

/// A message on a channel.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ChannelMessage {
    /// Its number on the channel
    pub(crate) number: u64,
    /// What the actor said (base64 encoded)
    pub(crate) data: String,
    /// The same as text, if it is text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

impl From<Heard> for ChannelMessage {
    fn from(heard: Heard) -> Self {
        Self {
            number: heard.number,
            data: data::encode(&heard.data),
            text: data::readable(&heard.data),
        }
    }
}

/// A channel that is open.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OpenedChannel {
    /// The channel's id
    pub(crate) channel_id: String,
    /// The actor at its other end
    pub(crate) actor_id: String,
    /// What the actor said when it accepted (base64 encoded)
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<String>,
    /// Where what it says can be read
    pub(crate) uri: String,
}

/// What to send.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SendOnChannel {
    /// ID of the channel
    pub(crate) channel_id: String,
    /// Message data (base64 encoded)
    pub(crate) message: String,
}

/// A message that was accepted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SentOnChannel {
    /// The channel
    pub(crate) channel_id: String,
    /// Always true: a message that cannot be delivered is an error
    pub(crate) sent: bool,
}

/// What to receive.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReceiveOnChannel {
    /// ID of the channel
    pub(crate) channel_id: String,
    /// Only messages with a greater number
    #[serde(default)]
    pub(crate) after: u64,
    /// Milliseconds to wait for a message if there is none (at most 25000)
    #[serde(default)]
    pub(crate) wait_ms: u64,
}

/// What was received.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Received {
    /// The channel
    pub(crate) channel_id: String,
    /// Whether it is still open
    pub(crate) open: bool,
    /// What the actor said, oldest first
    pub(crate) messages: Vec<ChannelMessage>,
    /// How many messages were let go because nobody received them in time
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) lost: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Which channel.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CloseChannel {
    /// ID of the channel to close
    pub(crate) channel_id: String,
}

/// A closed channel.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ClosedChannel {
    /// The channel
    pub(crate) channel_id: String,
    /// Always true
    pub(crate) closed: bool,
}

pub(crate) async fn open_channel(
    theater: Arc<Theater>,
    call: Call,
    input: OpenChannel,
) -> Result<OpenedChannel, TheaterError> {
    let first = data::decode("initial_message", &input.initial_message.unwrap_or_default())?;
    let (reply, answer) = oneshot::channel();
    let stage = &theater.stage;
    let told = Box::new(move |result| drop(reply.send(result)));
    let (id, actor) = stage.open_channel(&input.actor_id, first, told)?;
    stage.herald.by(actor.id(), &call.principal.id);
    let response = answer_to(actor.id(), answer, stage.config.request_timeout, &call).await;
    let message = stage.opened(&id, &actor, response)?;
    Ok(OpenedChannel {
        uri: format!("theater://channel/{id}"),
        channel_id: id,
        actor_id: actor.id().to_string(),
        message: message.map(|message| data::encode(&message)),
    })
}

pub(crate) async fn send_on_channel(
    theater: Arc<Theater>,
    _: Call,
    input: SendOnChannel,
) -> Result<SentOnChannel, TheaterError> {
    let bytes = data::decode("message", &input.message)?;
    let channel_id = input.channel_id.clone();
    let send = move |stage: &Arc<Stage>| stage.send_on_channel(&input.channel_id, bytes);
    let to = theater.on_a_thread(send).await?;
    theater.stage.acknowledged(to).await?;
    Ok(SentOnChannel { channel_id, sent: true })
}

pub(crate) async fn receive_on_channel(
    theater: Arc<Theater>,
    call: Call,
    input: ReceiveOnChannel,
) -> Result<Received, TheaterError> {
    receive(&theater.stage.channels, &call, input).await
}

/// Waits for what is said on one of `channels` as long as it is asked to.
pub(crate) async fn receive(
    channels: &Channels,
    call: &Call,
    input: ReceiveOnChannel,
) -> Result<Received, TheaterError> {
    let mut news = channels.watch(&input.channel_id)?;
    let wait = Duration::from_millis(input.wait_ms.min(LONGEST_WAIT_MS));
    let deadline = tokio::time::Instant::now() + wait;
    loop {
        news.borrow_and_update();
        let seen = channels.see(&input.channel_id, input.after)?;
        let enough = !seen.heard.is_empty() || !seen.open;
        let waited = tokio::time::Instant::now() >= deadline || call.cancel.is_cancelled();
        if enough || waited {
            let messages = seen.heard.into_iter().map(Into::into).collect();
            let (open, lost) = (seen.open, seen.lost);
            return Ok(Received { channel_id: input.channel_id, open, messages, lost });
        }
        tokio::select! {
            _ = news.changed() => {}
            () = tokio::time::sleep_until(deadline) => {}
            () = call.cancel.cancelled() => {}
        }
    }
}

pub(crate) async fn close_channel(
    theater: Arc<Theater>,
    _: Call,
    input: CloseChannel,
) -> Result<ClosedChannel, TheaterError> {
    let channel_id = input.channel_id.clone();
    theater.on_a_thread(move |stage| stage.close_channel(&input.channel_id)).await?;
    Ok(ClosedChannel { channel_id, closed: true })
}
