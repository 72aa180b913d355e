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
        match self.lines.ask(&Command::ListActors).await? {
            Told::ActorList { actors } => Ok(actors
                .into_iter()
                .map(|listed| match listed {
                    Listed::Named(id, name) => (id, name),
                    Listed::Id(id) => (id.clone(), id),
                })
                .collect()),
            other => Err(self.unexpected(&other)),
        }
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
        match asked {
            Err(RemoteError::Lost(address)) => {
                self.present(id).await?;
                Err(RemoteError::Lost(address))
            }
            Err(RemoteError::Refused { reason, .. }) if reason == "ActorNotFound" => {
                Err(unknown().into())
            }
            other => other,
        }
    }

    /// How an actor is, in our words.
    pub(super) async fn status(&self, id: &str) -> Asked<String> {
        let command = Command::GetActorStatus { id: id.to_owned() };
        match self.about(id, command).await? {
            Told::ActorStatus { status } => Ok(status.to_ascii_uppercase()),
            other => Err(self.unexpected(&other)),
        }
    }

    /// An actor's state: bytes where it is bytes, the value that 0.3 has otherwise.
    pub(super) async fn state(&self, id: &str) -> Asked<Result<Option<Vec<u8>>, Value>> {
        match self.about(id, Command::GetActorState { id: id.to_owned() }).await? {
            Told::ActorState { state } => Ok(match serde_json::from_str(state.get()) {
                Ok(bytes) => Ok(bytes),
                Err(_) => Err(serde_json::from_str(state.get()).unwrap_or_default()),
            }),
            other => Err(self.unexpected(&other)),
        }
    }

    /// An actor's events: those the server keeps, or those seen while it was followed.
    pub(super) async fn events(&self, id: &str) -> Asked<Vec<ChainEvent>> {
        if self.lines.generation().await? == Generation::Third {
            let known = self.present(id).await;
            let seen = id.parse().ok().and_then(|id| self.seen_events(id));
            return seen.map_or_else(|| known.map(|_| Vec::new()), Ok);
        }
        match self.about(id, Command::GetActorEvents { id: id.to_owned() }).await? {
            Told::ActorEvents { events } => Ok(events),
            other => Err(self.unexpected(&other)),
        }
    }

    pub(super) async fn metrics(&self, id: &str) -> Asked<Value> {
        match self.about(id, Command::GetActorMetrics { id: id.to_owned() }).await? {
            Told::ActorMetrics { metrics } => Ok(metrics),
            other => Err(self.unexpected(&other)),
        }
    }

    pub(super) async fn manifest(&self, id: &str) -> Asked<Value> {
        match self.about(id, Command::GetActorManifest { id: id.to_owned() }).await? {
            Told::ActorManifest { manifest } => Ok(manifest),
            other => Err(self.unexpected(&other)),
        }
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
        match self.about(id, command).await {
            Err(RemoteError::Refused { reason, .. }) if reason.contains("not implemented") => {
                Err(self.unable(what))
            }
            other => other.map(drop),
        }
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
