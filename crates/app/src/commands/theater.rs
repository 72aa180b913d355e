//! `ensemble theater`: actors for people. Most verbs ask a running server, or run here when there
//! is none; `replay`, `snapshot` and `verify` only read the data folder.

mod actors;
mod history;
mod reach;
mod talk;
mod workshop;

use clap::{Args, Subcommand};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// The arguments of `theater`.
#[derive(Debug, Args)]
pub struct TheaterArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
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
        match self.verb {
            Verb::Ps => "theater ps",
            Verb::Start(_) => "theater start",
            Verb::Stop(_) => "theater stop",
            Verb::Restart(_) => "theater restart",
            Verb::Send(_) => "theater send",
            Verb::Request(_) => "theater request",
            Verb::Channel(_) => "theater channel",
            Verb::Events(_) => "theater events",
            Verb::Replay(_) => "theater replay",
            Verb::Snapshot(_) => "theater snapshot",
            Verb::Verify => "theater verify",
            Verb::New(_) => "theater new",
            Verb::Build(_) => "theater build",
        }
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: &TheaterArgs) -> Result<Exit, Failure> {
    match &arguments.verb {
        Verb::New(arguments) => return workshop::new(context, arguments),
        Verb::Build(arguments) => return workshop::build(context, arguments),
        Verb::Replay(arguments) => return history::replay(context, arguments),
        Verb::Snapshot(arguments) => return history::snapshot(context, arguments),
        Verb::Verify => return history::verify(context),
        _ => {}
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    let ended = runtime.block_on(async {
        let mut theater = reach::Reached::of(context).await?;
        let done = ask(context, &arguments.verb, &mut theater).await;
        theater.leave().await?;
        done
    });
    // A line that nobody types any more must not keep the program.
    runtime.shutdown_background();
    ended
}

async fn ask(
    context: &Context,
    verb: &Verb,
    theater: &mut reach::Reached,
) -> Result<Exit, Failure> {
    match verb {
        Verb::Ps => actors::ps(context, theater).await,
        Verb::Start(arguments) => actors::start(context, theater, arguments).await,
        Verb::Stop(arguments) => actors::change(context, theater, "stop_actor", arguments).await,
        Verb::Restart(arguments) => {
            actors::change(context, theater, "restart_actor", arguments).await
        }
        Verb::Send(arguments) => talk::send(context, theater, arguments).await,
        Verb::Request(arguments) => talk::request(context, theater, arguments).await,
        Verb::Channel(arguments) => talk::channel(context, theater, arguments).await,
        Verb::Events(arguments) => history::events(context, theater, arguments).await,
        Verb::Replay(_) | Verb::Snapshot(_) | Verb::Verify | Verb::New(_) | Verb::Build(_) => {
            Ok(Exit::Ok)
        }
    }
}
