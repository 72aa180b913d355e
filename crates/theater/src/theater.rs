//! The running theater: opened with what was saved, kept up, closed in good order.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::{Durability, ReadError, Store};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::ActorId;
use crate::config::TheaterConfig;
use crate::db;
use crate::error::TheaterError;
use crate::lock::lock;
use crate::replay::Replayed;
use crate::stage::{Registry, Stage};
use crate::telling;
use crate::travel::Snapshot;
use crate::verify::{Heads, Verified};

const LOOK_ROUND: Duration = Duration::from_millis(500);

/// The running theater.
pub struct Theater {
    pub(crate) stage: Arc<Stage>,
    store: Store,
    stopping: CancellationToken,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Theater {
    /// Opens the theater and brings its actors back; they go on where they were.
    pub async fn open(config: TheaterConfig, store: Store) -> Result<Arc<Self>, TheaterError> {
        let unreadable = |error: ReadError| TheaterError::System(error.to_string());
        let load = store.read(|reader| db::load(reader).map_err(ReadError::from));
        let saved = load.await.map_err(unreadable)?;
        let opened = tokio::task::spawn_blocking(move || {
            let stage = Stage::open(config)?;
            let db::Loaded { records, place, heads } = saved;
            let count = stage.recover(Registry::new(records, place, heads))?;
            Ok::<_, TheaterError>((stage, count))
        });
        let opened = opened.await.map_err(|error| TheaterError::System(error.to_string()))?;
        let (stage, count) = opened?;
        if count > 0 {
            tracing::info!(actors = count, "actors came back");
        }
        let stopping = CancellationToken::new();
        let theater = Arc::new(Self { stage, store, stopping, tasks: Mutex::new(Vec::new()) });
        // What was found damaged is known from now on, whatever happens to the log next.
        theater.save().await;
        theater.keep_up();
        Ok(theater)
    }

    /// Whether it is being closed.
    pub fn is_closing(&self) -> bool {
        self.stage.is_closing()
    }

    /// Ends every running call, waits for all threads and saves what is known.
    pub async fn close(&self) {
        self.stopping.cancel();
        let tasks = std::mem::take(&mut *lock(&self.tasks));
        for task in tasks {
            if task.await.is_err() {
                tracing::error!("a task of the theater ended by a panic");
            }
        }
        let stage = self.stage.clone();
        if tokio::task::spawn_blocking(move || stage.close()).await.is_err() {
            tracing::error!("closing the theater panicked");
        }
        for listener in self.stage.servers.listeners() {
            if listener.await.is_err() {
                tracing::error!("a server of an actor ended by a panic");
            }
        }
        telling::tell(&self.stage, &self.store).await;
        self.save().await;
    }

    /// Runs an actor again from its chain and compares every event.
    pub async fn replay(&self, actor_id: &str) -> Result<Replayed, TheaterError> {
        let actor = self.stage.named(actor_id)?;
        self.on_a_thread(move |stage| stage.replay(actor.id(), actor.face().head.seq)).await
    }

    /// Checks every event of every chain, and how far each has come against `heads`.
    pub async fn verify(&self, heads: Heads) -> Result<Verified, TheaterError> {
        self.on_a_thread(move |stage| Ok(stage.log.verify(&heads)?)).await
    }

    /// Why it cannot do its work now, if it cannot.
    pub fn trouble(&self) -> Option<String> {
        let unwritable = |reason| format!("the actors' log cannot be written: {reason}");
        let closing = self.is_closing().then(|| "it is closing".to_owned());
        closing.or_else(|| self.stage.log.trouble().map(unwritable))
    }

    /// Takes a snapshot of an actor, now or at one of its events.
    pub async fn snapshot(
        &self,
        actor_id: &str,
        event_id: Option<String>,
    ) -> Result<Snapshot, TheaterError> {
        let id = self.stage.named(actor_id)?.id();
        self.on_a_thread(move |stage| stage.snapshot(id, event_id.as_deref())).await
    }

    /// Starts an actor that goes on from a snapshot.
    pub async fn resume(&self, snapshot: Snapshot) -> Result<ActorId, TheaterError> {
        self.on_a_thread(move |stage| stage.resume(snapshot)).await
    }

    /// Fires when the theater closes.
    pub(crate) fn stopping(&self) -> CancellationToken {
        self.stopping.clone()
    }

    /// Takes over a task that ends when the theater closes.
    pub(crate) fn own(&self, task: JoinHandle<()>) {
        lock(&self.tasks).push(task);
    }

    /// Runs what may block where it may.
    pub(crate) async fn on_a_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<Stage>) -> Result<T, TheaterError> + Send + 'static,
    ) -> Result<T, TheaterError> {
        let stage = self.stage.clone();
        let worked = tokio::task::spawn_blocking(move || work(&stage)).await;
        worked.map_err(|error| TheaterError::System(error.to_string()))?
    }

    fn keep_up(&self) {
        let (stage, store) = (self.stage.clone(), self.store.clone());
        let stopping = self.stopping.clone();
        let telling = tokio::spawn(async move {
            stopping.run_until_cancelled(telling::keep_telling(&stage, &store)).await;
        });
        let (stage, stopping) = (self.stage.clone(), self.stopping.clone());
        let sleeping = tokio::spawn(async move {
            let rounds = async {
                loop {
                    drop(tokio::time::timeout(LOOK_ROUND, stage.crowded()).await);
                    stage.passivate_idle();
                    let healing = stage.clone();
                    let chores = move || {
                        healing.heal();
                        healing.expire_channels();
                    };
                    drop(tokio::task::spawn_blocking(chores).await);
                }
            };
            stopping.run_until_cancelled(rounds).await;
        });
        let (stage, store) = (self.stage.clone(), self.store.clone());
        let stopping = self.stopping.clone();
        let every = self.stage.config.save_every;
        let saving = tokio::spawn(async move {
            let rounds = async {
                loop {
                    tokio::time::sleep(every).await;
                    save(&stage, &store).await;
                }
            };
            stopping.run_until_cancelled(rounds).await;
        });
        let (stage, stopping) = (self.stage.clone(), self.stopping.clone());
        let alarms = tokio::spawn(async move {
            stopping.run_until_cancelled(stage.keep_time()).await;
        });
        lock(&self.tasks).extend([telling, sleeping, saving, alarms]);
    }

    async fn save(&self) {
        save(&self.stage, &self.store).await;
    }
}

/// Records of one transaction, so that a crowd of actors needs neither much memory nor a long lock.
const SAVED_AT_ONCE: usize = 500;

/// Saves the records of actors that changed. The place is taken before the records, so the log from
/// there on holds whatever they do not know yet; it counts when the last of them is saved.
async fn save(stage: &Arc<Stage>, store: &Store) {
    let place = stage.settled_place();
    let changed: Vec<_> = stage.herald.take_unsaved().into_iter().collect();
    let mut parts = changed.chunks(SAVED_AT_ONCE).peekable();
    while let Some(part) = parts.next() {
        let records: Vec<_> = part.iter().filter_map(|id| saved_form(stage, *id)).collect();
        let place = parts.peek().is_none().then_some(place);
        let saved = store.write(Durability::Normal, move |tx| db::save(tx, &records, place)).await;
        if let Err(error) = saved {
            tracing::error!(%error, "the actors' records cannot be saved");
            return stage.herald.put_back(changed);
        }
    }
}

fn saved_form(stage: &Stage, id: ActorId) -> Option<(String, String)> {
    let actor = stage.actor(id).ok()?;
    let record = serde_json::to_string(&stage.record(&actor)).ok()?;
    Some((id.to_string(), record))
}
