//! Going on with calls that the end of the process cut off: what became of the things they had begun.
//!
//! Everything that one actor's event led to elsewhere names that event as its cause, so the log says
//! whether a child was started, a message arrived or a request was answered.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Stage;
use crate::ActorId;
use crate::chain::{Blob, Found, Hash, Payload, Tail, kinds};

/// How often an answer is looked for that another actor gives after the restart.
const LOOK: Duration = Duration::from_millis(10);
/// Events of the other actor that are looked at together.
const PAGE: usize = 100;

impl Stage {
    /// Whether a message that `cause` sent has reached `to`, handled or not.
    pub(crate) fn arrived(&self, to: ActorId, cause: Hash) -> bool {
        let waits = self.actor(to).is_ok_and(|to| to.mailbox.holds(cause));
        waits || self.alarms.holds(cause) || self.caused(cause, kinds::CALL).is_some()
    }

    /// What became of a call of the host that had begun with event `begun`, as it would have been
    /// answered; none if nothing of it happened yet, or it may happen again.
    pub(crate) async fn became(&self, function: &str, begun: Hash) -> Option<Value> {
        match function.rsplit_once('/')? {
            ("theater:simple/supervisor", "spawn" | "resume") => {
                let child = self.caused(begun, kinds::STARTED)?.actor;
                Some(json!({ "Ok": child }))
            }
            ("theater:simple/message-server-host", "request") => {
                let asked = self.caused(begun, kinds::CALL)?;
                Some(self.answer_of(&asked).await)
            }
            ("theater:simple/message-server-host", "open-channel") => {
                Some(json!({ "Err": "the theater was started again, and channels end with it" }))
            }
            _ => None,
        }
    }

    /// The event of `kind` that `cause` led to.
    fn caused(&self, cause: Hash, kind: &str) -> Option<Found> {
        let found = self.log.caused(cause).ok()?;
        found.into_iter().find(|found| found.event.kind == kind)
    }

    /// How the call that began with an event ended, waiting for its end if it goes on itself.
    async fn answer_of(&self, asked: &Found) -> Value {
        let until = Instant::now() + self.config.request_timeout;
        loop {
            if let Some(answer) = self.end_of(asked) {
                return answer;
            }
            if Instant::now() >= until {
                return json!({ "Err": format!("actor `{}` gave no answer in time", asked.actor) });
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    fn end_of(&self, asked: &Found) -> Option<Value> {
        let mut after = asked.event.seq;
        loop {
            let page = self.log.events(asked.actor, Tail::After(after), PAGE).ok()?;
            after = page.last()?.event.seq;
            for found in page {
                let payload = Payload::read(&found.event.kind, &found.event.data).ok()?;
                match payload {
                    Payload::Outcome(outcome) => {
                        let answer = outcome.response.into_iter().next();
                        let none = || json!({ "Err": "the answer was to come later" });
                        return Some(answer.map_or_else(none, |it: Blob| json!({ "Ok": it })));
                    }
                    Payload::Failed(error) => return Some(json!({ "Err": error.message })),
                    Payload::Host(_) | Payload::Woken { .. } => {}
                    Payload::Started(_)
                    | Payload::Call(_)
                    | Payload::Stopped { .. }
                    | Payload::Restarted { .. }
                    | Payload::Updated { .. }
                    | Payload::Restored { .. }
                    | Payload::GaveUp { .. } => {
                        return Some(json!({ "Err": "the actor ended before it answered" }));
                    }
                }
            }
        }
    }
}
