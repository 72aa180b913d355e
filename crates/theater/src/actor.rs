//! One actor: what it is made of, what waits for it, what it shows to the world.
//!
//! Its body belongs to the thread that runs it; its face can be read at any time.

mod body;
mod mailbox;
mod orders;
mod standing;
mod turn;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};

pub(crate) use body::Body;
pub(crate) use mailbox::{Mail, Mailbox, Order, Reply, Resume, Wake};
pub(crate) use standing::{Standing, Stop, run};
pub(crate) use turn::{Change, End, Held, retire};

use crate::ActorId;
use crate::chain::{Hash, Link, Position};
use crate::lock::lock;
use crate::manifest::Manifest;

/// Calls after which an actor's are known to be quick or not.
const KNOWN_AFTER: u64 = 8;
/// Nanoseconds that a quick call takes at most.
const QUICK_NS: u64 = 100_000;

/// How an actor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Its first call has not ended yet.
    Starting,
    /// It runs.
    Running,
    /// It waits on the disk for its next message.
    Passive,
    /// It was stopped.
    Stopped,
    /// It failed and was not started again.
    Failed,
}

impl Status {
    /// Its name for people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Starting => "STARTING",
            Self::Running => "RUNNING",
            Self::Passive => "PASSIVE",
            Self::Stopped => "STOPPED",
            Self::Failed => "FAILED",
        }
    }

    /// Whether messages are taken.
    pub fn is_alive(self) -> bool {
        matches!(self, Self::Starting | Self::Running | Self::Passive)
    }
}

/// How much an actor has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Metrics {
    /// Calls that ended.
    pub operations: u64,
    /// Calls that failed.
    pub failed: u64,
    /// Nanoseconds spent in calls.
    pub total_ns: u64,
    /// The longest call in nanoseconds.
    pub max_ns: u64,
    /// The shortest call in nanoseconds.
    pub min_ns: u64,
    /// Bytes of memory at the end of the last call.
    pub memory: u64,
    /// The most bytes of memory there ever were.
    pub peak_memory: u64,
}

/// What an actor shows to the world: what is written down of it, and nothing else.
#[derive(Debug, Clone)]
pub(crate) struct Face {
    pub(crate) status: Status,
    /// Whether the first call succeeded.
    pub(crate) began: bool,
    pub(crate) component: Hash,
    pub(crate) head: Link,
    /// Where the last of its events is written.
    pub(crate) head_at: Position,
    /// What is lost of its chain; it does not run until somebody starts it again.
    pub(crate) damage: Option<Arc<str>>,
    /// The state, while the actor lives in memory.
    pub(crate) state: Option<Arc<[u8]>>,
    /// Where the state is written; `None` if there never was one.
    pub(crate) state_at: Option<(Position, u64)>,
    pub(crate) failure: Option<String>,
    /// The number of the event that began a call whose end is not written.
    pub(crate) open: Option<u64>,
    /// Whether its supervisor gave it up.
    pub(crate) gave_up: bool,
    pub(crate) restarts: u64,
    /// Accepted messages that were not handled before it was stopped, with where they are written.
    pub(crate) dead: BTreeMap<u64, Position>,
    pub(crate) metrics: Metrics,
}

/// What never changes of an actor.
#[derive(Debug, Clone)]
pub(crate) struct Birth {
    pub(crate) id: ActorId,
    pub(crate) parent: Option<ActorId>,
    pub(crate) created_at: Timestamp,
    pub(crate) manifest: Arc<Manifest>,
    pub(crate) manifest_text: Arc<str>,
    pub(crate) source: Option<Arc<str>>,
}

/// One actor.
pub(crate) struct Actor {
    pub(crate) birth: Birth,
    pub(crate) mailbox: Mailbox,
    /// What its turn owns while there is one.
    pub(crate) body: Mutex<Option<Box<Body>>>,
    /// Where its turn stands.
    pub(crate) standing: Standing,
    /// The wish that the running call ends.
    pub(crate) stop: Arc<Stop>,
    /// When children of this actor, or it itself if it has no parent, were started again.
    pub(crate) restarts: Mutex<VecDeque<Instant>>,
    face: Mutex<Face>,
    numbers: AtomicU64,
    rested: AtomicU64,
}

impl Actor {
    pub(crate) fn new(birth: Birth, face: Face, next_number: u64) -> Self {
        Self {
            body: Mutex::new(Some(Box::new(Body::new(face.head)))),
            mailbox: Mailbox::new(birth.manifest.limits.mailbox),
            birth,
            standing: Standing::default(),
            stop: Arc::default(),
            restarts: Mutex::default(),
            face: Mutex::new(face),
            numbers: AtomicU64::new(next_number),
            rested: AtomicU64::new(0),
        }
    }

    pub(crate) fn id(&self) -> ActorId {
        self.birth.id
    }

    pub(crate) fn name(&self) -> &str {
        &self.birth.manifest.name
    }

    /// What the actor shows now.
    pub(crate) fn face(&self) -> Face {
        lock(&self.face).clone()
    }

    pub(crate) fn status(&self) -> Status {
        lock(&self.face).status
    }

    /// Whether it runs and has shown that its calls are short.
    pub(crate) fn is_quick(&self) -> bool {
        let face = lock(&self.face);
        let metrics = &face.metrics;
        face.status == Status::Running
            && metrics.operations >= KNOWN_AFTER
            && metrics.total_ns / metrics.operations < QUICK_NS
    }

    pub(crate) fn show<T>(&self, change: impl FnOnce(&mut Face) -> T) -> T {
        change(&mut lock(&self.face))
    }

    /// The number of the next message it accepts.
    pub(crate) fn next_number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::SeqCst)
    }

    /// Notes when its last turn ended, by the clock of the stage.
    pub(crate) fn rest_at(&self, at: u64) {
        self.rested.store(at, Ordering::Relaxed);
    }

    /// When its last turn ended.
    pub(crate) fn rested_at(&self) -> u64 {
        self.rested.load(Ordering::Relaxed)
    }

    /// The number that will be given next, for the registry.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.load(Ordering::SeqCst)
    }
}
