//! The Prolog engine of a session: made when first asked, forked for each question.

use std::sync::PoisonError;

use prolog::{Origin, Program, Session};

use super::{Live, PROLOG};
use crate::config::Limits;
use crate::error::Refusal;
use crate::notation::{self, Piece};

/// Origins of ontologies lie above every label of a session.
const ONTOLOGY: u64 = 1 << 62;

/// Origins of clauses that hold for one question only lie above those.
const OVERLAY: u64 = 1 << 63;
/// Bits of an origin that number the clause within its ontology.
const PIECES: u32 = 24;

impl Live {
    /// An engine of its own for one question.
    pub(crate) fn engine(&self, limits: &Limits) -> Result<Session, Refusal> {
        let mut held = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = &*held {
            return Ok(session.fork());
        }
        let session = self.load(limits)?;
        let fork = session.fork();
        *held = Some(session);
        Ok(fork)
    }

    /// Lets an engine that is already made catch up with the entries from `first` on.
    pub(crate) fn engine_follows(&self, first: usize, limits: &Limits) -> Result<(), Refusal> {
        let mut held = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = &mut *held {
            self.load_entries(session, first, limits)?;
        }
        Ok(())
    }

    fn load(&self, limits: &Limits) -> Result<Session, Refusal> {
        let mut session = Session::new(&Program::empty());
        session.set_auto_table(true);
        session.consult(":- set_prolog_flag(unknown, fail).").map_err(refused)?;
        let chosen = self.chosen();
        for (at, (name, pieces)) in self.ontologies.items.iter().enumerate() {
            if chosen.as_ref().is_none_or(|chosen| chosen.contains(name)) {
                for (piece, number) in pieces.iter().zip(0_u64..) {
                    let origin = Origin(ONTOLOGY + ((at as u64) << PIECES) + number);
                    load_pieces(&mut session, std::slice::from_ref(piece), origin, limits)?;
                }
            }
        }
        for (overlaid, number) in self.overlay.iter().zip(0_u64..) {
            let origin = Origin(OVERLAY + number);
            load_pieces(&mut session, std::slice::from_ref(&overlaid.piece), origin, limits)?;
        }
        self.load_entries(&mut session, 0, limits)?;
        Ok(session)
    }

    fn load_entries(
        &self,
        session: &mut Session,
        first: usize,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let mut clauses: std::collections::HashMap<usize, Vec<String>> =
            std::collections::HashMap::new();
        for (number, statement) in self.knowledge.statements().iter().enumerate() {
            if let Some(super::Source::Told(at)) = self.source(number)
                && *at >= first
            {
                clauses.insert(*at, statement.clauses.iter().flat_map(notation::program).collect());
            }
        }
        for (at, entry) in self.entries.iter().enumerate().skip(first) {
            let origin = Origin(entry.row.label);
            let texts = clauses.remove(&at).unwrap_or_else(|| {
                if entry.row.kind == PROLOG { entry.facts.clone() } else { Vec::new() }
            });
            for text in texts {
                // Loading a text keeps the way back open, which costs with every clause there is.
                if text.trim_start().starts_with(":-") {
                    session.consult_with(&text, origin, limits.budget()).map_err(refused)?;
                } else {
                    session.add(&text, origin).map_err(refused)?;
                }
            }
        }
        Ok(())
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

/// Loads clauses told in Prolog.
pub(super) fn load_pieces(
    session: &mut Session,
    pieces: &[Piece],
    origin: Origin,
    limits: &Limits,
) -> Result<(), Refusal> {
    for text in pieces.iter().flat_map(programs) {
        session.consult_with(&text, origin, limits.budget()).map_err(refused)?;
    }
    Ok(())
}

/// Tries clauses in an engine of their own, so that what it would refuse is refused at once.
pub(crate) fn trial(pieces: &[Piece], limits: &Limits) -> Result<(), Refusal> {
    let mut whole = String::new();
    for text in pieces.iter().flat_map(programs) {
        whole.push_str(&text);
        whole.push('\n');
    }
    let mut session = Session::new(&Program::empty());
    if session.consult_with(&whole, Origin(0), limits.budget()).is_ok() {
        return Ok(());
    }
    // One by one, so that the clause which is refused is named.
    let mut session = Session::new(&Program::empty());
    load_pieces(&mut session, pieces, Origin(0), limits)
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
        prolog::Error::Budget(limit) => {
            let name = match limit {
                prolog::Limit::Inferences => "reasoner.max_inferences",
                prolog::Limit::Answers => "reasoner.max_answers",
                prolog::Limit::Wall => "reasoner.query_seconds",
                prolog::Limit::Cells
                | prolog::Limit::Depth
                | prolog::Limit::Output
                | prolog::Limit::Cancelled => "of the engine",
            };
            Refusal::Coded {
                kind: kernel::ErrorKind::LimitReached,
                code: "LIMIT_REACHED",
                message: format!("the limit on `{limit}` was reached before an answer ({name})"),
            }
        }
        other @ (prolog::Error::Syntax(_)
        | prolog::Error::Thrown(_)
        | prolog::Error::NoSuchClause(_)) => Refusal::Engine(other.to_string()),
    }
}
