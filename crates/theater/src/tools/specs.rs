//! What each tool is called and what it says of itself, whichever theater does the work.

use kernel::{Scope, ToolSpec, read, write};

pub(crate) fn start_actor() -> ToolSpec {
    write("start_actor", Scope::ActorsWrite, "Start a new actor from a manifest")
}

pub(crate) fn stop_actor() -> ToolSpec {
    write("stop_actor", Scope::ActorsWrite, "Stop a running actor").destructive()
}

pub(crate) fn restart_actor() -> ToolSpec {
    let what = "Restart an actor with a fresh instance; it keeps its last state";
    write("restart_actor", Scope::ActorsWrite, what).destructive()
}

pub(crate) fn update_actor() -> ToolSpec {
    let what = "Give an actor another component; it keeps its state";
    write("update_actor", Scope::ActorsWrite, what).destructive()
}

pub(crate) fn restore_actor() -> ToolSpec {
    let what = "Give an actor the state it had at an earlier event; its chain goes on";
    write("restore_actor", Scope::ActorsWrite, what).destructive()
}

pub(crate) fn replay_actor() -> ToolSpec {
    let what = "Run an actor again from its chain and compare every event with the recorded one";
    read("replay_actor", what)
}

pub(crate) fn send_message() -> ToolSpec {
    let what = "Send a message to an actor; the answer means that it will be handled";
    write("send_message", Scope::ActorsWrite, what).ordered_by("actor_id")
}

pub(crate) fn request_message() -> ToolSpec {
    let what = "Send a request to an actor and receive its response";
    write("request_message", Scope::ActorsWrite, what).ordered_by("actor_id")
}

pub(crate) fn open_channel() -> ToolSpec {
    write("open_channel", Scope::ActorsWrite, "Open a communication channel to an actor")
}

pub(crate) fn send_on_channel() -> ToolSpec {
    write("send_on_channel", Scope::ActorsWrite, "Send a message on an open channel")
        .ordered_by("channel_id")
}

pub(crate) fn receive_on_channel() -> ToolSpec {
    let what = "Receive what the actor said on a channel, waiting for it if asked to";
    read("receive_on_channel", what)
}

pub(crate) fn close_channel() -> ToolSpec {
    write("close_channel", Scope::ActorsWrite, "Close an open channel").ordered_by("channel_id")
}
