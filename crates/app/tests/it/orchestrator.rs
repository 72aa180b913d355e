//! The orchestrator through the real program: real repositories, real worktrees, real processes.

mod approvals;
pub(crate) mod desk;
mod lessons;
mod news;
mod queue;
mod tasks;
mod terminal;
mod work;
