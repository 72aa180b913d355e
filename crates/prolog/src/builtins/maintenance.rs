//! What the rules that keep tables up to date need to know and to change of tables.

use super::text::need_list;
use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell};
use crate::db::Db;
use crate::flat;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res, Stop};

fn table_id(m: &Machine, a: usize, i: usize) -> u32 {
    cell::small_value(m.arg(a, i)) as u32
}

fn slot_of(m: &Machine, db: &Db, goal: Cell) -> Option<u32> {
    let (name, arity, _) = boxes::structure(&m.heap, goal)?;
    db.find_slot(name, arity)
}

/// `'$literal'(Goal, Kind)`: how a goal of a rule body is answered.
pub(crate) fn literal(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let goal = m.arg(a, 0);
    let kind = match slot_of(m, db, goal).map(|slot| db.pred(slot)) {
        Some(pred) if pred.system || pred.library => "test",
        Some(pred) if pred.tabled => "tabled",
        Some(pred) if pred.rules => "rules",
        Some(_) => "facts",
        None => "test",
    };
    let kind = cell::atom(db.atoms.intern(kind));
    Ok(m.unify(m.arg(a, 1), kind))
}

/// `'$maintained'(Item, Ids)`: the tables that are kept up to date and may use a new fact, or a new
/// answer of some table.
pub(crate) fn maintained(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let item = m.arg(a, 0);
    let Some((_, arity, at)) = boxes::structure(&m.heap, item) else { return Ok(false) };
    let goal = m.deref(m.heap[at + arity - 1]);
    let Some(slot) = slot_of(m, db, goal) else { return Ok(false) };
    let source = (arity == 2).then(|| cell::small_value(m.deref(m.heap[at])) as u32);
    let ids = m.tables.using(slot, source);
    m.work(ids.len())?;
    let cells: Vec<Cell> = ids.into_iter().map(|id| cell::small(i64::from(id))).collect();
    let list = m.list(&cells, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 1), list))
}

/// The goal of a table with fresh variables, and those variables.
fn goal_of(m: &mut Machine, db: &Db, id: u32) -> (Cell, Vec<Cell>) {
    let table = m.tables.table(id);
    let (slot, goal) = (table.slot, table.goal.clone());
    let pred = db.pred(slot);
    let base = m.heap.len();
    flat::relocate_into(&mut m.heap, &goal);
    let args = m.heap[base..base + pred.arity].to_vec();
    // The order in which answers have their values.
    let (mut key, mut variables) = (Vec::new(), Vec::new());
    flat::flatten_many(&m.heap, &args, m.room(), (&mut key, &mut variables));
    let term = boxes::compound(&mut m.heap, pred.name, &args);
    (term, variables)
}

/// `'$table_goal'(Id, Goal)`.
pub(crate) fn goal(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let id = table_id(m, a, 0);
    let (term, _) = goal_of(m, db, id);
    Ok(m.unify(m.arg(a, 1), term))
}

/// The tuple an instance of a table's goal stands for; nothing if it is none.
fn tuple(m: &mut Machine, db: &Db, id: u32, instance: Cell) -> Res<Option<Vec<Cell>>> {
    let (term, variables) = goal_of(m, db, id);
    if !m.unify(term, instance) {
        return Ok(None);
    }
    let mut words = Vec::new();
    let mut open = Vec::new();
    if !flat::flatten_many(&m.heap, &variables, m.room(), (&mut words, &mut open)) {
        return Err(m.over());
    }
    Ok(open.is_empty().then_some(words))
}

/// `'$table_add'(Id, Goal)`: the answer is new.
pub(crate) fn add(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let id = table_id(m, a, 0);
    let Some(words) = tuple(m, db, id, m.arg(a, 1))? else { return Ok(false) };
    m.check_cells(words.len() + 4)?;
    m.tables.words += words.len() + 4;
    Ok(m.tables.table_mut(id).answers.add(&words, false))
}

/// `'$table_mark'(Id, Goal)`: the answer is there and was not marked to go before.
pub(crate) fn mark(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let id = table_id(m, a, 0);
    let Some(words) = tuple(m, db, id, m.arg(a, 1))? else { return Ok(false) };
    let table = m.tables.table_mut(id);
    let Some(answer) = table.answers.position(&words) else { return Ok(false) };
    if !table.marked.insert(answer) {
        return Ok(false);
    }
    if m.tables.count_mark() {
        // So much is in doubt that computing anew is less work.
        return Err(Stop::Throw(cell::atom(db.atoms.intern("$give_up"))));
    }
    Ok(true)
}

/// `'$reads'(Reader, Id)`: notes that one table rests on another.
pub(crate) fn reads(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let (reader, id) = (table_id(m, a, 0), table_id(m, a, 1));
    m.tables.table_mut(id).readers.insert(reader);
    Ok(true)
}

/// `'$table_sweep'(Gone)`: removes what is marked; `Gone` has `Id-Goal` for each answer removed.
pub(crate) fn sweep(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut gone = Vec::new();
    for id in m.tables.marked() {
        let removed = m.tables.table_mut(id).sweep();
        for words in removed {
            m.work(4)?;
            let (term, variables) = goal_of(m, db, id);
            let base = m.heap.len();
            flat::relocate_into(&mut m.heap, &words);
            for (i, variable) in variables.iter().enumerate() {
                m.unify(*variable, m.heap[base + i]);
            }
            let args = [cell::small(i64::from(id)), term];
            gone.push(boxes::compound(&mut m.heap, atoms::MINUS, &args));
        }
        m.check_cells(0)?;
    }
    let list = m.list(&gone, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 0), list))
}

/// `'$table_for'(Goal, Id)`: a complete table that has all answers to a goal.
pub(crate) fn find(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let goal = m.arg(a, 0);
    let Some(slot) = slot_of(m, db, goal) else { return Ok(false) };
    let Some((_, arity, at)) = boxes::structure(&m.heap, goal) else { return Ok(false) };
    let args = m.heap[at..at + arity].to_vec();
    let masks = m.tables.masks(slot);
    for mask in masks {
        let top = m.heap.len();
        let shown: Vec<Cell> = args
            .iter()
            .enumerate()
            .map(|(i, arg)| if i < 64 && mask & (1 << i) != 0 { *arg } else { m.fresh() })
            .collect();
        let (mut key, mut open) = (Vec::new(), Vec::new());
        let whole = flat::flatten_many(&m.heap, &shown, m.room(), (&mut key, &mut open));
        m.heap.truncate(top);
        if !whole {
            return Err(m.over());
        }
        if let Some(id) = m.tables.find(slot, &key)
            && m.tables.table(id).complete
            && m.tables.table(id).changes == db.changes
        {
            return Ok(m.unify(m.arg(a, 1), cell::small(i64::from(id))));
        }
    }
    Ok(false)
}

/// `'$easiest'(Goals, Goal, Others)`: the goal to look at next, the one with most known about it; a
/// test waits for its variables.
pub(crate) fn easiest(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut goals = need_list(m, m.arg(a, 0))?;
    let test = db.atoms.intern("$test");
    let Some(best) = (0..goals.len()).min_by_key(|at| effort(m, goals[*at], test)) else {
        return Ok(false);
    };
    let goal = goals.remove(best);
    let others = m.list(&goals, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 1), goal) && m.unify(m.arg(a, 2), others))
}

/// How much there is to look through for a goal, roughly.
fn effort(m: &Machine, goal: Cell, test: u32) -> u8 {
    let Some((kind, arity, at)) = boxes::structure(&m.heap, m.deref(goal)) else { return 0 };
    let inner = m.deref(m.heap[at + arity - 1]);
    let Some((_, count, first)) = boxes::structure(&m.heap, inner) else { return 0 };
    let open = super::terms::variables(m, inner).len();
    let bound = (first..first + count).any(|arg| cell::tag(m.deref(m.heap[arg])) != cell::REF);
    match (open, kind == test, bound) {
        (0, _, _) => 0,
        (_, true, _) => 4,
        (_, false, true) if arity == 1 => 1,
        (_, false, true) => 2,
        (_, false, false) => 3,
    }
}

/// `'$table_answer'(Id, Goal)`: the answers of a table that a goal unifies with.
pub(crate) fn answer(m: &mut Machine, db: &mut Db, redo: Redo) -> Res<bool> {
    let id = table_id(m, 0, 0);
    let instance = m.arg(0, 1);
    if m.redo.is_none()
        && let Some(words) = tuple(m, db, id, instance)?
    {
        return Ok(m.tables.table(id).answers.position(&words).is_some());
    }
    let next = m.redo.map_or(0, cell::small_value) as u32;
    let count = m.tables.table(id).answers.len();
    if next as usize >= count {
        return Ok(false);
    }
    if next as usize + 1 < count {
        m.retry_later(redo, cell::small(i64::from(next) + 1));
    }
    let (term, variables) = goal_of(m, db, id);
    if !m.unify(term, instance) {
        return Ok(false);
    }
    let words = m.tables.table(id).answers.get(next).to_vec();
    let base = m.heap.len();
    flat::relocate_into(&mut m.heap, &words);
    for (i, variable) in variables.iter().enumerate() {
        if !m.unify(*variable, m.heap[base + i]) {
            return Ok(false);
        }
    }
    Ok(true)
}
