//! The avatars of a data folder: where they lie, the model that drafts for them, the server of each.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use avatar::{Config as AvatarConfig, Shelf};
use gateway::Instances;
use models::{Endpoint, Patience, Patient, Provider, SharedModel};

use crate::config::{Config, ModelProvider};
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;

/// The avatars of a data folder; nothing is opened yet.
pub fn shelf(data: &DataDir, config: &Config) -> Result<Shelf, Failure> {
    let shelf = Shelf::new(&AvatarConfig {
        folder: data.resolve(&config.avatar.folder),
        models: Some(models(data, config)),
        encoder: config.avatar.encoder.clone(),
        limits: config.avatar.limits(),
    });
    Ok(shelf.drafted_by(model(data, config)?))
}

/// The folder of pulled encoders.
pub fn models(data: &DataDir, config: &Config) -> PathBuf {
    data.resolve(&config.avatar.models)
}

/// The model that drafts answers, if one is configured; it is asked once, because its answer is waited for.
fn model(data: &DataDir, config: &Config) -> Result<Option<SharedModel>, Failure> {
    let wanted = &config.avatar;
    let provider = match wanted.model_provider {
        ModelProvider::Off => return Ok(None),
        ModelProvider::Openai => Provider::OpenAi,
        ModelProvider::Anthropic => Provider::Anthropic,
        ModelProvider::Ollama => Provider::Ollama,
    };
    let key = wanted.model_key_file.as_ref().map(|file| {
        let path = data.resolve(file);
        std::fs::read_to_string(&path).map(|key| key.trim().to_owned()).map_err(|error| {
            let message = format!("cannot read the model's key `{}`: {error}", path.display());
            Failure::new(Exit::Config, message)
        })
    });
    let endpoint = Endpoint::new(provider, &wanted.model_url, &wanted.model_name, key.transpose()?);
    let patience = Patience {
        timeout: Duration::from_secs(wanted.model_seconds.max(1)),
        retries: 0,
        ..Patience::default()
    };
    Ok(Some(Arc::new(Patient::new(Arc::new(endpoint), patience))))
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
