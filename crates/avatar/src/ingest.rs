//! Adding files to an avatar: read, cut, index; an index is replaced whole or not at all.
//!
//! What was read is kept beside the index under the hash of the file, so that an ingest that was
//! interrupted goes on where it stopped and one that is repeated changes nothing.

mod naming;

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use kernel::Timestamp;
use serde::Serialize;

use crate::chunks::Sizes;
use crate::config::Limits;
use crate::encoder::{Encoder, EncoderError};
use crate::extract::{self, ExtractError};
use crate::guide;
use crate::index::{self, Builder, Document, Embedded, Entry, FileError, Index};
use crate::index::{text_file, whole, write_quickly};
use crate::library::{Home, LibraryError};
use crate::profile::Profile;
use crate::progress::Note;
use crate::sources::{Origin, Source, Sources, stem};
use crate::words;

use naming::{Found, Identity};

/// How an ingest went.
#[derive(Debug, Clone, Default, Serialize)]
pub struct IngestReport {
    /// Documents that are new.
    pub added: Vec<Added>,
    /// Documents whose file changed.
    pub replaced: Vec<Added>,
    /// Files that were there already.
    pub unchanged: Vec<PathBuf>,
    /// Files that could not be added, and why.
    pub refused: Vec<Refused>,
    /// How many documents the avatar has now.
    pub documents: usize,
    /// How many words they have.
    pub words: usize,
    /// How many passages they make.
    pub passages: usize,
}

impl IngestReport {
    /// Whether there was no file at all.
    pub fn is_of_nothing(&self) -> bool {
        let Self { added, replaced, unchanged, refused, .. } = self;
        added.is_empty() && replaced.is_empty() && unchanged.is_empty() && refused.is_empty()
    }
}

/// A document that was added.
#[derive(Debug, Clone, Serialize)]
pub struct Added {
    /// The file.
    pub file: PathBuf,
    /// The title that citations name.
    pub title: String,
    /// How many pages it has; 0 where the format has none.
    pub pages: usize,
    /// How many words it has.
    pub words: usize,
    /// What a person should know of it.
    pub warnings: Vec<String>,
}

/// A file that was not added.
#[derive(Debug, Clone, Serialize)]
pub struct Refused {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub problem: String,
}

/// A step of an ingest, for a progress bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<'a> {
    /// A file is being read.
    Reading {
        /// The file.
        file: &'a Path,
        /// Which one of them, from 1.
        number: usize,
        /// How many there are.
        of: usize,
    },
    /// A document is being indexed.
    Indexing {
        /// Which one of them, from 1.
        number: usize,
        /// How many there are.
        of: usize,
        /// How many of its passages are done, and how many it has.
        passages: (usize, usize),
    },
}

/// Why one file is refused; the others go on.
#[derive(Debug, thiserror::Error)]
enum Refusal {
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

/// How an index was made again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rebuilt {
    /// How many documents it has.
    pub documents: usize,
    /// The files whose texts are damaged or gone, so that they are not in it.
    pub damaged: Vec<String>,
}

/// Adds files, and the readable files of folders, to an avatar that is not the guide.
pub fn add(
    home: &Home,
    files: &[PathBuf],
    limits: &Limits,
    tell: &mut dyn FnMut(Step<'_>),
) -> Result<IngestReport, LibraryError> {
    if home.id() == guide::ID {
        return Err(LibraryError::Guide);
    }
    take_in(home, files, limits, tell)
}

/// Takes documents out of an avatar that is not the guide by the ids of their works; gives those that were
/// there.
pub fn remove(home: &Home, ids: &[String]) -> Result<Vec<String>, LibraryError> {
    if home.id() == guide::ID {
        return Err(LibraryError::Guide);
    }
    take_out(home, ids)
}

/// Adds files to any avatar.
pub(crate) fn take_in(
    home: &Home,
    files: &[PathBuf],
    limits: &Limits,
    tell: &mut dyn FnMut(Step<'_>),
) -> Result<IngestReport, LibraryError> {
    let profile = home.profile()?;
    home.prepare()?;
    let lock = home.lock()?;
    let mut work = Work {
        home,
        limits,
        sources: home.sources()?,
        documents: home.index()?.head.documents,
        report: IngestReport::default(),
        moved: false,
    };
    let files = naming::found(files);
    let note = Note::begin(home);
    let mut tell = |step: Step<'_>| {
        note.tell(&step);
        tell(step);
    };
    for (number, file) in files.iter().enumerate() {
        tell(Step::Reading { file: &file.path, number: number + 1, of: files.len() });
        if let Err(refusal) = work.take(file)? {
            let problem = refusal.to_string();
            work.report.refused.push(Refused { file: file.path.clone(), problem });
        }
    }
    let report = work.finish(&profile, &mut tell)?;
    note.done();
    drop(lock);
    Ok(report)
}

/// Takes documents out of any avatar.
pub(crate) fn take_out(home: &Home, ids: &[String]) -> Result<Vec<String>, LibraryError> {
    let profile = home.profile()?;
    let lock = home.lock()?;
    let mut work = Work {
        home,
        limits: &Limits::default(),
        sources: home.sources()?,
        documents: home.index()?.head.documents,
        report: IngestReport::default(),
        moved: false,
    };
    let there = |document: &Document| ids.contains(&document.id);
    let gone = work.documents.iter().filter(|it| there(it)).map(|it| it.id.clone()).collect();
    work.documents.retain(|document| !there(document));
    work.sources.sources.retain(|source| !ids.contains(&source.id));
    work.rebuild(&profile, &mut |_| {})?;
    home.write_sources(&work.sources)?;
    drop(lock);
    Ok(gone)
}

/// Makes the index again from the texts that were read before, with the encoder named or the one it
/// had. A text that is damaged is left out and named; if none is whole, the index stays as it is.
pub fn rebuild(home: &Home, encoder: Option<&str>) -> Result<Rebuilt, LibraryError> {
    let profile = home.profile()?;
    home.prepare()?;
    let lock = home.lock()?;
    // A damaged index is one reason to make it again, so that it cannot be read is no reason not to.
    let older = home.index().ok();
    let mut work = Work {
        home,
        limits: &Limits::default(),
        sources: home.sources()?,
        documents: Vec::new(),
        report: IngestReport::default(),
        moved: false,
    };
    let known = older.as_ref().map_or(&[][..], |older| &older.head.documents);
    let lost = work.recollect(known);
    let damaged: Vec<String> = lost.iter().map(|(_, file)| file.clone()).collect();
    if work.documents.is_empty() {
        return Err(LibraryError::NoTexts { id: home.id().to_owned(), damaged });
    }
    let encoder = match (encoder, &older) {
        (Some(name), _) => home.encoders().named(name)?,
        (None, Some(older)) => encoder_for(home, older)?,
        (None, None) => home.encoders().preferred()?,
    };
    work.build(&profile, encoder.as_ref(), older, &mut |_| {})?;
    work.sweep(&lost);
    drop(lock);
    Ok(Rebuilt { documents: work.documents.len(), damaged })
}

/// The digest and the name of a file whose text cannot be used.
type Lost = (String, String);

struct Work<'a> {
    home: &'a Home,
    limits: &'a Limits,
    sources: Sources,
    documents: Vec<Document>,
    report: IngestReport,
    /// Whether a document's file lies elsewhere now.
    moved: bool,
}

impl Work<'_> {
    /// Reads one file; the outer error ends the ingest, the inner one refuses this file.
    fn take(&mut self, file: &Found) -> Result<Result<(), Refusal>, LibraryError> {
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
        self.sources.enter(entry_of(&document));
        self.sources.retitle(&document.id, &document.title);
        match self.documents.iter_mut().find(|other| other.id == document.id) {
            Some(old) => {
                *old = document;
                self.report.replaced.push(added);
            }
            None => {
                self.documents.push(document);
                self.report.added.push(added);
            }
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
        let known = self.documents.iter().any(|known| known.digest == digest);
        if known && kept.is_some() {
            self.move_to(&digest, file)?;
            return Ok(Ok(None));
        }
        let identity = Identity::of(file, &self.documents, &self.sources);
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
        let copy = self
            .documents
            .iter()
            .find(|it| it.text_digest == document.text_digest && it.id != document.id);
        Ok(match copy {
            Some(copy) => Err(Refusal::Copy(copy.file.clone())),
            None => Ok(Some(document)),
        })
    }

    /// Remembers where an unchanged file lies now, if it no longer lies where it did.
    fn move_to(&mut self, digest: &str, file: &Found) -> Result<(), LibraryError> {
        let Some(document) = self.documents.iter_mut().find(|it| it.digest == digest) else {
            return Ok(());
        };
        let Some(origin) = document.origin.as_mut() else { return Ok(()) };
        if Path::new(&origin.place).exists() {
            return Ok(());
        }
        origin.place.clone_from(&file.place);
        document.file.clone_from(&file.name);
        let document = document.clone();
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
        let document = Document {
            id: identity.id.clone(),
            title: identity.given_title().unwrap_or(&own_title).to_owned(),
            year: identity.source.and_then(|source| source.year),
            file: file.name.clone(),
            origin: Some(Origin {
                place: file.place.clone(),
                title: own_title,
                reading: extract::READING,
            }),
            format,
            digest: digest.to_owned(),
            text_hash: blake3::hash(found.text.as_bytes()).to_hex().to_string(),
            text_digest: blake3::hash(words::squeezed(&found.text).as_bytes()).to_hex().to_string(),
            bytes: found.text.len(),
            words: words::count(&found.text),
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
    fn kept_text(&self, digest: &str) -> Option<Document> {
        let texts = self.home.texts();
        let mut document = self.noted(digest)?;
        let text = whole(&text_file(&texts, digest), &document).ok()?;
        document.text_hash = blake3::hash(text.as_bytes()).to_hex().to_string();
        (text.len() == document.bytes).then_some(document)
    }

    /// What an earlier ingest noted of the same bytes.
    fn noted(&self, digest: &str) -> Option<Document> {
        let json = fs::read(self.home.texts().join(format!("{digest}.json"))).ok()?;
        serde_json::from_slice(&json).ok()
    }

    /// Takes the documents whose texts were kept and are whole, and gives the others, whether a note tells
    /// of them or the index.
    fn recollect(&mut self, known: &[Document]) -> Vec<Lost> {
        let texts = fs::read_dir(self.home.texts()).into_iter().flatten().flatten();
        let names = texts.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let kept = names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned()));
        let mut digests: BTreeSet<String> = kept.collect();
        digests.extend(known.iter().map(|document| document.digest.clone()));
        let mut lost = Vec::new();
        for digest in digests {
            if let Some(document) = self.kept_text(&digest) {
                self.documents.push(document);
                continue;
            }
            let indexed = known.iter().find(|document| document.digest == digest).cloned();
            let file = indexed.or_else(|| self.noted(&digest)).map(|document| document.file);
            lost.push((digest.clone(), file.unwrap_or(digest)));
        }
        self.documents.sort_by(|left, right| left.added_at.cmp(&right.added_at));
        lost
    }

    fn finish(
        mut self,
        profile: &Profile,
        tell: &mut dyn FnMut(Step<'_>),
    ) -> Result<IngestReport, LibraryError> {
        let same = self.report.added.is_empty() && self.report.replaced.is_empty();
        let changed = self.moved || !same;
        self.report.documents = self.documents.len();
        self.report.words = self.documents.iter().map(|document| document.words).sum();
        if changed {
            self.report.passages = self.rebuild(profile, tell)?;
            self.sources.avatar = profile.id.clone();
            if self.sources.corpus_description.is_empty() {
                self.sources.corpus_description = profile.corpus.description.clone();
            }
            self.sources.last_updated = Timestamp::now().to_string().chars().take(10).collect();
            self.home.write_sources(&self.sources)?;
        } else {
            self.report.passages = self.home.index()?.chunks.len();
        }
        Ok(self.report)
    }

    /// Builds the index of all documents with the encoder that it has.
    fn rebuild(
        &self,
        profile: &Profile,
        tell: &mut dyn FnMut(Step<'_>),
    ) -> Result<usize, LibraryError> {
        let older = self.home.index()?;
        let encoder = encoder_for(self.home, &older)?;
        let passages = self.build(profile, encoder.as_ref(), Some(older), tell)?;
        self.sweep(&[]);
        Ok(passages)
    }

    /// Builds the index of all documents and puts it in the place of the old one.
    fn build(
        &self,
        profile: &Profile,
        encoder: Option<&Encoder>,
        older: Option<Index>,
        tell: &mut dyn FnMut(Step<'_>),
    ) -> Result<usize, LibraryError> {
        let store = &profile.vector_store;
        let sizes = Sizes { size: store.chunk_size, overlap: store.chunk_overlap };
        let texts = self.home.texts();
        let mut builder = Builder::new(&texts, sizes, encoder).keeping(&self.home.embedded())?;
        if let Some(older) = older {
            builder = builder.knowing(older);
        }
        for (number, document) in self.documents.iter().enumerate() {
            let (number, of) = (number + 1, self.documents.len());
            let text = whole(&text_file(&texts, &document.digest), document)?;
            let entry = Entry { document: document.clone(), text: &text };
            let passages = &mut |done, all| {
                tell(Step::Indexing { number, of, passages: (done, all) });
            };
            builder.add(entry, passages)?;
        }
        let (index, kept) = builder.done()?;
        index::write(&index, &self.home.index_file())?;
        kept.map(Embedded::discard).transpose()?;
        Ok(index.chunks.len())
    }

    /// Takes away texts that no document needs but the damaged ones; one that stays does no harm.
    fn sweep(&self, lost: &[Lost]) {
        let needed = self.documents.iter().map(|it| it.digest.as_str());
        let needed: BTreeSet<_> = needed.chain(lost.iter().map(|it| it.0.as_str())).collect();
        for entry in fs::read_dir(self.home.texts()).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !needed.contains(stem(&name)) && fs::remove_file(entry.path()).is_err() {
                tracing::debug!(file = %name, "a text nobody needs stayed");
            }
        }
    }
}

/// The encoder that an index was made with; an empty one gets the one that is preferred.
fn encoder_for(home: &Home, index: &Index) -> Result<Option<Encoder>, EncoderError> {
    if index.chunks.is_empty() {
        return home.encoders().preferred();
    }
    home.encoders().of_index(&index.head.encoder)
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

/// Files as they are, folders as the readable files inside them.
pub fn files(paths: &[PathBuf]) -> Vec<PathBuf> {
    naming::found(paths).into_iter().map(|found| found.path).collect()
}

fn entry_of(document: &Document) -> Source {
    let format = serde_json::to_value(document.format).unwrap_or_default();
    let other = [("format", format), ("verified", false.into()), ("priority", "primary".into())];
    Source {
        id: document.id.clone(),
        title: document.title.clone(),
        year: document.year,
        path: Some(document.file.clone()),
        other: other.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        ..Source::default()
    }
}
