//! What an actor's handlers allow it: what its manifest declares, within its permissions.

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use crate::manifest::{
    Capability, EnvironmentHandler, Handler, HandlerKind, Manifest, ManifestError, Permissions,
    RandomHandler, TimingHandler, narrowest,
};

/// The settings of an actor's handlers.
#[derive(Debug, Default)]
pub(crate) struct Grants {
    pub(crate) timing: TimingHandler,
    pub(crate) random: RandomHandler,
    pub(crate) environment: EnvironmentHandler,
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
                Handler::Plain(_) | Handler::Filesystem(_) | Handler::Process(_) => {}
            }
        }
        Ok(grants)
    }
}

/// The narrower of a handler's settings and a restriction, field by field.
fn within<T: Serialize + DeserializeOwned + Clone>(
    settings: &T,
    kind: HandlerKind,
    capability: &Capability,
) -> Result<T, ManifestError> {
    let Capability::Restrict(above) = capability else { return Ok(settings.clone()) };
    let key = format!("permission_policy.{}", kind.name());
    let own =
        Table::try_from(settings).map_err(|error| ManifestError::key(&key, error.to_string()))?;
    let narrowed = Value::Table(narrowest(above, &own));
    narrowed.try_into().map_err(|error: toml::de::Error| ManifestError::key(&key, error.message()))
}
