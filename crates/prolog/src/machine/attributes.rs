//! Attributed variables. One is three words: the variable itself, a header that marks it, and its
//! attributes as `att(Module, Value, More)`. Binding one is noted; before the next call the modules
//! that watch it hear of it.

use super::run::{Next, Start};
use super::throw::STUB_ANSWER;
use super::{Machine, Res, Retry, Stop};
use crate::atoms;
use crate::boxes;
use crate::budget::Limit;
use crate::builtins::Flow;
use crate::cell::{self, Cell, HDR, REF};
use crate::compile::Linker as _;
use crate::db::Db;

/// Hooks that may run inside each other where nothing can be put off.
const MAX_NESTED: usize = 64;

impl Machine {
    /// Whether the unbound variable at `at` has attributes.
    #[inline]
    pub(crate) fn is_attributed(&self, at: usize) -> bool {
        self.attributed && self.heap.get(at + 1) == Some(&cell::ATTRIBUTED)
    }

    /// Notes that an attributed variable is about to be bound.
    #[cold]
    pub(super) fn wake(&mut self, at: usize, value: Cell) {
        self.woken.push((at, value));
    }

    /// Binds without telling anybody.
    pub(crate) fn bind_quietly(&mut self, at: usize, value: Cell) {
        self.heap[at] = value;
        if at < self.hb {
            self.trail.push((at as u64) << 2);
        }
    }

    /// The attributes of a variable, as a chain.
    pub(crate) fn attributes(&self, at: usize) -> Option<Cell> {
        self.is_attributed(at).then(|| self.deref(self.heap[at + 2]))
    }

    /// The value of one attribute.
    pub(crate) fn attribute(&self, at: usize, module: u32) -> Option<Cell> {
        let slot = self.attribute_slot(at, module)?;
        Some(self.deref(self.heap[slot]))
    }

    /// Where the value of an attribute is kept.
    fn attribute_slot(&self, at: usize, module: u32) -> Option<usize> {
        let mut chain = self.attributes(at)?;
        while let Some((atoms::ATT, 3, first)) = boxes::structure(&self.heap, chain) {
            if self.deref(self.heap[first]) == cell::atom(module) {
                return Some(first + 1);
            }
            chain = self.deref(self.heap[first + 2]);
        }
        None
    }

    /// How many modules watch a variable.
    pub(crate) fn attribute_modules(&self, at: usize) -> usize {
        let mut count = 0;
        let Some(mut chain) = self.attributes(at) else { return 0 };
        while let Some((atoms::ATT, 3, first)) = boxes::structure(&self.heap, chain) {
            count += 1;
            chain = self.deref(self.heap[first + 2]);
        }
        count
    }

    /// Sets an attribute of an unbound variable; returns where the variable is now.
    pub(crate) fn set_attribute(&mut self, at: usize, module: u32, value: Cell) -> usize {
        if let Some(slot) = self.attribute_slot(at, module) {
            self.assign(slot, value);
            return at;
        }
        let rest = self.attributes(at).unwrap_or(cell::atom(atoms::NIL));
        let chain = boxes::compound(&mut self.heap, atoms::ATT, &[cell::atom(module), value, rest]);
        self.replace_attributes(at, chain)
    }

    /// Gives a variable these attributes and no others.
    pub(crate) fn replace_attributes(&mut self, at: usize, chain: Cell) -> usize {
        if self.is_attributed(at) {
            self.assign(at + 2, chain);
            return at;
        }
        self.attributed = true;
        let new = self.heap.len();
        self.heap.extend([cell::make(REF, new), cell::ATTRIBUTED, chain]);
        self.bind_quietly(at, cell::make(REF, new));
        new
    }

    /// Binds `a` to `b` where attributes count: a plain variable goes to one with attributes.
    pub(super) fn bind_attributed(&mut self, a: Cell, b: Cell) {
        let (left, right) = (cell::addr(a), cell::addr(b));
        let free = cell::tag(b) == REF && (!self.is_attributed(right) || self.is_attributed(left));
        if free && (self.is_attributed(left) || left < right) {
            return self.bind(right, a);
        }
        self.bind(left, b);
    }

    /// Lets the solver know of bound variables and collects what other modules want to run; false
    /// for a contradiction.
    fn hear(&mut self) -> Res<Option<Vec<Cell>>> {
        let mut goals = Vec::new();
        for (at, value) in std::mem::take(&mut self.woken) {
            let Some(mut chain) = self.attributes(at) else { continue };
            while let Some((atoms::ATT, 3, first)) = boxes::structure(&self.heap, chain) {
                let (module, own) = (self.deref(self.heap[first]), self.heap[first + 1]);
                chain = self.deref(self.heap[first + 2]);
                if module == cell::atom(atoms::CLPFD) {
                    let attribute = cell::addr(self.deref(own)) + 1;
                    if !self.fd_bound(attribute, value)? {
                        self.fd_forget();
                        return Ok(None);
                    }
                    continue;
                }
                let args = [module, own, value];
                goals.push(boxes::compound(&mut self.heap, atoms::ATTRIBUTE_HOOK, &args));
            }
        }
        if !self.fd_run()? {
            return Ok(None);
        }
        Ok(Some(goals))
    }

    /// Everything to be heard before a call: the solver's work is done, hooks of modules are a list
    /// of goals; nothing for a contradiction.
    fn heard(&mut self) -> Res<Option<Vec<Cell>>> {
        let mut all = Vec::new();
        while !self.woken.is_empty() {
            match self.hear() {
                Ok(Some(goals)) => all.extend(goals),
                Ok(None) => {
                    self.woken.clear();
                    return Ok(None);
                }
                Err(stop) => {
                    self.fd_forget();
                    self.woken.clear();
                    return Err(stop);
                }
            }
        }
        Ok(Some(all))
    }

    /// Before the call of `slot`: hooks run first, then the call.
    #[cold]
    pub(super) fn wake_before(&mut self, db: &mut Db, slot: u32) -> Res<Next> {
        let pred = db.pred(slot);
        let (name, arity) = (pred.name, super::calls::registers(pred));
        let Some(goals) = self.heard()? else { return Ok(Next::Fail) };
        if goals.is_empty() {
            return Ok(Next::Call(slot));
        }
        // A level of choice points may not stand on the heap as it is.
        let mut args = vec![cell::small(i64::from(slot))];
        for at in 0..arity {
            let cell = self.x[at & 255];
            args.push(match cell::tag(cell) {
                HDR => {
                    let level = cell::small(cell::header_length(cell) as i64);
                    boxes::compound(&mut self.heap, atoms::WAKEUP, &[level])
                }
                _ => cell,
            });
        }
        let goal = boxes::compound(&mut self.heap, name, &args);
        let list = boxes::list_of(&mut self.heap, &goals, cell::atom(atoms::NIL));
        (self.x[0], self.x[1]) = (list, goal);
        Ok(Next::Call(db.slot(atoms::WAKEUP, 2)))
    }

    /// Before a return: hooks run, then it returns.
    #[cold]
    pub(super) fn wake_at_return(&mut self, db: &mut Db) -> Res<Next> {
        let Some(goals) = self.heard()? else { return Ok(Next::Fail) };
        if goals.is_empty() {
            return Ok(Next::At(self.cp));
        }
        self.x[0] = boxes::list_of(&mut self.heap, &goals, cell::atom(atoms::NIL));
        Ok(Next::Call(db.slot(atoms::WAKEUP, 1)))
    }

    /// In the middle of a clause: hooks run to their first solution.
    #[cold]
    pub(super) fn wake_now(&mut self, db: &mut Db) -> Res<bool> {
        match self.heard()? {
            None => Ok(false),
            Some(goals) if goals.is_empty() => Ok(true),
            Some(goals) => self.run_hooks(db, &goals),
        }
    }

    /// The constraints that are left on the variables of some terms, as goals.
    pub(crate) fn residual(&mut self, db: &mut Db, terms: &[Cell]) -> Res<Vec<Cell>> {
        let list = boxes::list_of(&mut self.heap, terms, cell::atom(atoms::NIL));
        let goals = self.fresh();
        let name = db.atoms.intern("$residual_goals");
        let goal = boxes::compound(&mut self.heap, name, &[list, goals]);
        if !self.run_hooks(db, &[goal])? {
            return Ok(Vec::new());
        }
        Ok(self.fd_items(goals).unwrap_or_default())
    }

    /// Runs hooks to their first solution; registers and frames are as before afterwards.
    fn run_hooks(&mut self, db: &mut Db, goals: &[Cell]) -> Res<bool> {
        if self.nested >= MAX_NESTED {
            return Err(Stop::Limit(Limit::Depth));
        }
        self.nested += 1;
        let (x, gc_at) = (self.x, self.gc_at);
        let (e, cp, b0) = (self.e, self.cp, self.b0);
        self.gc_at = usize::MAX;
        let level = self.choices.len();
        self.push_choice(Retry::Bottom, 0);
        self.cp = STUB_ANSWER;
        self.x[0] = boxes::list_of(&mut self.heap, goals, cell::atom(atoms::NIL));
        let slot = db.slot(atoms::WAKEUP, 1);
        let outcome = self.run(db, Start::Exec(slot));
        (self.e, self.cp, self.b0) = (e, cp, b0);
        self.cut_to(level);
        (self.x, self.gc_at) = (x, gc_at);
        self.nested -= 1;
        outcome
    }
}

/// `'$resume'(Call)`: the call that hooks came before. Its first argument is the slot.
pub(crate) fn resume(m: &mut Machine, _: &mut Db) -> Res<Flow> {
    let goal = m.arg(0, 0);
    let Some((_, arity, at)) = boxes::structure(&m.heap, goal) else { return Ok(Flow::Fail) };
    let slot = cell::small_value(m.heap[at]) as u32;
    for i in 1..arity {
        let cell = m.heap[at + i];
        m.x[(i - 1) & 255] = match boxes::structure(&m.heap, cell) {
            Some((atoms::WAKEUP, 1, inner)) => {
                cell::level(cell::small_value(m.heap[inner]) as usize)
            }
            _ => cell,
        };
    }
    Ok(Flow::Exec(slot))
}
