//! The works of an avatar while files are added, found by their ids, their files and what they say
//! without looking through all of them, so that each of ten thousand files is as quick as the first.

use std::collections::{BTreeSet, HashMap};

use kernel::Timestamp;

use crate::index::Document;
use crate::profile::Profile;
use crate::sources::{Source, Sources};

/// The documents and the catalogue of an avatar.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    documents: Vec<Document>,
    sources: Sources,
    ids: Places,
    files: Places,
    older_names: Places,
    digests: Places,
    texts: Places,
    entries: Places,
    /// The entries of the catalogue that no document belongs to yet.
    awaited: BTreeSet<usize>,
}

impl Shelf {
    /// No documents, and a catalogue.
    pub(super) fn new(sources: Sources) -> Self {
        let mut shelf = Self { sources, ..Self::default() };
        for (at, source) in shelf.sources.sources.iter().enumerate() {
            shelf.entries.note(&source.id, at, |_| false);
            shelf.awaited.insert(at);
        }
        shelf
    }

    /// Puts documents on that the catalogue knows; of two with one id the later one stays.
    pub(super) fn fill(&mut self, documents: Vec<Document>) {
        documents.into_iter().for_each(|document| self.stand(document));
    }

    /// All documents, in the order they came.
    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The catalogue as it stands.
    pub(super) fn catalogue(&self) -> &Sources {
        &self.sources
    }

    /// The catalogue of an avatar that changed today.
    pub(super) fn catalogue_of(&mut self, profile: &Profile) -> &Sources {
        self.sources.avatar.clone_from(&profile.id);
        if self.sources.corpus_description.is_empty() {
            self.sources.corpus_description.clone_from(&profile.corpus.description);
        }
        self.sources.last_updated = Timestamp::now().to_string().chars().take(10).collect();
        &self.sources
    }

    /// The document with an id.
    pub(super) fn with_id(&self, id: &str) -> Option<&Document> {
        self.found(&self.ids, id, |it| it.id == id)
    }

    /// The document that was made of the file at a place.
    pub(super) fn of_file(&self, place: &str) -> Option<&Document> {
        self.found(&self.files, place, |it| place_of(it) == Some(place))
    }

    /// The document of a file with a name, from the time when only the name was kept.
    pub(super) fn of_older_file(&self, name: &str) -> Option<&Document> {
        self.found(&self.older_names, name, |it| it.origin.is_none() && it.file == name)
    }

    /// The document that was made of the same bytes.
    pub(super) fn with_digest(&self, digest: &str) -> Option<&Document> {
        self.found(&self.digests, digest, |it| it.digest == digest)
    }

    /// The document that says the same.
    pub(super) fn with_text(&self, digest: &str) -> Option<&Document> {
        self.found(&self.texts, digest, |it| it.text_digest == digest)
    }

    /// What the catalogue says of a work.
    pub(super) fn entry(&self, id: &str) -> Option<&Source> {
        self.entries.get(id).and_then(|at| self.sources.sources.get(at))
    }

    /// The works of the catalogue that no document belongs to yet.
    pub(super) fn awaited(&self) -> Vec<&Source> {
        self.awaited.iter().filter_map(|at| self.sources.sources.get(*at)).collect()
    }

    /// Puts a document in the place of the one with its id, or behind the others, and tells whether there was
    /// one. The catalogue gets an entry where it has none, and the document's title.
    pub(super) fn put(&mut self, document: Document, entry: Source) -> bool {
        match self.entries.get(&document.id).and_then(|at| self.sources.sources.get_mut(at)) {
            Some(source) => source.title.clone_from(&document.title),
            None => {
                self.entries.note(&entry.id, self.sources.sources.len(), |_| false);
                self.sources.sources.push(entry);
            }
        }
        let there = self.with_id(&document.id).is_some();
        self.stand(document);
        there
    }

    /// Notes where the file of a document lies now, and gives the document.
    pub(super) fn move_to(&mut self, digest: &str, place: &str, name: &str) -> Option<&Document> {
        let at = self.digests.get(digest)?;
        let document = self.documents.get_mut(at)?;
        let origin = document.origin.as_mut()?;
        place.clone_into(&mut origin.place);
        name.clone_into(&mut document.file);
        self.note(at);
        self.documents.get(at)
    }

    /// Takes works away, and gives the ids of those that had documents.
    pub(super) fn remove(&mut self, ids: &[String]) -> Vec<String> {
        let Self { mut documents, mut sources, .. } = std::mem::take(self);
        let there = |document: &Document| ids.contains(&document.id);
        let gone = documents.iter().filter(|it| there(it)).map(|it| it.id.clone()).collect();
        documents.retain(|document| !there(document));
        sources.sources.retain(|source| !ids.contains(&source.id));
        *self = Self::new(sources);
        self.fill(documents);
        gone
    }

    fn stand(&mut self, document: Document) {
        if let Some(at) = self.entries.get(&document.id) {
            self.awaited.remove(&at);
        }
        let at = match self.ids.get(&document.id) {
            Some(at) => {
                self.documents[at] = document;
                at
            }
            None => {
                self.documents.push(document);
                self.documents.len() - 1
            }
        };
        self.note(at);
    }

    /// Notes under which names a document is found. Names it had before stay noted and are told by the
    /// document itself, which has others now.
    fn note(&mut self, at: usize) {
        let documents = &self.documents;
        let Some(document) = documents.get(at) else { return };
        let stale = |is: &dyn Fn(&Document) -> bool, at: usize| !documents.get(at).is_some_and(is);
        let Document { id, digest, text_digest, file, .. } = document;
        self.ids.note(id, at, |_| false);
        self.digests.note(digest, at, |at| stale(&|it| it.digest == *digest, at));
        self.texts.note(text_digest, at, |at| stale(&|it| it.text_digest == *text_digest, at));
        match place_of(document) {
            Some(place) => {
                self.files.note(place, at, |at| stale(&|it| place_of(it) == Some(place), at));
            }
            None => {
                let same = |it: &Document| it.origin.is_none() && it.file == *file;
                self.older_names.note(file, at, |at| stale(&same, at));
            }
        }
    }

    fn found(
        &self,
        among: &Places,
        name: &str,
        is: impl Fn(&Document) -> bool,
    ) -> Option<&Document> {
        among.get(name).and_then(|at| self.documents.get(at)).filter(|it| is(it))
    }
}

fn place_of(document: &Document) -> Option<&str> {
    document.origin.as_ref().map(|origin| origin.place.as_str())
}

/// Names, and the number of what each was first given to.
#[derive(Debug, Default)]
struct Places(HashMap<String, usize>);

impl Places {
    fn get(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    /// Gives a name that is free, or whose owner no longer has it.
    fn note(&mut self, name: &str, at: usize, stale: impl Fn(usize) -> bool) {
        match self.0.get_mut(name) {
            Some(owner) if stale(*owner) => *owner = at,
            Some(_) => {}
            None => {
                self.0.insert(name.to_owned(), at);
            }
        }
    }
}
