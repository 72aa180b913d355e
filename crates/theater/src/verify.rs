//! Proving the log whole: every event's hash, every link of every chain, and that no chain ends before
//! the event that the journal says it has reached.
//!
//! Segments are looked at side by side; what one says of an actor is then joined to the one before.
//! Whoever checks the journal calls [`verify_log`] with the [`Heads`] of its events.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::Path;
use std::thread;

use serde::Deserialize;

use crate::ActorId;
use crate::chain::{EventRef, Hash, Hole, ItemRef, Link, Log, LogError};
use crate::error::TheaterError;

const MOST_FAULTS: usize = 20;

/// What a check of the log found.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Events that were checked.
    pub events: u64,
    /// Actors whose chains were checked.
    pub actors: u64,
    /// What is wrong, first fault first.
    pub faults: Vec<String>,
    /// The actors that it is wrong with.
    pub hit: BTreeSet<ActorId>,
}

/// How far the chains have come by what the journal says: fed with its events, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Heads(HashMap<ActorId, Link>);

#[derive(Deserialize)]
struct Told {
    actor_id: ActorId,
    events: u64,
    head: Hash,
}

impl Heads {
    /// Takes an event of the journal in; whatever says nothing of a chain changes nothing.
    pub fn note(&mut self, service: &str, kind: &str, data: &str) {
        if service != "theater" || !kind.starts_with("actor.") {
            return;
        }
        let Ok(Told { actor_id, events, head }) = serde_json::from_str(data) else { return };
        if kind == "actor.forgotten" {
            self.0.remove(&actor_id);
        } else {
            self.0.insert(actor_id, Link { seq: events, hash: Some(head) });
        }
    }

    /// How many chains it knows.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Checks every event of every chain in the theater's folder `folder`, beside a server that may be
/// writing there, and every chain against what `heads` say of it.
pub fn verify_log(folder: &Path, heads: &Heads) -> Result<Verified, TheaterError> {
    let log = folder.join("log");
    if !log.exists() && heads.is_empty() {
        return Ok(Verified::default());
    }
    Ok(Log::open_to_read(&log)?.verify(heads)?)
}

/// Events of one actor that follow each other in one segment.
struct Strand {
    actor: ActorId,
    previous: Option<Hash>,
    first: u64,
    last: Link,
}

/// What one segment holds.
#[derive(Default)]
struct Checked {
    events: u64,
    strands: Vec<Strand>,
    faults: Vec<(ActorId, String)>,
    holes: Vec<Hole>,
}

impl Log {
    /// Checks every event of every chain, and how far each has come against `known`.
    pub(crate) fn verify(&self, known: &Heads) -> Result<Verified, LogError> {
        let mut report = Verified::default();
        let mut heads: HashMap<ActorId, Link> = HashMap::new();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        for numbers in self.numbers().chunks(threads) {
            for checked in self.check_all(numbers, known) {
                checked?.join(&mut heads, &mut report);
            }
        }
        for (actor, told) in &known.0 {
            let head = heads.get(actor).copied().unwrap_or_default();
            if head.seq < told.seq {
                let (ends, seq) = (head.seq, told.seq);
                let fault =
                    format!("its chain ends at event {ends}, the journal knows event {seq}");
                report.fault(*actor, &fault);
            }
        }
        report.actors = heads.len() as u64;
        Ok(report)
    }

    /// Looks at some segments at once, each on a thread of its own.
    fn check_all(&self, numbers: &[u32], known: &Heads) -> Vec<Result<Checked, LogError>> {
        thread::scope(|scope| {
            let check = |number: &u32| {
                let number = *number;
                scope.spawn(move || self.check(number, known))
            };
            let threads: Vec<_> = numbers.iter().map(check).collect();
            let panicked = |_| Err(self.failed(io::Error::other("checking it panicked")));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(panicked)).collect()
        })
    }

    fn check(&self, number: u32, known: &Heads) -> Result<Checked, LogError> {
        let mut checked = Checked::default();
        let Some(scan) = self.scan(number) else { return Ok(checked) };
        let holes = scan.each(|item| checked.take(&item, known));
        checked.holes = holes.map_err(|source| self.failed(source))?;
        Ok(checked)
    }
}

impl Verified {
    fn fault(&mut self, actor: ActorId, fault: &str) {
        self.hit.insert(actor);
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(format!("actor {actor}: {fault}"));
        }
    }
}

impl Checked {
    fn take(&mut self, item: &ItemRef<'_>, known: &Heads) {
        let ItemRef::Events { actor, previous, events } = item else { return };
        let Some(first) = events.first() else { return };
        let mut head = Link { seq: first.seq.wrapping_sub(1), hash: *previous };
        let told = known.0.get(actor);
        for event in events {
            self.events += 1;
            self.check(*actor, head, event);
            if told.is_some_and(|told| told.seq == event.seq && told.hash != Some(event.hash)) {
                let fault = format!("the journal knows another event {}", event.seq);
                self.faults.push((*actor, fault));
            }
            head = Link { seq: event.seq, hash: Some(event.hash) };
        }
        let strand = Strand { actor: *actor, previous: *previous, first: first.seq, last: head };
        self.strands.push(strand);
    }

    fn check(&mut self, actor: ActorId, head: Link, event: &EventRef<'_>) {
        if self.faults.len() >= MOST_FAULTS {
            return;
        }
        let expected = head.seq.wrapping_add(1);
        if event.seq != expected {
            let fault = format!("event {}, expected {expected}", event.seq);
            self.faults.push((actor, fault));
        }
        if event.hash != event.expected_hash(actor, head.hash) {
            self.faults.push((actor, format!("event {} was altered", event.seq)));
        }
    }

    /// Joins this segment to what came before.
    fn join(self, heads: &mut HashMap<ActorId, Link>, report: &mut Verified) {
        report.events += self.events;
        for Hole { at, end } in self.holes {
            let goes_on = match end {
                Some(end) => format!("it goes on at {end}"),
                None => "nothing whole stands behind it".to_owned(),
            };
            if report.faults.len() < MOST_FAULTS {
                let (segment, offset) = (at.segment, at.offset);
                let fault = format!("segment {segment} is damaged at offset {offset}, {goes_on}");
                report.faults.push(fault);
            }
        }
        for (actor, fault) in self.faults {
            report.fault(actor, &fault);
        }
        for strand in self.strands {
            let head = heads.entry(strand.actor).or_default();
            if head.hash != strand.previous || head.seq + 1 != strand.first {
                let (first, seq) = (strand.first, head.seq);
                let fault = format!("event {first} does not follow event {seq}");
                report.fault(strand.actor, &fault);
            }
            *head = strand.last;
        }
    }
}
