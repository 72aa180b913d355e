//! Reading terms from text at run time.

use super::output::render;
use super::text::need_text;
use crate::atoms;
use crate::boxes;
use crate::budget::Limit;
use crate::cell::{self, Cell, REF};
use crate::db::Db;
use crate::error::SyntaxError;
use crate::machine::{Machine, Res, Stop};
use crate::reader::{Context, ReadTerm, Reader};
use crate::writer::Style;

/// Reads the one term a text holds; an end is added if it has none.
pub(crate) fn read_text(m: &mut Machine, db: &mut Db, text: &str) -> Res<Option<ReadTerm>> {
    m.check_cells(text.len())?;
    let text = format!("{text} .");
    let ops = db.ops.clone();
    let mut cx = Context {
        heap: &mut m.heap,
        atoms: &mut db.atoms,
        ops: &ops,
        quotes: db.flags.double_quotes,
        watch: &m.watch,
    };
    let mut reader = Reader::new(&text);
    match reader.read(&mut cx) {
        Ok(term) => Ok(term),
        Err(_) if m.watch.is_over() => Err(m.over()),
        Err(error) => Err(syntax_error(m, db, &error)),
    }
}

/// A syntax error as a term.
pub(crate) fn syntax_error(m: &mut Machine, db: &mut Db, error: &SyntaxError) -> Stop {
    let message = cell::atom(db.atoms.intern(&error.message));
    let formal = boxes::compound(&mut m.heap, atoms::SYNTAX_ERROR, &[message]);
    m.error(formal)
}

fn read_or_write(m: &mut Machine, db: &mut Db, a: usize, string: bool) -> Res<bool> {
    let (term, text) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(text) == REF || (cell::tag(term) != REF && string) {
        if cell::tag(term) == REF && !string {
            return Err(m.instantiation_error());
        }
        let written = render(m, db, term, &Style::quoted());
        if written.len() > m.fuel.budget.output {
            return Err(Stop::Limit(Limit::Output));
        }
        let new = if string {
            super::text::new_string(m, &written)?
        } else {
            super::text::new_atom(m, db, &written)?
        };
        return Ok(m.unify(text, new));
    }
    let text = need_text(m, db, text)?;
    match read_text(m, db, &text)? {
        Some(read) => Ok(m.unify(term, read.term)),
        None => Ok(m.unify(term, cell::atom(atoms::END_OF_FILE))),
    }
}

pub(crate) fn term_to_atom(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    read_or_write(m, db, a, false)
}

pub(crate) fn term_string(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    read_or_write(m, db, a, true)
}

/// `Name = Var` for each named variable.
pub(crate) fn bindings_list(m: &mut Machine, db: &mut Db, read: &ReadTerm) -> Cell {
    let pairs: Vec<Cell> = read
        .vars
        .iter()
        .map(|var| {
            let name = cell::atom(db.atoms.intern(&var.name));
            boxes::compound(&mut m.heap, atoms::EQUAL, &[name, var.cell])
        })
        .collect();
    boxes::list_of(&mut m.heap, &pairs, cell::atom(atoms::NIL))
}

pub(crate) fn atom_to_term(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = need_text(m, db, m.arg(a, 0))?;
    match read_text(m, db, &text)? {
        Some(read) => {
            let bindings = bindings_list(m, db, &read);
            Ok(m.unify(m.arg(a, 1), read.term) && m.unify(m.arg(a, 2), bindings))
        }
        None => Err(m.instantiation_error()),
    }
}

/// `read_term_from_atom(Text, Term, Options)`.
pub(crate) fn read_from_atom(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = need_text(m, db, m.arg(a, 0))?;
    match read_text(m, db, &text)? {
        Some(read) => Ok(m.unify(m.arg(a, 1), read.term)),
        None => Ok(m.unify(m.arg(a, 1), cell::atom(atoms::END_OF_FILE))),
    }
}

/// There is no input: reading finds its end.
pub(crate) fn read_nothing(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    Ok(m.unify(m.arg(a, 0), cell::atom(atoms::END_OF_FILE)))
}
