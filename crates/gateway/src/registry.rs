//! Which tools, resources and prompts an endpoint serves, and under which names.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use globset::{Glob, GlobSet, GlobSetBuilder};
use kernel::{DeclarationError, Prompt, Service, Tool, unknown_tool};

/// Why the services given cannot be served together.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// A service's own tables cannot stand.
    #[error(transparent)]
    Declaration(#[from] DeclarationError),
    /// Two services of one endpoint use a name.
    #[error(
        "services `{first}` and `{second}` both declare the {what} `{name}`; give one a prefix in [aggregate]"
    )]
    Clash {
        /// What kind of thing.
        what: &'static str,
        /// The name both use.
        name: String,
        /// The service that came first.
        first: &'static str,
        /// The service that came second.
        second: &'static str,
    },
    /// A pattern that cannot be read.
    #[error("pattern `{pattern}` in [aggregate]: {problem}")]
    Pattern {
        /// The pattern as written.
        pattern: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A prefix that makes a tool name too long or illegal.
    #[error("tool name `{0}` must match ^[a-zA-Z0-9_-]{{1,64}}$; choose a shorter prefix")]
    Name(String),
}

/// Which tools the aggregate endpoint shows.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Patterns of the tools shown; none means all.
    pub include: Vec<String>,
    /// Patterns of the tools hidden.
    pub exclude: Vec<String>,
}

/// How the aggregate endpoint is made from the services.
#[derive(Debug, Clone, Default)]
pub struct Aggregate {
    /// Which tools it shows.
    pub selection: Selection,
    /// What is put before the tool and prompt names of a service.
    pub prefixes: BTreeMap<String, String>,
}

/// A tool under the name an endpoint gives it.
#[derive(Clone)]
pub(crate) struct Exposed<T> {
    pub(crate) name: String,
    pub(crate) service: &'static str,
    pub(crate) item: T,
}

/// What one URL, socket or pipe serves.
pub struct Endpoint {
    pub(crate) server_name: String,
    pub(crate) server_version: String,
    pub(crate) description: String,
    pub(crate) instructions: String,
    pub(crate) services: Vec<Arc<Service>>,
    pub(crate) tools: Vec<Exposed<Tool>>,
    pub(crate) prompts: Vec<Exposed<Prompt>>,
    by_name: HashMap<String, usize>,
}

impl Endpoint {
    /// The endpoint of one service, under its own names.
    pub fn of(service: &Arc<Service>) -> Result<Self, RegistryError> {
        service.verify()?;
        let info = &service.info;
        let mut endpoint = Self {
            server_name: info.server_name.clone(),
            server_version: info.server_version.clone(),
            description: info.description.to_owned(),
            instructions: info.instructions.clone(),
            services: vec![service.clone()],
            tools: Vec::new(),
            prompts: Vec::new(),
            by_name: HashMap::new(),
        };
        endpoint.expose(service, "", |_| true)?;
        Ok(endpoint)
    }

    /// The endpoint of every service together.
    pub fn aggregate(
        services: &[Arc<Service>],
        aggregate: &Aggregate,
        version: &str,
    ) -> Result<Self, RegistryError> {
        let include = patterns(&aggregate.selection.include)?;
        let exclude = patterns(&aggregate.selection.exclude)?;
        let shown =
            |name: &str| (include.is_empty() || include.is_match(name)) && !exclude.is_match(name);
        let about: Vec<_> = services
            .iter()
            .map(|service| format!("{}: {}", service.info.name, service.info.description))
            .collect();
        let mut endpoint = Self {
            server_name: "ensemble".to_owned(),
            server_version: version.to_owned(),
            description: "Services for agents whose every answer carries its evidence".to_owned(),
            instructions: about.join("\n"),
            services: services.to_vec(),
            tools: Vec::new(),
            prompts: Vec::new(),
            by_name: HashMap::new(),
        };
        for service in services {
            service.verify()?;
            let prefix = aggregate.prefixes.get(service.info.name).map_or("", String::as_str);
            endpoint.expose(service, prefix, shown)?;
        }
        endpoint.refuse_shared_uris()?;
        Ok(endpoint)
    }

    fn expose(
        &mut self,
        service: &Arc<Service>,
        prefix: &str,
        shown: impl Fn(&str) -> bool,
    ) -> Result<(), RegistryError> {
        let owner = service.info.name;
        for tool in service.tools.iter() {
            let name = format!("{prefix}{}", tool.spec.name);
            if !shown(&name) {
                continue;
            }
            if name.len() > 64
                || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
            {
                return Err(RegistryError::Name(name));
            }
            if let Some(index) = self.by_name.insert(name.clone(), self.tools.len()) {
                let first = self.tools[index].service;
                return Err(RegistryError::Clash { what: "tool", name, first, second: owner });
            }
            self.tools.push(Exposed { name, service: owner, item: tool.clone() });
        }
        for prompt in service.prompts.iter() {
            let name = format!("{prefix}{}", prompt.spec.name);
            if let Some(other) = self.prompts.iter().find(|other| other.name == name) {
                let first = other.service;
                return Err(RegistryError::Clash { what: "prompt", name, first, second: owner });
            }
            self.prompts.push(Exposed { name, service: owner, item: prompt.clone() });
        }
        Ok(())
    }

    fn refuse_shared_uris(&self) -> Result<(), RegistryError> {
        let mut owners: HashMap<&str, &'static str> = HashMap::new();
        for service in &self.services {
            let fixed = service.resources.fixed().iter().map(|resource| resource.spec.uri);
            let templates = service.resources.templates().iter().map(|it| it.spec.uri_template);
            for uri in fixed.chain(templates) {
                if let Some(first) = owners.insert(uri, service.info.name) {
                    let (name, second) = (uri.to_owned(), service.info.name);
                    return Err(RegistryError::Clash { what: "resource", name, first, second });
                }
            }
        }
        Ok(())
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Exposed<Tool>> {
        self.by_name.get(name).map(|index| &self.tools[*index])
    }

    pub(crate) fn unknown_tool(&self, name: &str) -> kernel::ToolError {
        unknown_tool(name, self.by_name.keys().map(String::as_str))
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&Exposed<Prompt>> {
        self.prompts.iter().find(|prompt| prompt.name == name)
    }

    pub(crate) fn owner_of(&self, uri: &str) -> Option<&Arc<Service>> {
        self.services.iter().find(|service| service.resources.knows(uri))
    }
}

fn patterns(texts: &[String]) -> Result<GlobSet, RegistryError> {
    let fail = |pattern: &str, error: &globset::Error| RegistryError::Pattern {
        pattern: pattern.to_owned(),
        problem: error.kind().to_string(),
    };
    let mut set = GlobSetBuilder::new();
    for text in texts {
        set.add(Glob::new(text).map_err(|error| fail(text, &error))?);
    }
    set.build().map_err(|error| fail(error.glob().unwrap_or_default(), &error))
}
