//! What a guest's host is: the data of its store, and how every host call is answered and recorded.
//!
//! In a live actor a host function runs and its input and output are recorded; in a replay it does
//! not run, and the guest is given what was recorded.

mod environment;
mod filesystem;
mod grants;
mod http_client;
mod http_framework;
mod http_types;
mod messages;
mod process;
mod programs;
mod random;
mod runtime;
mod store;
mod supervisor;
mod timing;
pub(crate) mod wasi;

pub(crate) use grants::Grants;
pub(crate) use http_types::{HttpRequest, HttpResponse, MiddlewareResult};
pub(crate) use programs::{Wish, code, end};

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use wasmtime::component::Linker;

use crate::ActorId;
use crate::actor::{Actor, Change, Held, Stop};
use crate::chain::{self, Hash, Link, Log, Payload, Recorder};
use crate::engine::Limiter;
use crate::manifest::HandlerKind;
use crate::stage::Stage;

/// Bytes that an event takes besides what it says.
const EVENT: usize = 200;
/// Bytes of events that are kept before they are written, however long the call goes on.
const HELD: usize = 1024 * 1024;

/// The data of a guest's store.
pub(crate) struct Guest {
    /// Whose instance it is.
    pub(crate) actor: ActorId,
    /// What its handlers allow it.
    pub(crate) grants: Arc<Grants>,
    /// Memory and tables.
    pub(crate) limiter: Limiter,
    /// Instructions of one call, where they are counted.
    pub(crate) fuel: Option<u64>,
    /// Milliseconds of one call.
    pub(crate) deadline_ms: u64,
    /// When the running call must end.
    pub(crate) deadline: Instant,
    /// At how many ticks the running call was met.
    pub(crate) ticks: u32,
    /// The wish that the running call ends.
    pub(crate) stop: Arc<Stop>,
    /// Why the running call was ended.
    pub(crate) ended: Option<Ended>,
    /// Bytes that the running call made its host keep.
    pub(crate) spent: u64,
    /// The most of them.
    pub(crate) most: u64,
    /// What the running call records.
    pub(crate) turn: Box<Turn>,
}

/// Why a running call was ended from outside.
#[derive(Debug)]
pub(crate) enum Ended {
    /// It ran past its deadline.
    Late,
    /// Its actor was stopped.
    Stopped,
    /// It made its host keep too much.
    Limit(&'static str),
    /// What it did cannot be written down.
    Unwritten(String),
    /// A replay went another way than was recorded.
    Diverged(String),
}

impl Guest {
    /// Starts the clock of a call.
    pub(crate) fn begin(&mut self, now: Instant) {
        self.ticks = 0;
        self.deadline = now + Duration::from_millis(self.deadline_ms);
        self.ended = None;
        self.spent = 0;
        self.limiter.begin();
    }
}

/// Where host calls get their answers.
#[derive(Default)]
pub(crate) enum Source {
    /// Nowhere: no call is running.
    #[default]
    None,
    /// From the running theater.
    Live(Arc<Stage>),
    /// From a record, oldest first; the log is for looking back.
    Recorded(VecDeque<Recorded>, Arc<Log>),
}

/// A recorded host event: when it happened and what it says.
pub(crate) struct Recorded {
    pub(crate) at: i64,
    pub(crate) cause: Option<Hash>,
    pub(crate) hash: Hash,
    pub(crate) host: chain::Host,
    /// When the call went on in a fresh instance before this, and of which component.
    pub(crate) woken: Vec<(i64, Hash)>,
}

/// Something that leaves an actor when the call that made it is written down.
#[derive(Debug, Clone)]
pub(crate) enum Delivery {
    /// A message to an actor.
    Send(ActorId, Arc<[u8]>),
    /// A message on a channel.
    OnChannel(String, Arc<[u8]>),
    /// A channel's end.
    CloseChannel(String),
    /// A message of the actor to itself, at a time in microseconds since 1970.
    Later(i64, Arc<[u8]>),
}

/// What calls do to the world, until it is written down.
pub(crate) struct Turn {
    /// Whose turn it is, unless it is a replay.
    pub(crate) actor: Option<Arc<Actor>>,
    /// New events of the actor.
    pub(crate) recorder: Recorder,
    /// The last event before the running call.
    pub(crate) base: u64,
    /// What changes of the actor's face when this is written.
    pub(crate) change: Change,
    /// What earlier calls of this turn let go when they are written.
    pub(crate) held: Vec<Held>,
    /// Where host calls get their answers.
    pub(crate) source: Source,
    /// What leaves the actor afterwards, each with the event that sent it.
    pub(crate) outgoing: Vec<(Delivery, Hash)>,
    /// Answers to requests that were left open before.
    pub(crate) answers: Vec<(String, Arc<[u8]>)>,
    /// Requests that are withdrawn.
    pub(crate) withdrawn: Vec<String>,
    /// What the host answered before the process ended in the middle of the call, oldest first.
    pub(crate) resumed: VecDeque<Recorded>,
    /// Requests that this turn left open.
    pub(crate) opened: Vec<Arc<str>>,
    /// Why what the turn did could not be written; then all of it is taken back.
    pub(crate) broken: Option<String>,
    /// Requests that wait for an answer.
    pub(crate) outstanding: Vec<Arc<str>>,
    /// How many messages are on their way to whom.
    pub(crate) addressed: HashMap<ActorId, usize>,
    /// The state at the start of the call.
    pub(crate) state: Option<Arc<[u8]>>,
    /// The result with which the actor asked to be shut down.
    pub(crate) shutdown: Option<Option<Vec<u8>>>,
}

impl Default for Turn {
    fn default() -> Self {
        Self::new(Recorder::new(ActorId::NOBODY, Link::default()), Source::None)
    }
}

impl Turn {
    /// A turn that continues what `recorder` has.
    pub(crate) fn new(recorder: Recorder, source: Source) -> Self {
        Self {
            actor: None,
            base: recorder.head().seq,
            recorder,
            change: Change::default(),
            held: Vec::new(),
            source,
            outgoing: Vec::new(),
            answers: Vec::new(),
            withdrawn: Vec::new(),
            resumed: VecDeque::new(),
            opened: Vec::new(),
            broken: None,
            outstanding: Vec::new(),
            addressed: HashMap::new(),
            state: None,
            shutdown: None,
        }
    }

    /// The running theater, if this is no replay.
    pub(crate) fn stage(&self) -> Option<&Arc<Stage>> {
        match &self.source {
            Source::Live(stage) => Some(stage),
            Source::None | Source::Recorded(..) => None,
        }
    }
}

impl Turn {
    /// Where the actor's earlier events are.
    pub(crate) fn history(&self) -> Option<&Arc<Log>> {
        match &self.source {
            Source::Live(stage) => Some(&stage.log),
            Source::Recorded(_, log) => Some(log),
            Source::None => None,
        }
    }
}

impl Guest {
    /// Answers a host call: by `run` in a live actor, from the record in a replay.
    pub(crate) fn answer<I, O>(
        &mut self,
        function: &'static str,
        input: &I,
        run: impl FnOnce(&mut Self) -> O,
    ) -> wasmtime::Result<O>
    where
        I: Serialize,
        O: Serialize + DeserializeOwned,
    {
        let input = to_raw_value(input).map_err(wasmtime::Error::new)?;
        if let Some(recorded) = self.answered_before(function, &input)? {
            return serde_json::from_str(recorded.get()).map_err(wasmtime::Error::new);
        }
        let output = run(self);
        let written = to_raw_value(&output).map_err(wasmtime::Error::new)?;
        self.record(function, input, written)?;
        Ok(output)
    }

    /// Answers a host call that waits for something outside: what the turn did before is written
    /// first, the guest is left meanwhile, and only its own running time counts against it.
    pub(crate) async fn answer_later<I, O>(
        &mut self,
        function: &'static str,
        input: &I,
        wait: impl Future<Output = O> + Send,
    ) -> wasmtime::Result<O>
    where
        I: Serialize + Sync,
        O: Serialize + DeserializeOwned + Send,
    {
        let input = to_raw_value(input).map_err(wasmtime::Error::new)?;
        if let Some(recorded) = self.answered_before(function, &input)? {
            return serde_json::from_str(recorded.get()).map_err(wasmtime::Error::new);
        }
        self.write_down().map_err(wasmtime::Error::msg)?;
        let output = self.waited(wait).await;
        let written = to_raw_value(&output).map_err(wasmtime::Error::new)?;
        self.record(function, input, written)?;
        Ok(output)
    }

    /// Answers a host call that other actors see before it ends: its beginning is an event of its
    /// own, written before `wait` begins, so that what follows elsewhere can name it.
    pub(crate) async fn answer_in_two<I, O, W>(
        &mut self,
        (function, result): (&'static str, &'static str),
        input: &I,
        wait: impl FnOnce(&mut Self, Hash) -> W + Send,
    ) -> wasmtime::Result<O>
    where
        I: Serialize + Sync,
        O: Serialize + DeserializeOwned + Send,
        W: Future<Output = O> + Send,
    {
        let input = to_raw_value(input).map_err(wasmtime::Error::new)?;
        let before = self.turn.resumed.front().map(|recorded| recorded.hash);
        let begun = match self.answered_before(function, &input)? {
            Some(_) => {
                if let Some(recorded) = self.answered_before(result, RawValue::NULL)? {
                    return serde_json::from_str(recorded.get()).map_err(wasmtime::Error::new);
                }
                before.ok_or_else(|| wasmtime::Error::msg("no record to go on from"))?
            }
            None => self.record(function, input, RawValue::NULL.to_owned())?,
        };
        self.write_down().map_err(wasmtime::Error::msg)?;
        let known = match (before, self.turn.stage().cloned()) {
            (Some(begun), Some(stage)) => stage.became(function, begun).await,
            _ => None,
        };
        let known = known.and_then(|known| serde_json::from_value(known).ok());
        let output = match known {
            Some(output) => output,
            None => {
                let wait = wait(self, begun);
                self.waited(wait).await
            }
        };
        let written = to_raw_value(&output).map_err(wasmtime::Error::new)?;
        self.record(result, RawValue::NULL.to_owned(), written)?;
        Ok(output)
    }

    async fn waited<O>(&mut self, wait: impl Future<Output = O> + Send) -> O {
        let begun = Instant::now();
        let output = wait.await;
        self.deadline += begun.elapsed();
        self.ticks = 0;
        output
    }

    /// Counts what the call makes its host keep; past the limit the call ends.
    pub(crate) fn charge(&mut self, bytes: usize) -> wasmtime::Result<()> {
        self.spent = self.spent.saturating_add(bytes as u64);
        if self.spent > self.most {
            self.ended = Some(Ended::Limit("turn"));
            return Err(wasmtime::Error::msg("the call reached its limit `turn`"));
        }
        Ok(())
    }

    /// Writes down what the turn did so far; if that fails the call ends when its host call does.
    pub(crate) fn write_down(&mut self) -> Result<(), String> {
        let Some(stage) = self.turn.stage().cloned() else { return Ok(()) };
        stage.write_down(&mut self.turn).map_err(|error| {
            let reason = error.to_string();
            self.ended = Some(Ended::Unwritten(reason.clone()));
            reason
        })
    }

    /// The event that was recorded last in this call.
    pub(crate) fn last_event(&self) -> Option<Hash> {
        self.turn.recorder.head().hash
    }

    fn record(
        &mut self,
        function: &str,
        input: Box<RawValue>,
        output: Box<RawValue>,
    ) -> wasmtime::Result<Hash> {
        self.charge(EVENT + input.get().len() + output.get().len())?;
        let host = chain::Host { function: function.to_owned(), input, output };
        let hash = self.turn.recorder.record(None, &Payload::Host(host));
        if self.turn.recorder.bytes() > HELD {
            self.write_down().map_err(wasmtime::Error::msg)?;
        }
        Ok(hash)
    }

    /// What was answered to this call in a replay, or before the process ended in the middle of it.
    fn answered_before(
        &mut self,
        function: &'static str,
        input: &RawValue,
    ) -> wasmtime::Result<Option<Box<RawValue>>> {
        if matches!(self.turn.source, Source::Recorded(..)) {
            return self.replayed(function, input).map(Some);
        }
        let Some(next) = self.turn.resumed.pop_front() else { return Ok(None) };
        if next.host.function == function && next.host.input.get() == input.get() {
            return Ok(Some(next.host.output));
        }
        let found = &next.host.function;
        let problem = format!("it calls `{function}` where `{found}` was called");
        self.ended = Some(Ended::Diverged(problem));
        Err(wasmtime::Error::msg("the call went another way than before the process ended"))
    }

    /// The recorded answer, if the guest asked for what it asked for then.
    fn replayed(
        &mut self,
        function: &'static str,
        input: &RawValue,
    ) -> wasmtime::Result<Box<RawValue>> {
        let Source::Recorded(recorded, _) = &mut self.turn.source else {
            return Err(wasmtime::Error::msg("no record to replay"));
        };
        let next = recorded.pop_front();
        let found = next.as_ref().map_or("nothing", |next| &next.host.function);
        let problem = match &next {
            Some(next)
                if next.host.function == function && next.host.input.get() == input.get() =>
            {
                None
            }
            Some(next) if next.host.function == function => Some(format!(
                "`{function}` was given {} and is now given {}",
                next.host.input.get(),
                input.get()
            )),
            _ => Some(format!("it calls `{function}` where {found} was called")),
        };
        let Some(next) = next.filter(|_| problem.is_none()) else {
            self.ended = Some(Ended::Diverged(problem.unwrap_or_default()));
            return Err(wasmtime::Error::msg("the replay diverged"));
        };
        let output = next.host.output.clone();
        for (at, component) in next.woken {
            self.turn.recorder.record_at(at, None, &Payload::Woken { component });
        }
        self.turn.recorder.record_at(next.at, next.cause, &Payload::Host(next.host));
        Ok(output)
    }
}

/// Whether a function that a guest may import waits for something outside.
pub(crate) fn waits(interface: &str, function: &str) -> bool {
    matches!(
        (interface, function),
        ("theater:simple/message-server-host", "request" | "open-channel")
            | ("theater:simple/supervisor", "spawn" | "resume" | "stop-child" | "restart-child")
            | ("theater:simple/timing", "sleep" | "deadline")
            | ("theater:simple/http-client", "send-http")
            | ("theater:simple/process", "os-write-stdin")
            | ("theater:simple/filesystem", "execute-command" | "execute-nix-command")
    )
}

/// Gives a guest the interfaces of `kinds`.
pub(crate) fn link(
    linker: &mut Linker<Guest>,
    kinds: impl Iterator<Item = HandlerKind>,
) -> wasmtime::Result<()> {
    for kind in kinds {
        match kind {
            HandlerKind::Runtime => runtime::link(linker)?,
            HandlerKind::MessageServer => messages::link(linker)?,
            HandlerKind::Supervisor => supervisor::link(linker)?,
            HandlerKind::Store => store::link(linker)?,
            HandlerKind::Timing => timing::link(linker)?,
            HandlerKind::Random => random::link(linker)?,
            HandlerKind::Environment => environment::link(linker)?,
            HandlerKind::Filesystem => filesystem::link(linker)?,
            HandlerKind::Process => process::link(linker)?,
            HandlerKind::HttpClient => http_client::link(linker)?,
            HandlerKind::HttpFramework => http_framework::link(linker)?,
        }
    }
    Ok(())
}
