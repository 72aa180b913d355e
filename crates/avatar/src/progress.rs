//! How far an ingest has come, in a file beside the index: other processes may want to show it.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use kernel::Timestamp;
use serde::{Deserialize, Serialize};

use crate::index::write_quickly;
use crate::ingest::Step;
use crate::library::Home;

/// A note is written again after this time; passages pass by the thousand.
const EVERY: Duration = Duration::from_millis(100);

/// What an ingest is doing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Stage {
    step: String,
    number: usize,
    of: usize,
    file: Option<String>,
    /// How many passages of the document are done, and how many it has.
    #[serde(default)]
    passages: Option<(usize, usize)>,
    started_at: String,
}

/// The note an ingest keeps while it works; it goes when the work is done.
pub(crate) struct Note {
    path: PathBuf,
    started_at: String,
    /// When the last step was noted, and which one.
    noted: Cell<Option<(Instant, &'static str, usize)>>,
}

impl Note {
    /// Begins the note of an avatar that is held for writing.
    pub(crate) fn begin(home: &Home) -> Self {
        let started_at = Timestamp::now().to_string();
        Self { path: path(home), started_at, noted: Cell::new(None) }
    }

    /// Notes a step. What cannot be written is not shown; the work goes on.
    pub(crate) fn tell(&self, step: &Step<'_>) {
        let (name, number, of, file, passages) = match step {
            Step::Reading { file, number, of } => {
                let file = file.file_name().map(|name| name.to_string_lossy().into_owned());
                ("reading", *number, *of, file, None)
            }
            Step::Indexing { number, of, passages } => {
                ("indexing", *number, *of, None, Some(*passages))
            }
        };
        let fresh = |&(at, what, which): &(Instant, &str, usize)| {
            what == name && which == number && at.elapsed() < EVERY
        };
        if self.noted.get().as_ref().is_some_and(fresh) {
            return;
        }
        self.noted.set(Some((Instant::now(), name, number)));
        let started_at = self.started_at.clone();
        let stage = Stage { step: name.to_owned(), number, of, file, passages, started_at };
        let json = serde_json::to_vec(&stage).unwrap_or_default();
        if let Err(error) = write_quickly(&self.path, &json) {
            tracing::debug!(%error, "the progress could not be noted");
        }
    }

    /// Takes the note away: the work is done.
    pub(crate) fn done(self) {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::debug!(%error, "the note of a finished ingest stayed");
            }
            _ => {}
        }
    }
}

/// What an ingest noted last, if one runs or was cut off.
pub(crate) fn noted(home: &Home) -> Option<Stage> {
    serde_json::from_slice(&fs::read(path(home)).ok()?).ok()
}

fn path(home: &Home) -> PathBuf {
    home.texts().with_file_name("progress.json")
}
