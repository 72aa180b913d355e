//! The reasoner as the configuration wants it.

use std::sync::Arc;
use std::time::Duration;

use kernel::Service;
use models::{Patience, Price};
use reasoner::Reasoner;
use reasoner::config::{Config as Settings, Limits};
use reasoner::mind::Mind;
use reasoner::strategy::Strategies;
use store::Store;

use crate::config::Config;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::model::Wanted;

/// The service on `store`.
pub(super) fn start(store: &Store, data: &DataDir, config: &Config) -> Result<Service, Failure> {
    let state = state(store, config, mind(data, config)?);
    reasoner::service(&state).map_err(|error| Failure::new(Exit::Failure, error))
}

/// What the service shares, without a wire around it.
pub fn state(store: &Store, config: &Config, mind: Option<Mind>) -> Arc<Reasoner> {
    let strategies = match &config.reasoner.folder {
        Some(folder) => Strategies::with_folder(folder),
        None => Strategies::default(),
    };
    Reasoner::new(store.clone(), settings(config), strategies, mind)
}

/// The model that is configured, with patience and its price.
#[expect(clippy::cast_precision_loss, reason = "prices are small numbers")]
fn mind(data: &DataDir, config: &Config) -> Result<Option<Mind>, Failure> {
    let settings = &config.reasoner;
    let timeout = Duration::from_secs(settings.model_seconds.max(1));
    let wanted = Wanted {
        provider: settings.model_provider,
        url: &settings.model_url,
        name: &settings.model_name,
        server: settings.model_server.as_deref(),
        key_file: settings.model_key_file.as_deref(),
        certificates: settings.model_certificates.as_deref(),
        patience: Patience { timeout, ..Patience::default() },
    };
    let price = Price {
        input: settings.model_input_cents as f64 / 100.0,
        output: settings.model_output_cents as f64 / 100.0,
    };
    Ok(wanted.model(data)?.map(|model| Mind { model, price }))
}

fn settings(config: &Config) -> Settings {
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
            cells: count(wanted.max_cells),
            depth: count(wanted.max_depth),
            output_bytes: count(wanted.max_output_bytes),
        },
        on_contradiction: wanted.on_contradiction,
        strategy: wanted.strategy.clone(),
        debug_level: wanted.debug_level,
        folder: wanted.folder.clone(),
    }
}
