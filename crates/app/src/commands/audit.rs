//! `ensemble audit`: check the journal, follow it, or write it out.
//!
//! The journal is opened for reading only, so all of it works beside a running server.

mod actors;
mod check;
mod events;
mod export;
mod texts;
mod verify;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::storage::{MissingKey, open_journal, store_config};

pub use check::CheckArgs;
pub use events::{Selection, TailArgs};
pub use export::ExportArgs;
pub use verify::VerifyArgs;

/// The arguments of `audit`.
#[derive(Debug, Args)]
pub struct AuditArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Check every link of the journal and the file around it
    Verify(VerifyArgs),
    /// Prove a page of evidence, which needs neither server nor data
    Check(CheckArgs),
    /// Show the last events
    Tail(TailArgs),
    /// Write events out, one JSON object a line
    Export(ExportArgs),
}

impl AuditArgs {
    /// The command's name in the envelope.
    pub fn name(&self) -> &'static str {
        match self.verb {
            Verb::Verify(_) => "audit verify",
            Verb::Check(_) => "audit check",
            Verb::Tail(_) => "audit tail",
            Verb::Export(_) => "audit export",
        }
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: &AuditArgs) -> Result<Exit, Failure> {
    if let Verb::Check(arguments) = &arguments.verb {
        return check::run(context, arguments);
    }
    let data = context.data()?;
    let config = context.load(&data, Vec::new())?.config;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    runtime.block_on(async {
        let environment = &context.environment;
        let journal = || open_journal(&data, &config, environment);
        match &arguments.verb {
            Verb::Verify(VerifyArgs { export: Some(file), .. }) => {
                let key = store_config(&data, &config, environment, MissingKey::Refuse)?.key;
                verify::run_export(context, file, key).await
            }
            Verb::Check(arguments) => check::run(context, arguments),
            Verb::Verify(arguments) => {
                verify::run(context, arguments, (&data, &config), &journal()?).await
            }
            Verb::Tail(arguments) => events::tail(context, arguments, &journal()?).await,
            Verb::Export(arguments) => export::run(context, arguments, &journal()?).await,
        }
    })
}
