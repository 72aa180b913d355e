//! Terms outside the heap: a block of words whose addresses count from its start, root first.
//! Copying in either direction is one pass without recursion.

use crate::boxes;
use crate::cell::{self, BOX, Cell, FUN, HDR, LST, REF, STR};
use rustc_hash::FxHashMap;

/// Copies a term off the heap; nothing if it needs more than `limit` words.
pub(crate) fn flatten(heap: &[Cell], root: Cell, limit: usize) -> Option<Vec<Cell>> {
    let mut out = Vec::new();
    flatten_into(heap, root, limit, &mut out).then_some(out)
}

/// Appends the flat form of a term to `out`, addressed from where it starts there.
pub(crate) fn flatten_into(heap: &[Cell], root: Cell, limit: usize, out: &mut Vec<Cell>) -> bool {
    let base = out.len();
    out.push(root);
    flatten_rest(heap, Span { base, scan: base, limit }, out, &mut Vec::new())
}

/// Appends several terms as one block that starts with a word for each, and lists their
/// variables in the order met.
pub(crate) fn flatten_many(
    heap: &[Cell],
    roots: &[Cell],
    limit: usize,
    (out, variables): (&mut Vec<Cell>, &mut Vec<Cell>),
) -> bool {
    let base = out.len();
    out.extend_from_slice(roots);
    flatten_rest(heap, Span { base, scan: base, limit }, out, variables)
}

/// Where a block starts, where copying stands, how long it may get.
#[derive(Clone, Copy)]
struct Span {
    base: usize,
    scan: usize,
    limit: usize,
}

/// Copies what the words from `scan` on refer to.
fn flatten_rest(heap: &[Cell], span: Span, out: &mut Vec<Cell>, found: &mut Vec<Cell>) -> bool {
    let Span { base, mut scan, limit } = span;
    let mut vars = VarMap::default();
    while scan < out.len() {
        if out.len() - base > limit {
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

/// Copies a term within the heap with fresh variables; nothing if it needs over `limit` words.
pub(crate) fn copy(heap: &mut Vec<Cell>, root: Cell, limit: usize) -> Option<Cell> {
    let words = flatten(heap, root, limit)?;
    Some(unflatten(heap, &words))
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

/// Appends a structure that is not on the heap, given as its functor and arguments.
pub(crate) fn flatten_pair(heap: &[Cell], structure: &[Cell], out: &mut Vec<Cell>) {
    let base = out.len();
    out.push(cell::make(STR, 1));
    out.extend_from_slice(structure);
    let span = Span { base, scan: base + 2, limit: usize::MAX };
    flatten_rest(heap, span, out, &mut Vec::new());
}
