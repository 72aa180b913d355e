//! A clause body as a list of goals with the control constructs taken apart.
//! Emits nothing.

use super::{Linker, MAX_REGISTERS, Uncompilable, strong_negation};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, REF};

/// One goal of a body.
#[derive(Debug, Clone)]
pub(super) enum Goal {
    Call {
        slot: u32,
        args: Vec<Cell>,
    },
    Builtin {
        number: u32,
        args: Vec<Cell>,
    },
    Cut,
    True,
    Fail,
    Unify(Cell, Cell),
    Is(Cell, Cell),
    Compare(u8, Cell, Cell),
    Test(usize, Cell),
    /// `==` (true) or `\==`.
    Same(bool, Cell, Cell),
    If(Vec<Goal>, Vec<Goal>, Vec<Goal>),
    SoftIf(Vec<Goal>, Vec<Goal>, Vec<Goal>),
    Or(Vec<Goal>, Vec<Goal>),
    Not(Vec<Goal>),
}

/// Control constructs nested deeper than this are left to `call/1`.
const MAX_NESTING: usize = 100;

/// Takes a body apart.
pub(super) fn flatten<L: Linker>(
    heap: &[Cell],
    body: Cell,
    linker: &mut L,
) -> Result<Vec<Goal>, Uncompilable> {
    Flattener { heap, linker, depth: 0 }.conjunction(body)
}

struct Flattener<'f, L: Linker> {
    heap: &'f [Cell],
    linker: &'f mut L,
    depth: usize,
}

impl<L: Linker> Flattener<'_, L> {
    fn conjunction(&mut self, body: Cell) -> Result<Vec<Goal>, Uncompilable> {
        let mut goals = Vec::new();
        let mut pending = vec![body];
        while let Some(cell) = pending.pop() {
            let cell = boxes::deref(self.heap, cell);
            if let Some((atoms::COMMA, 2, at)) = boxes::structure(self.heap, cell) {
                pending.push(self.heap[at + 1]);
                pending.push(self.heap[at]);
            } else {
                self.goal(cell, &mut goals)?;
            }
        }
        Ok(goals)
    }

    fn nested(&mut self, body: Cell) -> Result<Vec<Goal>, Uncompilable> {
        if self.depth >= MAX_NESTING {
            return Ok(vec![self.call(atoms::CALL, vec![body])]);
        }
        self.depth += 1;
        let goals = self.conjunction(body);
        self.depth -= 1;
        goals
    }

    fn call(&mut self, name: u32, args: Vec<Cell>) -> Goal {
        let slot = self.linker.slot(name, args.len());
        Goal::Call { slot, args }
    }

    fn goal(&mut self, cell: Cell, goals: &mut Vec<Goal>) -> Result<(), Uncompilable> {
        if cell::tag(cell) == REF {
            goals.push(self.call(atoms::CALL, vec![cell]));
            return Ok(());
        }
        if cell::tag(cell) == ATM {
            goals.push(match cell::atom_id(cell) {
                atoms::TRUE => Goal::True,
                atoms::FAIL | atoms::FALSE => Goal::Fail,
                atoms::CUT => Goal::Cut,
                name => match self.linker.inline(name, 0) {
                    Some(number) => Goal::Builtin { number, args: Vec::new() },
                    None => self.call(name, Vec::new()),
                },
            });
            return Ok(());
        }
        if let Some(inner) = strong_negation(self.heap, cell) {
            let (name, args) = match boxes::structure(self.heap, inner) {
                Some((name, arity, at)) => (name, self.heap[at..at + arity].to_vec()),
                None => (cell::atom_id(inner), Vec::new()),
            };
            let name = self.linker.complement(name);
            goals.push(self.call(name, args));
            return Ok(());
        }
        let Some((name, arity, at)) = boxes::structure(self.heap, cell) else {
            return Err(Uncompilable::NotCallable(cell));
        };
        let args = &self.heap[at..at + arity];
        let goal = match (name, args) {
            (atoms::SEMICOLON, [left, right]) => self.either(*left, *right)?,
            (atoms::BAR, [left, right]) => Goal::Or(self.nested(*left)?, self.nested(*right)?),
            (atoms::ARROW, [cond, then]) => {
                Goal::If(self.nested_opaque(*cond)?, self.nested(*then)?, vec![Goal::Fail])
            }
            (atoms::SOFT_ARROW, [cond, then]) => {
                goals.extend(self.nested_opaque(*cond)?);
                goals.extend(self.nested(*then)?);
                return Ok(());
            }
            (atoms::COLON, _) if boxes::unqualified(self.heap, cell) != cell => {
                let inner = boxes::unqualified(self.heap, cell);
                return self.goal(inner, goals);
            }
            (atoms::NOT, [inner]) => Goal::Not(self.nested_opaque(*inner)?),
            (atoms::EQUAL, [a, b]) => Goal::Unify(*a, *b),
            (atoms::IS, [a, b]) => Goal::Is(*a, *b),
            (atoms::EQ, [a, b]) => Goal::Same(true, *a, *b),
            (atoms::NE, [a, b]) => Goal::Same(false, *a, *b),
            _ => self.other(cell, name, args),
        };
        goals.push(goal);
        Ok(())
    }

    /// A condition whose cuts are its own.
    fn nested_opaque(&mut self, cond: Cell) -> Result<Vec<Goal>, Uncompilable> {
        let goals = self.nested(cond)?;
        if has_cut(&goals) {
            return Ok(vec![self.call(atoms::CALL, vec![cond])]);
        }
        Ok(goals)
    }

    fn either(&mut self, left: Cell, right: Cell) -> Result<Goal, Uncompilable> {
        let left = boxes::deref(self.heap, left);
        match boxes::structure(self.heap, left) {
            Some((atoms::ARROW, 2, at)) => Ok(Goal::If(
                self.nested_opaque(self.heap[at])?,
                self.nested(self.heap[at + 1])?,
                self.nested(right)?,
            )),
            Some((atoms::SOFT_ARROW, 2, at)) => Ok(Goal::SoftIf(
                self.nested_opaque(self.heap[at])?,
                self.nested(self.heap[at + 1])?,
                self.nested(right)?,
            )),
            _ => Ok(Goal::Or(self.nested(left)?, self.nested(right)?)),
        }
    }

    fn other(&mut self, cell: Cell, name: u32, args: &[Cell]) -> Goal {
        if args.len() == 2
            && let Some(op) = self.linker.comparison(name)
        {
            return Goal::Compare(op, args[0], args[1]);
        }
        if args.len() == 1 {
            if let Some(test) = self.linker.test(name) {
                return Goal::Test(test, args[0]);
            }
            if let Some(goal) = self.wrapper(name, args[0]) {
                return goal;
            }
        }
        if let Some(number) = self.linker.inline(name, args.len()) {
            return Goal::Builtin { number, args: args.to_vec() };
        }
        if args.len() > MAX_REGISTERS {
            let slot = self.linker.slot(name, args.len());
            return Goal::Call { slot, args: vec![cell] };
        }
        self.call(name, args.to_vec())
    }

    /// `once/1`, `ignore/1` and `not/1` of a goal known now are control constructs.
    fn wrapper(&mut self, name: u32, arg: Cell) -> Option<Goal> {
        let arg = boxes::deref(self.heap, arg);
        if cell::tag(arg) == REF || !matches!(name, atoms::ONCE | atoms::IGNORE | atoms::NOT_WORD) {
            return None;
        }
        let inner = self.nested_opaque(arg).ok()?;
        Some(match name {
            atoms::ONCE => Goal::If(inner, vec![Goal::True], vec![Goal::Fail]),
            atoms::IGNORE => Goal::If(inner, vec![Goal::True], vec![Goal::True]),
            _ => Goal::Not(inner),
        })
    }
}

/// The most argument registers any call of these goals needs.
pub(super) fn widest(goals: &[Goal]) -> usize {
    let widths = goals.iter().map(|goal| match goal {
        Goal::Call { args, .. } => args.len(),
        Goal::If(a, b, c) | Goal::SoftIf(a, b, c) => widest(a).max(widest(b)).max(widest(c)),
        Goal::Or(a, b) => widest(a).max(widest(b)),
        Goal::Not(a) => widest(a),
        Goal::Builtin { .. }
        | Goal::Cut
        | Goal::True
        | Goal::Fail
        | Goal::Unify(..)
        | Goal::Is(..)
        | Goal::Compare(..)
        | Goal::Test(..)
        | Goal::Same(..) => 0,
    });
    widths.max().unwrap_or(0)
}

/// Whether goals only test: they bind nothing and call nothing.
pub(super) fn simple(goals: &[Goal]) -> bool {
    goals.iter().all(|goal| {
        matches!(goal, Goal::Compare(..) | Goal::Test(..) | Goal::Same(..) | Goal::True)
    })
}

/// Whether the only call of these goals is the last goal.
pub(super) fn ends_in_call(goals: &[Goal]) -> bool {
    let Some((last, before)) = goals.split_last() else { return false };
    if calls(before) {
        return false;
    }
    if let Goal::If(cond, then, other) = last
        && simple(cond)
    {
        return (ends_in_call(then) || !calls(then)) && (ends_in_call(other) || !calls(other));
    }
    matches!(last, Goal::Call { .. })
}

fn calls(goals: &[Goal]) -> bool {
    goals.iter().any(|goal| match goal {
        Goal::Call { .. } => true,
        Goal::If(a, b, c) | Goal::SoftIf(a, b, c) => calls(a) || calls(b) || calls(c),
        Goal::Or(a, b) => calls(a) || calls(b),
        Goal::Not(a) => calls(a),
        Goal::Builtin { .. }
        | Goal::Cut
        | Goal::True
        | Goal::Fail
        | Goal::Unify(..)
        | Goal::Is(..)
        | Goal::Compare(..)
        | Goal::Test(..)
        | Goal::Same(..) => false,
    })
}

/// Whether goals push a choice point of their own, so that registers do not survive.
pub(super) fn has_choice(goals: &[Goal]) -> bool {
    goals.iter().any(|goal| match goal {
        Goal::Or(..) | Goal::SoftIf(..) => true,
        Goal::If(cond, then, other) => !simple(cond) || has_choice(then) || has_choice(other),
        Goal::Not(inner) => !simple(inner),
        Goal::Call { .. }
        | Goal::Builtin { .. }
        | Goal::Cut
        | Goal::True
        | Goal::Fail
        | Goal::Unify(..)
        | Goal::Is(..)
        | Goal::Compare(..)
        | Goal::Test(..)
        | Goal::Same(..) => false,
    })
}

/// Whether some cut of the clause comes after a call or inside a control construct.
pub(super) fn needs_level(goals: &[Goal]) -> bool {
    let mut moved = false;
    for goal in goals {
        match goal {
            Goal::Cut if moved => return true,
            Goal::Call { .. } => moved = true,
            Goal::If(_, then, other) | Goal::SoftIf(_, then, other) => {
                if has_cut(then) || has_cut(other) {
                    return true;
                }
                moved = true;
            }
            Goal::Or(left, right) => {
                if has_cut(left) || has_cut(right) {
                    return true;
                }
                moved = true;
            }
            Goal::Not(_) => moved = true,
            Goal::Cut
            | Goal::Builtin { .. }
            | Goal::True
            | Goal::Fail
            | Goal::Unify(..)
            | Goal::Is(..)
            | Goal::Compare(..)
            | Goal::Test(..)
            | Goal::Same(..) => {}
        }
    }
    false
}

pub(super) fn has_cut(goals: &[Goal]) -> bool {
    goals.iter().any(|goal| match goal {
        Goal::Cut => true,
        Goal::If(_, b, c) | Goal::SoftIf(_, b, c) => has_cut(b) || has_cut(c),
        Goal::Or(a, b) => has_cut(a) || has_cut(b),
        Goal::Call { .. }
        | Goal::Not(_)
        | Goal::Builtin { .. }
        | Goal::True
        | Goal::Fail
        | Goal::Unify(..)
        | Goal::Is(..)
        | Goal::Compare(..)
        | Goal::Test(..)
        | Goal::Same(..) => false,
    })
}
