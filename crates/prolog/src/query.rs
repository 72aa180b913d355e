//! A running query: an iterator over answers that holds its session.

use crate::boxes;
use crate::budget::{Budget, Limit, Spent};
use crate::builtins::TABLE;
use crate::convert;
use crate::db::Db;
use crate::derivation::{self, Shared};
use crate::error::Error;
use crate::incremental::{self, Fate};
use crate::machine::Machine;
use crate::machine::run::Start;
use crate::pred::Kind;
use crate::proof::{Proof, ProofNode};
use crate::reader::{Context, Reader};
use crate::session::Session;
use crate::stopped::{limit_error, stop_error};
use crate::term::Term;
use crate::watch::Watch;
use std::sync::Arc;

/// What a query should deliver besides bindings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Give every answer its proof.
    pub proofs: bool,
}

/// Whether an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// It holds.
    True,
    /// It is neither true nor false in the well-founded model.
    Undefined,
}

/// One answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The variables of the query, in order of appearance, and their values.
    pub bindings: Vec<(String, Term)>,
    /// Whether it holds or is undefined.
    pub truth: Truth,
    /// Constraints that are left, as goals.
    pub residual: Vec<Term>,
    /// Why it holds, if [`Options::proofs`] was set; nothing but its root where the answers of a
    /// query share their steps.
    pub proof: Option<Proof>,
}

impl Answer {
    /// The value of a variable of the query.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Term> {
        self.bindings.iter().find(|(own, _)| own == name).map(|(_, term)| term)
    }
}

#[derive(PartialEq, Eq)]
enum State {
    Ready(u64),
    More,
    Done,
}

/// A query in progress; iterate to get answers, drop to stop.
pub struct Query<'s> {
    session: &'s mut Session,
    machine: Box<Machine>,
    names: Vec<Arc<str>>,
    state: State,
    answers: usize,
    changes: u64,
    proofs: bool,
    named: bool,
    shared: Option<Shared>,
}

impl<'s> Query<'s> {
    pub(crate) fn start(
        session: &'s mut Session,
        goal: &str,
        budget: Budget,
        options: Options,
    ) -> Result<Self, Error> {
        let changes = session.db.changes;
        let mut machine = Box::new(Machine::new(budget, std::mem::take(&mut session.tables)));
        let db = &mut session.db;
        db.auto_table();
        db.keep_log();
        refresh_tables(&mut machine, db);
        let ops = db.ops.clone();
        let quotes = db.flags.double_quotes;
        let text = format!("{} .", goal.trim_end().trim_end_matches('.'));
        let Machine { heap, watch, .. } = &mut *machine;
        let mut cx = Context { heap, atoms: &mut db.atoms, ops: &ops, quotes, watch };
        let read = Reader::new(&text).read(&mut cx);
        let Some(read) = read.map_err(|error| read_error(error, watch))? else {
            return Err(empty_query());
        };
        let vars: Vec<_> =
            read.vars.iter().filter(|var| !var.name.starts_with('_')).cloned().collect();
        let mut cells: Vec<_> = vars.iter().map(|var| var.cell).collect();
        let mut goal = read.term;
        if options.proofs {
            let proof = machine.fresh();
            cells.push(proof);
            let name = db.atoms.intern("$prove");
            goal = boxes::compound(&mut machine.heap, name, &[goal, proof]);
        }
        machine.begin(&cells, goal);
        let names = vars.into_iter().map(|var| var.name).collect();
        let state = State::Ready(db.call_slot());
        let proofs = options.proofs;
        Ok(Self {
            session,
            machine,
            names,
            state,
            answers: 0,
            changes,
            proofs,
            named: false,
            shared: None,
        })
    }

    /// Lets the proofs of all answers share one table of steps, [`Query::steps`]: what a thousand
    /// answers rest on together is then worked out once.
    #[must_use]
    pub fn sharing_steps(mut self) -> Self {
        self.shared = Some(Shared::default());
        self
    }

    /// Lets a variable of the query that has no value go by its own name in the answers.
    #[must_use]
    pub fn naming_variables(mut self) -> Self {
        self.named = true;
        self
    }

    /// The steps that the proofs of the answers so far share.
    #[must_use]
    pub fn steps(&self) -> &[ProofNode] {
        self.shared.as_ref().map_or(&[], |shared| &shared.nodes)
    }

    /// Whether no further answer can come.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.state == State::Done
    }

    /// What the query has written so far.
    #[must_use]
    pub fn output(&self) -> &str {
        &self.machine.output
    }

    /// What the query has spent so far.
    #[must_use]
    pub fn spent(&self) -> Spent {
        Spent {
            inferences: self.machine.fuel.spent(self.machine.watch.owed()),
            cells: self.machine.fuel.peak.max(self.machine.cells()),
            answers: self.answers,
            output: self.machine.output.len(),
        }
    }

    /// The answer the machine has found; nothing if there is no room for it.
    fn answer(&mut self) -> Option<Answer> {
        let db = &mut self.session.db;
        let m = &mut *self.machine;
        let count = self.names.len();
        let mut shown = m.roots()[..count].to_vec();
        if m.attributed {
            shown.extend(m.residual(db, &shown).ok()?);
        }
        let mut names = convert::Names::default();
        if self.named {
            for (cell, name) in shown.iter().zip(&self.names) {
                let cell = m.deref(*cell);
                if crate::cell::tag(cell) == crate::cell::REF {
                    names.entry(crate::cell::addr(cell)).or_insert_with(|| name.clone());
                }
            }
        }
        let terms = convert::to_terms(&m.heap, &db.atoms, &shown, &mut names, m.answer_room())?;
        let residual = terms[count..].to_vec();
        let bindings = self.names.iter().map(|name| name.to_string()).zip(terms).collect();
        let truth = if m.undefined { Truth::Undefined } else { Truth::True };
        let proof = match (m.roots().last().filter(|_| self.proofs), &mut self.shared) {
            (Some(root), Some(shared)) => {
                let root = derivation::extract_into(m, db, *root, shared)?;
                Some(Proof { nodes: Vec::new(), root })
            }
            (Some(root), None) => Some(derivation::extract(m, db, *root)?),
            (None, _) => None,
        };
        Some(Answer { bindings, truth, residual, proof })
    }
}

/// Lets the tables a session has kept follow the facts that changed since. A table that cannot is
/// found to be stale when it is called.
fn refresh_tables(m: &mut Machine, db: &mut Db) {
    let mut stale = Vec::new();
    let mut stamp = db.changes;
    for id in 0..m.tables.tables.len() as u32 {
        let (slot, changes) = (m.tables.table(id).slot, m.tables.table(id).changes);
        if changes == db.changes {
            continue;
        }
        let plan = m.tables.plan(db, slot);
        match incremental::fate(db, &plan, changes) {
            Fate::Valid => m.tables.table_mut(id).changes = db.changes,
            Fate::Follow => {
                stale.push(id);
                stamp = stamp.min(changes);
            }
            Fate::Void => {}
        }
    }
    if stale.is_empty() {
        return;
    }
    // A table that has seen some of the changes already cannot say how things were before.
    let mixed = (0..m.tables.tables.len() as u32).any(|id| {
        let (slot, changes) = (m.tables.table(id).slot, m.tables.table(id).changes);
        let plan = m.tables.plan(db, slot);
        incremental::is_between(db, &plan, (stamp, changes))
    });
    if mixed {
        for id in stale {
            m.tables.drop_table(id);
        }
        return;
    }
    m.tables.start_following(&stale, db.changes);
    let done = m.follow_changes(db, stamp);
    m.tables.stop_following(matches!(done, Ok(true)));
    m.reset();
}

/// A syntax error, or the limit that stopped reading.
fn read_error(error: crate::SyntaxError, watch: &Watch) -> Error {
    watch.reached().map_or(Error::Syntax(error), |limit| Error::Budget(limit.into()))
}

fn empty_query() -> Error {
    Error::Syntax(crate::SyntaxError {
        line: 1,
        column: 1,
        offset: 0,
        message: "unexpected end of text, expected a goal".into(),
    })
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = match self.state {
            State::Ready(slot) => Start::Exec(slot as u32),
            State::More => Start::Fail,
            State::Done => return None,
        };
        if self.answers >= self.machine.fuel.budget.answers {
            self.state = State::Done;
            return Some(Err(limit_error(&self.machine, &self.session.db, Limit::Answers)));
        }
        match self.machine.run(&mut self.session.db, start) {
            Ok(true) => {
                let Some(answer) = self.answer() else {
                    self.state = State::Done;
                    let limit = self.machine.watch.reached().unwrap_or(Limit::Cells);
                    return Some(Err(limit_error(&self.machine, &self.session.db, limit)));
                };
                self.answers += 1;
                let last = self.machine.is_determinate();
                self.state = if last { State::Done } else { State::More };
                Some(Ok(answer))
            }
            Ok(false) => {
                self.state = State::Done;
                None
            }
            Err(stop) => {
                self.state = State::Done;
                stop_error(&self.machine, &self.session.db, &stop).map(Err)
            }
        }
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        let tables = std::mem::take(&mut self.machine.tables);
        self.session.tables = tables.into_kept();
        if self.session.tables.is_empty() {
            self.session.db.log = None;
        }
        self.session.db.finish_query(self.changes);
    }
}

/// The predicates of the library, written in Prolog: name and arity, in order.
#[must_use]
pub fn library() -> Vec<(String, usize)> {
    let session = Session::new(&crate::Program::empty());
    let db = &session.db;
    let mut found: Vec<(String, usize)> = db
        .slots()
        .map(|slot| db.pred(slot))
        .filter(|pred| pred.kind == Kind::User && pred.defined)
        .map(|pred| (db.atoms.name(pred.name).to_string(), pred.arity))
        .filter(|(name, _)| !name.starts_with('$'))
        .collect();
    found.sort();
    // The library calls its predicates by slots of its own.
    found.dedup();
    found
}

/// Every built-in predicate: name, arity, one line of documentation.
#[must_use]
pub fn builtins() -> Vec<(&'static str, usize, &'static str)> {
    TABLE
        .iter()
        .filter(|row| !row.name.starts_with('$'))
        .map(|row| (row.name, row.arity, row.doc))
        .collect()
}
