//! One file per command: its arguments, what it reports, and the function that runs it.

pub mod approvals;
pub mod audit;
pub mod avatar;
pub mod backup;
pub mod call;
pub mod completions;
pub mod config;
pub mod console;
pub mod demo;
pub mod doctor;
pub mod evidence;
pub mod install;
pub mod jobs;
pub mod man;
pub mod models;
pub mod prolog;
pub mod reasoner;
pub mod serve;
pub mod status;
pub mod theater;
pub mod token;
pub mod version;

use crate::arguments::Command;

/// The command's name in the JSON envelope.
pub fn name(command: &Command) -> &'static str {
    match command {
        Command::Call(_) => "call",
        Command::Approvals(_) => "approvals",
        Command::Audit(arguments) => arguments.name(),
        Command::Avatar(arguments) => arguments.name(),
        Command::Backup(_) => "backup",
        Command::Completions(_) => "completions",
        Command::Config(arguments) => arguments.name(),
        Command::Console => "console",
        Command::Demo(arguments) => arguments.name(),
        Command::Doctor(_) => "doctor",
        Command::Evidence(_) => "evidence",
        Command::Install(_) => "install",
        Command::Jobs(_) => "jobs",
        Command::Man(_) => "man",
        Command::Models(arguments) => arguments.name(),
        Command::Prolog(_) => "prolog",
        Command::Reasoner(arguments) => arguments.name(),
        Command::Restore(_) => "restore",
        Command::Serve(_) => "serve",
        Command::Status(_) => "status",
        Command::Theater(arguments) => arguments.name(),
        Command::Token(arguments) => arguments.name(),
        Command::Uninstall(_) => "uninstall",
        Command::Version(_) => "version",
    }
}
