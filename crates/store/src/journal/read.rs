//! Events read back from the journal.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::{Event, Timestamp};
use rusqlite::Connection;
use serde_json::value::RawValue;

use super::Filter;
use super::db::{self, Conditions, RawEvent};
use crate::{ReadError, SqlError};

/// The events `filter` asks for, oldest first.
pub(crate) fn events(conn: &Connection, filter: &Filter) -> Result<Vec<Arc<Event>>, ReadError> {
    let sealed = db::sealed(conn).map_err(SqlError::from)?.seq;
    if filter.after < sealed {
        return Err(ReadError::Archived { sealed });
    }
    let Some(conditions) = conditions(conn, filter).map_err(SqlError::from)? else {
        return Ok(Vec::new());
    };
    let mut names = Names::default();
    let mut found = Vec::with_capacity(filter.limit.min(1024));
    db::page(conn, &conditions, |row| -> Result<(), ReadError> {
        let seq = row.get::<_, i64>(0)?.cast_unsigned();
        let damaged = |detail: String| ReadError::Damaged { seq, detail };
        let raw = RawEvent::read(row)?
            .map_err(|column| damaged(format!("`{column}` is of the wrong type")))?;
        found.push(Arc::new(event(conn, &mut names, &raw)?));
        Ok(())
    })?;
    Ok(found)
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error.into())
    }
}

/// Looks the names up; none of the events can match a name that was never used.
fn conditions(conn: &Connection, filter: &Filter) -> rusqlite::Result<Option<Conditions>> {
    let mut ids = [None; 4];
    let names = [&filter.service, &filter.stream, &filter.kind, &filter.principal];
    for (id, name) in ids.iter_mut().zip(names) {
        if let Some(name) = name {
            let Some(found) = db::name_id(conn, name)? else { return Ok(None) };
            *id = Some(found);
        }
    }
    let [service, stream, kind, principal] = ids;
    let (after, limit) = (filter.after, filter.limit);
    Ok(Some(Conditions { after, limit, service, stream, kind, principal }))
}

/// Names already seen in this page.
#[derive(Default)]
pub(crate) struct Names(HashMap<i64, Arc<str>>);

impl Names {
    pub(crate) fn get(
        &mut self,
        conn: &Connection,
        seq: u64,
        id: i64,
    ) -> Result<Arc<str>, ReadError> {
        if let Some(name) = self.0.get(&id) {
            return Ok(name.clone());
        }
        let text = db::name(conn, id)?
            .ok_or_else(|| ReadError::Damaged { seq, detail: format!("name {id} is missing") })?;
        let name: Arc<str> = Arc::from(text);
        self.0.insert(id, name.clone());
        Ok(name)
    }
}

fn event(conn: &Connection, names: &mut Names, raw: &RawEvent<'_>) -> Result<Event, ReadError> {
    let seq = raw.seq.cast_unsigned();
    let damaged = |what: &str, error: &dyn std::fmt::Display| ReadError::Damaged {
        seq,
        detail: format!("`{what}`: {error}"),
    };
    let data = std::str::from_utf8(raw.data).map_err(|error| damaged("data", &error))?;
    let data = RawValue::from_string(data.to_owned()).map_err(|error| damaged("data", &error))?;
    let touches =
        serde_json::from_slice(raw.touches).map_err(|error| damaged("touches", &error))?;
    let hash = raw.hash.try_into().map_err(|_| damaged("hash", &"not 32 bytes"))?;
    Ok(Event {
        seq,
        at: Timestamp(raw.at),
        service: names.get(conn, seq, raw.service)?,
        kind: names.get(conn, seq, raw.kind)?,
        stream: names.get(conn, seq, raw.stream)?,
        principal: names.get(conn, seq, raw.principal)?,
        data,
        touches,
        hash,
    })
}
