//! Replay: runs an actor again from its chain, with the answers its host gave then, and compares
//! every event it makes with the one that is recorded.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use crate::ActorId;
use crate::chain::{
    self, Blob, CallError, Event, Found, Hash, Link, Outcome, Payload, Recorder, Tail,
};
use crate::engine::{GuestCall, Lane, Limiter, Live, Stillborn};
use crate::error::{CallFailure, TheaterError};
use crate::host::{Grants, Guest, Recorded, Source, Turn};
use crate::manifest::Manifest;
use crate::stage::Stage;

const PAGE: usize = 500;

/// What a replay found.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// Events that were compared.
    pub events: u64,
    /// Calls that were made again.
    pub calls: u64,
    /// Calls that ended for a reason outside the guest and were taken as recorded.
    pub taken: u64,
    /// The first event that came out otherwise.
    pub difference: Option<Difference>,
}

/// Where a replay went another way.
#[derive(Debug, Clone)]
pub struct Difference {
    /// The event's number.
    pub seq: u64,
    /// The recorded event's id.
    pub event_id: Hash,
    /// What is recorded.
    pub recorded: String,
    /// What came out.
    pub replayed: String,
}

/// A replay in progress.
struct Replay<'a> {
    stage: &'a Stage,
    actor: ActorId,
    manifest: Option<Arc<Manifest>>,
    component: Option<Hash>,
    live: Option<Live>,
    state: Option<Arc<[u8]>>,
    head: Link,
    report: Replayed,
}

impl Stage {
    /// Runs an actor again from its chain, up to event `until`.
    pub(crate) fn replay(&self, actor: ActorId, until: u64) -> Result<Replayed, TheaterError> {
        let report = Replayed { events: 0, calls: 0, taken: 0, difference: None };
        let mut replay = Replay {
            stage: self,
            actor,
            manifest: None,
            component: None,
            live: None,
            state: None,
            head: Link::default(),
            report,
        };
        let mut waiting: VecDeque<Found> = VecDeque::new();
        let mut after = 0;
        loop {
            let page = self.log.events(actor, Tail::After(after), PAGE)?;
            let last = page.last().map(|found| found.event.seq);
            waiting.extend(page.into_iter().filter(|found| found.event.seq <= until));
            let more = last.is_some_and(|last| last < until);
            after = last.unwrap_or(after);
            replay.take(&mut waiting, more)?;
            if !more || replay.report.difference.is_some() {
                return Ok(replay.report);
            }
        }
    }
}

impl Replay<'_> {
    /// Takes events as long as whole calls are there; without more to come, all of them.
    fn take(&mut self, waiting: &mut VecDeque<Found>, more: bool) -> Result<(), TheaterError> {
        while self.report.difference.is_none() {
            let Some(first) = waiting.front() else { return Ok(()) };
            let payload = read(first)?;
            let Payload::Call(call) = payload else {
                let Some(first) = waiting.pop_front() else { return Ok(()) };
                self.fact(&first, payload);
                continue;
            };
            let hosts = waiting.iter().skip(1).take_while(|found| is_within(&found.event)).count();
            if more && hosts + 1 == waiting.len() {
                return Ok(());
            }
            let mut events: Vec<_> = waiting.drain(..=hosts).collect();
            let ends = waiting.front().is_some_and(|found| is_end(&found.event));
            if ends {
                events.extend(waiting.pop_front());
            } else {
                // A fresh instance after a call that was given up is none of the call's.
                while events.last().is_some_and(|it| it.event.kind == chain::kinds::WOKEN) {
                    waiting.extend(events.pop());
                    waiting.rotate_right(1);
                }
            }
            self.call(&call, &events)?;
        }
        Ok(())
    }

    /// Takes over what came from outside: it is compared by its place in the chain.
    fn fact(&mut self, found: &Found, payload: Payload) {
        let mut recorder = Recorder::new(self.actor, self.head);
        recorder.record_at(found.event.at, found.event.cause, &payload);
        match payload {
            Payload::Started(started) => {
                self.manifest = self.stage.manifest(&started.manifest).ok().map(|(it, _)| it);
                self.component = Some(started.component);
                self.state = started.state.map(|blob| blob.0);
            }
            Payload::Updated { component } | Payload::Woken { component } => {
                self.component = Some(component);
                self.live = None;
            }
            Payload::Restored { state, .. } => {
                self.state = state.map(|blob| blob.0);
                self.live = None;
            }
            Payload::Restarted { .. } | Payload::Stopped { .. } | Payload::GaveUp { .. } => {
                self.live = None;
            }
            Payload::Call(_) | Payload::Outcome(_) | Payload::Failed(_) | Payload::Host(_) => {}
        }
        self.compare(std::slice::from_ref(found), &recorder.take());
    }

    /// Makes a call again and compares what it records.
    fn call(&mut self, call: &chain::Call, events: &[Found]) -> Result<(), TheaterError> {
        let end = events.last().map(read).transpose()?;
        let outside = match &end {
            Some(Payload::Failed(error)) => is_outside(&error.code),
            Some(Payload::Outcome(_)) => false,
            _ => true,
        };
        if outside {
            self.taken_as_recorded(events)?;
            return Ok(());
        }
        self.report.calls += 1;
        let (mut hosts, mut woken) = (VecDeque::new(), Vec::new());
        for found in events.iter().filter(|found| is_within(&found.event)) {
            let (at, cause, hash) = (found.event.at, found.event.cause, found.event.hash);
            match read(found)? {
                Payload::Host(host) => {
                    let woken = std::mem::take(&mut woken);
                    hosts.push_back(Recorded { at, cause, hash, host, woken });
                }
                // The call went on in a fresh instance, so it is made in one.
                Payload::Woken { component } => {
                    woken.push((at, component));
                    self.live = None;
                }
                Payload::Started(_)
                | Payload::Call(_)
                | Payload::Outcome(_)
                | Payload::Failed(_)
                | Payload::Stopped { .. }
                | Payload::Restarted { .. }
                | Payload::Updated { .. }
                | Payload::Restored { .. }
                | Payload::GaveUp { .. } => {}
            }
        }
        let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(()) };
        let mut recorder = Recorder::new(self.actor, self.head);
        let base = self.head.seq;
        recorder.record_at(first.event.at, first.event.cause, &Payload::Call(call.clone()));
        let source = Source::Recorded(hosts, self.stage.log.clone());
        let mut turn = Box::new(Turn::new(recorder, source));
        turn.base = base;
        turn.state = self.state.clone();
        let ended = self.again(call, &mut turn);
        for (at, component) in woken {
            turn.recorder.record_at(at, None, &Payload::Woken { component });
        }
        turn.recorder.record_at(last.event.at, last.event.cause, &ended);
        if matches!(ended, Payload::Failed(ref error) if error.code != "ACTOR_ERROR") {
            self.live = None;
        }
        let made = turn.recorder.take();
        self.compare(events, &made);
        Ok(())
    }

    /// Calls the guest, which records in `turn`; gives how the call ended.
    fn again(&mut self, call: &chain::Call, turn: &mut Box<Turn>) -> Payload {
        let failed = |failure: &CallFailure| {
            Payload::Failed(CallError {
                function: call.function.clone(),
                code: failure.code().to_owned(),
                message: failure.to_string(),
                handled: call.message,
            })
        };
        let Some(guest_call) = GuestCall::read(&call.function, &call.params) else {
            return failed(&CallFailure::Missing);
        };
        if let Err(failure) = self.wake() {
            return failed(&failure);
        }
        let Some(live) = &mut self.live else { return failed(&CallFailure::Missing) };
        let now = Instant::now();
        let (state, clock) = (self.state.clone(), &self.stage.clock);
        let called = at_once(live.call((&guest_call, now), state, turn, clock));
        let answer = match called.and_then(|result| result) {
            Ok(answer) => answer,
            Err(failure) => return failed(&failure),
        };
        let limit = self.manifest.as_ref().map_or(u64::MAX, |manifest| manifest.limits.state);
        if answer.state.as_ref().is_some_and(|state| state.len() as u64 > limit) {
            return failed(&CallFailure::Limit("state"));
        }
        let changed = self.state.as_deref() != answer.state.as_deref();
        if changed {
            self.state = answer.state.map(Into::into);
        }
        let outcome = Outcome {
            function: call.function.clone(),
            changed,
            state: self.state.clone().filter(|_| changed).map(Blob),
            response: answer.response.blobs(),
            handled: call.message,
        };
        Payload::Outcome(outcome)
    }

    fn wake(&mut self) -> Result<(), CallFailure> {
        if self.live.is_some() {
            return Ok(());
        }
        let missing = || CallFailure::Instance("its manifest cannot be read".to_owned());
        let manifest = self.manifest.clone().ok_or_else(missing)?;
        let component = self.component.ok_or_else(missing)?;
        let metered = manifest.limits.fuel.is_some();
        let lane = if metered { Lane::Metered } else { Lane::OnDemand };
        let script = self
            .stage
            .library
            .script(component, &manifest, lane)
            .map_err(|error| CallFailure::Instance(error.to_string()))?;
        let now = Instant::now();
        let guest = Guest {
            actor: self.actor,
            grants: Arc::new(Grants::default()),
            limiter: Limiter::new(manifest.limits.memory),
            fuel: manifest.limits.fuel,
            deadline_ms: manifest.limits.deadline_ms,
            deadline: now,
            ticks: 0,
            stop: Arc::default(),
            ended: None,
            spent: 0,
            most: manifest.limits.turn,
            turn: Box::default(),
        };
        let live = at_once(Live::new(&script, guest, &self.stage.clock))?;
        self.live = Some(live.map_err(|stillborn| match stillborn {
            Stillborn::Failed(failure) => failure,
            Stillborn::NoPlace => CallFailure::Instance("no memory is left".to_owned()),
        })?);
        Ok(())
    }

    /// Takes over a call that did not end by its own doing.
    fn taken_as_recorded(&mut self, events: &[Found]) -> Result<(), TheaterError> {
        self.report.taken += 1;
        self.live = None;
        let mut recorder = Recorder::new(self.actor, self.head);
        for found in events {
            recorder.record_at(found.event.at, found.event.cause, &read(found)?);
        }
        self.compare(events, &recorder.take());
        Ok(())
    }

    fn compare(&mut self, recorded: &[Found], made: &[Event]) {
        let mut made = made.iter();
        for found in recorded {
            let recorded = &found.event;
            let event = made.next();
            if event.is_some_and(|event| event.hash == recorded.hash) {
                self.report.events += 1;
                self.head = recorded.link();
                continue;
            }
            let say = |event: &Event| format!("{} {}", event.kind, event.data);
            self.report.difference = Some(Difference {
                seq: recorded.seq,
                event_id: recorded.hash,
                recorded: say(recorded),
                replayed: event.map_or_else(|| "nothing".to_owned(), say),
            });
            return;
        }
    }
}

/// What a future gives that has nothing to wait for: in a replay every answer is there.
fn at_once<T>(future: impl Future<Output = T>) -> Result<T, CallFailure> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Ok(done),
        Poll::Pending => Err(CallFailure::Diverged("it waits for something".to_owned())),
    }
}

fn read(found: &Found) -> Result<Payload, TheaterError> {
    Payload::read(&found.event.kind, &found.event.data)
        .map_err(|_| chain::LogError::Damaged { at: found.at }.into())
}

fn is_host(event: &Event) -> bool {
    event.kind.contains('/')
}

/// Whether an event may stand between the beginning of a call and its end.
fn is_within(event: &Event) -> bool {
    is_host(event) || event.kind == chain::kinds::WOKEN
}

fn is_end(event: &Event) -> bool {
    use chain::kinds::{ERROR, RESULT, STATE_CHANGED};
    [ERROR, RESULT, STATE_CHANGED].contains(&&*event.kind)
}

/// Whether a failure has its reason outside the guest: in time, in memory of the machine, in an
/// order to stop.
fn is_outside(code: &str) -> bool {
    ["DEADLINE_EXCEEDED", "ACTOR_STOPPED", "INSTANCE_FAILED"].contains(&code)
}
