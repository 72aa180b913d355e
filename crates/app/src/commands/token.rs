//! `ensemble token`: who may call besides the person at this machine.

use clap::{Args, Subcommand};
use kernel::{NewEvent, Scope, Scopes, Timestamp, ToolError};
use serde::Serialize;
use serde_json::{Value, json};
use store::{Durability, Store};

use super::call::running_tool;
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::house::tokens;
use crate::output::{Report, columns};
use crate::runtime;
use crate::storage::{self, MissingKey};
use crate::token::{LockedBook, TokenBook, TokenView, moment};

/// The arguments of `token`.
#[derive(Debug, Args)]
pub struct TokenArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Make a token and show its secret, once
    New {
        /// The name it is listed and revoked by
        name: String,
        /// What it may do; repeat for several [default: read]
        #[arg(long = "scope", value_name = "SCOPE")]
        scopes: Vec<Scope>,
        /// When it ends: a time such as 2030-01-31T00:00:00Z, or a span such as 90d, 12h or 30m
        #[arg(long, value_name = "WHEN", value_parser = moment)]
        expires: Option<Timestamp>,
    },
    /// List all tokens, without their secrets
    List,
    /// Take a token out; a running server refuses it at once
    Revoke {
        /// The token's name
        name: String,
    },
}

impl TokenArgs {
    /// The command's name in the envelope.
    pub fn name(&self) -> &'static str {
        match self.verb {
            Verb::New { .. } => "token new",
            Verb::List => "token list",
            Verb::Revoke { .. } => "token revoke",
        }
    }
}

#[derive(Serialize)]
struct Made {
    name: String,
    token: String,
    scopes: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_at: Option<Timestamp>,
}

impl Report for Made {
    fn text(&self) -> String {
        let end = self.expires_at.map_or("never".to_owned(), |end| end.to_string());
        format!(
            "{}\n\nThis is the only time the secret of `{}` is shown.\nscopes: {}\nexpires: {end}\n",
            self.token,
            self.name,
            self.scopes.join(", "),
        )
    }
}

#[derive(Serialize)]
struct Listed {
    tokens: Vec<TokenView>,
}

fn cells(token: &TokenView) -> [String; 4] {
    let end = match token.expires_at {
        None => "never".to_owned(),
        Some(end) if token.expired => format!("{end} (expired)"),
        Some(end) => end.to_string(),
    };
    [token.name.clone(), token.scopes.join(","), token.created_at.to_string(), end]
}

impl Report for Listed {
    fn text(&self) -> String {
        if self.tokens.is_empty() {
            return "no named tokens\n".to_owned();
        }
        let head = ["NAME", "SCOPES", "CREATED", "EXPIRES"].map(str::to_owned);
        let rows: Vec<_> = std::iter::once(head).chain(self.tokens.iter().map(cells)).collect();
        columns(&rows)
    }
}

#[derive(Serialize)]
struct Revoked {
    name: String,
}

impl Report for Revoked {
    fn text(&self) -> String {
        format!("revoked `{}`\n", self.name)
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: TokenArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    match arguments.verb {
        Verb::New { name, scopes, expires } => {
            data.prepare()?;
            let scopes: Scopes =
                if scopes.is_empty() { vec![Scope::Read] } else { scopes }.into_iter().collect();
            let token = make(context, &data, &name, scopes, expires)?;
            context.output.report(&Made {
                name,
                token,
                scopes: scopes.iter().map(Scope::name).collect(),
                expires_at: expires,
            })?;
        }
        Verb::List => {
            let book = TokenBook::open(&data.tokens_file())?;
            let tokens = book.records().iter().map(TokenView::of).collect();
            context.output.report(&Listed { tokens })?;
        }
        Verb::Revoke { name } => {
            data.prepare()?;
            revoke(context, &data, &name)?;
            context.output.report(&Revoked { name })?;
        }
    }
    Ok(Exit::Ok)
}

/// Makes a token through the server that runs, or here; either way the journal has it first.
fn make(
    context: &Context,
    data: &DataDir,
    name: &str,
    scopes: Scopes,
    expires: Option<Timestamp>,
) -> Result<String, Failure> {
    let mut book = LockedBook::open(&data.tokens_file())?;
    book.check_new(name)?;
    let names: Vec<_> = scopes.iter().map(Scope::name).collect();
    let mut input = json!({ "name": name, "scopes": names });
    if let Some(expires) = expires {
        input["expires"] = json!(expires);
    }
    drop(book);
    if let Some(answer) = ask(context, data, "make_token", &input)? {
        return Ok(answer["token"].as_str().unwrap_or_default().to_owned());
    }
    book = LockedBook::open(&data.tokens_file())?;
    book.check_new(name)?;
    record(context, data, tokens::made(name, scopes, expires))?;
    Ok(book.add(name, scopes, expires)?.reveal().to_owned())
}

fn revoke(context: &Context, data: &DataDir, name: &str) -> Result<(), Failure> {
    let book = LockedBook::open(&data.tokens_file())?;
    book.named(name)?;
    drop(book);
    if ask(context, data, "revoke_token", &json!({ "name": name }))?.is_some() {
        return Ok(());
    }
    let mut book = LockedBook::open(&data.tokens_file())?;
    book.named(name)?;
    record(context, data, tokens::revoked(name))?;
    book.revoke(name)?;
    Ok(())
}

fn ask(
    context: &Context,
    data: &DataDir,
    tool: &str,
    input: &Value,
) -> Result<Option<Value>, Failure> {
    running_tool(context, data, tool, input.as_object().cloned().unwrap_or_default())
}

/// Writes an event to the journal of a house that does not run.
fn record(
    context: &Context,
    data: &DataDir,
    event: Result<NewEvent, ToolError>,
) -> Result<(), Failure> {
    let event = event.map_err(|error| Failure::new(Exit::Failure, error.message))?;
    let config = context.load(data, Vec::new())?.config;
    let config = storage::store_config(data, &config, &context.environment, MissingKey::Make)?;
    runtime::small()?.block_on(async {
        let store = Store::open(config).map_err(storage::refused)?;
        let written = store.write(Durability::Full, move |tx| tx.append(event.by("local"))).await;
        store.close().await;
        written.map(drop).map_err(|error| Failure::new(Exit::Data, error.to_string()))
    })
}
