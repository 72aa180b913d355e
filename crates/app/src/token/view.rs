//! A token as people and programs see it.

use kernel::{Scope, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

use super::TokenRecord;

/// A token without its secret.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TokenView {
    /// Its name, which is also the name of the principal that calls with it
    pub name: String,
    /// What it may do
    pub scopes: Vec<&'static str>,
    /// When it was made
    pub created_at: Timestamp,
    /// When it ends, if it does
    pub expires_at: Option<Timestamp>,
    /// Whether it ended
    pub expired: bool,
}

impl TokenView {
    /// That of a record, now.
    pub fn of(record: &TokenRecord) -> Self {
        Self {
            name: record.name.clone(),
            scopes: record.scopes.iter().map(Scope::name).collect(),
            created_at: record.created_at,
            expires_at: record.expires_at,
            expired: record.is_expired(Timestamp::now()),
        }
    }
}
