//! Predicates: blocks of clauses in order, their indexes, and the cursor that walks candidates.
//! Knows where clause code is, not what it does.

use crate::cell::{self, BOX, Cell, LST, REF, STR};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// What runs when a predicate is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Clauses.
    User,
    /// A function, by its number in the table of built-ins.
    Builtin(u32),
}

/// One clause of a block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// First-argument key; 0 matches anything.
    pub(crate) key: Cell,
    /// Segment and offset of its code, which is also its identity.
    pub(crate) code: u64,
    /// Generation in which it was retracted.
    pub(crate) died: u32,
}

/// Alive for ever so far.
pub(crate) const ALIVE: u32 = u32::MAX;

/// How many leading arguments may get an index.
pub(crate) const INDEXED: usize = 4;

/// Predicates this short are scanned.
const SCANNED: usize = 8;

/// Clause positions by the key of one argument.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    map: FxHashMap<Cell, u32>,
    buckets: Vec<Vec<u32>>,
    vars: Vec<u32>,
}

const SINGLE: u32 = 1 << 31;
const VARS: u32 = u32::MAX - 1;
const SCAN: u32 = u32::MAX;

impl Index {
    pub(crate) fn add(&mut self, key: Cell, position: u32) {
        if key == 0 {
            self.vars.push(position);
            let singles: Vec<Cell> =
                self.map.iter().filter(|(_, b)| **b & SINGLE != 0).map(|(k, _)| *k).collect();
            for key in singles {
                self.widen(key);
            }
            for bucket in &mut self.buckets {
                bucket.push(position);
            }
            return;
        }
        match self.map.get(&key).copied() {
            None if self.vars.is_empty() => {
                self.map.insert(key, position | SINGLE);
            }
            None => {
                let mut bucket = self.vars.clone();
                bucket.push(position);
                self.map.insert(key, self.buckets.len() as u32);
                self.buckets.push(bucket);
            }
            Some(bucket) if bucket & SINGLE == 0 => self.buckets[bucket as usize].push(position),
            Some(_) => {
                let bucket = self.widen(key);
                self.buckets[bucket as usize].push(position);
            }
        }
    }

    /// Turns a key with one clause into one with a bucket.
    fn widen(&mut self, key: Cell) -> u32 {
        let next = self.buckets.len() as u32;
        if let Some(slot) = self.map.get_mut(&key) {
            self.buckets.push(vec![*slot & !SINGLE]);
            *slot = next;
        }
        next
    }
}

/// Clauses in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    pub(crate) entries: Vec<Entry>,
    pub(crate) indexes: [OnceLock<Option<Box<Index>>>; INDEXED],
    /// Everything before is dead.
    pub(crate) first_live: u32,
    /// How many entries are dead.
    pub(crate) dead: u32,
}

/// A predicate as one session sees it.
#[derive(Debug, Clone)]
pub(crate) struct Pred {
    pub(crate) name: u32,
    pub(crate) arity: usize,
    pub(crate) kind: Kind,
    pub(crate) dynamic: bool,
    pub(crate) defined: bool,
    /// Part of the engine: may not be changed.
    pub(crate) system: bool,
    /// Part of the library: a program may define its own instead.
    pub(crate) library: bool,
    pub(crate) tabled: bool,
    /// The last argument collects the proof.
    pub(crate) proof: bool,
    pub(crate) discontiguous: bool,
    /// Whether it ever had a clause with a body, or a fact with variables.
    pub(crate) rules: bool,
    pub(crate) open: bool,
    /// Clauses put in front, last first.
    pub(crate) front: Option<Arc<Block>>,
    /// Shared blocks this session may not change.
    pub(crate) middle: Vec<Arc<Block>>,
    pub(crate) own: Arc<Block>,
    /// Clauses of shared blocks retracted here.
    pub(crate) dead: FxHashMap<u64, u32>,
    /// When it last changed.
    pub(crate) version: u64,
    /// No front, no middle, nothing dead elsewhere: only `own` counts.
    pub(crate) plain: bool,
}

/// What an index can say at once.
pub(crate) enum Only {
    /// There is this one clause.
    Clause(u64),
    /// There is no clause.
    Nothing,
    /// The candidates have to be walked.
    Unknown,
}

/// Where a walk over candidates stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor {
    block: u32,
    at: u32,
    end: u32,
    front_end: u32,
    /// The block that was the predicate's own when the walk began.
    last: u32,
    bucket: u32,
    arg: u8,
}

impl Cursor {
    /// Of nothing: for choice points that walk no clauses.
    pub(crate) const NONE: Self =
        Self { block: 0, at: 0, end: 0, front_end: 0, last: 0, bucket: SCAN, arg: 0 };
}

impl Cursor {
    /// Walking a short predicate's own block from `at`.
    pub(crate) fn scanning(at: usize, end: usize) -> Self {
        Self { block: 1, last: 1, at: at as u32, end: end as u32, ..Self::NONE }
    }

    /// Where the walk stands and ends, if it is a plain scan.
    #[inline(always)]
    pub(crate) fn scan_range(&self, pred: &Pred) -> Option<(usize, usize)> {
        let plain = self.bucket == SCAN && pred.plain && self.block == 1;
        plain.then_some((self.at as usize, self.end as usize))
    }
}

/// The next live entry for a key from `at` on: its code and the position behind it.
#[inline(always)]
pub(crate) fn scan(
    entries: &[Entry],
    at: usize,
    key: Cell,
    generation: u32,
) -> Option<(u64, usize)> {
    let mut at = at;
    loop {
        let entry = entries.get(at)?;
        at += 1;
        if (entry.key == key || entry.key == 0 || key == 0) && entry.died > generation {
            return Some((entry.code, at));
        }
    }
}

/// Reads a clause's argument key when an index is built.
pub(crate) type KeyOf<'k> = &'k dyn Fn(u64, usize) -> Cell;

/// The key a bound argument selects by; 0 for a variable.
#[inline(always)]
pub(crate) fn key_of(heap: &[Cell], cell: Cell) -> Cell {
    let cell = crate::boxes::deref(heap, cell);
    match cell::tag(cell) {
        REF => 0,
        LST => LST,
        STR => heap[cell::addr(cell)],
        BOX => BOX,
        _ => cell,
    }
}

impl Pred {
    pub(crate) fn new(name: u32, arity: usize) -> Self {
        Self {
            name,
            arity,
            kind: Kind::User,
            dynamic: false,
            defined: false,
            system: false,
            library: false,
            tabled: false,
            proof: false,
            discontiguous: false,
            rules: false,
            open: false,
            front: None,
            middle: Vec::new(),
            own: Arc::default(),
            dead: FxHashMap::default(),
            version: 0,
            plain: true,
        }
    }

    /// The blocks in order: front, shared ones, own.
    fn block(&self, number: u32) -> Option<&Block> {
        match number {
            0 => self.front.as_deref(),
            n if n as usize <= self.middle.len() => self.middle.get(n as usize - 1).map(|b| &**b),
            _ => Some(&self.own),
        }
    }

    fn last_block(&self) -> u32 {
        self.middle.len() as u32 + 1
    }

    /// A cursor before the first candidate for these argument keys.
    pub(crate) fn cursor(&self, keys: &[Cell], key_of: KeyOf<'_>) -> Cursor {
        let block = if self.plain { self.last_block() } else { 0 };
        let mut cursor = Cursor { block, ..self.start() };
        self.enter(&mut cursor, keys, key_of);
        cursor
    }

    fn start(&self) -> Cursor {
        let front_end = self.front.as_ref().map_or(0, |block| block.entries.len() as u32);
        Cursor {
            end: self.own.entries.len() as u32,
            front_end,
            last: self.last_block(),
            ..Cursor::NONE
        }
    }

    /// Chooses how to walk the block the cursor has come to.
    fn enter(&self, cursor: &mut Cursor, keys: &[Cell], key_of: KeyOf<'_>) {
        cursor.bucket = SCAN;
        cursor.arg = 0;
        cursor.at = 0;
        let Some(block) = self.block(cursor.block) else { return };
        if cursor.block == 0 {
            return;
        }
        cursor.at = block.first_live;
        if block.entries.len() - (block.first_live as usize) <= SCANNED {
            return;
        }
        let mut best = usize::MAX;
        for (arg, key) in keys.iter().enumerate().take(INDEXED) {
            if *key == 0 || best <= SCANNED {
                continue;
            }
            let Some(index) = block.index(arg, key_of) else { continue };
            let bucket = index.map.get(key).copied().unwrap_or(VARS);
            let size = match bucket {
                VARS => index.vars.len(),
                b if b & SINGLE != 0 => 1,
                b => index.buckets[b as usize].len(),
            };
            if size < best {
                best = size;
                *cursor = Cursor { at: 0, bucket, arg: arg as u8, ..*cursor };
            }
        }
    }

    /// The next candidate and a cursor behind it.
    pub(crate) fn next(
        &self,
        cursor: &mut Cursor,
        keys: &[Cell],
        generation: u32,
        key_of: KeyOf<'_>,
    ) -> Option<u64> {
        loop {
            if let Some(block) = self.block(cursor.block) {
                let last = cursor.block >= cursor.last;
                let key = keys.first().copied().unwrap_or(0);
                while let Some(entry) = block.step(cursor, last) {
                    if (key == 0 || entry.key == 0 || entry.key == key)
                        && entry.died > generation
                        && (last || !self.is_dead(entry.code, generation))
                    {
                        return Some(entry.code);
                    }
                }
                if last {
                    return None;
                }
            }
            cursor.block += 1;
            self.enter(cursor, keys, key_of);
        }
    }

    /// The only clause for a first-argument key, if the index can tell at once.
    #[inline]
    pub(crate) fn only(&self, key: Cell, generation: u32, key_of: KeyOf<'_>) -> Only {
        let Some(index) = self.own.index(0, key_of) else { return Only::Unknown };
        match index.map.get(&key) {
            Some(bucket) if bucket & SINGLE != 0 => {
                let entry = &self.own.entries[(bucket & !SINGLE) as usize];
                if entry.died > generation { Only::Clause(entry.code) } else { Only::Nothing }
            }
            None if index.vars.is_empty() => Only::Nothing,
            _ => Only::Unknown,
        }
    }

    fn is_dead(&self, code: u64, generation: u32) -> bool {
        !self.dead.is_empty() && self.dead.get(&code).is_some_and(|died| *died <= generation)
    }

    /// Every clause alive now, in order.
    pub(crate) fn live(&self, generation: u32) -> Vec<u64> {
        let mut cursor = self.start();
        let no_keys: KeyOf<'_> = &|_, _| 0;
        std::iter::from_fn(|| self.next(&mut cursor, &[], generation, no_keys)).collect()
    }

    /// Adds a clause behind all others.
    pub(crate) fn push_back(&mut self, entry: Entry, key_of: KeyOf<'_>) {
        if Arc::get_mut(&mut self.own).is_none() {
            self.share_own();
        }
        let own = Arc::make_mut(&mut self.own);
        let position = own.entries.len() as u32;
        for (arg, index) in own.indexes.iter_mut().enumerate() {
            if let Some(Some(index)) = index.get_mut() {
                index.add(if arg == 0 { entry.key } else { key_of(entry.code, arg) }, position);
            }
        }
        own.entries.push(entry);
    }

    /// Adds a clause in front of all others.
    pub(crate) fn push_front(&mut self, entry: Entry) {
        self.plain = false;
        Arc::make_mut(self.front.get_or_insert_default()).entries.push(entry);
    }

    /// Moves the block others share out of the way of changes.
    pub(crate) fn share_own(&mut self) {
        if self.own.entries.len() <= SCANNED {
            self.own = Arc::new((*self.own).clone());
            return;
        }
        let own = std::mem::take(&mut self.own);
        self.middle.push(own);
        self.plain = false;
    }

    /// Joins shared blocks of like size, so that many small changes do not leave many blocks; only
    /// while nothing walks the clauses.
    pub(crate) fn tidy(&mut self) {
        while let [.., below, top] = self.middle.as_slice() {
            if below.entries.len() > 2 * top.entries.len() && self.middle.len() <= 8 {
                return;
            }
            let mut joined = Block { entries: below.entries.clone(), ..Block::default() };
            joined.entries.extend_from_slice(&top.entries);
            joined.dead = below.dead + top.dead;
            self.middle.truncate(self.middle.len() - 2);
            self.middle.push(Arc::new(joined));
        }
    }

    /// Marks a clause dead; false if it was not alive here.
    pub(crate) fn kill(&mut self, code: u64, generation: u32) -> bool {
        for block in [Some(&mut self.own), self.front.as_mut()].into_iter().flatten() {
            let Some(at) = block.find(code) else { continue };
            if block.entries[at].died != ALIVE {
                return false;
            }
            return match Arc::get_mut(block) {
                Some(block) => {
                    block.bury(at, generation);
                    true
                }
                None => {
                    self.plain = false;
                    let dead = Arc::make_mut(block);
                    dead.bury(at, generation);
                    true
                }
            };
        }
        let known = self
            .middle
            .iter()
            .any(|block| block.find(code).is_some_and(|at| block.entries[at].died == ALIVE));
        known && self.dead.insert(code, generation).is_none()
    }

    /// One block with only the clauses alive now.
    pub(crate) fn flattened(&self, generation: u32, key_of: KeyOf<'_>) -> Self {
        let mut block = Block::default();
        for code in self.live(generation) {
            let key = if self.arity == 0 { 0 } else { key_of(code, 0) };
            block.entries.push(Entry { key, code, died: ALIVE });
        }
        Self {
            front: None,
            middle: Vec::new(),
            own: Arc::new(block),
            dead: FxHashMap::default(),
            plain: true,
            ..self.clone()
        }
    }

    /// How many clauses are dead but still stored.
    pub(crate) fn dead_count(&self) -> usize {
        self.own.dead as usize
    }
}

impl Block {
    /// The position of a clause; blocks are mostly in the order their code was written.
    fn find(&self, code: u64) -> Option<usize> {
        let entries = &self.entries;
        if let Ok(at) = entries.binary_search_by_key(&code, |entry| entry.code) {
            return Some(at);
        }
        entries.iter().position(|entry| entry.code == code)
    }

    /// Marks the clause at `at` dead.
    fn bury(&mut self, at: usize, generation: u32) {
        self.entries[at].died = generation;
        self.dead += 1;
        while self.entries.get(self.first_live as usize).is_some_and(|entry| entry.died != ALIVE) {
            self.first_live += 1;
        }
    }

    fn index(&self, arg: usize, key_of: KeyOf<'_>) -> Option<&Index> {
        self.indexes[arg]
            .get_or_init(|| {
                let mut index = Box::<Index>::default();
                for (position, entry) in self.entries.iter().enumerate() {
                    let key = if arg == 0 { entry.key } else { key_of(entry.code, arg) };
                    index.add(key, position as u32);
                    if index.vars.len() > SCANNED {
                        return None;
                    }
                }
                Some(index)
            })
            .as_deref()
    }

    /// The entry the cursor is at, moving it on.
    #[inline]
    fn step(&self, cursor: &mut Cursor, last: bool) -> Option<&Entry> {
        let at = cursor.at as usize;
        let position = if cursor.bucket == SCAN {
            if cursor.block == 0 { (cursor.front_end as usize).checked_sub(at + 1)? } else { at }
        } else {
            let index = self.indexes[cursor.arg as usize].get()?.as_deref()?;
            match cursor.bucket {
                VARS => *index.vars.get(at)? as usize,
                b if b & SINGLE != 0 => {
                    if at > 0 {
                        return None;
                    }
                    (b & !SINGLE) as usize
                }
                b => *index.buckets[b as usize].get(at)? as usize,
            }
        };
        if last && position >= cursor.end as usize {
            return None;
        }
        cursor.at += 1;
        self.entries.get(position)
    }
}
