//! Networks that read two texts together and say how well the second fits the first.
//!
//! They are files that somebody configured, with BERT's uncased vocabulary. Whether the second text
//! answers the first or follows from it is the network's business.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::EncoderError;
use super::fixed::Fixed;
use super::network::{Network, spread};
use super::wordpiece;

/// How many word pieces are read at once.
const WINDOW: usize = 512;

/// A network that reads two texts together.
pub(crate) struct Pairs {
    file: PathBuf,
    network: Network,
    vocabulary: &'static Fixed,
    label: usize,
}

impl fmt::Debug for Pairs {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pairs").field("file", &self.file).finish_non_exhaustive()
    }
}

impl Pairs {
    /// Opens a network.
    fn open(file: &Path, label: usize) -> Result<Self, EncoderError> {
        let wrong = |problem: String| {
            let name = file.display().to_string();
            EncoderError::Open { name, problem }
        };
        let vocabulary = Fixed::built_in();
        let vocabulary = vocabulary.ok_or_else(|| wrong("there is no vocabulary".to_owned()))?;
        let network = Network::open(file).map_err(wrong)?;
        Ok(Self { file: file.to_owned(), network, vocabulary, label })
    }

    /// How well each of some texts fits the first, from 0 to 1; of a long text its best part.
    pub(crate) fn scores(&self, first: &str, seconds: &[String]) -> Result<Vec<f32>, EncoderError> {
        let wrong = |problem| EncoderError::Run { name: self.file.display().to_string(), problem };
        spread(seconds.len(), |at, pool| {
            let mut best = 0.0_f32;
            for pieces in wordpiece::pairs(self.vocabulary, (first, &seconds[at]), WINDOW) {
                let found = self.network.run::<2>(&pieces, Some(pool));
                let (_, logits) = found.map_err(wrong)?;
                best = best.max(likelihood(&logits, self.label).map_err(wrong)?);
            }
            Ok(best)
        })
    }
}

/// A network that is opened when it is first needed.
#[derive(Debug)]
pub(crate) struct PairsFile {
    file: PathBuf,
    label: usize,
    open: Mutex<Option<Arc<Pairs>>>,
}

impl PairsFile {
    /// The network in a file; of several numbers it gives for a pair, the one at `label` counts.
    pub(crate) fn new(file: PathBuf, label: usize) -> Self {
        Self { file, label, open: Mutex::default() }
    }

    /// The network.
    pub(crate) fn network(&self) -> Result<Arc<Pairs>, EncoderError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*open {
            return Ok(known.clone());
        }
        let opened = Arc::new(Pairs::open(&self.file, self.label)?);
        *open = Some(opened.clone());
        Ok(opened)
    }
}

/// One number is a log odds; of several, each is for one label.
fn likelihood(logits: &[f32], label: usize) -> Result<f32, String> {
    match logits {
        [only] => Ok(1.0 / (1.0 + (-only).exp())),
        several => {
            let most = several.iter().copied().fold(f32::MIN, f32::max);
            let all: f32 = several.iter().map(|logit| (logit - most).exp()).sum();
            let own = several.get(label).map(|logit| (logit - most).exp() / all);
            own.ok_or_else(|| format!("it has {} labels, and none is {label}", several.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_is_log_odds_and_several_are_labels() {
        let near = |found: Result<f32, String>, wanted: f32| {
            assert!((found.clone().unwrap() - wanted).abs() < 1e-5, "{found:?}");
        };
        near(likelihood(&[0.0], 1), 0.5);
        near(likelihood(&[800.0], 0), 1.0);
        near(likelihood(&[0.0, 2.0_f32.ln(), 0.0], 1), 0.5);
        near(likelihood(&[900.0, -900.0], 1), 0.0);
        assert!(likelihood(&[0.0, 0.0], 2).is_err() && likelihood(&[], 0).is_err());
    }
}
