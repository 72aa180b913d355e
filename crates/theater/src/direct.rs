//! The theater from within a program: without a wire, on the caller's own thread. Everything but
//! [`Theater::request_later`] may block.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

use tokio::sync::oneshot;

use crate::actor::Metrics;
use crate::engine::Response;
use crate::error::TheaterError;
use crate::stage::{Wanted, reply_of};
use crate::{ActorId, Status, Theater};

impl Theater {
    /// Starts an actor and waits for its first call.
    pub fn start(&self, manifest: &str, state: Option<Vec<u8>>) -> Result<ActorId, TheaterError> {
        let wanted = Wanted { manifest: manifest.to_owned(), state, ..Wanted::default() };
        self.stage.start(&wanted).map(|actor| actor.id())
    }

    /// Stops an actor and its children.
    pub fn stop(&self, id: &str) -> Result<(), TheaterError> {
        self.stage.stop(self.stage.named(id)?.id(), "stopped by the program")
    }

    /// Accepts a message: from now on it will be handled.
    pub fn send(&self, id: &str, data: &[u8]) -> Result<(), TheaterError> {
        self.stage.send(id, data.into()).map(drop)
    }

    /// Asks an actor and waits for the answer.
    pub fn request(&self, id: &str, data: &[u8]) -> Result<Arc<[u8]>, TheaterError> {
        self.stage.request_here(id, data.into())
    }

    /// Asks an actor the same `count` times without waiting in between, then waits for every
    /// answer; the first error ends it.
    pub fn request_many(&self, id: &str, data: &[u8], count: usize) -> Result<(), TheaterError> {
        let data: Arc<[u8]> = data.into();
        let (sender, answers) = sync_channel::<Result<(), TheaterError>>(1);
        let left = Arc::new(AtomicUsize::new(count));
        for _ in 0..count {
            let (sender, left) = (sender.clone(), left.clone());
            let reply = Box::new(move |result: Result<Response, TheaterError>| {
                // Only the first error and the last answer are worth waking somebody for.
                if left.fetch_sub(1, Ordering::AcqRel) == 1 || result.is_err() {
                    drop(sender.try_send(result.map(drop)));
                }
            });
            self.stage.request(id, data.clone(), reply)?;
        }
        drop(sender);
        if count == 0 { Ok(()) } else { answers.recv().map_err(|_| TheaterError::Closing)? }
    }

    /// Asks an actor; the answer is awaited elsewhere.
    pub fn request_later(
        &self,
        id: &str,
        data: &[u8],
    ) -> Result<impl Future<Output = Result<Arc<[u8]>, TheaterError>> + use<>, TheaterError> {
        let (reply, answer) = oneshot::channel();
        let told = Box::new(move |result| drop(reply.send(result)));
        let actor = self.stage.actor(self.stage.request(id, data.into(), told)?)?;
        Ok(async move {
            let response: Response = answer.await.unwrap_or(Err(TheaterError::Closing))?;
            reply_of(&actor, response)
        })
    }

    /// How an actor is.
    pub fn status(&self, id: &str) -> Result<Status, TheaterError> {
        Ok(self.stage.named(id)?.status())
    }

    /// How much an actor has done.
    pub fn metrics(&self, id: &str) -> Result<Metrics, TheaterError> {
        Ok(self.stage.named(id)?.face().metrics)
    }

    /// How many actors are so.
    pub fn count(&self, status: Status) -> usize {
        self.stage.all().iter().filter(|actor| actor.status() == status).count()
    }
}
