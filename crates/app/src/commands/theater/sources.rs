//! From the sources of an actor to its component, in each language with the tool that is there; a
//! tool that is not there is named, with how to get it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use theater::workshop::{self, WorkshopError};

use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;

const RUST_TARGET: &str = "wasm32-unknown-unknown";

/// What an actor is written in, and where.
pub(super) enum Source {
    /// WebAssembly text.
    Wat(PathBuf),
    /// A file in C.
    C(PathBuf),
    /// A package of Rust.
    Rust,
    /// A module of JavaScript.
    Javascript(PathBuf),
    /// A module of Python.
    Python,
}

/// The sources in a folder.
pub(super) fn find(folder: &Path) -> Result<Source, Failure> {
    let file = |name: &str| Some(folder.join(name)).filter(|path| path.is_file());
    if file("Cargo.toml").is_some() {
        return Ok(Source::Rust);
    }
    if let Some(path) = file("actor.c") {
        return Ok(Source::C(path));
    }
    if let Some(path) = file("actor.js") {
        return Ok(Source::Javascript(path));
    }
    if file("actor.py").is_some() {
        return Ok(Source::Python);
    }
    the_text(folder).map(Source::Wat)
}

/// The one WebAssembly text in a folder.
fn the_text(folder: &Path) -> Result<PathBuf, Failure> {
    let wrong = |what: String| Failure::new(Exit::Usage, format!("`{}` {what}", folder.display()));
    let entries =
        fs::read_dir(folder).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let mut sources: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "wat")).collect();
    match (sources.pop(), sources.is_empty()) {
        (Some(source), true) => Ok(source),
        (None, _) => Err(wrong(
            "has none of `Cargo.toml`, `actor.c`, `actor.js`, `actor.py` and `*.wat`".to_owned(),
        )
        .hint("`ensemble theater new NAME --lang LANG` makes a folder that can be built")),
        (Some(_), false) => Err(wrong("has several `.wat` files".to_owned())),
    }
}

/// The component that the sources make.
pub(super) fn component(
    environment: &Environment,
    source: &Source,
    folder: &Path,
) -> Result<Vec<u8>, Failure> {
    match source {
        Source::Wat(path) => {
            let world = read(&folder.join("world.wit"))?;
            workshop::component(&read(path)?, &world).map_err(|error| unbuilt(path, &error))
        }
        Source::C(path) => in_c(environment, path, folder),
        Source::Rust => in_rust(environment, folder),
        Source::Javascript(path) => in_javascript(environment, path, folder),
        Source::Python => in_python(environment, folder),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| Failure::new(Exit::Usage, format!("`{}`: {error}", path.display())))
}

fn unbuilt(path: &Path, error: &WorkshopError) -> Failure {
    Failure::new(Exit::Failure, format!("`{}`: {error}", path.display()))
}

fn missing(tool: &str, how: &str) -> Failure {
    Failure::new(Exit::Usage, format!("`{tool}` is not on the search path")).hint(how)
}

/// Runs a tool in `folder`; what it says is shown only if it fails.
#[expect(clippy::disallowed_methods, reason = "building an actor starts its language's tools")]
fn run(tool: &Path, folder: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let named = tool.display();
    let done = Command::new(tool).args(arguments).current_dir(folder).output();
    let done = done.map_err(|error| Failure::new(Exit::Failure, format!("`{named}`: {error}")))?;
    if done.status.success() {
        return Ok(());
    }
    let said = [&done.stdout[..], &done.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said);
    let message = format!("`{named}` failed:\n{}", said.trim());
    Err(Failure::new(Exit::Failure, message))
}

/// Where a tool leaves its result, in a folder that goes when this value does.
fn scratch() -> Result<tempfile::TempDir, Failure> {
    tempfile::tempdir().map_err(|error| Failure::new(Exit::Failure, error))
}

fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path)
        .map_err(|error| Failure::new(Exit::Failure, format!("`{}`: {error}", path.display())))
}

fn in_c(environment: &Environment, path: &Path, folder: &Path) -> Result<Vec<u8>, Failure> {
    let scratch = scratch()?;
    let module = scratch.path().join("actor.wasm");
    let output = module.display().to_string();
    let common = ["-Oz", "-nostdlib", "-Wl,--no-entry", "-o", output.as_str(), "actor.c"];
    let with = |first: &[&'static str]| [first, common.as_slice()].concat();
    let clang = environment.find_program("clang").filter(|_| linker(environment));
    if let Some(clang) = clang {
        run(&clang, folder, &with(&["--target=wasm32"]))?;
    } else if let Some(zig) = environment.find_program("zig") {
        run(&zig, folder, &with(&["cc", "-target", "wasm32-freestanding"]))?;
    } else if let Some(zig) = environment.find_program("python-zig") {
        run(&zig, folder, &with(&["cc", "-target", "wasm32-freestanding"]))?;
    } else {
        let how = "`clang` with `wasm-ld` does, or `zig`, which `pip install ziglang` brings";
        return Err(missing("clang", how));
    }
    let world = read(&folder.join("wit/world.wit"))?;
    workshop::wrap(bytes(&module)?, &world).map_err(|error| unbuilt(path, &error))
}

fn linker(environment: &Environment) -> bool {
    environment.find_program("wasm-ld").is_some()
}

fn in_rust(environment: &Environment, folder: &Path) -> Result<Vec<u8>, Failure> {
    let cargo = environment.find_program("cargo");
    let cargo = cargo.ok_or_else(|| missing("cargo", "https://rustup.rs brings it"))?;
    let kept = folder.join("target");
    let arguments = ["build", "--release", "--quiet", "--target", RUST_TARGET];
    let target = std::path::absolute(&kept).map_err(|error| Failure::new(Exit::Failure, error))?;
    let target = target.display().to_string();
    let built = run(&cargo, folder, &[&arguments[..], &["--target-dir", &target]].concat());
    built.map_err(|failure| {
        failure.hint(format!("`rustup target add {RUST_TARGET}` brings the target"))
    })?;
    let made = kept.join(RUST_TARGET).join("release");
    let module = one_module(&made)?;
    workshop::encode(&bytes(&module)?).map_err(|error| unbuilt(&module, &error))
}

fn one_module(folder: &Path) -> Result<PathBuf, Failure> {
    let unread = |error| Failure::new(Exit::Failure, format!("`{}`: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(unread)?;
    let mut paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let found = paths.find(|path| path.extension().is_some_and(|it| it == "wasm"));
    found.ok_or_else(|| {
        let message = format!("`{}` has no module after the build", folder.display());
        Failure::new(Exit::Failure, message).hint("the package must be a `cdylib`")
    })
}

fn in_javascript(
    environment: &Environment,
    path: &Path,
    folder: &Path,
) -> Result<Vec<u8>, Failure> {
    let own = folder.join("node_modules/.bin/componentize-qjs");
    let tool = Some(own).filter(|own| own.is_file());
    let tool = tool.and_then(|own| std::path::absolute(own).ok());
    let tool = tool.or_else(|| environment.find_program("componentize-qjs"));
    let how = "`npm install componentize-qjs` in the actor's folder brings it, or with `-g`";
    let tool = tool.ok_or_else(|| missing("componentize-qjs", how))?;
    let scratch = scratch()?;
    let output = scratch.path().join("actor.wasm");
    let module = path.file_name().unwrap_or_default().to_string_lossy();
    let target = output.display().to_string();
    let arguments = ["--wit", "wit", "--js", &module, "--sync", "--opt-size", "-o", &target];
    run(&tool, folder, &arguments)?;
    bytes(&output)
}

fn in_python(environment: &Environment, folder: &Path) -> Result<Vec<u8>, Failure> {
    let tool = environment.find_program("componentize-py");
    let how = "`pip install componentize-py` brings it";
    let tool = tool.ok_or_else(|| missing("componentize-py", how))?;
    let scratch = scratch()?;
    let output = scratch.path().join("actor.wasm");
    let target = output.display().to_string();
    let world = world_name(&read(&folder.join("wit/world.wit"))?);
    let arguments = ["-d", "wit", "-w", &world, "componentize", "actor", "-o", &target];
    run(&tool, folder, &arguments)?;
    bytes(&output)
}

/// The name of the first world in a WIT.
fn world_name(text: &str) -> String {
    let mut words = text.split_whitespace().skip_while(|word| *word != "world").skip(1);
    words.next().unwrap_or_default().trim_end_matches('{').to_owned()
}
