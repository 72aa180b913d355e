//! The theater's tools: start, stop and restart actors, talk to them, use channels.

mod actors;
mod channels;
mod data;
mod messages;
mod replay;

use std::sync::Arc;

use kernel::{Scope, ToolTable, ToolTableBuilder, write};

pub(crate) use channels::ChannelMessage;

use crate::Theater;

/// The table.
pub(crate) fn table(theater: &Arc<Theater>) -> ToolTable {
    talking(living(ToolTable::of(theater))).done()
}

/// Tools that begin, end and change actors.
fn living(table: ToolTableBuilder<Theater>) -> ToolTableBuilder<Theater> {
    table
        .add(
            write("start_actor", Scope::ActorsWrite, "Start a new actor from a manifest"),
            actors::start_actor,
        )
        .add(
            write("stop_actor", Scope::ActorsWrite, "Stop a running actor").destructive(),
            actors::stop_actor,
        )
        .add(
            write(
                "restart_actor",
                Scope::ActorsWrite,
                "Restart an actor with a fresh instance; it keeps its last state",
            )
            .destructive(),
            actors::restart_actor,
        )
        .add(
            write(
                "update_actor",
                Scope::ActorsWrite,
                "Give an actor another component; it keeps its state",
            )
            .destructive(),
            actors::update_actor,
        )
        .add(
            write(
                "restore_actor",
                Scope::ActorsWrite,
                "Give an actor the state it had at an earlier event; its chain goes on",
            )
            .destructive(),
            actors::restore_actor,
        )
        .add(
            kernel::read(
                "replay_actor",
                "Run an actor again from its chain and compare every event with the recorded one",
            ),
            replay::replay_actor,
        )
}

/// Tools that carry messages.
fn talking(table: ToolTableBuilder<Theater>) -> ToolTableBuilder<Theater> {
    table
        .add(
            write(
                "send_message",
                Scope::ActorsWrite,
                "Send a message to an actor; the answer means that it will be handled",
            )
            .ordered_by("actor_id"),
            messages::send_message,
        )
        .add(
            write(
                "request_message",
                Scope::ActorsWrite,
                "Send a request to an actor and receive its response",
            ),
            messages::request_message,
        )
        .add(
            write("open_channel", Scope::ActorsWrite, "Open a communication channel to an actor"),
            channels::open_channel,
        )
        .add(
            write("send_on_channel", Scope::ActorsWrite, "Send a message on an open channel")
                .ordered_by("channel_id"),
            channels::send_on_channel,
        )
        .add(
            kernel::read(
                "receive_on_channel",
                "Receive what the actor said on a channel, waiting for it if asked to",
            ),
            channels::receive_on_channel,
        )
        .add(
            write("close_channel", Scope::ActorsWrite, "Close an open channel")
                .ordered_by("channel_id"),
            channels::close_channel,
        )
}
