//! Opening: every way it can fail becomes one line that says how to fix it.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Arc;

use kernel::NewEvent;
use rusqlite::{Connection, OpenFlags};

use crate::db::{self, Control, Owner};
use crate::heads::{self, Begun, HeadFault, Keeper};
use crate::journal::{self, Anchor, Chain, Journal};
use crate::lock::Lock;
use crate::log::Log;
use crate::owners;
use crate::readers::{Access, Readers};
use crate::state::{self, Before, Ledger};
use crate::{Migrations, OpenError, SqlError, StoreConfig};

/// A database that is ready for its writer.
pub(crate) struct Opened {
    pub(crate) conn: Connection,
    pub(crate) chain: Chain,
    pub(crate) anchor: Option<Anchor>,
    pub(crate) keeper: Option<Keeper>,
    pub(crate) lock: Lock,
}

/// Opens the database for writing: locks, migrates, checks the key and the end of the journal.
pub(crate) fn open(config: &StoreConfig) -> Result<Opened, OpenError> {
    let path = config.path.as_path();
    make_folder(path)?;
    let lock = Lock::take(path)?;
    make_file(path)?;
    let sql = |error| OpenError::from_sql(path, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(path, flags).map_err(sql)?;
    let owner = db::owner(&conn).map_err(sql)?;
    if let Owner::Other(found) = owner {
        return Err(OpenError::OtherProgram { path: path.to_owned(), found });
    }
    db::configure_writer(&conn, config.max_bytes).map_err(sql)?;
    if matches!(owner, Owner::Nobody) {
        db::claim(&conn).map_err(sql)?;
    }
    let all: Vec<Migrations> = [journal::MIGRATIONS, owners::MIGRATIONS]
        .into_iter()
        .chain(config.migrations.iter().copied())
        .collect();
    check_versions(&conn, path, &all)?;
    // New tables, the sums over them and the event that commits to those come together or not at all.
    db::set_synchronous(&conn, true).map_err(sql)?;
    db::control(&conn, Control::Begin).map_err(sql)?;
    let mut chain = prepare(&conn, config, &all)?;
    db::control(&conn, Control::Commit).map_err(sql)?;
    db::set_synchronous(&conn, false).map_err(sql)?;
    chain.committed();
    chain.ledger().attach(&mut conn).map_err(sql)?;
    let anchor = config.anchor.as_deref().map(|at| {
        Anchor::open(at, config.anchor_every, config.anchor_time)
            .map_err(|source| OpenError::Unwritable { path: at.to_owned(), source })
    });
    if config.heads.is_some() {
        // What a killed process left in the log of writes is on the disk before it is signed for.
        db::checkpoint(&conn).map_err(sql)?;
    }
    let keeper = config.heads.as_ref().map(|heads| {
        Keeper::start(heads, chain.log())
            .map_err(|source| OpenError::Unwritable { path: heads.inside.clone(), source })
    });
    Ok(Opened { conn, chain, anchor: anchor.transpose()?, keeper: keeper.transpose()?, lock })
}

/// Brings the schema up to date and checks the key, the end of the journal and the state's digest.
fn prepare(
    conn: &Connection,
    config: &StoreConfig,
    all: &[Migrations],
) -> Result<Chain, OpenError> {
    let path = config.path.as_path();
    let sql = |error| OpenError::from_sql(path, error);
    let outdated = is_outdated(conn, all).map_err(sql)?;
    let counted = db::schema_version(conn, journal::MIGRATIONS.service).map_err(sql)?;
    let before = match (outdated, counted) {
        (true, journal::WITH_STATE..) => Before::of(conn).map_err(sql)?,
        _ => Before::nothing(),
    };
    migrate(conn, path, all)?;
    if let Some(table) = state::unseen(conn).map_err(sql)? {
        return Err(OpenError::Virtual { path: path.to_owned(), table });
    }
    check_key(conn, path, config.key)?;
    check_journal(conn, config)?;
    let ledger = if outdated { Ledger::count(conn, &before) } else { Ledger::load(conn) };
    let log = load_log(conn, path)?;
    let missing = check_heads(conn, config, &log)?;
    let mut chain = Chain::load(conn, config, ledger.map_err(sql)?, log).map_err(sql)?;
    if !outdated && !chain.is_settled() {
        let seq = chain.head().seq;
        let detail = format!("the tables' sums are not those that event {seq} commits to");
        return Err(corrupt(path, detail));
    }
    for place in missing {
        let event = NewEvent::new("ensemble", "heads.missing", "journal").data(&place);
        let event = event.map_err(|error| corrupt(path, error.message.clone()))?;
        chain.append(conn, event).map_err(|rejected| sql(rejected.error))?;
    }
    chain.finish(conn).map_err(sql)?;
    Ok(chain)
}

fn corrupt(path: &Path, detail: impl Into<String>) -> OpenError {
    OpenError::Corrupt { path: path.to_owned(), detail: detail.into() }
}

/// The log over all events that are in the file; one is made where there was none.
fn load_log(conn: &Connection, path: &Path) -> Result<Log, OpenError> {
    const AT_ONCE: u64 = 65_536;
    let sql = |error| OpenError::from_sql(path, error);
    let head = journal::head_link(conn).map_err(sql)?.seq;
    match Log::load(conn, head) {
        Ok(Some(log)) => return Ok(log),
        Ok(None) => {}
        Err(error) => return Err(corrupt(path, error.to_string())),
    }
    let base = journal::sealed(conn).map_err(sql)?.seq;
    let mut log = Log::begin(conn, base).map_err(sql)?;
    let mut first = base + 1;
    while first <= head {
        let last = (first + AT_ONCE - 1).min(head);
        let leaves = journal::stored_leaves(conn, first, last);
        let leaves = leaves.map_err(|error| corrupt(path, error.to_string()))?;
        log.extend(conn, &leaves).map_err(sql)?;
        first = last + 1;
    }
    Ok(log)
}

/// Refuses a journal that does not have the roots its heads were signed for; gives the files of
/// heads that should be there and are not.
fn check_heads(
    conn: &Connection,
    config: &StoreConfig,
    log: &Log,
) -> Result<Vec<std::path::PathBuf>, OpenError> {
    let Some(heads) = &config.heads else { return Ok(Vec::new()) };
    let path = config.path.as_path();
    let unreadable = |source| OpenError::Unwritable { path: heads.inside.clone(), source };
    let mut kept = heads::read_all(heads).map_err(unreadable)?;
    let mut missing = Vec::new();
    for file in &mut kept {
        match &mut file.heads {
            // Only the newest has to be looked at; the audit looks at all.
            Some(heads) => drop(heads.drain(..heads.len().saturating_sub(1))),
            None if log.size() > 0 && heads.begun == Begun::Earlier => {
                missing.push(file.path.clone());
            }
            None => {}
        }
    }
    kept.retain(|file| file.last().is_some());
    let wrong = heads::check(conn, log.size(), heads, &kept).into_iter().next();
    match wrong {
        None => Ok(missing),
        Some(HeadFault { path: anchor, expected, found }) => {
            let detail = format!("expected {expected}, found {found}");
            Err(OpenError::Anchor { path: path.to_owned(), anchor, detail })
        }
    }
}

fn is_outdated(conn: &Connection, all: &[Migrations]) -> rusqlite::Result<bool> {
    for migrations in all {
        if db::schema_version(conn, migrations.service)? < migrations.steps.len() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Opens the database for reading only, beside a process that may be writing to it.
pub(crate) fn open_read_only(config: &StoreConfig) -> Result<Journal, OpenError> {
    let path = config.path.as_path();
    if !path.exists() {
        return Err(OpenError::Missing { path: path.to_owned() });
    }
    let readers = Readers::new(path.to_owned(), Access::Shared, config.readers);
    let readers = match readers.connect().and_then(|conn| db::owner(&conn)) {
        Ok(_) => readers,
        Err(error) if is_unwritable(&error) && !has_log(path) => {
            Readers::new(path.to_owned(), Access::Immutable, config.readers)
        }
        Err(error) => return Err(OpenError::from_sql(path, error)),
    };
    let conn = readers.connect().map_err(|error| OpenError::from_sql(path, error))?;
    let all: Vec<Migrations> = [journal::MIGRATIONS, owners::MIGRATIONS]
        .into_iter()
        .chain(config.migrations.iter().copied())
        .collect();
    match db::owner(&conn).map_err(|error| OpenError::from_sql(path, error))? {
        Owner::Ours => {}
        Owner::Nobody => return Err(OpenError::Missing { path: path.to_owned() }),
        Owner::Other(found) => {
            return Err(OpenError::OtherProgram { path: path.to_owned(), found });
        }
    }
    check_versions(&conn, path, &all)?;
    let version = db::schema_version(&conn, journal::MIGRATIONS.service);
    match version.map_err(|error| OpenError::from_sql(path, error))? {
        0 => {
            let detail = "it has no journal".to_owned();
            return Err(OpenError::Corrupt { path: path.to_owned(), detail });
        }
        version if version < journal::MIGRATIONS.steps.len() => {
            return Err(OpenError::Older { path: path.to_owned() });
        }
        _ => {}
    }
    check_key(&conn, path, config.key)?;
    Ok(Journal::new(Arc::new(readers), config))
}

fn is_unwritable(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, PermissionDenied, ReadOnly};
    matches!(error.sqlite_error_code(), Some(CannotOpen | PermissionDenied | ReadOnly))
}

fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

fn make_folder(path: &Path) -> Result<(), OpenError> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    std::fs::create_dir_all(folder)
        .map_err(|source| OpenError::Unwritable { path: folder.to_owned(), source })
}

/// Makes an empty file that only its owner may read; the log beside it gets the same mode.
fn make_file(path: &Path) -> Result<(), OpenError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
        .open(path)
        .map(drop)
        .map_err(|source| OpenError::Unwritable { path: path.to_owned(), source })
}

fn check_versions(conn: &Connection, path: &Path, all: &[Migrations]) -> Result<(), OpenError> {
    for migrations in all {
        let found = db::schema_version(conn, migrations.service)
            .map_err(|error| OpenError::from_sql(path, error))?;
        let known = migrations.steps.len();
        if found > known {
            let service = migrations.service.to_owned();
            return Err(OpenError::Newer { path: path.to_owned(), service, found, known });
        }
    }
    Ok(())
}

fn migrate(conn: &Connection, path: &Path, all: &[Migrations]) -> Result<(), OpenError> {
    for migrations in all {
        let found = db::schema_version(conn, migrations.service)
            .map_err(|error| OpenError::from_sql(path, error))?;
        for step in found..migrations.steps.len() {
            db::migrate(conn, *migrations, step).map_err(|error| OpenError::Migration {
                path: path.to_owned(),
                service: migrations.service,
                step: step + 1,
                source: SqlError::from(error),
            })?;
        }
    }
    Ok(())
}

/// A journal begins keyed or not, and stays so; an empty one takes the key it is opened with.
fn check_key(conn: &Connection, path: &Path, key: Option<[u8; 32]>) -> Result<(), OpenError> {
    let sql = |error| OpenError::from_sql(path, error);
    let path = path.to_owned();
    let given = journal::key_proof(key.as_ref());
    match journal::stored_key_proof(conn).map_err(sql)? {
        None if conn.is_readonly("main").map_err(sql)? => Ok(()),
        None => journal::insert_key_proof(conn, given).map_err(sql),
        Some(stored) if stored == given => Ok(()),
        Some(stored) if stored == journal::key_proof(None) => {
            Err(OpenError::KeyUnexpected { path })
        }
        Some(_) if key.is_none() => Err(OpenError::KeyMissing { path }),
        Some(_) => Err(OpenError::KeyWrong { path }),
    }
}

/// Refuses a journal whose end is damaged or does not reach its last anchor.
fn check_journal(conn: &Connection, config: &StoreConfig) -> Result<(), OpenError> {
    let path = config.path.as_path();
    let fault = journal::check_tail(conn, config.key)
        .map_err(|error| OpenError::Corrupt { path: path.to_owned(), detail: error.to_string() })?;
    if let Some(fault) = fault {
        return Err(OpenError::Corrupt { path: path.to_owned(), detail: fault.to_string() });
    }
    let Some(anchor) = &config.anchor else { return Ok(()) };
    let differs = |detail: String| OpenError::Anchor {
        path: path.to_owned(),
        anchor: anchor.clone(),
        detail,
    };
    let lines = journal::read_anchors(anchor).map_err(|error| differs(error.to_string()))?;
    let Some(last) = lines.last() else { return Ok(()) };
    match journal::anchored(conn, last.link).map_err(|error| OpenError::from_sql(path, error))? {
        None => Ok(()),
        Some(found) => Err(differs(format!("expected event {}, found {found}", last.link.seq))),
    }
}
