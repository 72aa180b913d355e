//! What the official conformance suite asks a server to have: its tools, resources and prompts.
//!
//! They are one more service, declared in the same tables as any other and called through the same
//! gate, limits and pipeline. Only what no service of ours says yet (pictures, questions back to
//! the client, tasks) takes the short way of an exchange. Nothing here is in a normal build.

mod content;
mod conversation;
mod exchange;
mod hang_up;
mod prompts;
mod record;
mod resources;
mod rounds;
mod tasks;

use std::sync::Arc;

use kernel::{
    EventFeed, EventTable, PromptTable, ResourceTable, Service, ServiceInfo, ToolTable,
    UriTemplateError,
};
use rmcp::model::{RequestStateCodec, ServerCapabilities, Tool};

use crate::registry::{Endpoint, Exposed};
use record::Record;

pub(super) use exchange::Exchange;
pub(crate) use hang_up::HangUp;
pub(super) use tasks::{cancel, get, update};

const NAME: &str = "conformance";

/// Why the fixtures could not be made.
#[derive(Debug, thiserror::Error)]
pub enum FixturesError {
    /// A template of theirs cannot be read.
    #[error(transparent)]
    Template(#[from] UriTemplateError),
    /// The system gives no random bytes.
    #[error("no random bytes for the key that seals request states: {0}")]
    Random(getrandom::Error),
    /// The key that seals request states was not accepted.
    #[error("the key that seals request states: {0}")]
    Key(String),
}

/// The fixtures, ready to be given to a gateway.
pub struct Fixtures {
    /// The service that holds them.
    pub service: Service,
    /// The events they cause.
    pub feed: EventFeed,
}

/// What the fixtures share.
struct Shared {
    record: Record,
    seal: RequestStateCodec,
}

impl Fixtures {
    /// Makes the fixtures, with a record of their own.
    pub fn new() -> Result<Self, FixturesError> {
        let mut key = [0; 32];
        getrandom::fill(&mut key).map_err(FixturesError::Random)?;
        let seal = RequestStateCodec::try_new(key)
            .map_err(|error| FixturesError::Key(error.to_string()))?;
        let (record, feed) = Record::new();
        let shared = Arc::new(Shared { record, seal });
        let mut service = Service::new(ServiceInfo {
            name: NAME,
            server_name: "ensemble-conformance".to_owned(),
            server_version: env!("CARGO_PKG_VERSION").to_owned(),
            description: "Fixtures of the MCP conformance suite",
            instructions: String::new(),
        });
        let tools = content::declare(ToolTable::of(&shared));
        let tools = conversation::declare(tools);
        let tools = rounds::declare(tools);
        service.tools = tasks::declare(tools).done();
        service.resources = resources::declare(ResourceTable::of(&shared)).done()?;
        service.prompts = prompts::declare(PromptTable::of(&shared)).done();
        service.events = EventTable::new()
            .kind("tools.changed", "the suite asked for a change of the tools")
            .kind("prompts.changed", "the suite asked for a change of the prompts");
        Ok(Self { service, feed })
    }
}

/// Announces what only an endpoint with the fixtures can do.
pub(super) fn announce(endpoint: &Endpoint, capabilities: &mut ServerCapabilities) {
    if endpoint.services.iter().any(|service| service.info.name == NAME) {
        let tasks = ServerCapabilities::builder().enable_tasks().build();
        capabilities.extensions = tasks.extensions;
    }
}

/// Takes from a fixture's listing the output schema it does not keep to.
pub(super) fn listed(exposed: &Exposed<kernel::Tool>, mut shown: Tool) -> Tool {
    if exposed.service == NAME {
        shown.output_schema = None;
    }
    shown
}
