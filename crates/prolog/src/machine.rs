//! The machine: heap, registers, frames, choice points, trail. The parts that run, throw, collect
//! and table are in the files below. Knows nothing of sessions.

pub(crate) mod attributes;
pub(crate) mod calls;
pub(crate) mod cleanup;
pub(crate) mod control;
pub(crate) mod gc;
pub(crate) mod run;
#[cfg(test)]
mod stopping;
pub(crate) mod table;
pub(crate) mod throw;
pub(crate) mod unify;

use crate::boxes;
use crate::budget::{Budget, Limit};
use crate::cell::{self, Cell, REF};
use crate::flat::{self, Room};
use crate::pred::Cursor;
use crate::tables::Tables;
use crate::watch::Watch;
use crate::writer::MAX_TEXT;
use rustc_hash::FxHashMap;

/// Why the machine stopped without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A ball on the heap is looking for its catcher.
    Throw(Cell),
    /// A limit was reached.
    Limit(Limit),
    /// `halt/0` ends the query.
    Halt,
}

/// What a step of the machine comes to.
pub(crate) type Res<T> = Result<T, Stop>;

/// What to do after a choice point is reached again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Retry {
    /// Try the next clause.
    Clause,
    /// Go on at `next`.
    Code,
    /// Call a built-in again with the saved state.
    Builtin(u32),
    /// A catch that nothing was thrown to: fail further.
    Catch,
    /// Nothing left: fail further.
    Dead,
    /// A goal whose end calls for a clean-up; the goal to run then is saved.
    Cleanup,
    /// The bottom: the query has no more answers.
    Bottom,
    /// A table generator has exhausted its present work.
    Generator(u32),
    /// Return the next answer of a completed table.
    Answers(u32),
    /// Feed the next answer of a table to a goal that waited for it.
    Consumer(u32),
}

/// A place to come back to. Addresses are 32 bits wide to keep it small.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) cp: u64,
    /// Code address of the next clause or alternative.
    pub(crate) next: u64,
    pub(crate) key: Cell,
    pub(crate) e: u32,
    pub(crate) stack_top: u32,
    pub(crate) b0: u32,
    pub(crate) trail: u32,
    pub(crate) heap: u32,
    pub(crate) args: u32,
    pub(crate) slot: u32,
    pub(crate) generation: u32,
    pub(crate) retry: Retry,
    pub(crate) cursor: Cursor,
    pub(crate) undefined: bool,
}

impl Choice {
    /// Where its saved registers start.
    pub(crate) fn args(&self) -> usize {
        self.args as usize
    }
}

/// Words of a frame before its variables: previous frame, return address, size and depth.
pub(crate) const FRAME: usize = 3;

/// Trail entries: an address shifted by two and one of these.
pub(crate) const TRAIL_VAR: u64 = 0;
/// The word below holds the old value of an assigned cell.
pub(crate) const TRAIL_VALUE: u64 = 1;
/// The word below holds the old value of a backtrackable global variable.
pub(crate) const TRAIL_GLOBAL: u64 = 2;

/// The state of one query.
pub(crate) struct Machine {
    pub(crate) heap: Vec<Cell>,
    pub(crate) x: [Cell; 256],
    pub(crate) stack: Vec<Cell>,
    pub(crate) e: usize,
    pub(crate) cp: u64,
    pub(crate) b0: usize,
    /// Heap top of the newest choice point: older variables must be trailed.
    pub(crate) hb: usize,
    pub(crate) choices: Vec<Choice>,
    pub(crate) saved: Vec<Cell>,
    pub(crate) trail: Vec<u64>,
    /// Whether the present derivation rests on something undefined.
    pub(crate) undefined: bool,
    inside: Vec<(usize, bool)>,
    pending: Vec<(Cell, Cell)>,
    /// Choice points that call for a clean-up, and the clean-ups now due.
    cleanups: Vec<usize>,
    pub(crate) due: Vec<Cell>,
    /// How many runs are inside each other, for clean-ups.
    nested: usize,
    /// Answers of running `findall/3` goals.
    pub(crate) bags: Vec<Vec<Cell>>,
    pub(crate) globals: FxHashMap<u32, Cell>,
    pub(crate) tables: Tables,
    /// Words of clauses this query has stored.
    pub(crate) asserted: usize,
    /// Words of the atoms this query has made.
    pub(crate) named: usize,
    pub(crate) output: String,
    pub(crate) fuel: Fuel,
    pub(crate) gc_at: usize,
    pub(crate) redo: Option<Cell>,
    pub(crate) redo_choice: Option<Choice>,
    pub(crate) random: u64,
    pub(crate) watch: Watch,
    /// Predicates seen at work, one for each slice of fuel.
    pub(crate) sampled: [Option<u32>; 8],
    samples: usize,
    /// Whether there ever was an attributed variable.
    pub(crate) attributed: bool,
    /// Attributed variables that were bound, and to what.
    pub(crate) woken: Vec<(usize, Cell)>,
    /// Propagators that have to run.
    pub(crate) fd_waiting: std::collections::VecDeque<usize>,
    /// Size of the heap when the solver last looked at the limit.
    pub(crate) fd_checked: usize,
    /// A constraint being posted cannot hold.
    pub(crate) fd_failed: bool,
    /// Goals to run when the text is loaded, while one is.
    pub(crate) deferred: Option<Vec<Vec<Cell>>>,
}

/// What is left of the budget.
pub(crate) struct Fuel {
    /// Calls left in this slice.
    pub(crate) slice: u32,
    /// Inferences of the slices before and of this one.
    taken: u64,
    pub(crate) budget: Budget,
    pub(crate) peak: usize,
}

impl Fuel {
    /// Inferences spent so far, `owed` among them.
    pub(crate) fn spent(&self, owed: u64) -> u64 {
        (self.taken - u64::from(self.slice)).saturating_add(owed).min(self.budget.inferences)
    }
}

/// Steps a walk over a term may take, besides some for each word of the heap, before it counts
/// as endless.
pub(crate) const MAX_STEPS: usize = 1 << 20;

const SLICE: u64 = 1024;
const FIRST_COLLECTION: usize = 1 << 19;

impl Machine {
    pub(crate) fn new(budget: Budget, tables: Tables) -> Self {
        let watch = Watch::new(&budget);
        Self {
            heap: Vec::new(),
            x: [0; 256],
            stack: vec![0, 0, 0],
            e: 0,
            cp: 0,
            b0: 0,
            hb: 0,
            choices: Vec::new(),
            saved: Vec::new(),
            trail: Vec::new(),
            undefined: false,
            inside: Vec::new(),
            pending: Vec::new(),
            cleanups: Vec::new(),
            due: Vec::new(),
            nested: 0,
            bags: Vec::new(),
            globals: FxHashMap::default(),
            tables,
            asserted: 0,
            named: 0,
            output: String::new(),
            fuel: Fuel { slice: 0, taken: 0, budget, peak: 0 },
            gc_at: FIRST_COLLECTION,
            redo: None,
            redo_choice: None,
            random: 0x2545_f491_4f6c_dd1d,
            watch,
            sampled: [None; 8],
            samples: 0,
            attributed: false,
            woken: Vec::new(),
            fd_waiting: std::collections::VecDeque::new(),
            fd_checked: 0,
            fd_failed: false,
            deferred: None,
        }
    }

    /// Notes which predicate is at work.
    pub(super) fn sample(&mut self, slot: u32) {
        self.sampled[self.samples % 8] = Some(slot);
        self.samples += 1;
    }

    #[inline(always)]
    pub(crate) fn deref(&self, cell: Cell) -> Cell {
        boxes::deref(&self.heap, cell)
    }

    /// Argument `i` of a built-in whose registers start at `first`, dereferenced.
    #[inline(always)]
    pub(crate) fn arg(&self, first: usize, i: usize) -> Cell {
        self.deref(self.x[(first + i) & 255])
    }

    #[inline(always)]
    pub(crate) fn fresh(&mut self) -> Cell {
        boxes::fresh(&mut self.heap)
    }

    /// Binds the unbound variable at `at`.
    #[inline(always)]
    pub(crate) fn bind(&mut self, at: usize, value: Cell) {
        if self.attributed && self.is_attributed(at) {
            self.wake(at, value);
        }
        self.heap[at] = value;
        if at < self.hb {
            self.trail.push((at as u64) << 2);
        }
    }

    /// Makes everything now on the heap survive backtracking, by counting it as older than every
    /// choice point; the collector sees to what is garbage.
    pub(crate) fn keep_heap(&mut self) {
        let top = self.heap.len();
        for choice in &mut self.choices {
            choice.heap = top as u32;
        }
        self.hb = top;
    }

    /// Overwrites a heap cell so that backtracking restores it.
    pub(crate) fn assign(&mut self, at: usize, value: Cell) {
        self.trail.push(self.heap[at]);
        self.trail.push(((at as u64) << 2) | TRAIL_VALUE);
        self.heap[at] = value;
    }

    /// First free word above every frame in use.
    #[inline(always)]
    pub(crate) fn stack_top(&self) -> usize {
        let size = (self.stack[self.e + 2] & 0xffff_ffff) as usize;
        let top = self.e + FRAME + size;
        match self.choices.last() {
            Some(choice) if choice.stack_top as usize > top => choice.stack_top as usize,
            _ => top,
        }
    }

    /// Pushes a frame with `size` variables.
    #[inline(always)]
    pub(crate) fn allocate(&mut self, size: usize) -> Res<()> {
        let top = self.stack_top();
        let end = top + FRAME + size;
        if end > self.stack.len() {
            self.grow_stack(end)?;
        }
        let depth = (self.stack[self.e + 2] >> 32) + 1;
        let frame = &mut self.stack[top..end];
        frame[0] = self.e as u64;
        frame[1] = self.cp;
        frame[2] = size as u64 | (depth << 32);
        for y in &mut frame[FRAME..] {
            *y = cell::small(0);
        }
        self.e = top;
        if depth as usize > self.fuel.budget.depth {
            return Err(Stop::Limit(Limit::Depth));
        }
        Ok(())
    }

    #[cold]
    fn grow_stack(&mut self, end: usize) -> Res<()> {
        let size = end.max(self.stack.len() * 2).max(256);
        self.check_cells(size - self.stack.len())?;
        self.stack.resize(size, 0);
        Ok(())
    }

    /// Words in use everywhere.
    pub(crate) fn cells(&self) -> usize {
        self.heap.len()
            + self.stack_top()
            + self.trail.len()
            + self.saved.len()
            + self.choices.len() * (size_of::<Choice>() / 8)
            + self.bags.iter().map(Vec::len).sum::<usize>()
            + self.tables.words
            + self.asserted
            + self.named
    }

    /// Stops if `more` words would pass the limit.
    pub(crate) fn check_cells(&mut self, more: usize) -> Res<()> {
        let cells = self.cells();
        self.fuel.peak = self.fuel.peak.max(cells);
        if cells.saturating_add(more) > self.fuel.budget.cells {
            return Err(Stop::Limit(Limit::Cells));
        }
        Ok(())
    }

    /// Stops if a text of so many bytes would pass the limit or is longer than any may be.
    pub(crate) fn check_text(&mut self, bytes: usize) -> Res<()> {
        if bytes > MAX_TEXT {
            return Err(Stop::Limit(Limit::Cells));
        }
        self.work(bytes / 8)?;
        self.check_cells(bytes / 8)
    }

    /// Counts a step of a walk over a term; true when it must stop. A walk much longer than the
    /// heap goes round in a circle or unfolds what is shared, and counts as out of cells.
    #[inline(always)]
    pub(crate) fn step(&self, steps: &mut usize) -> bool {
        *steps += 1;
        if *steps > MAX_STEPS && *steps > MAX_STEPS + 8 * self.heap.len() {
            self.watch.stop(Limit::Cells);
        }
        self.watch.tick()
    }

    /// What a copy made by a built-in may still take.
    pub(crate) fn room(&self) -> Room<'_> {
        let longest = MAX_STEPS + 16 * self.heap.len();
        let words = self.fuel.budget.cells.saturating_sub(self.cells()).min(longest);
        Room { words, watch: &self.watch }
    }

    /// What the terms of an answer may take: a node outside the heap is a few cells.
    pub(crate) fn answer_room(&self) -> Room<'_> {
        let words = (MAX_STEPS + self.heap.len()).min(self.fuel.budget.cells / 4);
        Room { words, watch: &self.watch }
    }

    /// Why work was stopped; without another reason there was no room left.
    #[cold]
    pub(crate) fn over(&self) -> Stop {
        Stop::Limit(self.watch.reached().unwrap_or(Limit::Cells))
    }

    /// Counts units of work inside a built-in, or says which limit is reached.
    #[inline]
    pub(crate) fn work(&self, units: usize) -> Res<()> {
        if self.watch.work(units) { Err(self.over()) } else { Ok(()) }
    }

    /// A list on the heap, if there is room for it.
    pub(crate) fn list(&mut self, items: &[Cell], tail: Cell) -> Res<Cell> {
        self.check_cells(items.len().saturating_mul(2))?;
        let mut list = tail;
        for item in items.iter().rev() {
            list = boxes::list(&mut self.heap, *item, list);
            self.work(1)?;
        }
        Ok(list)
    }

    /// Copies a flat term onto the heap, if there is room for it.
    pub(crate) fn unflatten(&mut self, words: &[Cell]) -> Res<Cell> {
        self.check_cells(words.len())?;
        self.work(words.len() / 8)?;
        Ok(flat::unflatten(&mut self.heap, words))
    }

    /// Copies a term with fresh variables, if there is room for it.
    pub(crate) fn copy(&mut self, term: Cell) -> Res<Cell> {
        match flat::flatten(&self.heap, term, self.room()) {
            Some(words) => self.unflatten(&words),
            None => Err(self.over()),
        }
    }

    /// Pops the frame.
    #[inline(always)]
    pub(crate) fn deallocate(&mut self) {
        self.cp = self.stack[self.e + 1];
        self.e = self.stack[self.e] as usize;
    }

    /// Pushes a choice point that saves the first `arity` registers.
    #[inline(always)]
    pub(crate) fn push_choice(&mut self, retry: Retry, arity: usize) {
        let stack_top = self.stack_top() as u32;
        let args = self.saved.len() as u32;
        self.saved.extend_from_slice(&self.x[..arity.min(256)]);
        self.hb = self.heap.len();
        self.choices.push(Choice {
            cp: self.cp,
            next: 0,
            key: 0,
            e: self.e as u32,
            stack_top,
            b0: self.b0 as u32,
            trail: self.trail.len() as u32,
            heap: self.heap.len() as u32,
            args,
            slot: 0,
            generation: 0,
            retry,
            cursor: Cursor::NONE,
            undefined: self.undefined,
        });
    }

    /// Removes choice points down to `level`.
    #[inline(always)]
    pub(crate) fn cut_to(&mut self, level: usize) {
        if level < self.choices.len() {
            if self.cleanups.last().is_some_and(|newest| *newest >= level) {
                self.note_cleanups(level);
            }
            self.saved.truncate(self.choices[level].args());
            self.choices.truncate(level);
            self.hb = self.choices.last().map_or(0, |choice| choice.heap as usize);
        }
    }

    /// Makes the clean-ups of choice points from `level` on due, the newest first.
    #[cold]
    fn note_cleanups(&mut self, level: usize) {
        while let Some(newest) = self.cleanups.pop_if(|newest| *newest >= level) {
            let goal = self.saved[self.choices[newest].args()];
            self.due.push(goal);
        }
    }

    /// Undoes bindings made since the trail had `length` entries.
    #[inline(always)]
    pub(crate) fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(entry) = self.trail.pop() else { return };
            let at = (entry >> 2) as usize;
            match entry & 3 {
                TRAIL_VAR => self.heap[at] = cell::make(REF, at),
                TRAIL_VALUE => {
                    if let Some(old) = self.trail.pop() {
                        self.heap[at] = old;
                    }
                }
                _ => match self.trail.pop() {
                    Some(0) | None => {
                        self.globals.remove(&(at as u32));
                    }
                    Some(old) => {
                        self.globals.insert(at as u32, old);
                    }
                },
            }
        }
        if !self.woken.is_empty() {
            let heap = &self.heap;
            self.woken
                .retain(|(at, _)| heap.get(*at).is_some_and(|cell| *cell != cell::make(REF, *at)));
        }
    }

    /// Counts one call.
    #[inline]
    pub(crate) fn burn(&mut self) -> Res<()> {
        if self.fuel.slice == 0 {
            self.refuel()?;
        }
        self.fuel.slice -= 1;
        Ok(())
    }

    /// A new slice of fuel, or the limit that is reached.
    #[cold]
    pub(crate) fn refuel(&mut self) -> Res<()> {
        if self.watch.look() {
            return Err(self.over());
        }
        self.fuel.taken += self.watch.owed();
        let left = self.fuel.budget.inferences.saturating_sub(self.fuel.taken);
        self.watch.settle(0, left);
        if left == 0 {
            return Err(Stop::Limit(Limit::Inferences));
        }
        let slice = left.min(SLICE);
        self.fuel.taken += slice;
        self.fuel.slice = slice as u32;
        self.check_cells(0)
    }
}
