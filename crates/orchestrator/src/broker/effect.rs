//! What a push would do to a remote, by its refs and commits alone.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::Remote;
use crate::approvals::Scope;
use crate::error::Refusal;
use crate::gate::Matter;
use crate::git;

const MOST_COMMITS: usize = 50;
const LONGEST_DIFF: usize = 48 * 1024;

/// What happens to a ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Create,
    FastForward,
    Force,
    Delete,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::FastForward => "fast_forward",
            Self::Force => "force",
            Self::Delete => "delete",
        }
    }

    /// How rules name it.
    fn verb(self) -> &'static str {
        match self {
            Self::Create | Self::FastForward => "push",
            Self::Force => "force-push",
            Self::Delete => "delete",
        }
    }
}

/// One ref of a push.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) name: String,
    pub(super) old: String,
    pub(super) new: String,
    pub(super) kind: Kind,
}

pub(super) fn is_zero(id: &str) -> bool {
    id.bytes().all(|byte| byte == b'0')
}

/// Reads git's lines `old new ref`.
pub(super) async fn changes(mirror: &Path, lines: &Value) -> Result<Vec<Change>, Refusal> {
    let mut changes = Vec::new();
    for line in lines.as_array().into_iter().flatten().filter_map(Value::as_str) {
        let words: Vec<&str> = line.split(' ').collect();
        let [old, new, name] = words[..] else {
            return Err(Refusal::Push("git told of a ref in words nobody knows".to_owned()));
        };
        let kind = if is_zero(new) {
            Kind::Delete
        } else if is_zero(old) {
            Kind::Create
        } else if name.starts_with("refs/tags/") {
            // A tag that moves was something else to somebody.
            Kind::Force
        } else {
            let words = ["merge-base", "--is-ancestor", old, new];
            let ancestor = git::at(mirror).output(&words).await?.status.success();
            if ancestor { Kind::FastForward } else { Kind::Force }
        };
        let own = |text: &str| text.to_owned();
        changes.push(Change { name: own(name), old: own(old), new: own(new), kind });
    }
    if changes.is_empty() {
        return Err(Refusal::Push("nothing would change".to_owned()));
    }
    changes.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(changes)
}

/// Takes what git received out of quarantine into the mirror, where a question can wait for days.
pub(super) fn adopt(mirror: &Path, quarantine: Option<&str>) -> Result<(), Refusal> {
    let Some(quarantine) = quarantine.map(Path::new) else { return Ok(()) };
    let objects = mirror.join("objects");
    let failed = |source| Refusal::file("keep the objects in", &objects)(source);
    let own = fs::canonicalize(quarantine).map_err(failed)?;
    if own.parent() != Some(&*fs::canonicalize(&objects).map_err(failed)?) {
        return Err(Refusal::Push("the objects are not where git receives them".to_owned()));
    }
    for folder in fs::read_dir(&own).map_err(failed)?.flatten() {
        let Ok(kind) = folder.file_type() else { continue };
        if !kind.is_dir() {
            continue;
        }
        let to = objects.join(folder.file_name());
        fs::create_dir_all(&to).map_err(failed)?;
        let mut files: Vec<_> = fs::read_dir(folder.path()).map_err(failed)?.flatten().collect();
        // The index of a pack makes it visible, so it comes last.
        files.sort_by_key(|file| file.file_name().to_string_lossy().ends_with(".idx"));
        for file in files {
            let place = to.join(file.file_name());
            let there = place.exists() || file.file_name().to_string_lossy().ends_with(".keep");
            if !there {
                fs::copy(file.path(), &place).map_err(failed)?;
            }
        }
    }
    Ok(())
}

/// What a person is asked about.
pub(super) async fn matter(remote: &Remote, changes: &[Change]) -> Result<Matter, Refusal> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"push\0").update(remote.url.as_bytes());
    let mut shown = vec![format!("push to {}", remote.shown)];
    let mut refs = Vec::new();
    for change in changes {
        let Change { name, old, new, kind } = change;
        hasher.update(&[0]).update(format!("{old} {new} {name}").as_bytes());
        let short = |id: &str| id.chars().take(12).collect::<String>();
        shown.push(format!(
            "{} {name} {}..{}",
            kind.name().replace('_', "-"),
            short(old),
            short(new)
        ));
        let (count, commits) = commits(&remote.mirror, change).await?;
        refs.push(json!({
            "name": name, "old": old, "new": new, "kind": kind.name(),
            "count": count, "commits": commits,
        }));
    }
    let (diff, truncated) = difference(&remote.mirror, changes).await?;
    let digest = hasher.finalize().to_hex().to_string();
    let scope = scope(changes);
    // To push on to the same branches is one thing; to overwrite is asked each time.
    let class = if scope == Scope::Push {
        rule_texts(remote, changes).join("\n")
    } else {
        format!("exactly {digest}")
    };
    Ok(Matter {
        tool: "git-push".to_owned(),
        tool_use_id: String::new(),
        command: shown.join("\n"),
        digest,
        scopes: [scope].into(),
        class,
        effect: json!({
            "sandbox": "bubblewrap", "url": remote.shown, "refs": refs,
            "diff": diff, "truncated": truncated,
        }),
    })
}

/// The graver of what its refs are.
pub(super) fn scope(changes: &[Change]) -> Scope {
    let grave = changes.iter().any(|it| matches!(it.kind, Kind::Force | Kind::Delete));
    if grave { Scope::ForcePush } else { Scope::Push }
}

/// What rules see: a text for each ref.
pub(super) fn rule_texts(remote: &Remote, changes: &[Change]) -> Vec<String> {
    let text = |it: &Change| format!("{} {} {}", it.kind.verb(), remote.shown, it.name);
    changes.iter().map(text).collect()
}

/// How many commits the remote does not have, and the newest of them.
async fn commits(mirror: &Path, change: &Change) -> Result<(u64, Vec<Value>), Refusal> {
    if change.kind == Kind::Delete {
        return Ok((0, Vec::new()));
    }
    let without = ["--not", "--branches", "--tags"];
    let counting: Vec<&str> =
        ["rev-list", "--count", &change.new].into_iter().chain(without).collect();
    let count = git::at(mirror).run(&counting).await?.parse().unwrap_or(0);
    let most = format!("--max-count={MOST_COMMITS}");
    let format = "--format=%H%x1f%an%x1f%s";
    let listing: Vec<&str> =
        ["log", &most, format, &change.new].into_iter().chain(without).collect();
    let listed = git::at(mirror).run(&listing).await?;
    let commits = listed.lines().filter_map(|line| {
        let mut fields = line.splitn(3, '\u{1f}');
        let (id, author, subject) = (fields.next()?, fields.next()?, fields.next()?);
        Some(json!({ "id": id, "author": author, "subject": subject }))
    });
    Ok((count, commits.collect()))
}

/// What changes for who has the remote's state: from its old commit, or from where a new branch left.
async fn difference(mirror: &Path, changes: &[Change]) -> Result<(String, bool), Refusal> {
    let mut text = String::new();
    for change in changes.iter().filter(|it| it.kind != Kind::Delete) {
        let base = if change.kind == Kind::Create {
            fork(mirror, &change.new).await?
        } else {
            Some(change.old.clone())
        };
        let Some(base) = base else { continue };
        let words = ["diff", "--no-color", "--stat", "--patch", &base, &change.new, "--"];
        text.push_str(&git::at(mirror).ask(&words).await?.unwrap_or_default());
        text.push('\n');
    }
    let truncated = text.len() > LONGEST_DIFF;
    let mut end = text.len().min(LONGEST_DIFF);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    Ok((text, truncated))
}

/// The newest commit of the remote that a new branch rests on.
async fn fork(mirror: &Path, new: &str) -> Result<Option<String>, Refusal> {
    let words = ["rev-list", "--boundary", "--max-count=1000", new, "--not", "--branches"];
    let listed = git::at(mirror).ask(&words).await?.unwrap_or_default();
    Ok(listed.lines().find_map(|line| line.strip_prefix('-')).map(str::to_owned))
}
