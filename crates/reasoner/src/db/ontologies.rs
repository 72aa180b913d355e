//! The SQL of ontologies and of what they said before.

use kernel::Timestamp;
use store::sql::{Row, params};
use store::{Reader, SqlError, Tx};

/// An ontology as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OntologyRow {
    /// Its number in the database.
    pub key: i64,
    /// Its name.
    pub name: String,
    /// Its rules as Prolog text.
    pub rules: String,
    /// When they were last changed.
    pub updated_at: Timestamp,
}

fn ontology_row(row: &Row<'_>) -> Result<OntologyRow, SqlError> {
    Ok(OntologyRow {
        key: row.get(0)?,
        name: row.get(1)?,
        rules: row.get(2)?,
        updated_at: Timestamp(row.get(3)?),
    })
}

/// The ontologies of a principal, by name.
pub(crate) fn ontologies(
    reader: &Reader<'_>,
    principal: &str,
) -> Result<Vec<OntologyRow>, SqlError> {
    reader.query(
        "SELECT key, name, rules, updated_at FROM reasoner_ontology
         WHERE principal = $1 ORDER BY name",
        params![principal],
        ontology_row,
    )
}

/// One ontology of a principal.
pub(crate) fn ontology(
    reader: &Reader<'_>,
    principal: &str,
    name: &str,
) -> Result<Option<OntologyRow>, SqlError> {
    reader.query_one(
        "SELECT key, name, rules, updated_at FROM reasoner_ontology
         WHERE principal = $1 AND name = $2",
        params![principal, name],
        ontology_row,
    )
}

/// The ontologies of a principal as they were at a time, by name.
pub(crate) fn ontologies_at(
    reader: &Reader<'_>,
    principal: &str,
    time: Timestamp,
) -> Result<Vec<OntologyRow>, SqlError> {
    reader.query(
        "SELECT key, name, rules, at FROM reasoner_ontology_past AS past
         WHERE principal = $1 AND rules IS NOT NULL AND key = (
             SELECT max(key) FROM reasoner_ontology_past
             WHERE principal = past.principal AND name = past.name AND at <= $2)
         ORDER BY name",
        params![principal, time.0],
        ontology_row,
    )
}

/// Writes down what an ontology says from now on; nothing when it is gone.
fn remember_ontology(
    tx: &mut Tx<'_>,
    principal: &str,
    name: &str,
    rules: Option<&str>,
    at: Timestamp,
) -> Result<usize, SqlError> {
    tx.execute(
        "INSERT INTO reasoner_ontology_past (principal, name, rules, at) VALUES ($1, $2, $3, $4)",
        params![principal, name, rules, at.0],
    )
}

/// Makes an ontology.
pub(crate) fn create_ontology(
    tx: &mut Tx<'_>,
    principal: &str,
    name: &str,
    rules: &str,
    at: Timestamp,
) -> Result<usize, SqlError> {
    tx.execute(
        "INSERT INTO reasoner_ontology (principal, name, rules, updated_at)
         VALUES ($1, $2, $3, $4)",
        params![principal, name, rules, at.0],
    )?;
    remember_ontology(tx, principal, name, Some(rules), at)
}

/// Replaces the rules of an ontology.
pub(crate) fn update_ontology(
    tx: &mut Tx<'_>,
    principal: &str,
    name: &str,
    rules: &str,
    at: Timestamp,
) -> Result<usize, SqlError> {
    let changed = tx.execute(
        "UPDATE reasoner_ontology SET rules = $1, updated_at = $2
         WHERE principal = $3 AND name = $4",
        params![rules, at.0, principal, name],
    )?;
    if changed > 0 {
        remember_ontology(tx, principal, name, Some(rules), at)?;
    }
    Ok(changed)
}

/// Removes an ontology.
pub(crate) fn delete_ontology(
    tx: &mut Tx<'_>,
    principal: &str,
    name: &str,
    at: Timestamp,
) -> Result<usize, SqlError> {
    let gone = tx.execute(
        "DELETE FROM reasoner_ontology WHERE principal = $1 AND name = $2",
        params![principal, name],
    )?;
    if gone > 0 {
        remember_ontology(tx, principal, name, None, at)?;
    }
    Ok(gone)
}
