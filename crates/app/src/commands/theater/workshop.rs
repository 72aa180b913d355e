//! `theater new` and `theater build`: from nothing to a component. WebAssembly text is built by this
//! program alone, other languages with the tools of this machine.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;
use theater::workshop;

use super::sources::{self, Source};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The language of a new actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// WebAssembly text, which this program builds by itself
    Wat,
    /// C, with `clang` or `zig`
    C,
    /// Rust, with `cargo` and the target wasm32-unknown-unknown
    Rust,
    /// JavaScript, with `componentize-qjs`
    Javascript,
    /// Python, with `componentize-py`
    Python,
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
    /// Actor to begin with; other languages than `wat` have the counter alone
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

type Files = Vec<(&'static str, &'static str)>;

impl Language {
    /// The files of a new actor; in their names and texts its name is still another.
    fn files(self, from: Starter) -> Files {
        let own: &[_] = match self {
            Self::Wat => return from.files().to_vec(),
            Self::C => &[("actor.c", include_str!("../../../../../actors/languages/c/actor.c"))],
            Self::Rust => &[
                ("Cargo.toml", include_str!("../../../../../actors/languages/rust/Cargo.toml")),
                ("src/lib.rs", include_str!("../../../../../actors/languages/rust/lib.rs")),
            ],
            Self::Javascript => {
                &[("actor.js", include_str!("../../../../../actors/languages/javascript/actor.js"))]
            }
            Self::Python => {
                &[("actor.py", include_str!("../../../../../actors/languages/python/actor.py"))]
            }
        };
        let shared = [
            ("manifest.toml", include_str!("../../../../../actors/languages/manifest.toml")),
            ("wit/world.wit", include_str!("../../../../../actors/languages/world.wit")),
            ("wit/deps/theater-simple/theater-simple.wit", workshop::THEATER_WIT),
        ];
        own.iter().copied().chain(shared).collect()
    }
}

/// A file of a starter under another name: only what names it changes, not what it says.
fn renamed(file: &str, text: &str, from: &str, name: &str) -> String {
    match file {
        "world.wit" | "wit/world.wit" => text
            .replace(&format!("package ensemble:{from};"), &format!("package ensemble:{name};"))
            .replace(&format!("world {from} {{"), &format!("world {name} {{")),
        "manifest.toml" => text
            .replace(&format!("name = \"{from}\""), &format!("name = \"{name}\""))
            .replace(&format!("\"{from}.wasm\""), &format!("\"{name}.wasm\"")),
        "Cargo.toml" => text.replace(&format!("name = \"{from}\""), &format!("name = \"{name}\"")),
        _ => text.to_owned(),
    }
}

pub(super) fn new(context: &Context, arguments: &NewArgs) -> Result<Exit, Failure> {
    let NewArgs { name, lang, from } = arguments;
    if *lang != Language::Wat && *from != Starter::Counter {
        let message = format!("`{}` is there in WebAssembly text alone", from.name());
        return Err(Failure::new(Exit::Usage, message));
    }
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
    for (file, text) in lang.files(*from) {
        let path = folder.join(file.replace("NAME", name));
        let inside = path.parent().unwrap_or(folder);
        fs::create_dir_all(inside).map_err(|error| failed(inside, &error))?;
        let text = renamed(file, text, from.name(), name);
        fs::write(&path, text).map_err(|error| failed(&path, &error))?;
        files.push(path);
    }
    context.output.report(&Made { files })?;
    Ok(Exit::Ok)
}

pub(super) fn build(context: &Context, arguments: &BuildArgs) -> Result<Exit, Failure> {
    let folder = &arguments.folder;
    let whole = fs::canonicalize(folder)
        .map_err(|error| Failure::new(Exit::Usage, format!("`{}`: {error}", folder.display())))?;
    let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let source = sources::find(folder)?;
    let component = sources::component(&context.environment, &source, folder)?;
    let target = match &source {
        Source::Wat(path) => path.with_extension("wasm"),
        Source::C(_) | Source::Rust | Source::Javascript(_) | Source::Python => {
            folder.join(name).with_extension("wasm")
        }
    };
    fs::write(&target, component)
        .map_err(|error| Failure::new(Exit::Failure, format!("`{}`: {error}", target.display())))?;
    context.output.report(&Made { files: vec![target] })?;
    Ok(Exit::Ok)
}
