//! The socket dialect of the Model Context Reasoner: `tool_invoke` and what answers it.
//!
//! It speaks for the tools of one service, each under its name with a dot for the first underscore,
//! and lets genuine MCP pass on the same socket, told apart frame by frame. What the tools mean is
//! not known here.

mod actions;
mod call;
mod frame;
mod older;
mod watch;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use kernel::{Principal, Scope, Timestamp};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::core::Core;
use crate::mcp::{FrameSink, Frames, Incoming, Outbox};
use crate::order::Lines;
use crate::registry::Endpoint;
use frame::Sorted;
use watch::Watched;

/// Which service the dialect speaks for, and whom it lets in without a token.
#[derive(Debug, Clone)]
pub struct Dialect {
    /// The service.
    pub service: &'static str,
    /// Whether programs on this machine may come in without a token, as a principal of their own.
    pub guests: bool,
}

/// Who comes in without a token.
pub(crate) fn guest() -> Principal {
    Principal::new("mcr-guest", [Scope::Read, Scope::KbWrite].into_iter().collect())
}

/// What every task of one connection shares.
pub(crate) struct Speaker<S> {
    core: Arc<Core>,
    endpoint: Arc<Endpoint>,
    principal: Principal,
    outbox: Arc<Outbox<S>>,
    correlation: String,
    lines: Mutex<Lines>,
    watched: Watched,
    ended: CancellationToken,
}

impl<S: FrameSink> Speaker<S> {
    /// Writes a frame; a client that is gone is noticed by the reader.
    async fn say(&self, frame: &serde_json::Value) {
        let frame = frame.to_string().into_bytes();
        if let Err(error) = self.outbox.flush(|sink| sink.push(frame)).await {
            tracing::debug!(%error, "a frame could not be sent");
        }
    }

    /// The service the dialect speaks for.
    fn service(&self) -> &'static str {
        self.endpoint.services.first().map_or("", |service| service.info.name)
    }

    fn lines(&self) -> std::sync::MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Work that came in and waits for its place.
enum Work {
    Say(serde_json::Value),
    Call(Box<call::Invoke>),
}

/// A connection's frames: those of the dialect are served here, the others are handed on.
pub(crate) struct Speaking<F, S> {
    frames: F,
    speaker: Arc<Speaker<S>>,
    places: Arc<Semaphore>,
    waiting: VecDeque<Work>,
    in_flight: usize,
    idle: Duration,
}

impl<F: Frames, S: FrameSink> Speaking<F, S> {
    /// Begins to speak: the greeting goes out first.
    pub(crate) async fn begin(
        core: Arc<Core>,
        endpoint: Arc<Endpoint>,
        principal: Principal,
        (frames, outbox): (F, Arc<Outbox<S>>),
    ) -> Self {
        let in_flight = core.limits.in_flight_per_connection;
        let idle = core.limits.idle;
        let speaker = Arc::new(Speaker {
            ended: core.stop.child_token(),
            watched: Watched::new(core.limits.subscriptions_per_connection),
            core,
            endpoint,
            principal,
            outbox,
            correlation: correlation(),
            lines: Mutex::default(),
        });
        speaker.say(&frame::greeting(&speaker.correlation)).await;
        speaker.core.tasks.spawn(watch::follow(speaker.clone()));
        let places = Arc::new(Semaphore::new(in_flight));
        Self { frames, speaker, places, waiting: VecDeque::new(), in_flight, idle }
    }

    fn take(&mut self, bytes: Bytes) -> Option<Bytes> {
        let correlation = &self.speaker.correlation;
        let work = match frame::sort(&bytes, correlation) {
            Sorted::Mcp => return Some(bytes),
            Sorted::Refused(answer) => Work::Say(answer),
            Sorted::Invoke(invoke) => Work::Call(Box::new(call::Invoke::direct(invoke))),
            Sorted::Action(action) => match actions::read(&action, &self.speaker.endpoint) {
                Ok(invoke) => Work::Call(Box::new(invoke)),
                Err(answer) => Work::Say(answer),
            },
        };
        self.waiting.push_back(work);
        None
    }

    fn start(&mut self, work: Work, place: OwnedSemaphorePermit) {
        let speaker = self.speaker.clone();
        match work {
            Work::Say(answer) => drop(self.speaker.core.tasks.spawn(async move {
                speaker.say(&answer).await;
                drop(place);
            })),
            Work::Call(invoke) => {
                let turn = call::turn(&speaker, &invoke);
                drop(self.speaker.core.tasks.spawn(async move {
                    call::run(&speaker, *invoke, turn).await;
                    drop(place);
                }));
            }
        }
    }

    fn in_use(&self) -> bool {
        self.places.available_permits() < self.in_flight || !self.speaker.watched.is_empty()
    }
}

impl<F: Frames, S: FrameSink> Frames for Speaking<F, S> {
    fn ends_both_ways(&self) -> bool {
        self.frames.ends_both_ways()
    }

    async fn next(&mut self) -> Option<Incoming> {
        loop {
            if !self.waiting.is_empty() {
                let place = self.places.clone().acquire_owned().await.ok()?;
                if let Some(work) = self.waiting.pop_front() {
                    self.start(work, place);
                }
                continue;
            }
            let incoming = match tokio::time::timeout(self.idle, self.frames.next()).await {
                Ok(incoming) => incoming?,
                Err(_) if self.in_use() => continue,
                Err(_) => return None,
            };
            match incoming {
                Incoming::Frame(bytes) => {
                    if let Some(bytes) = self.take(bytes) {
                        return Some(Incoming::Frame(bytes));
                    }
                }
                Incoming::TooLong { limit, key } => {
                    let answer = frame::too_long(limit, key, &self.speaker.correlation);
                    self.waiting.push_back(Work::Say(answer));
                }
            }
        }
    }
}

impl<F, S> Drop for Speaking<F, S> {
    fn drop(&mut self) {
        self.speaker.ended.cancel();
    }
}

/// The connection's name in its answers and in the log.
fn correlation() -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut bytes = [0_u8; 5];
    if getrandom::fill(&mut bytes).is_err() {
        // Without randomness the time alone tells connections apart.
        bytes = [0; 5];
    }
    let tail: String =
        bytes.iter().map(|byte| char::from(DIGITS[usize::from(*byte) % DIGITS.len()])).collect();
    format!("ws-conn-{}-{tail}", Timestamp::now().0 / 1000)
}
