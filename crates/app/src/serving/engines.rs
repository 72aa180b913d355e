//! What works behind the services: made before them, started with the listeners, ended after them.

use std::sync::Arc;

use avatar::Shelf;
use orchestrator::Orchestrator;
use store::Store;

use super::theater::Playhouse;
use super::{enabled, projects};
use crate::avatars;
use crate::config::{Config, ServiceName};
use crate::data::DataDir;
use crate::environment::Environment;
use crate::failure::Failure;

/// The engines of the services that run.
pub(super) struct Engines {
    pub(super) orchestrator: Option<Arc<Orchestrator>>,
    pub(super) theater: Option<Playhouse>,
    pub(super) shelf: Arc<Shelf>,
}

impl Engines {
    /// Makes them; nothing of theirs runs yet.
    pub(super) async fn open(
        store: &Store,
        data: &DataDir,
        config: &Config,
        environment: &Environment,
    ) -> Result<Self, Failure> {
        let enabled = enabled(config);
        let orchestrator = match enabled.contains(&ServiceName::Orchestrator) {
            true => Some(projects::orchestrator(store, data, config, environment)?),
            false => None,
        };
        let theater = match enabled.contains(&ServiceName::Theater) {
            true => Some(Playhouse::open(data, config, store).await?),
            false => None,
        };
        Ok(Self {
            orchestrator,
            theater,
            shelf: Arc::new(avatars::shelf(data, config, environment)?),
        })
    }

    /// Lets them work.
    pub(super) async fn start(&self) -> Result<(), Failure> {
        match &self.orchestrator {
            Some(orchestrator) => orchestrator.start().await.map_err(projects::refused),
            None => Ok(()),
        }
    }

    /// Ends their work in good order.
    pub(super) async fn stop(&self) {
        if let Some(orchestrator) = &self.orchestrator {
            orchestrator.stop().await;
        }
        if let Some(theater) = &self.theater {
            theater.close().await;
        }
    }
}
