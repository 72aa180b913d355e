//! `ensemble theater`: actors for people. Most verbs ask a running server, or run here when there
//! is none; `replay`, `snapshot` and `verify` only read the data folder.

mod actors;
mod history;
mod reach;
mod sources;
mod talk;
mod workshop;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::runtime;

/// The arguments of `theater`.
#[derive(Debug, Args)]
pub struct TheaterArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    #[command(flatten)]
    Asking(Asking),
    #[command(flatten)]
    Looking(Looking),
}

/// Verbs that need a running theater.
#[derive(Debug, Subcommand)]
enum Asking {
    /// List the actors
    Ps,
    /// Start an actor from a manifest
    Start(actors::StartArgs),
    /// Stop an actor and its children
    Stop(actors::ActorArgs),
    /// Start an actor again with its last state
    Restart(actors::ActorArgs),
    /// Send an actor a message
    Send(talk::MessageArgs),
    /// Ask an actor and print its answer
    Request(talk::MessageArgs),
    /// Talk to an actor on a channel: lines in, messages out
    Channel(actors::ActorArgs),
    /// Show an actor's events
    Events(history::EventsArgs),
}

/// Verbs that only read or write files.
#[derive(Debug, Subcommand)]
enum Looking {
    /// Run an actor again from its chain and compare every event
    Replay(actors::ActorArgs),
    /// Write an actor's state at its last event, or an earlier one
    Snapshot(history::SnapshotArgs),
    /// Check every event of every chain
    Verify,
    /// Make the sources of a new actor
    New(workshop::NewArgs),
    /// Build an actor's component from its sources
    Build(workshop::BuildArgs),
}

impl TheaterArgs {
    /// The command's name in the envelope.
    pub fn name(&self) -> &'static str {
        match &self.verb {
            Verb::Asking(verb) => match verb {
                Asking::Ps => "theater ps",
                Asking::Start(_) => "theater start",
                Asking::Stop(_) => "theater stop",
                Asking::Restart(_) => "theater restart",
                Asking::Send(_) => "theater send",
                Asking::Request(_) => "theater request",
                Asking::Channel(_) => "theater channel",
                Asking::Events(_) => "theater events",
            },
            Verb::Looking(verb) => match verb {
                Looking::Replay(_) => "theater replay",
                Looking::Snapshot(_) => "theater snapshot",
                Looking::Verify => "theater verify",
                Looking::New(_) => "theater new",
                Looking::Build(_) => "theater build",
            },
        }
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: &TheaterArgs) -> Result<Exit, Failure> {
    match &arguments.verb {
        Verb::Asking(verb) => reach(context, verb),
        Verb::Looking(Looking::New(arguments)) => workshop::new(context, arguments),
        Verb::Looking(Looking::Build(arguments)) => workshop::build(context, arguments),
        Verb::Looking(Looking::Replay(arguments)) => history::replay(context, arguments),
        Verb::Looking(Looking::Snapshot(arguments)) => history::snapshot(context, arguments),
        Verb::Looking(Looking::Verify) => history::verify(context),
    }
}

fn reach(context: &Context, verb: &Asking) -> Result<Exit, Failure> {
    let runtime = runtime::small()?;
    let ended = runtime.block_on(async {
        let mut theater = reach::Reached::of(context).await?;
        let done = ask(context, verb, &mut theater).await;
        theater.leave().await?;
        done
    });
    // A line that nobody types any more must not keep the program.
    runtime.shutdown_background();
    ended
}

async fn ask(
    context: &Context,
    verb: &Asking,
    theater: &mut reach::Reached,
) -> Result<Exit, Failure> {
    match verb {
        Asking::Ps => actors::ps(context, theater).await,
        Asking::Start(arguments) => actors::start(context, theater, arguments).await,
        Asking::Stop(arguments) => actors::change(context, theater, "stop_actor", arguments).await,
        Asking::Restart(arguments) => {
            actors::change(context, theater, "restart_actor", arguments).await
        }
        Asking::Send(arguments) => talk::send(context, theater, arguments).await,
        Asking::Request(arguments) => talk::request(context, theater, arguments).await,
        Asking::Channel(arguments) => talk::channel(context, theater, arguments).await,
        Asking::Events(arguments) => history::events(context, theater, arguments).await,
    }
}
