//! Tables of answers: what has been asked, what was found, who waits for more.
//! Data only; the machine's side is in `machine/table.rs`.

use crate::cell::Cell;
use rustc_hash::{FxHashMap, FxHasher};
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
    /// How many derivations found each answer.
    pub(crate) support: Vec<u32>,
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
            self.support[id as usize] += 1;
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
        self.support.push(1);
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
}

impl Table {
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
}

impl Tables {
    pub(crate) fn find(&self, slot: u32, goal: &[Cell]) -> Option<u32> {
        // The key is only borrowed to look it up.
        self.by_goal.get(&(slot, Arc::from(goal))).copied()
    }

    /// A new table that leads a component of its own.
    pub(crate) fn create(&mut self, slot: u32, goal: &[Cell], changes: u64) -> u32 {
        let id = self.tables.len() as u32;
        let goal: Arc<[Cell]> = goal.into();
        self.words += goal.len() + 16;
        self.by_goal.insert((slot, goal.clone()), id);
        self.tables.push(Table {
            slot,
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
        });
        self.components.push(Component { leader: id, tables: vec![id], ..Component::default() });
        id
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

    /// Forgets one complete table.
    pub(crate) fn drop_table(&mut self, id: u32) {
        self.forget(id);
    }

    /// Forgets every complete table.
    pub(crate) fn forget_complete(&mut self) {
        for id in 0..self.tables.len() as u32 {
            if self.tables[id as usize].complete {
                self.forget(id);
            }
        }
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
        for id in ids {
            let Some(table) = tables[id as usize].take().filter(|table| table.complete) else {
                continue;
            };
            kept.words += table.goal.len() + table.answers.words.len() + 4 * table.answers.len();
            kept.by_goal.insert((table.slot, table.goal.clone()), kept.tables.len() as u32);
            kept.tables.push(table);
        }
        kept
    }
}
