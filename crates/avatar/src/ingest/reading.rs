//! One file of an ingest: read, known again or refused; what was read is kept under the hash of the file.

use std::fs;
use std::io::Read;
use std::path::Path;

use kernel::Timestamp;

use crate::extract::{self, ExtractError};
use crate::index::{Document, FileError, text_file, whole, write_quickly};
use crate::library::LibraryError;
use crate::sources::{Origin, Source};
use crate::words;

use super::naming::{Found, Identity};
use super::report::Added;
use super::work::Work;

/// Why one file is refused; the others go on.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("{0}")]
    Extract(#[from] ExtractError),
    #[error("not a regular file; expected a file or a pipe, not a device or a socket")]
    NoFile,
    #[error("has {bytes} bytes, at most {most} are read; raise `avatar.max_file_bytes`")]
    TooLarge { bytes: u64, most: u64 },
    #[error(
        "its text has {bytes} bytes, at most {most} are indexed; raise `avatar.max_text_bytes`"
    )]
    TooMuchText { bytes: usize, most: u64 },
    #[error("its text is the same as that of `{0}`")]
    Copy(String),
}

impl Work<'_> {
    /// Reads one file; the outer error ends the ingest, the inner one refuses this file.
    pub(super) fn take(&mut self, file: &Found) -> Result<Result<(), Refusal>, LibraryError> {
        let document = match self.read(file)? {
            Ok(Some(document)) => document,
            Ok(None) => {
                self.report.unchanged.push(file.path.clone());
                return Ok(Ok(()));
            }
            Err(refusal) => return Ok(Err(refusal)),
        };
        let added = Added {
            file: file.path.clone(),
            title: document.title.clone(),
            pages: document.pages.len(),
            words: document.words,
            warnings: document.warnings.clone(),
        };
        let entry = entry_of(&document);
        match self.shelf.put(document, entry) {
            true => self.report.replaced.push(added),
            false => self.report.added.push(added),
        }
        Ok(Ok(()))
    }

    fn read(&mut self, file: &Found) -> Result<Result<Option<Document>, Refusal>, LibraryError> {
        let bytes = match read_file(&file.path, self.limits.max_file_bytes) {
            Ok(bytes) => bytes,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let digest = blake3::hash(&bytes).to_hex().to_string();
        let kept = self.kept_text(&digest).filter(|document| !self.can_read_better(document));
        if kept.is_some() && self.shelf.with_digest(&digest).is_some() {
            self.move_to(&digest, file)?;
            return Ok(Ok(None));
        }
        let identity = Identity::of(file, &self.shelf);
        let kept = kept.filter(|it| {
            let origin = it.origin.as_ref();
            it.id == identity.id && origin.is_some_and(|origin| origin.place == file.place)
        });
        let document = match kept {
            Some(document) => document,
            None => match self.extract(file, &identity, &bytes, &digest) {
                Ok((document, text)) => {
                    self.keep(&document, &text)?;
                    document
                }
                Err(refusal) => return Ok(Err(refusal)),
            },
        };
        let copy = self.shelf.with_text(&document.text_digest).filter(|it| it.id != document.id);
        Ok(match copy {
            Some(copy) => Err(Refusal::Copy(copy.file.clone())),
            None => Ok(Some(document)),
        })
    }

    /// Remembers where an unchanged file lies now, if it no longer lies where it did.
    fn move_to(&mut self, digest: &str, file: &Found) -> Result<(), LibraryError> {
        let origin = self.shelf.with_digest(digest).and_then(|it| it.origin.as_ref());
        if origin.is_none_or(|origin| Path::new(&origin.place).exists()) {
            return Ok(());
        }
        let moved = self.shelf.move_to(digest, &file.place, &file.name).cloned();
        let Some(document) = moved else { return Ok(()) };
        self.moved = true;
        self.keep_about(&document)
    }

    fn extract(
        &self,
        file: &Found,
        identity: &Identity<'_>,
        bytes: &[u8],
        digest: &str,
    ) -> Result<(Document, String), Refusal> {
        let format = extract::recognise(&file.path, bytes)?;
        let found = extract::extract(format, bytes, self.home.aids())?;
        let most = self.limits.max_text_bytes;
        if found.text.len() as u64 > most {
            return Err(Refusal::TooMuchText { bytes: found.text.len(), most });
        }
        let own_title = found.title.unwrap_or_else(|| identity.title(file));
        let (squeezed, words) = words::squeezed_and_counted(&found.text);
        let document = Document {
            id: identity.id.clone(),
            title: identity.given_title().unwrap_or(&own_title).to_owned(),
            authors: found.authors,
            year: identity.source.and_then(|source| source.year).or(found.year),
            file: file.name.clone(),
            origin: Some(Origin {
                place: file.place.clone(),
                title: own_title,
                reading: extract::READING,
            }),
            format,
            digest: digest.to_owned(),
            text_hash: blake3::hash(found.text.as_bytes()).to_hex().to_string(),
            text_digest: blake3::hash(squeezed.as_bytes()).to_hex().to_string(),
            bytes: found.text.len(),
            words,
            pages: found.pages,
            sections: found.sections,
            warnings: found.warnings,
            unread: found.unread,
            reader: found.reader.map(str::to_owned),
            added_at: Timestamp::now().to_string(),
        };
        Ok((document, found.text))
    }

    fn keep(&self, document: &Document, text: &str) -> Result<(), LibraryError> {
        write_quickly(&text_file(&self.home.texts(), &document.digest), text.as_bytes())?;
        self.keep_about(document)
    }

    fn keep_about(&self, document: &Document) -> Result<(), LibraryError> {
        let path = self.home.texts().join(format!("{}.json", document.digest));
        let json = serde_json::to_vec(document)
            .map_err(|error| FileError::io(&path, std::io::Error::other(error)))?;
        Ok(write_quickly(&path, &json)?)
    }

    /// Whether an older release read the file, or pages that were left as pictures can be read now.
    fn can_read_better(&self, document: &Document) -> bool {
        let older = document.origin.as_ref().is_none_or(|it| it.reading < extract::READING);
        older || document.unread > 0 && self.home.aids().recognise.is_some()
    }

    /// What an earlier ingest read from the same bytes, if it is whole.
    pub(super) fn kept_text(&self, digest: &str) -> Option<Document> {
        let texts = self.home.texts();
        let mut document = self.noted(digest)?;
        let text = whole(&text_file(&texts, digest), &document).ok()?;
        document.text_hash = blake3::hash(text.as_bytes()).to_hex().to_string();
        (text.len() == document.bytes).then_some(document)
    }

    /// What an earlier ingest noted of the same bytes.
    pub(super) fn noted(&self, digest: &str) -> Option<Document> {
        let json = fs::read(self.home.texts().join(format!("{digest}.json"))).ok()?;
        serde_json::from_slice(&json).ok()
    }
}

/// The bytes of a file, or of a pipe that a shell or another program writes into. A device may have
/// no end, and what a file says of its size may be wrong, so the limit holds while it is read.
fn read_file(file: &Path, most: u64) -> Result<Vec<u8>, Refusal> {
    let about = fs::metadata(file)?;
    if !about.is_file() && !is_pipe(&about) {
        return Err(Refusal::NoFile);
    }
    if about.len() > most {
        return Err(Refusal::TooLarge { bytes: about.len(), most });
    }
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        bytes if bytes > most => Err(Refusal::TooLarge { bytes, most }),
        _ => Ok(bytes),
    }
}

#[cfg(unix)]
fn is_pipe(about: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&about.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

fn entry_of(document: &Document) -> Source {
    let format = serde_json::to_value(document.format).unwrap_or_default();
    let other = [("format", format), ("verified", false.into()), ("priority", "primary".into())];
    Source {
        id: document.id.clone(),
        title: document.title.clone(),
        authors: document.authors.clone(),
        year: document.year,
        path: Some(document.file.clone()),
        other: other.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        ..Source::default()
    }
}
