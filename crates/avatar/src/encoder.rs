//! Encoders: texts to vectors of unit length, so that texts of one meaning lie near each other.
//!
//! The fixed one is part of the binary; the others are files that somebody pulled. What each
//! encoder's cosine is worth beside words stands in the table of `weights.rs`.

mod fixed;
mod network;
mod pairs;
mod transformer;
mod wordpiece;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::weights::{self, Damaged, Fusion, Manifest, Pulled, Weights};

pub(crate) use fixed::{Fixed, cosine};
pub(crate) use pairs::PairsFile;
use transformer::Transformer;

/// Why there is no encoder, or no vector of a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncoderError {
    /// The files of an encoder are not here.
    #[error("the encoder `{0}` is not here; `ensemble models pull {0}` brings it")]
    Missing(String),
    /// There is no encoder of that name.
    #[error("there is no encoder `{0}`; there are {known}", known = known())]
    Unknown(String),
    /// An index was made with an encoder that is not here.
    #[error(
        "the index was made with the encoder `{0}`, which is not here; `ensemble models pull {0}` brings it, \
         `ensemble avatar rebuild ID --encoder static-en-1` embeds the texts again without it"
    )]
    Mismatch(String),
    /// Its file is not the one that was meant.
    #[error(transparent)]
    Damaged(#[from] Damaged),
    /// Its files are not those of an encoder.
    #[error("the encoder `{name}` cannot be opened: {problem}")]
    Open {
        /// The encoder.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// The computation failed.
    #[error("the encoder `{name}` failed: {problem}")]
    Run {
        /// The encoder.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

/// The names that an encoder may be asked for by.
fn known() -> String {
    let pulled = weights::manifests().filter(|it| it.fusion().is_some()).map(|it| it.id);
    let names = pulled.chain([FIXED]).map(|name| format!("`{name}`"));
    format!("{}, and `{NONE}` for words alone", names.collect::<Vec<_>>().join(", "))
}

/// The name of the encoder inside the binary.
pub(crate) const FIXED: &str = "static-en-1";
/// The wish for the strongest encoder that is here.
pub(crate) const STRONGEST: &str = "auto";
/// The wish for no encoder, and what an index without vectors says.
pub(crate) const NONE: &str = "none";

/// What turns texts into the vectors of an index.
#[derive(Debug, Clone)]
pub(crate) enum Encoder {
    /// The one inside the binary.
    Fixed(&'static Fixed),
    /// One that was pulled.
    Transformer(Arc<Transformer>),
}

impl Encoder {
    /// The name an index remembers it by; another name means other vectors.
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Fixed(_) => FIXED,
            Self::Transformer(transformer) => transformer.name(),
        }
    }

    /// How many numbers a vector has.
    pub(crate) fn dimensions(&self) -> usize {
        match self {
            Self::Fixed(fixed) => fixed.dimensions(),
            Self::Transformer(transformer) => transformer.dimensions(),
        }
    }

    /// Whether a vector takes so long that it is worth keeping.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self, Self::Transformer(_))
    }

    /// The vector of a text; of a text without known words, zero.
    pub(crate) fn encode(&self, text: &str) -> Result<Vec<f32>, EncoderError> {
        match self {
            Self::Fixed(fixed) => Ok(fixed.encode(text)),
            Self::Transformer(transformer) => transformer.encode(text),
        }
    }

    /// The vectors of texts.
    pub(crate) fn encode_all(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EncoderError> {
        match self {
            Self::Fixed(fixed) => Ok(texts.iter().map(|text| fixed.encode(text)).collect()),
            Self::Transformer(transformer) => transformer.encode_all(texts),
        }
    }
}

/// The encoders of a data folder; each is opened once, when it is first needed.
#[derive(Debug, Default)]
pub struct Encoders {
    weights: Option<Weights>,
    wanted: String,
    open: Mutex<HashMap<&'static str, Arc<Transformer>>>,
    reranker: Option<Reranker>,
}

/// A network that puts passages in its order.
#[derive(Debug)]
pub(crate) struct Reranker {
    /// The network.
    pub(crate) pairs: PairsFile,
    /// How many of the best passages it reads.
    pub(crate) passages: usize,
}

impl Encoders {
    /// Those among `weights`, and which of them new avatars get: a name, or `auto`.
    pub fn new(weights: Weights, wanted: &str) -> Self {
        Self { weights: Some(weights), wanted: wanted.to_owned(), ..Self::default() }
    }

    /// The same with a network that puts passages in its order.
    pub(crate) fn reranked_by(mut self, reranker: Option<Reranker>) -> Self {
        self.reranker = reranker;
        self
    }

    /// The network that puts passages in its order, if one is configured.
    pub(crate) fn reranker(&self) -> Option<&Reranker> {
        self.reranker.as_ref()
    }

    /// How cosines of an encoder are weighed against words.
    pub(crate) fn fusion(name: &str) -> Fusion {
        match name {
            "" | NONE => Fusion::WORDS,
            _ => Weights::manifest(name).and_then(Manifest::fusion).unwrap_or(Fusion::FIXED),
        }
    }

    /// The vectors of texts by the encoder of new avatars; none where they get none.
    pub fn encode(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EncoderError> {
        let encoder = self.preferred()?;
        Ok(encoder.map(|encoder| encoder.encode_all(texts)).transpose()?.unwrap_or_default())
    }

    /// The encoder that an index names; none for an index without vectors.
    pub(crate) fn of_index(&self, name: &str) -> Result<Option<Encoder>, EncoderError> {
        match self.named(if name.is_empty() { NONE } else { name }) {
            Err(EncoderError::Missing(name) | EncoderError::Unknown(name)) => {
                Err(EncoderError::Mismatch(name))
            }
            found => found,
        }
    }

    /// The encoder for a new index, if it gets one.
    pub(crate) fn preferred(&self) -> Result<Option<Encoder>, EncoderError> {
        let strongest = self.weights.as_ref().and_then(Weights::strongest);
        match (self.wanted.as_str(), strongest) {
            ("" | STRONGEST, Some(pulled)) => self.opened(pulled).map(Some),
            ("" | STRONGEST, None) => self.named(FIXED),
            (name, _) => self.named(name),
        }
    }

    /// An encoder by its name; `none` is no encoder.
    pub(crate) fn named(&self, name: &str) -> Result<Option<Encoder>, EncoderError> {
        let missing = || EncoderError::Missing(name.to_owned());
        match name {
            NONE => Ok(None),
            FIXED => Fixed::built_in().map(Encoder::Fixed).ok_or_else(missing).map(Some),
            _ if Weights::manifest(name).and_then(Manifest::fusion).is_none() => {
                Err(EncoderError::Unknown(name.to_owned()))
            }
            _ => {
                let pulled = self.weights.as_ref().and_then(|weights| weights.pulled(name));
                self.opened(pulled.ok_or_else(missing)?).map(Some)
            }
        }
    }

    fn opened(&self, pulled: Pulled) -> Result<Encoder, EncoderError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = open.get(pulled.name()) {
            return Ok(Encoder::Transformer(known.clone()));
        }
        weights::check(&pulled.network)?;
        let name = pulled.name();
        let opened = Arc::new(Transformer::open(pulled)?);
        open.insert(name, opened.clone());
        Ok(Encoder::Transformer(opened))
    }
}
