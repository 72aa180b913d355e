//! What an actor's handlers allow it: what its manifest declares, within its permissions.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::manifest::{
    Capability, EnvironmentHandler, Handler, HandlerKind, Manifest, ManifestError, Permissions,
    ProcessHandler, RandomHandler, TimingHandler, narrowest,
};

/// What an actor may do with files: the handler's settings and what a restriction adds.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FilesystemGrant {
    pub(crate) path: Option<String>,
    pub(crate) new_dir: Option<bool>,
    pub(crate) allowed_commands: Option<Vec<String>>,
    pub(crate) allowed_paths: Option<Vec<String>>,
    pub(crate) read: bool,
    pub(crate) write: bool,
    pub(crate) execute: bool,
}

impl Default for FilesystemGrant {
    fn default() -> Self {
        Self {
            path: None,
            new_dir: None,
            allowed_commands: None,
            allowed_paths: None,
            read: true,
            write: true,
            execute: true,
        }
    }
}

/// What an actor may ask the web for.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct HttpClientGrant {
    pub(crate) allowed_methods: Option<Vec<String>>,
    pub(crate) allowed_hosts: Option<Vec<String>>,
    /// Redirections are not followed, so any number is kept.
    #[serde(rename = "max_redirects")]
    _max_redirects: Option<u64>,
    pub(crate) timeout: Option<u64>,
}

/// The settings of an actor's handlers.
#[derive(Debug, Default)]
pub(crate) struct Grants {
    pub(crate) timing: TimingHandler,
    pub(crate) random: RandomHandler,
    pub(crate) environment: EnvironmentHandler,
    pub(crate) filesystem: FilesystemGrant,
    pub(crate) process: ProcessHandler,
    pub(crate) http_client: HttpClientGrant,
}

impl Grants {
    /// What `manifest` declares, within `permissions`.
    pub(crate) fn new(
        manifest: &Manifest,
        permissions: &Permissions,
    ) -> Result<Self, ManifestError> {
        let mut grants = Self::default();
        for handler in &manifest.handlers {
            let kind = handler.kind();
            let capability = permissions.of(kind);
            match handler {
                Handler::Timing(settings) => grants.timing = within(settings, kind, capability)?,
                Handler::Random(settings) => grants.random = within(settings, kind, capability)?,
                Handler::Environment(settings) => {
                    grants.environment = within(settings, kind, capability)?;
                }
                Handler::Filesystem(settings) => {
                    grants.filesystem = within(settings, kind, capability)?;
                }
                Handler::Process(settings) => grants.process = within(settings, kind, capability)?,
                Handler::Plain(HandlerKind::HttpClient) => {
                    grants.http_client = within(&Table::new(), kind, capability)?;
                }
                Handler::Plain(_) => {}
            }
        }
        Ok(grants)
    }
}

/// The narrower of a handler's settings and a restriction, field by field.
fn within<T: DeserializeOwned>(
    settings: &impl Serialize,
    kind: HandlerKind,
    capability: &Capability,
) -> Result<T, ManifestError> {
    let key = format!("permission_policy.{}", kind.name());
    let own =
        Table::try_from(settings).map_err(|error| ManifestError::key(&key, error.to_string()))?;
    let narrowed = match capability {
        Capability::Restrict(above) => narrowest(above, &own),
        Capability::Inherit | Capability::Disallow => own,
    };
    let narrowed = Value::Table(narrowed);
    narrowed.try_into().map_err(|error: toml::de::Error| ManifestError::key(&key, error.message()))
}
