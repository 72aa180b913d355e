//! Bringing the actors back: the records that were saved, and everything the log says since then.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};

use super::Stage;
use super::writing::opened;
use crate::actor::{Actor, Birth, Face, Mail, Metrics, Resume, Wake};
use crate::chain::{
    Blob, CallError, Event, Found, Hash, Item, Link, Outcome, Payload, Position, Step, Tail,
};
use crate::engine::GuestCall;
use crate::error::TheaterError;
use crate::host::Recorded;
use crate::{ActorId, Status};

/// Events that are read together.
const PAGE: usize = 500;

/// What is saved of an actor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) id: ActorId,
    pub(crate) parent: Option<ActorId>,
    pub(crate) created_at: Timestamp,
    pub(crate) manifest: Arc<str>,
    pub(crate) source: Option<Arc<str>>,
    pub(crate) component: Hash,
    pub(crate) status: Status,
    pub(crate) began: bool,
    pub(crate) head: Link,
    /// Where its last event is written.
    #[serde(default)]
    pub(crate) head_at: Option<Position>,
    /// What is lost of its chain.
    #[serde(default)]
    pub(crate) damage: Option<Arc<str>>,
    pub(crate) state_at: Option<(Position, u64)>,
    pub(crate) failure: Option<String>,
    /// The number of the event that began a call whose end is not written.
    #[serde(default)]
    pub(crate) open: Option<u64>,
    /// Whether its supervisor gave it up.
    #[serde(default)]
    pub(crate) gave_up: bool,
    pub(crate) restarts: u64,
    pub(crate) next_number: u64,
    /// Accepted messages that are not handled yet, with where they are written.
    pub(crate) pending: BTreeMap<u64, Position>,
    /// Accepted messages that never will be, with where they are written.
    #[serde(default)]
    pub(crate) dead: BTreeMap<u64, Position>,
}

/// All records, up to a place in the log.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    pub(crate) records: HashMap<ActorId, Record>,
    pub(crate) place: Position,
    /// How far the chains are known to have come.
    pub(crate) heads: Vec<(ActorId, Link)>,
}

impl Registry {
    /// Records that were saved when the log had come to `place`, and how far the chains had come
    /// when the house was told of them last.
    pub(crate) fn new(records: Vec<Record>, place: Position, heads: Vec<(ActorId, Link)>) -> Self {
        let records = records.into_iter().map(|record| (record.id, record)).collect();
        Self { records, place, heads }
    }

    /// Takes in a part of the log; what the records know already changes nothing.
    pub(crate) fn fold(&mut self, at: Position, item: &Item) -> serde_json::Result<()> {
        match item {
            Item::Accepted(accepted) | Item::Later(accepted, _) => {
                if let Some(record) = self.records.get_mut(&accepted.actor) {
                    record.pending.insert(accepted.number, at);
                    record.next_number = record.next_number.max(accepted.number + 1);
                }
            }
            Item::Events { actor, previous, events } => {
                let mut previous = *previous;
                for event in events {
                    self.fold_event(*actor, at, previous, event)?;
                    previous = Some(event.hash);
                }
            }
        }
        Ok(())
    }

    fn fold_event(
        &mut self,
        actor: ActorId,
        at: Position,
        previous: Option<Hash>,
        event: &Event,
    ) -> serde_json::Result<()> {
        let payload = Payload::read(&event.kind, &event.data)?;
        if let Payload::Started(started) = &payload {
            self.records.entry(actor).or_insert_with(|| Record {
                id: actor,
                parent: started.parent,
                created_at: Timestamp(event.at),
                manifest: started.manifest.as_str().into(),
                source: started.source.as_deref().map(Into::into),
                component: started.component,
                status: Status::Starting,
                began: false,
                head: Link::default(),
                head_at: None,
                damage: None,
                state_at: None,
                failure: None,
                open: None,
                gave_up: false,
                restarts: 0,
                next_number: 1,
                pending: BTreeMap::new(),
                dead: BTreeMap::new(),
            });
        }
        let Some(record) = self.records.get_mut(&actor) else { return Ok(()) };
        match &payload {
            Payload::Outcome(Outcome { handled: Some(number), .. })
            | Payload::Failed(CallError { handled: Some(number), .. }) => {
                record.pending.remove(number);
            }
            Payload::Outcome(_)
            | Payload::Failed(_)
            | Payload::Call(_)
            | Payload::Started(_)
            | Payload::Woken { .. }
            | Payload::Host(_)
            | Payload::Stopped { .. }
            | Payload::Restarted { .. }
            | Payload::Updated { .. }
            | Payload::Restored { .. }
            | Payload::GaveUp { .. } => {}
        }
        if event.seq > record.head.seq {
            let expected = Link { seq: event.seq - 1, hash: previous };
            if record.head != expected {
                let (from, to) = (record.head.seq + 1, expected.seq.max(record.head.seq + 1));
                record.damage = Some(format!("its events {from} to {to} are lost").into());
            }
            record.advance(at, event, &payload);
        }
        Ok(())
    }
}

impl Record {
    fn advance(&mut self, at: Position, event: &Event, payload: &Payload) {
        self.head = event.link();
        self.head_at = Some(at);
        self.open = opened(None, event).unwrap_or(self.open);
        if payload.state().is_some() {
            self.state_at = Some((at, event.seq));
        }
        match payload {
            Payload::Outcome(_) => {
                self.status = Status::Running;
                self.began = true;
            }
            Payload::Failed(error) => {
                let own_word = error.code == "ACTOR_ERROR" && self.began;
                if !own_word {
                    self.status = Status::Failed;
                    self.failure = Some(format!("`{}`: {}", error.function, error.message));
                }
            }
            Payload::GaveUp { reason } => {
                self.status = Status::Failed;
                self.failure = Some(reason.clone());
                self.gave_up = true;
            }
            Payload::Restarted { .. } => {
                self.status = if self.began { Status::Running } else { Status::Starting };
                self.failure = None;
                self.gave_up = false;
                self.restarts += 1;
            }
            Payload::Updated { component } => {
                self.component = *component;
                self.revive();
            }
            Payload::Restored { .. } => {
                self.damage = None;
                self.revive();
            }
            Payload::Stopped { .. } => {
                self.status = Status::Stopped;
                self.dead.append(&mut self.pending);
            }
            Payload::Started(_) | Payload::Woken { .. } | Payload::Call(_) | Payload::Host(_) => {}
        }
    }

    fn revive(&mut self) {
        self.status = Status::Running;
        self.failure = None;
    }
}

impl Stage {
    /// Puts every recorded actor on the stage and lets those go on that have something to do.
    pub(crate) fn recover(&self, registry: Registry) -> Result<usize, TheaterError> {
        let busy = self.load(registry)?;
        if self.population() > 0 {
            self.library.warm();
            self.reopen_servers();
        }
        for actor in busy {
            self.schedule(&actor);
        }
        self.supervise_all();
        Ok(self.population())
    }

    /// Puts every recorded actor on the stage; gives those that have something to do.
    pub(crate) fn load(&self, mut registry: Registry) -> Result<Vec<Arc<Actor>>, TheaterError> {
        let mut place = registry.place;
        loop {
            match self.log.step(place)? {
                Step::Frame { at, items, next } => {
                    for item in &items {
                        let folded = registry.fold(at, item);
                        folded.map_err(|_| crate::chain::LogError::Damaged { at })?;
                    }
                    place = next;
                }
                Step::Hole(next) => place = next,
                Step::End => break,
            }
        }
        for (id, known) in std::mem::take(&mut registry.heads) {
            if let Some(record) = registry.records.get_mut(&id) {
                record.compare(known);
            } else {
                tracing::error!(actor = %id, events = known.seq, "all of an actor's log is lost");
            }
        }
        for (id, (from, to)) in self.log.gaps()? {
            if let Some(record) = registry.records.get_mut(&id) {
                record.damage = Some(format!("its events {from} to {to} are lost").into());
            }
        }
        let mut records: Vec<_> = registry.records.into_values().collect();
        for record in &mut records {
            self.examine(record);
        }
        records.sort_by_key(|record| (record.created_at, record.id));
        let mut busy = Vec::new();
        for record in records {
            let id = record.id;
            match self.revive(record) {
                Ok(actor) => busy.extend(actor),
                Err(error) => tracing::error!(actor = %id, %error, "an actor cannot come back"),
            }
        }
        Ok(busy)
    }

    /// Puts an actor aside whose log is damaged, with the newest state that can be read.
    fn examine(&self, record: &mut Record) {
        self.check_head(record);
        if let Some(damage) = record.damage.clone() {
            record.put_aside(&damage);
            record.state_at = self.good_place(record);
        }
    }

    /// Puts an actor back; gives it if there is something for it to do.
    fn revive(&self, record: Record) -> Result<Option<Arc<Actor>>, TheaterError> {
        let (manifest, manifest_text) = self.manifest(&record.manifest)?;
        let running = record.status == Status::Running;
        let status = if running { Status::Passive } else { record.status };
        let birth = Birth {
            id: record.id,
            parent: record.parent,
            created_at: record.created_at,
            manifest,
            manifest_text,
            source: record.source,
        };
        let face = Face {
            status,
            began: record.began,
            component: record.component,
            head: record.head,
            head_at: record.head_at.unwrap_or_default(),
            damage: record.damage,
            state: None,
            state_at: record.state_at,
            failure: record.failure,
            open: record.open,
            gave_up: record.gave_up,
            restarts: record.restarts,
            dead: record.dead,
            metrics: Metrics::default(),
        };
        let actor = Arc::new(Actor::new(birth, face, record.next_number));
        if let Some(body) = &mut *crate::lock::lock(&actor.body) {
            body.began = record.began;
        }
        let mut wake = Wake::Underway;
        let open = record.open.filter(|_| status.is_alive());
        let cut_off = open.and_then(|seq| self.cut_off(record.id, seq, &record.pending));
        let begun = cut_off.as_ref().and_then(|mail| mail.number);
        if let Some(mail) = cut_off {
            wake = actor.mailbox.push(mail);
        } else if status == Status::Starting {
            wake = actor.mailbox.push(Mail::new(GuestCall::Init(record.id.to_string())));
        }
        for (number, at) in record.pending.into_iter().filter(|(it, _)| Some(*it) != begun) {
            match self.accepted(record.id, number, at) {
                Ok((mail, Some(due))) => self.alarms.set(&actor, due, mail),
                Ok((mail, None)) => {
                    if actor.mailbox.push(mail) == Wake::Needed {
                        wake = Wake::Needed;
                    }
                }
                Err(error) => {
                    tracing::error!(actor = %record.id, number, %error, "a message is lost");
                }
            }
        }
        if status != Status::Stopped && self.claim(&actor.birth.manifest, record.id).is_err() {
            tracing::error!(actor = %record.id, "another actor has its name");
        }
        self.enter(actor.clone());
        self.herald.put_back([record.id]);
        Ok((wake == Wake::Needed).then_some(actor))
    }

    /// The call that began with event `seq` and has no end, with what its host answered so far.
    fn cut_off(&self, actor: ActorId, seq: u64, pending: &BTreeMap<u64, Position>) -> Option<Mail> {
        let mut events = Vec::new();
        let mut after = seq.checked_sub(1)?;
        loop {
            let page = self.log.events(actor, Tail::After(after), PAGE).ok()?;
            let Some(last) = page.last() else { break };
            after = last.event.seq;
            events.extend(page);
        }
        let mut events = events.into_iter();
        let first = events.next()?.event;
        let Payload::Call(call) = Payload::read(&first.kind, &first.data).ok()? else {
            return None;
        };
        let mut hosts = VecDeque::new();
        for Found { event, .. } in events {
            // A second crash may have cut off a call that went on after the first.
            if let Payload::Host(host) = Payload::read(&event.kind, &event.data).ok()? {
                let (at, cause) = (event.at, event.cause);
                let (hash, woken) = (event.hash, Vec::new());
                hosts.push_back(Recorded { at, cause, hash, host, woken });
            }
        }
        let number = call.message.filter(|number| pending.contains_key(number));
        let at = number.and_then(|number| pending.get(&number).copied());
        let resume = Some(Box::new(Resume { base: seq - 1, hosts }));
        let call = GuestCall::read(&call.function, &call.params)?;
        Some(Mail { number, at, cause: first.cause, resume, ..Mail::new(call) })
    }

    /// The accepted message with this number.
    pub(super) fn accepted(
        &self,
        to: ActorId,
        number: u64,
        at: Position,
    ) -> Result<(Mail, Option<i64>), TheaterError> {
        let damaged = || crate::chain::LogError::Damaged { at };
        let items = self.log.frame(at)?;
        let found = items.into_iter().find_map(|item| match item {
            Item::Accepted(it) if it.actor == to && it.number == number => Some((it, None)),
            Item::Later(it, due) if it.actor == to && it.number == number => Some((it, Some(due))),
            Item::Accepted(_) | Item::Later(..) | Item::Events { .. } => None,
        });
        let (accepted, due) = found.ok_or_else(damaged)?;
        let params: Vec<_> = accepted.params.into_iter().map(Blob::from).collect();
        let call = GuestCall::read(&accepted.function, &params).ok_or_else(damaged)?;
        let (number, at, cause) = (Some(number), Some(at), accepted.cause);
        Ok((Mail { number, at, cause, ..Mail::new(call) }, due))
    }

    /// What is to be saved of an actor.
    pub(crate) fn record(&self, actor: &Actor) -> Record {
        // The mailbox is read before the face, so that a message handled meanwhile is at worst
        // listed although the log says that it was handled; the log wins.
        let pending = actor.mailbox.accepted();
        let face = actor.face();
        Record {
            id: actor.id(),
            parent: actor.birth.parent,
            created_at: actor.birth.created_at,
            manifest: actor.birth.manifest_text.clone(),
            source: actor.birth.source.clone(),
            component: face.component,
            status: face.status,
            began: face.began,
            head: face.head,
            head_at: Some(face.head_at),
            damage: face.damage,
            state_at: face.state_at,
            failure: face.failure,
            open: face.open,
            gave_up: face.gave_up,
            restarts: face.restarts,
            next_number: actor.number(),
            pending,
            dead: face.dead,
        }
    }
}
