//! `backup` and `restore`: a whole copy of the data folder whose journal was checked, and back.
//!
//! Both work on a folder that no server uses, so that the database and the services' files belong
//! to the same moment.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use store::{Head, Journal, Store, VerifyOptions};

use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::folder_copy;
use crate::output::Report;
use crate::runtime;
use crate::storage::{self, MissingKey};

/// What stands in a backup beside the data.
const CARD: &str = "backup.json";

/// The arguments of `backup`.
#[derive(Debug, Clone, Args)]
pub struct BackupArgs {
    /// Folder to make; it must not exist yet
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    to: PathBuf,
}

/// The arguments of `restore`.
#[derive(Debug, Clone, Args)]
pub struct RestoreArgs {
    /// Folder that `backup` made; the data folder must be missing or empty
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    from: PathBuf,
}

/// What a backup says of itself.
#[derive(Debug, Serialize, Deserialize)]
struct Card {
    version: String,
    made_at: String,
    seq: u64,
    hash: String,
}

#[derive(Debug, Serialize)]
struct Done {
    done: &'static str,
    folder: PathBuf,
    files: u64,
    head: u64,
    hash: String,
}

impl Report for Done {
    fn text(&self) -> String {
        let Self { done, folder, files, head, hash } = self;
        format!("{done} {}: {files} files, journal whole up to {head} {hash}\n", folder.display())
    }
}

/// Runs `backup`.
pub fn backup(context: &Context, arguments: &BackupArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new())?;
    let to = &arguments.to;
    if to.exists() {
        let message = format!("`{}` is there already", to.display());
        return Err(Failure::new(Exit::Usage, message).hint("name a folder that does not exist"));
    }
    if !data.database().exists() {
        let message = format!("there is nothing to back up in {}", data.root().display());
        return Err(Failure::new(Exit::Data, message));
    }
    let config =
        storage::store_config(&data, &loaded.config, &context.environment, MissingKey::Make)?;
    let done = runtime::whole()?.block_on(async {
        let store = Store::open(config).map_err(|error| {
            storage::refused(error).hint("stop the server first: a backup is of one moment")
        })?;
        let copied = copy_out(&data, &store, to).await;
        store.close().await;
        copied
    })?;
    context.output.report(&done)?;
    Ok(Exit::Ok)
}

async fn copy_out(data: &DataDir, store: &Store, to: &Path) -> Result<Done, Failure> {
    let head = whole(store.journal()).await?;
    let failed = |error: io::Error| unwritten(to, &error);
    let database = name(&data.database());
    // The database is copied by itself below, and a backup inside the data is not part of it.
    let own = fs::canonicalize(data.root()).unwrap_or_else(|_| data.root().to_owned());
    let inside = std::path::absolute(to).ok().filter(|path| path.starts_with(&own));
    if inside.is_some() {
        let message = format!("`{}` lies in the data folder", to.display());
        return Err(Failure::new(Exit::Usage, message).hint("name a folder outside of it"));
    }
    let files = folder_copy::copy(data.root(), to, &|entry| entry.starts_with(&database));
    let files = files.map_err(failed)?;
    let copied = store.backup(to.join(&database)).await;
    copied.map_err(|error| Failure::new(Exit::Data, error))?;
    let card = Card {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: Timestamp::now().to_string(),
        seq: head.seq,
        hash: head.hash.clone(),
    };
    let text = serde_json::to_vec_pretty(&card).map_err(|error| Failure::new(Exit::Failure, error));
    fs::write(to.join(CARD), text?).map_err(failed)?;
    let Head { seq, hash } = head;
    Ok(Done { done: "backed up to", folder: to.to_owned(), files: files + 1, head: seq, hash })
}

/// Runs `restore`.
pub fn restore(context: &Context, arguments: &RestoreArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let from = &arguments.from;
    let card = fs::read(from.join(CARD)).ok();
    let card = card.and_then(|text| serde_json::from_slice::<Card>(&text).ok());
    let Some(card) = card else {
        let message = format!("`{}` is no backup: it has no {CARD}", from.display());
        return Err(Failure::new(Exit::Usage, message).hint("`ensemble backup DIR` makes one"));
    };
    let used = fs::read_dir(data.root()).is_ok_and(|mut entries| entries.next().is_some());
    if used {
        let message = format!("data folder `{}` is not empty", data.root().display());
        return Err(Failure::new(Exit::Data, message)
            .hint("move it away first, or name another with `--data DIR`"));
    }
    let copied = folder_copy::copy(from, data.root(), &|entry| entry == CARD);
    let files = copied.map_err(|error| unwritten(data.root(), &error))?;
    // What goes on from here may differ from what went on there, so it is signed with a new key.
    for file in [data.key_file(), data.heads_file()] {
        set_aside(&file).map_err(|error| unwritten(&file, &error))?;
    }
    // The configuration may have come with the backup, so it is read only now.
    let loaded = context.load(&data, Vec::new())?;
    let environment = &context.environment;
    let config = storage::store_config(&data, &loaded.config, environment, MissingKey::Make)?;
    runtime::whole()?.block_on(async {
        let store = Store::open(config).map_err(storage::refused)?;
        let continued = continued(store.journal(), &card).await;
        store.close().await;
        continued
    })?;
    let folder = data.root().to_owned();
    let done = Done { done: "restored to", folder, files, head: card.seq, hash: card.hash };
    context.output.report(&done)?;
    Ok(Exit::Ok)
}

/// Keeps a file under another name, if it is there.
fn set_aside(file: &Path) -> io::Result<()> {
    let mut aside = file.as_os_str().to_owned();
    aside.push(".before-restore");
    match fs::rename(file, aside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether the journal is whole and goes on from where the backup's ended: what opening it added is
/// the store's own.
async fn continued(journal: &Journal, card: &Card) -> Result<(), Failure> {
    let head = whole(journal).await?;
    let changed = |message: String| {
        Failure::new(Exit::Damage, message).hint("the backup was changed after it was made")
    };
    let events = journal.since(card.seq.saturating_sub(1), 100).await;
    let events = events.map_err(|error| Failure::new(Exit::Damage, error))?;
    let ends_there = match events.iter().find(|event| event.seq == card.seq) {
        Some(event) => serde_json::to_value(&**event).is_ok_and(|it| it["hash"] == *card.hash),
        None => (head.seq, &head.hash) == (card.seq, &card.hash) || card.seq == 0,
    };
    let added = events.iter().filter(|event| event.seq > card.seq);
    if !ends_there || added.into_iter().any(|event| &*event.service != "ensemble") {
        let Head { seq, hash } = head;
        return Err(changed(format!(
            "the journal ends at {seq} {hash}, not where the backup's did"
        )));
    }
    Ok(())
}

/// The end of a journal in which every link holds.
async fn whole(journal: &Journal) -> Result<Head, Failure> {
    let report = journal.verify(VerifyOptions::default()).await;
    let report = report.map_err(|error| Failure::new(Exit::Damage, error))?;
    match report.first_broken() {
        None => Ok(report.head),
        Some(fault) => Err(Failure::new(Exit::Damage, fault)
            .hint("`ensemble audit verify` says everything that is wrong")),
    }
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn unwritten(folder: &Path, error: &io::Error) -> Failure {
    Failure::new(Exit::Data, format!("cannot copy to `{}`: {error}", folder.display()))
}
