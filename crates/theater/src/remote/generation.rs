//! Which generation of Theater a server is of, and how that is found out.

use std::time::Duration;

use tokio::net::TcpStream;

use super::lines::deaf;
use super::link::Link;
use super::wire::Told;
use crate::protocol::frames::Dialect;
use crate::protocol::wire::Command;

/// How long a server may think about the first commands.
const PROBING: Duration = Duration::from_secs(3);
const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

/// A generation of Theater.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Generation {
    /// Before 0.2: commands stand in the frames as they are.
    Legacy,
    /// 0.2: wrapped frames; the only one whose published program keeps events.
    Second,
    /// 0.3: no events to ask for, no first state, manifests by reference only.
    Third,
}

impl Generation {
    /// Its name in settings and answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Legacy => "legacy",
            Self::Second => "0.2",
            Self::Third => "0.3",
        }
    }

    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Legacy => Dialect::Plain,
            Self::Second | Self::Third => Dialect::Wrapped,
        }
    }
}

/// Finds out how a server speaks. One of 0.3 passes over the question for events in silence, so
/// that its first answer is the one to the second question; a legacy one understands neither.
pub(super) async fn probe<F, D>(dial: F) -> Result<Generation, String>
where
    F: Fn() -> D,
    D: Future<Output = Result<TcpStream, String>>,
{
    let link = Link::new(dial().await?, Dialect::Wrapped, deaf());
    if let Some(first) = first_answer(&link, true).await {
        let silent = matches!(first, Told::ActorList { .. });
        return Ok(if silent { Generation::Third } else { Generation::Second });
    }
    let link = Link::new(dial().await?, Dialect::Plain, deaf());
    match first_answer(&link, false).await {
        Some(_) => Ok(Generation::Legacy),
        None => Err("it does not answer in any dialect of Theater's protocol".to_owned()),
    }
}

async fn first_answer(link: &Link, events: bool) -> Option<Told> {
    let asking = async {
        let about_events = Command::GetActorEvents { id: NOBODY.to_owned() };
        let first = if events { Some(link.send(&about_events).await.ok()?) } else { None };
        let second = link.send(&Command::ListActors).await.ok()?;
        // Whichever comes first is given to whoever waits first.
        first.unwrap_or(second).await.ok()
    };
    tokio::time::timeout(PROBING, asking).await.ok().flatten()
}
