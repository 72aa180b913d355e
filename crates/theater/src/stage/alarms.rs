//! Messages that are handled when their time has come. They are accepted like any other, so the log
//! holds them over restarts and each is handled once; until then they wait here, in order of time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::Timestamp;
use tokio::sync::Notify;

use super::Stage;
use crate::actor::{Actor, Mail};
use crate::chain::Hash;
use crate::lock::lock;
use crate::{ActorId, Status};

/// Alarms of one actor at most.
pub(crate) const MOST_ALARMS: usize = 10_000;

/// The longest that is slept at once, because the clock of the day may be set.
const LONGEST: Duration = Duration::from_secs(1);

/// All messages whose time has not come.
#[derive(Default)]
pub(crate) struct Alarms {
    waiting: Mutex<BTreeMap<(i64, ActorId, u64), Mail>>,
    changed: Notify,
}

impl Alarms {
    /// Lets a message of an actor wait until `due`.
    pub(super) fn set(&self, actor: &Arc<Actor>, due: i64, mail: Mail) {
        actor.mailbox.expect_later(&mail);
        let key = (due, actor.id(), mail.number.unwrap_or_default());
        let first = {
            let mut waiting = lock(&self.waiting);
            waiting.insert(key, mail);
            waiting.first_key_value().is_some_and(|(first, _)| *first == key)
        };
        if first {
            self.changed.notify_one();
        }
    }

    /// Whether a message that `cause` set waits.
    pub(super) fn holds(&self, cause: Hash) -> bool {
        lock(&self.waiting).values().any(|mail| mail.cause == Some(cause))
    }

    /// Takes the first message whose time has come.
    fn take(&self, now: i64) -> Option<(ActorId, Mail)> {
        let mut waiting = lock(&self.waiting);
        let entry = waiting.first_entry().filter(|entry| entry.key().0 <= now)?;
        let actor = entry.key().1;
        Some((actor, entry.remove()))
    }

    /// How long nothing is due.
    fn rest(&self, now: i64) -> Duration {
        let waiting = lock(&self.waiting);
        let first = waiting.first_key_value().map(|((due, ..), _)| due.saturating_sub(now));
        let first = first.map(|micros| Duration::from_micros(u64::try_from(micros).unwrap_or(0)));
        first.unwrap_or(LONGEST).min(LONGEST)
    }
}

impl Stage {
    /// Hands messages over as their time comes, for ever.
    pub(crate) async fn keep_time(&self) {
        loop {
            while let Some((actor, mail)) = self.alarms.take(Timestamp::now().0) {
                // A message to an actor that is gone is among its dead letters.
                let actor = self.actor(actor).ok();
                if let Some(actor) = actor.filter(|it| it.status() != Status::Stopped) {
                    actor.mailbox.now_due(&mail);
                    self.post(&actor, mail);
                }
            }
            let rest = self.alarms.rest(Timestamp::now().0);
            // Either way the list is looked at again.
            drop(tokio::time::timeout(rest, self.alarms.changed.notified()).await);
        }
    }
}
