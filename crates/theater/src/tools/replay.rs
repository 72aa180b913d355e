//! Running an actor again from its chain.

use std::sync::Arc;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Theater;
use crate::error::TheaterError;

/// Which actor.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplayActor {
    /// ID of the actor to run again from its chain
    actor_id: String,
}

/// What a replay found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Replay {
    /// The actor's id
    actor_id: String,
    /// Whether every event came out as it is recorded
    equal: bool,
    /// Events that came out equal
    events: u64,
    /// Calls that were made again
    calls: u64,
    /// Calls that ended for a reason outside the actor and were taken as recorded
    taken_as_recorded: u64,
    /// The first event that came out otherwise
    difference: Option<Difference>,
}

/// Where a replay went another way.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Difference {
    /// The event's number
    sequence: u64,
    /// The recorded event's id
    event_id: String,
    /// What is recorded
    recorded: String,
    /// What came out
    replayed: String,
}

pub(super) async fn replay_actor(
    theater: Arc<Theater>,
    _: Call,
    input: ReplayActor,
) -> Result<Replay, TheaterError> {
    let found = theater.replay(&input.actor_id).await?;
    let difference = found.difference.map(|it| Difference {
        sequence: it.seq,
        event_id: it.event_id.to_string(),
        recorded: it.recorded,
        replayed: it.replayed,
    });
    Ok(Replay {
        actor_id: input.actor_id,
        equal: difference.is_none(),
        events: found.events,
        calls: found.calls,
        taken_as_recorded: found.taken,
        difference,
    })
}
