//! Terms outside the heap: a block of words whose addresses count from its start, root first.
//! Copying in either direction is one pass without recursion.

use crate::boxes;
use crate::cell::{self, BOX, Cell, FUN, HDR, LST, REF, STR};
use crate::watch::Watch;
use rustc_hash::FxHashMap;

/// How many words a copy may take, and who may stop it.
#[derive(Clone, Copy)]
pub(crate) struct Room<'w> {
    pub(crate) words: usize,
    pub(crate) watch: &'w Watch,
}

/// Copies a term off the heap; nothing if there is no room for it.
pub(crate) fn flatten(heap: &[Cell], root: Cell, room: Room<'_>) -> Option<Vec<Cell>> {
    let mut out = Vec::new();
    flatten_into(heap, root, room, &mut out).then_some(out)
}

/// Appends the flat form of a term to `out`, addressed from where it starts there.
pub(crate) fn flatten_into(heap: &[Cell], root: Cell, room: Room<'_>, out: &mut Vec<Cell>) -> bool {
    let base = out.len();
    out.push(root);
    flatten_rest(heap, Span { base, scan: base, room }, out, &mut Vec::new())
}

/// Appends several terms as one block that starts with a word for each, and lists their
/// variables in the order met.
pub(crate) fn flatten_many(
    heap: &[Cell],
    roots: &[Cell],
    room: Room<'_>,
    (out, variables): (&mut Vec<Cell>, &mut Vec<Cell>),
) -> bool {
    let base = out.len();
    out.extend_from_slice(roots);
    flatten_rest(heap, Span { base, scan: base, room }, out, variables)
}

/// Where a block starts, where copying stands, how long it may get.
#[derive(Clone, Copy)]
struct Span<'w> {
    base: usize,
    scan: usize,
    room: Room<'w>,
}

/// Copies what the words from `scan` on refer to.
fn flatten_rest(heap: &[Cell], span: Span<'_>, out: &mut Vec<Cell>, found: &mut Vec<Cell>) -> bool {
    let Span { base, mut scan, room } = span;
    let mut vars = VarMap::default();
    while scan < out.len() {
        if out.len() - base > room.words || room.watch.tick() {
            return false;
        }
        let word = out[scan];
        if cell::tag(word) == HDR {
            scan += 1 + cell::header_words(word);
            continue;
        }
        if cell::tag(word) == FUN {
            scan += 1;
            continue;
        }
        let cell = boxes::deref(heap, word);
        let at = cell::addr(cell);
        let new = out.len() - base;
        out[scan] = match cell::tag(cell) {
            REF => {
                let target = *vars.entry(at, scan - base);
                if target == scan - base {
                    found.push(cell);
                }
                cell::make(REF, target)
            }
            LST => {
                out.extend_from_slice(&heap[at..at + 2]);
                cell::make(LST, new)
            }
            STR => {
                let arity = cell::functor_arity(heap[at]);
                out.extend_from_slice(&heap[at..=at + arity]);
                cell::make(STR, new)
            }
            BOX => {
                let words = cell::header_words(heap[at]);
                out.extend_from_slice(&heap[at..=at + words]);
                cell::make(BOX, new)
            }
            _ => cell,
        };
        scan += 1;
    }
    true
}

/// Appends a flat block to the heap with its addresses moved.
pub(crate) fn relocate_into(heap: &mut Vec<Cell>, words: &[Cell]) {
    let base = (heap.len() as u64) << 3;
    heap.reserve(words.len());
    let mut at = 0;
    while at < words.len() {
        let word = words[at];
        if cell::tag(word) == HDR {
            let end = at + 1 + cell::header_words(word);
            heap.extend_from_slice(&words[at..end]);
            at = end;
            continue;
        }
        heap.push(if cell::is_pointer(word) { word + base } else { word });
        at += 1;
    }
}

/// Copies a flat term onto the heap.
pub(crate) fn unflatten(heap: &mut Vec<Cell>, words: &[Cell]) -> Cell {
    let root = words[0];
    if words.len() == 1 && cell::tag(root) != REF {
        return root;
    }
    let base = heap.len();
    relocate_into(heap, words);
    boxes::deref(heap, cell::make(REF, base))
}

/// Variable addresses to new ones: a short list first, a table when it grows.
#[derive(Default)]
struct VarMap {
    few: Vec<(usize, usize)>,
    many: FxHashMap<usize, usize>,
}

impl VarMap {
    fn entry(&mut self, var: usize, new: usize) -> &usize {
        if self.many.is_empty() {
            if let Some(at) = self.few.iter().position(|(old, _)| *old == var) {
                return &self.few[at].1;
            }
            if self.few.len() < 8 {
                self.few.push((var, new));
                let last = self.few.len() - 1;
                return &self.few[last].1;
            }
            self.many.extend(self.few.iter().copied());
        }
        self.many.entry(var).or_insert(new)
    }
}

/// Appends a structure that is not on the heap, given as its functor and arguments; false if there
/// is no room for it.
pub(crate) fn flatten_pair(
    heap: &[Cell],
    structure: &[Cell],
    room: Room<'_>,
    out: &mut Vec<Cell>,
) -> bool {
    let base = out.len();
    out.push(cell::make(STR, 1));
    out.extend_from_slice(structure);
    flatten_rest(heap, Span { base, scan: base + 2, room }, out, &mut Vec::new())
}
