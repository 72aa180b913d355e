//! Calls, retries and the set-up of goals: everything the loop needs a choice point for.

use super::run::{Next, Start};
use super::table::Sign;
use super::throw::STUB_ANSWER;
use super::{FRAME, Machine, Res, Retry};
use crate::boxes;
use crate::builtins::{self, Flow, Run};
use crate::cell::{self, Cell, LST, STR};
use crate::compile::MAX_REGISTERS;
use crate::db::Db;
use crate::flags::Unknown;
use crate::pred::{self, Cursor, INDEXED, Kind, Only, Pred};

impl Machine {
    /// Calls a built-in or a tabled predicate whose arguments are in the registers.
    pub(super) fn call_other(&mut self, db: &mut Db, slot: u32) -> Res<Next> {
        let pred = db.pred(slot);
        if let Kind::Builtin(number) = pred.kind {
            let arity = registers(pred);
            return self.call_builtin(db, number, arity);
        }
        let flow = self.table_call(db, slot, Sign::Positive)?;
        Ok(follow(self.cp, flow))
    }

    /// The first matching clause; pushes a choice point if there may be others.
    #[inline(always)]
    pub(crate) fn first_clause(
        &mut self,
        db: &Db,
        pred: &Pred,
        slot: u32,
        arity: usize,
    ) -> Option<u64> {
        let key = if arity > 0 { pred::key_of(&self.heap, self.x[0]) } else { 0 };
        let generation = db.generation;
        let mut keys = [0; INDEXED];
        keys[0] = key;
        let own = &*pred.own;
        if pred.plain && own.entries.len() <= 8 {
            let (first, rest) = pred::scan(&own.entries, 0, key, generation)?;
            let Some((second, at)) = pred::scan(&own.entries, rest, key, generation) else {
                return Some(first);
            };
            self.push_choice(Retry::Clause, arity);
            if let Some(choice) = self.choices.last_mut() {
                choice.next = second;
                choice.key = key;
                choice.slot = slot;
                choice.generation = generation;
                choice.cursor = Cursor::scanning(at, own.entries.len());
            }
            return Some(first);
        }
        let key_of = |code, arg| db.key(code, arg);
        if pred.plain && key != 0 {
            match pred.only(key, generation, &key_of) {
                Only::Clause(code) => return Some(code),
                Only::Nothing => return None,
                Only::Unknown => {}
            }
        }
        for (i, k) in keys.iter_mut().enumerate().take(arity).skip(1) {
            *k = pred::key_of(&self.heap, self.x[i]);
        }
        let used = arity.min(INDEXED);
        let mut cursor = pred.cursor(&keys[..used], &key_of);
        let first = pred.next(&mut cursor, &keys[..used], generation, &key_of)?;
        if let Some(second) = pred.next(&mut cursor, &keys[..used], generation, &key_of) {
            self.push_choice(Retry::Clause, arity);
            if let Some(choice) = self.choices.last_mut() {
                choice.next = second;
                choice.key = key;
                choice.slot = slot;
                choice.generation = generation;
                choice.cursor = cursor;
            }
        }
        Some(first)
    }

    /// What calling an undefined procedure does.
    #[cold]
    pub(super) fn unknown(&mut self, db: &Db, slot: u32) -> Res<()> {
        let pred = db.pred(slot);
        let complement = db.atoms.name(pred.name).strip_prefix('-').and_then(|positive| {
            let slot = db.find_slot(db.atoms.find(positive)?, pred.arity)?;
            let pred = db.pred(slot);
            (pred.defined || pred.dynamic).then_some(())
        });
        if complement.is_some() || db.flags.unknown != Unknown::Error {
            return Ok(());
        }
        Err(self.unknown_procedure(pred.name, pred.arity))
    }

    fn call_builtin(&mut self, db: &mut Db, number: u32, arity: usize) -> Res<Next> {
        let ok = match builtins::TABLE[number as usize].run {
            Run::Det(function) => function(self, db, 0)?,
            Run::Many(function) => {
                self.redo = None;
                self.redo_choice = None;
                function(self, db, Redo { number, arity })?
            }
            Run::Control(function) => {
                let flow = function(self, db)?;
                if !self.due.is_empty() {
                    self.clean_up(db)?;
                }
                return Ok(follow(self.cp, flow));
            }
        };
        if self.watch.is_over() {
            return Err(self.over());
        }
        let named = db.atoms.local_words();
        if named != self.named {
            self.named = named;
            self.check_cells(0)?;
        }
        Ok(if ok { Next::At(self.cp) } else { Next::Fail })
    }

    /// The next clause, if the newest choice point waits with one.
    #[inline(always)]
    pub(super) fn retry_clause(&mut self, db: &Db) -> Option<u64> {
        let choice = self.choices.last()?;
        if choice.retry != Retry::Clause || self.watch.tick() {
            return None;
        }
        let (trail, heap) = (choice.trail as usize, choice.heap as usize);
        self.e = choice.e as usize;
        self.cp = choice.cp;
        self.undefined = choice.undefined;
        self.undo_to(trail);
        self.heap.truncate(heap);
        let level = self.choices.len() - 1;
        self.b0 = level;
        Some(self.next_clause(db, level))
    }

    /// Goes back to the newest choice point.
    pub(super) fn backtrack(&mut self, db: &mut Db) -> Res<Next> {
        if self.watch.tick() {
            return Err(self.over());
        }
        loop {
            let Some(choice) = self.choices.last() else { return Ok(Next::Done) };
            let choice = *choice;
            self.undo_to(choice.trail as usize);
            self.heap.truncate(choice.heap as usize);
            self.e = choice.e as usize;
            self.cp = choice.cp;
            self.undefined = choice.undefined;
            let level = self.choices.len() - 1;
            match choice.retry {
                Retry::Clause => {
                    self.b0 = level;
                    return Ok(Next::At(self.next_clause(db, level)));
                }
                Retry::Code => {
                    self.b0 = choice.b0 as usize;
                    self.cut_to(level);
                    return Ok(Next::At(choice.next));
                }
                Retry::Builtin(number) => {
                    // A built-in that goes on for ever must not go on for free.
                    self.burn()?;
                    self.b0 = choice.b0 as usize;
                    let state = self.saved.last().copied();
                    let arity = self.saved.len() - choice.args() - 1;
                    for i in 0..arity {
                        self.x[i & 255] = self.saved[choice.args() + i];
                    }
                    self.cut_to(level);
                    self.redo = state;
                    self.redo_choice = Some(choice);
                    if let Run::Many(function) = builtins::TABLE[number as usize].run
                        && function(self, db, Redo { number, arity })?
                    {
                        return Ok(Next::At(self.cp));
                    }
                }
                Retry::Catch | Retry::Dead => self.cut_to(level),
                Retry::Cleanup => {
                    self.b0 = choice.b0 as usize;
                    self.cut_to(level);
                    self.clean_up(db)?;
                }
                Retry::Bottom => return Ok(Next::Done),
                Retry::Generator(_) | Retry::Answers(_) | Retry::Consumer(_) => {
                    let flow = self.table_retry(db, choice.retry)?;
                    if flow != Flow::Fail {
                        return Ok(follow(self.cp, flow));
                    }
                }
            }
        }
    }

    /// The clause the choice point at `level` waits with; drops it when that was the last.
    #[inline(always)]
    fn next_clause(&mut self, db: &Db, level: usize) -> u64 {
        let choice = &self.choices[level];
        let (args, address, slot, generation) =
            (choice.args(), choice.next, choice.slot, choice.generation);
        let mut cursor = choice.cursor;
        let key = choice.key;
        for (x, saved) in self.x.iter_mut().zip(&self.saved[args..]) {
            *x = *saved;
        }
        let arity = self.saved.len() - args;
        let pred = db.pred(slot);
        if let Some((at, end)) = cursor.scan_range(pred) {
            match pred::scan(&pred.own.entries[..end], at, key, generation) {
                Some((next, at)) => {
                    let choice = &mut self.choices[level];
                    choice.next = next;
                    choice.cursor = Cursor::scanning(at, end);
                }
                None => self.cut_to(level),
            }
            return address;
        }
        let mut keys = [0; INDEXED];
        keys[0] = key;
        if !pred.plain {
            for (i, k) in keys.iter_mut().enumerate().take(arity).skip(1) {
                *k = pred::key_of(&self.heap, self.x[i]);
            }
        }
        let used = arity.min(INDEXED);
        let key_of = |code, arg| db.key(code, arg);
        match pred.next(&mut cursor, &keys[..used], generation, &key_of) {
            Some(next) => {
                let choice = &mut self.choices[level];
                choice.next = next;
                choice.cursor = cursor;
            }
            None => self.cut_to(level),
        }
        address
    }

    /// Runs a goal to its first solution and forgets everything it left but bindings.
    pub(crate) fn solve_once(&mut self, db: &mut Db, goal: Cell) -> Res<bool> {
        let roots = self.roots().to_vec();
        self.begin(&roots, goal);
        let slot = db.call_slot() as u32;
        let found = self.run(db, Start::Exec(slot));
        self.cut_to(0);
        found
    }

    /// Sets up a goal: `vars` stay reachable in the bottom frame while it runs.
    pub(crate) fn begin(&mut self, vars: &[Cell], goal: Cell) {
        self.stack.clear();
        self.stack.extend([0, 0, vars.len() as u64]);
        self.stack.extend_from_slice(vars);
        self.e = 0;
        self.cp = STUB_ANSWER;
        self.choices.clear();
        self.cleanups.clear();
        self.saved.clear();
        self.trail.clear();
        self.push_choice(Retry::Bottom, 0);
        self.x[0] = goal;
    }

    /// The cells kept in the bottom frame.
    pub(crate) fn roots(&self) -> &[Cell] {
        let size = (self.stack[2] & 0xffff_ffff) as usize;
        &self.stack[FRAME..FRAME + size]
    }

    /// Whether no choice is left.
    pub(crate) fn is_determinate(&self) -> bool {
        self.choices.len() <= 1
    }

    /// Forgets all terms.
    pub(crate) fn reset(&mut self) {
        self.heap.clear();
        self.stack.clear();
        self.stack.extend([0, 0, 0]);
        self.e = 0;
        self.choices.clear();
        self.cleanups.clear();
        self.saved.clear();
        self.trail.clear();
        self.bags.clear();
        self.hb = 0;
    }

    /// Leaves a choice point from which a built-in is called again with `state`.
    pub(crate) fn retry_later(&mut self, redo: Redo, state: Cell) {
        self.push_choice(Retry::Builtin(redo.number), redo.arity);
        self.saved.push(state);
    }
}

/// Registers a call of a predicate fills.
#[inline(always)]
pub(super) fn registers(pred: &Pred) -> usize {
    if pred.arity > MAX_REGISTERS { 1 } else { pred.arity }
}

/// Where a control built-in that returns to `cp` goes on.
pub(super) fn follow(cp: u64, flow: Flow) -> Next {
    match flow {
        Flow::True => Next::At(cp),
        Flow::Fail => Next::Fail,
        Flow::Exec(slot) => Next::Call(slot),
        Flow::Goto(address) => Next::At(address),
    }
}

/// How a built-in asks to be called again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Redo {
    number: u32,
    arity: usize,
}

/// Loads a goal's arguments into the registers; returns its name and arity.
pub(crate) fn load_goal(machine: &mut Machine, goal: Cell) -> Option<(u32, usize)> {
    match cell::tag(goal) {
        cell::ATM => Some((cell::atom_id(goal), 0)),
        LST | STR => {
            let (name, arity, at) = boxes::structure(&machine.heap, goal)?;
            if arity > MAX_REGISTERS {
                machine.x[0] = goal;
            } else {
                machine.x[..arity].copy_from_slice(&machine.heap[at..at + arity]);
            }
            Some((name, arity))
        }
        _ => None,
    }
}
