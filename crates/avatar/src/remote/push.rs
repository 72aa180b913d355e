//! `push`: an avatar's works and passages into a project, resumable, seen when all of it is there.
//!
//! Ids come from contents, so what is there already is not sent again, and a work that changed is
//! another work. One call at the end makes the new works visible and takes the others away.

use std::collections::{HashMap, HashSet};
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::corpus::Corpus;
use crate::extract::{PageMark, SectionMark};
use crate::index::Document;
use crate::library::LibraryError;

use super::card;
use super::client::{Remote, RemoteError};
use super::found::written;

/// How many rows are sent at once.
const BATCH: usize = 50;
/// How often a call that failed for a passing reason is made again.
const RETRIES: u32 = 3;
/// How long to wait before the first time, doubled for each further one.
const PAUSE: Duration = Duration::from_millis(250);
/// Changes when the rows that are made of the same work do.
const ROWS: &str = "1";

/// What a push did.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Pushed {
    /// How many works the avatar has there now.
    pub documents: usize,
    /// How many passages it has there now.
    pub passages: usize,
    /// How many of the works were there already.
    pub unchanged: usize,
    /// How many passages were sent.
    pub sent: usize,
    /// Whether everybody with the project's public key may read it.
    pub public: bool,
}

/// A work to push.
struct Work<'a> {
    id: String,
    number: u32,
    document: &'a Document,
    /// The places of its passages in the index.
    chunks: Vec<usize>,
}

/// A passage to push.
struct Passage<'a> {
    id: String,
    /// Its place in the work, from 0.
    number: usize,
    /// Its place in the index.
    row: usize,
    work: &'a Work<'a>,
}

impl Work<'_> {
    fn passages(&self) -> impl Iterator<Item = Passage<'_>> {
        self.chunks.iter().enumerate().map(|(number, row)| Passage {
            id: uuid(format!("{} {number}", self.id).as_bytes()),
            number,
            row: *row,
            work: self,
        })
    }
}

/// Pushes an avatar. Who may read it stays as it is unless `public` says; a new one everybody may.
pub fn push(
    corpus: &Corpus,
    remote: &Remote,
    public: Option<bool>,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Pushed, LibraryError> {
    let id = &corpus.profile().id;
    let pushing = Pushing { corpus, remote };
    if patiently(|| remote.is_official(id))?.is_none() {
        pushing.announce(public.unwrap_or(true))?;
    }
    let there: HashMap<String, bool> = patiently(|| remote.works(id))?
        .into_iter()
        .map(|work| (work.id, work.processed == Some(true)))
        .collect();
    let works = pushing.works();
    let is_whole = |work: &&Work<'_>| there.get(&work.id) == Some(&true);
    let unchanged = works.iter().filter(is_whole).count();
    let new = works.iter().filter(|work| !there.contains_key(&work.id));
    pushing.enter(&new.collect::<Vec<_>>())?;
    let changed: Vec<_> = works.iter().filter(|work| !is_whole(work)).collect();
    let begun = changed.iter().any(|work| there.contains_key(&work.id));
    let left = if begun { pushing.left_by_another_push()? } else { HashSet::new() };
    let missing: Vec<Passage<'_>> = changed
        .iter()
        .flat_map(|work| work.passages())
        .filter(|passage| !left.contains(&passage.id))
        .collect();
    for (batch, passages) in missing.chunks(BATCH).enumerate() {
        tell(batch * BATCH, missing.len());
        let rows: Result<Vec<Value>, LibraryError> =
            passages.iter().map(|passage| pushing.passage_row(passage)).collect();
        let rows = Value::Array(rows?);
        patiently(|| remote.add("avatar_chunks", &rows))?;
    }
    let ids: Vec<&str> = works.iter().map(|work| work.id.as_str()).collect();
    let publishing = json!({ "p_avatar": card::row(corpus, public), "p_documents": ids });
    patiently(|| remote.call("publish_avatar", &publishing))?;
    let public = patiently(|| remote.is_official(id))? == Some(true);
    let (passages, sent) = (corpus.passages(), missing.len());
    Ok(Pushed { documents: works.len(), passages, unchanged, sent, public })
}

struct Pushing<'a> {
    corpus: &'a Corpus,
    remote: &'a Remote,
}

impl<'a> Pushing<'a> {
    /// A row for works to belong to; nobody sees the avatar until it is active.
    fn announce(&self, public: bool) -> Result<(), RemoteError> {
        let mut row = card::row(self.corpus, Some(public));
        row["is_active"] = Value::Bool(false);
        let rows = json!([row]);
        patiently(|| self.remote.add("avatars", &rows))
    }

    fn works(&self) -> Vec<Work<'a>> {
        let index = self.corpus.index();
        let mut chunks: Vec<Vec<usize>> = vec![Vec::new(); index.head.documents.len()];
        for (place, chunk) in index.chunks.iter().enumerate() {
            if let Some(chunks) = chunks.get_mut(chunk.document as usize) {
                chunks.push(place);
            }
        }
        let work = |(number, (document, chunks)): (usize, (&'a Document, Vec<usize>))| Work {
            id: self.work_id(document),
            number: u32::try_from(number + 1).unwrap_or(u32::MAX),
            document,
            chunks,
        };
        index.head.documents.iter().zip(chunks).enumerate().map(work).collect()
    }

    /// The id of a work with this content, cut and embedded this way.
    fn work_id(&self, document: &Document) -> String {
        let head = &self.corpus.index().head;
        let same = Document {
            file: String::new(),
            origin: None,
            warnings: Vec::new(),
            added_at: String::new(),
            ..document.clone()
        };
        let sizes = (head.chunk_size, head.chunk_overlap);
        let about = json!([
            ROWS,
            self.corpus.profile().id,
            same,
            self.entry(document),
            head.encoder,
            sizes,
        ]);
        uuid(about.to_string().as_bytes())
    }

    /// What the catalogue says of a work.
    fn entry(&self, document: &Document) -> Option<&'a crate::Source> {
        self.corpus.sources().sources.iter().find(|source| source.id == document.id)
    }

    /// Adds the rows of works that are not there.
    fn enter(&self, works: &[&Work<'_>]) -> Result<(), RemoteError> {
        for works in works.chunks(BATCH) {
            let rows = Value::Array(works.iter().map(|work| self.work_row(work)).collect());
            patiently(|| self.remote.add("avatar_documents", &rows))?;
        }
        Ok(())
    }

    /// The ids of passages that a push which did not end left there.
    fn left_by_another_push(&self) -> Result<HashSet<String>, RemoteError> {
        #[derive(Deserialize)]
        struct Id {
            id: String,
        }
        let id = &self.corpus.profile().id;
        let path = format!(
            "avatar_chunks?select=id,avatar_documents!inner(processed)&avatar_id=eq.{id}&avatar_documents.processed=is.false&order=id"
        );
        let rows: Vec<Id> = patiently(|| self.remote.rows(&path))?;
        Ok(rows.into_iter().map(|row| row.id).collect())
    }

    fn work_row(&self, work: &Work<'_>) -> Value {
        let document = work.document;
        let entry = self.entry(document);
        let other = |name: &str| entry.and_then(|entry| entry.other.get(name)).cloned();
        json!({
            "id": work.id,
            "avatar_id": self.corpus.profile().id,
            "title": document.title,
            "authors": entry.map(|entry| entry.authors.clone()).unwrap_or_default(),
            "year": document.year,
            "document_type": entry.and_then(|entry| entry.kind.clone()),
            "url": other("url"),
            "archive_url": other("archive_url"),
            "doi": other("doi"),
            "verified": other("verified").and_then(|it| it.as_bool()).unwrap_or_default(),
            "processed": false,
            "chunk_count": work.chunks.len(),
            "source_id": document.id,
            "number": work.number,
            "words": document.words,
        })
    }

    fn passage_row(&self, passage: &Passage<'_>) -> Result<Value, LibraryError> {
        let document = passage.work.document;
        let index = self.corpus.index();
        let Some(chunk) = index.chunks.get(passage.row) else { return Ok(Value::Null) };
        let span = index.span_of(chunk);
        // The database takes no zero in a text; a space is as long.
        let content = index.text(document, span.clone())?.replace('\0', " ");
        let place = self.corpus.place(chunk.document, span.clone());
        let vector = index.vectors.numbers(passage.row);
        let known = vector.iter().any(|value| *value != 0.0);
        let pages = marks(&document.pages, &span, |page: &PageMark, start| PageMark {
            start,
            ..page.clone()
        });
        let sections = marks(&document.sections, &span, |section: &SectionMark, start| {
            SectionMark { start, ..section.clone() }
        });
        Ok(json!({
            "id": passage.id,
            "avatar_id": self.corpus.profile().id,
            "document_id": passage.work.id,
            "content": content,
            "embedding": known.then(|| written(&vector)),
            "source_title": place.source,
            "source_page": place.page,
            "source_chapter": place.location,
            "source_year": place.year,
            "chunk_index": passage.number,
            "metadata": {
                "start": span.start,
                "end": span.end,
                "pages": pages,
                "sections": sections,
            },
        }))
    }
}

/// A mark of a page or a section.
trait Mark {
    fn start(&self) -> usize;
}

impl Mark for PageMark {
    fn start(&self) -> usize {
        self.start
    }
}

impl Mark for SectionMark {
    fn start(&self) -> usize {
        self.start
    }
}

/// The marks that hold within a span, counted from its beginning.
fn marks<T: Mark>(
    all: &[T],
    span: &std::ops::Range<usize>,
    moved: impl Fn(&T, usize) -> T,
) -> Vec<T> {
    let first = all.partition_point(|mark| mark.start() <= span.start).saturating_sub(1);
    let holds = |mark: &&T| mark.start() < span.end;
    let all = all.get(first..).unwrap_or_default();
    all.iter()
        .take_while(holds)
        .map(|it| moved(it, it.start().saturating_sub(span.start)))
        .collect()
}

/// An id that the same bytes always get, as version 8 of the standard leaves to us.
fn uuid(bytes: &[u8]) -> String {
    let mut id = [0; 16];
    id.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    id[6] = id[6] & 0x0f | 0x80;
    id[8] = id[8] & 0x3f | 0x80;
    let digits: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
    parts.map(|part| digits.get(part).unwrap_or_default().to_owned()).join("-")
}

/// Makes a call again when its failure may pass; every call of a push may be made twice.
fn patiently<T>(call: impl Fn() -> Result<T, RemoteError>) -> Result<T, RemoteError> {
    let mut pause = PAUSE;
    for _ in 0..RETRIES {
        match call() {
            Err(error) if error.is_passing() => {
                tracing::debug!(%error, "asking the project again");
                thread::sleep(pause);
                pause *= 2;
            }
            settled => return settled,
        }
    }
    call()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passage_keeps_the_page_it_begins_on_and_those_it_reaches() {
        let page = |index, start| PageMark { index, label: None, start, recognised: false };
        let pages = [page(1, 0), page(2, 100), page(3, 200), page(4, 300)];
        let of = |span| marks(&pages, &span, |page, start| PageMark { start, ..page.clone() });
        assert_eq!(of(150..250), [page(2, 0), page(3, 50)]);
        assert_eq!(of(100..200), [page(2, 0)]);
        assert_eq!(of(350..400), [page(4, 0)]);
        assert_eq!(
            marks(&pages[1..], &(50..120), |page: &PageMark, start| PageMark {
                start,
                ..page.clone()
            }),
            [page(2, 50)]
        );
    }

    #[test]
    fn the_same_bytes_get_the_same_id() {
        assert_eq!(uuid(b"one"), uuid(b"one"));
        assert_ne!(uuid(b"one"), uuid(b"two"));
        let id = uuid(b"one");
        assert_eq!((id.len(), &id[14..15]), (36, "8"));
    }
}
