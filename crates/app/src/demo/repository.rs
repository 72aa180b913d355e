//! A small repository with a backlog, a remote beside it, and an agent that waits to push.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::{Tools, text};
use crate::exit::Exit;
use crate::failure::Failure;

/// The project of the demonstration.
pub const PROJECT: &str = "tea-shop";

const FILES: [(&str, &str); 6] = [
    ("README.md", include_str!("../../demo/shop/README.md")),
    ("menu.md", include_str!("../../demo/shop/menu.md")),
    ("backlog/config.yml", include_str!("../../demo/shop/backlog/config.yml")),
    (
        "backlog/tasks/task-1 - Winter-tea.md",
        include_str!("../../demo/shop/backlog/tasks/task-1 - Winter-tea.md"),
    ),
    (
        "backlog/tasks/task-2 - Iced-tea.md",
        include_str!("../../demo/shop/backlog/tasks/task-2 - Iced-tea.md"),
    ),
    (
        "backlog/tasks/task-3 - Print-menu.md",
        include_str!("../../demo/shop/backlog/tasks/task-3 - Print-menu.md"),
    ),
];

/// What the two agents follow, line by line; both write at the end of the same page.
const WINTER: &str = "say A winter tea: cinnamon and orange\n\
    append menu.md - Winter tea, cinnamon and orange\n\
    run git add -A && git commit -qm 'Put a winter tea on the menu'\n\
    run git push -q origin winter-tea\n\
    say The winter tea is on the menu";
const ICED: &str = "say An iced tea: black, with lemon\n\
    append menu.md - Iced tea, black with lemon\n\
    run git add -A && git commit -qm 'Put an iced tea on the menu'\n\
    say The iced tea is ready to be looked at";

/// Makes the repository and sets the agents to work.
pub(super) async fn fill(tools: &Tools<'_>, root: &Path) -> Result<(), Failure> {
    let root = root.to_owned();
    let made = tokio::task::spawn_blocking(move || make(&root)).await;
    let path = made.map_err(|error| Failure::new(Exit::Failure, error))??;
    let project = json!({ "path": path, "project_id": PROJECT, "name": "Tea shop" });
    tools.call("register_project", project).await?;
    tools.call("sync_backlog", json!({ "project_id": PROJECT })).await?;
    set_to_work(tools, "iced-tea", "TASK-2", ICED).await?;
    set_to_work(tools, "winter-tea", "TASK-1", WINTER).await
}

async fn set_to_work(
    tools: &Tools<'_>,
    branch: &str,
    task: &str,
    instruction: &str,
) -> Result<(), Failure> {
    let session = json!({ "project_id": PROJECT, "branch": branch });
    let session: Value = tools.call("create_session", session).await?;
    let session = text(&session, "/session/session_id");
    tools.call("claim_task", json!({ "task_id": task, "session_id": session })).await?;
    let job = json!({ "session_id": session, "instruction": instruction });
    tools.call("run_instruction", job).await?;
    Ok(())
}

/// The repository with one commit, pushed to a bare remote beside it.
fn make(root: &Path) -> Result<PathBuf, Failure> {
    let (path, remote) = (root.join("projects/tea-shop"), root.join("remotes/tea-shop.git"));
    for (name, text) in FILES {
        let file = path.join(name);
        let written = fs::create_dir_all(file.parent().unwrap_or(&path))
            .and_then(|()| fs::create_dir_all(&remote))
            .and_then(|()| fs::write(&file, text));
        written
            .map_err(|error| Failure::new(Exit::Data, format!("`{}`: {error}", file.display())))?;
    }
    git(&remote, &["init", "--quiet", "--bare", "--initial-branch=main"])?;
    git(&path, &["init", "--quiet", "--initial-branch=main"])?;
    // Whose name the commits carry belongs to this repository: a new machine may know none.
    git(&path, &["config", "user.name", "Ensemble demonstration"])?;
    git(&path, &["config", "user.email", "demo@example.invalid"])?;
    git(&path, &["config", "commit.gpgsign", "false"])?;
    git(&path, &["add", "--all"])?;
    git(&path, &["commit", "--quiet", "--message", "Open the tea shop"])?;
    git(&path, &["remote", "add", "origin", &remote.to_string_lossy()])?;
    git(&path, &["push", "--quiet", "origin", "main"])?;
    Ok(path)
}

#[expect(clippy::disallowed_methods, reason = "the demonstration's repository is made by git")]
fn git(folder: &Path, words: &[&str]) -> Result<(), Failure> {
    let mut command = Command::new("git");
    command.args(words).current_dir(folder).stdin(Stdio::null());
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    let output = command.output().map_err(|error| {
        Failure::new(Exit::Failure, format!("`git` cannot be started: {error}"))
            .hint("install git; the orchestrator works on git repositories")
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Failure::new(Exit::Failure, format!("git {}: {}", words.join(" "), said.trim())))
}
