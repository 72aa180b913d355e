//! Proving the log whole: every event's hash, every link of every chain.
//!
//! Segments are looked at side by side; what one says of an actor is then joined to the one before.

use std::collections::HashMap;
use std::io;
use std::thread;

use crate::ActorId;
use crate::chain::{EventRef, Hash, ItemRef, Link, Log, LogError, Position};

const MOST_FAULTS: usize = 20;

/// What a check of the log found.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Events that were checked.
    pub events: u64,
    /// Actors whose chains were checked.
    pub actors: u64,
    /// The last event of each chain: the actor, the event's number and its hash.
    pub ends: Vec<(String, u64, String)>,
    /// What is wrong, first fault first.
    pub faults: Vec<String>,
}

impl Verified {
    fn close(&mut self, heads: &HashMap<ActorId, Link>) {
        self.actors = heads.len() as u64;
        let hash = |end: &Link| end.hash.map(|hash| hash.to_string()).unwrap_or_default();
        let ends = heads.iter().map(|(id, end)| (id.to_string(), end.seq, hash(end)));
        self.ends = ends.collect();
    }
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
    faults: Vec<String>,
    damage: Option<Position>,
}

impl Log {
    /// Checks every event of every chain.
    pub(crate) fn verify(&self) -> Result<Verified, LogError> {
        let mut report = Verified::default();
        let mut heads: HashMap<ActorId, Link> = HashMap::new();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        for numbers in self.numbers().chunks(threads) {
            for checked in self.check_all(numbers) {
                let damage = checked?.join(&mut heads, &mut report);
                if let Some(Position { segment, offset }) = damage {
                    report.faults.push(format!("segment {segment} is damaged at offset {offset}"));
                }
                if damage.is_some() || report.faults.len() >= MOST_FAULTS {
                    report.close(&heads);
                    return Ok(report);
                }
            }
        }
        report.close(&heads);
        Ok(report)
    }

    /// Looks at some segments at once, each on a thread of its own.
    fn check_all(&self, numbers: &[u32]) -> Vec<Result<Checked, LogError>> {
        thread::scope(|scope| {
            let check = |number: &u32| {
                let number = *number;
                scope.spawn(move || self.check(number))
            };
            let threads: Vec<_> = numbers.iter().map(check).collect();
            let panicked = |_| Err(self.failed(io::Error::other("checking it panicked")));
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(panicked)).collect()
        })
    }

    fn check(&self, number: u32) -> Result<Checked, LogError> {
        let mut checked = Checked::default();
        let Some(scan) = self.scan(number)? else { return Ok(checked) };
        let damage = scan.each(|item| checked.take(&item));
        checked.damage = damage.map_err(|source| self.failed(source))?;
        Ok(checked)
    }
}

impl Checked {
    fn take(&mut self, item: &ItemRef<'_>) {
        let ItemRef::Events { actor, previous, events } = item else { return };
        let Some(first) = events.first() else { return };
        let mut head = Link { seq: first.seq.wrapping_sub(1), hash: *previous };
        for event in events {
            self.events += 1;
            self.check(*actor, head, event);
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
            self.faults.push(format!("actor {actor}: event {}, expected {expected}", event.seq));
        }
        if event.hash != event.expected_hash(actor, head.hash) {
            self.faults.push(format!("actor {actor}: event {} was altered", event.seq));
        }
    }

    /// Joins this segment to what came before; gives the place where it is damaged.
    fn join(self, heads: &mut HashMap<ActorId, Link>, report: &mut Verified) -> Option<Position> {
        report.events += self.events;
        report.faults.extend(self.faults);
        for strand in self.strands {
            let head = heads.entry(strand.actor).or_default();
            if head.hash != strand.previous || head.seq + 1 != strand.first {
                let (actor, seq) = (strand.actor, head.seq + 1);
                report.faults.push(format!("actor {actor}: event {seq} does not follow"));
            }
            *head = strand.last;
        }
        self.damage
    }
}
