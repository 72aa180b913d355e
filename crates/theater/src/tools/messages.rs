//! Messages to actors.

use std::sync::Arc;
use std::time::Duration;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::data;
use crate::Theater;
use crate::engine::Response;
use crate::error::TheaterError;
use crate::stage::reply_of;

/// A message.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SendMessage {
    /// ID of the actor to send the message to
    pub(crate) actor_id: String,
    /// Message data (base64 encoded)
    pub(crate) data: String,
}

/// A message that was accepted.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SentMessage {
    /// The actor that will handle it
    pub(crate) actor_id: String,
    /// Always true: a message that cannot be delivered is an error
    pub(crate) delivered: bool,
}

/// A request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RequestMessage {
    /// ID of the actor to send the request to
    pub(crate) actor_id: String,
    /// Request data (base64 encoded)
    pub(crate) data: String,
}

/// An actor's answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Answered {
    /// The actor that answered
    pub(crate) actor_id: String,
    /// Its answer (base64 encoded)
    pub(crate) data: String,
    /// The answer as text, if it is text
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

pub(crate) async fn send_message(
    theater: Arc<Theater>,
    call: Call,
    input: SendMessage,
) -> Result<SentMessage, TheaterError> {
    let bytes = data::decode("data", &input.data)?;
    let to = theater.stage.named(&input.actor_id)?.id();
    theater.stage.herald.by(to, &call.principal.id);
    let id = theater.on_a_thread(move |stage| stage.send(&input.actor_id, bytes)).await?;
    call.let_go();
    theater.stage.acknowledged(id).await?;
    Ok(SentMessage { actor_id: id.to_string(), delivered: true })
}

pub(crate) async fn request_message(
    theater: Arc<Theater>,
    call: Call,
    input: RequestMessage,
) -> Result<Answered, TheaterError> {
    let bytes = data::decode("data", &input.data)?;
    let (reply, answer) = oneshot::channel();
    let stage = &theater.stage;
    let told = Box::new(move |result| drop(reply.send(result)));
    stage.herald.by(stage.named(&input.actor_id)?.id(), &call.principal.id);
    let id = stage.request_near(&input.actor_id, bytes, told)?;
    // It stands in the mailbox; who comes after it waits there.
    call.let_go();
    let response = answer_to(id, answer, stage.config.request_timeout, &call).await?;
    let bytes = reply_of(&*stage.actor(id)?, response)?;
    Ok(Answered {
        actor_id: id.to_string(),
        data: data::encode(&bytes),
        text: data::readable(&bytes),
    })
}

/// Waits for an answer as long as the theater and the caller do.
pub(crate) async fn answer_to(
    id: crate::ActorId,
    answer: oneshot::Receiver<Result<Response, TheaterError>>,
    most: Duration,
    call: &Call,
) -> Result<Response, TheaterError> {
    tokio::select! {
        answer = answer => answer.unwrap_or(Err(TheaterError::Closing)),
        () = tokio::time::sleep(most) => Err(TheaterError::NoAnswer(id)),
        () = call.cancel.cancelled() => Err(TheaterError::NoAnswer(id)),
    }
}
