//! The avatars of a data folder: where they lie, the model that drafts for them, the server of each.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use avatar::weights::Weights;
use avatar::{Aids, Config as AvatarConfig, Shelf};
use gateway::Instances;
use models::{Patience, SharedModel};

use crate::config::Config;
use crate::data::DataDir;
use crate::environment::Environment;
use crate::failure::Failure;
use crate::model::Wanted;
use crate::ocr;
use crate::supabase::Project;

/// The avatars of a data folder; nothing is opened yet.
pub fn shelf(data: &DataDir, config: &Config, environment: &Environment) -> Result<Shelf, Failure> {
    let shelf = Shelf::new(&AvatarConfig {
        folder: data.resolve(&config.avatar.folder),
        models: Some(models(data, config)),
        encoder: config.avatar.encoder.clone(),
        rerank: config.avatar.rerank(data),
        entailment: config.avatar.entailment(data),
        limits: config.avatar.limits(),
    });
    let shelf = shelf.aided_by(Aids {
        recognise: ocr::recognise(data, config, environment),
        pdfium: pdfium(data, config),
    });
    let project = Project { data, config, environment };
    let drafted = shelf.drafted_by(model(data, config)?, patience(config));
    Ok(drafted.beside(project.to_ask()?))
}

/// The folder of pulled encoders.
pub fn models(data: &DataDir, config: &Config) -> PathBuf {
    data.resolve(&config.avatar.models)
}

/// The library `pdfium`: the configured one, else the one that was pulled.
fn pdfium(data: &DataDir, config: &Config) -> Option<PathBuf> {
    let configured = config.avatar.pdfium.as_deref().map(|file| data.resolve(file));
    configured.or_else(|| Weights::new(models(data, config)).pdfium())
}

/// The model that drafts answers, if one is configured; it is asked once, because its answer is waited for.
fn model(data: &DataDir, config: &Config) -> Result<Option<SharedModel>, Failure> {
    let settings = &config.avatar;
    let wanted = Wanted {
        provider: settings.model_provider,
        url: &settings.model_url,
        name: &settings.model_name,
        server: None,
        key_file: settings.model_key_file.as_deref(),
        certificates: None,
        patience: Patience { timeout: patience(config), retries: 0, ..Patience::default() },
    };
    wanted.model(data)
}

/// How long one draft may take.
fn patience(config: &Config) -> Duration {
    Duration::from_secs(config.avatar.model_seconds.max(1))
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
                tracing::info!(%error, avatar = id, "the avatar cannot be asked");
                None
            }
        }
    })
}
