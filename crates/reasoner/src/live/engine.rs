//! The Prolog engine of a session: made when first asked, forked for each question.

use std::sync::PoisonError;

use prolog::{Origin, Program, Session};

use super::{Live, PROLOG};
use crate::config::Limits;
use crate::error::Refusal;
use crate::logic::Clause;
use crate::notation::{self, Piece};

/// Origins of ontologies lie above every label of a session.
const ONTOLOGY: u64 = 1 << 62;

/// Origins of clauses that hold for one question only lie above those.
const OVERLAY: u64 = 1 << 63;
/// Bits of an origin that number the clause within its ontology.
const PIECES: u32 = 24;

/// What running directives came to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ran {
    /// What they wrote.
    pub output: String,
    /// Those that failed or threw, and clauses for predicates that cannot be changed.
    pub warnings: Vec<String>,
}

/// A text for the engine and where it comes from.
type Text = (String, Origin);

impl Live {
    /// An engine of its own for one question.
    pub(crate) fn engine(&self, limits: &Limits) -> Result<Session, Refusal> {
        let mut held = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = &*held {
            return Ok(session.fork());
        }
        let session = self.load(self.entries.len(), limits)?;
        let fork = session.fork();
        *held = Some(session);
        Ok(fork)
    }

    /// Lets an engine that is already made catch up with the entries from `first` on; directives
    /// among them run at once.
    pub(crate) fn engine_follows(&self, first: usize, limits: &Limits) -> Result<Ran, Refusal> {
        let mut held = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let runs = |entry: &super::Entry| {
            entry.row.kind == PROLOG && entry.facts.iter().any(|text| is_directive(text))
        };
        if held.is_none() && self.entries[first..].iter().any(runs) {
            *held = Some(self.load(first, limits)?);
        }
        match &mut *held {
            Some(session) => self.load_entries(session, first..self.entries.len(), limits),
            None => Ok(Ran::default()),
        }
    }

    fn load(&self, entries: usize, limits: &Limits) -> Result<Session, Refusal> {
        let mut session = Session::new(&Program::empty());
        session.set_auto_table(true);
        let chosen = self.chosen();
        let mut texts: Vec<Text> = Vec::new();
        for (at, (name, pieces)) in self.ontologies.items.iter().enumerate() {
            if chosen.as_ref().is_none_or(|chosen| chosen.contains(name)) {
                for (piece, number) in pieces.iter().zip(0_u64..) {
                    let origin = Origin(ONTOLOGY + ((at as u64) << PIECES) + number);
                    texts.extend(programs(piece).into_iter().map(|text| (text, origin)));
                }
            }
        }
        for (overlaid, number) in self.overlay.iter().zip(0_u64..) {
            let origin = Origin(OVERLAY + number);
            texts.extend(programs(&overlaid.piece).into_iter().map(|text| (text, origin)));
        }
        self.load_texts(&mut session, texts, limits)?;
        self.declare(&mut session, |source| !matches!(source, super::Source::Told(_)));
        self.load_entries(&mut session, 0..entries, limits)?;
        Ok(session)
    }

    fn load_entries(
        &self,
        session: &mut Session,
        range: std::ops::Range<usize>,
        limits: &Limits,
    ) -> Result<Ran, Refusal> {
        let mut clauses: std::collections::HashMap<usize, Vec<String>> =
            std::collections::HashMap::new();
        for (number, statement) in self.knowledge.statements().iter().enumerate() {
            if let Some(super::Source::Told(at)) = self.source(number)
                && range.contains(at)
            {
                clauses.insert(*at, statement.clauses.iter().flat_map(notation::program).collect());
            }
        }
        self.declare(
            session,
            |source| matches!(source, super::Source::Told(at) if range.contains(at)),
        );
        let mut texts: Vec<Text> = Vec::new();
        for at in range {
            let Some(entry) = self.entries.get(at) else { continue };
            let origin = Origin(entry.row.label);
            let own = clauses.remove(&at).unwrap_or_else(|| {
                if entry.row.kind == PROLOG { entry.facts.clone() } else { Vec::new() }
            });
            texts.extend(own.into_iter().map(|text| (text, origin)));
        }
        self.load_texts(session, texts, limits)
    }

    /// Loads texts as one program; one that was taken in unread and cannot be read is left out.
    fn load_texts(
        &self,
        session: &mut Session,
        mut texts: Vec<Text>,
        limits: &Limits,
    ) -> Result<Ran, Refusal> {
        loop {
            let given = texts.iter().map(|(text, origin)| (text.as_str(), *origin));
            match session.load(given, limits.budget()) {
                Ok(done) => return Ok(Ran { output: done.output, warnings: done.warnings }),
                Err((at, error @ prolog::Error::Syntax(_))) if at < texts.len() => {
                    let (text, _) = texts.remove(at);
                    let mut unreadable =
                        self.unreadable.lock().unwrap_or_else(PoisonError::into_inner);
                    unreadable.push(format!("`{text}` cannot be read and is left out: {error}"));
                }
                Err((_, error)) => return Err(refused(error)),
            }
        }
    }

    /// Lets the engine know of what sentences speak of, so that nothing of it is unknown. A
    /// predicate that only a rule in Prolog mentions is not known by that.
    fn declare(&self, session: &mut Session, wanted: impl Fn(&super::Source) -> bool) {
        for (number, statement) in self.knowledge.statements().iter().enumerate() {
            let Some(source) = self.source(number).filter(|source| wanted(source)) else {
                continue;
            };
            let told = match source {
                super::Source::Told(at) => {
                    self.entries.get(*at).is_some_and(|entry| entry.row.kind == PROLOG)
                }
                super::Source::Ontology(_) => true,
                super::Source::Supposed(_) => false,
            };
            for clause in &statement.clauses {
                if told && matches!(clause, Clause::Rule { .. }) {
                    continue;
                }
                for atom in clause.atoms() {
                    session.declare(&atom.predicate, atom.arguments.len());
                }
            }
        }
    }

    /// Who told a clause, as the engine knows it: the entry's place, or the ontology's name.
    pub(crate) fn origin(&self, origin: Origin) -> Option<(super::Source, String)> {
        if origin.0 >= OVERLAY {
            let overlaid = self.overlay.get(usize::try_from(origin.0 - OVERLAY).ok()?)?;
            return Some((overlaid.source.clone(), overlaid.piece.text.clone()));
        }
        if origin.0 >= ONTOLOGY {
            let number = usize::try_from(origin.0 - ONTOLOGY).ok()?;
            let (name, pieces) = self.ontologies.items.get(number >> PIECES)?;
            let piece = pieces.get(number & ((1 << PIECES) - 1))?;
            return Some((super::Source::Ontology(name.clone()), piece.text.clone()));
        }
        // Entries stand in the order of their labels.
        let at = self.entries.binary_search_by_key(&origin.0, |entry| entry.row.label).ok()?;
        Some((super::Source::Told(at), self.entries[at].row.text.clone()))
    }
}

/// Tries clauses in an engine of their own, so that what it would refuse is refused at once.
/// Directives wait until they are told.
pub(crate) fn trial(pieces: &[Piece], limits: &Limits) -> Result<(), Refusal> {
    let mut session = Session::new(&Program::empty());
    let texts: Vec<String> = pieces.iter().flat_map(programs).collect();
    let tried = texts.iter().filter(|text| !is_directive(text) || changes_reading(text));
    let tried = tried.map(|text| (text.as_str(), Origin(0)));
    session.load(tried, limits.budget()).map(drop).map_err(|(_, error)| refused(error))
}

/// Whether a text says what to do.
pub(super) fn is_directive(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(":-") || text.starts_with("?-")
}

/// Whether a directive is about how the rest is read.
fn changes_reading(text: &str) -> bool {
    let goal = text.trim_start().trim_start_matches([':', '?', '-']).trim_start();
    ["op(", "set_prolog_flag(", "module("].iter().any(|name| goal.starts_with(name))
}

/// What the engine runs for a clause told in Prolog.
fn programs(piece: &Piece) -> Vec<String> {
    match piece.logic.as_slice() {
        [] => vec![piece.text.clone()],
        clauses => clauses.iter().flat_map(notation::program).collect(),
    }
}

/// What the engine said, with the limit's name where one was reached.
pub(crate) fn refused(error: prolog::Error) -> Refusal {
    match error {
        prolog::Error::Budget(exceeded) => {
            let name = match exceeded.limit {
                prolog::Limit::Inferences => "reasoner.max_inferences",
                prolog::Limit::Answers => "reasoner.max_answers",
                prolog::Limit::Wall => "reasoner.query_seconds",
                prolog::Limit::Cells => "reasoner.max_cells",
                prolog::Limit::Depth => "reasoner.max_depth",
                prolog::Limit::Output => "reasoner.max_output_bytes",
                prolog::Limit::Cancelled => "the caller stopped it",
            };
            Refusal::Coded {
                kind: kernel::ErrorKind::LimitReached,
                code: "LIMIT_REACHED",
                message: format!("{exceeded} before an answer ({name})"),
            }
        }
        prolog::Error::Thrown(ball) => match ball.unknown_procedure() {
            Some((name, arity)) => Refusal::UnknownPredicate { name, arity, message: ball.message },
            None => Refusal::Engine(ball.to_string()),
        },
        other @ (prolog::Error::Syntax(_) | prolog::Error::NoSuchClause(_)) => {
            Refusal::Engine(other.to_string())
        }
    }
}
