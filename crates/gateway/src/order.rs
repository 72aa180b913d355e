//! Turns: calls that name the same thing on one connection run in the order they arrived.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{Order, ToolSpec};
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

const SWEEP_AT: usize = 256;

/// A call's place in line; letting go of it lets the next one run.
#[derive(Clone)]
pub(crate) struct Turn(Arc<Place>);

struct Place {
    after: Vec<CancellationToken>,
    done: CancellationToken,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.done.cancel();
    }
}

impl Turn {
    /// What ends this place in line, for a call that lets the next one go before it is over.
    pub(crate) fn place(&self) -> CancellationToken {
        self.0.done.clone()
    }

    /// Waits until everything that must come first is over.
    pub(crate) async fn wait(&self) {
        for earlier in &self.0.after {
            earlier.cancelled().await;
        }
    }
}

/// The lines of one connection.
#[derive(Default)]
pub(crate) struct Lines {
    services: HashMap<&'static str, Service>,
    barrier: Option<CancellationToken>,
}

/// The calls of one service that are not over.
#[derive(Default)]
struct Service {
    /// The last call that named each thing.
    last: HashMap<String, CancellationToken>,
    /// Calls that name nothing.
    free: Vec<CancellationToken>,
    /// The last call that ran alone.
    alone: Option<CancellationToken>,
}

impl Lines {
    /// A call's place among those of its service, as its tool declares it.
    pub(crate) fn place(
        &mut self,
        service: &'static str,
        spec: &ToolSpec,
        arguments: &Map<String, Value>,
    ) -> Turn {
        if spec.order == Order::Alone {
            return self.alone(service);
        }
        self.join(service, spec.names(arguments))
    }

    /// A place behind every earlier call that names one of the same things, behind the last one
    /// that ran alone and behind the last barrier.
    pub(crate) fn join(&mut self, service: &'static str, names: Vec<String>) -> Turn {
        let barrier = self.standing_barrier();
        let service = self.services.entry(service).or_default();
        let mut after: Vec<_> = barrier.into_iter().chain(unfinished(&mut service.alone)).collect();
        service.sweep();
        after.extend(names.iter().filter_map(|name| service.last.get(name)).cloned());
        let (turn, done) = turn(after);
        if names.is_empty() {
            service.free.push(done);
            return turn;
        }
        for name in names {
            service.last.insert(name, done.clone());
        }
        turn
    }

    /// A place behind every earlier call of the service, which every later one waits for.
    fn alone(&mut self, service: &'static str) -> Turn {
        let barrier = self.standing_barrier();
        let service = self.services.entry(service).or_default();
        let mut after: Vec<_> = barrier.into_iter().chain(unfinished(&mut service.alone)).collect();
        after.extend(service.last.drain().map(|(_, done)| done));
        after.append(&mut service.free);
        after.retain(|done| !done.is_cancelled());
        let (turn, done) = turn(after);
        service.alone = Some(done);
        turn
    }

    /// A place behind the last barrier, if it still stands.
    pub(crate) fn behind_barrier(&mut self) -> Option<Turn> {
        self.standing_barrier().map(|barrier| turn(vec![barrier]).0)
    }

    /// A place that every later call waits for.
    pub(crate) fn barrier(&mut self) -> Turn {
        let (turn, done) = turn(self.standing_barrier().into_iter().collect());
        self.barrier = Some(done);
        turn
    }

    fn standing_barrier(&mut self) -> Option<CancellationToken> {
        unfinished(&mut self.barrier)
    }
}

impl Service {
    fn sweep(&mut self) {
        if self.last.len() >= SWEEP_AT {
            self.last.retain(|_, done| !done.is_cancelled());
        }
        if self.free.len() >= SWEEP_AT {
            self.free.retain(|done| !done.is_cancelled());
        }
    }
}

fn unfinished(place: &mut Option<CancellationToken>) -> Option<CancellationToken> {
    *place = place.take().filter(|done| !done.is_cancelled());
    place.clone()
}

fn turn(after: Vec<CancellationToken>) -> (Turn, CancellationToken) {
    let done = CancellationToken::new();
    (Turn(Arc::new(Place { after, done: done.clone() })), done)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use kernel::{Scope, write};
    use serde_json::json;

    use super::*;

    fn free(turn: &Turn) -> bool {
        turn.wait().now_or_never().is_some()
    }

    fn named(lines: &mut Lines, name: &str) -> Turn {
        lines.join("s", vec![name.to_owned()])
    }

    #[test]
    fn equal_names_wait_for_each_other_and_others_do_not() {
        let mut lines = Lines::default();
        let first = named(&mut lines, "a");
        let second = named(&mut lines, "a");
        let other = named(&mut lines, "b");
        assert!(free(&first) && !free(&second) && free(&other));
        drop(first);
        assert!(free(&second));
    }

    #[test]
    fn a_call_that_names_two_things_stands_in_both_lines() {
        let mut lines = Lines::default();
        let spec = write("copy", Scope::KbWrite, "").ordered_by_both("id", "newId");
        let arguments = json!({ "id": "a", "newId": "b" });
        let earlier = lines.join("s", spec.names(json!({ "id": "a" }).as_object().unwrap()));
        let copy = lines.place("s", &spec, arguments.as_object().unwrap());
        let later = lines.join("s", spec.names(json!({ "id": "b" }).as_object().unwrap()));
        assert!(free(&earlier) && !free(&copy) && !free(&later));
        drop(earlier);
        assert!(free(&copy) && !free(&later));
        drop(copy);
        assert!(free(&later));
    }

    #[test]
    fn a_call_that_runs_alone_parts_those_before_from_those_after() {
        let mut lines = Lines::default();
        let spec = write("choose", Scope::KbWrite, "").ordered_alone();
        let (before, unnamed) = (named(&mut lines, "a"), lines.join("s", Vec::new()));
        let alone = lines.place("s", &spec, &Map::new());
        let (after, elsewhere) = (named(&mut lines, "b"), lines.join("t", Vec::new()));
        assert!(!free(&alone) && !free(&after) && free(&elsewhere));
        drop((before, unnamed));
        assert!(free(&alone) && !free(&after));
        drop(alone);
        assert!(free(&after));
    }

    #[test]
    fn a_barrier_holds_back_everything_after_it() {
        let mut lines = Lines::default();
        assert!(lines.behind_barrier().is_none());
        let barrier = lines.barrier();
        let (later, call) = (lines.behind_barrier().unwrap(), lines.join("s", Vec::new()));
        assert!(!free(&later) && !free(&call));
        drop(barrier);
        assert!(free(&later) && free(&call));
        assert!(lines.behind_barrier().is_none());
    }
}
