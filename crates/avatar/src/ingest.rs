//! Adding files to an avatar: read, cut, index; an index is replaced whole or not at all.
//!
//! What was read is kept beside the index under the hash of the file, so that an ingest that was
//! interrupted goes on where it stopped and one that is repeated changes nothing.

mod naming;
mod reading;
mod report;
mod shelf;
mod work;

use std::path::PathBuf;

use crate::config::Limits;
use crate::guide;
use crate::library::{Home, LibraryError};
use crate::progress::Note;

pub use report::{Added, IngestReport, Rebuilt, Refused, Step};
use work::{Work, encoder_for};

/// Adds files, and the readable files of folders, to an avatar that is not the guide; what is gone from such a
/// folder goes from the avatar.
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
    let mut work = Work::open(home, limits)?;
    let named = files;
    let files = naming::found(named);
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
    // After the files were read, so that one that was only renamed keeps its work.
    work.follow(named);
    let report = work.finish(&profile, &mut tell)?;
    note.done();
    drop(lock);
    Ok(report)
}

/// Takes documents out of any avatar.
pub(crate) fn take_out(home: &Home, ids: &[String]) -> Result<Vec<String>, LibraryError> {
    let profile = home.profile()?;
    let lock = home.lock()?;
    let limits = Limits::default();
    let mut work = Work::open(home, &limits)?;
    let gone = work.shelf.remove(ids);
    work.rebuild(&profile, &mut |_| {})?;
    home.write_sources(work.shelf.catalogue())?;
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
    let limits = Limits::default();
    let mut work = Work::anew(home, &limits)?;
    let known = older.as_ref().map_or(&[][..], |older| &older.head.documents);
    let lost = work.recollect(known);
    let damaged: Vec<String> = lost.iter().map(|(_, file)| file.clone()).collect();
    if work.shelf.documents().is_empty() {
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
    Ok(Rebuilt { documents: work.shelf.documents().len(), damaged })
}

/// Files as they are, folders as the readable files inside them.
pub fn files(paths: &[PathBuf]) -> Vec<PathBuf> {
    naming::found(paths).into_iter().map(|found| found.path).collect()
}
