//! From the configuration to the store: which file, which key, which anchor, and how it may fail.

use std::fs;
use std::io;
use std::path::Path;

use store::{Journal, OpenError, Store, StoreConfig};

use crate::config::Config;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::private_file;

/// What to do about a keyed journal whose key file is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingKey {
    /// Make a key, if there is no database yet that some other key belongs to.
    Make,
    /// Say that it is missing.
    Refuse,
}

/// The store as the configuration wants it, with the tables of every service.
pub fn store_config(
    data: &DataDir,
    config: &Config,
    missing: MissingKey,
) -> Result<StoreConfig, Failure> {
    let journal = &config.journal;
    let key = match &journal.key_file {
        Some(file) if journal.keyed => Some(key(data, &data.resolve(file), missing)?),
        _ => None,
    };
    let anchor = journal.anchor_file.as_ref().map(|file| data.resolve(file));
    let migrations = vec![orchestrator::MIGRATIONS, reasoner::MIGRATIONS, theater::MIGRATIONS];
    Ok(StoreConfig { key, anchor, migrations, ..StoreConfig::new(data.database()) })
}

/// The journal for reading, beside a server that may be writing to it.
pub fn open_journal(data: &DataDir, config: &Config) -> Result<Journal, Failure> {
    let config = store_config(data, config, MissingKey::Refuse)?;
    Store::open_read_only(&config).map_err(refused)
}

/// Why the store did not open, with the code that says whether the data or the journal is at fault.
pub fn refused(error: OpenError) -> Failure {
    match error {
        OpenError::Corrupt { .. } | OpenError::NotADatabase { .. } | OpenError::Anchor { .. } => {
            Failure::new(Exit::Damage, error)
        }
        OpenError::Unwritable { .. }
        | OpenError::Missing { .. }
        | OpenError::OtherProgram { .. }
        | OpenError::Newer { .. }
        | OpenError::Older { .. }
        | OpenError::Migration { .. }
        | OpenError::Virtual { .. }
        | OpenError::Sql { .. } => Failure::new(Exit::Data, error),
        OpenError::Locked { .. } => Failure::new(Exit::DataInUse, error),
        OpenError::KeyMissing { .. }
        | OpenError::KeyWrong { .. }
        | OpenError::KeyUnexpected { .. } => Failure::new(Exit::Data, error)
            .hint("set `journal.keyed` and `journal.key_file` as they were when it was made"),
    }
}

fn key(data: &DataDir, file: &Path, missing: MissingKey) -> Result<[u8; 32], Failure> {
    let failed = |error: io::Error| {
        let message = format!("cannot use the journal's key `{}`: {error}", file.display());
        Failure::new(Exit::Data, message)
            .hint("`journal.key_file` must hold the 64 hexadecimal digits it was made with")
    };
    match fs::read_to_string(file) {
        Ok(text) => digits(text.trim()).map_err(failed),
        Err(error)
            if error.kind() == io::ErrorKind::NotFound
                && missing == MissingKey::Make
                && !data.database().exists() =>
        {
            make_key(file).map_err(failed)
        }
        Err(error) => Err(failed(error)),
    }
}

fn digits(text: &str) -> io::Result<[u8; 32]> {
    let wrong = |_| io::Error::new(io::ErrorKind::InvalidData, "not 64 hexadecimal digits");
    blake3::Hash::from_hex(text).map(Into::into).map_err(wrong)
}

fn make_key(file: &Path) -> io::Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(io::Error::other)?;
    let text = format!("{}\n", blake3::Hash::from_bytes(key).to_hex());
    private_file::create(file, text.as_bytes())?;
    Ok(key)
}
