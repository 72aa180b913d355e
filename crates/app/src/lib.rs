//! The `ensemble` program as a library: commands, configuration, wiring.
//!
//! This is the only crate that reads arguments, the environment and configuration files; it hands
//! typed values down and holds no rules of any service.

pub mod arguments;
pub mod avatars;
pub mod bridge;
pub mod client;
pub mod clients;
pub mod commands;
pub mod config;
pub mod console;
pub mod context;
pub mod data;
pub mod demo;
pub mod doctor;
pub mod environment;
pub mod evidence;
pub mod exit;
pub mod failure;
mod folder_copy;
pub mod house;
pub mod logging;
mod model;
mod ocr;
pub mod output;
pub mod private_file;
mod runtime;
pub mod serving;
pub mod starters;
pub mod storage;
pub mod supabase;
pub mod token;
mod toml_json;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use arguments::{Cli, Command};
use context::Context;
use environment::Environment;
use exit::Exit;
use failure::Failure;
use output::{Form, Output};
use starters::Start;

/// Runs one command line, the program's name first, and says how it ended.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    // Every file and folder that is made from here on is its owner's alone.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(ended) = job_process(&arguments) {
        return ended;
    }
    let starter = arguments.first().and_then(|program| starters::called(program));
    if let Some(read) = starter {
        return start(read(arguments));
    }
    match Cli::try_parse_from(arguments) {
        Ok(cli) => end(cli),
        Err(error) => usage(&error),
    }
}

/// Runs a process of a job, if that is what the line asks for; these lines are written by the
/// orchestrator alone, many times a minute, and need nothing of the rest.
fn job_process(arguments: &[OsString]) -> Option<ExitCode> {
    let words = arguments.get(1..)?;
    let (first, rest) = words.split_first()?;
    if first != orchestrator::process::WORD {
        return None;
    }
    let environment = Environment::of_process();
    let variable = |name: &str| environment.variable(name).map(str::to_owned);
    Some(orchestrator::process::run(rest, &variable))
}

/// Runs one of the specs' own programs, which are ways to start `serve`.
fn start(parsed: Result<Start, clap::Error>) -> ExitCode {
    let start = match parsed {
        Ok(start) => start,
        Err(error) => return usage(&error),
    };
    let form = if start.global.json { Form::Json } else { Form::Text };
    let output = Output::new("serve", form);
    let context =
        Context { environment: Environment::of_process(), global: start.global.clone(), output };
    let ended =
        start.arguments(&context).and_then(|arguments| commands::serve::run(&context, &arguments));
    conclude(output, ended)
}

/// Help and version are answers; everything else the parser says is a mistake in the line.
fn usage(error: &clap::Error) -> ExitCode {
    let exit = if error.use_stderr() { Exit::Usage } else { Exit::Ok };
    match error.print() {
        Ok(()) => exit.into(),
        Err(_) => Exit::Failure.into(),
    }
}

fn end(cli: Cli) -> ExitCode {
    let form = if cli.global.json { Form::Json } else { Form::Text };
    let output = Output::new(commands::name(&cli.command), form);
    let context = Context { environment: Environment::of_process(), global: cli.global, output };
    let ended = dispatch(&context, cli.command);
    conclude(output, ended)
}

fn conclude(output: Output, ended: Result<Exit, Failure>) -> ExitCode {
    let exit = match ended {
        Ok(exit) => exit,
        Err(failure) => output.failure(&failure).map_or(Exit::Failure, |()| failure.exit),
    };
    exit.into()
}

fn dispatch(context: &Context, command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Call(arguments) => commands::call::run(context, &arguments),
        Command::Approvals(arguments) => commands::approvals::run(context, &arguments),
        Command::Audit(arguments) => commands::audit::run(context, &arguments),
        Command::Avatar(arguments) => commands::avatar::run(context, &arguments),
        Command::Backup(arguments) => commands::backup::backup(context, &arguments),
        Command::Restore(arguments) => commands::backup::restore(context, &arguments),
        Command::Completions(arguments) => commands::completions::run(context, &arguments),
        Command::Config(arguments) => commands::config::run(context, &arguments),
        Command::Console => commands::console::run(context),
        Command::Demo(arguments) => commands::demo::run(context, &arguments),
        Command::Evidence(arguments) => commands::evidence::run(context, &arguments),
        Command::Doctor(arguments) => commands::doctor::run(context, &arguments),
        Command::Install(arguments) => commands::install::install(context, &arguments),
        Command::Jobs(arguments) => commands::jobs::run(context, &arguments),
        Command::Models(arguments) => commands::models::run(context, &arguments),
        Command::Man(arguments) => commands::man::run(context, &arguments),
        Command::Prolog(arguments) => commands::prolog::run(context, &arguments),
        Command::Reasoner(arguments) => commands::reasoner::run(context, &arguments),
        Command::Serve(arguments) => commands::serve::run(context, &arguments),
        Command::Status(arguments) => commands::status::run(context, &arguments),
        Command::Theater(arguments) => commands::theater::run(context, &arguments),
        Command::Token(arguments) => commands::token::run(context, arguments),
        Command::Uninstall(arguments) => commands::install::uninstall(context, &arguments),
        Command::Version(_) => commands::version::run(context),
    }
}
