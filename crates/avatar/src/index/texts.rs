//! The texts beside the index: parts are given only of a text that is still the one that was indexed.
//!
//! A text is read whole when its first part is wanted, and again when the system says that its file
//! changed. What stands in a text is none of its business.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io;
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::{Document, FileError, text_file};

/// The texts of an index.
#[derive(Debug)]
pub(crate) struct Texts {
    folder: PathBuf,
    /// The texts that were whole, and how the system described their files then.
    whole: Mutex<HashMap<String, Described>>,
}

/// Length, inode, and the last changes of the content and of the file.
type Described = (u64, u64, (i64, i64), (i64, i64));

impl Texts {
    /// Those in a folder.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, whole: Mutex::default() }
    }

    /// A part of a document's text.
    pub(crate) fn part(
        &self,
        document: &Document,
        range: Range<usize>,
    ) -> Result<String, FileError> {
        let path = text_file(&self.folder, &document.digest);
        let file = open(&path, document)?;
        let failed = |error| FileError::io(&path, error);
        let now = described(&file.metadata().map_err(failed)?);
        let known = |texts: &Self| {
            let whole = texts.whole.lock().unwrap_or_else(PoisonError::into_inner);
            whole.get(&document.digest) == Some(&now)
        };
        if !known(self) {
            whole(&path, document)?;
            let mut known = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(document.digest.clone(), now);
        }
        let mut bytes = vec![0; range.len()];
        file.read_exact_at(&mut bytes, range.start as u64).map_err(failed)?;
        String::from_utf8(bytes).map_err(|_| damaged(&path, document))
    }
}

/// A document's whole text, if it is the one that was read from its file.
pub(crate) fn whole(path: &Path, document: &Document) -> Result<String, FileError> {
    let text = io::read_to_string(open(path, document)?);
    match text {
        Ok(text) if document.is_of(&text) => Ok(text),
        Err(error) if error.kind() != io::ErrorKind::InvalidData => Err(FileError::io(path, error)),
        Ok(_) | Err(_) => Err(damaged(path, document)),
    }
}

fn open(path: &Path, document: &Document) -> Result<File, FileError> {
    File::open(path).map_err(|error| {
        let gone = error.kind() == io::ErrorKind::NotFound;
        if gone { lost(path, document, "is missing") } else { FileError::io(path, error) }
    })
}

fn damaged(path: &Path, document: &Document) -> FileError {
    lost(path, document, "is damaged")
}

fn lost(path: &Path, document: &Document, problem: &'static str) -> FileError {
    FileError::Text { path: path.to_owned(), file: document.file.clone(), problem }
}

fn described(about: &Metadata) -> Described {
    let content = (about.mtime(), about.mtime_nsec());
    (about.len(), about.ino(), content, (about.ctime(), about.ctime_nsec()))
}
