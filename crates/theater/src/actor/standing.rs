//! Where an actor's turn stands: it is polled by whichever thread is there, left while it waits, and
//! taken up again when it is woken.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::task::{Context, Poll, Wake as Waking, Waker};

use tokio::sync::Notify;

use super::{Actor, turn};
use crate::lock::lock;
use crate::stage::Stage;

/// A turn in progress; it gives whether the actor takes messages afterwards.
type Play = Pin<Box<dyn Future<Output = bool> + Send>>;

/// How the turn is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    /// There is none, or it was handed to the threads.
    #[default]
    Off,
    /// A thread is at it.
    Polled,
    /// A thread is at it, and it was woken meanwhile.
    Woken,
    /// It waits to be woken.
    Waiting,
}

/// Where an actor's turn stands.
#[derive(Default)]
pub(crate) struct Standing {
    turn: Mutex<(Phase, Option<Play>)>,
    waker: OnceLock<Waker>,
}

/// Whoever wakes the turn of an actor.
struct Call {
    stage: Weak<Stage>,
    actor: Weak<Actor>,
}

impl Waking for Call {
    fn wake(self: Arc<Self>) {
        Self::wake_by_ref(&self);
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let Some(actor) = self.actor.upgrade() else { return };
        {
            let mut turn = lock(&actor.standing.turn);
            match turn.0 {
                Phase::Waiting => turn.0 = Phase::Off,
                Phase::Polled => {
                    turn.0 = Phase::Woken;
                    return;
                }
                Phase::Off | Phase::Woken => return,
            }
        }
        if let Some(stage) = self.stage.upgrade() {
            stage.schedule(&actor);
        }
    }
}

/// Goes on with an actor's turn, or begins one.
pub(crate) fn run(stage: &Arc<Stage>, actor: &Arc<Actor>) {
    if stage.is_closing() {
        // What waits is left as it is, and goes on when the theater opens.
        return;
    }
    let mut play = {
        let mut turn = lock(&actor.standing.turn);
        turn.0 = Phase::Polled;
        turn.1.take()
    }
    .unwrap_or_else(|| Box::pin(turn::play(stage.clone(), actor.clone())));
    let waker = actor.standing.waker.get_or_init(|| {
        let call = Call { stage: Arc::downgrade(stage), actor: Arc::downgrade(actor) };
        Waker::from(Arc::new(call))
    });
    match play.as_mut().poll(&mut Context::from_waker(waker)) {
        Poll::Ready(alive) => {
            drop(play);
            lock(&actor.standing.turn).0 = Phase::Off;
            stage.rests(actor);
            if actor.mailbox.rest(alive) {
                stage.schedule(actor);
            }
        }
        Poll::Pending => {
            let mut turn = lock(&actor.standing.turn);
            turn.1 = Some(play);
            if turn.0 == Phase::Woken {
                turn.0 = Phase::Off;
                drop(turn);
                stage.schedule(actor);
            } else {
                turn.0 = Phase::Waiting;
            }
        }
    }
}

impl Standing {
    /// Lets go of a turn that will not be taken up again.
    pub(crate) fn abandon(&self) {
        let play = lock(&self.turn).1.take();
        drop(play);
    }
}

/// The wish that an actor's running call ends.
#[derive(Debug, Default)]
pub(crate) struct Stop {
    wanted: AtomicBool,
    told: Notify,
}

impl Stop {
    /// Whether the call is to end.
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted.load(Ordering::SeqCst)
    }

    /// Ends the running call, wherever it waits.
    pub(crate) fn want(&self) {
        self.wanted.store(true, Ordering::SeqCst);
        self.told.notify_waiters();
    }

    /// Ends the call if its guest runs, but leaves it if it waits.
    pub(crate) fn want_of_running(&self) {
        self.wanted.store(true, Ordering::SeqCst);
    }

    /// Lets calls run again.
    pub(crate) fn clear(&self) {
        self.wanted.store(false, Ordering::SeqCst);
    }

    /// Waits until the call is to end.
    pub(crate) async fn wanted(&self) {
        loop {
            let mut told = pin!(self.told.notified());
            told.as_mut().enable();
            if self.is_wanted() {
                return;
            }
            told.await;
        }
    }
}
