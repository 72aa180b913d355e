//! The reasoner as the configuration wants it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kernel::Service;
use models::{Endpoint, Patience, Patient, Price, Provider};
use reasoner::Reasoner;
use reasoner::config::{Config as Settings, Limits};
use reasoner::mind::Mind;
use reasoner::strategy::Strategies;
use store::Store;

use crate::config::{Config, ModelProvider};
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;

/// The service on `store`.
pub(super) fn start(store: &Store, data: &DataDir, config: &Config) -> Result<Service, Failure> {
    let state = state(store, config, mind(data, config)?);
    reasoner::service(&state).map_err(|error| Failure::new(Exit::Failure, error))
}

/// What the service shares, without a wire around it.
pub fn state(store: &Store, config: &Config, mind: Option<Mind>) -> Arc<Reasoner> {
    let strategies = match &config.reasoner.folder {
        Some(folder) => Strategies::with_folder(&folder.join("strategies")),
        None => Strategies::default(),
    };
    Reasoner::new(store.clone(), settings(config), strategies, mind)
}

/// The model that is configured, with patience and its price.
#[expect(clippy::cast_precision_loss, reason = "prices are small numbers")]
fn mind(data: &DataDir, config: &Config) -> Result<Option<Mind>, Failure> {
    let wanted = &config.reasoner;
    let provider = match wanted.model_provider {
        ModelProvider::Off => return Ok(None),
        ModelProvider::Openai => Provider::OpenAi,
        ModelProvider::Anthropic => Provider::Anthropic,
        ModelProvider::Ollama => Provider::Ollama,
    };
    let key = match &wanted.model_key_file {
        Some(file) => Some(text(data, "key", file)?.trim().to_owned()),
        None => None,
    };
    let mut endpoint = Endpoint::new(provider, &wanted.model_url, &wanted.model_name, key);
    if let Some(file) = &wanted.model_certificates {
        endpoint = endpoint.trusting(text(data, "certificates", file)?.into_bytes());
    }
    let patience = Patience {
        timeout: Duration::from_secs(wanted.model_seconds.max(1)),
        ..Patience::default()
    };
    Ok(Some(Mind {
        model: Arc::new(Patient::new(Arc::new(endpoint), patience)),
        price: Price {
            input: wanted.model_input_cents as f64 / 100.0,
            output: wanted.model_output_cents as f64 / 100.0,
        },
    }))
}

fn text(data: &DataDir, what: &str, file: &Path) -> Result<String, Failure> {
    let path = data.resolve(file);
    std::fs::read_to_string(&path).map_err(|error| {
        let message = format!("cannot read the model's {what} `{}`: {error}", path.display());
        Failure::new(Exit::Config, message)
    })
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
        },
        on_contradiction: wanted.on_contradiction,
        strategy: wanted.strategy.clone(),
        debug_level: wanted.debug_level,
        folder: wanted.folder.clone(),
    }
}
