//! From the configuration to the store: which file, which key, which anchor, and how it may fail.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use store::{Begun, Durability, HeadsConfig, HouseKey, Journal, OpenError, Store, StoreConfig};

use crate::config::{Config, Durable};
use crate::data::DataDir;
use crate::environment::Environment;
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
    environment: &Environment,
    missing: MissingKey,
) -> Result<StoreConfig, Failure> {
    let journal = &config.journal;
    let key = match &journal.key_file {
        Some(file) if journal.keyed => Some(key(data, &data.resolve(file), missing)?),
        _ => None,
    };
    let anchor = journal.anchor_file.as_ref().map(|file| data.resolve(file));
    let migrations = vec![orchestrator::MIGRATIONS, reasoner::MIGRATIONS, theater::MIGRATIONS];
    let heads = heads(data, config, environment, missing)?;
    let durability = match journal.durability {
        Durable::Full => Durability::Full,
        Durable::Normal => Durability::Normal,
    };
    let store = StoreConfig::new(data.database());
    Ok(StoreConfig { key, anchor, heads, durability, migrations, ..store })
}

/// The house's key and where the heads it signs are kept; none if there is no key and none is made.
fn heads(
    data: &DataDir,
    config: &Config,
    environment: &Environment,
    missing: MissingKey,
) -> Result<Option<HeadsConfig>, Failure> {
    let file = data.key_file();
    let failed = |error: io::Error| {
        let message = format!("cannot use the house's key `{}`: {error}", file.display());
        Failure::new(Exit::Data, message)
            .hint("the file must hold the 64 hexadecimal digits it was made with")
    };
    let (seed, begun) = match fs::read_to_string(&file) {
        Ok(text) => (digits(text.trim()).map_err(failed)?, Begun::Earlier),
        Err(error) if error.kind() == io::ErrorKind::NotFound => match missing {
            MissingKey::Make => (make_key(&file).map_err(failed)?, Begun::Now),
            MissingKey::Refuse => return Ok(None),
        },
        Err(error) => return Err(failed(error)),
    };
    let outside = head_files(data, config, environment, &seed);
    Ok(Some(HeadsConfig { seed, inside: data.heads_file(), outside, begun }))
}

/// The files of heads outside of the data folder: under the user's state, and wherever else the
/// owner says, each named after the house's public key.
fn head_files(
    data: &DataDir,
    config: &Config,
    environment: &Environment,
    seed: &[u8; 32],
) -> Vec<PathBuf> {
    let public = HouseKey::from_seed(seed).map_or([0; 32], |key| key.public());
    let name = format!("{}.heads", &blake3::Hash::from_bytes(public).to_hex()[..32]);
    let usual = environment.state_home().map(|state| state.join("ensemble").join("heads"));
    let more = config.journal.head_folders.iter().map(|folder| data.resolve(folder));
    usual.into_iter().chain(more).map(|folder| folder.join(&name)).collect()
}

/// The journal for reading, beside a server that may be writing to it.
pub fn open_journal(
    data: &DataDir,
    config: &Config,
    environment: &Environment,
) -> Result<Journal, Failure> {
    let config = store_config(data, config, environment, MissingKey::Refuse)?;
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
