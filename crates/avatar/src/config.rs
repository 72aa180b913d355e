//! Where avatars live and how much one may hold; every limit has its name and default here.

use std::path::PathBuf;
use std::time::Duration;

use crate::answer::Judge;
use crate::encoder::{Encoders, PairsFile, Reranker, STRONGEST};
use crate::weights::Weights;

const MEBIBYTE: u64 = 1024 * 1024;

/// How long one file that is no PDF may take to read.
pub(crate) const READ_TIME: Duration = Duration::from_secs(120);

/// The most that the files in an archive unfold to, for each byte of the archive.
pub(crate) const ARCHIVE_RATIO: usize = 200;

/// Drawing orders that are followed in one PDF, those of forms each time they are drawn.
pub(crate) const PDF_ORDERS: usize = 20_000_000;

/// Words and marks in the drawing orders of one page.
pub(crate) const PDF_PAGE_MARKS: usize = 1_000_000;

/// What the drawing orders of one PDF unfold to, those of forms each time they are drawn.
pub(crate) const PDF_BYTES: usize = 1 << 30;

/// Pieces of text in one PDF.
pub(crate) const PDF_FRAGMENTS: usize = 3_000_000;

/// Pages of one PDF.
pub(crate) const PDF_PAGES: usize = 50_000;

/// What the service is opened with.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The folder of all avatars.
    pub folder: PathBuf,
    /// The folder of pulled encoders; none means that only the one inside the binary is used.
    pub models: Option<PathBuf>,
    /// The encoder of new avatars: a name, `none`, or `auto` for the strongest that is here.
    pub encoder: String,
    /// The network that puts passages in its order; none means that theirs stays.
    pub rerank: Option<Rerank>,
    /// The network that drafted sentences must convince too; none means that the other gates decide.
    pub entailment: Option<Entailment>,
    /// What one call or one file may use.
    pub limits: Limits,
}

impl Config {
    /// The defaults for avatars in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            models: None,
            encoder: STRONGEST.to_owned(),
            rerank: None,
            entailment: None,
            limits: Limits::default(),
        }
    }

    pub(crate) fn encoders(&self) -> Encoders {
        let encoders = match &self.models {
            Some(folder) => Encoders::new(Weights::new(folder), &self.encoder),
            None => Encoders::default(),
        };
        let reranker = self.rerank.as_ref().map(|rerank| Reranker {
            pairs: PairsFile::new(rerank.file.clone(), rerank.label),
            passages: rerank.passages,
        });
        encoders.reranked_by(reranker)
    }

    pub(crate) fn judge(&self) -> Option<Judge> {
        self.entailment.as_ref().map(Judge::new)
    }
}

/// A network that reads a question and a passage together: a cross-encoder as an ONNX file, with BERT's
/// uncased vocabulary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rerank {
    /// The file.
    pub file: PathBuf,
    /// Which of its numbers says that the passage answers, where it gives more than one.
    pub label: usize,
    /// How many of the best passages it reads.
    pub passages: usize,
}

/// A network that reads a sentence of the corpus and a drafted one together: an ONNX file, with BERT's
/// uncased vocabulary.
#[derive(Debug, Clone, PartialEq)]
pub struct Entailment {
    /// The file.
    pub file: PathBuf,
    /// Which of its numbers says that the second follows from the first, where it gives more than one.
    pub label: usize,
    /// The least likelihood that counts, from 0 to 1.
    pub least: f32,
}

/// What one call or one file may use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The largest file that is read.
    pub max_file_bytes: u64,
    /// The most text a file may unfold to.
    pub max_text_bytes: u64,
    /// The most passages one query may ask for.
    pub max_passages: u32,
    /// The longest question, in bytes.
    pub max_question_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_file_bytes: 512 * MEBIBYTE,
            max_text_bytes: 256 * MEBIBYTE,
            max_passages: 50,
            max_question_bytes: 16 * 1024,
        }
    }
}
