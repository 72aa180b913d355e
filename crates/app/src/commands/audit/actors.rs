//! The actors' log in the audit: every chain by itself, and its end against the journal, which is
//! told the head of each chain.

use std::collections::HashMap;

use serde_json::Value;
use store::{Fault, Field, Filter, Journal, ReadError};
use theater::Archive;

use crate::config::Config;
use crate::data::DataDir;
use crate::serving::theater::settings;

const PAGE: usize = 1000;
const SUBJECT: &str = "the actors' log";

/// What was checked, and what is wrong.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) events: u64,
    pub(super) faults: Vec<Fault>,
}

/// Checks the log of the theater in `data`.
pub(super) async fn check(
    data: &DataDir,
    config: &Config,
    journal: &Journal,
) -> Result<Checked, ReadError> {
    // The log may be ahead of the journal, never behind; so the journal is asked first.
    let told = told(journal).await?;
    let settings = settings(data, config);
    if told.is_empty() && !settings.folder.join("log").exists() {
        return Ok(Checked::default());
    }
    let verified = tokio::task::spawn_blocking(move || Archive::open(settings)?.verify());
    let verified = match verified.await.map_err(|_| ReadError::Panicked)? {
        Ok(verified) => verified,
        Err(error) => {
            let faults = vec![fault("a readable log", &error.to_string())];
            return Ok(Checked { events: 0, faults });
        }
    };
    let mut faults: Vec<Fault> =
        verified.faults.iter().map(|found| fault("whole chains", found)).collect();
    let ends: HashMap<&str, (u64, &str)> =
        verified.ends.iter().map(|(id, seq, hash)| (&**id, (*seq, &**hash))).collect();
    for (actor, (seq, hash)) in &told {
        let expected = format!("actor {actor} up to its event {seq}, as the journal was told");
        match ends.get(&**actor) {
            None => faults.push(fault(&expected, "no such actor")),
            Some((end, _)) if end < seq => {
                faults.push(fault(&expected, &format!("a log that ends at its event {end}")));
            }
            Some((end, found)) if end == seq && found != hash => {
                faults.push(fault(&expected, "another event in its place"));
            }
            Some(_) => {}
        }
    }
    Ok(Checked { events: verified.events, faults })
}

/// How far the journal was told that each actor's chain goes, and the hash of its end.
async fn told(journal: &Journal) -> Result<HashMap<String, (u64, String)>, ReadError> {
    let mut told = HashMap::new();
    let mut after = journal.archived().await?;
    loop {
        let service = Some("theater".to_owned());
        let filter = Filter { after, limit: PAGE, service, ..Filter::default() };
        let events = journal.events(filter).await?;
        let Some(last) = events.last() else { return Ok(told) };
        after = last.seq;
        for event in &events {
            let data: Value = serde_json::from_str(event.data.get()).unwrap_or_default();
            let parts = (data["actor_id"].as_str(), data["events"].as_u64(), data["head"].as_str());
            if let (Some(actor), Some(seq), Some(head)) = parts {
                told.insert(actor.to_owned(), (seq, head.to_owned()));
            }
        }
    }
}

fn fault(expected: &str, found: &str) -> Fault {
    Fault {
        seq: None,
        field: Field::File,
        subject: Some(SUBJECT.to_owned()),
        byte: None,
        expected: expected.to_owned(),
        found: found.to_owned(),
    }
}
