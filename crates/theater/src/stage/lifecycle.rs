//! How actors come, end, begin again and change. Everything here may block: it compiles, runs a
//! first call or waits for a running one, so it belongs on a thread that may wait.

use std::collections::BTreeMap;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use kernel::Timestamp;
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use super::{Stage, alive};
use crate::actor::{Actor, Birth, Face, Mail, Metrics, Order, Reply, Wake};
use crate::chain::{Blob, Hash, Item, Payload, Recorder, Started};
use crate::engine::{GuestCall, Lane};
use crate::error::TheaterError;
use crate::host::Grants;
use crate::manifest::{Capability, Manifest, Permissions};
use crate::{ActorId, Status};

/// How often an actor that is to be stopped is looked at.
const LOOK: Duration = Duration::from_millis(1);

/// An actor that is wanted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    /// The manifest, or a reference to it.
    pub(crate) manifest: String,
    /// The state to begin with, over what the manifest names.
    pub(crate) state: Option<Vec<u8>>,
    /// Who supervises it.
    pub(crate) parent: Option<ActorId>,
    /// The event that led to it.
    pub(crate) cause: Option<Hash>,
    /// Whether to begin with the first call, or go on from the state.
    pub(crate) beginning: Beginning,
    /// Under whose identity it is started.
    pub(crate) by: Option<String>,
}

/// How an actor begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Beginning {
    /// With its first call.
    #[default]
    Init,
    /// Where another left off, without a first call.
    Resume,
}

/// What a manifest names, read.
struct Prepared {
    text: Arc<str>,
    source: Option<String>,
    manifest: Arc<Manifest>,
    component: Hash,
    state: Option<Vec<u8>>,
}

/// A reply that is waited for here.
fn waiting<T: Send + 'static>() -> (Reply<T>, Receiver<Result<T, TheaterError>>) {
    let (sender, receiver) = sync_channel(1);
    let reply: Reply<T> = Box::new(move |result| {
        // Whoever gave up waiting does not need the answer.
        drop(sender.try_send(result));
    });
    (reply, receiver)
}

impl Stage {
    /// Starts an actor and waits for its first call, which runs on this thread.
    pub(crate) fn start(&self, wanted: &Wanted) -> Result<Arc<Actor>, TheaterError> {
        let actor = self.bear(wanted)?;
        if wanted.beginning == Beginning::Resume {
            return Ok(actor);
        }
        let (reply, answer) = waiting();
        let call = GuestCall::Init(actor.id().to_string());
        self.run_here(&actor, Mail { reply: Some(reply), ..Mail::new(call) });
        answer.recv().map_err(|_| TheaterError::Closing)??;
        Ok(actor)
    }

    /// Starts an actor and waits for its first call without holding a thread.
    pub(crate) async fn start_later(
        self: Arc<Self>,
        wanted: Wanted,
    ) -> Result<Arc<Actor>, TheaterError> {
        let (stage, beginning) = (self.clone(), wanted.beginning);
        let born = tokio::task::spawn_blocking(move || stage.bear(&wanted)).await;
        let actor = born.map_err(|error| TheaterError::System(error.to_string()))??;
        if beginning == Beginning::Resume {
            return Ok(actor);
        }
        let call = GuestCall::Init(actor.id().to_string());
        let (reply, answer) = awaited();
        self.post(&actor, Mail { reply: Some(reply), ..Mail::new(call) });
        answer.await.unwrap_or(Err(TheaterError::Closing))?;
        Ok(actor)
    }

    /// Puts an actor on the stage that was not called yet.
    fn bear(&self, wanted: &Wanted) -> Result<Arc<Actor>, TheaterError> {
        self.check_writable()?;
        let most = self.config.actors;
        if self.population() >= most {
            let detail = format!("there are {most} actors");
            return Err(TheaterError::Limit { limit: "theater.actors", detail });
        }
        let prepared = self.prepare(wanted)?;
        self.await_room()?;
        self.give_birth(wanted, prepared)
    }

    /// Runs a message on this thread if nobody else runs the actor.
    pub(super) fn run_here(&self, actor: &Arc<Actor>, mail: Mail) {
        match (actor.mailbox.push_if_idle(mail), self.me()) {
            (None, Some(stage)) => {
                stage.run(actor);
            }
            (None, None) => {}
            (Some(mail), _) => {
                if actor.mailbox.push(mail) == Wake::Needed {
                    self.schedule(actor);
                }
            }
        }
    }

    fn prepare(&self, wanted: &Wanted) -> Result<Prepared, TheaterError> {
        let given = wanted.manifest.as_str();
        let (text, source, folder) = if Manifest::is_content(given) {
            (given.to_owned(), None, None)
        } else {
            let fetched = self.sources.fetch(given.trim(), None)?;
            let text = String::from_utf8(fetched.bytes).map_err(|_| TheaterError::Unreadable {
                what: given.to_owned(),
                why: "it is not text".to_owned(),
            })?;
            (text, Some(given.trim().to_owned()), fetched.folder)
        };
        let (manifest, text) = self.manifest(&text)?;
        self.check_permissions(&manifest, wanted.parent)?;
        let component = self.component(&manifest.component, folder.as_deref())?;
        let lane = if manifest.limits.fuel.is_some() { Lane::Metered } else { Lane::Pooled };
        self.script(component, &manifest, lane)?;
        let state = self.first_state(&manifest, folder.as_deref(), wanted.state.clone())?;
        Ok(Prepared { text, source, manifest, component, state })
    }

    /// Keeps the component that `reference` names and gives its hash.
    fn component(&self, reference: &str, folder: Option<&Path>) -> Result<Hash, TheaterError> {
        let file = self.sources.located(reference, folder)?;
        if let Some(known) = file.as_ref().and_then(|file| self.library.known(file)) {
            return Ok(known);
        }
        let fetched = self.sources.fetch(reference, folder)?;
        let digest = self.library.keep(&fetched.bytes)?;
        if let Some(file) = file {
            self.library.remember(file, digest);
        }
        Ok(digest)
    }

    fn first_state(
        &self,
        manifest: &Manifest,
        folder: Option<&Path>,
        given: Option<Vec<u8>>,
    ) -> Result<Option<Vec<u8>>, TheaterError> {
        let own = match &manifest.initial_state {
            Some(reference) => Some(self.sources.fetch(reference, folder)?.bytes),
            None => None,
        };
        let state = merged(own, given);
        let limit = manifest.limits.state;
        if state.as_ref().is_some_and(|state| state.len() as u64 > limit) {
            let detail = format!("the initial state is larger than {limit} bytes");
            return Err(TheaterError::Limit { limit: "state", detail });
        }
        Ok(state)
    }

    /// What an actor may use: what its manifest says, within what its parents may.
    pub(crate) fn permissions(&self, manifest: &Manifest, parent: Option<ActorId>) -> Permissions {
        match parent.and_then(|parent| self.actor(parent).ok()) {
            Some(parent) => {
                let above = self.permissions(&parent.birth.manifest, parent.birth.parent);
                manifest.permissions.within(&above)
            }
            None => manifest.permissions.clone(),
        }
    }

    fn check_permissions(
        &self,
        manifest: &Manifest,
        parent: Option<ActorId>,
    ) -> Result<(), TheaterError> {
        let permissions = self.permissions(manifest, parent);
        Grants::new(manifest, &permissions)?;
        let denied = manifest
            .handlers
            .iter()
            .find(|handler| *permissions.of(handler.kind()) == Capability::Disallow);
        match denied {
            None => Ok(()),
            Some(handler) => Err(TheaterError::Refused {
                what: handler.kind().name().to_owned(),
                why: "the actor's permission policy, or its parent's, disallows it".to_owned(),
            }),
        }
    }

    fn give_birth(&self, wanted: &Wanted, it: Prepared) -> Result<Arc<Actor>, TheaterError> {
        let id = ActorId::random().map_err(|error| TheaterError::System(error.to_string()))?;
        let state: Option<Arc<[u8]>> = it.state.map(Into::into);
        let mut recorder = Recorder::new(id, crate::chain::Link::default());
        let started = Started {
            name: it.manifest.name.clone(),
            manifest: it.text.to_string(),
            source: it.source.clone(),
            component: it.component,
            parent: wanted.parent,
            state: state.clone().map(Blob),
        };
        recorder.record(wanted.cause, &Payload::Started(Box::new(started)));
        let head = recorder.head();
        let events = recorder.take();
        self.claim(&it.manifest, id)?;
        let writing = self.writing();
        let at = self.log.append(&[Item::Events { actor: id, previous: None, events }])?;
        let birth = Birth {
            id,
            parent: wanted.parent,
            created_at: Timestamp::now(),
            manifest: it.manifest,
            manifest_text: it.text,
            source: it.source.map(Into::into),
        };
        let resumed = wanted.beginning == Beginning::Resume;
        let face = Face {
            status: if resumed { Status::Running } else { Status::Starting },
            began: resumed,
            component: it.component,
            head,
            head_at: at,
            damage: None,
            state: state.clone(),
            state_at: Some((at, head.seq)),
            failure: None,
            open: None,
            gave_up: false,
            restarts: 0,
            dead: BTreeMap::new(),
            metrics: Metrics::default(),
        };
        let actor = Arc::new(Actor::new(birth, face, 1));
        {
            let mut body = crate::lock::lock(&actor.body);
            if let Some(body) = &mut *body {
                body.state = Some(state);
                body.unborn = true;
                body.began = resumed;
            }
        }
        self.enter(actor.clone());
        self.herald.note(id);
        if let Some(principal) = &wanted.by {
            self.herald.by(id, principal);
        }
        drop(writing);
        if resumed {
            self.herald.tell(id, super::News::Started);
        }
        Ok(actor)
    }

    /// Stops an actor, its children first, and waits for it.
    pub(crate) fn stop(&self, id: ActorId, reason: &str) -> Result<(), TheaterError> {
        let actor = self.actor(id)?;
        if actor.status() == Status::Stopped {
            return Err(TheaterError::NotRunning { id, status: Status::Stopped.name() });
        }
        for child in self.children(id) {
            if child.status() != Status::Stopped {
                self.stop(child.id(), "its parent was stopped")?;
            }
        }
        self.await_handled(&actor);
        let (done, answer) = waiting();
        let order = Order::Stop { reason: reason.to_owned(), result: None, done: Some(done) };
        self.order(&actor, order, &answer)
    }

    /// Lets an actor come to what it was promised to get, for as long as a call may go on.
    fn await_handled(&self, actor: &Actor) {
        let until = Instant::now() + self.config.stop_grace;
        let promised = actor.number();
        while actor.status().is_alive() && actor.mailbox.owes(promised) && Instant::now() < until {
            std::thread::sleep(LOOK);
        }
    }

    /// Stops an actor, its children first, and waits for it without holding a thread.
    pub(crate) fn stop_later<'a>(
        &'a self,
        id: ActorId,
        reason: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<(), TheaterError>> + Send + 'a>> {
        Box::pin(async move {
            let actor = self.actor(id)?;
            if actor.status() == Status::Stopped {
                return Err(TheaterError::NotRunning { id, status: Status::Stopped.name() });
            }
            for child in self.children(id) {
                if child.status() != Status::Stopped {
                    self.stop_later(child.id(), "its parent was stopped").await?;
                }
            }
            let until = Instant::now() + self.config.stop_grace;
            let promised = actor.number();
            while actor.status().is_alive()
                && actor.mailbox.owes(promised)
                && Instant::now() < until
            {
                tokio::time::sleep(LOOK).await;
            }
            let (done, answer) = awaited();
            let done = Some(done);
            let order = Order::Stop { reason: reason.to_owned(), result: None, done };
            self.order_later(&actor, order, answer).await
        })
    }

    /// Starts an actor again and waits for it without holding a thread.
    pub(crate) async fn restart_later(
        &self,
        id: ActorId,
        reason: &str,
    ) -> Result<(), TheaterError> {
        let actor = self.actor(id)?;
        let (done, answer) = awaited();
        let order = Order::Restart { reason: reason.to_owned(), done: Some(done) };
        self.order_later(&actor, order, answer).await
    }

    /// Starts an actor again with a fresh instance and its last state.
    pub(crate) fn restart(&self, id: ActorId, reason: &str) -> Result<(), TheaterError> {
        let actor = self.actor(id)?;
        let (done, answer) = waiting();
        let order = Order::Restart { reason: reason.to_owned(), done: Some(done) };
        self.order(&actor, order, &answer)
    }

    /// Gives an actor another component, keeping its state.
    pub(crate) fn update(&self, id: ActorId, component: &str) -> Result<(), TheaterError> {
        let actor = self.actor(id)?;
        alive(&actor)?;
        let fetched = self.sources.fetch(component, None)?;
        let component = self.library.keep(&fetched.bytes)?;
        // A component that does not fit is refused while the old one still runs.
        self.script(component, &actor.birth.manifest, Lane::Pooled)?;
        let (done, answer) = waiting();
        self.order(&actor, Order::Update { component, done: Some(done) }, &answer)
    }

    /// Gives an actor another state.
    pub(crate) fn restore(
        &self,
        id: ActorId,
        event: Option<Hash>,
        state: Option<Arc<[u8]>>,
    ) -> Result<(), TheaterError> {
        let actor = self.actor(id)?;
        let (done, answer) = waiting();
        self.order(&actor, Order::Restore { event, state, done: Some(done) }, &answer)
    }

    /// Gives an order and waits; a call that does not end in time is ended.
    fn order(
        &self,
        actor: &Arc<Actor>,
        order: Order,
        answer: &Receiver<Result<(), TheaterError>>,
    ) -> Result<(), TheaterError> {
        self.check_open()?;
        if actor.mailbox.order(order) == Wake::Needed {
            self.schedule(actor);
        }
        match answer.recv_timeout(self.config.stop_grace) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => return Err(TheaterError::Closing),
            Err(RecvTimeoutError::Timeout) => actor.stop.want(),
        }
        match answer.recv_timeout(self.config.request_timeout) {
            Ok(result) => result,
            Err(RecvTimeoutError::Disconnected) => Err(TheaterError::Closing),
            Err(RecvTimeoutError::Timeout) => Err(TheaterError::NoAnswer(actor.id())),
        }
    }
}

impl Stage {
    /// Gives an order and waits without holding a thread; a call that does not end in time is ended.
    async fn order_later(
        &self,
        actor: &Arc<Actor>,
        order: Order,
        mut answer: oneshot::Receiver<Result<(), TheaterError>>,
    ) -> Result<(), TheaterError> {
        self.check_open()?;
        if actor.mailbox.order(order) == Wake::Needed {
            self.schedule(actor);
        }
        if let Ok(done) = tokio::time::timeout(self.config.stop_grace, &mut answer).await {
            return done.unwrap_or(Err(TheaterError::Closing));
        }
        actor.stop.want();
        match tokio::time::timeout(self.config.request_timeout, answer).await {
            Ok(done) => done.unwrap_or(Err(TheaterError::Closing)),
            Err(_) => Err(TheaterError::NoAnswer(actor.id())),
        }
    }
}

/// A reply that is awaited by a task.
pub(super) fn awaited<T: Send + 'static>() -> (Reply<T>, Answered<T>) {
    let (sender, receiver) = oneshot::channel();
    // Whoever gave up waiting does not need the answer.
    (Box::new(move |result| drop(sender.send(result))), receiver)
}

type Answered<T> = oneshot::Receiver<Result<T, TheaterError>>;

/// The first state: two JSON objects are merged, the given one winning; else it replaces.
fn merged(own: Option<Vec<u8>>, given: Option<Vec<u8>>) -> Option<Vec<u8>> {
    let (own, given) = match (own, given) {
        (Some(own), Some(given)) => (own, given),
        (own, given) => return given.or(own),
    };
    let object = |bytes: &[u8]| serde_json::from_slice::<Map<String, Value>>(bytes).ok();
    match (object(&own), object(&given)) {
        (Some(mut merged), Some(over)) => {
            merged.extend(over);
            Some(Value::Object(merged).to_string().into_bytes())
        }
        _ => Some(given),
    }
}
