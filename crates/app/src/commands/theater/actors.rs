//! `theater ps`, `start`, `stop` and `restart`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::{Value, json};
use theater::ContentStore;
use toml_edit::DocumentMut;

use super::reach::Reached;
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Report, columns};

/// Which actor.
#[derive(Debug, Args)]
pub(super) struct ActorArgs {
    /// The actor's id
    #[arg(value_name = "ACTOR")]
    pub(super) actor: String,
}

/// What to start.
#[derive(Debug, Args)]
pub(super) struct StartArgs {
    /// Manifest file; its component and first state may stand beside it
    #[arg(value_name = "MANIFEST", value_hint = ValueHint::FilePath)]
    manifest: PathBuf,
    /// First state, a JSON object that goes over the manifest's own
    #[arg(long, value_name = "JSON")]
    state: Option<String>,
}

#[derive(Serialize)]
struct Actors {
    actors: Value,
}

impl Report for Actors {
    fn text(&self) -> String {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let rows: Vec<_> = self.actors.as_array().into_iter().flatten().collect();
        let rows = rows.iter().map(|it| [text(&it["id"]), text(&it["status"]), text(&it["name"])]);
        let head = ["ID", "STATUS", "NAME"].map(str::to_owned);
        columns(&std::iter::once(head).chain(rows).collect::<Vec<_>>())
    }
}

/// What a tool answered, for people one line.
#[derive(Serialize)]
#[serde(transparent)]
struct Changed(Value);

impl Report for Changed {
    fn text(&self) -> String {
        let text = |key: &str| self.0[key].as_str().unwrap_or_default();
        format!("{}  {}\n", text("actor_id"), text("status"))
    }
}

pub(super) async fn ps(context: &Context, theater: &mut Reached) -> Result<Exit, Failure> {
    let list = theater.read("theater://actors").await?;
    context.output.report(&Actors { actors: list["actors"].clone() })?;
    Ok(Exit::Ok)
}

pub(super) async fn change(
    context: &Context,
    theater: &mut Reached,
    tool: &str,
    arguments: &ActorArgs,
) -> Result<Exit, Failure> {
    let changed = theater.call(tool, json!({ "actor_id": arguments.actor })).await?;
    context.output.report(&Changed(changed))?;
    Ok(Exit::Ok)
}

pub(super) async fn start(
    context: &Context,
    theater: &mut Reached,
    arguments: &StartArgs,
) -> Result<Exit, Failure> {
    let manifest = match theater.remote {
        true => named_absolutely(&arguments.manifest)?,
        false => carried_over(&theater.data, &arguments.manifest)?,
    };
    let mut input = json!({ "manifest": manifest });
    if let Some(state) = &arguments.state {
        input["initial_state"] = serde_json::from_str(state).map_err(|error| {
            Failure::new(Exit::Usage, format!("`--state` is not a JSON object: {error}"))
        })?;
    }
    let started = theater.call("start_actor", input).await?;
    context.output.report(&Changed(started))?;
    Ok(Exit::Ok)
}

/// The keys of a manifest that name files.
const FILES: [&str; 5] = ["component", "component_path", "package", "init_state", "initial_state"];

fn wrong(what: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(Exit::Usage, format!("`{}`: {error}", what.display()))
}

/// The manifest's text, with every file it names changed by `place`.
fn with_files(
    path: &Path,
    place: impl Fn(&Path) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let text = fs::read_to_string(path).map_err(|error| wrong(path, &error))?;
    let mut manifest: DocumentMut = text.parse().map_err(|error| wrong(path, &error))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for key in FILES {
        let Some(named) = manifest.get(key).and_then(|item| item.as_str()) else { continue };
        if !named.contains("://") {
            manifest[key] = toml_edit::value(place(&folder.join(named))?);
        }
    }
    Ok(manifest.to_string())
}

/// The manifest's text, with the files it names put into the content store: the server reads only
/// its own folders.
fn carried_over(data: &DataDir, path: &Path) -> Result<String, Failure> {
    let shelf = ContentStore::new(data.resolve("theater/store".as_ref())).store("uploads");
    let shelf = shelf.map_err(|error| wrong(path, &error))?;
    with_files(path, |file| {
        let bytes = fs::read(file).map_err(|error| wrong(file, &error))?;
        let hash = shelf.put(&bytes).map_err(|error| wrong(file, &error))?;
        Ok(format!("store://uploads/hash/{hash}"))
    })
}

/// The manifest's text for a theater elsewhere, which must find the files by itself.
fn named_absolutely(path: &Path) -> Result<String, Failure> {
    with_files(path, |file| {
        let whole = std::path::absolute(file).map_err(|error| wrong(file, &error))?;
        Ok(whole.display().to_string())
    })
}
