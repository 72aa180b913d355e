//! The reasoner as the configuration wants it.

use std::time::Duration;

use kernel::Service;
use reasoner::Reasoner;
use reasoner::config::{Config as Settings, Limits};
use reasoner::strategy::Strategies;
use store::Store;

use crate::config::Config;
use crate::exit::Exit;
use crate::failure::Failure;

/// The service on `store`.
pub(super) fn start(store: &Store, config: &Config) -> Result<Service, Failure> {
    let state = Reasoner::new(store.clone(), settings(config), Strategies::default());
    reasoner::service(&state).map_err(|error| Failure::new(Exit::Failure, error))
}

/// The reasoner's settings.
pub(crate) fn settings(config: &Config) -> Settings {
    let wanted = &config.reasoner;
    let count = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    Settings {
        limits: Limits {
            text_bytes: count(wanted.max_text_bytes),
            statements: count(wanted.max_statements),
            sessions: count(wanted.max_sessions),
            live_sessions: count(wanted.live_sessions),
            ontologies: count(wanted.max_ontologies),
            answers: count(wanted.max_answers),
            derived: count(wanted.max_derived),
            inferences: wanted.max_inferences,
            query_time: Duration::from_secs(wanted.query_seconds),
        },
        on_contradiction: wanted.on_contradiction,
        strategy: wanted.strategy.clone(),
        debug_level: wanted.debug_level,
        folder: wanted.folder.clone(),
    }
}
