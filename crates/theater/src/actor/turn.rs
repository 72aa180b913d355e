//! An actor's turn: its orders and messages one after another, written down together.
//!
//! Nothing leaves the actor before it is written: answers, messages and its new face are held until
//! the events that made them are in the log.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;

use kernel::Timestamp;

use super::mailbox::Next;
use super::{Actor, Body, Mail, Reply, Resume, Status};
use crate::chain::{self, Blob, Hash, Payload, Position, Recorder};
use crate::engine::{Answer, GuestCall, Response, Stillborn};
use crate::error::{CallFailure, TheaterError};
use crate::host::{Delivery, Source, Turn};
use crate::pool;
use crate::stage::Stage;

/// Messages of one turn; then others get theirs.
const BATCH: usize = 64;

/// How an actor ended.
#[derive(Debug, Clone)]
pub(crate) enum End {
    /// It failed.
    Failed(String),
    /// It ended by itself, with a result.
    Exited(Option<Arc<[u8]>>),
    /// It was stopped.
    Stopped,
    /// It was started again too often.
    GaveUp(String),
}

/// What is let go when the events before it are written.
pub(crate) enum Held {
    /// The answer to a message.
    Answer(Reply<Response>, Result<Response, TheaterError>),
    /// The end of an order.
    Done(Reply<()>),
    /// A message to somebody else.
    Delivery(Delivery, Hash),
    /// The actor's end.
    Ended(End),
}

/// What changes of an actor's face when a turn is written.
#[derive(Default)]
pub(crate) struct Change {
    pub(crate) status: Option<Status>,
    pub(crate) component: Option<Hash>,
    /// The number of the event that holds the state, and the state.
    pub(crate) state: Option<(u64, Option<Arc<[u8]>>)>,
    pub(crate) failure: Option<Option<String>>,
    pub(crate) restarted: bool,
    /// The number of the event that began a call whose end is not written, if that changed.
    pub(crate) open: Option<Option<u64>>,
    /// Whether its supervisor gave it up, if that changed.
    pub(crate) gave_up: Option<bool>,
    /// Whether it goes on from what is left of its chain.
    pub(crate) mended: bool,
    pub(crate) calls: Vec<(u64, bool)>,
    /// Accepted messages that were handled.
    pub(crate) handled: Vec<u64>,
    /// Accepted messages that never will be, with where they are written.
    pub(crate) dead: BTreeMap<u64, Position>,
    pub(crate) memory: Option<(usize, usize)>,
}

/// The body of an actor, given back when its turn ends however it ends.
struct Borrowed<'a> {
    actor: &'a Actor,
    body: Option<Box<Body>>,
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let Some(mut body) = self.body.take() else { return };
        if std::thread::panicking() {
            // Nobody knows what became of the guest, so it begins again from what is written.
            let face = self.actor.face();
            *body = Body { began: face.began, ..Body::new(face.head) };
        }
        *crate::lock::lock(&self.actor.body) = Some(body);
    }
}

/// Plays an actor's turn; gives whether it takes messages afterwards.
pub(super) async fn play(stage: Arc<Stage>, actor: Arc<Actor>) -> bool {
    let mut borrowed = Borrowed { actor: &actor, body: crate::lock::lock(&actor.body).take() };
    let Some(body) = &mut borrowed.body else { return false };
    let mut acting = Acting::new(&stage, &actor, body);
    for _ in 0..BATCH {
        if stage.is_closing() || acting.turn.broken.is_some() || acting.postponed {
            break;
        }
        match acting.next(acting.takes_messages()) {
            Next::Order(order) => acting.order(order),
            Next::Mail(mail) => acting.mail(mail).await,
            Next::Nothing => break,
        }
    }
    actor.mailbox.put_back(&mut acting.batch);
    let alive = acting.takes_messages();
    if let Err(error) = pool::yielding(|| stage.write_down(&mut acting.turn)) {
        tracing::error!(%error, actor = %actor.id(), "a turn cannot be written");
    }
    if acting.turn.broken.is_some() {
        acting.take_back();
        return false;
    }
    acting.body.head = acting.turn.recorder.head();
    alive
}

/// Lets an actor sleep at once; false if it must not.
pub(crate) fn retire(stage: &Arc<Stage>, actor: &Arc<Actor>, body: &mut Body) -> bool {
    let mut acting = Acting::new(stage, actor, body);
    acting.fall_asleep();
    let slept = acting.turn.change.status == Some(Status::Passive);
    if slept && let Err(error) = stage.write_down(&mut acting.turn) {
        tracing::error!(%error, actor = %actor.id(), "that it sleeps cannot be written");
    }
    slept
}

/// A turn in progress.
pub(super) struct Acting<'a> {
    pub(super) stage: &'a Arc<Stage>,
    pub(super) actor: &'a Arc<Actor>,
    pub(super) body: &'a mut Body,
    pub(super) turn: Box<Turn>,
    /// The number of the accepted message that is being handled.
    number: Option<u64>,
    /// When the call that is being handled began or, once it has, ended.
    at: i64,
    /// Messages of this turn that were taken out of the mailbox and not come to yet.
    pub(super) batch: VecDeque<Mail>,
    /// Whether a message must wait because there is no room for an instance.
    postponed: bool,
}

impl<'a> Acting<'a> {
    fn new(stage: &'a Arc<Stage>, actor: &'a Arc<Actor>, body: &'a mut Body) -> Self {
        let recorder = Recorder::new(actor.id(), body.head);
        let mut turn = Box::new(Turn::new(recorder, Source::Live(stage.clone())));
        turn.actor = Some(actor.clone());
        let batch = VecDeque::new();
        Self { stage, actor, body, turn, number: None, at: 0, batch, postponed: false }
    }
}

impl Acting<'_> {
    fn alive(&self) -> bool {
        self.turn.change.status.unwrap_or_else(|| self.actor.status()).is_alive()
    }

    fn takes_messages(&self) -> bool {
        self.alive() && self.stage.log.trouble().is_none()
    }

    /// What is next: orders before messages, and messages only while the actor takes them.
    fn next(&mut self, alive: bool) -> Next {
        let mailbox = &self.actor.mailbox;
        if !alive || mailbox.has_orders() {
            mailbox.put_back(&mut self.batch);
        } else if let Some(mail) = mailbox.another(&mut self.batch) {
            return Next::Mail(mail);
        }
        mailbox.take(if alive { BATCH } else { 0 }, &mut self.batch)
    }

    async fn mail(&mut self, mail: Mail) {
        let woken = self.wake().await;
        if matches!(woken, Err(Stillborn::NoPlace)) {
            self.no_place(mail);
            return;
        }
        let Mail { call, number, cause, reply, resume, .. } = mail;
        self.number = number;
        match resume {
            None => self.begin(&call, number, cause),
            Some(resume) => self.go_on(*resume),
        }
        if let Err(Stillborn::Failed(failure)) = woken {
            self.turn.change.handled.extend(number);
            self.failed(&call, &failure, reply);
            return;
        }
        let Some(live) = &mut self.body.live else { return };
        let state = self.turn.state.clone();
        let started = Instant::now();
        let clock = &self.stage.clock;
        let called = live.call((&call, started), state, &mut self.turn, clock).await;
        let spent = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        // Two clocks are not asked for one moment.
        self.at = self.at.saturating_add_unsigned(spent / 1000);
        self.turn.change.memory = Some(live.memory());
        self.turn.change.calls.push((spent, called.is_ok()));
        let result = called.and_then(|answer| self.within_limits(answer));
        if self.stage.is_closing() && matches!(result, Err(CallFailure::Stopped)) {
            // The call is made again when the theater opens; until then it has no end.
            self.turn.held.extend(reply.map(|it| Held::Answer(it, Err(TheaterError::Closing))));
            return;
        }
        self.turn.change.handled.extend(number);
        if let Some(reason) = &self.turn.broken {
            if let Some(reply) = reply {
                reply(Err(TheaterError::Unwritten(reason.clone())));
            }
            return;
        }
        match result {
            Ok(answer) => self.answered(&call, answer, reply),
            Err(failure) => self.failed(&call, &failure, reply),
        }
    }

    /// Makes sure that there is an instance.
    async fn wake(&mut self) -> Result<(), Stillborn> {
        if self.body.live.is_none() && !self.stage.admit(self.actor) {
            // What this turn did so far is not held back by the wait.
            if let Err(error) = self.stage.write_down(&mut self.turn) {
                tracing::error!(%error, actor = %self.actor.id(), "a turn cannot be written");
            }
            if !self.stage.admit_later(self.actor).await {
                return Err(Stillborn::NoPlace);
            }
        }
        self.body.wake(self.stage, self.actor, &mut self.turn).await
    }

    /// What becomes of a message for which there is no instance: who waits for its answer is told,
    /// and one that was accepted waits on.
    fn no_place(&mut self, mail: Mail) {
        if let GuestCall::Init(_) = mail.call {
            self.begin(&mail.call, None, mail.cause);
            self.failed(&mail.call, &CallFailure::Limit("theater.instances"), mail.reply);
        } else if mail.number.is_some() {
            self.batch.push_front(mail);
            self.postponed = true;
        } else if let Some(reply) = mail.reply {
            self.turn.held.push(Held::Answer(reply, Err(self.stage.no_room())));
        }
    }

    fn begin(&mut self, call: &GuestCall, message: Option<u64>, cause: Option<Hash>) {
        let turn = &mut self.turn;
        turn.base = turn.recorder.head().seq;
        turn.state = self.body.state.clone().flatten();
        turn.outstanding.clear();
        turn.outstanding.extend(self.body.outstanding.keys().cloned());
        if let GuestCall::Request(id, _) = call {
            turn.outstanding.push(id.clone());
        }
        turn.outstanding.sort();
        let call = chain::Call { function: call.function().into(), params: call.params(), message };
        self.at = Timestamp::now().0;
        turn.recorder.record_at(self.at, cause, &Payload::Call(call));
    }

    /// Goes on with a call that the end of the process cut off: what its host answered then, it
    /// answers again.
    fn go_on(&mut self, resume: Resume) {
        let turn = &mut self.turn;
        turn.base = resume.base;
        turn.state = self.body.state.clone().flatten();
        turn.outstanding.clear();
        turn.resumed = resume.hosts;
        self.at = Timestamp::now().0;
    }

    fn within_limits(&self, answer: Answer) -> Result<Answer, CallFailure> {
        let limit = self.actor.birth.manifest.limits.state;
        match &answer.state {
            Some(state) if state.len() as u64 > limit => Err(CallFailure::Limit("state")),
            _ => Ok(answer),
        }
    }

    fn answered(&mut self, call: &GuestCall, answer: Answer, reply: Option<Reply<Response>>) {
        let before = self.body.state.clone().flatten();
        let changed = before.as_deref() != answer.state.as_deref();
        let state: Option<Arc<[u8]>> = if changed { answer.state.map(Into::into) } else { before };
        let outcome = chain::Outcome {
            function: call.function().into(),
            changed,
            state: state.clone().filter(|_| changed).map(Blob),
            response: answer.response.blobs(),
            handled: self.number,
        };
        self.turn.resumed.clear();
        self.turn.recorder.record_at(self.at, None, &Payload::Outcome(outcome));
        if changed {
            self.turn.change.state = Some((self.turn.recorder.head().seq, state.clone()));
        }
        self.body.state = Some(state);
        self.turn.change.status = Some(Status::Running);
        self.body.began = true;
        let sent = std::mem::take(&mut self.turn.outgoing).into_iter();
        self.turn.held.extend(sent.map(|(delivery, cause)| Held::Delivery(delivery, cause)));
        match (call, answer.response, reply) {
            (GuestCall::Request(id, _), Response::Reply(None), Some(reply)) => {
                self.body.outstanding.insert(id.clone(), reply);
                self.turn.opened.push(id.clone());
            }
            (_, response, Some(reply)) => self.turn.held.push(Held::Answer(reply, Ok(response))),
            (_, _, None) => {}
        }
        self.answer_late();
        if let Some(result) = self.turn.shutdown.take() {
            self.stop("it asked to be shut down", result.map(Into::into), None);
        }
    }

    /// Hands over the answers that the guest gave to requests it had left open.
    fn answer_late(&mut self) {
        for (id, data) in std::mem::take(&mut self.turn.answers) {
            if let Some(reply) = self.body.outstanding.remove(id.as_str()) {
                self.turn.held.push(Held::Answer(reply, Ok(Response::Reply(Some(data)))));
            }
        }
        for id in std::mem::take(&mut self.turn.withdrawn) {
            if let Some(reply) = self.body.outstanding.remove(id.as_str()) {
                let failure = CallFailure::Said("the request was cancelled".to_owned());
                let error = self.failure("handle-request", failure);
                self.turn.held.push(Held::Answer(reply, Err(error)));
            }
        }
    }

    /// Undoes what could not be written: the actor is again what its log says, and what it was
    /// promised to get is there to be handled.
    fn take_back(&mut self) {
        let reason = self.turn.broken.clone().unwrap_or_default();
        for held in std::mem::take(&mut self.turn.held) {
            crate::stage::refuse(held, &reason);
        }
        for id in std::mem::take(&mut self.turn.opened) {
            if let Some(reply) = self.body.outstanding.remove(&id) {
                reply(Err(TheaterError::Unwritten(reason.clone())));
            }
        }
        let face = self.actor.face();
        self.body.sleep(self.stage, self.actor);
        self.body.head = face.head;
        self.body.state = None;
        self.body.began = face.began;
        self.stage.take_again(self.actor, &self.turn.change.handled);
        if face.status == Status::Starting {
            // Whoever wanted it was told that it did not start.
            let reason = "its first call could not be written down".to_owned();
            self.actor.mailbox.order(super::Order::Stop { reason, result: None, done: None });
        }
    }

    pub(super) fn failure(&self, function: &str, failure: CallFailure) -> TheaterError {
        TheaterError::Failed { id: self.actor.id(), function: function.to_owned(), failure }
    }

    /// Notes that a call failed; what the guest said itself leaves it running, unless it was its
    /// first call.
    fn failed(&mut self, call: &GuestCall, failure: &CallFailure, reply: Option<Reply<Response>>) {
        let function = call.function();
        let error = chain::CallError {
            function: function.into(),
            code: failure.code().to_owned(),
            message: failure.to_string(),
            handled: self.number,
        };
        self.turn.resumed.clear();
        self.turn.recorder.record_at(self.at, None, &Payload::Failed(error));
        // A call that fails sends nothing and answers nobody.
        self.turn.outgoing.clear();
        self.turn.answers.clear();
        self.turn.withdrawn.clear();
        self.turn.shutdown = None;
        if let Some(reply) = reply {
            let error = self.failure(function, failure.clone());
            self.turn.held.push(Held::Answer(reply, Err(error)));
        }
        let first = matches!(call, GuestCall::Init(_));
        if matches!(failure, CallFailure::Said(_)) && !first {
            return;
        }
        self.body.sleep(self.stage, self.actor);
        self.refuse_outstanding(function, failure);
        let reason = format!("`{function}`: {failure}");
        self.turn.change.failure = Some(Some(reason.clone()));
        self.turn.change.status = Some(Status::Failed);
        if !matches!(failure, CallFailure::Stopped) {
            self.turn.held.push(Held::Ended(End::Failed(reason)));
        }
    }

    pub(super) fn refuse_outstanding(&mut self, function: &str, failure: &CallFailure) {
        for (_, reply) in std::mem::take(&mut self.body.outstanding) {
            let error = self.failure(function, failure.clone());
            self.turn.held.push(Held::Answer(reply, Err(error)));
        }
    }
}
