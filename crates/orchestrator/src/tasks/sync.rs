//! Reading a project's backlog again: what is new, what changed, what is gone.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde_json::json;
use store::{Durability, Tx};

use super::{Task, db};
use crate::Orchestrator;
use crate::backlog::{self, Backlog, TaskFile};
use crate::error::Refusal;
use crate::events;
use crate::projects;

/// What a reading of the backlog changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Synced {
    pub(crate) synced: usize,
    pub(crate) added: usize,
    pub(crate) updated: usize,
    pub(crate) removed: usize,
    pub(crate) problems: Vec<String>,
}

impl Orchestrator {
    /// Reads the backlog of a project.
    pub(crate) async fn sync_backlog(&self, id: &str, by: &str) -> Result<Synced, Refusal> {
        let project = self.project(id).await?;
        let found = backlog::find(&project.path);
        if found != project.backlog_path {
            let (id, path) = (id.to_owned(), found.clone());
            let set = self.store.write(Durability::Normal, move |tx| {
                projects::db::set_backlog(tx, &id, path.as_deref())
            });
            set.await?;
        }
        let folder = found.ok_or_else(|| Refusal::BacklogMissing(id.to_owned()))?;
        self.sync_folder(id, folder, by).await
    }

    async fn sync_folder(&self, id: &str, folder: PathBuf, by: &str) -> Result<Synced, Refusal> {
        let signature = backlog::signature(&folder);
        let read = tokio::task::spawn_blocking(move || backlog::read(&folder));
        let backlog = read.await.map_err(Refusal::defect)??;
        let (project, by) = (id.to_owned(), by.to_owned());
        let written =
            self.store.write(Durability::Normal, move |tx| store_all(tx, &project, &backlog, &by));
        let synced = written.await?;
        self.remember_backlog(id, signature);
        Ok(synced)
    }

    /// Reads the backlog if it changed since it was last read and the configuration wants it.
    pub(crate) async fn refresh_backlog(&self, id: &str) -> Result<(), Refusal> {
        let project = self.project(id).await?;
        let Some(folder) = project.backlog_path.filter(|_| self.config.auto_backlog_sync) else {
            return Ok(());
        };
        if self.knows_backlog(id, &backlog::signature(&folder)) {
            return Ok(());
        }
        let synced = self.sync_folder(id, folder, "orchestrator").await?;
        for problem in &synced.problems {
            tracing::warn!(project = id, problem, "a task was left as it was");
        }
        Ok(())
    }
}

fn store_all(
    tx: &mut Tx<'_>,
    project: &str,
    backlog: &Backlog,
    by: &str,
) -> Result<Synced, Refusal> {
    let known: HashMap<String, Task> =
        db::of_project(tx, project)?.into_iter().map(|task| (task.task_id.clone(), task)).collect();
    let mut synced = Synced::default();
    let titles: HashMap<String, String> =
        backlog.tasks.iter().map(|(_, task, _)| (task.id.clone(), task.title.clone())).collect();
    let mut seen = HashSet::new();
    for (path, file, digest) in &backlog.tasks {
        if !seen.insert(file.id.clone()) {
            let id = &file.id;
            synced.problems.push(format!("`{}`: there is another `{id}`", path.display()));
            continue;
        }
        synced.synced += 1;
        let before = known.get(&file.id);
        let epic = epic(file, backlog, &titles);
        let task = made(project, (path, file, digest), epic, before, backlog);
        match before {
            None => synced.added += 1,
            Some(before) if before.digest != *digest || before.epic != task.epic => {
                synced.updated += 1;
            }
            Some(_) => continue,
        }
        db::put(tx, &task)?;
        if let Some(before) = before.filter(|before| before.status != task.status) {
            changed(tx, &task, &before.status, by)?;
        }
    }
    let unreadable: HashSet<&Path> =
        backlog.unreadable.iter().map(|(path, _)| path.as_path()).collect();
    for task in known.values().filter(|task| !seen.contains(&task.task_id)) {
        // A file that cannot be read just now is not a task that is gone.
        if !unreadable.contains(task.path.as_path()) {
            db::remove(tx, project, &task.task_id)?;
            synced.removed += 1;
        }
    }
    let problems = backlog.unreadable.iter();
    synced.problems.extend(problems.map(|(path, why)| format!("`{}`: {why}", path.display())));
    if synced.added + synced.updated + synced.removed > 0 {
        let data = json!({
            "project_id": project, "synced": synced.synced, "added": synced.added,
            "updated": synced.updated, "removed": synced.removed,
        });
        events::emit(tx, "backlog.synced", &format!("project/{project}"), by, &data)?;
    }
    Ok(synced)
}

fn made(
    project: &str,
    (path, file, digest): (&Path, &TaskFile, &str),
    epic: Option<String>,
    before: Option<&Task>,
    backlog: &Backlog,
) -> Task {
    let meaning = backlog.settings.meaning(&file.status);
    // A finer word that the file cannot hold stays for as long as the file says the same.
    let status = match before {
        Some(before) if before.file_status == file.status => before.status.clone(),
        _ => meaning.to_owned(),
    };
    Task {
        project_id: project.to_owned(),
        task_id: file.id.clone(),
        title: file.title.clone(),
        status,
        file_status: file.status.clone(),
        priority: file.priority.clone(),
        epic,
        ordinal: file.ordinal,
        dependencies: file.dependencies.clone(),
        labels: file.labels.clone(),
        assignee: file.assignee.clone(),
        parent: file.parent.clone(),
        description: file.description.clone(),
        criteria: file.criteria.clone(),
        path: path.to_owned(),
        digest: digest.to_owned(),
        session_id: before.and_then(|before| before.session_id.clone()),
    }
}

/// A task's epic is its milestone, else the task it is a part of, else its first label.
fn epic(file: &TaskFile, backlog: &Backlog, titles: &HashMap<String, String>) -> Option<String> {
    if let Some(milestone) = &file.milestone {
        let titled = backlog.milestones.iter().find(|(id, _)| id.eq_ignore_ascii_case(milestone));
        return Some(titled.map_or_else(|| milestone.clone(), |(_, title)| title.clone()));
    }
    let parent = file.parent.as_ref().and_then(|id| titles.get(id)).cloned();
    parent.or_else(|| file.labels.first().cloned())
}

/// Writes down that a task's status changed.
pub(super) fn changed(tx: &mut Tx<'_>, task: &Task, from: &str, by: &str) -> Result<(), Refusal> {
    let data = json!({
        "task_id": task.task_id,
        "project_id": task.project_id,
        "session_id": task.session_id,
        "title": task.title,
        "from": from,
        "status": task.status,
    });
    let stream = format!("project/{}", task.project_id);
    events::emit(tx, "task.status_changed", &stream, by, &data)
}
