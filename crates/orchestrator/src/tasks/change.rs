//! Claiming tasks and moving them on: first the table, where it is settled who has a task, then the
//! file, where people see it.

use std::fs;
use std::path::{Path, PathBuf};

use kernel::Timestamp;
use serde_json::json;
use store::{Durability, Reader};

use super::{Task, assignee, db, sync};
use crate::Orchestrator;
use crate::backlog::{self, Change, Settings, TaskLock, WORDS};
use crate::error::Refusal;
use crate::events;
use crate::projects;
use crate::sessions::{self, State};

/// A task that was changed, and what could not be written into its file.
#[derive(Debug, Clone)]
pub(crate) struct Changed {
    pub(crate) task: Task,
    pub(crate) remark: Option<String>,
}

impl Orchestrator {
    /// Gives a task to a session; of two that try, one gets it.
    pub(crate) async fn claim_task(
        &self,
        task_id: &str,
        session_id: &str,
        by: &str,
    ) -> Result<Changed, Refusal> {
        let session = self.session(session_id).await?;
        match session.state {
            State::Creating => return Err(Refusal::SessionNotFound(session.session_id)),
            State::Closing => return Err(Refusal::SessionClosing(session.session_id)),
            State::Closed => return Err(Refusal::SessionClosed(session.session_id)),
            State::Idle | State::Running | State::Blocked => {}
        }
        self.refresh_backlog(&session.project_id).await?;
        let id = bare(task_id).to_uppercase();
        let (project, owner) = (session.project_id.clone(), session.session_id.clone());
        let claimed = self.store.write(Durability::Full, move |tx| {
            let task = db::need(tx, &project, &id)?;
            match &task.session_id {
                Some(other) if *other != owner => {
                    let session = other.clone();
                    return Err(Refusal::TaskClaimed { task: id, session });
                }
                _ => db::set_session(tx, &project, &id, Some(&owner))?,
            }
            Ok(task)
        });
        let task = claimed.await?;
        let before = task.session_id.clone();
        let people = People::With(session_id.to_owned());
        let changed = self.write_task(&task, "in_progress", people, by).await;
        if changed.is_err() {
            self.unclaim(&task, before).await?;
        }
        changed
    }

    async fn unclaim(&self, task: &Task, before: Option<String>) -> Result<(), Refusal> {
        let (project, id) = (task.project_id.clone(), task.task_id.clone());
        let freed = self.store.write(Durability::Full, move |tx| {
            db::set_session(tx, &project, &id, before.as_deref())
        });
        Ok(freed.await?)
    }

    /// Gives the tasks of a session that is closed back to the backlog; says what could not be.
    pub(crate) async fn release_tasks(
        &self,
        session_id: &str,
        by: &str,
    ) -> Result<Vec<String>, Refusal> {
        let id = session_id.to_owned();
        let read = self.store.read(move |reader| {
            let project = sessions::db::need(reader, &id)?.project_id;
            let tasks = db::of_session(reader, &id)?;
            tasks.iter().map(|task| db::need(reader, &project, task)).collect()
        });
        let tasks: Vec<Task> = read.await?;
        let mut remarks = Vec::new();
        for task in tasks {
            // What is done or waits for a review stays so.
            let status = if task.status == "in_progress" { "todo" } else { &task.status };
            let people = People::Without(assignee(session_id));
            if let Err(refusal) = self.write_task(&task, status, people, by).await {
                remarks.push(format!("task {} was not given back: {refusal}", task.task_id));
            }
            self.unclaim(&task, None).await?;
        }
        Ok(remarks)
    }

    /// Moves a task on.
    pub(crate) async fn update_task(
        &self,
        task_id: &str,
        status: &str,
        session_id: Option<&str>,
        by: &str,
    ) -> Result<Changed, Refusal> {
        let task = self.find_task(task_id, session_id).await?;
        self.write_task(&task, status, People::Same, by).await
    }

    /// A task by its id alone, by `PROJECT/ID`, or by its id and a session of its project.
    async fn find_task(&self, task_id: &str, session: Option<&str>) -> Result<Task, Refusal> {
        let (project, id) = match task_id.rsplit_once('/') {
            Some((project, id)) => (Some(project.to_owned()), id.to_uppercase()),
            None => (None, task_id.to_uppercase()),
        };
        let session = session.map(str::to_owned);
        self.store
            .read(move |reader| {
                let project = match (&project, &session) {
                    (Some(project), _) => Some(project.clone()),
                    (None, Some(id)) => Some(sessions::db::need(reader, id)?.project_id),
                    (None, None) => None,
                };
                match project {
                    Some(project) => db::need(reader, &project, &id),
                    None => only(reader, &id),
                }
            })
            .await
    }

    async fn write_task(
        &self,
        task: &Task,
        status: &str,
        people: People,
        by: &str,
    ) -> Result<Changed, Refusal> {
        let project = self.project(&task.project_id).await?;
        let folder = project.backlog_path.clone();
        let folder = folder.ok_or_else(|| Refusal::BacklogMissing(task.project_id.clone()))?;
        let plan = Plan {
            folder,
            path: task.path.clone(),
            task_id: task.task_id.clone(),
            status: status.to_owned(),
            people: people.clone(),
        };
        let written = tokio::task::spawn_blocking(move || plan.carry_out()).await;
        let written = written.map_err(Refusal::defect)??;
        let owner = match people {
            People::With(session) => Some(session),
            People::Without(_) | People::Same => None,
        };
        let (id, by) = (task.task_id.clone(), by.to_owned());
        let remark = written.remark.clone();
        let stored = self.store.write(Durability::Full, move |tx| {
            let before = db::need(tx, &project.project_id, &id)?;
            let task = Task {
                status: written.word.clone(),
                file_status: written.file_status.clone(),
                assignee: written.assignee.clone(),
                digest: written.digest.clone(),
                ..before.clone()
            };
            db::put(tx, &task)?;
            if let Some(owner) = &owner {
                let data = json!({
                    "task_id": id, "project_id": task.project_id, "session_id": owner,
                });
                events::emit(tx, "task.claimed", &sessions::stream(owner), &by, &data)?;
            }
            if before.status != task.status {
                sync::changed(tx, &task, &before.status, &by)?;
            }
            Ok::<_, Refusal>(task)
        });
        Ok(Changed { task: stored.await?, remark })
    }
}

/// A task id without the project before it.
fn bare(task_id: &str) -> &str {
    task_id.rsplit('/').next().unwrap_or(task_id)
}

fn only(reader: &Reader<'_>, id: &str) -> Result<Task, Refusal> {
    let mut found = Vec::new();
    for project in projects::db::all(reader)? {
        found.extend(db::get(reader, &project.project_id, id)?);
    }
    match found.len() {
        0 => Err(Refusal::TaskNotFound(id.to_owned())),
        1 => Ok(found.remove(0)),
        _ => {
            let projects = found.iter().map(|task| task.project_id.as_str()).collect::<Vec<_>>();
            Err(Refusal::TaskAmbiguous { task: id.to_owned(), projects: projects.join(", ") })
        }
    }
}

/// Who stands in a task's file afterwards.
#[derive(Debug, Clone)]
enum People {
    /// Those who did.
    Same,
    /// This session too.
    With(String),
    /// Not this one any more.
    Without(String),
}

/// A change of a task's file.
struct Plan {
    folder: PathBuf,
    path: PathBuf,
    task_id: String,
    status: String,
    people: People,
}

/// What is in the file now.
struct Written {
    word: String,
    file_status: String,
    assignee: Vec<String>,
    digest: String,
    remark: Option<String>,
}

impl Plan {
    fn carry_out(self) -> Result<Written, Refusal> {
        let settings = Settings::of(&self.folder);
        let wanted = settings.written(&self.status).map(str::to_owned);
        let is_word = WORDS.contains(&self.status.as_str());
        if wanted.is_none() && !is_word {
            let known = settings.known();
            return Err(Refusal::UnknownStatus { status: self.status, known });
        }
        let _lock = TaskLock::take(&self.folder, &self.task_id)?;
        let unreadable = |why: String| Refusal::BacklogUnreadable { path: self.path.clone(), why };
        let (file, _) = backlog::task(&self.path).map_err(unreadable)?;
        let mut changes = Vec::new();
        if let Some(status) = wanted.clone().filter(|status| *status != file.status) {
            changes.push(Change::Text("status", status));
        }
        let mut people = file.assignee.clone();
        match &self.people {
            People::Same => {}
            People::With(session) => {
                let name = assignee(session);
                if !people.contains(&name) {
                    people.push(name);
                }
            }
            People::Without(name) => people.retain(|it| it != name),
        }
        if people != file.assignee {
            changes.push(Change::List("assignee", people.clone()));
        }
        let text = fs::read_to_string(&self.path).map_err(Refusal::file("read", &self.path))?;
        let text = if changes.is_empty() {
            text
        } else {
            changes.push(Change::Quoted("updated_date", minute(Timestamp::now())));
            let changed = backlog::apply(&text, &changes);
            let changed = changed.ok_or_else(|| unreadable("it has no front matter".to_owned()))?;
            replace(&self.path, &changed).map_err(Refusal::file("write", &self.path))?;
            changed
        };
        let remark = wanted.is_none().then(|| {
            format!(
                "this backlog has no status for `{}`; the file keeps `{}`",
                self.status, file.status
            )
        });
        let file_status = wanted.unwrap_or_else(|| file.status.clone());
        let word =
            if is_word { self.status.clone() } else { settings.meaning(&file_status).to_owned() };
        let digest = blake3::hash(text.as_bytes()).to_hex().to_string();
        Ok(Written { word, file_status, assignee: people, digest, remark })
    }
}

/// A time as Backlog.md writes it.
fn minute(at: Timestamp) -> String {
    at.to_string().chars().take(16).collect::<String>().replace('T', " ")
}

/// The file is whole under its name at any time.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let unfinished = path.with_file_name(format!(".{name}.unfinished"));
    let mut file = fs::File::create(&unfinished)?;
    file.write_all(text.as_bytes())?;
    file.sync_data()?;
    fs::rename(&unfinished, path)
}
