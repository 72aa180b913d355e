//! WebAssembly actors whose every event is chained and replayable.
//!
//! [`Theater`] is the running thing: it brings back the actors of before, runs them, and keeps the
//! house informed. [`service`] is how the house serves it. Wires and the environment are unknown
//! here.

mod actor;
mod archive;
mod chain;
mod config;
mod content;
mod db;
mod direct;
mod engine;
mod error;
mod host;
mod id;
mod lock;
mod manifest;
mod pool;
mod prompts;
mod protocol;
mod remote;
mod replay;
mod resources;
mod stage;
mod telling;
mod theater;
mod tools;
mod travel;
mod verify;
mod web;
mod whole_file;
pub mod workshop;

use std::sync::Arc;

use kernel::{DeclarationError, EventTable, Health, Service, ServiceInfo, ThingKind, Things};

pub use actor::{Metrics, Status};
pub use archive::Archive;
pub use chain::{Blob, Hash};
pub use config::{ActorLimits, Durability, TheaterConfig};
pub use content::{ContentStore, Shelf};
pub use db::MIGRATIONS;
pub use error::{CallFailure, TheaterError};
pub use id::{ActorId, BadActorId};
pub use manifest::{Manifest, ManifestError};
pub use remote::{Generation, RemoteConfig, RemoteTheater, remote_service};
pub use replay::{Difference, Replayed};
pub use theater::Theater;
pub use travel::Snapshot;
pub use verify::{Heads, Verified, verify_log};

const INSTRUCTIONS: &str = "start_actor takes a manifest (TOML text, or a path the server allows) \
    and gives the actor's id. Message data is base64 both ways: request_message waits for an \
    answer, send_message does not. Read theater://actors for what runs, theater://events/{actor_id} \
    for what an actor did and why; every event names its parent and its children.";

fn about() -> ServiceInfo {
    ServiceInfo {
        name: "theater",
        server_name: "theater-mcp".to_owned(),
        server_version: "0.1.0".to_owned(),
        description: "WebAssembly actors whose every event is chained and replayable",
        instructions: INSTRUCTIONS.to_owned(),
    }
}

fn events() -> EventTable {
    EventTable::new()
        .kind("actor.started", "An actor came into being")
        .kind("actor.restarted", "An actor was started again with its last state")
        .kind("actor.failed", "An actor failed")
        .kind("actor.stopped", "An actor was stopped")
        .kind("actor.advanced", "An actor's chain has new events, up to the one named")
        .kind("channel.changed", "A channel has a new message or was closed")
}

/// What belongs to who made it.
fn things() -> Things {
    Things::none()
        .kind(ThingKind {
            name: "actor",
            key: "actor_id",
            makers: &["start_actor"],
            places: &["theater://actor/", "theater://events/"],
            seen_with: None,
        })
        .kind(ThingKind {
            name: "channel",
            key: "channel_id",
            makers: &["open_channel"],
            places: &["theater://channel/"],
            seen_with: None,
        })
}

/// The service as the house sees it.
pub fn service(theater: &Arc<Theater>) -> Result<Service, DeclarationError> {
    let mut service = Service::new(about());
    service.tools = tools::table(theater);
    service.resources = resources::table(theater)?;
    service.prompts = prompts::table(theater);
    service.events = events();
    service.things = things();
    let theater = theater.clone();
    Ok(service.checked_by(move || {
        let trouble = theater.trouble();
        Box::pin(async move { trouble.map_or(Health::Ready, Health::NotReady) })
    }))
}
