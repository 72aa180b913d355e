//! Constraints over integers, propagated natively. A constrained variable is an attributed one
//! whose attribute holds its domain and the propagators to run when it changes; a propagator is a
//! structure on the heap, so backtracking and the collector need nothing special.

mod distinct;
mod domain;
mod expression;
mod globals;
mod goals;
mod linear;
mod nonlinear;
mod posting;

pub(crate) use domain::Domain;
pub(crate) use goals::{attribute_goals, domain_term};
pub(crate) use posting::*;

use crate::atoms;
use crate::boxes;
use crate::cell::{self, BOX, Cell, INT, REF, STR};
use crate::machine::{Machine, Res};
use domain::{INF, SUP};

/// What wakes a propagator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    /// Any value lost.
    Domain = 1,
    /// A bound moved.
    Bounds = 2,
    /// A value found.
    Value = 3,
}

/// Words of a propagator before its arguments: functor, kind, state, queued.
pub(crate) const HEAD: usize = 4;

/// The kinds of propagators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i64)]
pub(crate) enum Kind {
    /// `[c, a1, x1, ...]`: c + a1*x1 + ... = 0
    LinearEq,
    LinearLe,
    LinearNe,
    /// `[b, relation, c, a1, x1, ...]`: b is 1 if the relation holds and 0 if not.
    ReifiedLinear,
    /// `[b, x, domain]`
    ReifiedIn,
    /// `[x, y, z]`: x * y = z
    Times,
    /// Truncating division.
    Quotient,
    /// Division rounded down.
    Floor,
    Modulo,
    Remainder,
    /// `[x, y]`: y = |x|
    Absolute,
    /// `[x, y, z]`: z = min(x, y)
    Minimum,
    Maximum,
    /// `[x, y, z]`: z = x ^ y
    Power,
    /// `[list]`
    AllDifferent,
    AllDistinct,
    /// `[index, list, value]`
    Element,
    Circuit,
    /// `[list, tuples]`
    Tuples,
    /// `[limit, s1, d1, e1, c1, ...]`
    Cumulative,
}

const KINDS: [Kind; 20] = [
    Kind::LinearEq,
    Kind::LinearLe,
    Kind::LinearNe,
    Kind::ReifiedLinear,
    Kind::ReifiedIn,
    Kind::Times,
    Kind::Quotient,
    Kind::Floor,
    Kind::Modulo,
    Kind::Remainder,
    Kind::Absolute,
    Kind::Minimum,
    Kind::Maximum,
    Kind::Power,
    Kind::AllDifferent,
    Kind::AllDistinct,
    Kind::Element,
    Kind::Circuit,
    Kind::Tuples,
    Kind::Cumulative,
];

/// What a propagator sees as one of its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Var {
    Int(i64),
    /// The address of an unbound variable.
    Open(usize),
}

/// What a propagator came to: `None` for a contradiction.
pub(crate) type Prop = Option<()>;

impl Machine {
    /// The integer or variable in a cell.
    pub(crate) fn fd_var(&self, cell: Cell) -> Option<Var> {
        let cell = self.deref(cell);
        match cell::tag(cell) {
            INT => Some(Var::Int(cell::small_value(cell))),
            REF => Some(Var::Open(cell::addr(cell))),
            _ => None,
        }
    }

    /// Where the attribute of a constrained variable lies.
    pub(crate) fn fd_attribute(&self, at: usize) -> Option<usize> {
        let value = self.attribute(at, atoms::CLPFD)?;
        (cell::tag(value) == STR).then(|| cell::addr(value) + 1)
    }

    /// What a variable that was looked at before is now.
    fn fd_now(&self, var: Var) -> Var {
        match var {
            Var::Open(at) => self.fd_var(cell::make(REF, at)).unwrap_or(var),
            Var::Int(_) => var,
        }
    }

    pub(crate) fn fd_bounds(&self, var: Var) -> (i64, i64) {
        match self.fd_now(var) {
            Var::Int(value) => (value, value),
            Var::Open(at) => match self.fd_attribute(at) {
                Some(attribute) => {
                    let words = self.domain_words(self.heap[attribute]);
                    match (words.first(), words.last()) {
                        (Some(low), Some(high)) => (*low as i64, *high as i64),
                        _ => (INF, SUP),
                    }
                }
                None => (INF, SUP),
            },
        }
    }

    fn domain_words(&self, cell: Cell) -> &[u64] {
        let cell = self.deref(cell);
        if cell::tag(cell) != BOX {
            return &[];
        }
        let at = cell::addr(cell);
        &self.heap[at + 1..=at + cell::header_words(self.heap[at])]
    }

    pub(crate) fn fd_read(&self, cell: Cell) -> Domain {
        let words = self.domain_words(cell);
        Domain(words.chunks(2).map(|pair| (pair[0] as i64, pair[1] as i64)).collect())
    }

    pub(crate) fn fd_domain(&self, var: Var) -> Domain {
        match self.fd_now(var) {
            Var::Int(value) => Domain::range(value, value),
            Var::Open(at) => match self.fd_attribute(at) {
                Some(attribute) => self.fd_read(self.heap[attribute]),
                None => Domain::all(),
            },
        }
    }

    pub(crate) fn fd_contains(&self, var: Var, value: i64) -> bool {
        match self.fd_now(var) {
            Var::Int(own) => own == value,
            Var::Open(at) => match self.fd_attribute(at) {
                Some(attribute) => self
                    .domain_words(self.heap[attribute])
                    .chunks(2)
                    .any(|pair| pair[0] as i64 <= value && value <= pair[1] as i64),
                None => true,
            },
        }
    }

    pub(crate) fn fd_store(&mut self, domain: &Domain) -> Cell {
        let at = self.heap.len();
        self.heap.push(cell::header(cell::KIND_DOMAIN, domain.0.len() * 2));
        for (low, high) in &domain.0 {
            self.heap.push(*low as u64);
            self.heap.push(*high as u64);
        }
        cell::make(BOX, at)
    }

    /// Gives a variable a domain and no propagators, if it has none yet.
    pub(crate) fn fd_constrain(&mut self, at: usize) -> (usize, usize) {
        if let Some(attribute) = self.fd_attribute(at) {
            return (at, attribute);
        }
        let domain = self.fd_store(&Domain::all());
        let nil = cell::atom(atoms::NIL);
        let value = boxes::compound(&mut self.heap, atoms::CLPFD, &[domain, nil, nil, nil]);
        let at = self.set_attribute(at, atoms::CLPFD, value);
        (at, cell::addr(value) + 1)
    }

    /// Narrows a variable to a domain and queues what has to look at it.
    pub(crate) fn fd_narrow(&mut self, var: Var, domain: &Domain) -> Prop {
        if domain.is_empty() {
            return None;
        }
        match self.fd_now(var) {
            Var::Int(value) => domain.contains(value).then_some(()),
            Var::Open(at) => self.fd_narrow_open(at, domain),
        }
    }

    fn fd_narrow_open(&mut self, at: usize, domain: &Domain) -> Prop {
        let (at, attribute) = self.fd_constrain(at);
        let own = self.fd_read(self.heap[attribute]);
        let new = own.meet(domain);
        if new == own {
            return Some(());
        }
        if new.is_empty() {
            return None;
        }
        self.fd_queue(attribute, On::Domain);
        let moved = new.min() != own.min() || new.max() != own.max();
        if moved {
            self.fd_queue(attribute, On::Bounds);
        }
        if let Some(value) = new.single() {
            if !moved {
                self.fd_queue(attribute, On::Bounds);
            }
            self.fd_queue(attribute, On::Value);
            self.fd_bind(at, value);
            return Some(());
        }
        let stored = self.fd_store(&new);
        self.assign(attribute, stored);
        Some(())
    }

    /// Gives a variable its value; other modules that watch it hear of it.
    fn fd_bind(&mut self, at: usize, value: i64) {
        if self.attribute_modules(at) > 1 {
            self.bind(at, cell::small(value));
        } else {
            self.bind_quietly(at, cell::small(value));
        }
    }

    pub(crate) fn fd_at_least(&mut self, var: Var, low: i64) -> Prop {
        if self.fd_bounds(var).0 >= low {
            return Some(());
        }
        let domain = self.fd_domain(var).clip(low, SUP);
        self.fd_narrow(var, &domain)
    }

    pub(crate) fn fd_at_most(&mut self, var: Var, high: i64) -> Prop {
        if self.fd_bounds(var).1 <= high {
            return Some(());
        }
        let domain = self.fd_domain(var).clip(INF, high);
        self.fd_narrow(var, &domain)
    }

    pub(crate) fn fd_between(&mut self, var: Var, (low, high): (i64, i64)) -> Prop {
        let own = self.fd_bounds(var);
        if own.0 >= low && own.1 <= high {
            return Some(());
        }
        let domain = self.fd_domain(var).clip(low, high);
        self.fd_narrow(var, &domain)
    }

    pub(crate) fn fd_exclude(&mut self, var: Var, value: i64) -> Prop {
        if !self.fd_contains(var, value) {
            return Some(());
        }
        let domain = self.fd_domain(var).without(value);
        self.fd_narrow(var, &domain)
    }

    pub(crate) fn fd_assign(&mut self, var: Var, value: i64) -> Prop {
        self.fd_narrow(var, &Domain::range(value, value))
    }

    /// Queues the propagators of one list.
    fn fd_queue(&mut self, attribute: usize, on: On) {
        let mut list = self.deref(self.heap[attribute + on as usize]);
        while cell::tag(list) == cell::LST {
            let at = cell::addr(list);
            let propagator = cell::addr(self.heap[at]);
            if self.heap[propagator + 3] == cell::small(0)
                && self.heap[propagator + 2] == cell::small(0)
            {
                self.heap[propagator + 3] = cell::small(1);
                self.fd_waiting.push_back(propagator);
            }
            list = self.heap[at + 1];
        }
    }

    /// Queues one propagator.
    pub(crate) fn fd_enqueue(&mut self, propagator: usize) {
        if self.heap[propagator + 3] == cell::small(0) {
            self.heap[propagator + 3] = cell::small(1);
            self.fd_waiting.push_back(propagator);
        }
    }

    /// A propagator that holds from now on is never run again.
    pub(crate) fn fd_kill(&mut self, propagator: usize) {
        self.assign(propagator + 2, cell::small(1));
    }

    /// Runs propagators until nothing changes; false for a contradiction.
    pub(crate) fn fd_run(&mut self) -> Res<bool> {
        while let Some(propagator) = self.fd_waiting.pop_front() {
            self.heap[propagator + 3] = cell::small(0);
            if self.heap[propagator + 2] != cell::small(0) {
                continue;
            }
            if self.watch.work(64) {
                self.fd_forget();
                return Err(self.over());
            }
            let holds = self.fd_propagate(propagator).is_some();
            if !holds {
                self.fd_forget();
                return Ok(false);
            }
            if self.heap.len() > self.fd_checked + (1 << 16) {
                self.fd_checked = self.heap.len();
                if let Err(stop) = self.check_cells(0) {
                    self.fd_forget();
                    return Err(stop);
                }
            }
        }
        self.fd_checked = self.fd_checked.min(self.heap.len());
        Ok(true)
    }

    /// Empties the queue.
    pub(crate) fn fd_forget(&mut self) {
        while let Some(propagator) = self.fd_waiting.pop_front() {
            if let Some(word) = self.heap.get_mut(propagator + 3) {
                *word = cell::small(0);
            }
        }
    }

    /// The arguments of a propagator.
    pub(crate) fn fd_arguments(&self, propagator: usize) -> &[Cell] {
        let arity = cell::functor_arity(self.heap[propagator]);
        &self.heap[propagator + HEAD..=propagator + arity]
    }

    pub(crate) fn fd_kind(&self, propagator: usize) -> Option<Kind> {
        KINDS.get(cell::small_value(self.heap[propagator + 1]) as usize).copied()
    }

    fn fd_propagate(&mut self, p: usize) -> Prop {
        match self.fd_kind(p)? {
            Kind::LinearEq => self.linear_eq(p),
            Kind::LinearLe => self.linear_le(p),
            Kind::LinearNe => self.linear_ne(p),
            Kind::ReifiedLinear => self.reified_linear(p),
            Kind::ReifiedIn => self.reified_in(p),
            Kind::Times => self.times(p),
            Kind::Quotient | Kind::Floor => self.division(p),
            Kind::Modulo | Kind::Remainder => self.modulo(p),
            Kind::Absolute => self.absolute(p),
            Kind::Minimum | Kind::Maximum => self.extreme(p),
            Kind::Power => self.power(p),
            Kind::AllDifferent => self.all_different(p),
            Kind::AllDistinct => self.all_distinct(p),
            Kind::Element => self.element(p),
            Kind::Circuit => self.circuit(p),
            Kind::Tuples => self.tuples(p),
            Kind::Cumulative => self.cumulative(p),
        }
    }

    /// Makes a propagator and lets the variables in `watched` wake it.
    pub(crate) fn fd_post(&mut self, kind: Kind, on: On, (args, watched): (&[Cell], &[Cell])) {
        let at = self.heap.len();
        self.heap.push(cell::functor(atoms::PROPAGATOR, HEAD - 1 + args.len()));
        self.heap.extend([cell::small(kind as i64), cell::small(0), cell::small(0)]);
        self.heap.extend_from_slice(args);
        let propagator = cell::make(STR, at);
        for cell in watched {
            if let Some(Var::Open(var)) = self.fd_var(*cell) {
                let (_, attribute) = self.fd_constrain(var);
                let list = self.heap[attribute + on as usize];
                let list = boxes::list(&mut self.heap, propagator, list);
                self.assign(attribute + on as usize, list);
            }
        }
        self.fd_enqueue(at);
    }

    /// A constrained variable was bound to `value`: checks it and queues what watches. False for a
    /// contradiction, a type error for what is no integer.
    pub(crate) fn fd_bound(&mut self, attribute: usize, value: Cell) -> Res<bool> {
        let value = self.deref(value);
        let domain = self.fd_read(self.heap[attribute]);
        match cell::tag(value) {
            INT => {
                if !domain.contains(cell::small_value(value)) {
                    return Ok(false);
                }
                self.fd_queue(attribute, On::Domain);
                self.fd_queue(attribute, On::Bounds);
                self.fd_queue(attribute, On::Value);
                Ok(true)
            }
            REF => Ok(self.fd_joined(attribute, &domain, cell::addr(value)).is_some()),
            _ => Err(self.type_error(atoms::INTEGER, value)),
        }
    }

    /// Two variables became one: the one that is left gets both domains and all propagators.
    fn fd_joined(&mut self, attribute: usize, domain: &Domain, other: usize) -> Prop {
        let (other, own) = self.fd_constrain(other);
        for on in [On::Domain, On::Bounds, On::Value] {
            let mut list = self.deref(self.heap[attribute + on as usize]);
            let mut joined = self.heap[own + on as usize];
            while cell::tag(list) == cell::LST {
                let at = cell::addr(list);
                let item = self.heap[at];
                joined = boxes::list(&mut self.heap, item, joined);
                list = self.heap[at + 1];
            }
            self.assign(own + on as usize, joined);
        }
        self.fd_narrow(Var::Open(other), domain)?;
        if let Some(own) = self.fd_attribute(other) {
            for on in [On::Domain, On::Bounds, On::Value] {
                self.fd_queue(own, on);
            }
        }
        Some(())
    }
}
