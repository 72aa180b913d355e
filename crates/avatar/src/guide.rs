//! The avatar that comes with the program: its corpus is the handbook.
//!
//! It is put into the library when it is first asked for, and again when the handbook changed.

use std::fs;

use crate::config::Limits;
use crate::encoder::FIXED;
use crate::index::{self, Document, FileError};
use crate::ingest;
use crate::library::{Home, Library, LibraryError};
use crate::profile::Profile;

/// The guide's id.
pub const ID: &str = "ensemble-guide";

/// The pages of the handbook by the names of their files.
macro_rules! pages {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../docs/handbook/", $name)))),+]
    };
}

const HANDBOOK: &[(&str, &str)] = &pages![
    "01-start.md",
    "02-clients.md",
    "03-safety.md",
    "04-record.md",
    "05-commands.md",
    "06-avatars.md",
    "07-orchestrator.md",
    "08-approvals.md",
    "09-tasks-and-budgets.md",
    "10-theater.md",
    "11-actors-lives.md",
    "12-reasoner.md",
    "13-english.md",
    "14-strategies.md",
    "15-console.md",
    "16-events.md",
    "17-backup.md",
    "18-troubleshooting.md",
    "19-operating.md",
    "20-scripting.md",
    "21-documents.md",
    "22-answers.md",
    "23-avatar-files.md",
    "24-concepts.md",
    "25-first-hour.md",
    "26-questions.md",
    "27-encoders.md",
    "28-howto-book.md",
    "29-howto-local-model.md",
    "30-howto-agent.md",
    "31-howto-rules.md",
    "32-supabase.md",
    "33-prolog.md",
];

/// Makes the guide, or brings it up to date; does nothing if it is.
pub(crate) fn ensure(library: &Library) -> Result<(), LibraryError> {
    let home = match library.home(ID) {
        Ok(home) => home,
        Err(LibraryError::Unknown { .. }) => match library.make(&profile()) {
            // Another process may have been faster.
            Ok(home) => home,
            Err(LibraryError::Exists(_)) => library.home(ID)?,
            Err(error) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    // Short pages are found well enough without a pulled encoder, and the first question waits.
    let head = home.index()?.head;
    let plain = ["", FIXED].contains(&head.encoder.as_str());
    let home = if plain { home.without_pulled_encoders() } else { home };
    let known = head.documents;
    let digest = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    let current = HANDBOOK.iter().all(|(_, text)| {
        let digest = digest(text);
        known.iter().any(|document| document.digest == digest && is_whole(&home, document))
    });
    let stale = known.iter().filter(|it| HANDBOOK.iter().all(|(name, _)| *name != it.file));
    let stale: Vec<String> = stale.map(|document| document.id.clone()).collect();
    if current && stale.is_empty() {
        return Ok(());
    }
    home.write_profile(&profile())?;
    let folder = home.handbook();
    fs::create_dir_all(&folder).map_err(|error| FileError::io(&folder, error))?;
    let mut files = Vec::new();
    for (name, text) in HANDBOOK {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| FileError::io(&path, error))?;
        files.push(path);
    }
    let mut made = ingest::take_in(&home, &files, &Limits::default(), &mut |_| {}).map(|_| ());
    if made.is_ok() && !stale.is_empty() {
        made = ingest::take_out(&home, &stale).map(|_| ());
    }
    match made {
        // The process that holds the lock is making the same guide.
        Err(LibraryError::Busy(_)) | Ok(()) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Whether a page's text can be quoted; one that cannot is read again.
fn is_whole(home: &Home, document: &Document) -> bool {
    index::whole(&index::text_file(&home.texts(), &document.digest), document).is_ok()
}

fn profile() -> Profile {
    let mut profile = Profile::new(
        ID,
        "The Ensemble handbook",
        "Answers questions about Ensemble from its handbook",
    );
    profile.corpus.description = "The handbook of Ensemble".to_owned();
    let topics = [
        "starting and configuring the server",
        "connecting clients",
        "tokens and scopes",
        "the journal",
        "the theater, the orchestrator, avatars and the reasoner",
    ];
    profile.expertise = topics.map(str::to_owned).to_vec();
    // Sections of a handbook are short; so are its passages.
    profile.vector_store.chunk_size = 192;
    profile.vector_store.chunk_overlap = 0;
    profile
}
