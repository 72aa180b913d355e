//! Turns: calls that name the same thing on one connection run in the order they arrived.

use std::collections::HashMap;
use std::sync::Arc;

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
    last: HashMap<String, CancellationToken>,
    barrier: Option<CancellationToken>,
}

impl Lines {
    /// A place behind every earlier call with the same `key` and behind the last barrier.
    pub(crate) fn join(&mut self, key: Option<String>) -> Option<Turn> {
        let barrier = self.standing_barrier();
        let Some(key) = key else {
            return barrier.map(|barrier| turn(vec![barrier]).0);
        };
        if self.last.len() >= SWEEP_AT {
            self.last.retain(|_, done| !done.is_cancelled());
        }
        let mut after: Vec<_> = barrier.into_iter().collect();
        after.extend(self.last.get(&key).filter(|done| !done.is_cancelled()).cloned());
        let (turn, done) = turn(after);
        self.last.insert(key, done);
        Some(turn)
    }

    /// A place that every later call waits for.
    pub(crate) fn barrier(&mut self) -> Turn {
        let (turn, done) = turn(self.standing_barrier().into_iter().collect());
        self.barrier = Some(done);
        turn
    }

    fn standing_barrier(&mut self) -> Option<CancellationToken> {
        self.barrier = self.barrier.take().filter(|done| !done.is_cancelled());
        self.barrier.clone()
    }
}

fn turn(after: Vec<CancellationToken>) -> (Turn, CancellationToken) {
    let done = CancellationToken::new();
    (Turn(Arc::new(Place { after, done: done.clone() })), done)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn equal_keys_wait_for_each_other_and_others_do_not() {
        let mut lines = Lines::default();
        let first = lines.join(Some("a".into())).unwrap();
        let second = lines.join(Some("a".into())).unwrap();
        let other = lines.join(Some("b".into())).unwrap();
        assert!(first.wait().now_or_never().is_some());
        assert!(second.wait().now_or_never().is_none());
        assert!(other.wait().now_or_never().is_some());
        drop(first);
        assert!(second.wait().now_or_never().is_some());
    }

    #[test]
    fn a_barrier_holds_back_everything_after_it() {
        let mut lines = Lines::default();
        assert!(lines.join(None).is_none());
        let barrier = lines.barrier();
        let later = lines.join(None).unwrap();
        assert!(later.wait().now_or_never().is_none());
        drop(barrier);
        assert!(later.wait().now_or_never().is_some());
        assert!(lines.join(None).is_none());
    }
}
