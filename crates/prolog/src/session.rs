//! The face of the engine: programs, sessions and what they are asked.

use crate::budget::Budget;
use crate::builtins;
use crate::convert;
use crate::db::{Db, Loading};
use crate::error::Error;
use crate::flat;
use crate::loader::{self, Item, Trouble};
use crate::machine::Machine;
use crate::proof::{ClauseId, Origin};
use crate::query::{Options, Query};
use crate::reader::{Context, Reader};
use crate::span::Span;
use crate::stopped::stop_error;
use crate::tables::Tables;
use crate::term::{Term, View};
use std::sync::{Arc, OnceLock};

/// An immutable set of clauses that any number of sessions share.
#[derive(Clone)]
pub struct Program {
    pub(crate) db: Arc<Db>,
}

/// A clause as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct ClauseInfo {
    /// Its identity while it exists.
    pub id: ClauseId,
    /// The origin it was given.
    pub origin: Origin,
    /// Its head.
    pub head: Term,
    /// Its body; `true` for a fact.
    pub body: Term,
}

/// What loading a text did.
#[derive(Debug, Clone, Default)]
pub struct Consulted {
    /// The clauses stored, in order.
    pub clauses: Vec<ClauseId>,
    /// Where each of them stands in the text.
    pub spans: Vec<Span>,
    /// What was written by directives.
    pub output: String,
    /// Directives that failed or threw, and clauses for predicates that cannot be changed.
    pub warnings: Vec<String>,
}

static SYSTEM: OnceLock<Program> = OnceLock::new();

impl Program {
    /// The program with the library and nothing else.
    #[must_use]
    pub fn empty() -> Self {
        SYSTEM.get_or_init(Self::system).clone()
    }

    fn system() -> Self {
        let mut db = Db::bare();
        let texts = [
            (Loading::System, include_str!("library/system.pl")),
            (Loading::Library, include_str!("library/library.pl")),
            (Loading::Library, include_str!("library/more.pl")),
            (Loading::Library, include_str!("library/clpfd.pl")),
        ];
        for (loading, text) in texts {
            db.loading = loading;
            db.flags.double_quotes = crate::flags::Quotes::Codes;
            let mut m = Machine::new(Budget::unlimited(), Tables::default());
            loader::load(&mut m, &mut db, text, 0, &mut |_, _, item| {
                debug_assert!(!matches!(item, Err(Trouble::Syntax(_))), "library syntax");
                true
            });
            db.atoms.keep_local();
        }
        let name = db.atoms.intern("$prove_tabled");
        let slot = db.declare(name, 2);
        let pred = db.pred_mut(slot);
        pred.tabled = true;
        pred.proof = true;
        db.publish();
        db.loading = Loading::User;
        db.flags = crate::flags::Flags::default();
        Self { db: Arc::new(db.freeze()) }
    }

    /// Loads a text on top of the library.
    ///
    /// # Errors
    /// The first clause that cannot be read or stored.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut session = Session::new(&Self::empty());
        session.consult(text)?;
        Ok(session.freeze())
    }
}

/// A knowledge base of its own over a shared program.
pub struct Session {
    pub(crate) db: Db,
    pub(crate) tables: Tables,
}

impl Session {
    /// An overlay on a program; costs next to nothing.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self { db: (*program.db).clone(), tables: Tables::default() }
    }

    /// The same knowledge base again, in constant time; a snapshot is a fork one keeps.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { db: self.db.clone(), tables: Tables::default() }
    }

    /// Everything this session knows as a program to share.
    #[must_use]
    pub fn freeze(&self) -> Program {
        Program { db: Arc::new(self.db.freeze()) }
    }

    /// Loads a text: clauses are added, directives run.
    ///
    /// # Errors
    /// The first clause or directive that fails to read, store or run; nothing of the text stays.
    pub fn consult(&mut self, text: &str) -> Result<Consulted, Error> {
        self.consult_with(text, Origin::default(), Budget::default())
    }

    /// Loads a text whose clauses all get this origin.
    ///
    /// # Errors
    /// As [`Session::consult`].
    pub fn consult_with(
        &mut self,
        text: &str,
        origin: Origin,
        budget: Budget,
    ) -> Result<Consulted, Error> {
        self.load([(text, origin)], budget).map_err(|(_, error)| error)
    }

    /// Loads several texts as one program, each with its origin. A directive that fails or throws,
    /// and a clause for a predicate that cannot be defined anew, is a warning; what a directive puts
    /// off with `initialization/1` runs when all is loaded.
    ///
    /// # Errors
    /// The first text that cannot be read or reaches a limit, and its place; nothing stays.
    pub fn load<'t>(
        &mut self,
        texts: impl IntoIterator<Item = (&'t str, Origin)>,
        budget: Budget,
    ) -> Result<Consulted, (usize, Error)> {
        let kept = self.db.clone();
        let db = &mut self.db;
        let mut loading = Loaded::default();
        let mut m = Machine::new(budget, Tables::default());
        m.deferred = Some(Vec::new());
        for (at, (text, origin)) in texts.into_iter().enumerate() {
            loader::load(&mut m, db, text, origin.0, &mut |m, db, item| loading.note(m, db, item));
            if let Some(error) = loading.failure {
                self.db = kept;
                return Err((at, error));
            }
            loading.texts = at;
        }
        db.auto_table();
        loader::initialize(&mut m, db, &mut |m, db, item| loading.note(m, db, item));
        loading.done.output = std::mem::take(&mut m.output);
        if let Some(error) = loading.failure {
            self.db = kept;
            return Err((loading.texts, error));
        }
        self.db.atoms.keep_local();
        self.db.tidy();
        self.db.auto_table();
        Ok(loading.done)
    }

    /// Adds one clause.
    ///
    /// # Errors
    /// The text is not one clause, or the clause cannot be stored.
    pub fn add(&mut self, clause: &str, origin: Origin) -> Result<ClauseId, Error> {
        let text = format!("{} .", clause.trim_end().trim_end_matches('.'));
        let mut m = Machine::new(Budget::default(), Tables::default());
        let db = &mut self.db;
        let ops = db.ops.clone();
        let quotes = db.flags.double_quotes;
        let watch = &m.watch;
        let mut cx = Context { heap: &mut m.heap, atoms: &mut db.atoms, ops: &ops, quotes, watch };
        let mut reader = Reader::new(&text);
        let read = reader.read(&mut cx)?;
        let (Some(read), None) = (read, reader.read(&mut cx)?) else {
            return Err(not_one_clause());
        };
        let added = loader::add_rule(&mut m, db, &read, origin.0);
        db.atoms.keep_local();
        match added {
            Ok(code) => {
                db.tidy();
                Ok(ClauseId(code))
            }
            Err(stop) => Err(stop_error(&m, db, &stop).unwrap_or_else(not_one_clause)),
        }
    }

    /// Removes a clause.
    ///
    /// # Errors
    /// [`Error::NoSuchClause`] if it is not there.
    pub fn remove(&mut self, id: ClauseId) -> Result<(), Error> {
        if self.db.is_live(id.0) && self.db.erase(id.0) {
            return Ok(());
        }
        Err(Error::NoSuchClause(id))
    }

    /// A clause by its id.
    #[must_use]
    pub fn clause(&self, id: ClauseId) -> Option<ClauseInfo> {
        self.db.is_live(id.0).then(|| self.info(id.0))
    }

    fn info(&self, code: u64) -> ClauseInfo {
        let stored = self.db.stored(code);
        let mut heap = Vec::new();
        let term = flat::unflatten(&mut heap, stored.term);
        let (head, body) = builtins::split_clause(&heap, term);
        let mut names = convert::Names::default();
        let head = convert::to_term(&heap, &self.db.atoms, head, &mut names);
        let body = convert::to_term(&heap, &self.db.atoms, body, &mut names);
        ClauseInfo { id: ClauseId(code), origin: Origin(stored.origin), head, body }
    }

    /// Every clause of the program and the session, library aside, grouped by predicate.
    #[must_use]
    pub fn clauses(&self) -> Vec<ClauseInfo> {
        let mut found = Vec::new();
        for slot in self.db.slots() {
            let pred = self.db.pred(slot);
            if !pred.system && !pred.library && !self.db.atoms.name(pred.name).starts_with('$') {
                found.extend(pred.live(self.db.generation).into_iter().map(|code| self.info(code)));
            }
        }
        found
    }

    /// Makes a predicate known: where it has no clauses, a call of it fails.
    pub fn declare(&mut self, name: &str, arity: usize) {
        let name = self.db.atoms.intern(name);
        self.db.atoms.keep_local();
        let slot = self.db.declare(name, arity);
        if !self.db.pred(slot).defined {
            self.db.pred_mut(slot).defined = true;
        }
    }

    /// Table without a declaration the predicates whose recursion may turn in a circle.
    pub fn set_auto_table(&mut self, on: bool) {
        self.db.flags.auto_table = on;
    }

    /// Starts a query; answers come from iterating over it.
    ///
    /// # Errors
    /// [`Error::Syntax`] if the text is not one goal.
    pub fn query(&mut self, goal: &str, budget: Budget) -> Result<Query<'_>, Error> {
        self.query_with(goal, budget, Options::default())
    }

    /// Starts a query with options.
    ///
    /// # Errors
    /// As [`Session::query`].
    pub fn query_with(
        &mut self,
        goal: &str,
        budget: Budget,
        options: Options,
    ) -> Result<Query<'_>, Error> {
        Query::start(self, goal, budget, options)
    }
}

/// What loading has come to so far.
#[derive(Default)]
struct Loaded {
    done: Consulted,
    failure: Option<Error>,
    texts: usize,
}

impl Loaded {
    /// Takes in the outcome of one clause or directive; says whether to go on.
    fn note(&mut self, m: &mut Machine, db: &mut Db, item: Result<Item, Trouble>) -> bool {
        let (shown, stop) = match item {
            Ok(Item::Clause(code, span)) => {
                self.done.clauses.push(ClauseId(code));
                self.done.spans.push(span);
                return true;
            }
            Ok(Item::Directive) => return true,
            Ok(Item::Failed(goal)) => {
                self.done.warnings.push(format!("Goal (directive) failed: {goal}"));
                return true;
            }
            Err(Trouble::Syntax(error)) => {
                self.failure = Some(Error::Syntax(error));
                return false;
            }
            Err(Trouble::Stop(stop)) => (None, stop),
            Err(Trouble::Directive(goal, stop)) => (Some(goal), stop),
        };
        match (stop_error(m, db, &stop), shown) {
            (None, _) => {}
            (Some(Error::Thrown(ball)), Some(goal)) => {
                self.done.warnings.push(format!("Goal (directive) {goal}: {}", ball.message));
            }
            (Some(Error::Thrown(ball)), None) if is_permission_error(&ball.term) => {
                self.done.warnings.push(ball.message);
            }
            (Some(error), _) => {
                self.failure = Some(error);
                return false;
            }
        }
        true
    }
}

fn is_permission_error(ball: &Term) -> bool {
    let View::Compound("error", parts) = ball.view() else { return false };
    parts.first().is_some_and(|formal| formal.name() == Some("permission_error"))
}

fn not_one_clause() -> Error {
    Error::Syntax(crate::SyntaxError {
        line: 1,
        column: 1,
        offset: 0,
        message: "expected exactly one clause".into(),
    })
}
