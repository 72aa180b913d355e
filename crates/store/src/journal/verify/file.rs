//! Checking the file below the journal: its pages, the types of its values, its indexes.

use super::range::index_term;
use super::{Fault, Span};
use crate::journal::db;
use crate::log;
use crate::readers::Readers;

/// What was found in the file.
pub(crate) struct Found {
    /// What the index of streams adds up to; none if it cannot be read.
    index: Option<u64>,
    /// Whether events were sealed away before this check began.
    pub(crate) moved: bool,
    pub(crate) faults: Vec<Fault>,
}

impl Found {
    pub(crate) fn panicked() -> Self {
        Self { index: None, moved: false, faults: vec![Fault::file("a finished check", "a panic")] }
    }

    /// A fault if the index of streams does not list exactly the events, whose sum is `events`.
    pub(crate) fn disagrees(&self, events: u64) -> Option<Fault> {
        self.index.filter(|index| *index != events).map(|_| {
            Fault::file(
                "an index of streams that lists every event",
                "an index that differs from the events",
            )
        })
    }
}

/// Checks the structure of the file on a connection of its own.
pub(crate) fn check(readers: &Readers, span: &Span) -> Found {
    let (mut faults, mut moved) = (Vec::new(), false);
    let index = readers.connect().and_then(|conn| {
        crate::db::configure_scan(&conn)?;
        crate::db::control(&conn, crate::db::Control::BeginRead)?;
        moved = db::sealed(&conn)?.seq != span.sealed;
        let problems = db::structure(&conn)?;
        faults.extend(problems.into_iter().map(|problem| Fault::file("a sound file", problem)));
        faults.extend(check_log(&conn)?.into_iter().map(Fault::log));
        let (first, last) = (span.first.cast_signed(), span.last.cast_signed());
        let mut sum = 0_u64;
        db::stream_index(&conn, |stream, seq| {
            if (first..=last).contains(&seq) {
                sum = sum.wrapping_add(index_term(stream, seq));
            }
        })?;
        Ok(sum)
    });
    match index {
        Ok(sum) => Found { index: Some(sum), moved, faults },
        Err(error) => {
            faults.push(Fault::file("a sound file", error));
            Found { index: None, moved, faults }
        }
    }
}

fn check_log(conn: &rusqlite::Connection) -> rusqlite::Result<Vec<String>> {
    let head = db::head(conn)?.seq;
    let Some(base) = log::base(conn)? else { return Ok(vec!["the log is missing".to_owned()]) };
    match log::check(conn, head.saturating_sub(base)) {
        Ok(faults) => Ok(faults),
        Err(error) => Ok(vec![error.to_string()]),
    }
}
