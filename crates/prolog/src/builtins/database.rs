//! Clauses at run time: assert, retract, inspect, declare.

use super::text::{need_atom, need_int};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, REF};
use crate::compile::{Linker as _, MAX_REGISTERS, Uncompilable, strong_negation};
use crate::convert;
use crate::db::{Clause, Db, Loading};
use crate::flat;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res, Retry, Stop};
use crate::pred::{self, INDEXED, Kind, Pred};

/// Splits `Head :- Body`.
pub(crate) fn split_clause(heap: &[Cell], clause: Cell) -> (Cell, Cell) {
    let clause = boxes::unqualified(heap, clause);
    match boxes::structure(heap, clause) {
        Some((atoms::NECK, 2, at)) => {
            (boxes::unqualified(heap, heap[at]), boxes::deref(heap, heap[at + 1]))
        }
        _ => (clause, cell::atom(atoms::TRUE)),
    }
}

/// A body in which every variable that stands for a goal is `call/1` of it.
pub(crate) fn wrap_variables(heap: &mut Vec<Cell>, body: Cell) -> Cell {
    if !has_variable_goal(heap, body) {
        return body;
    }
    let root = heap.len();
    heap.push(body);
    let mut pending = vec![root];
    while let Some(slot) = pending.pop() {
        let cell = boxes::deref(heap, heap[slot]);
        heap[slot] = match boxes::structure(heap, cell) {
            Some((
                name @ (atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW),
                2,
                at,
            )) => {
                let args = [heap[at], heap[at + 1]];
                let new = boxes::compound(heap, name, &args);
                pending.extend([cell::addr(new) + 1, cell::addr(new) + 2]);
                new
            }
            _ if cell::tag(cell) == REF => boxes::compound(heap, atoms::CALL, &[cell]),
            _ => cell,
        };
    }
    heap[root]
}

fn has_variable_goal(heap: &[Cell], body: Cell) -> bool {
    let mut pending = vec![body];
    let mut steps = 0;
    while let Some(cell) = pending.pop() {
        let cell = boxes::deref(heap, cell);
        steps += 1;
        if cell::tag(cell) == REF || steps > crate::machine::MAX_STEPS {
            return cell::tag(cell) == REF;
        }
        if let Some((atoms::COMMA | atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2, at)) =
            boxes::structure(heap, cell)
        {
            pending.extend_from_slice(&heap[at..at + 2]);
        }
    }
    false
}

/// What a head belongs to: name and arity of its predicate, and the head without a strong negation.
pub(crate) fn head_parts(db: &mut Db, heap: &[Cell], head: Cell) -> Option<(u32, usize, Cell)> {
    let head = boxes::unqualified(heap, head);
    let (inner, negated) = match strong_negation(heap, head) {
        Some(inner) => (inner, true),
        None => (head, false),
    };
    let (name, arity) = match boxes::structure(heap, inner) {
        Some((name, arity, _)) => (name, arity),
        None if cell::tag(inner) == ATM => (cell::atom_id(inner), 0),
        None => return None,
    };
    let name = if negated { db.complement(name) } else { name };
    Some((name, arity, inner))
}

/// The head's predicate, with the errors of a bad head.
fn need_head(m: &mut Machine, db: &mut Db, head: Cell) -> Res<(u32, usize, Cell)> {
    if cell::tag(head) == REF {
        return Err(m.instantiation_error());
    }
    match head_parts(db, &m.heap, head) {
        Some(parts) => Ok(parts),
        None => Err(m.type_error(atoms::CALLABLE, head)),
    }
}

const CONTROL: [(u32, usize); 7] = [
    (atoms::COMMA, 2),
    (atoms::SEMICOLON, 2),
    (atoms::ARROW, 2),
    (atoms::SOFT_ARROW, 2),
    (atoms::NOT, 1),
    (atoms::CUT, 0),
    (atoms::NECK, 2),
];

/// Built-ins of the standard, which no program can define anew; any other it can.
const LOCKED: &str = "true/0 fail/0 call/1 call/2 call/3 call/4 call/5 call/6 call/7 call/8 !/0 ,/2 \
    ;/2 ->/2 *->/2 catch/3 throw/1 =/2 \\=/2 unify_with_occurs_check/2 subsumes_term/2 var/1 nonvar/1 \
    atom/1 number/1 atomic/1 compound/1 integer/1 float/1 callable/1 is_list/1 string/1 ground/1 \
    @</2 @=</2 ==/2 \\==/2 @>/2 @>=/2 compare/3 functor/3 arg/3 =../2 copy_term/2 term_variables/2 \
    is/2 =:=/2 =\\=/2 </2 =</2 >/2 >=/2 clause/2 current_predicate/1 asserta/1 assertz/1 assert/1 \
    retract/1 abolish/1 findall/3 findall/4 bagof/3 setof/3 write_term/2 write_term/3 write/1 write/2 \
    writeq/1 writeq/2 print/1 print/2 write_canonical/1 write_canonical/2 op/3 current_op/3 nl/0 nl/1 \
    put_char/1 put_char/2 read/1 read_term/2 \\+/1 once/1 false/0 repeat/0 atom_length/2 atom_concat/3 \
    sub_atom/5 atom_chars/2 atom_codes/2 char_code/2 number_chars/2 number_codes/2 atom_number/2 \
    set_prolog_flag/2 current_prolog_flag/2 halt/0 halt/1 length/2 msort/2 sort/2 sort/4 keysort/2 \
    retractall/1 dynamic/1 discontiguous/1 table/1";

/// Whether a program may not touch this predicate.
pub(crate) fn is_protected(db: &Db, name: u32, arity: usize) -> bool {
    if CONTROL.contains(&(name, arity)) {
        return true;
    }
    if db.loading == Loading::System {
        return false;
    }
    let system = db.find_slot(name, arity).is_some_and(|slot| db.pred(slot).system);
    let name = db.atoms.name(name);
    system
        && (name.starts_with('$')
            || LOCKED.split_whitespace().any(|locked| {
                locked
                    .rsplit_once('/')
                    .is_some_and(|(own, count)| own == &**name && count.parse() == Ok(arity))
            }))
}

fn add(m: &mut Machine, db: &mut Db, a: usize, at_end: bool) -> Res<bool> {
    // A cyclic clause would be compiled for ever.
    if !convert::is_whole(&m.heap, m.arg(a, 0), m.room()) {
        return Err(m.over());
    }
    let (head, body) = split_clause(&m.heap, m.arg(a, 0));
    let body = wrap_variables(&mut m.heap, body);
    let (name, arity, inner) = need_head(m, db, head)?;
    if is_protected(db, name, arity) {
        let indicator = m.indicator(name, arity);
        return Err(m.permission_error(atoms::MODIFY, atoms::STATIC_PROCEDURE, indicator));
    }
    let slot = db.slot(name, arity);
    db.take_over(slot);
    let pred = db.pred(slot);
    if !pred.dynamic && pred.defined {
        let indicator = m.indicator(name, arity);
        return Err(m.permission_error(atoms::MODIFY, atoms::STATIC_PROCEDURE, indicator));
    }
    let clause = Clause { stored_head: head, head: inner, body, slot, origin: 0 };
    match db.add_clause(&m.heap, clause, at_end, m.room()) {
        Ok(code) => {
            if !db.pred(slot).dynamic {
                db.pred_mut(slot).dynamic = true;
            }
            let words = db.stored(code).term.len() * 2;
            m.asserted += words;
            m.check_cells(0)?;
            Ok(true)
        }
        Err(Uncompilable::NotCallable(_)) => Err(m.type_error(atoms::CALLABLE, body)),
        Err(Uncompilable::TooLarge) => Err(m.representation_error(atoms::MAX_ARITY)),
        Err(Uncompilable::Stopped) => Err(m.over()),
    }
}

pub(crate) fn assertz(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    add(m, db, a, true)
}

pub(crate) fn asserta(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    add(m, db, a, false)
}

/// `'$erase'(Ref)`: a clause that is gone already counts as retracted by its view.
pub(crate) fn erase(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let code = cell::small_value(m.arg(a, 0)) as u64;
    let slot = db.stored(code).slot;
    if !db.erase(code) {
        return Ok(true);
    }
    let own = &db.pred(slot).own;
    if own.dead > 64 && own.dead as usize * 2 > own.entries.len() {
        let walked = m.choices.iter().any(|choice| {
            choice.slot == slot && matches!(choice.retry, Retry::Clause | Retry::Builtin(_))
        });
        if !walked {
            db.compact(slot);
        }
    }
    Ok(true)
}

/// `'$check_clause'(Head, Action)`: the errors of looking at or changing clauses.
pub(crate) fn check_clause(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let head = m.arg(a, 0);
    let (name, arity, _) = need_head(m, db, head)?;
    let action = cell::atom_id(m.arg(a, 1));
    let user_static = db.find_slot(name, arity).is_some_and(|slot| {
        let pred = db.pred(slot);
        pred.defined && !pred.dynamic && (action == atoms::MODIFY || pred.library || pred.system)
    });
    if is_protected(db, name, arity) || user_static {
        let indicator = m.indicator(name, arity);
        let kind = if action == atoms::MODIFY {
            atoms::STATIC_PROCEDURE
        } else {
            atoms::PRIVATE_PROCEDURE
        };
        return Err(m.permission_error(action, kind, indicator));
    }
    Ok(true)
}

/// `'$clause'(Head, Body, Ref)`: clauses that may match, one after another.
pub(crate) fn clause(m: &mut Machine, db: &mut Db, redo: Redo) -> Res<bool> {
    let head = m.arg(0, 0);
    let Some((name, arity, inner)) = head_parts(db, &m.heap, head) else { return Ok(false) };
    let Some(slot) = db.find_slot(name, arity) else { return Ok(false) };
    let mut keys = [0; INDEXED];
    if let Some((_, arity, at)) = boxes::structure(&m.heap, inner)
        && arity <= MAX_REGISTERS
    {
        for (i, key) in keys.iter_mut().enumerate().take(arity) {
            *key = pred::key_of(&m.heap, m.heap[at + i]);
        }
    }
    let used = if arity > MAX_REGISTERS { 0 } else { arity.min(INDEXED) };
    let keys = &keys[..used];
    let key_of = |code, arg| db.key(code, arg);
    let pred = db.pred(slot);
    let (found, mut cursor, generation) = match (m.redo, m.redo_choice) {
        (Some(_), Some(choice)) => (choice.next, choice.cursor, choice.generation),
        _ => {
            let mut cursor = pred.cursor(keys, &key_of);
            match pred.next(&mut cursor, keys, db.generation, &key_of) {
                Some(code) => (code, cursor, db.generation),
                None => return Ok(false),
            }
        }
    };
    if let Some(next) = pred.next(&mut cursor, keys, generation, &key_of) {
        m.retry_later(redo, cell::small(1));
        if let Some(choice) = m.choices.last_mut() {
            choice.next = next;
            choice.cursor = cursor;
            choice.generation = generation;
            choice.slot = slot;
        }
    }
    let term = flat::unflatten(&mut m.heap, db.stored(found).term);
    let at = cell::addr(term) + 1;
    let (own_head, own_body) = (m.heap[at], m.heap[at + 1]);
    Ok(m.unify(head, own_head)
        && m.unify(m.arg(0, 1), own_body)
        && m.unify(m.arg(0, 2), cell::small(found as i64)))
}

/// `'$retractall'(Head)`: the predicate becomes dynamic if it did not exist.
pub(crate) fn retractall(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let head = m.arg(a, 0);
    let (name, arity, _) = need_head(m, db, head)?;
    let slot = db.slot(name, arity);
    let pred = db.pred(slot);
    if is_protected(db, name, arity) || (pred.defined && !pred.dynamic) {
        let indicator = m.indicator(name, arity);
        return Err(m.permission_error(atoms::MODIFY, atoms::STATIC_PROCEDURE, indicator));
    }
    if !pred.defined {
        let pred = db.pred_mut(slot);
        pred.dynamic = true;
        pred.defined = true;
    }
    for code in db.pred(slot).live(db.generation) {
        m.work(8 + db.stored(code).term.len() / 8)?;
        let (mark, top, hb) = (m.trail.len(), m.heap.len(), m.hb);
        m.hb = usize::MAX;
        let term = flat::unflatten(&mut m.heap, db.stored(code).term);
        let own_head = m.heap[cell::addr(term) + 1];
        let matches = m.unify(head, own_head);
        m.undo_to(mark);
        m.hb = hb;
        m.heap.truncate(top);
        if matches {
            db.erase(code);
        }
    }
    Ok(true)
}

/// Name and arity of an indicator.
fn need_indicator(m: &mut Machine, cell: Cell) -> Res<(u32, usize)> {
    let cell = boxes::unqualified(&m.heap, cell);
    if cell::tag(cell) == REF {
        return Err(m.instantiation_error());
    }
    let (at, more) = match boxes::structure(&m.heap, cell) {
        Some((atoms::SLASH, 2, at)) => (at, 0),
        // A grammar rule has two more arguments.
        Some((atoms::DOUBLE_SLASH, 2, at)) => (at, 2),
        _ => return Err(m.type_error(atoms::PREDICATE_INDICATOR, cell)),
    };
    let name = need_atom(m, m.heap[at])?;
    let count = m.deref(m.heap[at + 1]);
    let arity = need_int(m, count)?;
    if arity < 0 {
        return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, count));
    }
    if arity as usize > cell::MAX_ARITY {
        return Err(m.representation_error(atoms::MAX_ARITY));
    }
    Ok((name, arity as usize + more))
}

pub(crate) fn abolish(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (name, arity) = need_indicator(m, m.arg(a, 0))?;
    let slot = db.find_slot(name, arity);
    let fixed = slot.is_some_and(|slot| db.pred(slot).defined && !db.pred(slot).dynamic);
    if is_protected(db, name, arity) || fixed {
        let indicator = m.indicator(name, arity);
        return Err(m.permission_error(atoms::MODIFY, atoms::STATIC_PROCEDURE, indicator));
    }
    if let Some(slot) = slot {
        for code in db.pred(slot).live(db.generation) {
            m.work(16)?;
            db.erase(code);
        }
        let pred = db.pred_mut(slot);
        pred.dynamic = false;
        pred.defined = false;
    }
    Ok(true)
}

/// Calls `mark` on every predicate of a declaration.
fn declare(m: &mut Machine, db: &mut Db, spec: Cell, mark: fn(&mut Pred)) -> Res<bool> {
    let mut pending = vec![spec];
    while let Some(cell) = pending.pop() {
        let cell = boxes::unqualified(&m.heap, cell);
        if cell == cell::atom(atoms::NIL) {
            continue;
        }
        match boxes::structure(&m.heap, cell) {
            Some((atoms::COMMA | atoms::DOT, 2, at)) => {
                pending.push(m.heap[at + 1]);
                pending.push(m.heap[at]);
                continue;
            }
            Some((atoms::MINUS, 1, at)) => {
                let (name, arity) = need_indicator(m, m.heap[at])?;
                let name = db.complement(name);
                let slot = db.slot(name, arity);
                mark(db.pred_mut(slot));
                continue;
            }
            _ => {}
        }
        let (name, arity) = need_indicator(m, cell)?;
        if is_protected(db, name, arity) {
            let indicator = m.indicator(name, arity);
            return Err(m.permission_error(atoms::MODIFY, atoms::STATIC_PROCEDURE, indicator));
        }
        let slot = db.slot(name, arity);
        db.take_over(slot);
        mark(db.pred_mut(slot));
    }
    Ok(true)
}

pub(crate) fn dynamic(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    declare(m, db, m.arg(a, 0), |pred| {
        pred.dynamic = true;
        pred.defined = true;
    })
}

pub(crate) fn discontiguous(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    declare(m, db, m.arg(a, 0), |pred| pred.discontiguous = true)
}

pub(crate) fn table(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    declare(m, db, m.arg(a, 0), |pred| {
        pred.tabled = true;
        pred.defined = true;
    })
}

pub(crate) fn abolish_tables(m: &mut Machine, _: &mut Db, _: usize) -> Res<bool> {
    m.tables.forget_complete();
    Ok(true)
}

/// `'$predicates'(List)` of `Name/Arity`.
pub(crate) fn predicates(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut found = Vec::new();
    for slot in db.slots() {
        let pred = db.pred(slot);
        let shown = pred.kind == Kind::User && !pred.system && !pred.library && pred.defined;
        if shown && (pred.dynamic || !pred.live(db.generation).is_empty()) {
            found.push((pred.name, pred.arity));
        }
    }
    let mut cells = Vec::new();
    for (name, arity) in found {
        cells.push(m.indicator(name, arity));
    }
    let list = boxes::list_of(&mut m.heap, &cells, cell::atom(atoms::NIL));
    Ok(m.unify(m.arg(a, 0), list))
}

/// `'$property'(Name, Arity, List)`; fails for a predicate that does not exist.
pub(crate) fn property(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let name = need_atom(m, m.arg(a, 0))?;
    let arity = need_int(m, m.arg(a, 1))? as usize;
    if CONTROL.contains(&(name, arity)) {
        let built_in = cell::atom(db.atoms.intern("built_in"));
        let list = boxes::list_of(&mut m.heap, &[built_in], cell::atom(atoms::NIL));
        return Ok(m.unify(m.arg(a, 2), list));
    }
    let Some(slot) = db.find_slot(name, arity) else { return Ok(false) };
    let pred = db.pred(slot);
    if !pred.defined {
        return Ok(false);
    }
    let count = pred.live(db.generation).len();
    let mut names = vec!["defined", "visible"];
    names.push(if pred.dynamic { "dynamic" } else { "static" });
    for (on, name) in
        [(pred.system, "built_in"), (pred.library, "library"), (pred.tabled, "tabled")]
    {
        if on {
            names.push(name);
        }
    }
    let is_user = pred.kind == Kind::User;
    let mut cells: Vec<Cell> =
        names.into_iter().map(|name| cell::atom(db.atoms.intern(name))).collect();
    if is_user {
        let name = db.atoms.intern("number_of_clauses");
        cells.push(boxes::compound(&mut m.heap, name, &[cell::small(count as i64)]));
    }
    let list = boxes::list_of(&mut m.heap, &cells, cell::atom(atoms::NIL));
    Ok(m.unify(m.arg(a, 2), list))
}

/// The error a clause that cannot be compiled stands for.
pub(crate) fn compile_error(m: &mut Machine, error: Uncompilable) -> Stop {
    match error {
        Uncompilable::NotCallable(cell) => m.type_error(atoms::CALLABLE, cell),
        Uncompilable::TooLarge => m.representation_error(atoms::MAX_ARITY),
        Uncompilable::Stopped => m.over(),
    }
}

/// `'$kind'(Goal, Kind)`.
pub(crate) fn kind(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let goal = m.arg(a, 0);
    let kind = match head_parts(db, &m.heap, goal)
        .and_then(|(name, arity, _)| db.find_slot(name, arity))
    {
        Some(slot) => {
            let pred = db.pred(slot);
            if pred.system || pred.library || !pred.defined || pred.kind != Kind::User {
                "builtin"
            } else if pred.tabled {
                "tabled"
            } else {
                "user"
            }
        }
        None => "builtin",
    };
    let kind = cell::atom(db.atoms.intern(kind));
    Ok(m.unify(m.arg(a, 1), kind))
}
