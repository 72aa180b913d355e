//! Who wants to hear of what: one table for both eras' subscriptions.
//!
//! News for a member is kept as a set until the member takes it, so a slow reader costs at most one
//! entry for each thing it asked about, and hears of the newest state when it comes back.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::{Event, Principal, Touch};
use tokio::sync::Notify;

use crate::metrics::Metrics;

const ANNOUNCEMENTS_KEPT: usize = 256;

/// Whether a principal may hear of the event that is delivered.
pub(crate) type Tells<'a> = dyn Fn(&Principal) -> bool + 'a;

/// Something a member is told.
#[derive(Debug, Clone)]
pub(crate) enum News {
    Updated(String),
    ResourceList,
    ToolList,
    PromptList,
    Announced(Arc<Event>),
    /// So many announcements came faster than the member read; the journal has them all.
    Skipped(usize),
}

/// Which lists a member wants to hear of.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wants {
    pub(crate) resource_list: bool,
    pub(crate) tool_list: bool,
    pub(crate) prompt_list: bool,
    pub(crate) announcements: bool,
}

#[derive(Default)]
struct Pending {
    updated: HashSet<String>,
    resource_list: bool,
    tool_list: bool,
    prompt_list: bool,
    announced: VecDeque<Arc<Event>>,
    skipped: usize,
}

struct Member {
    principal: Principal,
    wants: Wants,
    uris: HashSet<String>,
    services: Vec<&'static str>,
    pending: Pending,
    wake: Arc<Notify>,
}

#[derive(Default)]
struct Table {
    next: u64,
    members: HashMap<u64, Member>,
    by_uri: HashMap<String, HashSet<u64>>,
}

/// The table of every live subscription.
pub(crate) struct Hub {
    table: Mutex<Table>,
    metrics: Arc<Metrics>,
}

impl Hub {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Arc<Self> {
        Arc::new(Self { table: Mutex::default(), metrics })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a member that hears of the given services; it leaves when the membership is dropped.
    pub(crate) fn join(
        self: &Arc<Self>,
        principal: Principal,
        wants: Wants,
        services: Vec<&'static str>,
    ) -> Membership {
        let wake = Arc::new(Notify::new());
        let member = Member {
            principal,
            wants,
            uris: HashSet::new(),
            services,
            pending: Pending::default(),
            wake: wake.clone(),
        };
        let mut table = self.table();
        table.next += 1;
        let id = table.next;
        table.members.insert(id, member);
        Membership { hub: self.clone(), id, wake }
    }

    /// Tells everybody who asked, and may hear of it, what `event` changed.
    pub(crate) fn deliver(
        &self,
        event: &Arc<Event>,
        touches: &[Touch],
        announced: bool,
        tells: &Tells<'_>,
    ) {
        let mut table = self.table();
        for touch in touches {
            match touch {
                Touch::Resource(uri) => table.updated(uri, tells),
                Touch::ResourceList => {
                    let to = |it: &Member| it.wants.resource_list && tells(&it.principal);
                    table.lists(to, |pending| pending.resource_list = true);
                }
                Touch::ToolList => {
                    table.lists(|it| it.wants.tool_list, |pending| pending.tool_list = true);
                }
                Touch::PromptList => {
                    table.lists(|it| it.wants.prompt_list, |pending| pending.prompt_list = true);
                }
            }
        }
        if announced {
            table.announce(event, tells);
        }
    }

    fn count(&self, table: &Table) {
        self.metrics.subscriptions(table.by_uri.values().map(HashSet::len).sum());
    }
}

impl Table {
    fn updated(&mut self, uri: &str, tells: &Tells<'_>) {
        // A subscription to a query such as `x://events?after=3` hears of `x://events`.
        let Self { members, by_uri, .. } = self;
        let Some(ids) = by_uri.get(uri) else { return };
        for id in ids {
            let Some(member) = members.get_mut(id).filter(|it| tells(&it.principal)) else {
                continue;
            };
            let asked: Vec<_> =
                member.uris.iter().filter(|asked| base(asked) == uri).cloned().collect();
            member.pending.updated.extend(asked);
            member.wake.notify_one();
        }
    }

    fn lists(&mut self, wanted: impl Fn(&Member) -> bool, mark: impl Fn(&mut Pending)) {
        for member in self.members.values_mut().filter(|member| wanted(member)) {
            mark(&mut member.pending);
            member.wake.notify_one();
        }
    }

    fn announce(&mut self, event: &Arc<Event>, tells: &Tells<'_>) {
        for member in self.members.values_mut() {
            let wanted = member.wants.announcements && member.services.contains(&&*event.service);
            if !wanted || !tells(&member.principal) {
                continue;
            }
            let pending = &mut member.pending;
            if pending.announced.len() == ANNOUNCEMENTS_KEPT {
                pending.announced.pop_front();
                pending.skipped += 1;
            }
            pending.announced.push_back(event.clone());
            member.wake.notify_one();
        }
    }
}

fn base(uri: &str) -> &str {
    uri.split_once('?').map_or(uri, |(base, _)| base)
}

/// One member's place in the table.
pub(crate) struct Membership {
    hub: Arc<Hub>,
    id: u64,
    wake: Arc<Notify>,
}

impl Membership {
    /// Asks to hear of `uri`; says whether the number of its subscriptions is within `limit`.
    pub(crate) fn subscribe(&self, uri: &str, limit: usize) -> bool {
        let mut table = self.hub.table();
        let Some(member) = table.members.get_mut(&self.id) else { return false };
        if member.uris.len() >= limit && !member.uris.contains(uri) {
            return false;
        }
        member.uris.insert(uri.to_owned());
        table.by_uri.entry(base(uri).to_owned()).or_default().insert(self.id);
        self.hub.count(&table);
        true
    }

    /// Asks not to hear of `uri` any more.
    pub(crate) fn unsubscribe(&self, uri: &str) {
        let mut table = self.hub.table();
        let Some(member) = table.members.get_mut(&self.id) else { return };
        member.uris.remove(uri);
        if !member.uris.iter().any(|other| base(other) == base(uri)) {
            table.forget(base(uri), self.id);
        }
        self.hub.count(&table);
    }

    /// Whether it is subscribed to anything.
    pub(crate) fn is_subscribed(&self) -> bool {
        self.hub.table().members.get(&self.id).is_some_and(|member| !member.uris.is_empty())
    }

    /// Waits for news and takes all of it.
    pub(crate) async fn news(&self) -> Vec<News> {
        loop {
            let waiting = self.wake.notified();
            let news = self.take();
            if !news.is_empty() {
                return news;
            }
            waiting.await;
        }
    }

    fn take(&self) -> Vec<News> {
        let mut table = self.hub.table();
        let Some(member) = table.members.get_mut(&self.id) else { return Vec::new() };
        let pending = std::mem::take(&mut member.pending);
        drop(table);
        let mut news = Vec::new();
        news.extend(pending.resource_list.then_some(News::ResourceList));
        news.extend(pending.tool_list.then_some(News::ToolList));
        news.extend(pending.prompt_list.then_some(News::PromptList));
        news.extend((pending.skipped > 0).then_some(News::Skipped(pending.skipped)));
        news.extend(pending.announced.into_iter().map(News::Announced));
        news.extend(pending.updated.into_iter().map(News::Updated));
        news
    }
}

impl Table {
    fn forget(&mut self, base: &str, id: u64) {
        if let Some(ids) = self.by_uri.get_mut(base) {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_uri.remove(base);
            }
        }
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        let mut table = self.hub.table();
        if let Some(member) = table.members.remove(&self.id) {
            for uri in &member.uris {
                table.forget(base(uri), self.id);
            }
        }
        self.hub.count(&table);
    }
}
