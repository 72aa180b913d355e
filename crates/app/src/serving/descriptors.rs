//! Descriptors: a server has as many as the system lets it have, and never promises more.

/// Descriptors kept for everything that is no connection of a stranger: the database, the actors'
/// log, children, the owner's socket.
const KEPT: usize = 384;

/// Raises the limit of open files as far as the system allows, and says how many there may be.
#[cfg(unix)]
pub(crate) fn raise() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let held = getrlimit(Resource::Nofile);
    let most = Rlimit { current: held.maximum, maximum: held.maximum };
    if held.current != held.maximum
        && let Err(error) = setrlimit(Resource::Nofile, most)
    {
        tracing::debug!(%error, "the limit of open files stays");
    }
    let now = getrlimit(Resource::Nofile).current;
    now.and_then(|now| usize::try_from(now).ok()).unwrap_or(usize::MAX)
}

/// Raises the limit of open files as far as the system allows, and says how many there may be.
#[cfg(not(unix))]
pub(crate) fn raise() -> usize {
    usize::MAX
}

/// As many connections as are wanted and there are descriptors for.
pub(crate) fn room_for(wanted: usize) -> usize {
    let room = raise().saturating_sub(KEPT).max(16);
    if room < wanted {
        tracing::warn!(
            wanted,
            room,
            "fewer connections than limits.connections: too few open files"
        );
    }
    wanted.min(room)
}
