//! How long a connection has been silent.
//!
//! The timer is set anew only when it fires: one for every frame costs more than reading the frame.

use std::pin::Pin;
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep_until};

/// Keeps the sum with any instant within what a timer can hold.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Notices when nothing has gone either way for a while.
pub(super) struct Silence {
    bound: Duration,
    last: Instant,
    timer: Pin<Box<Sleep>>,
}

impl Silence {
    /// Silence that is borne for `bound`, from now on.
    pub(super) fn new(bound: Duration) -> Self {
        let (bound, last) = (bound.min(LONGEST), Instant::now());
        Self { bound, last, timer: Box::pin(sleep_until(last + bound)) }
    }

    /// Something went one way or the other.
    pub(super) fn broken(&mut self) {
        self.last = Instant::now();
    }

    /// Waits until the bound is reached, and begins anew; dropping it half-way loses nothing.
    pub(super) async fn reached(&mut self) {
        loop {
            self.timer.as_mut().await;
            let now = Instant::now();
            let end = self.last + self.bound;
            if now >= end {
                self.last = now;
                self.timer.as_mut().reset(now + self.bound);
                return;
            }
            self.timer.as_mut().reset(end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUND: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn silence_is_counted_from_the_last_thing_that_broke_it() {
        let start = Instant::now();
        let mut silence = Silence::new(BOUND);
        tokio::time::sleep(BOUND / 2).await;
        silence.broken();
        silence.reached().await;
        assert!(start.elapsed() >= BOUND * 3 / 2);
        silence.reached().await;
        assert!(start.elapsed() >= BOUND * 5 / 2);
    }

    #[tokio::test]
    async fn a_bound_beyond_all_timers_is_no_panic() {
        let mut silence = Silence::new(Duration::MAX);
        silence.broken();
        assert!(tokio::time::timeout(Duration::ZERO, silence.reached()).await.is_err());
    }
}
