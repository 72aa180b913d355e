//! The ways a person or a supervisor asks the process to stop.

use tokio::signal::unix::{SignalKind, signal};

use crate::exit::Exit;
use crate::failure::Failure;

/// Waits until SIGTERM or SIGINT comes.
pub async fn asked_to_stop() -> Result<(), Failure> {
    let listen = |kind| signal(kind).map_err(|error| Failure::new(Exit::Failure, error));
    let mut terminate = listen(SignalKind::terminate())?;
    let mut interrupt = listen(SignalKind::interrupt())?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(())
}
