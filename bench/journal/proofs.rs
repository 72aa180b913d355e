//! What commitments and proofs cost: rows changed and counted, proofs made and checked.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use store::{
    Begun, Durability, HeadsConfig, Migrations, SqlError, Store, StoreConfig, VerifyOptions,
};

use super::{event, line};

const ROWS: Migrations = Migrations {
    service: "rows",
    steps: &["CREATE TABLE fact (id INTEGER PRIMARY KEY, session TEXT, text TEXT, weight REAL)"],
};

/// Prints how fast `rows` rows are written and counted against what the journal commits to.
pub(crate) async fn rows(path: &Path, rows: u64) -> Result<(), Box<dyn Error>> {
    let config = StoreConfig { migrations: vec![ROWS], ..StoreConfig::new(path) };
    let store = Store::open(config)?;
    let started = Instant::now();
    for part in 0..rows.div_ceil(1000) {
        let written = store.write(Durability::Full, move |tx| -> Result<(), SqlError> {
            for n in part * 1000..(part + 1) * 1000 {
                let text = format!("fact number {n} says that something holds of something else");
                tx.execute(
                    "INSERT INTO fact (session, text, weight) VALUES ($1, $2, $3)",
                    store::sql::params![format!("session-{}", n % 64), text, 0.5],
                )?;
            }
            Ok(())
        });
        written.await?;
    }
    let took = started.elapsed();
    line(&format!("| rows written, 1,000 a commit | {:.0}/s | |", per_second(rows, took)))?;
    let started = Instant::now();
    let report = store.journal().verify(VerifyOptions::default()).await?;
    let took = started.elapsed();
    if !report.is_ok() || report.rows < rows {
        return Err(format!("verify found {:?}", report.first_broken()).into());
    }
    let note = "with the structure of tables and indexes";
    line(&format!("| verify, rows | {:.0}/s | {note} |", per_second(report.rows, took)))?;
    store.close().await;
    Ok(())
}

/// Prints how long proofs take over the journal at `path`.
pub(crate) async fn proofs(path: &Path, events: u64) -> Result<(), Box<dyn Error>> {
    let heads = HeadsConfig {
        seed: [7; 32],
        inside: path.with_extension("heads"),
        outside: Vec::new(),
        begun: Begun::Now,
    };
    let config = StoreConfig { heads: Some(heads), ..StoreConfig::new(path) };
    let journal = Store::open_read_only(&config)?;
    let key = journal.public_key().ok_or("no key")?;
    let (mut making, mut checking, mut longest) = (Vec::new(), Vec::new(), 0);
    for n in 0..1000_u64 {
        let seq = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) % events + 1;
        let started = Instant::now();
        let proof = journal.prove(seq).await?;
        making.push(started.elapsed());
        let started = Instant::now();
        proof.check(&key)?;
        checking.push(started.elapsed());
        longest = longest.max(proof.path.len());
    }
    making.sort();
    checking.sort();
    let note = format!("p99 {:?}, at most {longest} hashes, signed", making[990]);
    line(&format!("| inclusion proof at {events} events | {:?} | {note} |", making[500]))?;
    line(&format!("| checking one | {:?} | p99 {:?} |", checking[500], checking[990]))?;
    Ok(())
}

/// Prints how many events there are to prove against, for a journal made here.
pub(crate) async fn fill(path: &Path, events: u64) -> Result<(), Box<dyn Error>> {
    let store = Store::open(StoreConfig::new(path))?;
    for n in 0..events {
        store.append_later(event(n, 64)?).await?;
    }
    store.flush().await?;
    store.close().await;
    Ok(())
}

fn per_second(count: u64, took: std::time::Duration) -> f64 {
    count as f64 / took.as_secs_f64()
}
