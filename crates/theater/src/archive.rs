//! The theater's folder, read beside a server that may be using it: check it, replay from it, take
//! snapshots of what it holds. Nothing here changes anything.

use std::sync::Arc;

use crate::chain::Log;
use crate::config::TheaterConfig;
use crate::error::TheaterError;
use crate::replay::Replayed;
use crate::stage::{Registry, Stage};
use crate::travel::Snapshot;

/// The theater's folder, to be read.
pub struct Archive {
    stage: Arc<Stage>,
}

impl Archive {
    /// Opens the folder of `config`; blocks while it reads the log.
    pub fn open(config: TheaterConfig) -> Result<Self, TheaterError> {
        let log = Log::open_to_read(&config.folder.join("log"))?;
        let stage = Stage::with(config, log)?;
        Ok(Self { stage })
    }

    /// Runs an actor again from its chain and compares every event.
    pub fn replay(&self, actor_id: &str) -> Result<Replayed, TheaterError> {
        let id = actor_id.parse().map_err(|_| TheaterError::NoActor(actor_id.to_owned()))?;
        let replayed = self.stage.replay(id, u64::MAX)?;
        if replayed.events == 0 && replayed.difference.is_none() {
            return Err(TheaterError::NoActor(actor_id.to_owned()));
        }
        Ok(replayed)
    }

    /// Takes a snapshot of an actor, at its last event or an earlier one.
    pub fn snapshot(
        &self,
        actor_id: &str,
        event_id: Option<&str>,
    ) -> Result<Snapshot, TheaterError> {
        self.stage.load(Registry::default())?;
        let id = self.stage.named(actor_id)?.id();
        self.stage.snapshot(id, event_id)
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        self.stage.close();
    }
}
