//! The word of a configured network on whether a drafted sentence follows from its source.
//!
//! It can only take sentences away: what the other gates refused stays refused.

use crate::config::Entailment;
use crate::encoder::{EncoderError, PairsFile};

/// A network that says what follows from what.
#[derive(Debug)]
pub struct Judge {
    pairs: PairsFile,
    least: f32,
}

impl Judge {
    /// The configured network; it is opened when it is first asked.
    pub fn new(entailment: &Entailment) -> Self {
        let pairs = PairsFile::new(entailment.file.clone(), entailment.label);
        Self { pairs, least: entailment.least }
    }

    /// Whether what is said follows from the source, for each pair of source and saying.
    pub(super) fn follow(&self, pairs: &[(String, String)]) -> Result<Vec<bool>, EncoderError> {
        let network = self.pairs.network()?;
        let follows = |(source, say): &(String, String)| {
            let scores = network.scores(source, std::slice::from_ref(say))?;
            Ok(scores.iter().all(|score| *score >= self.least))
        };
        pairs.iter().map(follows).collect()
    }
}
