//! What each resource is called and what it says of itself, whichever theater is behind it.

use kernel::{ResourceSpec, TemplateSpec};

pub(crate) const JSON: &str = "application/json";

fn template(
    uri_template: &'static str,
    name: &'static str,
    description: &'static str,
) -> TemplateSpec {
    TemplateSpec { uri_template, name, description, mime: JSON }
}

pub(crate) fn actors() -> ResourceSpec {
    ResourceSpec {
        uri: "theater://actors",
        name: "actors",
        description: "List of all running actors in the Theater system",
        mime: JSON,
    }
}

pub(crate) fn actors_by_page() -> TemplateSpec {
    let what =
        "Actors after so many of them, oldest first, with what each handled; by part of a name";
    template("theater://actors{?after,limit,name}", "actors by page", what)
}

pub(crate) fn actor() -> TemplateSpec {
    let what = "Detailed information about a specific actor";
    template("theater://actor/{actor_id}", "actor", what)
}

pub(crate) fn state() -> TemplateSpec {
    let what = "Current state of a specific actor";
    template("theater://actor/{actor_id}/state", "actor state", what)
}

pub(crate) fn events() -> TemplateSpec {
    let what = "Event chain for a specific actor, its last events newest last";
    template("theater://events/{actor_id}", "actor events", what)
}

pub(crate) fn events_by_page() -> TemplateSpec {
    let what = "Events after one of the chain's event ids, or the last before one, oldest first";
    template("theater://events/{actor_id}{?after,before,limit}", "actor events by page", what)
}

pub(crate) fn event() -> TemplateSpec {
    template("theater://event/{event_id}", "event", "Specific event by its unique ID")
}

pub(crate) fn channel() -> TemplateSpec {
    let what = "What an actor said on a channel, and whether it is open";
    template("theater://channel/{channel_id}", "channel", what)
}
