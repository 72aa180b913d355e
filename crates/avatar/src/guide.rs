//! The avatar that comes with the program: its corpus is the handbook.
//!
//! It is put into the library when it is first asked for, and again when the handbook changed.

use std::fs;

use crate::config::Limits;
use crate::index::FileError;
use crate::ingest;
use crate::library::{Library, LibraryError};
use crate::profile::Profile;

/// The guide's id.
pub const ID: &str = "ensemble-guide";

const HANDBOOK: [(&str, &str); 7] = [
    ("01-start.md", include_str!("../../../docs/handbook/01-start.md")),
    ("02-clients.md", include_str!("../../../docs/handbook/02-clients.md")),
    ("03-safety.md", include_str!("../../../docs/handbook/03-safety.md")),
    ("04-record.md", include_str!("../../../docs/handbook/04-record.md")),
    ("05-commands.md", include_str!("../../../docs/handbook/05-commands.md")),
    ("06-avatars.md", include_str!("../../../docs/handbook/06-avatars.md")),
    (
        "07-orchestrator-and-others.md",
        include_str!("../../../docs/handbook/07-orchestrator-and-others.md"),
    ),
];

/// Makes the guide, or brings it up to date; does nothing if it is.
pub(crate) fn ensure(library: &Library) -> Result<(), LibraryError> {
    let home = match library.home(ID) {
        Ok(home) => home,
        Err(LibraryError::Unknown { .. }) => match library.create(&profile()) {
            // Another process may have been faster.
            Ok(home) => home,
            Err(LibraryError::Exists(_)) => library.home(ID)?,
            Err(error) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    let known = home.index()?.head.documents;
    let digest = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    let current = HANDBOOK.iter().all(|(_, text)| {
        let digest = digest(text);
        known.iter().any(|document| document.digest == digest)
    });
    if current {
        return Ok(());
    }
    let folder = home.handbook();
    fs::create_dir_all(&folder).map_err(|error| FileError::io(&folder, error))?;
    let mut files = Vec::new();
    for (name, text) in HANDBOOK {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| FileError::io(&path, error))?;
        files.push(path);
    }
    match ingest::add(&home, &files, &Limits::default(), &mut |_| {}) {
        // The process that holds the lock is making the same guide.
        Err(LibraryError::Busy(_)) | Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

fn profile() -> Profile {
    let mut profile = Profile::new(
        ID,
        "The Ensemble handbook",
        "Answers questions about Ensemble from its handbook",
    );
    profile.corpus.description = "The handbook of Ensemble".to_owned();
    let topics = [
        "starting the server",
        "connecting clients",
        "tokens and scopes",
        "the journal",
        "avatars",
        "configuration",
    ];
    profile.expertise = topics.map(str::to_owned).to_vec();
    // Sections of a handbook are short; so are its passages.
    profile.vector_store.chunk_size = 192;
    profile.vector_store.chunk_overlap = 0;
    profile
}
