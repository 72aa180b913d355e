//! The house's own service: its state, its journal and the proof that the journal is whole.

mod checkup;
mod evidence;
mod resources;
pub mod tokens;
mod tools;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use gateway::ClientSeen;
use kernel::{
    DeclarationError, Event, EventTable, Health, Owners, Principal, Service, ServiceInfo, Things,
    Timestamp, Touch,
};
use serde::Serialize;
use store::Store;

use crate::config::Config;
use crate::data::DataDir;
use crate::environment::Environment;

pub use evidence::Neighbour;

/// The stream of the house's own events.
pub const STREAM: &str = "house";
/// The stream of recorded calls.
pub const CALLS: &str = "calls";

/// What the house knows of itself.
pub struct House {
    /// Where everything is kept.
    pub store: Store,
    /// When this process started to serve.
    pub started_at: Timestamp,
    /// The services that run.
    pub services: Vec<About>,
    /// The other services, to ask for evidence.
    pub neighbours: Vec<Neighbour>,
    /// Where it listens; known once every listener is open.
    pub listeners: OnceLock<Listeners>,
    /// What it was started with.
    pub premises: Premises,
    /// Makes the door look at the tokens again; known once there is a door.
    pub doorman: OnceLock<Doorman>,
    /// Tells who is here; known once there is a door.
    pub guests: OnceLock<Guests>,
    /// Who owns what.
    pub owners: Arc<Owners>,
    /// Which things of each service belong to somebody.
    pub things: BTreeMap<&'static str, Things>,
}

impl House {
    /// Whether `principal` may hear of an event.
    pub fn tells(&self, principal: &Principal, event: &Event) -> bool {
        let none = Things::none();
        let things = self.things.get(&*event.service).unwrap_or(&none);
        self.owners.sees_event(principal, event, things)
    }
}

/// Makes whoever stands at the door look at the tokens as their files have them now.
pub type Doorman = Box<dyn Fn() + Send + Sync>;

/// Tells which clients are connected or were heard a short while ago.
pub type Guests = Box<dyn Fn() -> Vec<ClientSeen> + Send + Sync>;

/// What the house was started with.
#[derive(Debug, Clone)]
pub struct Premises {
    /// The process's surroundings.
    pub environment: Environment,
    /// The data folder.
    pub data: DataDir,
    /// The settings.
    pub config: Config,
}

/// What the house says of a service.
#[derive(Debug, Clone, Serialize)]
pub struct About {
    /// Its name within the house.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// The events it tells clients of.
    pub events: Vec<&'static str>,
}

impl About {
    /// The same of any service.
    pub fn of(service: &Service) -> Self {
        let announced = service.events.kinds().iter().filter(|kind| kind.announced);
        Self {
            name: service.info.name,
            description: service.info.description,
            events: announced.map(|kind| kind.name).collect(),
        }
    }
}

/// Where the house listens.
#[derive(Debug, Clone, Default, Serialize, schemars::JsonSchema)]
pub struct Listeners {
    /// HTTP and WebSocket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub http: Option<SocketAddr>,
    /// Raw TCP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tcp: Option<SocketAddr>,
    /// Theater's own protocol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theater: Option<SocketAddr>,
    /// The Unix socket.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unix: Option<PathBuf>,
    /// Whether standard input and output are served.
    pub stdio: bool,
}

/// The service as every other one: a table of tools, resources and events.
pub fn service(house: &Arc<House>) -> Result<Service, DeclarationError> {
    let mut service = Service::new(ServiceInfo {
        name: "house",
        server_name: "ensemble".to_owned(),
        server_version: env!("CARGO_PKG_VERSION").to_owned(),
        description: "The record of everything the services did, and the proof that it is whole",
        instructions: "Read ensemble://status first. list_events pages through the journal; \
                       verify_audit checks every link of its chain; run_doctor checks the \
                       installation around it."
            .to_owned(),
    });
    service.tools = tools::table(house);
    service.resources = resources::table(house)?;
    service.events = EventTable::new()
        .kind("house.started", "The house began to serve")
        .kind("house.stopped", "The house stopped in good order")
        .kind("call.made", "A tool was called")
        .kind("evidence.made", "A page of evidence was made")
        .kind("token.made", "A token was made")
        .kind("token.revoked", "A token was revoked")
        .kind("thing.owned", "Somebody made a thing, or lets others use it")
        .touching(|_| {
            vec![Touch::resource("ensemble://events"), Touch::resource("ensemble://audit/head")]
        });
    let store = house.store.clone();
    Ok(service.checked_by(move || {
        let store = store.clone();
        Box::pin(async move {
            if let Some(error) = store.failing() {
                return Health::NotReady(error.to_string());
            }
            match store.journal().head().await {
                Ok(_) => Health::Ready,
                Err(error) => Health::NotReady(error.to_string()),
            }
        })
    }))
}
