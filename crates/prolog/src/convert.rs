//! Terms between the machine's cells and the value type of results.

use crate::atoms::Atoms;
use crate::boxes;
use crate::cell::{self, ATM, BOX, Cell, INT, REF};
use crate::flat::Room;
use crate::reader::Places;
use crate::span::Span;
use crate::term::{Node, Term};
use crate::watch::Watch;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Names of variables by heap address.
pub(crate) type Names = FxHashMap<usize, Arc<str>>;

/// Copies terms off the heap into one shared arena; unnamed variables get `_0`, `_1`, ... Nothing
/// if there is no room for so many nodes.
pub(crate) fn to_terms(
    heap: &[Cell],
    atoms: &Atoms,
    roots: &[Cell],
    names: &mut Names,
    room: Room<'_>,
) -> Option<Vec<Term>> {
    let mut nodes: Vec<Node> = Vec::with_capacity(roots.len());
    let mut sources: Vec<Cell> = roots.to_vec();
    let mut at = 0;
    while at < sources.len() {
        if sources.len() > room.words || room.watch.work(4) {
            return None;
        }
        let cell = boxes::deref(heap, sources[at]);
        let node = match boxes::structure(heap, cell) {
            Some((name, arity, args)) => {
                let first = sources.len() as u32;
                sources.extend_from_slice(&heap[args..args + arity]);
                Node::Compound { name: atoms.name(name).clone(), arity: arity as u32, first }
            }
            None => simple_node(heap, atoms, cell, names),
        };
        nodes.push(node);
        at += 1;
    }
    let arena: Arc<[Node]> = nodes.into();
    Some((0..roots.len()).map(|root| Term { arena: arena.clone(), root: root as u32 }).collect())
}

/// One term off the heap, however large; the term must not be cyclic.
pub(crate) fn to_term(heap: &[Cell], atoms: &Atoms, root: Cell, names: &mut Names) -> Term {
    let watch = Watch::default();
    let room = Room { words: usize::MAX, watch: &watch };
    let terms = to_terms(heap, atoms, &[root], names, room);
    terms.and_then(|terms| terms.into_iter().next()).unwrap_or_else(|| Term::atom("[]"))
}

/// Where the nodes stand that [`to_term`] makes of a term, in the same order; a part without a
/// place of its own has that of the whole.
pub(crate) fn spans(heap: &[Cell], (root, whole): (Cell, Span), places: &Places) -> Vec<Span> {
    if places.is_empty() {
        return vec![whole];
    }
    let mut found = vec![whole];
    let mut sources = vec![root];
    let mut at = 0;
    while at < sources.len() {
        let cell = boxes::deref(heap, sources[at]);
        if let Some((_, arity, args)) = boxes::structure(heap, cell) {
            let around = found[at];
            sources.extend_from_slice(&heap[args..args + arity]);
            found.extend(
                (args..args + arity).map(|arg| places.get(&arg).copied().unwrap_or(around)),
            );
        }
        at += 1;
    }
    found
}

/// Whether a term can be copied in full.
pub(crate) fn is_whole(heap: &[Cell], root: Cell, room: Room<'_>) -> bool {
    let mut pending = vec![root];
    let mut steps = 0;
    while let Some(cell) = pending.pop() {
        steps += 1;
        if steps > room.words || room.watch.tick() {
            return false;
        }
        let cell = boxes::deref(heap, cell);
        if let Some((_, arity, at)) = boxes::structure(heap, cell) {
            pending.extend_from_slice(&heap[at..at + arity]);
        }
    }
    true
}

fn simple_node(heap: &[Cell], atoms: &Atoms, cell: Cell, names: &mut Names) -> Node {
    let at = cell::addr(cell);
    match cell::tag(cell) {
        REF => {
            let next = names.len();
            let name = names.entry(at).or_insert_with(|| format!("_{next}").into());
            Node::Var(name.clone())
        }
        ATM => Node::Atom(atoms.name(cell::atom_id(cell)).clone()),
        INT => Node::Int(cell::small_value(cell)),
        BOX => match boxes::kind(heap, at) {
            cell::KIND_FLOAT => Node::Float(boxes::float_at(heap, at)),
            cell::KIND_STRING => Node::Str(boxes::string_at(heap, at).into()),
            _ => {
                let value = boxes::big_at(heap, at);
                match num_traits::ToPrimitive::to_i64(&value) {
                    Some(value) => Node::Int(value),
                    None => Node::Big(Arc::new(value)),
                }
            }
        },
        _ => Node::Atom(atoms.name(crate::atoms::NIL).clone()),
    }
}

/// Builds a term on a heap; variables of one name are one variable.
pub(crate) fn to_cells(
    term: &Term,
    heap: &mut Vec<Cell>,
    atoms: &mut Atoms,
    vars: &mut FxHashMap<Arc<str>, Cell>,
) -> Cell {
    let root = heap.len();
    heap.push(0);
    let mut pending = vec![(term.root, root)];
    while let Some((node, slot)) = pending.pop() {
        let cell = match &term.arena[node as usize] {
            Node::Var(name) => match vars.get(name) {
                Some(cell) => *cell,
                None => {
                    let cell = cell::make(REF, slot);
                    vars.insert(name.clone(), cell);
                    cell
                }
            },
            Node::Atom(name) => cell::atom(atoms.intern(name)),
            Node::Int(value) => boxes::int(heap, *value),
            Node::Big(value) => boxes::big(heap, value),
            Node::Float(value) => boxes::float(heap, *value),
            Node::Str(text) => boxes::string(heap, text),
            Node::Compound { name, arity, first } => {
                let name = atoms.intern(name);
                let args = vec![cell::atom(crate::atoms::NIL); *arity as usize];
                let cell = boxes::compound(heap, name, &args);
                if let Some((_, _, at)) = boxes::structure(heap, cell) {
                    pending.extend((0..*arity).map(|i| (first + i, at + i as usize)));
                }
                cell
            }
        };
        heap[slot] = cell;
    }
    boxes::deref(heap, cell::make(REF, root))
}
