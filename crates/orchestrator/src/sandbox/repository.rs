//! The git directory an agent works with: made for one job, in the place of the repository's own,
//! with the real objects to be read and none of the real files to be written.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{OBJECTS, Wall};
use crate::error::Refusal;
use crate::git::{self, worktree};

/// What refs of the agent's own are kept under in the real repository.
pub(crate) fn kept_under(session: &str) -> String {
    format!("refs/televibe/session/{session}/")
}

/// Keys of a configuration that an agent's git gets; others could hold credentials.
const KEYS: [&str; 14] = [
    "core.autocrlf",
    "core.eol",
    "core.filemode",
    "core.hookspath",
    "core.ignorecase",
    "core.precomposeunicode",
    "core.quotepath",
    "core.safecrlf",
    "core.sparsecheckout",
    "core.sparsecheckoutcone",
    "core.symlinks",
    "extensions.objectformat",
    "init.defaultbranch",
    "push.default",
];
const SECTIONS: [&str; 8] =
    ["branch.", "diff.", "filter.", "merge.", "pull.", "rebase.", "user.", "lfs."];

/// Schemes that an agent's git reaches through the house.
const SCHEMES: [&str; 4] = ["https://", "http://", "ssh://", "git://"];

/// A session's place on this machine.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) worktree: PathBuf,
    /// The real git directory that the repository's worktrees share.
    pub(crate) common: PathBuf,
    /// The real folder of git for this worktree.
    pub(crate) private: PathBuf,
    pub(crate) session_id: String,
    pub(crate) branch: String,
    /// The folder of the session that only the house sees.
    pub(crate) folder: PathBuf,
}

/// Refs by name.
pub(crate) type Refs = BTreeMap<String, String>;

impl Place {
    /// Finds the parts of a verified worktree.
    pub(crate) fn of(
        repository: &Path,
        worktree: &Path,
        (session_id, branch): (&str, &str),
        (workspaces, folder): (&Path, &Path),
    ) -> Result<Self, Refusal> {
        let blocked = |drift: worktree::Drift| Refusal::SessionBlocked {
            session: session_id.to_owned(),
            reason: drift.to_string(),
        };
        let found = worktree::registered(workspaces, repository, worktree).map_err(blocked)?;
        let canonical = |path: &Path| fs::canonicalize(path).map_err(Refusal::file("find", path));
        let private = canonical(&found)?;
        let common = private.parent().and_then(Path::parent).unwrap_or(&private).to_owned();
        Ok(Self {
            worktree: worktree.to_owned(),
            common,
            private,
            session_id: session_id.to_owned(),
            branch: branch.to_owned(),
            folder: folder.to_owned(),
        })
    }

    /// The agent's git directory, outside.
    pub(crate) fn git(&self) -> PathBuf {
        self.folder.join("git")
    }

    /// What it was given, for the house's eyes.
    pub(crate) fn given(&self) -> PathBuf {
        self.folder.join("given")
    }

    /// Where the folder of the worktree stands in the agent's git directory.
    pub(crate) fn inner(&self) -> PathBuf {
        let name = self.private.file_name().unwrap_or_default();
        self.git().join("worktrees").join(name)
    }

    /// Shows the real objects, and those they borrow from another repository.
    pub(crate) fn show_objects(&self, wall: &mut Wall) -> Result<(), Refusal> {
        let objects = self.common.join("objects");
        wall.read_at(&objects, Path::new(OBJECTS))?;
        let borrowed = fs::read_to_string(objects.join("info/alternates")).unwrap_or_default();
        for line in borrowed.lines().filter(|line| line.starts_with('/')) {
            wall.read_if_there(Path::new(line))?;
        }
        Ok(())
    }

    /// Shows the git directory, its objects and the worktree.
    pub(crate) fn show(&self, wall: &mut Wall) -> Result<(), Refusal> {
        wall.write_at(&self.git(), &self.common)?;
        self.show_objects(wall)?;
        let shown = self.private.strip_prefix(&self.common).unwrap_or(&self.private);
        for module in modules(&self.private.join("modules")) {
            let inside = module.strip_prefix(&self.private).unwrap_or(&module);
            let to = self.common.join(shown).join(inside);
            wall.write_at(&module, &to)?;
            // A submodule's own git runs on the owner's machine later: what it runs stays as it is.
            for part in ["config", "hooks"] {
                fs::create_dir_all(module.join("hooks"))
                    .map_err(Refusal::file("make the hooks in", &module))?;
                wall.read_at(&module.join(part), &to.join(part))?;
            }
        }
        wall.write(&self.worktree)?;
        wall.read(&self.worktree.join(".git"))
    }
}

/// The git directories of submodules below a folder.
fn modules(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if path.join("HEAD").is_file() && path.join("config").is_file() {
            found.push(path);
        } else {
            found.extend(modules(&path));
        }
    }
    found
}

/// Makes the git directory anew; what an earlier job left in it was brought back before.
pub(crate) async fn make(place: &Place) -> Result<(), Refusal> {
    let refs = refs(place).await?;
    let settings = settings(place).await?;
    let made = place.folder.join("git-unfinished");
    let failed = |source| Refusal::file("make the git directory", &made)(source);
    remove(&made).map_err(failed)?;
    for folder in ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info", "hooks"] {
        fs::create_dir_all(made.join(folder)).map_err(failed)?;
    }
    let write = |name: &str, text: &str| fs::write(made.join(name), text).map_err(failed);
    write("objects/info/alternates", &format!("{OBJECTS}\n"))?;
    write("config", &settings)?;
    write("packed-refs", &packed(&refs))?;
    copy_files(&place.common, &made, &["HEAD", "info/exclude", "info/attributes"])
        .map_err(failed)?;
    copy_hooks(&place.common.join("hooks"), &made.join("hooks")).map_err(failed)?;
    let name = place.private.file_name().unwrap_or_default();
    let inner = made.join("worktrees").join(name);
    fs::create_dir_all(inner.join("logs")).map_err(failed)?;
    fs::create_dir_all(inner.join("info")).map_err(failed)?;
    for entry in fs::read_dir(&place.private).map_err(failed)?.flatten() {
        let file = entry.file_name();
        let lock = file == "locked" || file.to_string_lossy().ends_with(".lock");
        if !lock && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            fs::copy(entry.path(), inner.join(file)).map_err(failed)?;
        }
    }
    copy_files(&place.private, &inner, &["logs/HEAD", "info/sparse-checkout"]).map_err(failed)?;
    remove(&place.git()).map_err(failed)?;
    fs::write(place.given(), packed(&refs)).map_err(failed)?;
    fs::rename(&made, place.git()).map_err(failed)
}

fn remove(path: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn copy_files(from: &Path, to: &Path, names: &[&str]) -> std::io::Result<()> {
    for name in names {
        if from.join(name).is_file() {
            fs::copy(from.join(name), to.join(name))?;
        }
    }
    Ok(())
}

fn copy_hooks(from: &Path, to: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(from).into_iter().flatten().flatten() {
        let sample = entry.file_name().to_string_lossy().ends_with(".sample");
        if !sample && entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Refs as a file of packed ones.
fn packed(refs: &Refs) -> String {
    let mut text = "# pack-refs with: sorted \n".to_owned();
    for (name, id) in refs {
        text.push_str(&format!("{id} {name}\n"));
    }
    text
}

/// The refs an agent sees: branches, tags and what it made itself in earlier jobs.
async fn refs(place: &Place) -> Result<Refs, Refusal> {
    let listed = listed(&git::at(&place.common).run(&LIST).await?);
    let kept = kept_under(&place.session_id);
    let mut refs = Refs::new();
    for (name, id) in &listed {
        let shown = ["refs/heads/", "refs/tags/", "refs/remotes/", "refs/notes/"];
        if shown.iter().any(|prefix| name.starts_with(prefix)) {
            refs.insert(name.clone(), id.clone());
        }
    }
    for (name, id) in &listed {
        let own = name.strip_prefix(&kept).map(|rest| format!("refs/{rest}"));
        let Some(own) = own.filter(|own| own.starts_with("refs/heads/") || own == "refs/stash")
        else {
            continue;
        };
        refs.entry(own).or_insert_with(|| id.clone());
    }
    Ok(refs)
}

/// The command that names every ref.
pub(crate) const LIST: [&str; 2] = ["for-each-ref", "--format=%(objectname) %(refname)"];

/// What that command printed.
pub(crate) fn listed(text: &str) -> Refs {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(' '));
    pairs.map(|(id, name)| (name.to_owned(), id.to_owned())).collect()
}

/// The configuration of the agent's git: named keys, and every remote through the house.
async fn settings(place: &Place) -> Result<String, Refusal> {
    let words = ["config", "--list", "-z"];
    let listed = git::with_credentials(&place.common).run(&words).await?;
    let mut values: Vec<(String, String)> = Vec::new();
    for entry in git::names(&listed) {
        let (key, value) = entry.split_once('\n').unwrap_or((&entry, ""));
        values.push((key.to_owned(), value.to_owned()));
    }
    let mut text = Vec::new();
    let mut add = |key: &str, value: &str| setting(&mut text, key, value);
    let version =
        if values.iter().any(|(key, _)| key == "extensions.objectformat") { "1" } else { "0" };
    add("core.repositoryformatversion", version);
    add("core.bare", "false");
    add("core.logallrefupdates", "true");
    add("gc.auto", "0");
    for (key, value) in &values {
        let lower = key.to_ascii_lowercase();
        let remote = lower.starts_with("remote.")
            && [".url", ".pushurl", ".fetch", ".tagopt", ".prune"]
                .iter()
                .any(|it| lower.ends_with(it));
        let outside = lower == "core.hookspath" && Path::new(value).is_absolute();
        if remote {
            add(key, &git::repository::without_password(value));
        } else if !outside
            && (KEYS.contains(&lower.as_str()) || SECTIONS.iter().any(|it| lower.starts_with(it)))
        {
            add(key, value);
        }
        if remote && lower.ends_with("url") {
            let url = git::repository::without_password(value);
            add(&format!("url.ensemble::{url}.insteadOf"), &url);
        }
    }
    for scheme in SCHEMES {
        add(&format!("url.ensemble::{scheme}.insteadOf"), scheme);
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// One line of a configuration in the form every key can be written in.
fn setting(text: &mut Vec<u8>, key: &str, value: &str) {
    let Some((section, name)) = key.rsplit_once('.') else { return };
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let header = match section.split_once('.') {
        Some((section, sub)) => format!("[{section} \"{}\"]", quoted(sub)),
        None => format!("[{section}]"),
    };
    let value = quoted(value).replace('\n', "\\n");
    let written = writeln!(text, "{header}\n\t{name} = \"{value}\"");
    if let Err(error) = written {
        tracing::debug!(%error, "a buffer in memory is full");
    }
}
