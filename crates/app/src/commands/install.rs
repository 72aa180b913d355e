//! `ensemble install` and `ensemble uninstall`: an entry in a client's file, and out again.

use std::io;
use std::path::{Path, PathBuf, absolute};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use serde::Serialize;

use crate::clients::{self, CLIENTS, Change, Client, Entry, Reach};
use crate::config::ServiceName;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;
use crate::token::local_secret;

/// Which client, which file, which entry, and whether to write at all.
#[derive(Debug, Args)]
pub struct Target {
    /// The client
    #[arg(value_parser = PossibleValuesParser::new(CLIENTS.iter().map(|client| client.name)))]
    client: String,
    /// Name of the entry [default: ensemble, or ensemble-SERVICE for a single service]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Service the entry is for; repeat for several [default: all]
    #[arg(long = "service", value_name = "NAME")]
    services: Vec<ServiceName>,
    /// The file to edit, such as a project's own [default: the client's user settings]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// Show what would change and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// The arguments of `install`.
#[derive(Debug, Args)]
pub struct InstallArgs {
    #[command(flatten)]
    target: Target,
    /// Print the entry for pasting and change nothing
    #[arg(long, conflicts_with = "dry_run")]
    print: bool,
    /// Have the client call a running server instead of starting the program itself
    #[arg(long, value_name = "URL", num_args = 0..=1, default_missing_value = "", value_hint = ValueHint::Url)]
    url: Option<String>,
}

/// The arguments of `uninstall`.
#[derive(Debug, Args)]
pub struct UninstallArgs {
    #[command(flatten)]
    target: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Installed,
    Removed,
    Planned,
    Unchanged,
}

#[derive(Serialize)]
struct Done {
    client: &'static str,
    name: String,
    file: PathBuf,
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    backup: Option<PathBuf>,
    diff: String,
}

impl Report for Done {
    fn text(&self) -> String {
        let file = self.file.display();
        let backup = self.backup.as_ref();
        let backup = backup.map(|path| format!("the old file is kept as {}\n", path.display()));
        let backup = backup.unwrap_or_default();
        match self.action {
            Action::Planned => self.diff.clone(),
            Action::Unchanged => format!("{file} needs no change\n"),
            Action::Installed => format!("`{}` is in {file}\n{backup}", self.name),
            Action::Removed => format!("`{}` is out of {file}\n{backup}", self.name),
        }
    }
}

#[derive(Serialize)]
struct Snippet {
    client: &'static str,
    file: PathBuf,
    snippet: String,
}

impl Report for Snippet {
    fn text(&self) -> String {
        self.snippet.clone()
    }
}

impl Target {
    fn client(&self) -> Result<&'static Client, Failure> {
        clients::find(&self.client)
            .ok_or_else(|| Failure::new(Exit::Usage, format!("unknown client `{}`", self.client)))
    }

    fn file(&self, context: &Context, client: &Client) -> Result<PathBuf, Failure> {
        self.file.clone().or_else(|| client.file(&context.environment)).ok_or_else(|| {
            let message = format!("cannot tell where {} keeps its settings", client.title);
            Failure::new(Exit::Failure, message).hint("set `HOME`, or name the file with `--file`")
        })
    }

    fn entry_name(&self) -> String {
        match (&self.name, self.services.as_slice()) {
            (Some(name), _) => name.clone(),
            (None, [service]) => format!("ensemble-{}", service.name()),
            (None, _) => "ensemble".to_owned(),
        }
    }
}

/// Puts the entry in, or shows what would be put.
pub fn install(context: &Context, arguments: &InstallArgs) -> Result<Exit, Failure> {
    let target = &arguments.target;
    let client = target.client()?;
    let file = target.file(context, client)?;
    let entry = Entry { name: target.entry_name(), reach: reach(context, arguments)? };
    if arguments.print {
        let value = client.value(&entry);
        let snippet = client
            .format
            .set("", client.section, &entry.name, &value)
            .map_err(|error| Failure::new(Exit::Failure, error))?;
        context.output.report(&Snippet { client: client.name, file, snippet })?;
        return Ok(Exit::Ok);
    }
    let change = clients::plan_install(client, &file, &entry)?;
    let secret = match &entry.reach {
        Reach::Url { token, .. } => Some(token.as_str()),
        Reach::Program { .. } => None,
    };
    finish(context, target, &change, &Ending { action: Action::Installed, secret })
}

/// Takes the entry out, or shows what would go.
pub fn uninstall(context: &Context, arguments: &UninstallArgs) -> Result<Exit, Failure> {
    let target = &arguments.target;
    let client = target.client()?;
    let file = target.file(context, client)?;
    let change = clients::plan_uninstall(client, &file, &target.entry_name())?;
    finish(context, target, &change, &Ending { action: Action::Removed, secret: None })
}

struct Ending<'a> {
    action: Action,
    secret: Option<&'a str>,
}

fn finish(
    context: &Context,
    target: &Target,
    change: &Change,
    ending: &Ending<'_>,
) -> Result<Exit, Failure> {
    // A diff is read on screens and pasted into reports; the token in it helps nobody there.
    let diff = match ending.secret {
        Some(secret) => change.diff().replace(secret, "(the local token)"),
        None => change.diff(),
    };
    let (action, backup) = match (change.is_empty(), target.dry_run) {
        (true, _) => (Action::Unchanged, None),
        (false, true) => (Action::Planned, None),
        (false, false) => (ending.action, change.apply()?),
    };
    let client = target.client()?.name;
    let file = change.file.clone();
    context.output.report(&Done {
        client,
        name: target.entry_name(),
        file,
        action,
        backup,
        diff,
    })?;
    Ok(Exit::Ok)
}

fn reach(context: &Context, arguments: &InstallArgs) -> Result<Reach, Failure> {
    match &arguments.url {
        None => program(context, &arguments.target.services),
        Some(url) => server(context, url, &arguments.target.services),
    }
}

fn program(context: &Context, services: &[ServiceName]) -> Result<Reach, Failure> {
    let mut arguments = vec!["serve".to_owned(), "--stdio".to_owned()];
    let global = &context.global;
    for (flag, path) in [("--data", &global.data), ("--config", &global.config)] {
        if let Some(path) = path {
            arguments.extend([flag.to_owned(), whole_path(path)?]);
        }
    }
    for service in services {
        arguments.extend(["--service".to_owned(), service.name().to_owned()]);
    }
    Ok(Reach::Program { command: whole_path(context.environment.program())?, arguments })
}

/// The client starts the program from a folder of its own, so paths must not depend on ours.
fn whole_path(path: &Path) -> Result<String, Failure> {
    let whole = absolute(path).map_err(|error| Failure::new(Exit::Failure, error))?;
    let text = whole.into_os_string().into_string();
    text.map_err(|path| Failure::new(Exit::Failure, format!("{path:?} is not valid UTF-8")))
}

fn server(context: &Context, url: &str, services: &[ServiceName]) -> Result<Reach, Failure> {
    let data = context.data()?;
    let config = context.load(&data, Vec::new())?.config;
    let url = match (url, config.server.http.0) {
        ("", Some(address)) => format!("http://{address}{}", endpoint(services)),
        ("", None) => {
            let message = "`server.http` is `off`, so there is no address to call";
            return Err(Failure::new(Exit::Config, message).hint("name it with `--url URL`"));
        }
        (url, _) => url.to_owned(),
    };
    data.prepare()?;
    let token_file = data.resolve(&config.server.token_file);
    let secret = local_secret(&token_file).map_err(|error: io::Error| {
        Failure::new(Exit::Data, format!("cannot use `{}`: {error}", token_file.display()))
    })?;
    Ok(Reach::Url { url, token: secret.reveal().to_owned() })
}

/// The endpoint that shows just this service; the avatar's needs an id and the house has none.
fn endpoint(services: &[ServiceName]) -> String {
    match services {
        [service @ (ServiceName::Theater | ServiceName::Orchestrator | ServiceName::Reasoner)] => {
            format!("/mcp/{}", service.name())
        }
        _ => "/mcp".to_owned(),
    }
}
