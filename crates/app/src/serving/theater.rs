//! From the configuration to a running theater.

use std::sync::Arc;

use store::Store;
use theater::{ActorLimits, Theater, TheaterConfig};

use crate::config::Config;
use crate::data::DataDir;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;

/// The theater as the configuration wants it.
pub fn settings(data: &DataDir, config: &Config) -> TheaterConfig {
    let wanted = &config.theater;
    let variables = Environment::of_process();
    let shown = wanted
        .environment
        .iter()
        .filter_map(|name| Some((name.clone(), variables.variable(name)?.to_owned())));
    let size = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    TheaterConfig {
        folders: wanted.folders.iter().map(|folder| data.resolve(folder)).collect(),
        sync: wanted.sync,
        actors: size(wanted.actors),
        pool: wanted.pool,
        workers: size(wanted.workers.into()),
        message_bytes: size(wanted.message_bytes),
        limits: ActorLimits {
            memory: wanted.memory_bytes,
            deadline_ms: wanted.deadline_ms,
            mailbox: wanted.mailbox,
            passivate_after_ms: wanted.passivate_after_ms,
            ..ActorLimits::default()
        },
        environment: shown.collect(),
        files: wanted.files.iter().map(|folder| data.resolve(folder)).collect(),
        programs: wanted.programs.clone(),
        search_path: variables.variable("PATH").map(str::to_owned),
        web_hosts: wanted.web_hosts.clone(),
        ..TheaterConfig::new(data.resolve("theater".as_ref()))
    }
}

/// Opens the theater; its actors go on where they were.
pub(super) async fn open(
    data: &DataDir,
    config: &Config,
    store: &Store,
) -> Result<Arc<Theater>, Failure> {
    let opened = Theater::open(settings(data, config), store.clone()).await;
    opened.map_err(|error| Failure::new(Exit::Data, error))
}
