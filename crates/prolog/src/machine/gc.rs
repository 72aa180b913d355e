//! The collector: marks from registers, frames, choice points and trail, then slides live words
//! down so that the order of the heap, on which choice points rely, is kept.

use super::{FRAME, Machine, Res, TRAIL_VALUE, TRAIL_VAR};
use crate::cell::{self, BOX, Cell, HDR, LST, REF, STR};
use crate::watch::Watch;

/// Mark bits and, per 64 words, how many live words come before.
struct Marks {
    bits: Vec<u64>,
    before: Vec<u32>,
}

impl Marks {
    fn get(&self, at: usize) -> bool {
        self.bits[at / 64] & (1 << (at % 64)) != 0
    }

    fn set(&mut self, at: usize) {
        self.bits[at / 64] |= 1 << (at % 64);
    }

    fn count(&mut self) {
        let mut total = 0;
        for word in &self.bits {
            self.before.push(total);
            total += word.count_ones();
        }
    }

    /// Where the word at `at` moves to, or where the next live one does.
    fn target(&self, at: usize) -> usize {
        let Some(word) = self.bits.get(at / 64) else {
            return self.before.last().copied().unwrap_or(0) as usize
                + self.bits.last().map_or(0, |word| word.count_ones() as usize);
        };
        let mask = (1u64 << (at % 64)) - 1;
        self.before[at / 64] as usize + (word & mask).count_ones() as usize
    }

    fn moved(&self, cell: Cell) -> Cell {
        if cell::is_pointer(cell) {
            cell::make(cell::tag(cell), self.target(cell::addr(cell)))
        } else {
            cell
        }
    }
}

impl Machine {
    /// Collects garbage; only the first `arity` registers are alive. A limit reached on the way
    /// leaves the heap in no state to go on with.
    #[cold]
    pub(crate) fn collect(&mut self, arity: usize) -> Res<()> {
        let owed = self.watch.owed();
        let mut marks = Marks { bits: vec![0; self.heap.len() / 64 + 1], before: Vec::new() };
        let mut pending: Vec<Cell> = Vec::new();
        self.visit_roots(arity, &mut |cell| {
            pending.push(*cell);
        });
        if !mark(&self.heap, &mut marks, &mut pending, &self.watch) {
            return Err(self.over());
        }
        marks.count();
        self.slide(&marks)?;
        self.visit_roots(arity, &mut |cell| *cell = marks.moved(*cell));
        for choice in &mut self.choices {
            choice.heap = marks.target(choice.heap as usize) as u32;
        }
        self.move_trail(&marks);
        self.hb = self.choices.last().map_or(0, |choice| choice.heap as usize);
        let live = self.heap.len();
        self.gc_at = (live * 2).max(super::FIRST_COLLECTION);
        // The program did not ask for this work.
        self.watch.forget(owed);
        Ok(())
    }

    /// Calls `visit` on every cell outside the heap that refers into it, except trail addresses.
    fn visit_roots(&mut self, arity: usize, visit: &mut dyn FnMut(&mut Cell)) {
        self.x[..arity].iter_mut().for_each(&mut *visit);
        self.saved.iter_mut().for_each(&mut *visit);
        self.globals.values_mut().for_each(&mut *visit);
        self.visit_frames(visit);
        let mut at = self.trail.len();
        while at > 0 {
            at -= 1;
            if self.trail[at] & 3 != TRAIL_VAR {
                at -= 1;
                visit(&mut self.trail[at]);
            }
        }
    }

    /// Frames reachable from the current one and from every choice point, each once.
    fn visit_frames(&mut self, visit: &mut dyn FnMut(&mut Cell)) {
        let mut starts: Vec<usize> = self.choices.iter().map(|choice| choice.e as usize).collect();
        starts.push(self.e);
        starts.sort_unstable();
        // Chains only go down, so walking from the highest start joins lower chains at frames
        // already seen.
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(mut e) = starts.pop() {
            while seen.insert(e) {
                let size = (self.stack[e + 2] & 0xffff_ffff) as usize;
                self.stack[e + FRAME..e + FRAME + size].iter_mut().for_each(&mut *visit);
                e = self.stack[e] as usize;
            }
        }
    }

    fn slide(&mut self, marks: &Marks) -> Res<()> {
        let mut to = 0;
        let mut at = 0;
        let end = self.heap.len();
        while at < end {
            if marks.bits[at / 64] == 0 {
                at = (at / 64 + 1) * 64;
                continue;
            }
            if !marks.get(at) {
                at += 1;
                continue;
            }
            self.work(1)?;
            let word = self.heap[at];
            if cell::tag(word) == HDR {
                let words = cell::header_words(word) + 1;
                self.heap.copy_within(at..at + words, to);
                at += words;
                to += words;
                continue;
            }
            self.heap[to] = marks.moved(word);
            at += 1;
            to += 1;
        }
        self.heap.truncate(to);
        Ok(())
    }

    /// Moves trail entries and drops those of dead variables.
    fn move_trail(&mut self, marks: &Marks) {
        let old = std::mem::take(&mut self.trail);
        let mut new = Vec::with_capacity(old.len());
        let mut next_choice = 0;
        let mut at = 0;
        let keys = trail_keys(&old);
        while at <= old.len() {
            while next_choice < self.choices.len() && self.choices[next_choice].trail as usize <= at
            {
                self.choices[next_choice].trail = new.len() as u32;
                next_choice += 1;
            }
            if at == old.len() {
                break;
            }
            if keys[at] {
                let address = (old[at] >> 2) as usize;
                if marks.get(address) {
                    new.push((marks.target(address) as u64) << 2);
                }
                at += 1;
                continue;
            }
            // An old value, already moved, and its key.
            let key = old[at + 1];
            if key & 3 == TRAIL_VALUE && !marks.get((key >> 2) as usize) {
                at += 2;
                continue;
            }
            new.push(old[at]);
            let moved = if key & 3 == TRAIL_VALUE {
                ((marks.target((key >> 2) as usize) as u64) << 2) | TRAIL_VALUE
            } else {
                key
            };
            new.push(moved);
            at += 2;
        }
        self.trail = new;
    }
}

/// Which trail words are plain variable entries; the others come in pairs of value and key.
fn trail_keys(trail: &[u64]) -> Vec<bool> {
    let mut plain = vec![true; trail.len()];
    let mut at = trail.len();
    while at > 0 {
        at -= 1;
        if trail[at] & 3 != TRAIL_VAR {
            plain[at] = false;
            at -= 1;
            plain[at] = false;
        }
    }
    plain
}

/// Marks everything that can be reached; false if it was stopped.
fn mark(heap: &[Cell], marks: &mut Marks, pending: &mut Vec<Cell>, watch: &Watch) -> bool {
    while let Some(cell) = pending.pop() {
        if watch.tick() {
            return false;
        }
        let at = cell::addr(cell);
        match cell::tag(cell) {
            REF if heap.get(at + 1) == Some(&cell::ATTRIBUTED) && !marks.get(at) => {
                marks.set(at + 1);
                mark_words(heap, marks, pending, (at, 1));
                mark_words(heap, marks, pending, (at + 2, 1));
            }
            REF => mark_words(heap, marks, pending, (at, 1)),
            LST => mark_words(heap, marks, pending, (at, 2)),
            STR if !marks.get(at) => {
                marks.set(at);
                mark_words(heap, marks, pending, (at + 1, cell::functor_arity(heap[at])));
            }
            BOX if !marks.get(at) => {
                for word in at..=at + cell::header_words(heap[at]) {
                    marks.set(word);
                }
            }
            _ => {}
        }
    }
    true
}

/// Marks `count` words from `at` on and notes what they refer to.
fn mark_words(
    heap: &[Cell],
    marks: &mut Marks,
    pending: &mut Vec<Cell>,
    (at, count): (usize, usize),
) {
    for (offset, word) in heap[at..at + count].iter().enumerate() {
        if !marks.get(at + offset) {
            marks.set(at + offset);
            pending.push(*word);
        }
    }
}
