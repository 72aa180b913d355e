//! All SQL of who owns what.

use kernel::{NewEvent, Owner};
use serde_json::json;

use crate::sql::params;
use crate::{Migrations, Reader, SqlError, Tx};

pub(crate) const MIGRATIONS: Migrations = Migrations {
    service: "owners",
    steps: &["CREATE TABLE owner (
        thing TEXT PRIMARY KEY,
        principal TEXT NOT NULL,
        shared_with TEXT NOT NULL
    )"],
};

/// What separates the names in a row; no principal's name has it.
const BETWEEN: char = '\n';

pub(crate) fn all(reader: &Reader<'_>) -> Result<Vec<(String, Owner)>, SqlError> {
    reader.query("SELECT thing, principal, shared_with FROM owner", params![], |row| {
        let shared: String = row.get(2)?;
        let names = shared.split(BETWEEN).filter(|name| !name.is_empty());
        let owner =
            Owner { principal: row.get(1)?, shared_with: names.map(str::to_owned).collect() };
        Ok((row.get(0)?, owner))
    })
}

pub(crate) fn keep(tx: &mut Tx<'_>, thing: &str, owner: &Owner) -> Result<(), SqlError> {
    let names: Vec<&str> = owner.shared_with.iter().map(String::as_str).collect();
    let shared = names.join(&BETWEEN.to_string());
    tx.execute(
        "INSERT INTO owner (thing, principal, shared_with) VALUES ($1, $2, $3)
         ON CONFLICT (thing) DO UPDATE SET shared_with = excluded.shared_with",
        params![thing, owner.principal, shared],
    )?;
    let data = json!({ "principal": owner.principal, "shared_with": owner.shared_with });
    let data = serde_json::value::to_raw_value(&data).unwrap_or_default();
    let event = NewEvent::new("house", "thing.owned", thing).by(owner.principal.as_str());
    tx.append(NewEvent { data, ..event })?;
    Ok(())
}
