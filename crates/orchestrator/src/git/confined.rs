//! The house's git over worktrees that agents write: behind the same kind of wall as the agents,
//! without a network, so that whatever a repository makes git run finds nothing there.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::repository::gitdir;
use crate::error::Refusal;
use crate::sandbox::Wall;

/// The wall's program and the folder whose worktrees agents write.
struct House {
    program: PathBuf,
    workspaces: PathBuf,
}

static HOUSE: OnceLock<House> = OnceLock::new();

/// From now on git runs behind a wall below `workspaces`; `program` is bubblewrap.
pub(crate) fn confine(program: &Path, workspaces: &Path) {
    let house = House { program: program.to_owned(), workspaces: workspaces.to_owned() };
    if HOUSE.set(house).is_err() {
        tracing::debug!("a second orchestrator of this process shares the first one's wall");
    }
}

/// Whether git runs behind walls.
pub(super) fn is_on() -> bool {
    HOUSE.get().is_some()
}

/// What starts a command in a folder behind a wall.
pub(super) type Walled = Option<(PathBuf, Vec<String>)>;

/// The words of a wall around `folder`; none where there are no walls.
pub(super) fn words(wall: Wall, folder: &Path) -> Result<Walled, Refusal> {
    let Some(house) = HOUSE.get() else { return Ok(None) };
    Ok(Some((house.program.clone(), wall.around(folder, &[])?)))
}

/// The wall for a command in `folder`, if agents write there or `also` is to be written.
pub(super) fn around(
    folder: &Path,
    index: Option<&Path>,
    also: Option<&Path>,
) -> Result<Walled, Refusal> {
    let Some(house) = HOUSE.get() else { return Ok(None) };
    let mut wall = Wall::bare();
    wall.memory("/tmp");
    if let Some(also) = also {
        let common = super::common_folder(folder).unwrap_or_else(|| folder.to_owned());
        wall.read(folder)?;
        wall.write(&common)?;
        wall.write(also)?;
    } else {
        let Some(top) = worktree(&house.workspaces, folder) else { return Ok(None) };
        // Only what stands in the worktree itself is believed: files further down are the agent's.
        let common =
            gitdir(&top.join(".git")).and_then(|it| Some(it.parent()?.parent()?.to_owned()));
        wall.write(&top)?;
        if let Some(common) = common.filter(|it| it.join("objects").is_dir()) {
            wall.write(&common)?;
        }
    }
    if let Some(own) = index.and_then(Path::parent) {
        wall.write(own)?;
    }
    words(wall, folder)
}

/// The top of the worktree `folder` is in, if it is one below `workspaces`.
fn worktree(workspaces: &Path, folder: &Path) -> Option<PathBuf> {
    let inside = folder.strip_prefix(workspaces).ok()?;
    let mut path = workspaces.to_owned();
    for part in inside.components() {
        path.push(part);
        if std::fs::symlink_metadata(path.join(".git")).is_ok() {
            return Some(path);
        }
    }
    Some(folder.to_owned())
}
