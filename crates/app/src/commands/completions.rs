//! `ensemble completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Cli;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// The arguments of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell the script is for
    pub shell: Shell,
}

/// Prints the script.
pub fn run(context: &Context, arguments: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "ensemble", &mut script);
    context.output.raw(&script)?;
    Ok(Exit::Ok)
}
