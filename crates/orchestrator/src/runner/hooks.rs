//! Git's hooks as a job sees them: those of the repository, and before its own pre-push ours, which
//! asks the gate. The repository itself is left as it is.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use crate::error::Refusal;
use crate::git;
use crate::process::{WITNESS, WORD};
use crate::projects::Project;

const PRE_PUSH: &str = "pre-push";

/// Makes the folder of hooks and gives the variables that make git look there.
pub(super) async fn prepare(
    program: &Path,
    project: &Project,
    folder: &Path,
) -> Result<BTreeMap<String, String>, Refusal> {
    let hooks = folder.join("hooks");
    if !hooks.join(PRE_PUSH).exists() {
        let own = own_hooks(project).await?;
        make(program, &own, &hooks).map_err(Refusal::file("make the hooks in", &hooks))?;
    }
    let set = [
        ("GIT_CONFIG_COUNT", "1".to_owned()),
        ("GIT_CONFIG_KEY_0", "core.hooksPath".to_owned()),
        ("GIT_CONFIG_VALUE_0", hooks.to_string_lossy().into_owned()),
    ];
    Ok(set.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Where the repository's own hooks are.
async fn own_hooks(project: &Project) -> Result<PathBuf, Refusal> {
    let usual = project.path.join(".git/hooks");
    // One process less where nobody moved the hooks.
    let config = fs::read_to_string(project.path.join(".git/config")).unwrap_or_default();
    if usual.is_dir() && !config.to_ascii_lowercase().contains("hookspath") {
        return Ok(usual);
    }
    let words = ["rev-parse", "--path-format=absolute", "--git-path", "hooks"];
    git::at(&project.path).run(&words).await.map(PathBuf::from)
}

fn make(program: &Path, own: &Path, hooks: &Path) -> std::io::Result<()> {
    fs::create_dir_all(hooks)?;
    for entry in fs::read_dir(own).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name != PRE_PUSH && !name.to_string_lossy().ends_with(".sample") {
            symlink(entry.path(), hooks.join(name)).or_else(ignore_existing)?;
        }
    }
    let quoted = |path: &Path| format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"));
    let (program, next) = (quoted(program), quoted(&own.join(PRE_PUSH)));
    let script = format!(
        "#!/bin/sh\nreferences=$(cat)\n\
         printf '%s\\n' \"$references\" | {program} {WORD} {WITNESS} \"$@\" || exit 1\n\
         if [ -x {next} ]; then printf '%s\\n' \"$references\" | {next} \"$@\"; fi\n"
    );
    let unfinished = hooks.join("unfinished");
    fs::write(&unfinished, script)?;
    fs::set_permissions(&unfinished, fs::Permissions::from_mode(0o755))?;
    fs::rename(&unfinished, hooks.join(PRE_PUSH))
}

fn ignore_existing(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::AlreadyExists { Ok(()) } else { Err(error) }
}
