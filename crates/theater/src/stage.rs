//! The stage: all actors, what they share, and how what they do is written down.

mod alarms;
mod channels;
mod damage;
mod herald;
mod lifecycle;
mod messages;
mod processes;
mod recovery;
mod resuming;
mod room;
mod servers;
mod supervision;
mod upkeep;
mod writing;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, Weak};

use tokio::runtime::Handle;

pub(crate) use alarms::{Alarms, MOST_ALARMS};
pub(crate) use channels::{Channels, Heard, Participant};
pub(crate) use herald::{Herald, News, NewsSet};
pub(crate) use lifecycle::{Beginning, Wanted};
pub(crate) use messages::reply_of;
pub(crate) use processes::{Cut, Processes};
pub(crate) use recovery::{Record, Registry};
use room::Room;
pub(crate) use servers::{Book, Route, Servers};
pub(crate) use writing::refuse;

use crate::actor::{self, Actor};
use crate::chain::{Hash, Log, Payload, Position};
use crate::config::TheaterConfig;
use crate::content::ContentStore;
use crate::engine::{Engines, Lane, Library, Script, Ticker};
use crate::error::TheaterError;
use crate::lock::lock;
use crate::manifest::{Manifest, Sources};
use crate::pool::Pool;
use crate::web::Web;
use crate::{ActorId, Status};

/// A manifest that somebody still holds, and its text.
type Read = (Weak<Manifest>, Weak<str>);

/// All actors and what they share.
pub(crate) struct Stage {
    pub(crate) config: TheaterConfig,
    pub(crate) log: Arc<Log>,
    pub(crate) clock: Ticker,
    pub(crate) library: Library,
    pub(crate) sources: Sources,
    pub(crate) channels: Channels,
    pub(crate) herald: Herald,
    pub(crate) alarms: Alarms,
    pub(crate) processes: Processes,
    pub(crate) servers: Servers,
    pub(crate) web: Arc<Web>,
    actors: RwLock<HashMap<ActorId, Arc<Actor>>>,
    /// How many of them are not stopped.
    present: AtomicUsize,
    children: Mutex<HashMap<ActorId, Vec<ActorId>>>,
    manifests: Mutex<HashMap<Hash, Read>>,
    /// Held while something is written but not yet shown; whoever saves waits for all of it.
    settled: RwLock<()>,
    room: Room,
    pool: OnceLock<Pool>,
    /// What waits on behalf of actors.
    runtime: Option<Handle>,
    /// Which actor has which name.
    names: Mutex<HashMap<String, ActorId>>,
    /// Which actor waits for which.
    waits: Mutex<HashMap<ActorId, ActorId>>,
    requests: AtomicU64,
    /// How many calls run on the threads of tasks.
    near: AtomicUsize,
    closing: AtomicBool,
    me: Weak<Self>,
}

impl Stage {
    /// Sets the stage up; no actor is on it yet.
    pub(crate) fn open(config: TheaterConfig) -> Result<Arc<Self>, TheaterError> {
        let log = Log::open(&config.folder.join("log"))?;
        Self::with(config, log)
    }

    /// Sets the stage up on an open log.
    pub(crate) fn with(config: TheaterConfig, log: Log) -> Result<Arc<Self>, TheaterError> {
        let system = |error: std::io::Error| TheaterError::System(error.to_string());
        std::fs::create_dir_all(&config.folder).map_err(system)?;
        for folder in &config.folders {
            std::fs::create_dir_all(folder).map_err(system)?;
        }
        let cache = std::path::absolute(config.folder.join("compiled")).map_err(system)?;
        let engines = Arc::new(Engines::new(cache, config.pool));
        let clock = Ticker::new(engines.clone(), config.tick);
        let web = Arc::new(Web::new(config.web_hosts.clone(), config.web_certificates.clone()));
        let sources = Sources {
            web: web.clone(),
            folders: config.folders.clone(),
            content: ContentStore::new(config.folder.join("store")),
            max_bytes: config.file_bytes,
        };
        let workers = config.workers;
        let size = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        let room = Room::new(size(config.pool), size(config.instances));
        let servers = Servers::new(config.folder.join("servers"));
        let stage = Arc::new_cyclic(|me| Self {
            library: Library::new(engines, config.folder.join("components")),
            config,
            log: Arc::new(log),
            clock,
            sources,
            channels: Channels::default(),
            herald: Herald::default(),
            alarms: Alarms::default(),
            processes: Processes::default(),
            servers,
            web,
            actors: RwLock::default(),
            present: AtomicUsize::new(0),
            children: Mutex::default(),
            manifests: Mutex::default(),
            settled: RwLock::default(),
            room,
            pool: OnceLock::new(),
            runtime: Handle::try_current().ok(),
            names: Mutex::default(),
            waits: Mutex::default(),
            requests: AtomicU64::new(1),
            near: AtomicUsize::new(0),
            closing: AtomicBool::new(false),
            me: Weak::clone(me),
        });
        let weak = Arc::downgrade(&stage);
        let pool = stage.pool.get_or_init(|| {
            Pool::new(
                workers,
                Box::new(move |actor: Arc<Actor>| {
                    if let Some(stage) = weak.upgrade() {
                        stage.run(&actor);
                    }
                }),
            )
        });
        stage.clock.each_tick(pool.tender());
        Ok(stage)
    }

    /// This stage, to be kept.
    pub(crate) fn me(&self) -> Option<Arc<Self>> {
        self.me.upgrade()
    }

    /// Lets every running call end and waits for the threads.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        for actor in self.all() {
            actor.stop.want_of_running();
        }
        self.processes.end(None);
        self.servers.end(None);
        if let Some(pool) = self.pool.get() {
            pool.close();
        }
        // A call that still waits is made again when the theater opens.
        for actor in self.all() {
            actor.standing.abandon();
            let awaited = actor.mailbox.drain_awaited().into_iter();
            awaited.filter_map(|mail| mail.reply).for_each(|it| it(Err(TheaterError::Closing)));
        }
        self.processes.close();
        self.clock.stop();
        self.log.finish();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::SeqCst)
    }

    /// The actor with this id.
    pub(crate) fn actor(&self, id: ActorId) -> Result<Arc<Actor>, TheaterError> {
        let actors = self.actors.read().unwrap_or_else(PoisonError::into_inner);
        actors.get(&id).cloned().ok_or_else(|| TheaterError::NoActor(id.to_string()))
    }

    /// The actor whose id is written `text`, or that is registered under this name.
    pub(crate) fn named(&self, text: &str) -> Result<Arc<Actor>, TheaterError> {
        let missing = || TheaterError::NoActor(text.chars().take(80).collect());
        let known = text.parse().ok().or_else(|| lock(&self.names).get(text).copied());
        self.actor(known.ok_or_else(missing)?).map_err(|_| missing())
    }

    /// Gives an actor the name that its manifest registers, unless another one has it.
    fn claim(&self, manifest: &Manifest, id: ActorId) -> Result<(), TheaterError> {
        let Some(name) = &manifest.register else { return Ok(()) };
        let mut names = lock(&self.names);
        let holder = names.get(name).copied().filter(|holder| {
            self.actor(*holder).is_ok_and(|actor| actor.status() != Status::Stopped)
        });
        if let Some(holder) = holder.filter(|holder| *holder != id) {
            let why = format!("actor `{holder}` has this name");
            return Err(TheaterError::Refused { what: name.clone(), why });
        }
        names.insert(name.clone(), id);
        Ok(())
    }

    /// All actors, oldest first.
    pub(crate) fn all(&self) -> Vec<Arc<Actor>> {
        let actors = self.actors.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> = actors.values().cloned().collect();
        all.sort_by_key(|actor| (actor.birth.created_at, actor.id()));
        all
    }

    /// Puts an actor on the stage.
    pub(crate) fn enter(&self, actor: Arc<Actor>) {
        if let Some(parent) = actor.birth.parent {
            lock(&self.children).entry(parent).or_default().push(actor.id());
        }
        self.count(Status::Stopped, actor.status());
        let mut actors = self.actors.write().unwrap_or_else(PoisonError::into_inner);
        actors.insert(actor.id(), actor);
    }

    /// The actors that `id` supervises, in the order they were started.
    pub(crate) fn children(&self, id: ActorId) -> Vec<Arc<Actor>> {
        let ids = lock(&self.children).get(&id).cloned().unwrap_or_default();
        ids.into_iter().filter_map(|id| self.actor(id).ok()).collect()
    }

    /// How many actors are not stopped.
    pub(crate) fn population(&self) -> usize {
        self.present.load(Ordering::Relaxed)
    }

    /// Notes that an actor's status changed.
    fn count(&self, before: Status, after: Status) {
        match (before == Status::Stopped, after == Status::Stopped) {
            (true, false) => self.present.fetch_add(1, Ordering::Relaxed),
            (false, true) => self.present.fetch_sub(1, Ordering::Relaxed),
            (true, true) | (false, false) => 0,
        };
    }

    /// Goes on with an actor's turn on this thread.
    pub(crate) fn run(self: &Arc<Self>, actor: &Arc<Actor>) {
        let _entered = self.runtime.as_ref().map(Handle::enter);
        actor::run(self, actor);
    }

    /// Sees to it that the actor runs.
    pub(crate) fn schedule(&self, actor: &Arc<Actor>) {
        if let Some(pool) = self.pool.get() {
            pool.submit(actor.clone());
        }
    }

    /// The one copy of a manifest, and of its text, that equal actors share.
    pub(crate) fn manifest(&self, text: &str) -> Result<(Arc<Manifest>, Arc<str>), TheaterError> {
        let digest = Hash::of(text.as_bytes());
        let mut manifests = lock(&self.manifests);
        let known = manifests.get(&digest);
        if let Some(known) = known.and_then(|(it, text)| it.upgrade().zip(text.upgrade())) {
            return Ok(known);
        }
        let manifest = Arc::new(Manifest::read(text, &self.config.limits)?);
        let text: Arc<str> = text.into();
        manifests.retain(|_, (known, _)| known.strong_count() > 0);
        manifests.insert(digest, (Arc::downgrade(&manifest), Arc::downgrade(&text)));
        Ok((manifest, text))
    }

    /// A script for actors of `manifest`, from the pool if it fits there.
    pub(crate) fn script(
        &self,
        component: Hash,
        manifest: &Manifest,
        lane: Lane,
    ) -> Result<Arc<Script>, TheaterError> {
        match self.library.script(component, manifest, lane) {
            Err(TheaterError::Component { .. }) if lane == Lane::Pooled => {
                // Too large for a slot of the pool; if it is wrong, this says so again.
                self.library.script(component, manifest, Lane::OnDemand)
            }
            other => other,
        }
    }

    /// The state that the event at a place holds.
    pub(crate) fn state_at(
        &self,
        at: Option<(Position, u64)>,
    ) -> Result<Option<Arc<[u8]>>, TheaterError> {
        let Some((position, seq)) = at else { return Ok(None) };
        let damaged = || crate::chain::LogError::Damaged { at: position };
        for item in self.log.frame(position)? {
            let crate::chain::Item::Events { events, .. } = item else { continue };
            if let Some(event) = events.iter().find(|event| event.seq == seq) {
                let payload = Payload::read(&event.kind, &event.data).map_err(|_| damaged())?;
                return Ok(payload.state().flatten());
            }
        }
        Err(damaged().into())
    }

    /// The actor's state as it is written.
    pub(crate) fn state_of(&self, actor: &Actor) -> Result<Option<Arc<[u8]>>, TheaterError> {
        let face = actor.face();
        match face.state {
            Some(state) => Ok(Some(state)),
            None => self.state_at(face.state_at),
        }
    }

    /// A place in the log before which everything is shown and noted as unsaved.
    pub(crate) fn settled_place(&self) -> Position {
        let _settled = self.settled.write().unwrap_or_else(PoisonError::into_inner);
        self.log.end()
    }

    fn writing(&self) -> RwLockReadGuard<'_, ()> {
        self.settled.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_open(&self) -> Result<(), TheaterError> {
        if self.is_closing() { Err(TheaterError::Closing) } else { Ok(()) }
    }

    /// Refuses what would have to be written while nothing can be.
    fn check_writable(&self) -> Result<(), TheaterError> {
        self.check_open()?;
        self.log.trouble().map_or(Ok(()), |reason| Err(TheaterError::Unwritten(reason)))
    }
}

/// Refuses what an actor that is `status` cannot take.
fn alive(actor: &Actor) -> Result<(), TheaterError> {
    let status = actor.status();
    if status.is_alive() {
        return Ok(());
    }
    Err(TheaterError::NotRunning { id: actor.id(), status: Status::name(status) })
}
