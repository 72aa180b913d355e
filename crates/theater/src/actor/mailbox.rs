//! What waits for an actor: orders, which are never shed and go first, and bounded messages.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::chain::{Hash, Position};
use crate::engine::{GuestCall, Response};
use crate::error::TheaterError;
use crate::host::Recorded;
use crate::lock::lock;

/// How an answer is handed over; it must not block.
pub(crate) type Reply<T> = Box<dyn FnOnce(Result<T, TheaterError>) + Send>;

/// A message for an actor.
pub(crate) struct Mail {
    /// What the guest is called for.
    pub(crate) call: GuestCall,
    /// Its number, if it was accepted and must not be lost.
    pub(crate) number: Option<u64>,
    /// Where its acceptance is written.
    pub(crate) at: Option<Position>,
    /// The event that sent it.
    pub(crate) cause: Option<Hash>,
    /// Who is told the answer.
    pub(crate) reply: Option<Reply<Response>>,
    /// How far it was handled before the process ended.
    pub(crate) resume: Option<Box<Resume>>,
}

/// How far a call had come when the process ended.
pub(crate) struct Resume {
    /// The last event before the call.
    pub(crate) base: u64,
    /// What its host answered.
    pub(crate) hosts: VecDeque<Recorded>,
}

impl Mail {
    /// A call that nobody waits for and nobody sent.
    pub(crate) fn new(call: GuestCall) -> Self {
        Self { call, number: None, at: None, cause: None, reply: None, resume: None }
    }
}

/// Something the theater itself tells an actor.
pub(crate) enum Order {
    /// End.
    Stop {
        /// Why.
        reason: String,
        /// What it leaves as its result.
        result: Option<Arc<[u8]>>,
        /// Who is told.
        done: Option<Reply<()>>,
    },
    /// Begin again with a fresh instance and the last state.
    Restart {
        /// Why.
        reason: String,
        /// Who is told.
        done: Option<Reply<()>>,
    },
    /// Go on with another component.
    Update {
        /// The component.
        component: Hash,
        /// Who is told.
        done: Option<Reply<()>>,
    },
    /// Go on with another state.
    Restore {
        /// The event whose state it is.
        event: Option<Hash>,
        /// The state.
        state: Option<Arc<[u8]>>,
        /// Who is told.
        done: Option<Reply<()>>,
    },
    /// Give the instance up if nothing waits.
    Passivate,
    /// Fail, and let the supervisor decide.
    Fail {
        /// Why.
        reason: String,
    },
    /// Fail for good.
    GiveUp {
        /// Why.
        reason: String,
    },
}

/// What is next.
pub(crate) enum Next {
    Order(Order),
    Mail(Mail),
    Nothing,
}

#[derive(Default)]
struct Inner {
    orders: VecDeque<Order>,
    mails: VecDeque<Mail>,
    /// Accepted messages that are not written down as handled, with where they are written.
    accepted: BTreeMap<u64, Position>,
    /// Those of them whose time has not come.
    later: BTreeSet<u64>,
    scheduled: bool,
    peak: usize,
}

/// What waits for an actor.
pub(crate) struct Mailbox {
    inner: Mutex<Inner>,
    /// Whether there are orders, to be known without the lock.
    ordered: AtomicBool,
    /// Messages that the running turn took out together and has not come to yet.
    taken: AtomicUsize,
    most: usize,
}

/// Whether somebody must see to it that the actor runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wake {
    Needed,
    Underway,
}

impl Mailbox {
    pub(crate) fn new(most: u64) -> Self {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let (ordered, taken) = (AtomicBool::new(false), AtomicUsize::new(0));
        Self { inner: Mutex::default(), ordered, taken, most }
    }

    /// Whether another message fits behind `coming` that are on their way.
    pub(crate) fn has_room(&self, coming: usize) -> bool {
        lock(&self.inner).mails.len() + self.taken.load(Ordering::Relaxed) + coming < self.most
    }

    /// Adds a message for which room was found before.
    pub(crate) fn push(&self, mail: Mail) -> Wake {
        let mut inner = lock(&self.inner);
        inner.accepted.extend(mail.number.zip(mail.at));
        inner.mails.push_back(mail);
        inner.peak = inner.peak.max(inner.mails.len());
        wake(&mut inner)
    }

    /// Adds a message before all others, from within the actor's own turn.
    pub(crate) fn push_first(&self, mail: Mail) {
        lock(&self.inner).mails.push_front(mail);
    }

    /// Adds a message if nobody runs the actor, so that the caller can; else gives it back.
    pub(crate) fn push_if_idle(&self, mail: Mail) -> Option<Mail> {
        let mut inner = lock(&self.inner);
        if inner.scheduled {
            return Some(mail);
        }
        inner.scheduled = true;
        inner.mails.push_back(mail);
        None
    }

    /// Adds an order.
    pub(crate) fn order(&self, order: Order) -> Wake {
        let mut inner = lock(&self.inner);
        inner.orders.push_back(order);
        self.ordered.store(true, Ordering::Release);
        wake(&mut inner)
    }

    /// Adds an order if nobody runs the actor; one that runs or waits does not need it.
    pub(crate) fn order_if_idle(&self, order: Order) -> Wake {
        let mut inner = lock(&self.inner);
        if inner.scheduled {
            return Wake::Underway;
        }
        inner.orders.push_back(order);
        self.ordered.store(true, Ordering::Release);
        wake(&mut inner)
    }

    /// Whether there are orders.
    pub(crate) fn has_orders(&self) -> bool {
        self.ordered.load(Ordering::Acquire)
    }

    /// Takes what is next: an order, or else up to `most` messages, the first of them now and the
    /// rest by [`Mailbox::another`]. Taking them together spares senders and the actor a lock each.
    pub(crate) fn take(&self, most: usize, batch: &mut VecDeque<Mail>) -> Next {
        let mut inner = lock(&self.inner);
        if let Some(order) = inner.orders.pop_front() {
            self.ordered.store(!inner.orders.is_empty(), Ordering::Release);
            return Next::Order(order);
        }
        let count = most.min(inner.mails.len());
        batch.extend(inner.mails.drain(..count));
        self.taken.store(batch.len(), Ordering::Relaxed);
        drop(inner);
        self.another(batch).map_or(Next::Nothing, Next::Mail)
    }

    /// The next of the messages that were taken together.
    pub(crate) fn another(&self, batch: &mut VecDeque<Mail>) -> Option<Mail> {
        let mail = batch.pop_front()?;
        self.taken.store(batch.len(), Ordering::Relaxed);
        Some(mail)
    }

    /// Puts back what was taken and not come to, before everything else.
    pub(crate) fn put_back(&self, batch: &mut VecDeque<Mail>) {
        if batch.is_empty() {
            return;
        }
        let mut inner = lock(&self.inner);
        self.taken.store(0, Ordering::Relaxed);
        while let Some(mail) = batch.pop_back() {
            inner.mails.push_front(mail);
        }
    }

    /// Lets go of the actor; true if there is more to do and the caller must go on.
    pub(crate) fn rest(&self, messages: bool) -> bool {
        let mut inner = lock(&self.inner);
        let more = !inner.orders.is_empty() || (messages && !inner.mails.is_empty());
        inner.scheduled = more;
        more
    }

    /// Takes every message that somebody waits for.
    pub(crate) fn drain_awaited(&self) -> Vec<Mail> {
        let mut inner = lock(&self.inner);
        let (awaited, rest) =
            std::mem::take(&mut inner.mails).into_iter().partition(|mail| mail.reply.is_some());
        inner.mails = rest;
        Vec::from_iter::<VecDeque<Mail>>(awaited)
    }

    /// Takes every message.
    pub(crate) fn drain(&self) -> Vec<Mail> {
        let mut inner = lock(&self.inner);
        inner.accepted.clear();
        inner.later.clear();
        std::mem::take(&mut inner.mails).into()
    }

    /// The accepted messages that are not handled yet, with where they are written.
    pub(crate) fn accepted(&self) -> BTreeMap<u64, Position> {
        lock(&self.inner).accepted.clone()
    }

    /// Notes an accepted message whose time has not come.
    pub(crate) fn expect_later(&self, mail: &Mail) {
        let mut inner = lock(&self.inner);
        inner.accepted.extend(mail.number.zip(mail.at));
        inner.later.extend(mail.number);
    }

    /// Notes that the time of an accepted message has come.
    pub(crate) fn now_due(&self, mail: &Mail) {
        if let Some(number) = mail.number {
            lock(&self.inner).later.remove(&number);
        }
    }

    /// How many accepted messages wait for their time.
    pub(crate) fn expected(&self) -> usize {
        lock(&self.inner).later.len()
    }

    /// Whether an accepted message with a number below `before` is to be handled now.
    pub(crate) fn owes(&self, before: u64) -> bool {
        let inner = lock(&self.inner);
        inner.accepted.range(..before).any(|(number, _)| !inner.later.contains(number))
    }

    /// Notes that accepted messages are written down as handled.
    pub(crate) fn settle(&self, numbers: &[u64]) {
        let mut inner = lock(&self.inner);
        for number in numbers {
            inner.accepted.remove(number);
        }
    }

    /// Gives back the room that is not needed while the actor sleeps.
    pub(crate) fn shrink(&self) {
        let mut inner = lock(&self.inner);
        inner.orders.shrink_to_fit();
        inner.mails.shrink_to_fit();
    }

    /// Sees whether somebody must run the actor because messages wait that nobody takes.
    pub(crate) fn look(&self) -> Wake {
        let mut inner = lock(&self.inner);
        if inner.mails.is_empty() && inner.orders.is_empty() {
            return Wake::Underway;
        }
        wake(&mut inner)
    }

    /// Whether a message that `cause` sent waits.
    pub(crate) fn holds(&self, cause: Hash) -> bool {
        lock(&self.inner).mails.iter().any(|mail| mail.cause == Some(cause))
    }

    /// How many messages wait, and the most there ever were.
    pub(crate) fn waiting(&self) -> (usize, usize) {
        let inner = lock(&self.inner);
        (inner.mails.len(), inner.peak)
    }
}

fn wake(inner: &mut Inner) -> Wake {
    if inner.scheduled {
        return Wake::Underway;
    }
    inner.scheduled = true;
    Wake::Needed
}
