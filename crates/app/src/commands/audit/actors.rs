//! The actors' log in the audit: every chain by itself, and its end against the journal, which is
//! told the head of each chain.

use store::{Fault, Field, Journal, ReadError};

use crate::config::Config;
use crate::data::DataDir;
use crate::serving::theater::{heads_in, settings};

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
    let heads = heads_in(journal).await?;
    let folder = settings(data, config).folder;
    let verified = tokio::task::spawn_blocking(move || theater::verify_log(&folder, &heads));
    match verified.await.map_err(|_| ReadError::Panicked)? {
        Ok(verified) => {
            let faults = verified.faults.iter().map(|found| fault("whole chains", found));
            Ok(Checked { events: verified.events, faults: faults.collect() })
        }
        Err(error) => {
            let faults = vec![fault("a readable log", &error.to_string())];
            Ok(Checked { events: 0, faults })
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
