//! A session in memory: what it was told, what follows, and the engine that runs its clauses.
//! It reads and decides; keeping it is `db`, offering it is `tools`.

mod contradiction;
mod engine;
mod scratch;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Timestamp;

use crate::config::Limits;
use crate::db::{EntryRow, SessionRow};
use crate::english::meaning::Meaning;
use crate::error::Refusal;
use crate::knowledge::{Knowledge, Mark};
use crate::logic::Literal;
use crate::notation::{self, Piece};
use crate::prepared::Prepared;
use crate::program::OverBudget;
use crate::verbalise::Style;

pub(crate) use contradiction::Contradiction;
pub(crate) use contradiction::to_supersede as contradiction_to_supersede;
pub(crate) use engine::{Ran, refused, trial};

/// What was told in English.
pub(crate) const ENGLISH: &str = "english";
/// What was told in Prolog.
pub(crate) const PROLOG: &str = "prolog";

/// The ontologies of a principal, shared by its sessions.
#[derive(Debug, Default)]
pub(crate) struct Ontologies {
    /// Grows with every change.
    pub stamp: u64,
    /// By name.
    pub items: Vec<(String, Vec<Piece>)>,
    /// Whose they are.
    pub owner: String,
    /// When each was last changed.
    pub updated: BTreeMap<String, Timestamp>,
}

/// One sentence or clause that holds.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// As it is kept.
    pub row: EntryRow,
    /// The clauses it makes, as Prolog text.
    pub facts: Vec<String>,
}

impl Entry {
    /// The words of whoever told it.
    pub(crate) fn told(&self) -> &str {
        self.row.original.as_deref().unwrap_or(&self.row.text)
    }
}

/// Where a statement of the knowledge comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// The entry with this place.
    Told(usize),
    /// An ontology.
    Ontology(String),
    /// The question, which supposes this.
    Supposed(String),
}

/// Something new to take in.
#[derive(Debug, Clone)]
pub(crate) enum News {
    /// A sentence that was understood.
    Sentence(String, Box<Meaning>),
    /// A clause.
    Clause(Piece),
}

/// Who tells something, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Teller<'a> {
    /// The strategy that reads it.
    pub strategy: &'a str,
    /// Who tells it.
    pub author: &'a str,
    /// The version it comes with.
    pub version: u64,
    /// What people wrote, where a model put it into other words.
    pub original: Option<&'a str>,
}

/// A session in memory.
pub(crate) struct Live {
    /// As it is kept.
    pub row: SessionRow,
    /// What holds, in order.
    pub entries: Vec<Entry>,
    /// The same as logic.
    pub knowledge: Knowledge,
    sources: Vec<Source>,
    /// What follows from it.
    pub prepared: Option<Prepared>,
    /// More follows than may be kept.
    overflows: bool,
    /// The ontologies it rests on.
    pub ontologies: Arc<Ontologies>,
    /// Clauses that only the engine can run.
    beyond: usize,
    engine: Mutex<Option<prolog::Session>>,
    /// Clauses that hold for one question only.
    overlay: Vec<scratch::Overlaid>,
    /// How Prolog is written here: what directives have said of operators and quotes.
    dialect: prolog::Dialect,
    /// Clauses taken in unread that the engine cannot read either.
    unreadable: Mutex<Vec<String>>,
    /// English already put into words.
    pub(crate) said: Mutex<HashMap<(Style, Literal), String>>,
}

/// What an unfinished change can be undone by.
pub(crate) struct Undo {
    mark: Mark,
    entries: usize,
    sources: usize,
    beyond: usize,
    label: u64,
    dialect: prolog::Dialect,
}

impl Live {
    /// Puts a session together from what is kept of it at `version`.
    pub(crate) fn build(
        row: SessionRow,
        rows: Vec<EntryRow>,
        ontologies: &Arc<Ontologies>,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let knowledge = Knowledge::reading(row.strictness);
        let mut live = Self {
            row,
            entries: Vec::new(),
            knowledge,
            sources: Vec::new(),
            prepared: None,
            overflows: false,
            ontologies: ontologies.clone(),
            beyond: 0,
            engine: Mutex::new(None),
            overlay: Vec::new(),
            dialect: prolog::Dialect::default(),
            unreadable: Mutex::default(),
            said: Mutex::default(),
        };
        let chosen = live.chosen();
        for (name, pieces) in &ontologies.items {
            if chosen.as_ref().is_none_or(|chosen| chosen.contains(name)) {
                live.take_ontology(name, pieces);
            }
        }
        let version = live.row.version;
        for row in rows {
            let holds = row.added <= version && row.removed.is_none_or(|at| at > version);
            if holds {
                live.restore(row)?;
            } else {
                live.knowledge.skip(row.label);
            }
        }
        live.prepare(limits)?;
        Ok(live)
    }

    /// The ontologies the session was made with, if it named any.
    pub(crate) fn chosen(&self) -> Option<Vec<String>> {
        self.row.ontologies.as_deref().and_then(|list| serde_json::from_str(list).ok())
    }

    /// Ontologies the session was made with that are gone.
    pub(crate) fn gone(&self) -> Vec<String> {
        let known = |name: &String| self.ontologies.items.iter().any(|(other, _)| other == name);
        self.chosen().into_iter().flatten().filter(|name| !known(name)).collect()
    }

    fn take_ontology(&mut self, name: &str, pieces: &[Piece]) {
        for piece in pieces {
            if piece.logic.is_empty() {
                self.beyond += 1;
            } else {
                self.knowledge.add_clauses(piece.text.clone(), piece.logic.clone(), 0);
                self.sources.push(Source::Ontology(name.to_owned()));
            }
        }
    }

    pub(crate) fn restore(&mut self, row: EntryRow) -> Result<(), Refusal> {
        let damaged =
            |what: &str| Refusal::Defect(format!("entry {} is damaged: {what}", row.label));
        let news = if row.kind == ENGLISH {
            let meaning: Meaning =
                serde_json::from_str(&row.content).map_err(|error| damaged(&error.to_string()))?;
            News::Sentence(row.text.clone(), Box::new(meaning))
        } else {
            let mut pieces = notation::read_unchecked(&mut self.dialect(), &row.text);
            News::Clause(pieces.pop().ok_or_else(|| damaged("it holds no clause"))?)
        };
        self.take(news, row);
        Ok(())
    }

    /// How Prolog is written here.
    pub(crate) fn dialect(&self) -> prolog::Dialect {
        self.dialect.clone()
    }

    /// Clauses taken in unread that nothing can be made of.
    pub(crate) fn unreadable(&self) -> Vec<String> {
        self.unreadable.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn take(&mut self, news: News, row: EntryRow) {
        if let News::Clause(piece) = &news
            && engine::is_directive(&piece.text)
        {
            // A directive that is wrong changes nothing; running it says so.
            drop(self.dialect.read(piece.text.trim_end().trim_end_matches('.')));
        }
        let source = Source::Told(self.entries.len());
        let quoted = |text: String| row.original.clone().unwrap_or(text);
        let facts = match news {
            News::Sentence(text, meaning) => {
                let text = quoted(text);
                let number = self.knowledge.add_labelled(text, *meaning, row.label);
                self.sources.push(source);
                let clauses = &self.knowledge.statements()[number].clauses;
                clauses.iter().map(notation::text).collect()
            }
            News::Clause(piece) if piece.logic.is_empty() => {
                self.beyond += 1;
                self.knowledge.skip(row.label);
                vec![piece.text]
            }
            News::Clause(piece) => {
                self.knowledge.add_clauses(quoted(piece.text.clone()), piece.logic, row.label);
                self.sources.push(source);
                vec![piece.text]
            }
        };
        self.entries.push(Entry { row, facts });
    }

    /// Takes in something new, in memory only, and says its facts.
    pub(crate) fn add(&mut self, news: News, teller: Teller<'_>) -> &Entry {
        let (kind, text, content) = match &news {
            News::Sentence(text, meaning) => {
                (ENGLISH, text.clone(), serde_json::to_string(meaning).unwrap_or_default())
            }
            News::Clause(piece) => (PROLOG, piece.text.clone(), String::new()),
        };
        let label = self.row.label.max(self.knowledge.next_label() - 1) + 1;
        let row = EntryRow {
            label,
            kind: kind.to_owned(),
            text,
            content,
            strategy: teller.strategy.to_owned(),
            author: teller.author.to_owned(),
            at: Timestamp::now(),
            added: teller.version,
            removed: None,
            original: teller.original.map(str::to_owned),
        };
        self.row.label = label;
        self.take(news, row);
        &self.entries[self.entries.len() - 1]
    }

    /// Where things stand, before a change.
    pub(crate) fn begin(&self) -> Undo {
        Undo {
            mark: self.knowledge.mark(),
            entries: self.entries.len(),
            sources: self.sources.len(),
            beyond: self.beyond,
            label: self.row.label,
            dialect: self.dialect.clone(),
        }
    }

    /// Puts things back as they were; what follows is worked out anew.
    pub(crate) fn undo(&mut self, undo: Undo, limits: &Limits) -> Result<(), Refusal> {
        self.knowledge.back_to(undo.mark);
        self.entries.truncate(undo.entries);
        self.sources.truncate(undo.sources);
        self.beyond = undo.beyond;
        self.row.label = undo.label;
        self.dialect = undo.dialect;
        self.forget_engine();
        self.prepared = None;
        self.overflows = false;
        self.prepare(limits)
    }

    /// Works out what follows, going on from what is known where that is right; what is too much to
    /// be worked out ahead is left to the questions.
    pub(crate) fn prepare(&mut self, limits: &Limits) -> Result<(), Refusal> {
        if self.overflows {
            return Ok(());
        }
        if let Some(prepared) = &mut self.prepared {
            match prepared.extend(&self.knowledge, limits.closure()) {
                Ok(true) => return Ok(()),
                Ok(false) => {}
                Err(over) => return self.overflow(over),
            }
        }
        self.prepared = None;
        match Prepared::new(&self.knowledge, limits.closure()) {
            Ok(prepared) => self.prepared = prepared,
            Err(over) => return self.overflow(over),
        }
        Ok(())
    }

    fn overflow(&mut self, over: OverBudget) -> Result<(), Refusal> {
        let OverBudget::Derived { .. } = over else { return Err(over.into()) };
        self.prepared = None;
        self.overflows = true;
        Ok(())
    }

    /// Whether more follows than may be kept, so that only what is asked for is worked out.
    pub(crate) fn overflows(&self) -> bool {
        self.overflows
    }

    /// The whole knowledge base as Prolog text.
    pub(crate) fn facts(&self) -> String {
        let mut text = String::new();
        for fact in self.entries.iter().flat_map(|entry| &entry.facts) {
            text.push_str(fact);
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Where a statement of the knowledge comes from.
    pub(crate) fn source(&self, statement: usize) -> Option<&Source> {
        self.sources.get(statement)
    }

    /// Who said a statement, at the beginning of a sentence that quotes it.
    pub(crate) fn who_said(&self, statement: usize) -> String {
        match self.sources.get(statement) {
            Some(Source::Ontology(name)) => format!("The ontology `{name}` says"),
            Some(Source::Told(_) | Source::Supposed(_)) | None => "You said".to_owned(),
        }
    }

    /// The entry a statement of the knowledge comes from.
    pub(crate) fn entry(&self, statement: usize) -> Option<&Entry> {
        match self.sources.get(statement)? {
            Source::Told(at) => self.entries.get(*at),
            Source::Ontology(_) | Source::Supposed(_) => None,
        }
    }

    /// Whether some clause can only be run by the engine.
    pub(crate) fn goes_beyond_logic(&self) -> bool {
        self.beyond > 0
    }

    /// Whether anything was told in Prolog.
    pub(crate) fn has_clauses(&self) -> bool {
        let ontologies = self.sources.iter().any(|source| matches!(source, Source::Ontology(_)));
        ontologies || self.beyond > 0 || self.entries.iter().any(|entry| entry.row.kind == PROLOG)
    }

    /// Whether a clause in Prolog has a word, which logic may not know of.
    pub(crate) fn mentions(&self, word: &str) -> bool {
        let has = |text: &str| {
            text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
        };
        let chosen = self.chosen();
        let holds = |name: &String| chosen.as_ref().is_none_or(|chosen| chosen.contains(name));
        let ontologies = self.ontologies.items.iter().filter(|(name, _)| holds(name));
        let told = self.entries.iter().filter(|entry| entry.row.kind == PROLOG);
        told.map(|entry| entry.row.text.as_str())
            .chain(ontologies.flat_map(|(_, pieces)| pieces).map(|piece| piece.text.as_str()))
            .chain(self.overlay.iter().map(|overlaid| overlaid.piece.text.as_str()))
            .any(has)
    }

    fn forget_engine(&self) {
        *self.engine.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
