//! A theater that runs elsewhere, fronted by the same tools and resources: commands go over
//! Theater's protocol, news are collected by following its actors.
//!
//! What the server cannot do is an error that says so; nothing here is made up in its place.

mod asking;
mod channels;
mod error;
mod following;
mod generation;
mod lines;
mod link;
mod prompts;
mod resources;
mod tools;
mod wire;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{DeclarationError, Health, Service};
use store::Store;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::ActorId;
use crate::lock::lock;
use crate::stage::{Channels, Herald};
use following::Followed;
pub use generation::Generation;
use lines::Lines;
use link::Link;

/// Where a remote theater is and how it is spoken to.
#[derive(Debug, Clone)]
pub struct RemoteConfig {
    /// Its host and port.
    pub address: String,
    /// Its generation; found out if it is not said.
    pub generation: Option<Generation>,
    /// How long an answer may take.
    pub within: Duration,
    /// How often its list of actors is looked at.
    pub look_round: Duration,
    /// Where manifests are put for a server that reads only files.
    pub folder: PathBuf,
}

impl RemoteConfig {
    /// The defaults for a theater at `address`, with a folder of this one's own.
    pub fn new(address: impl Into<String>, folder: impl Into<PathBuf>) -> Self {
        Self {
            address: address.into(),
            generation: None,
            within: Duration::from_secs(25),
            look_round: Duration::from_secs(2),
            folder: folder.into(),
        }
    }
}

/// A theater that runs elsewhere.
pub struct RemoteTheater {
    lines: Lines,
    folder: PathBuf,
    channels: Channels,
    /// The connection of each open channel; what is said on it comes there.
    channel_links: Mutex<HashMap<String, Arc<Link>>>,
    herald: Herald,
    followed: Mutex<HashMap<ActorId, Followed>>,
    /// The manifests of actors that were started from here.
    manifests: Mutex<HashMap<ActorId, String>>,
    look: Notify,
    stopping: CancellationToken,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl RemoteTheater {
    /// Fronts a theater; it need not be there yet.
    pub fn open(config: RemoteConfig, store: Store) -> Arc<Self> {
        let remote = Arc::new(Self {
            lines: Lines::new(config.address, config.generation, config.within),
            folder: config.folder,
            channels: Channels::default(),
            channel_links: Mutex::default(),
            herald: Herald::default(),
            followed: Mutex::default(),
            manifests: Mutex::default(),
            look: Notify::new(),
            stopping: CancellationToken::new(),
            tasks: Mutex::default(),
        });
        let looking = tokio::spawn(following::look_round(remote.clone(), config.look_round));
        let telling = tokio::spawn(following::keep_telling(remote.clone(), store));
        lock(&remote.tasks).extend([looking, telling]);
        remote
    }

    /// Lets go of the server; its actors go on.
    pub async fn close(&self) {
        self.stopping.cancel();
        lock(&self.channel_links).clear();
        let tasks = std::mem::take(&mut *lock(&self.tasks));
        for task in tasks {
            if task.await.is_err() {
                tracing::error!("a task of the remote theater ended by a panic");
            }
        }
    }
}

/// The service as the house sees it.
pub fn remote_service(remote: &Arc<RemoteTheater>) -> Result<Service, DeclarationError> {
    let mut service = Service::new(crate::about());
    service.tools = tools::table(remote);
    service.resources = resources::table(remote)?;
    service.prompts = prompts::table(remote);
    service.events = crate::events();
    service.things = crate::things();
    let remote = remote.clone();
    Ok(service.checked_by(move || {
        let trouble = remote.lines.trouble();
        Box::pin(async move {
            match trouble {
                Some(why) => Health::NotReady(format!("the remote theater: {why}")),
                None => Health::Ready,
            }
        })
    }))
}
