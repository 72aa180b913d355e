//! The avatars of a data folder: where they lie, and the server of each.

use std::sync::Arc;

use avatar::{Config as AvatarConfig, Shelf};
use gateway::Instances;

use crate::config::Config;
use crate::data::DataDir;

/// The avatars of a data folder; nothing is opened yet.
pub fn shelf(data: &DataDir, config: &Config) -> Shelf {
    Shelf::new(&AvatarConfig {
        folder: data.resolve(&config.avatar.folder),
        limits: config.avatar.limits(),
    })
}

/// Finds the server of one avatar for `/mcp/avatar/{id}` and for pipes.
pub fn instances(shelf: &Arc<Shelf>) -> Instances {
    let shelf = shelf.clone();
    Arc::new(move |service, id| {
        if service != "avatar" {
            return None;
        }
        match avatar::service_of(&shelf, id) {
            Ok(service) => Some(service),
            Err(error) => {
                tracing::debug!(%error, avatar = id, "no such avatar");
                None
            }
        }
    })
}
