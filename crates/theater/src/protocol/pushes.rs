//! What a client is told unasked: events of actors it follows, messages on its channels, the end of
//! actors it is the parent of. Each reads the log or the channel at its own pace, so a client that
//! does not listen holds nobody up.

use std::sync::Arc;

use serde_json::json;
use tokio::sync::mpsc;

use super::commands::Session;
use super::frames::Dialect;
use super::legacy::Translator;
use super::wire::{ActorResult, Participant, Response};
use crate::actor::Actor;
use crate::chain::{Payload, Tail, kinds};
use crate::error::TheaterError;
use crate::stage::Stage;
use crate::{ActorId, Status};

/// Tells of every event of `actor` after number `after`; gives the subscription's id.
pub(super) fn events(
    session: &mut Session,
    actor: &Arc<Actor>,
    after: u64,
) -> Result<String, TheaterError> {
    let id = ActorId::random().map_err(|error| TheaterError::System(error.to_string()))?;
    let (stage, actor) = (session.theater.stage.clone(), actor.clone());
    let (pushes, dialect) = (session.pushes.clone(), session.dialect);
    let follow = follow(stage, actor, after, (pushes, dialect));
    let handle = session.tasks.spawn(follow);
    session.subscriptions.insert(id.to_string(), handle);
    Ok(id.to_string())
}

/// Ends a subscription.
pub(super) fn end_subscription(session: &mut Session, id: &str) {
    if let Some(task) = session.subscriptions.remove(id) {
        task.abort();
    }
}

async fn follow(
    stage: Arc<Stage>,
    actor: Arc<Actor>,
    after: u64,
    (pushes, dialect): (mpsc::Sender<Response>, Dialect),
) {
    let mut news = stage.herald.watch();
    let id = actor.id();
    let mut translator = Translator::default();
    loop {
        news.borrow_and_update();
        while translator.seq < actor.face().head.seq {
            let reading = stage.clone();
            let read = tokio::task::spawn_blocking(move || {
                let page = translator.next(&reading, id);
                (translator, page)
            });
            let Ok((back, Ok(page))) = read.await else { return };
            translator = back;
            let first = translator.seq + 1 - page.len() as u64;
            for (_, event) in (first..).zip(page).filter(|(seq, _)| *seq > after) {
                let id = (dialect == Dialect::Plain).then(|| id.to_string());
                let told = pushes.send(Response::ActorEvent { id, event });
                if told.await.is_err() {
                    return;
                }
            }
        }
        if news.changed().await.is_err() {
            return;
        }
    }
}

/// Tells how `actor` ends.
pub(super) fn end(session: &mut Session, actor: &Arc<Actor>) {
    let (stage, actor, pushes) =
        (session.theater.stage.clone(), actor.clone(), session.pushes.clone());
    session.tasks.spawn(async move {
        let mut news = stage.herald.watch();
        loop {
            news.borrow_and_update();
            let status = actor.status();
            if matches!(status, Status::Stopped | Status::Failed) {
                let result = how(&stage, &actor, status);
                drop(pushes.send(Response::ActorResult(result)).await);
                return;
            }
            if news.changed().await.is_err() {
                return;
            }
        }
    });
}

fn how(stage: &Stage, actor: &Actor, status: Status) -> ActorResult {
    let actor_id = actor.id().to_string();
    let face = actor.face();
    if status == Status::Failed {
        let error = json!({ "UnexpectedError": face.failure.unwrap_or_default() });
        return ActorResult::Error { actor_id, error };
    }
    let last = stage.log.events(actor.id(), Tail::Last(face.head.seq), 1).ok();
    let last = last.and_then(|mut events| events.pop()).map(|found| found.event);
    let stopped = last.filter(|event| event.kind == kinds::STOPPED);
    let payload = stopped.and_then(|event| Payload::read(&event.kind, &event.data).ok());
    let result = match payload {
        Some(Payload::Stopped { result, .. }) => result.map(|blob| blob.0.to_vec()),
        _ => None,
    };
    ActorResult::Success { actor_id, result }
}

/// Tells what comes on a channel, and when it ends.
pub(super) fn channel(session: &mut Session, id: &str, actor: &str) -> Result<(), TheaterError> {
    let stage = session.theater.stage.clone();
    let mut news = stage.channels.watch(id)?;
    let (pushes, id, actor) = (session.pushes.clone(), id.to_owned(), actor.to_owned());
    session.tasks.spawn(async move {
        let mut after = 0;
        loop {
            news.borrow_and_update();
            let Ok(seen) = stage.channels.see(&id, after) else { return };
            for heard in seen.heard {
                after = heard.number;
                let told = pushes.send(Response::ChannelMessage {
                    channel_id: id.clone(),
                    sender_id: Participant::Actor(actor.clone()),
                    message: heard.data.to_vec(),
                });
                if told.await.is_err() {
                    return;
                }
            }
            if !seen.open {
                drop(pushes.send(Response::ChannelClosed { channel_id: id.clone() }).await);
                return;
            }
            if news.changed().await.is_err() {
                return;
            }
        }
    });
    Ok(())
}
