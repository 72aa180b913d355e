//! The named tokens as tools: listed, made and revoked by those who may do everything.
//!
//! A secret is in the answer to the call that made it and nowhere else.

use std::sync::Arc;

use kernel::{
    Call, ErrorKind, NewEvent, Scope, Scopes, Timestamp, ToolError, ToolSpec, ToolTableBuilder,
    Touch, read, write,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Durability;

use super::{House, STREAM};
use crate::token::{BookError, LockedBook, TokenBook, TokenView, moment};

/// Adds the tools to the house's table.
pub(super) fn add(table: ToolTableBuilder<House>) -> ToolTableBuilder<House> {
    let listed = read("list_tokens", "List the named tokens, without their secrets");
    table
        .add(ToolSpec { scope: Scope::Admin, ..listed }, list_tokens)
        .add(
            write(
                "make_token",
                Scope::Admin,
                "Make a token for a client or a person; the answer is the only place its secret is shown",
            ),
            make_token,
        )
        .add(
            write("revoke_token", Scope::Admin, "Take a token out; it is refused from then on")
                .destructive(),
            revoke_token,
        )
}

/// Nothing is needed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Nothing {}

/// Every named token.
#[derive(Debug, Serialize, JsonSchema)]
struct Tokens {
    /// The tokens, in the order they were made
    tokens: Vec<TokenView>,
    /// What a token may be allowed
    scopes: Vec<&'static str>,
}

async fn list_tokens(house: Arc<House>, _: Call, _: Nothing) -> Result<Tokens, ToolError> {
    let file = house.premises.data.tokens_file();
    let book = blocking(move || TokenBook::open(&file)).await?;
    Ok(Tokens {
        tokens: book.records().iter().map(TokenView::of).collect(),
        scopes: Scope::ALL.map(Scope::name).to_vec(),
    })
}

/// What to make.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MakeToken {
    /// The name it is listed and revoked by: letters, digits, `.`, `-` or `_`
    name: String,
    /// What it may do: read, actors:write, jobs:run, jobs:approve, kb:write or admin (read if not given)
    #[serde(default)]
    scopes: Vec<String>,
    /// When it ends: a time such as 2030-01-31T00:00:00Z, or a span such as 90d, 12h or 30m; never if not given
    expires: Option<String>,
}

/// A new token.
#[derive(Debug, Serialize, JsonSchema)]
struct MadeToken {
    /// Its name
    name: String,
    /// Its secret, shown this once
    token: String,
    /// What it may do
    scopes: Vec<&'static str>,
    /// When it ends, if it does
    expires_at: Option<Timestamp>,
}

async fn make_token(
    house: Arc<House>,
    call: Call,
    input: MakeToken,
) -> Result<MadeToken, ToolError> {
    let MakeToken { name, scopes, expires } = input;
    let scopes = allowed(&scopes)?;
    let expires_at = expires.as_deref().map(moment).transpose();
    let expires_at = expires_at
        .map_err(|expected| ToolError::invalid_input(format!("`expires`: {expected}")))?;
    let file = house.premises.data.tokens_file();
    let secret = blocking({
        let name = name.clone();
        move || LockedBook::open(&file)?.add(&name, scopes, expires_at)
    });
    let secret = secret.await?;
    let scopes: Vec<_> = scopes.iter().map(Scope::name).collect();
    let about = json!({ "name": name, "scopes": scopes, "expires_at": expires_at });
    note(&house, &call, "token.made", &about).await?;
    Ok(MadeToken { name, token: secret.reveal().to_owned(), scopes, expires_at })
}

fn allowed(names: &[String]) -> Result<Scopes, ToolError> {
    if names.is_empty() {
        return Ok([Scope::Read].into_iter().collect());
    }
    let parsed = names.iter().map(|name| name.parse::<Scope>());
    let parsed = parsed.collect::<Result<Scopes, _>>();
    parsed.map_err(|error| ToolError::invalid_input(format!("`scopes`: {error}")))
}

/// Which token.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RevokeToken {
    /// Its name
    name: String,
}

/// A token that no longer counts.
#[derive(Debug, Serialize, JsonSchema)]
struct RevokedToken {
    /// Its name
    name: String,
}

async fn revoke_token(
    house: Arc<House>,
    call: Call,
    input: RevokeToken,
) -> Result<RevokedToken, ToolError> {
    let file = house.premises.data.tokens_file();
    let record = blocking(move || LockedBook::open(&file)?.revoke(&input.name)).await?;
    note(&house, &call, "token.revoked", &json!({ "name": record.name })).await?;
    Ok(RevokedToken { name: record.name })
}

/// The book is a file, and its lock may have to be waited for.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BookError> + Send + 'static,
) -> Result<T, ToolError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| ToolError::internal(error.to_string()))?.map_err(|error| refused(&error))
}

fn refused(error: &BookError) -> ToolError {
    let message = error.to_string();
    match error {
        BookError::File { .. } | BookError::Broken { .. } => {
            ToolError::new(ErrorKind::Unavailable, message)
        }
        BookError::Name(_) => ToolError::invalid_input(message),
        BookError::Taken(_) => ToolError::new(ErrorKind::Conflict, message)
            .with_hint("choose another name, or revoke the old token first"),
        BookError::Unknown { .. } => ToolError::not_found(message),
    }
}

/// Tells the door and the journal.
async fn note(
    house: &House,
    call: &Call,
    kind: &'static str,
    data: &Value,
) -> Result<(), ToolError> {
    let event = NewEvent::new("house", kind, STREAM)
        .by(call.principal.id.to_string())
        .touching(Touch::resource("ensemble://events"))
        .data(data)?;
    // Whoever hears of it may use the token, or rely on its end, at once.
    if let Some(look) = house.doorman.get() {
        look();
    }
    let written = house.store.write(Durability::Normal, move |tx| tx.append(event)).await;
    written.map(|_| ()).map_err(|error| ToolError::internal(error.to_string()))
}
