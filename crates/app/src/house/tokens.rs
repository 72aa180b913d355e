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
    let mut book = blocking({
        let name = name.clone();
        move || {
            let book = LockedBook::open(&file)?;
            book.check_new(&name).map(|()| book)
        }
    })
    .await?;
    // What cannot be written down is not made.
    let event = made(&name, scopes, expires_at)?.by(call.principal.id.to_string());
    record(&house, event).await?;
    let secret = blocking({
        let name = name.clone();
        move || book.add(&name, scopes, expires_at)
    });
    let secret = secret.await?;
    look(&house);
    let scopes = scopes.iter().map(Scope::name).collect();
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
    let name = input.name;
    let mut book = blocking({
        let name = name.clone();
        move || {
            let book = LockedBook::open(&file)?;
            book.named(&name).map(drop).map(|()| book)
        }
    })
    .await?;
    record(&house, revoked(&name)?.by(call.principal.id.to_string())).await?;
    let revoked = blocking(move || book.revoke(&name)).await?;
    look(&house);
    Ok(RevokedToken { name: revoked.name })
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

/// The event of a token that is made.
pub fn made(
    name: &str,
    scopes: Scopes,
    expires_at: Option<Timestamp>,
) -> Result<NewEvent, ToolError> {
    let scopes: Vec<_> = scopes.iter().map(Scope::name).collect();
    about("token.made", &json!({ "name": name, "scopes": scopes, "expires_at": expires_at }))
}

/// The event of a token that is taken out.
pub fn revoked(name: &str) -> Result<NewEvent, ToolError> {
    about("token.revoked", &json!({ "name": name }))
}

fn about(kind: &'static str, data: &Value) -> Result<NewEvent, ToolError> {
    let event = NewEvent::new("house", kind, STREAM);
    event.touching(Touch::resource("ensemble://events")).data(data)
}

/// Writes an event down before what it tells of is done.
async fn record(house: &House, event: NewEvent) -> Result<(), ToolError> {
    let written = house.store.write(Durability::Full, move |tx| tx.append(event)).await;
    written.map(|_| ()).map_err(|error| ToolError::new(ErrorKind::Unavailable, error.to_string()))
}

/// Tells the door: whoever hears of it may use the token, or rely on its end, at once.
fn look(house: &House) {
    if let Some(look) = house.doorman.get() {
        look();
    }
}
