//! Loading a text: clauses are stored, directives run. Works on a machine and a database it is
//! given; knows nothing of sessions.

use crate::atoms;
use crate::boxes;
use crate::builtins::{
    self, compile_error, head_parts, is_protected, split_clause, wrap_variables,
};
use crate::cell::{self, Cell, REF};
use crate::compile::Linker as _;
use crate::db::{Clause, Db, Loading};
use crate::error::SyntaxError;
use crate::machine::{Machine, Res, Stop};
use crate::reader::{Context, ReadTerm, Reader};
use crate::span::Span;

/// What loading one clause or directive came to.
pub(crate) enum Item {
    Clause(u64, Span),
    Directive,
    /// The directive had no solution.
    Failed(String),
}

/// Gets the outcome of each clause; says whether to go on.
pub(crate) type Report<'r> =
    &'r mut dyn FnMut(&mut Machine, &mut Db, Result<Item, Trouble>) -> bool;

/// Loads every clause of a text; `report` gets each outcome and says whether to go on.
pub(crate) fn load(m: &mut Machine, db: &mut Db, text: &str, origin: u64, report: Report<'_>) {
    let mut reader = Reader::new(text);
    loop {
        let ops = db.ops.clone();
        let mut cx = Context {
            heap: &mut m.heap,
            atoms: &mut db.atoms,
            ops: &ops,
            quotes: db.flags.double_quotes,
            watch: &m.watch,
        };
        let item = match reader.read(&mut cx) {
            Ok(None) => return,
            Ok(Some(read)) => add(m, db, &read, origin),
            Err(_) if m.watch.is_over() => Err(Trouble::Stop(m.over())),
            Err(error) => Err(Trouble::Syntax(error)),
        };
        let go_on = report(m, db, item);
        m.reset();
        if !go_on {
            return;
        }
    }
}

/// What went wrong with one clause.
pub(crate) enum Trouble {
    Syntax(SyntaxError),
    /// The clause cannot be stored.
    Stop(Stop),
    /// The directive, as text, did not end well.
    Directive(String, Stop),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Stores a clause or runs a directive.
fn add(m: &mut Machine, db: &mut Db, read: &ReadTerm, origin: u64) -> Result<Item, Trouble> {
    let term = m.deref(read.term);
    match boxes::structure(&m.heap, term) {
        Some((atoms::NECK | atoms::QUERY, 1, at)) => {
            let goal = m.heap[at];
            directive(m, db, goal)
        }
        Some((atoms::DCG_ARROW, 2, _)) => {
            let clause = translate(m, db, term)?;
            Ok(Item::Clause(add_clause(m, db, clause, origin)?, read.span))
        }
        _ => Ok(Item::Clause(add_clause(m, db, term, origin)?, read.span)),
    }
}

/// Stores one clause or grammar rule; a directive is a permission error.
pub(crate) fn add_rule(m: &mut Machine, db: &mut Db, read: &ReadTerm, origin: u64) -> Res<u64> {
    let term = m.deref(read.term);
    if let Some((atoms::NECK | atoms::QUERY, 1, _)) = boxes::structure(&m.heap, term) {
        return Err(m.permission_error(atoms::MODIFY, atoms::STATIC_PROCEDURE, term));
    }
    match add(m, db, read, origin) {
        Ok(Item::Clause(code, _)) => Ok(code),
        Err(Trouble::Stop(stop) | Trouble::Directive(_, stop)) => Err(stop),
        Ok(Item::Directive | Item::Failed(_)) | Err(Trouble::Syntax(_)) => {
            Err(m.type_error(atoms::CALLABLE, term))
        }
    }
}

fn directive(m: &mut Machine, db: &mut Db, goal: Cell) -> Result<Item, Trouble> {
    let text = builtins::render_quoted(m, db, goal);
    match m.solve_once(db, goal) {
        Ok(true) => Ok(Item::Directive),
        Ok(false) => Ok(Item::Failed(text)),
        Err(stop) => Err(Trouble::Directive(text, stop)),
    }
}

/// Runs the goals that directives have put off to the end of loading.
pub(crate) fn initialize(m: &mut Machine, db: &mut Db, report: Report<'_>) {
    for words in m.deferred.take().unwrap_or_default() {
        let goal = crate::flat::unflatten(&mut m.heap, &words);
        let item = directive(m, db, goal);
        let go_on = report(m, db, item);
        m.reset();
        if !go_on {
            return;
        }
    }
}

/// A grammar rule as a clause.
fn translate(m: &mut Machine, db: &mut Db, rule: Cell) -> Res<Cell> {
    let result = m.fresh();
    m.begin(&[result], result);
    let name = db.atoms.intern("dcg_translate_rule");
    let goal = boxes::compound(&mut m.heap, name, &[rule, result]);
    m.solve_once(db, goal)?;
    let clause = m.roots().first().copied().unwrap_or(result);
    Ok(m.deref(clause))
}

/// Stores one clause.
fn add_clause(m: &mut Machine, db: &mut Db, term: Cell, origin: u64) -> Res<u64> {
    let (head, body) = split_clause(&m.heap, term);
    let body = wrap_variables(&mut m.heap, body);
    if cell::tag(head) == REF {
        return Err(m.instantiation_error());
    }
    let Some((name, arity, inner)) = head_parts(db, &m.heap, head) else {
        return Err(m.type_error(atoms::CALLABLE, head));
    };
    if db.loading == Loading::User && is_protected(db, name, arity) {
        let indicator = m.indicator(name, arity);
        return Err(m.permission_error(atoms::MODIFY, atoms::STATIC_PROCEDURE, indicator));
    }
    let slot = db.slot(name, arity);
    db.take_over(slot);
    let clause = Clause { stored_head: head, head: inner, body, slot, origin };
    let code = match db.add_clause(&m.heap, clause, true, m.room()) {
        Ok(code) => code,
        Err(error) => return Err(compile_error(m, error)),
    };
    if db.loading != Loading::User {
        let system = db.loading == Loading::System || db.atoms.name(name).starts_with('$');
        let pred = db.pred_mut(slot);
        pred.system = system;
        pred.library = !system;
    }
    Ok(code)
}
