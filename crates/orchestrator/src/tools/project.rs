//! The tools about projects.

use std::path::PathBuf;
use std::sync::Arc;

use kernel::{Call, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::view::ProjectView;
use crate::Orchestrator;
use crate::projects::{Candidate, Trust, db};

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// Projects.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Projects {
    /// The projects by id
    projects: Vec<ProjectView>,
}

pub(super) async fn list_projects(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    _: Nothing,
) -> Result<Projects, ToolError> {
    let projects = orchestrator.store.read(db::all).await?;
    Ok(Projects { projects: projects.into_iter().map(Into::into).collect() })
}

/// Which project.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetProject {
    /// Project identifier
    project_id: String,
}

/// A project.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OneProject {
    /// The project
    project: ProjectView,
}

pub(super) async fn get_project(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: GetProject,
) -> Result<OneProject, ToolError> {
    let project = orchestrator.project(&input.project_id).await?;
    Ok(OneProject { project: project.into() })
}

/// Which project, and what of it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TrustProject {
    /// Project identifier
    project_id: String,
    /// Whether agents may follow what the repository tells them
    trusted: bool,
}

pub(super) async fn trust_project(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: TrustProject,
) -> Result<OneProject, ToolError> {
    let trust = if input.trusted { Trust::Trusted } else { Trust::NotTrusted };
    let project = orchestrator.set_trust(&input.project_id, trust, &call.principal.id).await?;
    Ok(OneProject { project: project.into() })
}

/// Which repository.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RegisterProject {
    /// Absolute path to git repo
    path: PathBuf,
    /// Display name (defaults to folder name)
    name: Option<String>,
    /// Custom ID (defaults to slugified name)
    project_id: Option<String>,
}

/// A registered project.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ProjectRegistered {
    /// The project
    project: ProjectView,
    /// What happened
    message: String,
}

pub(super) async fn register_project(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: RegisterProject,
) -> Result<ProjectRegistered, ToolError> {
    let RegisterProject { path, name, project_id } = input;
    let candidate = Candidate { path, name, project_id };
    let project = orchestrator.register(candidate, &call.principal.id).await?;
    let message = "Project registered successfully".to_owned();
    Ok(ProjectRegistered { project: project.into(), message })
}

/// What a scan found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct ProjectsScanned {
    /// Repositories below the root
    found: usize,
    /// Those that are new
    registered: usize,
    /// Those that were registered before
    already_registered: usize,
    /// All of them
    projects: Vec<ProjectView>,
}

pub(super) async fn scan_projects(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    _: Nothing,
) -> Result<ProjectsScanned, ToolError> {
    let scanned = orchestrator.scan(&call.principal.id).await?;
    let found = scanned.found.len();
    Ok(ProjectsScanned {
        found,
        registered: scanned.registered,
        already_registered: found - scanned.registered,
        projects: scanned.found.into_iter().map(Into::into).collect(),
    })
}
