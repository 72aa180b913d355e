//! Coding agents on real repositories, with approvals that hold.
//!
//! A session is a git worktree on a branch of its own, a job an instruction that an agent carries
//! out in it. Every change is written with its event; every call of an agent that matters passes
//! the gate. Nothing here knows a wire format or reads the environment.

mod approvals;
mod backlog;
mod broker;
mod budget;
pub mod config;
mod db;
mod error;
mod events;
mod forecast;
mod gate;
mod git;
mod identity;
mod jobs;
mod names;
mod policy;
pub mod process;
mod projects;
mod pull_request;
mod queue;
mod resources;
mod runner;
mod sandbox;
mod scheduler;
mod sessions;
mod state;
mod tasks;
mod telegram;
mod tools;

use std::sync::Arc;

use kernel::{DeclarationError, Scope, Service, ServiceInfo, ThingKind, Things};

pub use config::Config;
pub use db::MIGRATIONS;
pub use error::Refusal;
pub use state::Orchestrator;

/// The service as the house sees it.
pub fn service(orchestrator: &Arc<Orchestrator>) -> Result<Service, DeclarationError> {
    let mut service = Service::new(ServiceInfo {
        name: "orchestrator",
        server_name: "televibecode-orchestrator".to_owned(),
        server_version: "0.1.0".to_owned(),
        description: "Coding agents on real repositories, with approvals that hold",
        instructions: "Register a repository (register_project or scan_projects), make a session \
                       on a branch (create_session), then run_instruction; get_job and the event \
                       job.completed tell how it went. Calls that need a person wait in \
                       list_pending_approvals until approve_job or deny_job."
            .to_owned(),
    });
    service.tools = tools::table(orchestrator);
    service.resources = resources::table(orchestrator)?;
    service.events = events::table();
    service.things = things();
    Ok(service)
}

/// What belongs to who made it; who approves sees what is to be approved.
fn things() -> Things {
    let kind = |name, key, makers| ThingKind {
        name,
        key,
        makers,
        places: &[],
        seen_with: Some(Scope::JobsApprove),
    };
    Things::none().kind(kind("session", "session_id", &["create_session"])).kind(kind(
        "job",
        "job_id",
        &["run_instruction"],
    ))
}
