//! Tables of answers: what has been asked, what was found, who waits for more.
//! Data only; the machine's side is in `machine/table.rs`.

use crate::cell::{self, Cell, REF};
use crate::db::Db;
use crate::incremental::{self, Plan};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::hash_map::Entry;
use std::hash::Hasher;
use std::sync::Arc;

/// Set in a delivery when the answer was only undefined at that time.
pub(crate) const UNDEFINED_BIT: u32 = 1 << 31;

/// Answers as tuples of values for the variables of the goal, without duplicates.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answers {
    words: Vec<Cell>,
    starts: Vec<u32>,
    undefined: Vec<bool>,
    /// First derivations, flat, when proofs are kept.
    pub(crate) proofs: Vec<Arc<[Cell]>>,
    by_hash: FxHashMap<u64, u32>,
    collisions: Vec<u32>,
    /// Answers in the order found; an upgrade from undefined to true is delivered again.
    pub(crate) log: Vec<u32>,
}

fn hash(words: &[Cell]) -> u64 {
    let mut hasher = FxHasher::default();
    for word in words {
        hasher.write_u64(*word);
    }
    hasher.finish()
}

impl Answers {
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The flat tuple of an answer.
    pub(crate) fn get(&self, id: u32) -> &[Cell] {
        let start = self.starts[id as usize] as usize;
        let end = self.starts.get(id as usize + 1).map_or(self.words.len(), |end| *end as usize);
        &self.words[start..end]
    }

    pub(crate) fn is_undefined(&self, id: u32) -> bool {
        self.undefined[id as usize]
    }

    /// Whether some answer is true.
    pub(crate) fn has_true(&self) -> bool {
        self.undefined.iter().any(|undefined| !undefined)
    }

    fn find(&self, words: &[Cell], hash: u64) -> Option<u32> {
        let first = *self.by_hash.get(&hash)?;
        if self.get(first) == words {
            return Some(first);
        }
        self.collisions.iter().copied().find(|id| self.get(*id) == words)
    }

    /// The id of an answer that is there.
    pub(crate) fn position(&self, words: &[Cell]) -> Option<u32> {
        self.find(words, hash(words))
    }

    /// Adds an answer; true if it is new or has become true.
    pub(crate) fn add(&mut self, words: &[Cell], undefined: bool) -> bool {
        let hash = hash(words);
        if let Some(id) = self.find(words, hash) {
            if undefined || !self.undefined[id as usize] {
                return false;
            }
            self.undefined[id as usize] = false;
            self.log.push(id);
            return true;
        }
        let id = self.starts.len() as u32;
        self.starts.push(self.words.len() as u32);
        self.words.extend_from_slice(words);
        self.undefined.push(undefined);
        match self.by_hash.entry(hash) {
            Entry::Occupied(_) => self.collisions.push(id),
            Entry::Vacant(free) => {
                free.insert(id);
            }
        }
        self.log.push(if undefined { id | UNDEFINED_BIT } else { id });
        true
    }
}

/// A goal waiting for answers: its continuation, copied off the stacks.
#[derive(Debug)]
pub(crate) struct Suspension {
    /// Values: variables of the goal, then all frame variables, then what they refer to.
    pub(crate) words: Vec<Cell>,
    pub(crate) variables: usize,
    /// Frames from the generator's up: return address and size.
    pub(crate) frames: Vec<(u64, usize)>,
    /// Which frame variables are choice-point levels.
    pub(crate) levels: Vec<usize>,
    pub(crate) cp: u64,
    pub(crate) undefined: bool,
    /// How much of the table's log it has seen.
    pub(crate) seen: usize,
}

/// One goal, up to renaming of variables.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) slot: u32,
    /// How many arguments it has.
    arity: usize,
    /// The arguments, flat.
    pub(crate) goal: Arc<[Cell]>,
    pub(crate) answers: Answers,
    pub(crate) complete: bool,
    pub(crate) component: usize,
    pub(crate) waiting: Vec<Arc<Suspension>>,
    pub(crate) seen: Vec<usize>,
    queued: bool,
    /// Answers of the last under- and overestimates, for negation.
    pub(crate) lower: Option<Answers>,
    pub(crate) upper: Option<Answers>,
    /// State of the database it was computed from.
    pub(crate) changes: u64,
    /// The tables that were seen to rest on this one.
    pub(crate) readers: FxHashSet<u32>,
    /// Someone rests on it who is not known.
    pub(crate) read_by_others: bool,
    /// Whether it now follows changes of facts.
    maintained: bool,
    /// Answers that are in doubt.
    pub(crate) marked: FxHashSet<u32>,
}

impl Table {
    /// Removes the marked answers and returns them.
    pub(crate) fn sweep(&mut self) -> Vec<Vec<Cell>> {
        let marked = std::mem::take(&mut self.marked);
        let old = std::mem::take(&mut self.answers);
        let mut gone = Vec::with_capacity(marked.len());
        for id in 0..old.len() as u32 {
            if marked.contains(&id) {
                gone.push(old.get(id).to_vec());
            } else {
                self.answers.add(old.get(id), old.is_undefined(id));
            }
        }
        gone
    }

    /// Off the agenda, for a fresh evaluation.
    pub(crate) fn queued_off(&mut self) {
        self.queued = false;
    }
}

/// Goals that depend on each other and complete together.
#[derive(Debug, Default)]
pub(crate) struct Component {
    pub(crate) leader: u32,
    pub(crate) tables: Vec<u32>,
    pub(crate) agenda: std::collections::VecDeque<u32>,
    pub(crate) activate: Vec<u32>,
    /// A negation inside goes through the component itself.
    pub(crate) negation: bool,
    pub(crate) round: Round,
    /// How many tables there were when the last rounds started.
    pub(crate) sizes: (usize, usize),
}

/// Where an alternating fixpoint stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Round {
    /// First evaluation: finding out what depends on what.
    #[default]
    Discovery,
    /// Computing what is certainly true.
    Lower,
    /// Computing what is possibly true.
    Upper,
}

/// All tables of a query, and the complete ones a session keeps.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Words in use.
    pub(crate) words: usize,
    by_goal: FxHashMap<(u32, Arc<[Cell]>), u32>,
    pub(crate) tables: Vec<Table>,
    pub(crate) components: Vec<Component>,
    /// What predicates rest on, each with the state of the rules it was found in.
    plans: FxHashMap<u32, (u64, Arc<Plan>)>,
    /// Set while tables follow changes.
    following: Option<Following>,
}

/// What is needed to let tables follow changes.
#[derive(Debug, Default)]
struct Following {
    /// Tables by predicate.
    ids: FxHashMap<u32, Vec<u32>>,
    /// Which arguments are bound in the goals of a predicate's tables, one bit each.
    masks: FxHashMap<u32, Vec<u64>>,
    /// Marks set so far, and how many are too many.
    marks: (usize, usize),
}

impl Tables {
    pub(crate) fn find(&self, slot: u32, goal: &[Cell]) -> Option<u32> {
        // The key is only borrowed to look it up.
        self.by_goal.get(&(slot, Arc::from(goal))).copied()
    }

    /// A new table that leads a component of its own.
    pub(crate) fn create(
        &mut self,
        (slot, arity): (u32, usize),
        goal: &[Cell],
        changes: u64,
    ) -> u32 {
        let id = self.tables.len() as u32;
        let goal: Arc<[Cell]> = goal.into();
        self.words += goal.len() + 16;
        self.by_goal.insert((slot, goal.clone()), id);
        self.tables.push(Table {
            slot,
            arity,
            goal,
            answers: Answers::default(),
            complete: false,
            component: self.components.len(),
            waiting: Vec::new(),
            seen: Vec::new(),
            queued: false,
            lower: None,
            upper: None,
            changes,
            readers: FxHashSet::default(),
            read_by_others: false,
            maintained: false,
            marked: FxHashSet::default(),
        });
        if self.following.is_some() {
            self.follow(id);
        }
        self.components.push(Component { leader: id, tables: vec![id], ..Component::default() });
        id
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    pub(crate) fn table(&self, id: u32) -> &Table {
        &self.tables[id as usize]
    }

    pub(crate) fn table_mut(&mut self, id: u32) -> &mut Table {
        &mut self.tables[id as usize]
    }

    /// Joins every component above `below` into it: they depend on each other.
    pub(crate) fn merge_down_to(&mut self, below: usize) {
        while self.components.len() > below + 1 {
            let Some(top) = self.components.pop() else { return };
            let was_in_rounds = top.round != Round::Discovery;
            for id in &top.tables {
                let table = &mut self.tables[*id as usize];
                table.component = below;
                if was_in_rounds {
                    table.answers = Answers::default();
                    table.waiting.clear();
                    table.seen.clear();
                }
            }
            let target = &mut self.components[below];
            target.tables.extend(&top.tables);
            target.agenda.extend(&top.agenda);
            target.activate.extend(&top.activate);
            target.negation |= top.negation;
        }
    }

    /// Puts a table with something to deliver on its component's agenda.
    pub(crate) fn queue(&mut self, id: u32) {
        let table = &mut self.tables[id as usize];
        if !table.queued && !table.waiting.is_empty() {
            table.queued = true;
            self.components[table.component].agenda.push_back(id);
        }
    }

    /// A table of the newest component with something to deliver, and to whom.
    pub(crate) fn next_delivery(&mut self) -> Option<(u32, usize)> {
        let component = self.components.last_mut()?;
        while let Some(id) = component.agenda.front().copied() {
            let table = &mut self.tables[id as usize];
            let length = table.answers.log.len();
            if let Some(waiting) = table.seen.iter().position(|seen| *seen < length) {
                return Some((id, waiting));
            }
            table.queued = false;
            component.agenda.pop_front();
        }
        None
    }

    /// Forgets a table whose evaluation was thrown away, with everything above it.
    pub(crate) fn abandon(&mut self, id: u32) {
        let component = self.tables[id as usize].component;
        if self.components.get(component).is_some_and(|found| found.leader != id) {
            // The component lives on below: the goal must be run again.
            self.components[component].activate.push(id);
            return;
        }
        while self.components.len() > component {
            let Some(top) = self.components.pop() else { return };
            for id in top.tables {
                self.forget(id);
            }
        }
    }

    fn forget(&mut self, id: u32) {
        let table = &mut self.tables[id as usize];
        self.by_goal.remove(&(table.slot, table.goal.clone()));
        table.answers = Answers::default();
        table.waiting.clear();
        table.seen.clear();
    }

    /// Forgets one complete table and those that rest on it.
    pub(crate) fn drop_table(&mut self, id: u32) {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let table = &mut self.tables[id as usize];
            if !std::mem::take(&mut table.complete) {
                continue;
            }
            pending.extend(table.readers.iter());
            if table.read_by_others {
                self.forget_complete();
            }
            self.forget(id);
        }
    }

    /// Forgets every complete table.
    pub(crate) fn forget_complete(&mut self) {
        for id in 0..self.tables.len() as u32 {
            if self.tables[id as usize].complete {
                self.forget(id);
            }
        }
    }

    /// What a predicate rests on.
    pub(crate) fn plan(&mut self, db: &Db, slot: u32) -> Arc<Plan> {
        match self.plans.get(&slot) {
            Some((rules, plan)) if *rules == db.rules => plan.clone(),
            _ => {
                let plan = Arc::new(incremental::plan(db, slot));
                self.plans.insert(slot, (db.rules, plan.clone()));
                plan
            }
        }
    }

    /// Starts to let these tables follow changes.
    pub(crate) fn start_following(&mut self, ids: &[u32], changes: u64) {
        let answers: usize = ids.iter().map(|id| self.table(*id).answers.len()).sum();
        let marks = (0, (answers / 2).max(64));
        self.following = Some(Following { marks, ..Following::default() });
        for id in self.by_goal.values().copied().collect::<Vec<u32>>() {
            self.note_mask(id);
        }
        for id in ids {
            self.table_mut(*id).changes = changes;
            self.follow(*id);
        }
    }

    fn follow(&mut self, id: u32) {
        let Some(following) = &mut self.following else { return };
        let table = &mut self.tables[id as usize];
        table.maintained = true;
        following.ids.entry(table.slot).or_default().push(id);
        self.note_mask(id);
    }

    fn note_mask(&mut self, id: u32) {
        let Some(following) = &mut self.following else { return };
        let table = &self.tables[id as usize];
        let arity = table.arity;
        let mask = (0..arity.min(64))
            .filter(|i| cell::tag(table.goal[*i]) != REF)
            .fold(0, |mask, i| mask | 1 << i);
        let masks = following.masks.entry(table.slot).or_default();
        if !masks.contains(&mask) {
            masks.push(mask);
        }
    }

    /// Ends following; if it went wrong, the tables are forgotten.
    pub(crate) fn stop_following(&mut self, done: bool) {
        self.following = None;
        for id in 0..self.tables.len() as u32 {
            let table = self.table_mut(id);
            if !std::mem::take(&mut table.maintained) {
                continue;
            }
            table.marked.clear();
            if !done {
                self.forget(id);
            }
        }
    }

    /// Whether a table follows changes and is complete.
    pub(crate) fn is_maintained(&self, id: u32) -> bool {
        self.table(id).maintained && self.table(id).complete
    }

    /// Tables that may use a new fact of a predicate, or a new answer of the table `source`.
    pub(crate) fn using(&self, slot: u32, source: Option<u32>) -> Vec<u32> {
        let Some(following) = &self.following else { return Vec::new() };
        if let Some(source) = source
            && !self.table(source).read_by_others
        {
            let readers = self.table(source).readers.iter().copied();
            return readers.filter(|id| self.is_maintained(*id)).collect();
        }
        let mut found = Vec::new();
        for (user, ids) in &following.ids {
            if self.plans.get(user).is_none_or(|(_, plan)| plan.direct.contains(&slot)) {
                found.extend(ids.iter().copied().filter(|id| self.is_maintained(*id)));
            }
        }
        found.sort_unstable();
        found
    }

    /// The patterns of bound arguments in the goals of a predicate's tables.
    pub(crate) fn masks(&self, slot: u32) -> Vec<u64> {
        let known = self.following.as_ref().and_then(|following| following.masks.get(&slot));
        known.cloned().unwrap_or_default()
    }

    /// Counts a mark; true when there are too many.
    pub(crate) fn count_mark(&mut self) -> bool {
        let Some(following) = &mut self.following else { return true };
        following.marks.0 += 1;
        following.marks.0 > following.marks.1
    }

    /// Tables with marked answers.
    pub(crate) fn marked(&self) -> Vec<u32> {
        (0..self.tables.len() as u32).filter(|id| !self.table(*id).marked.is_empty()).collect()
    }

    /// What a session keeps after a query: complete tables only, without holes.
    pub(crate) fn into_kept(self) -> Self {
        let mut kept = Self::default();
        if !self.components.is_empty() {
            return kept;
        }
        let mut tables: Vec<Option<Table>> = self.tables.into_iter().map(Some).collect();
        let mut ids: Vec<u32> = self.by_goal.into_values().collect();
        ids.sort_unstable();
        let complete = |id: &u32| tables[*id as usize].as_ref().is_some_and(|table| table.complete);
        ids.retain(complete);
        let moved: FxHashMap<u32, u32> =
            ids.iter().enumerate().map(|(new, old)| (*old, new as u32)).collect();
        kept.plans = self.plans;
        for id in ids {
            let Some(mut table) = tables[id as usize].take() else { continue };
            table.readers = table.readers.iter().filter_map(|id| moved.get(id).copied()).collect();
            kept.words += table.goal.len() + table.answers.words.len() + 4 * table.answers.len();
            kept.by_goal.insert((table.slot, table.goal.clone()), kept.tables.len() as u32);
            kept.tables.push(table);
        }
        kept
    }
}
