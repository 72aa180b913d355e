//! The session with more than it was told, for one question only.

use std::sync::Mutex;

use super::engine::trial;
use super::{Live, Source};
use crate::config::Limits;
use crate::english::meaning::Meaning;
use crate::error::Refusal;
use crate::notation::{self, Piece};

/// A clause that holds for one question only.
#[derive(Debug, Clone)]
pub(super) struct Overlaid {
    /// The clause.
    pub piece: Piece,
    /// Who says so.
    pub source: Source,
}

impl Live {
    /// The same session with further clauses, for one question.
    pub(crate) fn overlaid(&self, pieces: Vec<Piece>, limits: &Limits) -> Result<Self, Refusal> {
        let mut scratch = self.scratch();
        trial(&pieces, limits)?;
        scratch.take_ontology("dynamicOntology", &pieces);
        let source = Source::Ontology("dynamicOntology".to_owned());
        let overlaid = |piece| Overlaid { piece, source: source.clone() };
        scratch.overlay = pieces.into_iter().map(overlaid).collect();
        scratch.prepare(limits)?;
        Ok(scratch)
    }

    /// The same session where these sentences hold too, for one question.
    pub(crate) fn supposing(
        &self,
        sentences: Vec<(String, Meaning)>,
        limits: &Limits,
    ) -> Result<Self, Refusal> {
        let mut scratch = self.scratch();
        for (text, meaning) in sentences {
            let number = scratch.knowledge.add(text.clone(), meaning);
            let source = Source::Supposed(text);
            let clauses = scratch.knowledge.statements()[number].clauses.clone();
            let pieces = clauses.into_iter().map(|clause| Overlaid {
                piece: Piece { text: notation::text(&clause), logic: vec![clause] },
                source: source.clone(),
            });
            scratch.overlay.extend(pieces);
            scratch.sources.push(source);
        }
        scratch.prepare(limits)?;
        Ok(scratch)
    }

    /// What is supposed, in sentences.
    pub(crate) fn supposed(&self) -> Vec<&str> {
        let said = self.sources.iter().filter_map(|source| match source {
            Source::Supposed(text) => Some(text.as_str()),
            Source::Told(_) | Source::Ontology(_) => None,
        });
        said.collect()
    }

    fn scratch(&self) -> Self {
        Self {
            row: self.row.clone(),
            entries: self.entries.clone(),
            knowledge: self.knowledge.clone(),
            sources: self.sources.clone(),
            prepared: None,
            overflows: self.overflows,
            ontologies: self.ontologies.clone(),
            beyond: self.beyond,
            engine: Mutex::new(None),
            overlay: self.overlay.clone(),
            dialect: self.dialect.clone(),
            unreadable: Mutex::default(),
            said: Mutex::default(),
        }
    }
}
