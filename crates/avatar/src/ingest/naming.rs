//! Which work a file is: the same file stays the same work, and no two files are one.
//!
//! Files are told apart by where they lie. What a work is called comes from the file's name, made
//! longer by its ending or its folders where another work has that name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::extract;
use crate::index::Document;
use crate::sources::{self, Source, stem};

use super::shelf::Shelf;

/// A file that is to be added.
#[derive(Debug)]
pub(super) struct Found {
    /// Where it lies, as it was given.
    pub(super) path: PathBuf,
    /// Its path below the folder that was added; its name where it was given itself.
    pub(super) name: String,
    /// Where it lies, whatever way led there.
    pub(super) place: String,
}

impl Found {
    fn new(path: PathBuf, below: &Path) -> Self {
        let name = path.strip_prefix(below).unwrap_or(&path);
        let name = match name.as_os_str().is_empty() {
            true => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            false => slashed(name),
        };
        let place = slashed(&fs::canonicalize(&path).unwrap_or_else(|_| path.clone()));
        Self { path, name, place }
    }

    /// The file's name without its folders.
    pub(super) fn file_name(&self) -> &str {
        last(&self.name)
    }
}

/// Files as they are, folders as the readable files inside them.
pub(super) fn found(paths: &[PathBuf]) -> Vec<Found> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            within(path, path, &mut BTreeSet::new(), &mut files);
        } else {
            let below = path.parent().unwrap_or(Path::new("")).to_owned();
            files.push(Found::new(path.clone(), &below));
        }
    }
    files
}

/// The readable files of a folder; one that is reached twice, as by a link, is read once.
fn within(folder: &Path, below: &Path, seen: &mut BTreeSet<PathBuf>, files: &mut Vec<Found>) {
    if !seen.insert(fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())) {
        return;
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut inside: Vec<_> = entries.map(|entry| entry.path()).collect();
    inside.sort();
    for path in inside {
        if path.is_dir() {
            within(&path, below, seen, files);
        } else if extract::is_readable_name(&path) {
            files.push(Found::new(path, below));
        }
    }
}

/// Which work a file is.
#[derive(Debug)]
pub(super) struct Identity<'a> {
    /// The work's id.
    pub(super) id: String,
    /// The document it was before, if it was added before.
    pub(super) known: Option<&'a Document>,
    /// What the catalogue says of it.
    pub(super) source: Option<&'a Source>,
}

impl<'a> Identity<'a> {
    /// Recognises a file among the works that are there, or finds an id that no other work has.
    pub(super) fn of(file: &Found, shelf: &'a Shelf) -> Self {
        let name = file.file_name();
        let known = shelf.of_file(&file.place).or_else(|| shelf.of_older_file(name));
        if let Some(known) = known {
            return Self {
                id: known.id.clone(),
                known: Some(known),
                source: shelf.entry(&known.id),
            };
        }
        if let Some(source) = sources::of_file(&shelf.awaited(), &file.place) {
            return Self { id: source.id.clone(), known: None, source: Some(source) };
        }
        let taken = |id: &str| shelf.entry(id).is_some() || shelf.with_id(id).is_some();
        let beside = shelf.with_id(stem(name)).and_then(|it| it.origin.as_ref());
        let beside = beside.is_some_and(|origin| folder(&origin.place) == folder(&file.place));
        Self { id: free(file, beside, &taken), known: None, source: None }
    }

    /// A title for a file that gives itself none.
    pub(super) fn title(&self, file: &Found) -> String {
        let name = stem(file.file_name());
        let ends = last(&self.id);
        let made_of_it = [name, file.file_name()].contains(&ends) || ends.starts_with(name);
        readable(if made_of_it { &self.id } else { name })
    }

    /// The title that a person gave the work, where it is not the one its file had.
    pub(super) fn given_title(&self) -> Option<&str> {
        let title = self.source.map(|source| source.title.as_str())?;
        let own = self.known.and_then(|known| known.origin.as_ref());
        own.is_none_or(|own| own.title != title).then_some(title)
    }
}

/// The shortest of the file's names that is free.
fn free(file: &Found, beside: bool, taken: &dyn Fn(&str) -> bool) -> String {
    let whole = file.file_name();
    let parts: Vec<&str> = file.place.split('/').filter(|part| !part.is_empty()).collect();
    let above = parts.len().saturating_sub(1);
    let with_folders = |count: usize, name: &str| {
        let folders = &parts[above - count.min(above)..above];
        folders.iter().copied().chain([name]).collect::<Vec<_>>().join("/")
    };
    let mut names = vec![stem(whole).to_owned()];
    if beside {
        names.push(whole.to_owned());
    }
    names.extend(
        (1..=above)
            .flat_map(|count| [with_folders(count, stem(whole)), with_folders(count, whole)]),
    );
    let numbered = (2_u32..).map(|number| format!("{} {number}", stem(whole)));
    names.into_iter().chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

fn folder(place: &str) -> &str {
    place.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn slashed(path: &Path) -> String {
    path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/")
}

/// A title from a file's name: `governing-the-commons` reads `governing the commons`.
fn readable(name: &str) -> String {
    extract::tidy(&name.replace(['-', '_'], " "))
}
