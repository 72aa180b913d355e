//! The documents of an avatar while they change, and the index that is made of them in the end.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::chunks::Sizes;
use crate::config::Limits;
use crate::encoder::{Encoder, EncoderError};
use crate::index::{self, Builder, Document, Embedded, Entry, Index, text_file, whole};
use crate::library::{Home, LibraryError};
use crate::profile::Profile;
use crate::sources::stem;

use super::report::{IngestReport, Step};
use super::shelf::Shelf;

/// The digest and the name of a file whose text cannot be used.
pub(super) type Lost = (String, String);

/// An ingest under way.
pub(super) struct Work<'a> {
    /// The avatar.
    pub(super) home: &'a Home,
    /// How much is read.
    pub(super) limits: &'a Limits,
    /// Its documents and its catalogue.
    pub(super) shelf: Shelf,
    /// How it goes.
    pub(super) report: IngestReport,
    /// Whether a document's file lies elsewhere now.
    pub(super) moved: bool,
}

impl<'a> Work<'a> {
    /// The documents that an avatar has.
    pub(super) fn open(home: &'a Home, limits: &'a Limits) -> Result<Self, LibraryError> {
        let mut work = Self::anew(home, limits)?;
        work.shelf.fill(home.index()?.head.documents);
        Ok(work)
    }

    /// None of the documents that an avatar has.
    pub(super) fn anew(home: &'a Home, limits: &'a Limits) -> Result<Self, LibraryError> {
        let shelf = Shelf::new(home.sources()?);
        Ok(Self { home, limits, shelf, report: IngestReport::default(), moved: false })
    }

    /// Takes the documents whose texts were kept and are whole, and gives the others, whether a note tells
    /// of them or the index.
    pub(super) fn recollect(&mut self, known: &[Document]) -> Vec<Lost> {
        let texts = fs::read_dir(self.home.texts()).into_iter().flatten().flatten();
        let names = texts.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let kept = names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned()));
        let mut digests: BTreeSet<String> = kept.collect();
        digests.extend(known.iter().map(|document| document.digest.clone()));
        let (mut whole, mut lost) = (Vec::new(), Vec::new());
        for digest in digests {
            if let Some(document) = self.kept_text(&digest) {
                whole.push(document);
                continue;
            }
            let indexed = known.iter().find(|document| document.digest == digest).cloned();
            let file = indexed.or_else(|| self.noted(&digest)).map(|document| document.file);
            lost.push((digest.clone(), file.unwrap_or(digest)));
        }
        whole.sort_by(|left, right| left.added_at.cmp(&right.added_at));
        self.shelf.fill(whole);
        lost
    }

    /// Takes away the documents whose files are gone from folders that are there. A folder that is not there
    /// may only be unplugged, so its documents stay.
    pub(super) fn follow(&mut self, folders: &[PathBuf]) {
        let folders: Vec<PathBuf> = folders
            .iter()
            .filter(|it| it.is_dir())
            .filter_map(|it| it.canonicalize().ok())
            .collect();
        let gone = |document: &Document| {
            let place = document.origin.as_ref().map(|origin| Path::new(&origin.place));
            place.is_some_and(|place| {
                let within = folders.iter().any(|folder| place.starts_with(folder));
                within && matches!(place.try_exists(), Ok(false))
            })
        };
        let gone: Vec<String> =
            self.shelf.documents().iter().filter(|it| gone(it)).map(|it| it.id.clone()).collect();
        if !gone.is_empty() {
            self.report.removed = self.shelf.remove(&gone);
        }
    }

    /// Makes the index of what changed, and gives the report.
    pub(super) fn finish(
        mut self,
        profile: &Profile,
        tell: &mut dyn FnMut(Step<'_>),
    ) -> Result<IngestReport, LibraryError> {
        let IngestReport { added, replaced, removed, .. } = &self.report;
        let same = added.is_empty() && replaced.is_empty() && removed.is_empty();
        let changed = self.moved || !same;
        self.report.documents = self.shelf.documents().len();
        self.report.words = self.shelf.documents().iter().map(|document| document.words).sum();
        if changed {
            self.report.passages = self.rebuild(profile, tell)?;
            self.home.write_sources(self.shelf.catalogue_of(profile))?;
        } else {
            self.report.passages = self.home.index()?.chunks.len();
        }
        Ok(self.report)
    }

    /// Builds the index of all documents with the encoder that it has.
    pub(super) fn rebuild(
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
    pub(super) fn build(
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
        for (number, document) in self.shelf.documents().iter().enumerate() {
            let (number, of) = (number + 1, self.shelf.documents().len());
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
    pub(super) fn sweep(&self, lost: &[Lost]) {
        let needed = self.shelf.documents().iter().map(|it| it.digest.as_str());
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
pub(super) fn encoder_for(home: &Home, index: &Index) -> Result<Option<Encoder>, EncoderError> {
    if index.chunks.is_empty() {
        return home.encoders().preferred();
    }
    home.encoders().of_index(&index.head.encoder)
}
