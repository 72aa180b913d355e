//! Questions to a remote theater, each with the answer it must have.

use serde_json::Value;

use super::RemoteTheater;
use super::error::RemoteError;
use super::generation::Generation;
use super::wire::{ChainEvent, Listed, Told};
use crate::ActorId;
use crate::error::TheaterError;
use crate::protocol::wire::Command;

type Asked<T> = Result<T, RemoteError>;

impl RemoteTheater {
    /// Every actor's id and name; a legacy server knows no names.
    pub(super) async fn list(&self) -> Asked<Vec<(String, String)>> {
        let told = self.lines.ask(&Command::ListActors).await?;
        let Told::ActorList { actors } = told else { return Err(self.unexpected(&told)) };
        let named = |listed| match listed {
            Listed::Named(id, name) => (id, name),
            Listed::Id(id) => (id.clone(), id),
        };
        Ok(actors.into_iter().map(named).collect())
    }

    /// The actor's id, if the server has it. Asked before what a server of 0.2 would pretend to
    /// have done for an actor it does not have.
    pub(super) async fn present(&self, id: &str) -> Asked<ActorId> {
        let unknown = || TheaterError::NoActor(id.chars().take(80).collect());
        let parsed: ActorId = id.parse().map_err(|_| unknown())?;
        let known = self.list().await?.iter().any(|(listed, _)| listed == id);
        if known { Ok(parsed) } else { Err(unknown().into()) }
    }

    /// Asks about an actor. A server of 0.2 that does not know it ends the connection.
    async fn about(&self, id: &str, command: Command) -> Asked<Told> {
        let unknown = || TheaterError::NoActor(id.chars().take(80).collect());
        id.parse::<ActorId>().map_err(|_| unknown())?;
        let asked = self.lines.ask(&command).await;
        if matches!(asked, Err(RemoteError::Lost(_))) {
            self.present(id).await?;
        }
        if refused(&asked, |reason| reason == "ActorNotFound") {
            return Err(unknown().into());
        }
        asked
    }

    /// How an actor is, in our words.
    pub(super) async fn status(&self, id: &str) -> Asked<String> {
        let command = Command::GetActorStatus { id: id.to_owned() };
        let told = self.about(id, command).await?;
        let Told::ActorStatus { status } = told else { return Err(self.unexpected(&told)) };
        Ok(status.to_ascii_uppercase())
    }

    /// An actor's state: bytes where it is bytes, the value that 0.3 has otherwise.
    pub(super) async fn state(&self, id: &str) -> Asked<Result<Option<Vec<u8>>, Value>> {
        let told = self.about(id, Command::GetActorState { id: id.to_owned() }).await?;
        let Told::ActorState { state } = told else { return Err(self.unexpected(&told)) };
        Ok(match serde_json::from_str(state.get()) {
            Ok(bytes) => Ok(bytes),
            Err(_) => Err(serde_json::from_str(state.get()).unwrap_or_default()),
        })
    }

    /// An actor's events: those the server keeps, or those seen while it was followed.
    pub(super) async fn events(&self, id: &str) -> Asked<Vec<ChainEvent>> {
        if self.lines.generation().await? == Generation::Third {
            let known = self.present(id).await;
            let seen = id.parse().ok().and_then(|id| self.seen_events(id));
            return seen.map_or_else(|| known.map(|_| Vec::new()), Ok);
        }
        let told = self.about(id, Command::GetActorEvents { id: id.to_owned() }).await?;
        let Told::ActorEvents { events } = told else { return Err(self.unexpected(&told)) };
        Ok(events)
    }

    pub(super) async fn metrics(&self, id: &str) -> Asked<Value> {
        let told = self.about(id, Command::GetActorMetrics { id: id.to_owned() }).await?;
        let Told::ActorMetrics { metrics } = told else { return Err(self.unexpected(&told)) };
        Ok(metrics)
    }

    pub(super) async fn manifest(&self, id: &str) -> Asked<Value> {
        let told = self.about(id, Command::GetActorManifest { id: id.to_owned() }).await?;
        let Told::ActorManifest { manifest } = told else { return Err(self.unexpected(&told)) };
        Ok(manifest)
    }

    /// Has a command carried out whose answer says no more than that it was.
    pub(super) async fn carry_out(&self, id: &str, command: Command) -> Asked<()> {
        self.about(id, command).await.map(drop)
    }

    /// Has a command carried out that some servers only pretend to know.
    pub(super) async fn if_able(
        &self,
        id: &str,
        command: Command,
        what: &'static str,
    ) -> Asked<()> {
        let asked = self.about(id, command).await;
        if refused(&asked, |reason| reason.contains("not implemented")) {
            return Err(self.unable(what));
        }
        asked.map(drop)
    }

    pub(super) fn unable(&self, what: &'static str) -> RemoteError {
        RemoteError::Unsupported { address: self.lines.address.clone(), what }
    }

    pub(super) fn unexpected(&self, told: &Told) -> RemoteError {
        let mut answer = format!("{told:?}");
        answer.truncate(answer.char_indices().nth(80).map_or(answer.len(), |(at, _)| at));
        RemoteError::Unexpected { address: self.lines.address.clone(), answer }
    }
}

/// Whether the server said no, and for such a reason.
pub(super) fn refused(asked: &Asked<Told>, why: impl Fn(&str) -> bool) -> bool {
    matches!(asked, Err(RemoteError::Refused { reason, .. }) if why(reason))
}
