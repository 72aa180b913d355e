//! The tokens a running server accepts, re-read when their files change.
//!
//! A revoked token is refused from the next check on. A file that cannot be read any more lets
//! nobody in: refusing a good token is a nuisance, accepting a revoked one is a breach.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::{Principal, Scopes, Timestamp};

use super::book::{BookError, TokenBook, TokenRecord};
use super::secret::{Hash, Secret, local_secret};

/// Why a presented token does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No token has this secret.
    #[error("the token is not known")]
    Unknown,
    /// The token was good once.
    #[error("the token `{0}` has expired")]
    Expired(String),
}

/// The accepted tokens, always as the files have them.
#[derive(Debug)]
pub struct TokenSource {
    local_file: PathBuf,
    book_file: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    stamps: [Stamp; 2],
    records: Arc<[TokenRecord]>,
}

/// What changes whenever a file is replaced or written: inode, length, time of change.
type Stamp = Option<(u64, u64, i64, i64)>;

impl TokenSource {
    /// Reads both files; the local token is made if it is missing.
    pub fn open(local_file: &Path, book_file: &Path) -> Result<(Self, Secret), BookError> {
        let local = local_secret(local_file)
            .map_err(|cause| BookError::File { path: local_file.to_owned(), cause })?;
        // Stamped before reading, so that a change in between is seen again rather than missed.
        let stamps = [stamp(local_file), stamp(book_file)];
        let records = read(&local, book_file)?;
        let source = Self {
            local_file: local_file.to_owned(),
            book_file: book_file.to_owned(),
            state: Mutex::new(State { stamps, records }),
        };
        Ok((source, local))
    }

    /// The tokens as the files have them now.
    pub fn records(&self) -> Arc<[TokenRecord]> {
        let stamps = [stamp(&self.local_file), stamp(&self.book_file)];
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.stamps != stamps {
            state.records = self.read_again();
            state.stamps = stamps;
        }
        Arc::clone(&state.records)
    }

    /// Who presents this token.
    pub fn principal(&self, presented: &str) -> Result<Principal, Refusal> {
        let hash = Hash::of(presented);
        let records = self.records();
        // Every record is compared, so that the time does not tell which one was near.
        let found = records.iter().fold(None, |found, record| {
            if record.hash.matches(&hash) { Some(record) } else { found }
        });
        match found {
            None => Err(Refusal::Unknown),
            Some(record) if record.is_expired(Timestamp::now()) => {
                Err(Refusal::Expired(record.name.clone()))
            }
            Some(record) => Ok(Principal::new(record.principal(), record.scopes)),
        }
    }

    fn read_again(&self) -> Arc<[TokenRecord]> {
        let local = match fs::read_to_string(&self.local_file) {
            Ok(text) if !text.trim().is_empty() => Some(local_record(Hash::of(text.trim()))),
            _ => None,
        };
        if local.is_none() {
            tracing::warn!(file = %self.local_file.display(), "local token is gone and refused");
        }
        let named = TokenBook::open(&self.book_file).map(|book| book.records().to_vec());
        let named = named.unwrap_or_else(|error| {
            tracing::warn!(%error, "named tokens are refused until the file is whole again");
            Vec::new()
        });
        local.into_iter().chain(named).collect()
    }
}

fn read(local: &Secret, book_file: &Path) -> Result<Arc<[TokenRecord]>, BookError> {
    let book = TokenBook::open(book_file)?;
    let first = local_record(local.hash());
    Ok(std::iter::once(first).chain(book.records().iter().cloned()).collect())
}

fn local_record(hash: Hash) -> TokenRecord {
    TokenRecord {
        name: Principal::local().id.as_ref().to_owned(),
        hash,
        scopes: Scopes::all(),
        created_at: Timestamp(0),
        before: 0,
        expires_at: None,
    }
}

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.ino(), metadata.len(), metadata.mtime(), metadata.mtime_nsec()))
}
