//! One file per command: its arguments, what it reports, and the function that runs it.

pub mod audit;
pub mod call;
pub mod completions;
pub mod config;
pub mod doctor;
pub mod install;
pub mod man;
pub mod reasoner;
pub mod serve;
pub mod status;
pub mod token;
pub mod version;

use crate::arguments::Command;

/// The command's name in the JSON envelope.
pub fn name(command: &Command) -> &'static str {
    match command {
        Command::Call(_) => "call",
        Command::Audit(arguments) => arguments.name(),
        Command::Completions(_) => "completions",
        Command::Config(arguments) => arguments.name(),
        Command::Doctor(_) => "doctor",
        Command::Install(_) => "install",
        Command::Man(_) => "man",
        Command::Reasoner(arguments) => arguments.name(),
        Command::Serve(_) => "serve",
        Command::Status(_) => "status",
        Command::Token(arguments) => arguments.name(),
        Command::Uninstall(_) => "uninstall",
        Command::Version(_) => "version",
    }
}
