//! The process that gets killed: it writes as fast as it can and prints what was acknowledged.

use std::error::Error;
use std::path::Path;

use store::{Durability, Migrations, SqlError, Store, StoreConfig};

use super::{event, line};

/// The table whose rows are checked after the crash.
pub(crate) const MIGRATIONS: Migrations =
    Migrations { service: "crash", steps: &["CREATE TABLE crash (seq INTEGER PRIMARY KEY)"] };

/// Writes to `file` until the process is killed.
pub(crate) fn run(file: &Path) -> Result<(), Box<dyn Error>> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build()?;
    runtime.block_on(write(file))
}

async fn write(file: &Path) -> Result<(), Box<dyn Error>> {
    let store = Store::open(config(file))?;
    line("open")?;
    let mut callers = Vec::new();
    for caller in 0..16 {
        let store = store.clone();
        let durability = if caller % 2 == 0 { Durability::Full } else { Durability::Normal };
        callers.push(tokio::spawn(call(store, caller, durability)));
    }
    let flood = tokio::spawn(async move {
        for n in 0.. {
            let event = event(n, 64).map_err(|error| error.to_string())?;
            store.append_later(event).await.map_err(|error| error.to_string())?;
            // A flood, but one whose journal 200 cycles can still be checked in minutes.
            if n % 20 == 0 {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
        Ok::<_, String>(())
    });
    flood.await??;
    for caller in callers {
        caller.await??;
    }
    Ok(())
}

async fn call(store: Store, caller: u64, durability: Durability) -> Result<(), String> {
    loop {
        let seq = write_one(&store, caller, durability).await?;
        line(&seq.to_string()).map_err(|error| error.to_string())?;
    }
}

async fn write_one(store: &Store, caller: u64, durability: Durability) -> Result<u64, String> {
    let event = event(caller, 64).map_err(|error| error.to_string())?;
    let written = store.write(durability, move |tx| -> Result<u64, SqlError> {
        let seq = tx.append(event)?;
        let row = i64::try_from(seq).unwrap_or(i64::MAX);
        tx.execute("INSERT INTO crash (seq) VALUES ($1)", [row])?;
        Ok(seq)
    });
    written.await.map_err(|error| error.to_string())
}

/// How the store under test is opened, by the writer and by the one who checks.
pub(crate) fn config(file: &Path) -> StoreConfig {
    let anchor = Some(file.with_extension("anchors"));
    StoreConfig { migrations: vec![MIGRATIONS], anchor, ..StoreConfig::new(file) }
}
