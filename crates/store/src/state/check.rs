//! Checking the state: every row is counted again, and the sums compared with those the journal
//! commits to.

use rusqlite::Connection;

use super::db;
use super::lanes::Lanes;
use crate::journal::hex;

/// One part of the state that is not as the journal says.
pub(crate) struct StateFault {
    /// The table, or what else it is.
    pub(crate) subject: String,
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// What was counted, and what of it is wrong.
pub(crate) struct StateChecked {
    pub(crate) rows: u64,
    pub(crate) faults: Vec<StateFault>,
}

/// Counts all rows in one consistent view of the file.
pub(crate) fn check(conn: &Connection) -> rusqlite::Result<StateChecked> {
    let Some((seq, committed)) = db::committed(conn)? else {
        return Ok(StateChecked { rows: 0, faults: Vec::new() });
    };
    let stored = db::sums(conn)?;
    let schema = db::schema(conn)?;
    let shapes = db::shapes(conn)?;
    let (mut rows, mut faults, mut digests) = (0_u64, Vec::new(), Vec::new());
    for shape in &shapes {
        let problems = db::structure(conn, shape)?;
        let wrong = |found| table_fault(&shape.name, "a sound table and indexes", found);
        faults.extend(problems.into_iter().map(wrong));
        let mut sum = Lanes::zero();
        let counted = db::rows(conn, shape, |seed| {
            rows += 1;
            sum.add(&seed);
        });
        let known = stored.iter().find(|(name, _)| *name == shape.name).map(|(_, sum)| sum);
        match (counted, known) {
            (Err(error), _) => faults.push(table_fault(&shape.name, "readable rows", error)),
            (Ok(()), None) => {
                faults.push(table_fault(&shape.name, "no such table", "a table nobody made"));
            }
            (Ok(()), Some(known)) if *known != sum.to_bytes() => {
                faults.push(table_fault(&shape.name, vouched(seq), "rows that add up to another"));
            }
            (Ok(()), Some(_)) => {}
        }
        digests.push((shape.name.as_str(), sum.digest()));
    }
    for (name, known) in &stored {
        if name == db::SCHEMA {
            if known[..] != schema {
                faults.push(fault("the schema", vouched(seq), "another schema"));
            }
        } else if !shapes.iter().any(|shape| shape.name == *name) {
            faults.push(table_fault(name, vouched(seq), "no such table"));
        }
    }
    let found = super::digest(&schema, digests.iter().map(|(name, digest)| (*name, digest)));
    let committed = committed.unwrap_or_default();
    if faults.is_empty() && committed != found {
        let expected = format!("{} (event {seq})", hex(&committed));
        faults.push(fault("the state as a whole", expected, hex(&found)));
    }
    Ok(StateChecked { rows, faults })
}

fn vouched(seq: u64) -> String {
    format!("the sum that event {seq} commits to")
}

fn table_fault(
    name: &str,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> StateFault {
    fault(&format!("table `{name}`"), expected, found)
}

fn fault(
    subject: &str,
    expected: impl std::fmt::Display,
    found: impl std::fmt::Display,
) -> StateFault {
    let (expected, found) = (expected.to_string(), found.to_string());
    StateFault { subject: subject.to_owned(), expected, found }
}
