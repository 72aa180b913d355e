//! The theater's tools: start, stop and restart actors, talk to them, use channels.

pub(crate) mod actors;
pub(crate) mod channels;
pub(crate) mod data;
pub(crate) mod messages;
pub(crate) mod replay;
pub(crate) mod specs;

use std::sync::Arc;

use kernel::{ToolTable, ToolTableBuilder};

pub(crate) use channels::ChannelMessage;

use crate::Theater;

/// The table.
pub(crate) fn table(theater: &Arc<Theater>) -> ToolTable {
    talking(living(ToolTable::of(theater))).done()
}

/// Tools that begin, end and change actors.
fn living(table: ToolTableBuilder<Theater>) -> ToolTableBuilder<Theater> {
    table
        .add(specs::start_actor(), actors::start_actor)
        .add(specs::stop_actor(), actors::stop_actor)
        .add(specs::restart_actor(), actors::restart_actor)
        .add(specs::update_actor(), actors::update_actor)
        .add(specs::restore_actor(), actors::restore_actor)
        .add(specs::replay_actor(), replay::replay_actor)
}

/// Tools that carry messages.
fn talking(table: ToolTableBuilder<Theater>) -> ToolTableBuilder<Theater> {
    table
        .add(specs::send_message(), messages::send_message)
        .add(specs::request_message(), messages::request_message)
        .add(specs::open_channel(), channels::open_channel)
        .add(specs::send_on_channel(), channels::send_on_channel)
        .add(specs::receive_on_channel(), channels::receive_on_channel)
        .add(specs::close_channel(), channels::close_channel)
}
