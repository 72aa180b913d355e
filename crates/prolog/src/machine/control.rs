//! Meta-calls: `call/N`, control constructs met at run time, `catch/3`, solution bags.

use super::calls::load_goal;
use super::throw::STUB_CATCH_EXIT;
use super::{FRAME, Machine, Res, Retry, Stop};
use crate::atoms;
use crate::boxes;
use crate::builtins::Flow;
use crate::cell::{self, ATM, Cell, REF};
use crate::compile::{Linker as _, strong_negation};
use crate::db::Db;
use crate::flat;

/// `call/N`: the goal is register 0 with the other registers as further arguments.
pub(crate) fn call<const N: usize>(m: &mut Machine, db: &mut Db) -> Res<Flow> {
    let goal = boxes::unqualified(&m.heap, m.arg(0, 0));
    let goal = if N > 1 { add_arguments(m, goal, N)? } else { goal };
    call_goal(m, db, goal)
}

/// A goal with registers 1..n added to its arguments.
fn add_arguments(m: &mut Machine, goal: Cell, n: usize) -> Res<Cell> {
    let (name, mut args) = match boxes::structure(&m.heap, goal) {
        Some((name, arity, at)) => (name, m.heap[at..at + arity].to_vec()),
        None if cell::tag(goal) == ATM => (cell::atom_id(goal), Vec::new()),
        None if cell::tag(goal) == REF => return Err(m.instantiation_error()),
        None => return Err(m.type_error(atoms::CALLABLE, goal)),
    };
    args.extend_from_slice(&m.x[1..n]);
    Ok(boxes::compound(&mut m.heap, name, &args))
}

/// Calls a term as a goal, opaque to cuts.
pub(crate) fn call_goal(m: &mut Machine, db: &mut Db, goal: Cell) -> Res<Flow> {
    let goal = boxes::unqualified(&m.heap, goal);
    if is_control(m, goal) {
        check_body(m, goal)?;
        m.x[0] = crate::builtins::wrap_variables(&mut m.heap, goal);
        m.x[1] = cell::level(m.choices.len());
        return Ok(Flow::Exec(db.slot(atoms::SOLVE, 2)));
    }
    plain_goal(m, db, goal)
}

/// A goal that is no control construct.
fn plain_goal(m: &mut Machine, db: &mut Db, goal: Cell) -> Res<Flow> {
    if let Some(inner) = strong_negation(&m.heap, goal)
        && let Some((name, arity)) = load_goal(m, inner)
    {
        let name = db.complement(name);
        return Ok(Flow::Exec(db.slot(name, arity)));
    }
    match load_goal(m, goal) {
        Some((atoms::CUT, 0)) => Ok(Flow::True),
        Some((name, arity)) => Ok(Flow::Exec(db.slot(name, arity))),
        None if cell::tag(goal) == REF => Err(m.instantiation_error()),
        None => Err(m.type_error(atoms::CALLABLE, goal)),
    }
}

fn is_control(m: &Machine, goal: Cell) -> bool {
    matches!(
        boxes::structure(&m.heap, goal),
        Some((
            atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW | atoms::BAR,
            2,
            _
        )) | Some((atoms::NOT, 1, _))
    )
}

/// A body with a number where a goal should be is a type error as a whole.
fn check_body(m: &mut Machine, body: Cell) -> Res<()> {
    let mut pending = vec![body];
    let mut steps = 0;
    while let Some(cell) = pending.pop() {
        if m.step(&mut steps) {
            return Err(m.over());
        }
        let cell = m.deref(cell);
        match boxes::structure(&m.heap, cell) {
            Some((atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2, at)) => {
                pending.push(m.heap[at + 1]);
                pending.push(m.heap[at]);
            }
            Some(_) => {}
            None if matches!(cell::tag(cell), ATM | REF) => {}
            None => return Err(m.type_error(atoms::CALLABLE, body)),
        }
    }
    Ok(())
}

/// `'$solve'(Goal, Level)`: runs a goal in which a cut goes back to the level.
pub(crate) fn solve(m: &mut Machine, db: &mut Db) -> Res<Flow> {
    let goal = boxes::unqualified(&m.heap, m.arg(0, 0));
    let level = m.x[1];
    let exec = |m: &mut Machine, db: &mut Db, name: &str, args: &[Cell]| {
        m.x[..args.len()].copy_from_slice(args);
        m.x[args.len()] = level;
        let name = db.atoms.intern(name);
        Ok(Flow::Exec(db.slot(name, args.len() + 1)))
    };
    let Some((name, arity, at)) = boxes::structure(&m.heap, goal) else {
        if goal == cell::atom(atoms::CUT) {
            m.cut_to(cell::header_length(level));
            return Ok(Flow::True);
        }
        return plain_goal(m, db, goal);
    };
    match (name, arity) {
        (atoms::COMMA, 2) => {
            let args = [m.heap[at], m.heap[at + 1]];
            exec(m, db, "$and", &args)
        }
        (atoms::SEMICOLON | atoms::BAR, 2) => {
            let (left, right) = (m.deref(m.heap[at]), m.heap[at + 1]);
            match boxes::structure(&m.heap, left) {
                Some((atoms::ARROW, 2, at)) => {
                    let args = [m.heap[at], m.heap[at + 1], right];
                    exec(m, db, "$ite", &args)
                }
                Some((atoms::SOFT_ARROW, 2, at)) => {
                    let args = [m.heap[at], m.heap[at + 1], right];
                    exec(m, db, "$soft", &args)
                }
                _ => exec(m, db, "$or", &[left, right]),
            }
        }
        (atoms::ARROW, 2) => {
            let args = [m.heap[at], m.heap[at + 1], cell::atom(atoms::FAIL)];
            exec(m, db, "$ite", &args)
        }
        (atoms::SOFT_ARROW, 2) => {
            let args = [m.heap[at], m.heap[at + 1], cell::atom(atoms::FAIL)];
            exec(m, db, "$soft", &args)
        }
        (atoms::NOT, 1) => {
            m.x[0] = m.heap[at];
            let name = db.atoms.intern("$not");
            Ok(Flow::Exec(db.slot(name, 1)))
        }
        _ => plain_goal(m, db, goal),
    }
}

/// `catch/3`: a choice point to unwind to, a frame to know it is still active.
pub(crate) fn catch(m: &mut Machine, db: &mut Db) -> Res<Flow> {
    let level = m.choices.len();
    m.push_choice(Retry::Catch, 3);
    m.allocate(1)?;
    let at = m.e + FRAME;
    m.stack[at] = cell::level(level);
    m.cp = STUB_CATCH_EXIT;
    let goal = m.arg(0, 0);
    m.b0 = m.choices.len();
    call_goal(m, db, goal)
}

/// `throw/1`.
pub(crate) fn throw(m: &mut Machine, _: &mut Db) -> Res<Flow> {
    let ball = m.arg(0, 0);
    if cell::tag(ball) == REF {
        return Err(m.instantiation_error());
    }
    Err(Stop::Throw(m.copy(ball)?))
}

/// `'$cut'(N)`.
pub(crate) fn cut(m: &mut Machine, _: &mut Db) -> Res<Flow> {
    let level = cell::small_value(m.arg(0, 0)) as usize;
    m.cut_to(level);
    Ok(Flow::True)
}

/// `halt/0`: ends the query.
pub(crate) fn halt(_: &mut Machine, _: &mut Db) -> Res<Flow> {
    Err(Stop::Halt)
}

/// `'$bag_open'(Handle)`: starts a bag of solutions.
pub(crate) fn bag_open(m: &mut Machine, _: &mut Db, first: usize) -> Res<bool> {
    let handle = m.bags.len();
    m.bags.push(Vec::new());
    let var = m.arg(first, 0);
    Ok(m.unify(var, cell::small(handle as i64)))
}

/// `'$bag_add'(Handle, Term)`: adds a copy.
pub(crate) fn bag_add(m: &mut Machine, _: &mut Db, first: usize) -> Res<bool> {
    let handle = cell::small_value(m.arg(first, 0)) as usize;
    let term = m.arg(first, 1);
    let Some(mut bag) = m.bags.get_mut(handle).map(std::mem::take) else { return Ok(false) };
    let start = bag.len();
    bag.push(0);
    if !flat::flatten_into(&m.heap, term, m.room(), &mut bag) {
        return Err(m.over());
    }
    bag[start] = (bag.len() - start - 1) as u64;
    m.bags[handle] = bag;
    Ok(true)
}

/// `'$bag_close'(Handle, List, Tail)`: the solutions in order.
pub(crate) fn bag_close(m: &mut Machine, _: &mut Db, first: usize) -> Res<bool> {
    let handle = cell::small_value(m.arg(first, 0)) as usize;
    let Some(bag) = m.bags.get_mut(handle).map(std::mem::take) else { return Ok(false) };
    m.bags.truncate(handle);
    m.check_cells(2 * bag.len())?;
    let mut starts = Vec::new();
    let mut at = 0;
    while at < bag.len() {
        starts.push(at);
        at += bag[at] as usize + 1;
    }
    // Backwards, so that variables of later solutions are the older ones, as programs that sort
    // them are used to.
    let mut list = m.arg(first, 2);
    for at in starts.into_iter().rev() {
        let length = bag[at] as usize;
        let item = flat::unflatten(&mut m.heap, &bag[at + 1..=at + length]);
        list = boxes::list(&mut m.heap, item, list);
        m.work(1 + length / 8)?;
    }
    let target = m.arg(first, 1);
    Ok(m.unify(target, list))
}
