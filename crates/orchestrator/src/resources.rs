//! What the orchestrator lets people read.

use std::sync::Arc;

use kernel::{Call, Contents, ResourceSpec, ResourceTable, ToolError, UriTemplateError};
use serde_json::json;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::events::{APPROVALS, JOBS, PROJECTS, SESSIONS};
use crate::jobs::{self, Status};
use crate::projects;
use crate::sessions::{self, State};
use crate::tools::view::{JobView, ProjectView, SessionView};

/// The table.
pub(crate) fn table(orchestrator: &Arc<Orchestrator>) -> Result<ResourceTable, UriTemplateError> {
    let spec =
        |uri, name, description| ResourceSpec { uri, name, description, mime: "application/json" };
    ResourceTable::of(orchestrator)
        .fixed(spec(PROJECTS, "projects", "All projects"), projects)
        .fixed(spec(SESSIONS, "sessions", "Active sessions with their current state"), sessions)
        .fixed(spec(JOBS, "jobs", "Jobs that run now"), jobs)
        .fixed(spec(APPROVALS, "approvals", "What waits for a person"), approvals)
        .done()
}

async fn projects(orchestrator: Arc<Orchestrator>, _: Call) -> Result<Contents, ToolError> {
    let found = orchestrator.store.read(projects::db::all).await?;
    let found: Vec<ProjectView> = found.into_iter().map(Into::into).collect();
    Contents::json(&json!({ "projects": found }))
}

async fn sessions(orchestrator: Arc<Orchestrator>, _: Call) -> Result<Contents, ToolError> {
    let read =
        orchestrator.store.read(|reader| sessions::db::select(reader, None, None, usize::MAX));
    let found = read.await?.into_iter().filter(|session| session.state != State::Creating);
    let found: Vec<SessionView> = found.map(Into::into).collect();
    Contents::json(&json!({ "sessions": found }))
}

async fn jobs(orchestrator: Arc<Orchestrator>, _: Call) -> Result<Contents, ToolError> {
    let read = orchestrator.store.read(|reader| {
        let mut running = jobs::db::in_status(reader, Status::Running)?;
        running.extend(jobs::db::in_status(reader, Status::WaitingApproval)?);
        Ok::<_, Refusal>(running)
    });
    let found: Vec<JobView> = read.await?.into_iter().map(Into::into).collect();
    Contents::json(&json!({ "jobs": found }))
}

async fn approvals(orchestrator: Arc<Orchestrator>, _: Call) -> Result<Contents, ToolError> {
    Contents::json(&crate::tools::pending(&orchestrator).await?)
}
