//! Projects: repositories that sessions can be made of.

pub(crate) mod db;

use std::fs;
use std::path::{Path, PathBuf};

use kernel::Timestamp;
use serde_json::json;
use store::Durability;

use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git::repository::{self, Kind};
use crate::names;
use crate::runner;

/// A registered repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Project {
    pub(crate) project_id: String,
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) remote_url: Option<String>,
    pub(crate) default_branch: String,
    pub(crate) backlog_path: Option<PathBuf>,
    pub(crate) created_at: Timestamp,
    pub(crate) active_sessions: u64,
    /// Whether its owner lets agents follow what the repository tells them; none if nobody said yet.
    pub(crate) trust: Option<Trust>,
}

/// Whether agents follow what a repository tells them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// They do.
    Trusted,
    /// They do not.
    NotTrusted,
}

impl Trust {
    /// Its name on the wire and in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Trusted => "trusted",
            Self::NotTrusted => "not_trusted",
        }
    }

    /// The answer of this name; what a later build wrote is as good as no.
    pub(crate) fn named(name: &str) -> Self {
        if name == Self::Trusted.name() { Self::Trusted } else { Self::NotTrusted }
    }
}

/// A repository to be registered.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) path: PathBuf,
    pub(crate) name: Option<String>,
    pub(crate) project_id: Option<String>,
}

/// What a scan found.
#[derive(Debug, Clone)]
pub(crate) struct Scanned {
    pub(crate) found: Vec<Project>,
    pub(crate) registered: usize,
}

impl Orchestrator {
    /// Registers a repository; the same path again is an error that names its id.
    pub(crate) async fn register(&self, asked: Candidate, by: &str) -> Result<Project, Refusal> {
        let path = usable(&asked.path)?;
        let found = repository::describe(&path).await?;
        let folder = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let folder = folder.unwrap_or_else(|| "project".to_owned());
        let name = asked.name.filter(|name| !name.trim().is_empty());
        let name: String = name.unwrap_or_else(|| folder.trim_end_matches(".git").to_owned());
        let id = match &asked.project_id {
            Some(id) => id.clone(),
            None => names::slug(&name),
        };
        names::check_project_id(&id)?;
        let project = Project {
            project_id: id,
            name: name.chars().take(200).collect(),
            backlog_path: crate::backlog::find(&path),
            path,
            remote_url: found.remote_url,
            default_branch: found.default_branch,
            created_at: Timestamp::now(),
            active_sessions: 0,
            trust: None,
        };
        self.insert(project, asked.project_id.is_some(), by.to_owned()).await
    }

    async fn insert(
        &self,
        mut project: Project,
        fixed: bool,
        by: String,
    ) -> Result<Project, Refusal> {
        let written = self.store.write(Durability::Full, move |tx| {
            if let Some(known) = db::by_path(tx, &project.path)? {
                return Err(Refusal::ProjectExists { id: known.project_id, path: known.path });
            }
            if let Some(known) = db::get(tx, &project.project_id)? {
                if fixed {
                    return Err(Refusal::ProjectExists { id: known.project_id, path: known.path });
                }
                project.project_id = free_id(tx, &project.project_id)?;
            }
            db::insert(tx, &project)?;
            let data = json!({ "project_id": project.project_id, "path": project.path });
            let stream = format!("project/{}", project.project_id);
            events::emit(tx, "project.registered", &stream, &by, &data)?;
            Ok(project)
        });
        Ok(written.await?)
    }

    /// Registers every repository below the root that is not registered yet.
    pub(crate) async fn scan(&self, by: &str) -> Result<Scanned, Refusal> {
        let root = self.config.root.clone().ok_or(Refusal::NoRoot)?;
        let (own, depth) = (self.config.folder.clone(), self.config.limits.scan_depth);
        let walk = tokio::task::spawn_blocking(move || {
            let mut found = Vec::new();
            walk(&root, &own, depth, &mut found);
            found
        });
        let paths = walk.await.map_err(Refusal::defect)?;
        let mut scanned = Scanned { found: Vec::new(), registered: 0 };
        for path in paths {
            let canonical = usable(&path)?;
            let known = self.store.read(move |reader| db::by_path(reader, &canonical)).await?;
            if let Some(project) = known {
                scanned.found.push(project);
                continue;
            }
            let candidate = Candidate { path: path.clone(), name: None, project_id: None };
            match self.register(candidate, by).await {
                Ok(project) => {
                    scanned.registered += 1;
                    scanned.found.push(project);
                }
                Err(Refusal::NotARepository(_) | Refusal::InvalidPath { .. }) => {
                    tracing::warn!(path = %path.display(), "looks like a repository and is none");
                }
                Err(other) => return Err(other),
            }
        }
        Ok(scanned)
    }

    /// Writes down whether agents follow what a repository tells them.
    pub(crate) async fn set_trust(
        &self,
        id: &str,
        trust: Trust,
        by: &str,
    ) -> Result<Project, Refusal> {
        let (id, by) = (id.to_owned(), by.to_owned());
        let written = self.store.write(Durability::Full, move |tx| {
            let Some(project) = db::get(tx, &id)? else { return Err(Refusal::ProjectNotFound(id)) };
            db::set_trust(tx, &id, trust)?;
            let tells = runner::told_by(&project.path);
            let data = json!({ "project_id": id, "trust": trust.name(), "files": tells });
            events::emit(tx, "project.trust", &format!("project/{id}"), &by, &data)?;
            Ok(Project { trust: Some(trust), ..project })
        });
        Ok(written.await?)
    }

    /// One project.
    pub(crate) async fn project(&self, id: &str) -> Result<Project, Refusal> {
        let id = id.to_owned();
        self.store
            .read(move |reader| {
                let found = db::get(reader, &id)?;
                found.ok_or(Refusal::ProjectNotFound(id))
            })
            .await
    }
}

/// `api` that is taken becomes `api-2`.
fn free_id(reader: &store::Reader<'_>, id: &str) -> Result<String, Refusal> {
    for number in 2..10_000 {
        let next = format!("{id}-{number}");
        if db::get(reader, &next)?.is_none() {
            return Ok(next);
        }
    }
    Err(Refusal::LimitReached { what: "the number of projects of one name", limit: 10_000 })
}

/// The path without symbolic links, if it is an existing folder that can be a project.
fn usable(path: &Path) -> Result<PathBuf, Refusal> {
    let invalid = |why: &str| Refusal::InvalidPath { path: path.to_owned(), why: why.to_owned() };
    if !path.is_absolute() {
        return Err(invalid("expected an absolute path"));
    }
    let canonical = fs::canonicalize(path).map_err(|error| invalid(&error.to_string()))?;
    if !canonical.is_dir() {
        return Err(invalid("expected a folder"));
    }
    if canonical.to_str().is_none() {
        return Err(invalid("expected a path in UTF-8"));
    }
    match repository::kind(&canonical) {
        Kind::Repository | Kind::Bare => Ok(canonical),
        Kind::LinkedWorktree => Err(invalid("it is a worktree of another repository")),
        Kind::Submodule => Err(invalid("it is a submodule of another repository")),
        Kind::Nothing => Err(Refusal::NotARepository(canonical)),
    }
}

/// Repositories below `folder`; those inside another repository's working tree count too.
fn walk(folder: &Path, own: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    match repository::kind(folder) {
        Kind::Repository => found.push(folder.to_owned()),
        Kind::Bare => return found.push(folder.to_owned()),
        Kind::LinkedWorktree | Kind::Submodule | Kind::Nothing => {}
    }
    if depth == 0 {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .filter(|path| path != own && !is_skipped(path))
        .collect();
    folders.sort();
    for path in folders {
        walk(&path, own, depth - 1, found);
    }
}

fn is_skipped(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name.starts_with('.') || matches!(&*name, "node_modules" | "target" | "vendor" | "__pycache__")
}
