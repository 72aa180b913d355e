//! The clause store of a session: a shared base below an overlay, with code segments, predicate
//! slots and the compiler's view of them. Runs nothing.

mod clauses;
mod dependencies;

pub(crate) use clauses::Clause;
pub(crate) use dependencies::Change;

use crate::arith;
use crate::atoms::{self, Atoms};
use crate::builtins;
use crate::cell::Cell;
use crate::compile::Linker;
use crate::flags::Flags;
use crate::op;
use crate::ops::Ops;
use crate::pred::{Kind, Pred};
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
    /// Counts changes of anything but facts.
    pub(crate) rules: u64,
    /// Changes since tables were first kept, while they are.
    pub(crate) log: Option<dependencies::Log>,
    /// State of the rules in which recursive predicates were last looked for.
    auto_tabled: Option<u64>,
    /// Whether clauses now loaded belong to the engine.
    pub(crate) loading: Loading,
    /// Slots the library calls its predicates by, while it is loaded: a program that defines one of
    /// the same name changes nothing for the library.
    private: FxHashMap<(u32, u32), u32>,
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
            rules: 0,
            log: None,
            auto_tabled: None,
            loading: Loading::User,
            private: FxHashMap::default(),
        }
    }

    /// Lets programs call what the library has defined.
    pub(crate) fn publish(&mut self) {
        let own = Arc::make_mut(&mut self.own);
        for (key, slot) in std::mem::take(&mut self.private) {
            let at = slot as usize - self.base.preds.len();
            let pred = own.preds[at].clone();
            if pred.defined && !self.base.slots.contains_key(&key) {
                own.slots.insert(key, (self.base.preds.len() + own.preds.len()) as u32);
                own.preds.push(pred);
            }
        }
    }

    /// The slot by which the library calls a predicate.
    fn private_slot(&mut self, key: (u32, u32)) -> u32 {
        if let Some(slot) = self.private.get(&key) {
            return *slot;
        }
        let built_in =
            self.base.slots.get(&key).map(|slot| self.base.preds[*slot as usize].clone());
        let pred = built_in.unwrap_or_else(|| Arc::new(Pred::new(key.0, key.1 as usize)));
        let own = Arc::make_mut(&mut self.own);
        let slot = (self.base.preds.len() + own.preds.len()) as u32;
        own.preds.push(pred);
        self.private.insert(key, slot);
        slot
    }

    /// Makes room for a program's own definition of a predicate of the engine.
    pub(crate) fn take_over(&mut self, slot: u32) {
        let pred = self.pred(slot);
        if (pred.library || pred.system) && self.loading == Loading::User {
            let fresh = Pred::new(pred.name, pred.arity);
            *self.pred_mut(slot) = fresh;
        }
    }

    /// Whether the engine's own definition of a name is the one that is called.
    fn is_own(&self, name: u32, arity: usize) -> bool {
        self.loading != Loading::User
            || self
                .find_slot(name, arity)
                .is_none_or(|slot| matches!(self.pred(slot).kind, Kind::Builtin(_)))
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
            log: None,
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
        self.note(Change::Other(slot));
        self.touch(slot)
    }

    /// A predicate to change in a way that is noted by whoever asks.
    fn touch(&mut self, slot: u32) -> &mut Pred {
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

    /// All slots.
    pub(crate) fn slots(&self) -> std::ops::Range<u32> {
        0..(self.base.preds.len() + self.own.preds.len()) as u32
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
        if self.loading != Loading::User {
            return self.private_slot((name, arity as u32));
        }
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
        let number = self.base.names.inline.get(&(name, arity as u32)).copied()?;
        self.is_own(name, arity).then_some(number)
    }

    fn evaluable(&self, name: u32, arity: usize) -> Option<u32> {
        self.base.names.evaluable.get(&(name, arity as u32)).copied()
    }

    fn comparison(&self, name: u32) -> Option<u8> {
        self.base.names.comparison.get(&name).copied()
    }

    fn test(&self, name: u32) -> Option<usize> {
        let number = self.base.names.test.get(&name).copied()?;
        self.is_own(name, 1).then_some(number)
    }

    fn complement(&mut self, name: u32) -> u32 {
        let text = format!("-{}", self.atoms.name(name));
        self.atoms.intern(&text)
    }
}
