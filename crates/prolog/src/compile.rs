//! Clauses to instructions. Reads a clause as cells on a heap and writes words; knows predicates
//! only as numbered slots and never runs anything.

mod arguments;
mod arithmetic;
mod body;
mod goals;
mod head;

use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell, REF};
use crate::op::{self, ins};
use crate::watch::Watch;
use goals::Goal;
use rustc_hash::FxHashMap;

/// How the compiler learns about predicates.
pub(crate) trait Linker {
    /// The slot of a predicate, made if new.
    fn slot(&mut self, name: u32, arity: usize) -> u32;
    /// The number of a deterministic built-in that needs no frame, if this is one.
    fn inline(&self, name: u32, arity: usize) -> Option<u32>;
    /// The number of an evaluable functor.
    fn evaluable(&self, name: u32, arity: usize) -> Option<u32>;
    /// The opcode of an arithmetic comparison.
    fn comparison(&self, name: u32) -> Option<u8>;
    /// The test this type check performs, an index into [`op::TESTS`].
    fn test(&self, name: u32) -> Option<usize>;
    /// The name of the strong complement of a predicate.
    fn complement(&mut self, name: u32) -> u32;
}

/// A clause that cannot be compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Uncompilable {
    /// A goal of the body is no callable term.
    NotCallable(Cell),
    /// More variables than a frame can hold.
    TooLarge,
    /// A limit was reached on the way.
    Stopped,
}

/// Predicates with more arguments take them as one structure.
pub(crate) const MAX_REGISTERS: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    None,
    X(usize),
    Y(usize),
}

#[derive(Debug, Clone)]
struct Var {
    /// The only chunk it occurs in, until a second shows up.
    chunk: u32,
    permanent: bool,
    /// Occurrences in the whole clause, and those not yet compiled.
    count: u32,
    remaining: u32,
    place: Place,
    /// Whether code that gives it a value has been emitted on this path.
    seen: bool,
}

/// What a cut cuts back to.
#[derive(Debug, Clone, Copy)]
enum CutTo {
    Neck,
    Level(usize),
}

struct Compiler<'c, L: Linker> {
    heap: &'c [Cell],
    /// Stops the work on a huge clause; what is written then is thrown away.
    watch: &'c Watch,
    linker: &'c mut L,
    code: Vec<Cell>,
    vars: Vec<Var>,
    var_ids: FxHashMap<usize, usize>,
    /// Register of the first temporary; those below carry arguments.
    base: usize,
    next_temp: usize,
    next_y: usize,
    /// First-chunk call, whose argument registers variables would like to start in.
    wanted: FxHashMap<usize, usize>,
    free_args: Vec<bool>,
    /// Variables given a temporary register so far.
    temp_vars: usize,
    overflow: bool,
    has_frame: bool,
}

/// Compiles `head :- body`; the code ends in a return or a last call.
pub(crate) fn clause<L: Linker>(
    heap: &[Cell],
    head: Cell,
    body: Cell,
    (linker, watch): (&mut L, &Watch),
) -> Result<Vec<Cell>, Uncompilable> {
    let goals = goals::flatten(heap, body, linker)?;
    for force_permanent in [false, true] {
        let mut compiler = Compiler::new(heap, linker, watch);
        compiler.compile(head, &goals, force_permanent);
        if watch.is_over() {
            return Err(Uncompilable::Stopped);
        }
        if compiler.next_y > 60_000 {
            return Err(Uncompilable::TooLarge);
        }
        if !compiler.overflow {
            return Ok(compiler.code);
        }
    }
    Err(Uncompilable::TooLarge)
}

impl<'c, L: Linker> Compiler<'c, L> {
    fn new(heap: &'c [Cell], linker: &'c mut L, watch: &'c Watch) -> Self {
        Self {
            heap,
            watch,
            linker,
            code: Vec::with_capacity(16),
            vars: Vec::new(),
            var_ids: FxHashMap::default(),
            base: 0,
            next_temp: 0,
            next_y: 0,
            wanted: FxHashMap::default(),
            free_args: Vec::new(),
            temp_vars: 0,
            overflow: false,
            has_frame: false,
        }
    }

    fn compile(&mut self, head: Cell, goals: &[Goal], force_permanent: bool) {
        let head_args = self.head_args(head);
        self.base = head_args.len().max(goals::widest(goals)).max(1);
        self.next_temp = self.base;
        for arg in &head_args {
            self.count(*arg, 0);
        }
        let last = self.count_goals(goals, 0);
        if self.watch.is_over() {
            return;
        }
        if force_permanent {
            for var in &mut self.vars {
                var.permanent = true;
            }
        }
        self.has_frame = last > 1
            || (last == 1 && !goals::ends_in_call(goals))
            || self.vars.iter().any(|var| var.permanent)
            || goals::has_choice(goals);
        if self.has_frame {
            self.emit(op::ALLOC, 0, 0, 0);
        }
        let alloc = self.code.len();
        let level = (self.has_frame && goals::needs_level(goals)).then(|| {
            let y = self.new_y();
            self.emit(op::GET_LEVEL, 0, y, 0);
            y
        });
        self.plan_registers(goals);
        self.head(&head_args);
        self.body(goals, level);
        if self.has_frame {
            self.code[alloc - 1] = ins(op::ALLOC, 0, self.next_y, 0);
        }
    }

    fn head_args(&self, head: Cell) -> Vec<Cell> {
        match boxes::structure(self.heap, head) {
            Some((_, arity, _)) if arity > MAX_REGISTERS => vec![head],
            Some((_, arity, at)) => self.heap[at..at + arity].to_vec(),
            None => Vec::new(),
        }
    }

    fn emit(&mut self, op: u8, a: usize, b: usize, c: u32) {
        self.code.push(ins(op, a, b, c));
    }

    fn deref(&self, cell: Cell) -> Cell {
        boxes::deref(self.heap, cell)
    }

    fn new_y(&mut self) -> usize {
        self.next_y += 1;
        self.next_y - 1
    }

    fn new_temp(&mut self) -> usize {
        self.next_temp += 1;
        if self.next_temp > 250 {
            self.overflow = true;
            self.next_temp = 250;
        }
        self.next_temp - 1
    }

    /// Counts the variables of a term as occurring in `chunk`.
    fn count(&mut self, term: Cell, chunk: u32) {
        let mut pending = vec![term];
        while let Some(cell) = pending.pop() {
            if self.watch.tick() {
                return;
            }
            let cell = self.deref(cell);
            if cell::tag(cell) == REF {
                let next = self.vars.len();
                let id = *self.var_ids.entry(cell::addr(cell)).or_insert(next);
                if id == next {
                    self.vars.push(Var {
                        chunk,
                        permanent: false,
                        count: 0,
                        remaining: 0,
                        place: Place::None,
                        seen: false,
                    });
                }
                let var = &mut self.vars[id];
                var.count += 1;
                var.remaining += 1;
                var.permanent |= var.chunk != chunk;
            } else if let Some((_, arity, at)) = boxes::structure(self.heap, cell) {
                pending.extend_from_slice(&self.heap[at..at + arity]);
            }
        }
    }

    /// Counts the variables of goals that start in `chunk`; returns the chunk after them.
    fn count_goals(&mut self, goals: &[Goal], mut chunk: u32) -> u32 {
        for goal in goals {
            chunk = self.count_goal(goal, chunk);
        }
        chunk
    }

    fn count_goal(&mut self, goal: &Goal, chunk: u32) -> u32 {
        match goal {
            Goal::Cut | Goal::True | Goal::Fail => chunk,
            Goal::Call { args, .. } => {
                for arg in args {
                    self.count(*arg, chunk);
                }
                chunk + 1
            }
            Goal::Builtin { args, .. } => {
                for arg in args {
                    self.count(*arg, chunk);
                }
                chunk
            }
            Goal::Test(_, arg) => {
                self.count(*arg, chunk);
                chunk
            }
            Goal::Unify(a, b) | Goal::Is(a, b) | Goal::Compare(_, a, b) | Goal::Same(_, a, b) => {
                self.count(*a, chunk);
                self.count(*b, chunk);
                chunk
            }
            Goal::If(cond, then, other) if goals::simple(cond) => {
                self.count_goals(cond, chunk);
                let after_then = self.count_goals(then, chunk);
                after_then.max(self.count_goals(other, chunk))
            }
            Goal::Not(inner) if goals::simple(inner) => self.count_goals(inner, chunk),
            Goal::If(cond, then, other) | Goal::SoftIf(cond, then, other) => {
                let after_cond = self.count_goals(cond, chunk + 1);
                let after_then = self.count_goals(then, after_cond);
                self.count_goals(other, after_then + 1) + 1
            }
            Goal::Or(left, right) => {
                let after_left = self.count_goals(left, chunk + 1);
                self.count_goals(right, after_left + 1) + 1
            }
            Goal::Not(inner) => self.count_goals(inner, chunk + 1) + 1,
        }
    }

    /// Notes which variables the first call wants in which argument register.
    fn plan_registers(&mut self, goals: &[Goal]) {
        for goal in goals {
            match goal {
                Goal::Call { args, .. } => {
                    for (i, arg) in args.iter().enumerate() {
                        let arg = self.deref(*arg);
                        if cell::tag(arg) == REF
                            && let Some(id) = self.var_ids.get(&cell::addr(arg))
                            && !self.vars[*id].permanent
                        {
                            self.wanted.entry(*id).or_insert(i);
                        }
                    }
                    return;
                }
                Goal::Or(..) | Goal::If(..) | Goal::SoftIf(..) | Goal::Not(_) => return,
                Goal::Cut
                | Goal::True
                | Goal::Fail
                | Goal::Builtin { .. }
                | Goal::Test(..)
                | Goal::Unify(..)
                | Goal::Is(..)
                | Goal::Compare(..)
                | Goal::Same(..) => {}
            }
        }
    }

    fn var_id(&self, cell: Cell) -> usize {
        self.var_ids.get(&cell::addr(cell)).copied().unwrap_or_default()
    }

    /// Counts one compiled occurrence; true if the variable occurs nowhere else.
    fn occurs(&mut self, id: usize) -> bool {
        let var = &mut self.vars[id];
        var.remaining = var.remaining.saturating_sub(1);
        var.count == 1
    }

    /// Where the value of a variable seen for the first time goes.
    fn place(&mut self, id: usize) -> Place {
        if self.vars[id].place == Place::None {
            let place = if self.vars[id].permanent {
                Place::Y(self.new_y())
            } else if let Some(register) = self.wanted.get(&id).copied()
                && self.free_args.get(register).copied().unwrap_or(false)
            {
                self.free_args[register] = false;
                Place::X(register)
            } else {
                self.temp_vars += 1;
                Place::X(self.new_temp())
            };
            self.vars[id].place = place;
        }
        self.vars[id].place
    }
}

/// Whether a cell is a constant that fits one word.
fn is_constant(cell: Cell) -> bool {
    matches!(cell::tag(cell), cell::ATM | cell::INT)
}

/// The strong complement's argument: `-p(X)` in a head or body, if this is one.
pub(crate) fn strong_negation(heap: &[Cell], cell: Cell) -> Option<Cell> {
    let (name, arity, at) = boxes::structure(heap, cell)?;
    if name != atoms::MINUS || arity != 1 {
        return None;
    }
    let inner = boxes::deref(heap, heap[at]);
    let callable = cell::tag(inner) == cell::ATM || cell::tag(inner) == cell::STR;
    callable.then_some(inner)
}
