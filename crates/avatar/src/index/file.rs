//! The index as bytes: sections with their lengths, and a hash over all of them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::{Chunk, Head, Index, Lexicon, Span, Vectors};

const MAGIC: &[u8; 8] = b"ENSAVTR1";

/// Why an index or a text beside it cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system refused.
    #[error("`{}`: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The bytes are not those that were written.
    #[error("`{}` is damaged: {problem}; `ensemble avatar rebuild` makes it again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What does not fit.
        problem: &'static str,
    },
    /// A text is not the one that was read from its file, or is gone; nothing is quoted from it.
    #[error("the text of `{file}` {problem} (`{}`); `ensemble avatar add` reads the file again", path.display())]
    Text {
        /// Where the text lies.
        path: PathBuf,
        /// The file it was read from.
        file: String,
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl FileError {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}

/// Writes an index so that it appears whole or not at all.
pub(crate) fn write(index: &Index, path: &Path) -> Result<(), FileError> {
    let head = serde_json::to_vec(&index.head)
        .map_err(|error| FileError::io(path, io::Error::other(error)))?;
    let mut bytes = MAGIC.to_vec();
    let lexicon = &index.lexicon;
    section(&mut bytes, &head);
    numbers(
        &mut bytes,
        index.chunks.iter().flat_map(|chunk| [chunk.document, chunk.first, chunk.last]),
    );
    numbers(&mut bytes, index.sentences.iter().flat_map(|span| [span.start, span.end]));
    section(&mut bytes, lexicon.terms.as_bytes());
    numbers(&mut bytes, lexicon.term_ends.iter().copied());
    section(&mut bytes, &lexicon.postings);
    numbers(&mut bytes, lexicon.posting_ends.iter().copied());
    numbers(&mut bytes, lexicon.frequencies.iter().copied());
    numbers(&mut bytes, lexicon.lengths.iter().copied());
    numbers(&mut bytes, std::iter::once(index.vectors.dimensions));
    numbers(&mut bytes, index.vectors.scales.iter().map(|scale| scale.to_bits()));
    let vectors: Vec<u8> = index.vectors.bytes.iter().map(|value| value.cast_unsigned()).collect();
    section(&mut bytes, &vectors);
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    write_whole(path, &bytes)
}

/// Writes a file under another name, syncs it and renames it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, bytes, File::sync_all)
}

/// The same for a file that can be made again: it need not survive a power cut.
pub(crate) fn write_quickly(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    replace(path, bytes, |_| Ok(()))
}

fn replace(
    path: &Path,
    bytes: &[u8],
    settle: fn(&File) -> io::Result<()>,
) -> Result<(), FileError> {
    let unfinished = path.with_extension("unfinished");
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        settle(&file)?;
        fs::rename(&unfinished, path)
    };
    write().map_err(|error| {
        // What was written so far is of no use to anybody.
        drop(fs::remove_file(&unfinished));
        FileError::io(path, error)
    })
}

/// Opens an index.
pub(crate) fn read(path: &Path, texts: &Path) -> Result<Index, FileError> {
    let bytes = fs::read(path).map_err(|error| FileError::io(path, error))?;
    let damaged = |problem| FileError::Damaged { path: path.to_owned(), problem };
    let split =
        bytes.len().checked_sub(blake3::OUT_LEN).ok_or_else(|| damaged("it is too short"))?;
    let (body, hash) = bytes.split_at(split);
    if blake3::hash(body).as_bytes().as_slice() != hash {
        return Err(damaged("its hash does not fit"));
    }
    let rest = body.strip_prefix(MAGIC).ok_or_else(|| damaged("it is no index of this version"))?;
    parse(rest, texts).ok_or_else(|| damaged("a section is missing"))
}

fn parse(mut rest: &[u8], texts: &Path) -> Option<Index> {
    let head: Head = serde_json::from_slice(take(&mut rest)?).ok()?;
    let chunks = take_numbers(&mut rest)?;
    let chunks = chunks.chunks_exact(3);
    let chunks = chunks.map(|it| Chunk { document: it[0], first: it[1], last: it[2] }).collect();
    let sentences = take_numbers(&mut rest)?;
    let sentences = sentences.chunks_exact(2).map(|it| Span { start: it[0], end: it[1] }).collect();
    let terms = String::from_utf8(take(&mut rest)?.to_vec()).ok()?;
    let term_ends = take_numbers(&mut rest)?;
    let postings = take(&mut rest)?.to_vec();
    let lexicon = Lexicon {
        terms,
        term_ends,
        postings,
        posting_ends: take_numbers(&mut rest)?,
        frequencies: take_numbers(&mut rest)?,
        lengths: take_numbers(&mut rest)?,
        norms: OnceLock::new(),
    };
    let vectors = Vectors {
        dimensions: *take_numbers(&mut rest)?.first()?,
        scales: Arc::new(take_numbers(&mut rest)?.into_iter().map(f32::from_bits).collect()),
        bytes: Arc::new(take(&mut rest)?.iter().map(|byte| byte.cast_signed()).collect()),
    };
    Some(Index { head, chunks, sentences, lexicon, vectors, ..Index::empty(texts.to_owned()) })
}

fn section(to: &mut Vec<u8>, bytes: &[u8]) {
    to.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    to.extend_from_slice(bytes);
}

fn numbers(to: &mut Vec<u8>, values: impl Iterator<Item = u32>) {
    let bytes: Vec<u8> = values.flat_map(u32::to_le_bytes).collect();
    section(to, &bytes);
}

fn take<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let bytes = after.get(..length)?;
    *rest = after.get(length..)?;
    Some(bytes)
}

fn take_numbers(rest: &mut &[u8]) -> Option<Vec<u32>> {
    let bytes = take(rest)?;
    let words = bytes.chunks_exact(4);
    Some(words.map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect())
}
