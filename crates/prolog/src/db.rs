//! The clause store of a session: a shared base below an overlay, with code segments, predicate
//! slots and the compiler's view of them. Runs nothing.

use crate::arith;
use crate::atoms::{self, Atoms};
use crate::boxes;
use crate::builtins;
use crate::cell::{self, Cell};
use crate::compile::{self, Linker, Uncompilable};
use crate::flags::Flags;
use crate::flat::{self, Room};
use crate::op;
use crate::ops::Ops;
use crate::pred::{self, ALIVE, Entry, Kind, Pred};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What all sessions of a program share.
#[derive(Debug, Default)]
pub(crate) struct Base {
    segments: Vec<Arc<Vec<Cell>>>,
    preds: Vec<Arc<Pred>>,
    slots: FxHashMap<(u32, u32), u32>,
    names: Arc<Names>,
}

/// Names with a meaning to the compiler.
#[derive(Debug, Default)]
struct Names {
    inline: FxHashMap<(u32, u32), u32>,
    evaluable: FxHashMap<(u32, u32), u32>,
    comparison: FxHashMap<u32, u8>,
    test: FxHashMap<u32, usize>,
}

/// What one session adds.
#[derive(Debug, Clone, Default)]
struct Own {
    segments: Vec<Arc<Vec<Cell>>>,
    preds: Vec<Arc<Pred>>,
    slots: FxHashMap<(u32, u32), u32>,
    touched: FxHashMap<u32, Arc<Pred>>,
    touched_bits: Vec<u64>,
}

/// The database a query runs on.
#[derive(Debug, Clone)]
pub(crate) struct Db {
    base: Arc<Base>,
    own: Arc<Own>,
    pub(crate) atoms: Atoms,
    pub(crate) ops: Arc<Ops>,
    pub(crate) flags: Flags,
    /// Counts retractions; a goal sees the clauses alive in the generation it started in.
    pub(crate) generation: u32,
    /// Counts changes of any kind.
    pub(crate) changes: u64,
    /// Code of the running query.
    pub(crate) query_code: Vec<Cell>,
    /// Values of `nb_setval/2`, flat.
    pub(crate) globals: Arc<FxHashMap<u32, Arc<[Cell]>>>,
    /// State in which recursive predicates were last looked for.
    auto_tabled: Option<u64>,
    /// Whether clauses now loaded belong to the engine.
    pub(crate) loading: Loading,
}

/// Whose clauses are being loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loading {
    System,
    Library,
    User,
}

/// The segment number of the running query's code.
pub(crate) const QUERY_SEGMENT: usize = 0xffff_ffff;

/// Words before a clause's code: origin, slot, length of the flat term before them.
pub(crate) const CLAUSE_HEADER: usize = 3;

/// A clause as stored.
pub(crate) struct Stored<'d> {
    pub(crate) origin: u64,
    pub(crate) slot: u32,
    /// `Head :- Body`, flat.
    pub(crate) term: &'d [Cell],
}

impl Db {
    /// A database that holds the built-ins and nothing else.
    pub(crate) fn bare() -> Self {
        let mut atoms = Atoms::new();
        let mut ops = Ops::standard(&mut atoms);
        ops.define(
            atoms.intern("tnot"),
            crate::ops::Op { priority: 900, kind: crate::ops::OpType::Fy },
        );
        let stubs = crate::machine::throw::STUBS.iter().map(|op| op::ins(*op, 0, 0, 0)).collect();
        let mut base = Base {
            segments: vec![Arc::new(stubs)],
            names: Arc::new(names(&mut atoms)),
            ..Base::default()
        };
        for (number, builtin) in builtins::TABLE.iter().enumerate() {
            let name = atoms.intern(builtin.name);
            let mut pred = Pred::new(name, builtin.arity);
            pred.kind = Kind::Builtin(number as u32);
            pred.system = true;
            pred.defined = true;
            base.slots.insert((name, builtin.arity as u32), base.preds.len() as u32);
            base.preds.push(Arc::new(pred));
        }
        let mut atoms = atoms.freeze();
        atoms.keep_local();
        Self {
            base: Arc::new(base),
            own: Arc::default(),
            atoms,
            ops: Arc::new(ops),
            flags: Flags::default(),
            generation: 1,
            changes: 0,
            query_code: Vec::new(),
            globals: Arc::default(),
            auto_tabled: None,
            loading: Loading::User,
        }
    }

    /// The same contents with everything moved to a new shared base.
    pub(crate) fn freeze(&self) -> Self {
        let mut preds = Vec::with_capacity(self.base.preds.len() + self.own.preds.len());
        for slot in 0..(self.base.preds.len() + self.own.preds.len()) as u32 {
            let pred = self.shared_pred(slot);
            let keep = pred.plain && pred.dead_count() == 0;
            preds.push(if keep {
                pred.clone()
            } else {
                Arc::new(pred.flattened(self.generation, &|code, arg| self.key(code, arg)))
            });
        }
        let mut segments = self.base.segments.clone();
        segments.extend(self.own.segments.iter().cloned());
        let mut slots = self.base.slots.clone();
        slots.extend(self.own.slots.iter().map(|(key, slot)| (*key, *slot)));
        let base = Base { segments, preds, slots, names: self.base.names.clone() };
        Self {
            base: Arc::new(base),
            own: Arc::default(),
            atoms: self.atoms.freeze(),
            query_code: Vec::new(),
            ..self.clone()
        }
    }

    /// The words of a segment.
    #[inline]
    pub(crate) fn segment(&self, segment: usize) -> &[Cell] {
        let base = self.base.segments.len();
        if segment < base {
            &self.base.segments[segment]
        } else if segment == QUERY_SEGMENT {
            &self.query_code
        } else {
            &self.own.segments[segment - base]
        }
    }

    /// A predicate by slot.
    #[inline(always)]
    pub(crate) fn pred(&self, slot: u32) -> &Pred {
        self.shared_pred(slot)
    }

    #[inline(always)]
    fn shared_pred(&self, slot: u32) -> &Arc<Pred> {
        let at = slot as usize;
        let base = self.base.preds.len();
        if at >= base {
            return &self.own.preds[at - base];
        }
        if let Some(bits) = self.own.touched_bits.get(at / 64)
            && bits & (1 << (at % 64)) != 0
            && let Some(pred) = self.own.touched.get(&slot)
        {
            return pred;
        }
        &self.base.preds[at]
    }

    /// A predicate to change; it becomes the session's own.
    pub(crate) fn pred_mut(&mut self, slot: u32) -> &mut Pred {
        self.changes += 1;
        let changes = self.changes;
        let at = slot as usize;
        let base = self.base.clone();
        let own = Arc::make_mut(&mut self.own);
        let pred = if at >= base.preds.len() {
            &mut own.preds[at - base.preds.len()]
        } else {
            if own.touched_bits.len() <= at / 64 {
                own.touched_bits.resize(at / 64 + 1, 0);
            }
            own.touched_bits[at / 64] |= 1 << (at % 64);
            own.touched.entry(slot).or_insert_with(|| base.preds[at].clone())
        };
        let pred = Arc::make_mut(pred);
        pred.version = changes;
        pred
    }

    /// The slot of a predicate that may not exist.
    pub(crate) fn find_slot(&self, name: u32, arity: usize) -> Option<u32> {
        let key = (name, arity as u32);
        self.base.slots.get(&key).or_else(|| self.own.slots.get(&key)).copied()
    }

    /// The slot of `call/1`.
    pub(crate) fn call_slot(&self) -> u64 {
        u64::from(self.find_slot(atoms::CALL, 1).unwrap_or_default())
    }

    /// Whether a predicate, or anything its clauses can call, changed after `changes`.
    pub(crate) fn changed_since(&self, slot: u32, changes: u64) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![slot];
        while let Some(slot) = pending.pop() {
            if !seen.insert(slot) {
                continue;
            }
            let pred = self.pred(slot);
            if pred.version > changes {
                return true;
            }
            if let Kind::Builtin(number) = pred.kind
                && !matches!(builtins::TABLE[number as usize].run, builtins::Run::Det(_))
            {
                // A goal built at run time may call anything.
                return true;
            }
            for code in pred.live(self.generation) {
                self.callees(code, &mut pending);
            }
        }
        false
    }

    /// The slots the clauses of a predicate name in their bodies.
    pub(crate) fn calls(&self, slot: u32) -> Vec<u32> {
        let mut found = Vec::new();
        for code in self.pred(slot).live(self.generation) {
            self.callees(code, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Marks a predicate tabled; that is no change of what it says.
    pub(crate) fn set_tabled(&mut self, slot: u32) {
        let (changes, version) = (self.changes, self.pred(slot).version);
        let pred = self.pred_mut(slot);
        pred.tabled = true;
        pred.version = version;
        self.changes = changes;
    }

    /// Tables recursive predicates if the session asks for it and something changed.
    pub(crate) fn auto_table(&mut self) {
        if self.flags.auto_table && self.auto_tabled != Some(self.changes) {
            crate::auto_table::mark_recursive(self);
            self.auto_tabled = Some(self.changes);
        }
    }

    /// The slots a clause's body names, found in its stored term.
    fn callees(&self, code: u64, found: &mut Vec<u32>) {
        let term = self.stored(code).term;
        let mut pending = vec![term[cell::addr(term[0]) + 2]];
        while let Some(cell) = pending.pop() {
            let cell = boxes::deref(term, cell);
            let (goal, negated) = match compile::strong_negation(term, cell) {
                Some(inner) => (inner, true),
                None => (cell, false),
            };
            let (name, arity, at) = match boxes::structure(term, goal) {
                Some(parts) => parts,
                None if cell::tag(goal) == cell::ATM => (cell::atom_id(goal), 0, 0),
                None => {
                    found.extend(self.find_slot(atoms::CALL, 1));
                    continue;
                }
            };
            match (name, arity) {
                (atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2)
                | (atoms::NOT | atoms::ONCE | atoms::IGNORE | atoms::NOT_WORD, 1) => {
                    pending.extend_from_slice(&term[at..at + arity]);
                }
                _ => {
                    let name = if negated {
                        self.atoms.find(&format!("-{}", self.atoms.name(name)))
                    } else {
                        Some(name)
                    };
                    found.extend(name.and_then(|name| self.find_slot(name, arity)));
                }
            }
        }
    }

    /// All slots.
    pub(crate) fn slots(&self) -> std::ops::Range<u32> {
        0..(self.base.preds.len() + self.own.preds.len()) as u32
    }

    /// Segment number new code goes to.
    fn own_segment(&mut self) -> usize {
        let base = self.base.segments.len();
        let own = Arc::make_mut(&mut self.own);
        let writable = own.segments.last_mut().is_some_and(|last| Arc::get_mut(last).is_some());
        if !writable {
            own.segments.push(Arc::default());
        }
        base + own.segments.len() - 1
    }

    /// Compiles and stores a clause that stands on `heap`.
    pub(crate) fn add_clause(
        &mut self,
        heap: &[Cell],
        clause: Clause,
        at_end: bool,
        room: Room<'_>,
    ) -> Result<u64, Uncompilable> {
        let code = compile::clause(heap, clause.head, clause.body, (self, room.watch))?;
        let slot = clause.slot;
        let segment = self.own_segment();
        let own = Arc::make_mut(&mut self.own);
        let Some(words) = own.segments.last_mut().and_then(Arc::get_mut) else {
            return Err(Uncompilable::TooLarge);
        };
        let start = words.len();
        if !store_term(heap, &clause, room, words) {
            words.truncate(start);
            return Err(Uncompilable::Stopped);
        }
        let length = words.len() - start;
        words.extend([clause.origin, u64::from(slot), length as u64]);
        let address = ((segment as u64) << 32) | words.len() as u64;
        words.extend(code);
        let key = first_key(heap, clause.head);
        let entry = Entry { key, code: address, died: ALIVE };
        // The entry's own argument keys are read from the segment just written.
        let keys: Vec<Cell> = (0..pred::INDEXED).map(|arg| self.key(address, arg)).collect();
        let pred = self.pred_mut(slot);
        pred.defined = true;
        if at_end {
            pred.push_back(entry, &|_, arg| keys[arg]);
        } else {
            pred.push_front(entry);
        }
        Ok(address)
    }

    /// The stored form of a clause.
    pub(crate) fn stored(&self, code: u64) -> Stored<'_> {
        let words = self.segment((code >> 32) as usize);
        let at = code as u32 as usize;
        let length = words[at - 1] as usize;
        let header = at - CLAUSE_HEADER;
        Stored {
            origin: words[header],
            slot: words[header + 1] as u32,
            term: &words[header - length..header],
        }
    }

    /// Whether `code` is the address of a clause that is alive here.
    pub(crate) fn is_live(&self, code: u64) -> bool {
        let segment = (code >> 32) as usize;
        let segments = self.base.segments.len() + self.own.segments.len();
        if segment >= segments || (code as u32 as usize) >= self.segment(segment).len() {
            return false;
        }
        let slot = self
            .segment(segment)
            .get((code as u32 as usize).wrapping_sub(2))
            .copied()
            .unwrap_or(u64::MAX);
        slot < u64::from(self.slots().end)
            && self.pred(slot as u32).live(self.generation).contains(&code)
    }

    /// The index key of argument `arg` of a stored clause's head.
    pub(crate) fn key(&self, code: u64, arg: usize) -> Cell {
        let term = self.stored(code).term;
        let head = boxes::deref(term, term[cell::addr(term[0]) + 1]);
        let head = compile::strong_negation(term, head).unwrap_or(head);
        match boxes::structure(term, head) {
            Some((_, arity, at)) if arg < arity && arity <= compile::MAX_REGISTERS => {
                pred::key_of(term, term[at + arg])
            }
            _ => 0,
        }
    }

    /// Retracts a clause; false if it was not alive.
    pub(crate) fn erase(&mut self, code: u64) -> bool {
        let slot = self.stored(code).slot;
        let generation = self.generation + 1;
        if !self.pred_mut(slot).kill(code, generation) {
            return false;
        }
        self.generation = generation;
        true
    }

    /// Forgets dead clauses of a predicate; only while nothing walks its clauses.
    pub(crate) fn compact(&mut self, slot: u32) {
        let pred = self.pred(slot);
        let flattened = pred.flattened(self.generation, &|code, arg| self.key(code, arg));
        if pred.middle.is_empty() && pred.dead_count() > 0 {
            *self.pred_mut(slot) = flattened;
        }
    }

    /// Joins the small blocks that changes after forks have left.
    pub(crate) fn tidy(&mut self) {
        let untidy = |pred: &Arc<Pred>| pred.middle.len() > 4;
        if !self.own.preds.iter().any(untidy) && !self.own.touched.values().any(untidy) {
            return;
        }
        let own = Arc::make_mut(&mut self.own);
        for pred in own.preds.iter_mut().chain(own.touched.values_mut()) {
            if untidy(pred) {
                Arc::make_mut(pred).tidy();
            }
        }
    }

    /// Ends a query: its code and, if nothing was stored, its atoms go.
    pub(crate) fn finish_query(&mut self, changes_before: u64) {
        self.query_code.clear();
        if self.query_code.capacity() > 4096 {
            self.query_code = Vec::new();
        }
        if self.changes == changes_before {
            self.atoms.drop_local();
        } else {
            self.atoms.keep_local();
        }
    }

    /// Reserves a slot for each own predicate name; used by declarations.
    pub(crate) fn declare(&mut self, name: u32, arity: usize) -> u32 {
        Linker::slot(self, name, arity)
    }
}

/// A clause to be stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clause {
    /// The head as written, with a strong negation.
    pub(crate) stored_head: Cell,
    pub(crate) head: Cell,
    pub(crate) body: Cell,
    pub(crate) slot: u32,
    pub(crate) origin: u64,
}

fn first_key(heap: &[Cell], head: Cell) -> Cell {
    match boxes::structure(heap, head) {
        Some((_, arity, at)) if arity <= compile::MAX_REGISTERS => pred::key_of(heap, heap[at]),
        _ => 0,
    }
}

/// Appends `Head :- Body` in flat form; false if there is no room for it.
fn store_term(heap: &[Cell], clause: &Clause, room: Room<'_>, words: &mut Vec<Cell>) -> bool {
    let pair = [cell::functor(atoms::NECK, 2), clause.stored_head, clause.body];
    flat::flatten_pair(heap, &pair, room, words)
}

fn names(atoms: &mut Atoms) -> Names {
    let mut names = Names::default();
    for (number, builtin) in builtins::TABLE.iter().enumerate() {
        if builtin.is_inline() {
            names.inline.insert((atoms.intern(builtin.name), builtin.arity as u32), number as u32);
        }
    }
    for (number, evaluable) in arith::TABLE.iter().enumerate() {
        names
            .evaluable
            .insert((atoms.intern(evaluable.name), evaluable.arity as u32), number as u32);
    }
    let comparisons = [
        ("<", op::LT),
        ("=<", op::LE),
        (">", op::GT),
        (">=", op::GE),
        ("=:=", op::EQ_NUM),
        ("=\\=", op::NE_NUM),
    ];
    for (name, opcode) in comparisons {
        names.comparison.insert(atoms.intern(name), opcode);
    }
    for (number, name) in op::TESTS.iter().enumerate() {
        names.test.insert(atoms.intern(name), number);
    }
    names
}

impl Linker for Db {
    fn slot(&mut self, name: u32, arity: usize) -> u32 {
        if let Some(slot) = self.find_slot(name, arity) {
            return slot;
        }
        let base = self.base.preds.len();
        let own = Arc::make_mut(&mut self.own);
        let slot = (base + own.preds.len()) as u32;
        own.preds.push(Arc::new(Pred::new(name, arity)));
        own.slots.insert((name, arity as u32), slot);
        self.changes += 1;
        slot
    }

    fn inline(&self, name: u32, arity: usize) -> Option<u32> {
        self.base.names.inline.get(&(name, arity as u32)).copied()
    }

    fn evaluable(&self, name: u32, arity: usize) -> Option<u32> {
        self.base.names.evaluable.get(&(name, arity as u32)).copied()
    }

    fn comparison(&self, name: u32) -> Option<u8> {
        self.base.names.comparison.get(&name).copied()
    }

    fn test(&self, name: u32) -> Option<usize> {
        self.base.names.test.get(&name).copied()
    }

    fn complement(&mut self, name: u32) -> u32 {
        let text = format!("-{}", self.atoms.name(name));
        self.atoms.intern(&text)
    }
}
