//! How a text is read: the operators and flags its directives have set so far. Runs nothing else.

use crate::budget::Budget;
use crate::convert;
use crate::db::Db;
use crate::error::Error;
use crate::machine::Machine;
use crate::reader::{Context, Reader};
use crate::session::Program;
use crate::stopped::stop_error;
use crate::tables::Tables;
use crate::term::{Term, View};

/// The operators and the meaning of quotes at some place of a program.
#[derive(Clone)]
pub struct Dialect {
    db: Db,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { db: (*Program::empty().db).clone() }
    }
}

impl std::fmt::Debug for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dialect").finish_non_exhaustive()
    }
}

/// Directives that change how the rest of a text is read.
const READING: [(&str, usize); 5] =
    [("op", 3), ("set_prolog_flag", 2), ("module", 2), ("use_module", 1), ("use_module", 2)];

impl Dialect {
    /// Reads one clause or goal, with or without its full stop; a directive about operators or
    /// flags holds from then on.
    ///
    /// # Errors
    /// The text is not one term, or the directive is wrong.
    pub fn read(&mut self, text: &str) -> Result<Term, Error> {
        let mut m = Machine::new(Budget::default(), Tables::default());
        let db = &mut self.db;
        let text = format!("{text}\n.");
        let ops = db.ops.clone();
        let quotes = db.flags.double_quotes;
        let Machine { heap, watch, .. } = &mut m;
        let mut cx = Context { heap, atoms: &mut db.atoms, ops: &ops, quotes, watch };
        let mut reader = Reader::new(&text);
        let Some(read) = reader.read(&mut cx)? else { return Err(nothing()) };
        let mut names = convert::Names::default();
        for var in &read.vars {
            names.insert(
                crate::cell::addr(crate::boxes::deref(&m.heap, var.cell)),
                var.name.clone(),
            );
        }
        let term = convert::to_term(&m.heap, &db.atoms, read.term, &mut names);
        if let View::Compound(":-", parts) = term.view()
            && let [goal] = parts.as_slice()
            && goal.name().is_some_and(|name| READING.contains(&(name, goal.arity())))
            && let Some((_, 1, at)) = crate::boxes::structure(&m.heap, m.deref(read.term))
        {
            let goal = m.heap[at];
            if let Err(stop) = m.solve_once(db, goal)
                && let Some(error) = stop_error(&m, db, &stop)
            {
                db.atoms.keep_local();
                return Err(error);
            }
        }
        db.atoms.keep_local();
        Ok(term)
    }
}

fn nothing() -> Error {
    Error::Syntax(crate::SyntaxError {
        line: 1,
        column: 1,
        offset: 0,
        message: "unexpected end of text, expected a clause".into(),
    })
}
