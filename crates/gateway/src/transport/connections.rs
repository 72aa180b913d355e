//! Room for connections: how many may be open at once, and who makes room for whom.
//!
//! Only a connection that is being served is safe. One that waits (for a first line, for the rest of
//! a header or a body, for its next request) gives its place up to one that comes, strangers before
//! those who have shown a token, the one that waited longest first. So whoever only holds
//! connections open keeps nobody out.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The places of one or several listeners.
pub(crate) struct Connections {
    places: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
}

/// Those who wait, by when they began to.
#[derive(Default)]
struct Waiting {
    next: u64,
    strangers: BTreeMap<u64, CancellationToken>,
    known: BTreeMap<u64, CancellationToken>,
}

/// One connection's place; it is free again when the last holder lets go of it.
pub(crate) struct Place {
    connections: Arc<Connections>,
    state: Mutex<State>,
    evicted: CancellationToken,
    _permit: OwnedSemaphorePermit,
}

#[derive(Default)]
struct State {
    /// Its number among those who wait.
    waits: Option<u64>,
    serving: usize,
    known: bool,
}

impl Connections {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self { places: Arc::new(Semaphore::new(most.max(1))), waiting: Mutex::default() })
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection that came; none when every other one is being served.
    pub(crate) async fn admit(self: &Arc<Self>) -> Option<Arc<Place>> {
        let permit = match self.places.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.waiting().longest()?.cancel();
                self.places.clone().acquire_owned().await.ok()?
            }
        };
        let place = Arc::new(Place {
            connections: self.clone(),
            state: Mutex::default(),
            evicted: CancellationToken::new(),
            _permit: permit,
        });
        place.wait(&mut place.state());
        Some(place)
    }
}

impl Waiting {
    /// Takes out the one that is to make room.
    fn longest(&mut self) -> Option<CancellationToken> {
        let of = |waiting: &mut BTreeMap<u64, CancellationToken>| waiting.pop_first();
        of(&mut self.strangers).or_else(|| of(&mut self.known)).map(|(_, evicted)| evicted)
    }

    fn remove(&mut self, number: u64) {
        if self.strangers.remove(&number).is_none() {
            self.known.remove(&number);
        }
    }
}

impl Place {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, state: &mut State) {
        let mut waiting = self.connections.waiting();
        let number = waiting.next;
        waiting.next += 1;
        state.waits = Some(number);
        let list = if state.known { &mut waiting.known } else { &mut waiting.strangers };
        list.insert(number, self.evicted.clone());
    }

    /// Fires when the connection is to make room.
    pub(crate) async fn evicted(&self) {
        self.evicted.cancelled().await;
    }

    /// Keeps the place until what this gives is dropped: one whose token was seen is served.
    pub(crate) fn serve(self: &Arc<Self>) -> Serving {
        let mut state = self.state();
        state.serving += 1;
        state.known = true;
        if let Some(number) = state.waits.take() {
            self.connections.waiting().remove(number);
        }
        Serving(self.clone())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(number) = self.state().waits.take() {
            self.connections.waiting().remove(number);
        }
    }
}

/// A connection that is being served.
pub(crate) struct Serving(Arc<Place>);

impl Drop for Serving {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.serving -= 1;
        if state.serving == 0 {
            self.0.wait(&mut state);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn is_evicted(place: &Place) -> bool {
        place.evicted().now_or_never().is_some()
    }

    #[tokio::test]
    async fn who_waits_longest_makes_room_and_who_is_served_stays() {
        let connections = Connections::new(3);
        let served = connections.admit().await.unwrap();
        let serving = served.serve();
        let known = connections.admit().await.unwrap();
        drop(known.serve());
        let stranger = connections.admit().await.unwrap();
        // It waits until the evicted one has let go.
        let mut fourth = Box::pin(connections.admit());
        assert!(fourth.as_mut().now_or_never().is_none());
        assert!(is_evicted(&stranger) && !is_evicted(&known) && !is_evicted(&served));
        drop(stranger);
        let fourth = fourth.await.unwrap();
        drop(fourth.serve());
        let fifth = Box::pin(connections.admit());
        tokio::pin!(fifth);
        assert!(fifth.as_mut().now_or_never().is_none());
        assert!(is_evicted(&known) && !is_evicted(&served));
        drop(known);
        let fifth = fifth.await.unwrap();
        let _all_served = (fifth.serve(), fourth.serve());
        assert!(connections.admit().await.is_none(), "nobody makes room");
        drop(serving);
    }
}
