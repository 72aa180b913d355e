//! Proving the log whole: every event's hash, every link of every chain.

use std::collections::HashMap;

use crate::ActorId;
use crate::chain::{Item, Link, Log, LogError, Position};

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
}

impl Log {
    /// Checks every event of every chain.
    pub(crate) fn verify(&self) -> Result<Verified, LogError> {
        let mut report = Verified::default();
        let mut heads: HashMap<ActorId, Link> = HashMap::new();
        let mut at = Position::default();
        loop {
            let (items, next) = match self.step(at) {
                Ok(Some(step)) => step,
                Ok(None) => break,
                Err(LogError::Damaged { at }) => {
                    let Position { segment, offset } = at;
                    report.faults.push(format!("segment {segment} is damaged at offset {offset}"));
                    break;
                }
                Err(error) => return Err(error),
            };
            for item in &items {
                check(item, &mut heads, &mut report);
            }
            if report.faults.len() >= MOST_FAULTS {
                break;
            }
            at = next;
        }
        report.actors = heads.len() as u64;
        Ok(report)
    }
}

fn check(item: &Item, heads: &mut HashMap<ActorId, Link>, report: &mut Verified) {
    let Item::Events { actor, previous, events } = item else { return };
    let head = heads.entry(*actor).or_default();
    if head.hash != *previous {
        report.faults.push(format!("actor {actor}: event {} does not follow", head.seq + 1));
    }
    for event in events {
        report.events += 1;
        if event.seq != head.seq + 1 {
            let expected = head.seq + 1;
            report.faults.push(format!("actor {actor}: event {}, expected {expected}", event.seq));
        }
        if event.hash != event.expected_hash(*actor, head.hash) {
            report.faults.push(format!("actor {actor}: event {} was altered", event.seq));
        }
        *head = event.link();
    }
}
