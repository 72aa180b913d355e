//! Proof terms collected by the machine, turned into the proof table of an answer.

use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell, REF};
use crate::convert::{self, Names};
use crate::db::Db;
use crate::flat::{self, Room};
use crate::machine::Machine;
use crate::proof::{ClauseId, Origin, Proof, ProofNode, Step};
use crate::tables::Tables;
use crate::term::Term;
use rustc_hash::FxHashMap;

/// A step whose children are being collected.
struct Open {
    term: Cell,
    /// The answer of a table it is the derivation of.
    answer: Option<(u32, u32)>,
    pending: Vec<Cell>,
    children: Vec<usize>,
}

struct Extractor<'e> {
    heap: Vec<Cell>,
    tables: &'e Tables,
    db: &'e Db,
    nodes: Vec<ProofNode>,
    answers: FxHashMap<(u32, u32), usize>,
    names: Names,
    room: Room<'e>,
}

/// Steps that the proofs of several answers share.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) nodes: Vec<ProofNode>,
    answers: FxHashMap<(u32, u32), usize>,
    /// The state of the database that the answers of tables belong to.
    changes: u64,
}

/// The proof a proof term stands for; answers of tables become shared steps. Nothing if there is
/// no room for it.
pub(crate) fn extract(m: &Machine, db: &Db, root: Cell) -> Option<Proof> {
    let mut shared = Shared::default();
    let root = extract_into(m, db, root, &mut shared)?;
    Some(Proof { nodes: shared.nodes, root })
}

/// Adds a proof to the steps of others and gives the index of its root.
pub(crate) fn extract_into(m: &Machine, db: &Db, root: Cell, shared: &mut Shared) -> Option<usize> {
    if m.watch.work(m.heap.len() / 8) {
        return None;
    }
    if shared.changes != db.changes {
        shared.answers.clear();
        shared.changes = db.changes;
    }
    let mut extractor = Extractor {
        heap: m.heap.clone(),
        tables: &m.tables,
        db,
        room: m.answer_room(),
        nodes: std::mem::take(&mut shared.nodes),
        answers: std::mem::take(&mut shared.answers),
        names: Names::default(),
    };
    let root = extractor.run(root);
    (shared.nodes, shared.answers) = (extractor.nodes, extractor.answers);
    root
}

impl Extractor<'_> {
    fn run(&mut self, root: Cell) -> Option<usize> {
        let mut stack: Vec<Open> = Vec::new();
        let mut done = self.enter(root, &mut stack);
        while let Some(open) = stack.last_mut() {
            if let Some(node) = done.take() {
                open.children.push(node);
            }
            if let Some(next) = open.pending.pop() {
                done = self.enter(next, &mut stack);
                continue;
            }
            let Some(open) = stack.pop() else { break };
            done = Some(self.close(open)?);
        }
        Some(done.unwrap_or(0))
    }

    /// Starts a step; its index at once if it is known already.
    fn enter(&mut self, term: Cell, stack: &mut Vec<Open>) -> Option<usize> {
        let mut term = boxes::deref(&self.heap, term);
        let mut answer = None;
        while let Some((atoms::PROOF_TABLED, 2, at)) = boxes::structure(&self.heap, term) {
            let key = (self.number(at) as u32, self.number(at + 1) as u32);
            if let Some(node) = self.answers.get(&key) {
                return Some(*node);
            }
            answer = answer.or(Some(key));
            let answers = &self.tables.table(key.0).answers;
            let proof = answers.proofs.get(key.1 as usize)?.clone();
            term = flat::unflatten(&mut self.heap, &proof);
        }
        let (name, arity, at) = boxes::structure(&self.heap, term)?;
        let list = match (name, arity) {
            (atoms::PROOF_CLAUSE, 4) => self.heap[at + 3],
            (atoms::PROOF_CONTROL, 2) => self.heap[at + 1],
            _ => cell::atom(atoms::NIL),
        };
        let mut pending = self.items(list);
        pending.reverse();
        stack.push(Open { term, answer, pending, children: Vec::new() });
        None
    }

    fn number(&self, at: usize) -> i64 {
        cell::small_value(boxes::deref(&self.heap, self.heap[at]))
    }

    fn items(&self, list: Cell) -> Vec<Cell> {
        let mut items = Vec::new();
        let mut list = boxes::deref(&self.heap, list);
        while cell::tag(list) == cell::LST {
            items.push(self.heap[cell::addr(list)]);
            list = boxes::deref(&self.heap, self.heap[cell::addr(list) + 1]);
        }
        items
    }

    fn close(&mut self, open: Open) -> Option<usize> {
        let Some((name, arity, at)) = boxes::structure(&self.heap, open.term) else {
            return Some(0);
        };
        let (goal, step) = match (name, arity) {
            (atoms::PROOF_CLAUSE, 4) => {
                let code = self.number(at) as u64;
                let (goal, body) = (self.heap[at + 1], self.heap[at + 2]);
                (goal, self.clause_step(code, goal, body)?)
            }
            (atoms::PROOF_NOT, 1) => (self.heap[at], Step::NotProvable),
            (atoms::PROOF_UNDEFINED, 1) => (self.heap[at], Step::Undefined),
            (atoms::PROOF_CONTROL, 2) => (self.heap[at], Step::Control),
            _ => (self.heap[at], Step::Builtin),
        };
        let goal = self.term(goal)?;
        self.nodes.push(ProofNode { goal, step, children: open.children });
        let index = self.nodes.len() - 1;
        if let Some(key) = open.answer {
            self.answers.insert(key, index);
        }
        Some(index)
    }

    /// A term of the proof; all of them together may take the room.
    fn term(&mut self, cell: Cell) -> Option<Term> {
        let Self { heap, db, names, room, .. } = self;
        let terms = convert::to_terms(heap, &db.atoms, &[cell], names, *room)?;
        let term = terms.into_iter().next()?;
        room.words = room.words.checked_sub(term.arena.len())?;
        Some(term)
    }

    /// What the variables of the stored clause stand for in this instance.
    fn clause_step(&mut self, code: u64, goal: Cell, body: Cell) -> Option<Step> {
        let stored = self.db.stored(code);
        let origin = Origin(stored.origin);
        let words = stored.term.to_vec();
        let at = cell::addr(words[0]) + 1;
        let mut names = Names::default();
        let parts = [words[at], words[at + 1]];
        convert::to_terms(&words, &self.db.atoms, &parts, &mut names, self.room)?;
        let mut values: FxHashMap<usize, Cell> = FxHashMap::default();
        let mut pending = vec![(words[at], goal), (words[at + 1], body)];
        while let Some((pattern, value)) = pending.pop() {
            if self.room.watch.tick() {
                return None;
            }
            let pattern = boxes::deref(&words, pattern);
            let value = boxes::deref(&self.heap, value);
            if cell::tag(pattern) == REF {
                values.entry(cell::addr(pattern)).or_insert(value);
            } else if let (Some((_, n, left)), Some((_, k, right))) =
                (boxes::structure(&words, pattern), boxes::structure(&self.heap, value))
                && n == k
            {
                pending.extend((0..n).map(|i| (words[left + i], self.heap[right + i])));
            }
        }
        let mut named: Vec<(String, Cell)> = names
            .iter()
            .filter_map(|(at, name)| values.get(at).map(|value| (name.to_string(), *value)))
            .collect();
        named.sort_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
        let mut bindings = Vec::with_capacity(named.len());
        for (name, value) in named {
            bindings.push((name, self.term(value)?));
        }
        Some(Step::Clause { id: ClauseId(code), origin, bindings })
    }
}
