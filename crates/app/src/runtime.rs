//! The asynchronous runtimes that commands run services on.

use tokio::runtime::{Builder, Runtime};

use crate::exit::Exit;
use crate::failure::Failure;

/// The stack of a thread that does services' work. Proofs of thousands of steps are walked by
/// calls within calls; what is not used of it costs nothing.
const STACK: usize = 64 * 1024 * 1024;

/// For a command that makes a few calls.
pub(crate) fn small() -> Result<Runtime, Failure> {
    built(Builder::new_multi_thread().worker_threads(2))
}

/// For a command that uses the whole machine.
pub(crate) fn whole() -> Result<Runtime, Failure> {
    built(&mut Builder::new_multi_thread())
}

fn built(builder: &mut Builder) -> Result<Runtime, Failure> {
    let runtime = builder.thread_stack_size(STACK).enable_all().build();
    runtime.map_err(|error| Failure::new(Exit::Failure, error))
}
