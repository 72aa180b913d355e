//! `theater new` and `theater build`: from nothing to a component, with what is in this program.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;
use theater::workshop;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The language of a new actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// WebAssembly text, which this program builds by itself
    Wat,
}

/// What to make.
#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// Name of the actor and of its folder
    #[arg(value_name = "NAME")]
    name: String,
    /// Language of its source
    #[arg(long, value_name = "LANG", default_value = "wat")]
    lang: Language,
    /// Actor to begin with
    #[arg(long, value_name = "STARTER", default_value = "counter")]
    from: Starter,
}

/// An actor to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Starter {
    /// Counts what it is sent
    Counter,
    /// Gives back what it is sent
    Echo,
    /// Passes on what is said on one channel to all others
    ChatRoom,
    /// Keeps values by key
    KeyValue,
    /// Waits as many milliseconds as it is asked to
    Timer,
}

/// What to build.
#[derive(Debug, Args)]
pub(super) struct BuildArgs {
    /// Folder with the actor's source, `world.wit` and `manifest.toml`
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

#[derive(Serialize)]
struct Made {
    files: Vec<PathBuf>,
}

impl Report for Made {
    fn text(&self) -> String {
        self.files.iter().map(|file| format!("{}\n", file.display())).collect()
    }
}

macro_rules! starter {
    ($name:literal) => {
        [
            (
                "NAME.wat",
                include_str!(concat!("../../../../../actors/", $name, "/", $name, ".wat")),
            ),
            ("world.wit", include_str!(concat!("../../../../../actors/", $name, "/world.wit"))),
            (
                "manifest.toml",
                include_str!(concat!("../../../../../actors/", $name, "/manifest.toml")),
            ),
        ]
    };
}

impl Starter {
    fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Echo => "echo",
            Self::ChatRoom => "chat-room",
            Self::KeyValue => "key-value",
            Self::Timer => "timer",
        }
    }

    fn files(self) -> [(&'static str, &'static str); 3] {
        match self {
            Self::Counter => starter!("counter"),
            Self::Echo => starter!("echo"),
            Self::ChatRoom => starter!("chat-room"),
            Self::KeyValue => starter!("key-value"),
            Self::Timer => starter!("timer"),
        }
    }
}

/// A file of a starter under another name: only what names it changes, not what it says.
fn renamed(file: &str, text: &str, from: &str, name: &str) -> String {
    match file {
        "world.wit" => text
            .replace(&format!("package ensemble:{from};"), &format!("package ensemble:{name};"))
            .replace(&format!("world {from} {{"), &format!("world {name} {{")),
        "manifest.toml" => text
            .replace(&format!("name = \"{from}\""), &format!("name = \"{name}\""))
            .replace(&format!("\"{from}.wasm\""), &format!("\"{name}.wasm\"")),
        _ => text.to_owned(),
    }
}

pub(super) fn new(context: &Context, arguments: &NewArgs) -> Result<Exit, Failure> {
    let NewArgs { name, lang: Language::Wat, from } = arguments;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let letter = name.starts_with(|c: char| c.is_ascii_lowercase());
    if !letter || !name.chars().all(plain) || name.ends_with('-') || name.contains("--") {
        let message = format!("`{name}` is no name, expected small letters, digits and `-`");
        return Err(Failure::new(Exit::Usage, message));
    }
    let folder = Path::new(name);
    let failed = |path: &Path, error: &std::io::Error| {
        Failure::new(Exit::Failure, format!("`{}`: {error}", path.display()))
    };
    fs::create_dir(folder).map_err(|error| failed(folder, &error))?;
    let mut files = Vec::new();
    for (file, text) in from.files() {
        let path = folder.join(file.replace("NAME", name));
        let text = renamed(file, text, from.name(), name);
        fs::write(&path, text).map_err(|error| failed(&path, &error))?;
        files.push(path);
    }
    context.output.report(&Made { files })?;
    Ok(Exit::Ok)
}

pub(super) fn build(context: &Context, arguments: &BuildArgs) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let source = source(folder)?;
    let read = |path: &Path| {
        fs::read_to_string(path)
            .map_err(|error| Failure::new(Exit::Usage, format!("`{}`: {error}", path.display())))
    };
    let world = folder.join("world.wit");
    let component = workshop::component(&read(&source)?, &read(&world)?)
        .map_err(|error| Failure::new(Exit::Failure, format!("`{}`: {error}", source.display())))?;
    let target = source.with_extension("wasm");
    fs::write(&target, component)
        .map_err(|error| Failure::new(Exit::Failure, format!("`{}`: {error}", target.display())))?;
    context.output.report(&Made { files: vec![target] })?;
    Ok(Exit::Ok)
}

/// The one WebAssembly text in a folder.
fn source(folder: &Path) -> Result<PathBuf, Failure> {
    let wrong = |what: String| Failure::new(Exit::Usage, format!("`{}` {what}", folder.display()));
    let entries =
        fs::read_dir(folder).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut sources: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "wat")).collect();
    match (sources.pop(), sources.is_empty()) {
        (Some(source), true) => Ok(source),
        (None, _) => Err(wrong("has no `.wat` file".to_owned()).hint(
            "components of other languages are built by their own tools; see actors/README.md",
        )),
        (Some(_), false) => Err(wrong("has several `.wat` files".to_owned())),
    }
}
