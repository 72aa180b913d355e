//! Who talks to the house, for people who look: each client by its name, its principal and its wire.
//!
//! Names are what clients say of themselves and prove nothing; the principal is who they are.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Timestamp;
use serde::Serialize;

use crate::metrics::Wire;

/// How many are remembered.
const MOST: usize = 200;
/// How long one that holds no connection counts as present, in microseconds.
const PRESENT_FOR: i64 = 10 * 60 * 1_000_000;
/// The longest name or version that is kept.
const LONGEST: usize = 100;

/// A client that is connected or was heard a short while ago.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClientSeen {
    /// What it calls itself; empty if it does not say.
    pub name: String,
    /// Which version of itself.
    pub version: String,
    /// Who it acts for.
    pub principal: Arc<str>,
    /// The wire it uses.
    pub wire: &'static str,
    /// The revision of the protocol it speaks; empty if none is known.
    pub revision: &'static str,
    /// How many connections it holds open.
    pub connections: usize,
    /// How many requests it made.
    pub requests: u64,
    /// When it was first heard.
    pub since: Timestamp,
    /// When it was last heard.
    pub last: Timestamp,
}

/// What tells one client from another.
#[derive(Clone, Copy, Hash)]
pub(crate) struct Who<'a> {
    pub(crate) name: &'a str,
    pub(crate) version: &'a str,
    pub(crate) principal: &'a Arc<str>,
    pub(crate) wire: Wire,
    pub(crate) revision: &'static str,
}

/// The clients that were heard.
#[derive(Default)]
pub(crate) struct Clients(Mutex<HashMap<u64, ClientSeen>>);

impl Clients {
    /// Notes a request.
    pub(crate) fn heard(&self, who: Who<'_>) {
        let mut seen = self.lock();
        let client = entry(&mut seen, who);
        client.requests += 1;
        client.last = Timestamp::now();
    }

    /// Counts a connection for as long as the answer is kept.
    pub(crate) fn stays(self: &Arc<Self>, who: Who<'_>) -> Presence {
        entry(&mut self.lock(), who).connections += 1;
        Presence { clients: Arc::clone(self), key: key(who) }
    }

    /// Those that are here, the one heard last first.
    pub(crate) fn present(&self) -> Vec<ClientSeen> {
        let now = Timestamp::now();
        let seen = self.lock();
        let mut present: Vec<_> = seen.values().filter(|it| is_present(it, now)).cloned().collect();
        drop(seen);
        present.sort_by_key(|client| std::cmp::Reverse(client.last));
        present
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, ClientSeen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_present(client: &ClientSeen, now: Timestamp) -> bool {
    client.connections > 0 || now.0 - client.last.0 < PRESENT_FOR
}

fn key(who: Who<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    who.hash(&mut hasher);
    hasher.finish()
}

fn entry<'a>(seen: &'a mut HashMap<u64, ClientSeen>, who: Who<'_>) -> &'a mut ClientSeen {
    let key = key(who);
    if seen.len() >= MOST && !seen.contains_key(&key) {
        make_room(seen);
    }
    seen.entry(key).or_insert_with(|| {
        let now = Timestamp::now();
        let kept = |text: &str| text.chars().take(LONGEST).collect();
        ClientSeen {
            name: kept(who.name),
            version: kept(who.version),
            principal: Arc::clone(who.principal),
            wire: who.wire.protocol(),
            revision: who.revision,
            connections: 0,
            requests: 0,
            since: now,
            last: now,
        }
    })
}

/// Forgets whoever has been silent longest; those that hold a connection only if all do.
fn make_room(seen: &mut HashMap<u64, ClientSeen>) {
    let oldest = seen.iter().min_by_key(|(_, client)| (client.connections > 0, client.last));
    if let Some(key) = oldest.map(|(key, _)| *key) {
        seen.remove(&key);
    }
}

/// A connection of a client.
pub(crate) struct Presence {
    clients: Arc<Clients>,
    key: u64,
}

impl Drop for Presence {
    fn drop(&mut self) {
        if let Some(client) = self.clients.lock().get_mut(&self.key) {
            client.connections = client.connections.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who<'a>(name: &'a str, principal: &'a Arc<str>) -> Who<'a> {
        Who { name, version: "1", principal, wire: Wire::Http, revision: "2026-07-28" }
    }

    #[test]
    fn a_client_is_one_however_often_it_is_heard_and_stays_while_it_is_connected() {
        let clients = Arc::new(Clients::default());
        let local: Arc<str> = Arc::from("local");
        for _ in 0..3 {
            clients.heard(who("editor", &local));
        }
        let held = clients.stays(who("editor", &local));
        clients.heard(who("phone", &local));
        let names = |clients: &Clients| -> Vec<_> {
            clients.present().into_iter().map(|it| (it.name, it.requests, it.connections)).collect()
        };
        assert_eq!(names(&clients), [("phone".to_owned(), 1, 0), ("editor".to_owned(), 3, 1)]);
        for client in clients.lock().values_mut() {
            client.last = Timestamp(0);
        }
        assert_eq!(names(&clients), [("editor".to_owned(), 3, 1)]);
        drop(held);
        assert_eq!(names(&clients), []);
    }

    #[test]
    fn names_that_are_made_up_by_the_thousand_do_not_fill_the_memory() {
        let clients = Arc::new(Clients::default());
        let local: Arc<str> = Arc::from("local");
        let _held = clients.stays(who("editor", &local));
        for number in 0..5 * MOST {
            clients.heard(who(&format!("{number}{}", "x".repeat(1000)), &local));
        }
        let present = clients.present();
        assert_eq!(present.len(), MOST);
        assert!(present.iter().all(|it| it.name.len() <= LONGEST));
        assert!(present.iter().any(|it| it.name == "editor"));
    }
}
