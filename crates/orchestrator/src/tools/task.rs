//! The tools about tasks.

use std::sync::Arc;

use kernel::{Call, ToolError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::approval::conflicts;
use super::view::ConflictView;
use crate::Orchestrator;
use crate::tasks::{self, Task, db};

const FEW: usize = 3;
const MANY: usize = 100;

/// A task.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TaskView {
    /// Its id within its project
    task_id: String,
    /// Its project
    project_id: String,
    /// What it is about
    title: String,
    /// todo, in_progress, blocked, needs_review or done
    status: String,
    /// The status in the backlog's own words
    backlog_status: String,
    /// Its priority
    priority: Option<String>,
    /// The milestone, task or label it belongs to
    epic: Option<String>,
    /// Tasks that must be done first
    dependencies: Vec<String>,
    /// The task it is a part of
    parent_task_id: Option<String>,
    /// Its labels
    labels: Vec<String>,
    /// Who does it
    assignee: Vec<String>,
    /// What is to be done
    description: String,
    /// When it is done
    acceptance_criteria: Vec<String>,
    /// The session that has claimed it
    session_id: Option<String>,
}

impl From<Task> for TaskView {
    fn from(task: Task) -> Self {
        Self {
            task_id: task.task_id,
            project_id: task.project_id,
            title: task.title,
            status: task.status,
            backlog_status: task.file_status,
            priority: task.priority,
            epic: task.epic,
            dependencies: task.dependencies,
            parent_task_id: task.parent,
            labels: task.labels,
            assignee: task.assignee,
            description: task.description,
            acceptance_criteria: task.criteria,
            session_id: task.session_id,
        }
    }
}

/// Which tasks.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListProjectTasks {
    /// Project identifier
    project_id: String,
    /// Filter by status
    status: Option<String>,
    /// Filter by epic
    epic: Option<String>,
    /// Max results
    limit: Option<usize>,
}

/// Tasks.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Tasks {
    /// The tasks
    tasks: Vec<TaskView>,
}

async fn tasks_of(orchestrator: &Orchestrator, project: &str) -> Result<Vec<Task>, ToolError> {
    orchestrator.refresh_backlog(project).await?;
    let project = project.to_owned();
    Ok(orchestrator.store.read(move |reader| db::of_project(reader, &project)).await?)
}

pub(super) async fn list_project_tasks(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: ListProjectTasks,
) -> Result<Tasks, ToolError> {
    let found = tasks_of(&orchestrator, &input.project_id).await?;
    let fits = |task: &Task| {
        let status = input.status.as_deref();
        status.is_none_or(|it| task.status == it || task.file_status.eq_ignore_ascii_case(it))
            && input.epic.as_deref().is_none_or(|epic| tasks::is_epic(task, epic))
    };
    let limit = input.limit.unwrap_or(MANY);
    let tasks = found.into_iter().filter(fits).take(limit).map(Into::into).collect();
    Ok(Tasks { tasks })
}

/// Which tasks, and how many.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetNextTasks {
    /// Project identifier
    project_id: String,
    /// How many tasks (default: 3)
    limit: Option<usize>,
    /// Focus on specific epic
    epic: Option<String>,
}

pub(super) async fn get_next_tasks(
    orchestrator: Arc<Orchestrator>,
    _: Call,
    input: GetNextTasks,
) -> Result<Tasks, ToolError> {
    let found = tasks_of(&orchestrator, &input.project_id).await?;
    let next = tasks::next(&found, input.epic.as_deref(), input.limit.unwrap_or(FEW));
    Ok(Tasks { tasks: next.into_iter().map(Into::into).collect() })
}

/// Which task, and for whom.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimTask {
    /// Task to claim
    task_id: String,
    /// Session claiming it
    session_id: String,
}

/// A task that was claimed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TaskClaimed {
    /// The task
    task: TaskView,
    /// What happened
    message: String,
    /// Other sessions whose work would collide with this one's as it is now
    conflicts: Vec<ConflictView>,
}

/// A task that was changed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TaskChanged {
    /// The task
    task: TaskView,
    /// What happened
    message: String,
}

pub(super) async fn claim_task(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: ClaimTask,
) -> Result<TaskClaimed, ToolError> {
    let (task, id) = (&input.task_id, &input.session_id);
    let session = orchestrator.session(id).await?;
    let conflicts = conflicts(&orchestrator, &session).await;
    let changed = orchestrator.claim_task(task, id, &call.principal.id).await?;
    let message = format!("Task {} claimed by session {id}", changed.task.task_id);
    Ok(TaskClaimed { task: changed.task.into(), message, conflicts })
}

/// Which task, and how far it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UpdateTaskStatus {
    /// Task to update
    task_id: String,
    /// New status
    status: String,
    /// Session making the update
    session_id: Option<String>,
}

pub(super) async fn update_task_status(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: UpdateTaskStatus,
) -> Result<TaskChanged, ToolError> {
    let session = input.session_id.as_deref();
    let changed = orchestrator
        .update_task(&input.task_id, &input.status, session, &call.principal.id)
        .await?;
    let said = format!("Task {} is {}", changed.task.task_id, changed.task.status);
    let message = match changed.remark {
        Some(remark) => format!("{said}; {remark}"),
        None => said,
    };
    Ok(TaskChanged { task: changed.task.into(), message })
}

/// Which backlog.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SyncBacklog {
    /// Project to sync
    project_id: String,
}

/// What a reading of the backlog changed.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct BacklogSynced {
    /// Tasks that were read
    synced: usize,
    /// Those that are new
    added: usize,
    /// Those that changed
    updated: usize,
    /// Those that are gone
    removed: usize,
    /// Files that could not be read
    problems: Vec<String>,
}

pub(super) async fn sync_backlog(
    orchestrator: Arc<Orchestrator>,
    call: Call,
    input: SyncBacklog,
) -> Result<BacklogSynced, ToolError> {
    let synced = orchestrator.sync_backlog(&input.project_id, &call.principal.id).await?;
    Ok(BacklogSynced {
        synced: synced.synced,
        added: synced.added,
        updated: synced.updated,
        removed: synced.removed,
        problems: synced.problems,
    })
}
