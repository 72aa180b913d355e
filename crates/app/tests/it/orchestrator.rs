//! The orchestrator through the real program: real repositories, real worktrees, real processes.

mod acp;
mod approvals;
mod bot_api;
pub(crate) mod desk;
mod lessons;
mod memory;
mod news;
mod pull_request;
mod queue;
mod tasks;
mod telegram;
mod terminal;
mod wall;
mod work;
