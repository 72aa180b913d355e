//! What every tool shares: the store, the settings, the sessions in memory and who may touch them.
//!
//! A session is read by many and changed by one at a time; a change is seen only once it is
//! committed, because its writer keeps the session until then.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::work::{self, Work};
use kernel::{NewEvent, Timestamp, Touch};
use serde_json::json;
use store::{Durability, ReadError, Store};
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::config::Config;
use crate::db::{self, Change, OntologyRow};
use crate::error::Refusal;
use crate::live::{Live, Ontologies};
use crate::mind::{Mind, Spent};
use crate::notation;
use crate::strategy::Strategies;

/// The name of the service in events.
pub(crate) const SERVICE: &str = "reasoner";

type Held = Arc<RwLock<Option<Live>>>;
pub(crate) type Reading = OwnedRwLockReadGuard<Option<Live>, Live>;

struct Slot {
    live: Held,
    used: u64,
}

/// What every tool shares.
pub struct Reasoner {
    /// Where everything is kept.
    pub store: Store,
    /// Limits and choices.
    pub config: Config,
    /// The ways to read English.
    pub strategies: Strategies,
    /// The model that strategies may ask.
    pub mind: Option<Mind>,
    sessions: Mutex<HashMap<(String, String), Slot>>,
    ontologies: Mutex<HashMap<String, Arc<Ontologies>>>,
    choices: Mutex<HashMap<String, String>>,
    uses: Mutex<BTreeMap<String, Use>>,
    clock: AtomicU64,
}

/// How a strategy was used since the start.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Use {
    /// How often.
    pub uses: u64,
    /// How often it understood.
    pub understood: u64,
    /// How long that took together.
    pub latency_us: u64,
    /// What models were paid for it together, in US dollars.
    pub cost_usd: f64,
}

/// What a change did in memory and is to be written down.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// What was done, such as `assert`.
    pub action: &'static str,
    /// The place of the first new entry.
    pub first: usize,
    /// The labels of what was taken back.
    pub removed: Vec<u64>,
    /// What follows was not worked out in memory and is read back from the store.
    pub rebuild: bool,
}

impl Reasoner {
    /// A reasoner that keeps its sessions in `store`.
    pub fn new(
        store: Store,
        config: Config,
        strategies: Strategies,
        mind: Option<Mind>,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            config,
            strategies,
            mind,
            sessions: Mutex::default(),
            ontologies: Mutex::default(),
            choices: Mutex::default(),
            uses: Mutex::default(),
            clock: AtomicU64::new(0),
        })
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<(String, String), Slot>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn slot(&self, principal: &str, id: &str) -> Held {
        let used = self.clock.fetch_add(1, Ordering::Relaxed);
        let mut slots = self.slots();
        let most = self.config.limits.live_sessions;
        if slots.len() >= most {
            make_room(&mut slots, most);
        }
        let key = (principal.to_owned(), id.to_owned());
        let slot = slots.entry(key).or_insert_with(|| Slot { live: Arc::default(), used });
        slot.used = used;
        slot.live.clone()
    }

    /// Forgets a session in memory.
    pub(crate) fn forget(&self, principal: &str, id: &str) {
        self.slots().remove(&(principal.to_owned(), id.to_owned()));
    }

    /// How many sessions are in memory.
    pub fn in_memory(&self) -> usize {
        self.slots().len()
    }

    /// A session to read from.
    pub(crate) async fn read(&self, principal: &str, id: &str) -> Result<Reading, Refusal> {
        let ontologies = self.ontologies(principal).await?;
        let held = self.slot(principal, id);
        let reading = held.clone().read_owned().await;
        if is_fresh(reading.as_ref(), &ontologies) {
            if let Ok(live) = OwnedRwLockReadGuard::try_map(reading, Option::as_ref) {
                return Ok(live);
            }
        } else {
            drop(reading);
        }
        let writing = self.load(held, principal, id, ontologies).await?;
        OwnedRwLockWriteGuard::try_downgrade_map(writing, Option::as_ref)
            .map_err(|_| Refusal::NoSession(id.to_owned()))
    }

    async fn load(
        &self,
        held: Held,
        principal: &str,
        id: &str,
        ontologies: Arc<Ontologies>,
    ) -> Result<OwnedRwLockWriteGuard<Option<Live>>, Refusal> {
        let mut writing = held.write_owned().await;
        if is_fresh(writing.as_ref(), &ontologies) {
            return Ok(writing);
        }
        match self.kept(principal, id, None, ontologies).await {
            Ok(live) => {
                *writing = Some(live);
                Ok(writing)
            }
            Err(refusal) => {
                drop(writing);
                self.forget(principal, id);
                Err(refusal)
            }
        }
    }

    /// A session put together from the store, as it is or as it was at a version.
    pub(crate) async fn kept(
        &self,
        principal: &str,
        id: &str,
        version: Option<u64>,
        ontologies: Arc<Ontologies>,
    ) -> Result<Live, Refusal> {
        let (principal, name) = (principal.to_owned(), id.to_owned());
        let limits = self.config.limits.clone();
        self.store
            .read(move |reader| {
                let row = db::session(reader, &principal, &name)?;
                let mut row = row.ok_or_else(|| Refusal::NoSession(name.clone()))?;
                if let Some(version) = version {
                    if version > row.version {
                        let message =
                            format!("`{name}` is at version {}, not {version}", row.version);
                        return Err(Refusal::Invalid(message));
                    }
                    row.version = version;
                }
                let entries = db::entries(reader, row.key)?;
                Live::build(row, entries, &ontologies, &limits)
            })
            .await
    }

    /// Changes a session: `work` does it in memory, then it is written down with its event.
    ///
    /// Once it is worked out it is written down even if the caller no longer waits, so that memory
    /// and store agree; work that is stopped changes nothing.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        principal: &str,
        id: &str,
        work: impl FnOnce(&mut Live) -> Result<(Option<Plan>, T), Refusal> + Send + 'static,
    ) -> Result<(T, Reading), Refusal> {
        let (reasoner, principal, id) = (self.clone(), principal.to_owned(), id.to_owned());
        let changing = Work::current()
            .of(async move { reasoner.change_to_the_end(&principal, &id, work).await });
        let changing = tokio::spawn(changing);
        changing.await.map_err(|error| Refusal::Defect(error.to_string()))?
    }

    async fn change_to_the_end<T: Send + 'static>(
        &self,
        principal: &str,
        id: &str,
        changed: impl FnOnce(&mut Live) -> Result<(Option<Plan>, T), Refusal> + Send + 'static,
    ) -> Result<(T, Reading), Refusal> {
        let ontologies = self.ontologies(principal).await?;
        let held = self.slot(principal, id);
        let writing = self.load(held, principal, id, ontologies.clone()).await?;
        let (worked, mut writing) = work::blocking(move || run(writing, changed)).await?;
        let (plan, value) = worked?;
        if let (Some(plan), Some(live)) = (plan, writing.as_mut()) {
            let removes = plan.rebuild || !plan.removed.is_empty();
            let written = self.write_down(principal, live, &plan).await;
            if written.is_err() || removes {
                *writing = None;
            }
            written?;
            if removes {
                *writing = Some(self.kept(principal, id, None, ontologies).await?);
            }
        }
        let reading = OwnedRwLockWriteGuard::try_downgrade_map(writing, Option::as_ref);
        Ok((value, reading.map_err(|_| Refusal::NoSession(id.to_owned()))?))
    }

    async fn write_down(
        &self,
        principal: &str,
        live: &mut Live,
        plan: &Plan,
    ) -> Result<(), Refusal> {
        let change = Change {
            session: live.row.key,
            version: live.row.version + 1,
            label: live.row.label,
            action: plan.action.to_owned(),
            author: principal.to_owned(),
            at: Timestamp::now(),
            added: live.entries[plan.first..].iter().map(|entry| entry.row.clone()).collect(),
            removed: plan.removed.clone(),
        };
        let id = live.row.id.clone();
        let facts: Vec<&str> = live.entries[plan.first..]
            .iter()
            .flat_map(|entry| entry.facts.iter().map(String::as_str))
            .collect();
        let event = updated(principal, &id, &change, &facts)?;
        let version = change.version;
        self.store
            .write(Durability::Normal, move |tx| {
                if !db::apply(tx, &change)? {
                    return Err(Refusal::NoSession(id));
                }
                tx.append(event)?;
                Ok(())
            })
            .await?;
        live.row.version = version;
        Ok(())
    }

    fn known_ontologies(&self) -> MutexGuard<'_, HashMap<String, Arc<Ontologies>>> {
        self.ontologies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ontologies of a principal.
    pub(crate) async fn ontologies(&self, principal: &str) -> Result<Arc<Ontologies>, Refusal> {
        if let Some(known) = self.known_ontologies().get(principal) {
            return Ok(known.clone());
        }
        self.reload_ontologies(principal).await
    }

    /// Reads the ontologies of a principal anew, after a change.
    pub(crate) async fn reload_ontologies(
        &self,
        principal: &str,
    ) -> Result<Arc<Ontologies>, Refusal> {
        let owner = principal.to_owned();
        let rows = self.look_up(move |reader| db::ontologies(reader, &owner)).await?;
        let fresh = self.together(principal, rows)?;
        self.known_ontologies().insert(principal.to_owned(), fresh.clone());
        Ok(fresh)
    }

    /// The ontologies of a principal as they were at a time.
    pub(crate) async fn ontologies_at(
        &self,
        principal: &str,
        time: Timestamp,
    ) -> Result<Arc<Ontologies>, Refusal> {
        let owner = principal.to_owned();
        let rows = self.look_up(move |reader| db::ontologies_at(reader, &owner, time)).await?;
        self.together(principal, rows)
    }

    fn together(&self, owner: &str, rows: Vec<OntologyRow>) -> Result<Arc<Ontologies>, Refusal> {
        let (mut items, mut updated) = (Vec::new(), BTreeMap::new());
        for row in rows {
            updated.insert(row.name.clone(), row.updated_at);
            items.push((row.name, notation::read(&row.rules)?));
        }
        let stamp = self.clock.fetch_add(1, Ordering::Relaxed) + 1;
        Ok(Arc::new(Ontologies { stamp, items, owner: owner.to_owned(), updated }))
    }

    /// The strategy a principal chose, or the configured one.
    pub(crate) async fn active_strategy(&self, principal: &str) -> Result<String, Refusal> {
        let known = self.choices().get(principal).cloned();
        if let Some(strategy) = known {
            return Ok(strategy);
        }
        let owner = principal.to_owned();
        let chosen = self.look_up(move |reader| db::choice(reader, &owner)).await?;
        let strategy = chosen.unwrap_or_else(|| self.config.strategy.clone());
        self.remember_choice(principal, &strategy);
        Ok(strategy)
    }

    /// Keeps the strategy a principal chose at hand.
    pub(crate) fn remember_choice(&self, principal: &str, strategy: &str) {
        self.choices().insert(principal.to_owned(), strategy.to_owned());
    }

    /// Counts one use of a strategy, with what it took.
    pub(crate) fn used(&self, strategy: &str, understood: bool, spent: &Spent) {
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        if !uses.contains_key(strategy) {
            uses.insert(strategy.to_owned(), Use::default());
        }
        if let Some(one) = uses.get_mut(strategy) {
            one.uses += 1;
            one.understood += u64::from(understood);
            one.latency_us += u64::try_from(spent.time.as_micros()).unwrap_or(0);
            one.cost_usd += spent.cost_usd;
        }
    }

    /// How the strategies were used since the start.
    pub(crate) fn uses(&self) -> BTreeMap<String, Use> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn choices(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.choices.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes something down with its event.
    pub(crate) async fn record<T: Send + 'static>(
        &self,
        event: NewEvent,
        change: impl FnOnce(&mut store::Tx<'_>) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let written = self.store.write(Durability::Normal, move |tx| {
            let value = change(tx)?;
            tx.append(event)?;
            Ok(value)
        });
        Ok(written.await?)
    }

    /// Reads rows.
    pub(crate) async fn look_up<T: Send + 'static>(
        &self,
        read: impl FnOnce(&store::Reader<'_>) -> Result<T, store::SqlError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let read = self.store.read(move |reader| read(reader).map_err(ReadError::from));
        Ok(read.await?)
    }
}

type Worked<T> = Result<(Option<Plan>, T), Refusal>;

/// A session whose change panicked or was stopped is read from the store again.
fn run<T>(
    mut writing: OwnedRwLockWriteGuard<Option<Live>>,
    change: impl FnOnce(&mut Live) -> Worked<T>,
) -> (Worked<T>, OwnedRwLockWriteGuard<Option<Live>>) {
    let worked = match writing.as_mut() {
        Some(live) => work::ending(|| change(live)),
        None => Ok(Err(Refusal::Closed)),
    };
    match worked {
        Ok(worked) => (worked, writing),
        Err(ended) => {
            *writing = None;
            (Err(ended.into()), writing)
        }
    }
}

fn is_fresh(live: Option<&Live>, ontologies: &Arc<Ontologies>) -> bool {
    live.is_some_and(|live| live.ontologies.stamp == ontologies.stamp)
}

/// Lets go of the sessions that were unused for longest and that nobody holds.
fn make_room(slots: &mut HashMap<(String, String), Slot>, most: usize) {
    let mut idle: Vec<(u64, (String, String))> = slots
        .iter()
        .filter(|(_, slot)| Arc::strong_count(&slot.live) == 1)
        .map(|(key, slot)| (slot.used, key.clone()))
        .collect();
    idle.sort_unstable();
    let surplus = slots.len() + 1 + most / 50 - most.min(slots.len() + 1);
    for (_, key) in idle.into_iter().take(surplus) {
        slots.remove(&key);
    }
}

/// The URI of a session.
pub(crate) fn session_uri(id: &str) -> String {
    format!("reasoner://session/{id}")
}

/// The journal's chain of a session.
pub(crate) fn stream(principal: &str, id: &str) -> String {
    format!("reasoner/{principal}/{id}")
}

/// Facts that do not fit an event are left to the resource.
const MOST_FACTS: usize = 128 << 10;

fn updated(
    principal: &str,
    id: &str,
    change: &Change,
    facts: &[&str],
) -> Result<NewEvent, Refusal> {
    let mut data = json!({
        "sessionId": id,
        "version": change.version,
        "action": change.action,
        "removed": change.removed,
    });
    if facts.iter().map(|fact| fact.len() + 8).sum::<usize>() < MOST_FACTS {
        data["newFacts"] = json!(facts);
    }
    let event = NewEvent::new(SERVICE, "kb.updated", stream(principal, id))
        .by(principal)
        .touching(Touch::resource(format!("{}/kb", session_uri(id))))
        .touching(Touch::resource(session_uri(id)));
    event.data(&data).map_err(|error| Refusal::Defect(error.message))
}
