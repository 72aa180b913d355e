//! Vectors by the texts they were made from, kept in a file while an index is being made.
//!
//! An ingest that was interrupted does not embed again what it had embedded, and a text that stands
//! in several documents is embedded once. A record that was cut off is made again.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{FileError, Vectors};
use crate::encoder::Encoder;
use crate::library::LibraryError;

/// How many texts are embedded together, so that every thread has some.
const TOGETHER: usize = 32;

type Key = [u8; blake3::OUT_LEN];

/// The vectors that were made so far.
#[derive(Debug)]
pub(crate) struct Embedded<'a> {
    encoder: &'a Encoder,
    path: PathBuf,
    file: File,
    rows: HashMap<Key, usize>,
    vectors: Vectors,
    texts: Vec<(Key, String)>,
    keys: HashSet<Key>,
    waiting: Vec<Key>,
}

impl<'a> Embedded<'a> {
    /// Those that an interrupted ingest left at `path`.
    pub(crate) fn open(path: &Path, encoder: &'a Encoder) -> Result<Self, FileError> {
        let failed = |error: io::Error| FileError::io(path, error);
        let record = size_of::<Key>() + size_of::<f32>() + encoder.dimensions();
        let left = match fs::read(path) {
            Ok(left) => left,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        let file = File::options().create(true).append(true).open(path).map_err(failed)?;
        // What was cut off would shift all that follows.
        file.set_len((left.len() / record * record) as u64).map_err(failed)?;
        let mut rows = HashMap::new();
        let mut vectors = Vectors::new(encoder.dimensions());
        for record in left.chunks_exact(record) {
            if let Some((key, vector)) = record.split_first_chunk() {
                rows.insert(*key, vectors.count());
                vectors.push_record(vector);
            }
        }
        let (texts, keys, waiting) = (Vec::new(), HashSet::new(), Vec::new());
        let path = path.to_owned();
        Ok(Self { encoder, path, file, rows, vectors, texts, keys, waiting })
    }

    /// Lets a text have the vector that stands in a row of others.
    pub(super) fn know(&mut self, text: &str, others: &Vectors, row: usize) {
        let key = self.key(text);
        if !self.rows.contains_key(&key) {
            self.rows.insert(key, self.vectors.count());
            self.vectors.copy(others, row);
        }
    }

    /// Adds the vector of a text to `to`, now or together with those of later texts.
    pub(super) fn embed(&mut self, text: String, to: &mut Vectors) -> Result<(), LibraryError> {
        let key = self.key(&text);
        self.waiting.push(key);
        if !self.rows.contains_key(&key) && self.keys.insert(key) {
            self.texts.push((key, text));
        }
        if self.texts.len() >= TOGETHER { self.settle(to) } else { Ok(()) }
    }

    /// Adds the vectors of all texts that wait, in the order they came.
    pub(super) fn settle(&mut self, to: &mut Vectors) -> Result<(), LibraryError> {
        let (keys, texts): (Vec<Key>, Vec<String>) = self.texts.drain(..).unzip();
        let made = self.encoder.encode_all(&texts)?;
        let mut records = Vec::new();
        for (key, vector) in keys.iter().zip(&made) {
            let row = self.vectors.count();
            self.vectors.push(vector);
            self.rows.insert(*key, row);
            records.extend_from_slice(key);
            records.extend(self.vectors.record(row));
        }
        let written = self.file.write_all(&records);
        written.map_err(|error| FileError::io(&self.path, error))?;
        self.keys.clear();
        for row in self.waiting.drain(..).filter_map(|key| self.rows.get(&key)) {
            to.copy(&self.vectors, *row);
        }
        Ok(())
    }

    /// Takes the file away when the index has all of it.
    pub(crate) fn discard(self) -> Result<(), FileError> {
        drop(self.file);
        fs::remove_file(&self.path).map_err(|error| FileError::io(&self.path, error))
    }

    /// Other encoders make other vectors of the same text.
    fn key(&self, text: &str) -> Key {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.encoder.name().as_bytes()).update(b"\n").update(text.as_bytes());
        *hasher.finalize().as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoder::Encoders;

    #[test]
    fn what_was_embedded_before_an_interruption_is_not_embedded_again() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("embedded");
        let encoder = Encoders::default().preferred().unwrap().unwrap();
        let mut to = Vectors::new(encoder.dimensions());
        let mut first = Embedded::open(&path, &encoder).unwrap();
        for text in ["the commons", "a meadow", "the commons"] {
            first.embed(text.to_owned(), &mut to).unwrap();
        }
        first.settle(&mut to).unwrap();
        assert_eq!((to.count(), first.vectors.count()), (3, 2));
        drop(first);
        let whole = fs::metadata(&path).unwrap().len();
        File::options().append(true).open(&path).unwrap().write_all(b"cut off").unwrap();
        let mut again = Embedded::open(&path, &encoder).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len(), whole);
        let mut later = Vectors::new(encoder.dimensions());
        for text in ["the commons", "a meadow", "the commons"] {
            again.embed(text.to_owned(), &mut later).unwrap();
        }
        again.settle(&mut later).unwrap();
        assert_eq!(later, to);
        assert_eq!(fs::metadata(&path).unwrap().len(), whole, "nothing was made again");
        again.know("a ferry", &to, 1);
        again.embed("a ferry".to_owned(), &mut later).unwrap();
        again.settle(&mut later).unwrap();
        assert_eq!(later.record(3), to.record(1), "a vector that is known is taken");
        assert_eq!(fs::metadata(&path).unwrap().len(), whole);
        (0..2 * TOGETHER).for_each(|at| again.embed(at.to_string(), &mut later).unwrap());
        assert_eq!(later.count(), 4 + 2 * TOGETHER, "enough texts do not wait");
        assert!(fs::metadata(&path).unwrap().len() > whole);
        again.discard().unwrap();
        assert!(!path.exists());
    }
}
