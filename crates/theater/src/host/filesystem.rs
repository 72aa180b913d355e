//! `theater:simple/filesystem`: the files of one folder, and commands that run in it.

use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Lift, Linker, LinkerInstance, Lower};

use super::Guest;
use super::programs::{self, Wish};
use crate::chain::Blob;

type Cx<'a> = StoreContextMut<'a, Guest>;

#[derive(ComponentType, Lift, Lower, Serialize, Deserialize)]
#[component(record)]
struct CommandSuccess {
    stdout: String,
    stderr: String,
    #[component(name = "exit-code")]
    exit_code: i32,
}

#[derive(ComponentType, Lift, Lower, Serialize, Deserialize)]
#[component(record)]
struct CommandError {
    message: String,
}

#[derive(ComponentType, Lift, Lower, Serialize, Deserialize)]
#[component(variant)]
enum CommandResult {
    #[component(name = "success")]
    Success(CommandSuccess),
    #[component(name = "error")]
    Error(CommandError),
}

/// What a call wants to do with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Intent {
    Read,
    Write,
}

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/filesystem")?;
    reading(&mut host)?;
    writing(&mut host)?;
    type Executed = (String, String, Vec<String>);
    host.func_wrap_async("execute-command", |mut cx: Cx<'_>, input: Executed| {
        Box::new(async move {
            let function = "theater:simple/filesystem/execute-command";
            let (folder, command, arguments) = input.clone();
            let guest = cx.data_mut();
            let execute = execute(guest, &folder, &command, arguments);
            Ok((guest.answer_later(function, &input, execute).await?,))
        })
    })?;
    host.func_wrap_async("execute-nix-command", |mut cx: Cx<'_>, input: (String, String)| {
        Box::new(async move {
            let function = "theater:simple/filesystem/execute-nix-command";
            let words = ["develop", "--command", "bash", "-c", &input.1];
            let arguments = words.map(str::to_owned).to_vec();
            let guest = cx.data_mut();
            let execute = execute(guest, &input.0, "nix", arguments);
            Ok((guest.answer_later(function, &input, execute).await?,))
        })
    })
}

fn reading(host: &mut LinkerInstance<'_, Guest>) -> wasmtime::Result<()> {
    host.func_wrap("read-file", |mut cx: Cx<'_>, (path,): (String,)| {
        let function = "theater:simple/filesystem/read-file";
        let read = cx.data_mut().answer(function, &path, |guest| read(guest, &path))?;
        Ok((read.map(|blob| blob.0),))
    })?;
    host.func_wrap("list-files", |mut cx: Cx<'_>, (path,): (String,)| {
        let function = "theater:simple/filesystem/list-files";
        Ok((cx.data_mut().answer(function, &path, |guest| list(guest, &path))?,))
    })?;
    host.func_wrap("path-exists", |mut cx: Cx<'_>, (path,): (String,)| {
        let function = "theater:simple/filesystem/path-exists";
        let exists = cx.data_mut().answer(function, &path, |guest| {
            place(guest, &path, Intent::Read).map(|place| place.exists())
        })?;
        Ok((exists,))
    })
}

fn writing(host: &mut LinkerInstance<'_, Guest>) -> wasmtime::Result<()> {
    host.func_wrap("write-file", |mut cx: Cx<'_>, (path, content): (String, String)| {
        let function = "theater:simple/filesystem/write-file";
        let written = cx.data_mut().answer(function, &(&path, &content), |guest| {
            change(guest, &path, |place| fs::write(place, &content))
        })?;
        Ok((written,))
    })?;
    host.func_wrap("delete-file", |mut cx: Cx<'_>, (path,): (String,)| {
        let function = "theater:simple/filesystem/delete-file";
        let remove = |guest: &mut Guest| change(guest, &path, |place| fs::remove_file(place));
        Ok((cx.data_mut().answer(function, &path, remove)?,))
    })?;
    host.func_wrap("create-dir", |mut cx: Cx<'_>, (path,): (String,)| {
        let function = "theater:simple/filesystem/create-dir";
        let make = |guest: &mut Guest| change(guest, &path, |place| fs::create_dir_all(place));
        Ok((cx.data_mut().answer(function, &path, make)?,))
    })?;
    host.func_wrap("delete-dir", |mut cx: Cx<'_>, (path,): (String,)| {
        let function = "theater:simple/filesystem/delete-dir";
        let remove = |guest: &mut Guest| {
            if root(guest)? == place(guest, &path, Intent::Write)? {
                return Err("the actor's own folder cannot be deleted".to_owned());
            }
            change(guest, &path, |place| fs::remove_dir_all(place))
        };
        Ok((cx.data_mut().answer(function, &path, remove)?,))
    })
}

fn read(guest: &mut Guest, path: &str) -> Result<Blob, String> {
    let most = guest.turn.stage().ok_or("no theater")?.config.message_bytes;
    let place = place(guest, path, Intent::Read)?;
    let mut bytes = Vec::new();
    let file = fs::File::open(place).map_err(|error| told(path, &error))?;
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(|error| told(path, &error))?;
    if bytes.len() > most {
        return Err(format!("`{path}` is larger than {most} bytes"));
    }
    Ok(Blob::from(bytes))
}

fn list(guest: &mut Guest, path: &str) -> Result<Vec<String>, String> {
    let place = place(guest, path, Intent::Read)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(place).map_err(|error| told(path, &error))? {
        let entry = entry.map_err(|error| told(path, &error))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn change(
    guest: &Guest,
    path: &str,
    run: impl FnOnce(&Path) -> std::io::Result<()>,
) -> Result<(), String> {
    run(&place(guest, path, Intent::Write)?).map_err(|error| told(path, &error))
}

fn told(path: &str, error: &std::io::Error) -> String {
    format!("`{path}`: {error}")
}

/// Runs a command that the actor may run, once what it did before is on the disk.
fn execute(
    guest: &Guest,
    folder: &str,
    command: &str,
    arguments: Vec<String>,
) -> impl Future<Output = Result<CommandResult, String>> + Send + use<> {
    let wish = wish(guest, folder, command, arguments);
    let stage = guest.turn.stage().cloned();
    let (stop, actor) = (guest.stop.clone(), guest.actor);
    async move {
        let (wish, stage) = (wish?, stage.ok_or("no theater")?);
        stage.acknowledged(actor).await.map_err(|error| error.to_string())?;
        Ok(match programs::run(stage, stop, wish).await? {
            Ok(finished) => CommandResult::Success(CommandSuccess {
                stdout: String::from_utf8_lossy(&finished.stdout).into_owned(),
                stderr: String::from_utf8_lossy(&finished.stderr).into_owned(),
                exit_code: finished.code,
            }),
            Err(message) => CommandResult::Error(CommandError { message }),
        })
    }
}

fn wish(
    guest: &Guest,
    folder: &str,
    command: &str,
    arguments: Vec<String>,
) -> Result<Wish, String> {
    // In a replay nothing is run, so nothing is looked at either.
    guest.turn.stage().ok_or("no theater")?;
    let grant = &guest.grants.filesystem;
    if !grant.execute {
        return Err("the actor's permissions do not let it run commands".to_owned());
    }
    let listed = grant.allowed_commands.as_ref();
    if listed.is_none_or(|all| !all.iter().any(|known| known == command)) {
        return Err(format!("command `{command}` is not in the handler's `allowed_commands`"));
    }
    let folder = Some(place(guest, folder, Intent::Read)?);
    let program = command.to_owned();
    Ok(Wish { program, arguments, folder, environment: Vec::new() })
}

/// The folder that the actor sees as its root.
fn root(guest: &Guest) -> Result<PathBuf, String> {
    let stage = guest.turn.stage().ok_or("no theater")?;
    let grant = &guest.grants.filesystem;
    if grant.new_dir == Some(true) {
        let own = stage.config.folder.join("files").join(guest.actor.to_string());
        fs::create_dir_all(&own).map_err(|error| told("/", &error))?;
        return fs::canonicalize(own).map_err(|error| told("/", &error));
    }
    let path = grant.path.as_deref();
    let path = path.ok_or("the handler `filesystem` has neither `path` nor `new_dir = true`")?;
    let real = fs::canonicalize(path).map_err(|error| told(path, &error))?;
    let mut lent = stage.config.files.iter().filter_map(|folder| fs::canonicalize(folder).ok());
    if !lent.any(|folder| real.starts_with(folder)) {
        return Err(format!("`{path}` is outside the folders that `theater.files` allows"));
    }
    Ok(real)
}

/// Where a path of the actor really is: in its folder, whatever links say.
fn place(guest: &Guest, path: &str, intent: Intent) -> Result<PathBuf, String> {
    let grant = &guest.grants.filesystem;
    if (intent == Intent::Read && !grant.read) || (intent == Intent::Write && !grant.write) {
        return Err("the actor's permissions do not let it do this with files".to_owned());
    }
    let root = root(guest)?;
    let mut place = root.clone();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => place.push(name),
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir | Component::Prefix(_) => {
                return Err(format!("`{path}` leads out of the actor's folder"));
            }
        }
    }
    let there = place.ancestors().find_map(|part| fs::canonicalize(part).ok());
    let there = there.filter(|there| there.starts_with(&root));
    // A link that leads nowhere yet would be written through.
    let dangling = fs::symlink_metadata(&place).is_ok() && !place.exists();
    let Some(there) = there.filter(|_| !dangling) else {
        return Err(format!("`{path}` leads out of the actor's folder"));
    };
    let within =
        |folder: &String| fs::canonicalize(folder).is_ok_and(|folder| there.starts_with(folder));
    match &grant.allowed_paths {
        Some(folders) if !folders.iter().any(within) => {
            Err(format!("`{path}` is outside the permitted `allowed_paths`"))
        }
        _ => Ok(place),
    }
}
