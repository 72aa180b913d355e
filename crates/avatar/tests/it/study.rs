//! An avatar in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};

use avatar::answer::{self, Answer, Asked};
use avatar::config::Limits;
use avatar::ingest::{self, IngestReport};
use avatar::{Corpus, Home, Library, Profile};
use tempfile::TempDir;

pub(crate) struct Study {
    folder: TempDir,
    pub(crate) home: Home,
}

impl Study {
    pub(crate) fn new() -> Self {
        Self::of(&Profile::new("study", "The Study", "A study"))
    }

    pub(crate) fn of(profile: &Profile) -> Self {
        let folder = TempDir::new().unwrap();
        let home = Library::new(folder.path().join("avatars")).create(profile).unwrap();
        Self { folder, home }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn add(&self, name: &str, bytes: &[u8]) -> IngestReport {
        fs::write(self.path(name), bytes).unwrap();
        self.add_files(&[self.path(name)])
    }

    pub(crate) fn add_files(&self, files: &[PathBuf]) -> IngestReport {
        ingest::add(&self.home, files, &Limits::default(), &mut |_| {}).unwrap()
    }

    /// Why a file is refused.
    pub(crate) fn refusal(&self, name: &str, bytes: &[u8]) -> String {
        let report = self.add(name, bytes);
        assert!(report.added.is_empty(), "{name} was added");
        report.refused[0].problem.clone()
    }

    pub(crate) fn corpus(&self) -> Corpus {
        Corpus::open(&self.home).unwrap()
    }

    pub(crate) fn ask(&self, question: &str) -> Answer {
        answer::answer(&self.corpus(), &Asked { question, ..Asked::default() }).unwrap()
    }
}

pub(crate) fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}
