//! A service is a value: who it is, and its four tables.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::{EventTable, PromptTable, ResourceTable, Things, ToolTable, UriTemplateError};

/// Who a service is.
#[derive(Debug, Clone)]
pub struct ServiceInfo {
    /// Its name within the house, such as `theater`.
    pub name: &'static str,
    /// The name it gives to MCP clients, such as `theater-mcp`.
    pub server_name: String,
    /// The version it gives to MCP clients.
    pub server_version: String,
    /// What it is for, in a sentence.
    pub description: &'static str,
    /// How a model should use it.
    pub instructions: String,
}

/// Whether a service can do its work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// It can.
    Ready,
    /// It cannot, and why.
    NotReady(String),
}

type Check = Arc<dyn Fn() -> BoxFuture<'static, Health> + Send + Sync>;

/// Everything the house needs to know of a service.
#[derive(Clone)]
pub struct Service {
    /// Who it is.
    pub info: ServiceInfo,
    /// What it can be told to do.
    pub tools: ToolTable,
    /// What it lets people read.
    pub resources: ResourceTable,
    /// The prompts it offers.
    pub prompts: PromptTable,
    /// The events it reports.
    pub events: EventTable,
    /// Which of its things belong to somebody.
    pub things: Things,
    health: Option<Check>,
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Service").field("info", &self.info).finish_non_exhaustive()
    }
}

/// A declaration that cannot stand; found at start-up, never later.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeclarationError {
    /// The same name twice.
    #[error("service `{service}` declares the {what} `{name}` twice")]
    Twice {
        /// The service.
        service: &'static str,
        /// What kind of thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A tool name that MCP hosts refuse.
    #[error("service `{service}`: tool name `{name}` must match ^[a-zA-Z0-9_-]{{1,64}}$")]
    BadToolName {
        /// The service.
        service: &'static str,
        /// The name.
        name: String,
    },
    /// A URI template that cannot be read.
    #[error(transparent)]
    Template(#[from] UriTemplateError),
}

impl Service {
    /// A service with nothing in its tables.
    pub fn new(info: ServiceInfo) -> Self {
        Self {
            info,
            tools: ToolTable::default(),
            resources: ResourceTable::default(),
            prompts: PromptTable::default(),
            events: EventTable::default(),
            things: Things::none(),
            health: None,
        }
    }

    /// Sets how the service tells whether it can do its work.
    #[must_use]
    pub fn checked_by(
        mut self,
        check: impl Fn() -> BoxFuture<'static, Health> + Send + Sync + 'static,
    ) -> Self {
        self.health = Some(Arc::new(check));
        self
    }

    /// Whether the service can do its work now.
    pub async fn health(&self) -> Health {
        match &self.health {
            Some(check) => check().await,
            None => Health::Ready,
        }
    }

    /// Refuses tables that declare a name twice or a tool name hosts would refuse.
    pub fn verify(&self) -> Result<(), DeclarationError> {
        let service = self.info.name;
        for tool in self.tools.iter() {
            if !is_tool_name(tool.spec.name) {
                let name = tool.spec.name.to_owned();
                return Err(DeclarationError::BadToolName { service, name });
            }
        }
        let fixed = self.resources.fixed().iter().map(|resource| resource.spec.uri);
        let templates = self.resources.templates().iter().map(|it| it.spec.uri_template);
        once(service, "tool", self.tools.iter().map(|tool| tool.spec.name))?;
        once(service, "resource", fixed.chain(templates))?;
        once(service, "prompt", self.prompts.iter().map(|prompt| prompt.spec.name))?;
        once(service, "event", self.events.kinds().iter().map(|kind| kind.name))
    }
}

fn once<'a>(
    service: &'static str,
    what: &'static str,
    names: impl Iterator<Item = &'a str>,
) -> Result<(), DeclarationError> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(DeclarationError::Twice { service, what, name: name.to_owned() });
        }
    }
    Ok(())
}

fn is_tool_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}
