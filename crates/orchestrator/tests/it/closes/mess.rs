//! What people and agents leave in a worktree, one random act after another.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use crate::desk::try_git;

/// A small generator, so that a seed names a run.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    pub(super) fn one_in(&mut self, count: u64) -> bool {
        self.next().is_multiple_of(count)
    }

    fn text(&mut self) -> String {
        let lines = self.between(0, 40);
        (0..lines).map(|_| format!("{:x}\n", self.next())).collect()
    }

    fn file<'a>(&mut self, names: &[&'a str]) -> &'a str {
        let index = usize::try_from(self.next()).unwrap_or_default() % names.len();
        names[index]
    }
}

const TRACKED: [&str; 4] = ["README.md", "src/a.txt", "src/b.txt", ".gitignore"];
const NEW: [&str; 6] = ["new.txt", "src/more.txt", "a b c", "new\nline", "ü.txt", "-dash"];

/// Does one thing to a worktree and says what; what git refuses is left undone.
pub(super) fn act(tree: &Path, random: &mut Random) -> &'static str {
    match random.between(0, 11) {
        0..=3 => files(tree, random),
        4..=6 => index(tree, random),
        7..=8 => history(tree, random),
        9 => odd(tree, random),
        _ => submodule(tree, random),
    }
}

fn write(path: &Path, text: &[u8]) {
    if let Some(parent) = path.parent()
        && fs::create_dir_all(parent).is_ok()
        && !path.is_dir()
    {
        fs::write(path, text).unwrap();
    }
}

fn files(tree: &Path, random: &mut Random) -> &'static str {
    let text = random.text();
    match random.between(0, 7) {
        0 => {
            write(&tree.join(random.file(&TRACKED)), text.as_bytes());
            "changed"
        }
        1 => {
            write(&tree.join(random.file(&NEW)), text.as_bytes());
            "untracked"
        }
        2 => {
            write(&tree.join("settings.local"), text.as_bytes());
            "ignored file"
        }
        3 => {
            write(&tree.join("build/deep/out.bin"), &vec![7; 100_000]);
            fs::create_dir_all(tree.join("build/empty")).unwrap();
            "ignored folder"
        }
        4 => {
            let gone = fs::remove_file(tree.join(random.file(&TRACKED)));
            if gone.is_ok() { "deleted file" } else { "nothing" }
        }
        5 => {
            let gone = fs::remove_dir_all(tree.join("src"));
            if gone.is_ok() { "deleted folder" } else { "nothing" }
        }
        6 => {
            let path = tree.join(random.file(&TRACKED));
            let mode = if random.one_in(2) { 0o755 } else { 0o600 };
            let set = fs::set_permissions(path, fs::Permissions::from_mode(mode));
            if set.is_ok() { "changed mode" } else { "nothing" }
        }
        _ => {
            let name = random.file(&["link", "src/link"]);
            let made = symlink("../nowhere/else", tree.join(name));
            if made.is_ok() { "symbolic link" } else { "nothing" }
        }
    }
}

fn index(tree: &Path, random: &mut Random) -> &'static str {
    let text = random.text();
    match random.between(0, 7) {
        0 => {
            write(&tree.join(random.file(&TRACKED)), text.as_bytes());
            tried(tree, &["add", "--all", "--ignore-errors"], "staged")
        }
        1 => {
            let name = random.file(&TRACKED);
            write(&tree.join(name), text.as_bytes());
            let done = tried(tree, &["add", "--", name], "staged, then changed");
            write(&tree.join(name), b"later\n");
            done
        }
        2 => {
            let name = random.file(&NEW);
            write(&tree.join(name), text.as_bytes());
            tried(tree, &["add", "--intent-to-add", "--", name], "intent to add")
        }
        3 => tried(tree, &["rm", "--quiet", "--cached", "--", random.file(&TRACKED)], "unstaged"),
        4 => tried(tree, &["mv", "src/a.txt", "moved.txt"], "renamed"),
        5 => {
            let name = random.file(&TRACKED);
            tried(tree, &["update-index", "--assume-unchanged", "--", name], "assumed unchanged")
        }
        6 => {
            let name = random.file(&TRACKED);
            tried(tree, &["update-index", "--skip-worktree", "--", name], "skipped in the worktree")
        }
        _ => {
            write(&tree.join("only-staged.txt"), text.as_bytes());
            let done = tried(tree, &["add", "--", "only-staged.txt"], "staged, then deleted");
            fs::remove_file(tree.join("only-staged.txt")).unwrap();
            done
        }
    }
}

fn history(tree: &Path, random: &mut Random) -> &'static str {
    match random.between(0, 8) {
        0 | 1 => tried(tree, &["commit", "--quiet", "--all", "--message", "more"], "committed"),
        2 => {
            let words = ["commit", "--quiet", "--amend", "--allow-empty", "--message", "again"];
            tried(tree, &words, "amended")
        }
        3 => tried(tree, &["stash", "push", "--quiet"], "stashed"),
        4 => {
            let words = ["stash", "push", "--quiet", "--include-untracked"];
            tried(tree, &words, "stashed with untracked")
        }
        5 => tried(tree, &["reset", "--quiet", "--hard", "HEAD~1"], "reset"),
        6 => tried(tree, &["checkout", "--quiet", "--detach"], "on no branch"),
        7 => {
            let (_, branch) = try_git(tree, &["branch", "--show-current"]);
            let key = format!("branch.{branch}.description");
            if branch.is_empty() {
                return "nothing";
            }
            tried(tree, &["config", &key, "what it is for"], "branch described")
        }
        _ => conflict(tree),
    }
}

/// A revert that stops in the middle.
fn conflict(tree: &Path) -> &'static str {
    for text in ["one\n", "two\n", "three\n"] {
        write(&tree.join("fought-over.txt"), text.as_bytes());
        if try_git(tree, &["add", "--", "fought-over.txt"]).0 != 0
            || try_git(tree, &["commit", "--quiet", "--message", "fight"]).0 != 0
        {
            return "nothing";
        }
    }
    let stopped = try_git(tree, &["revert", "--no-edit", "HEAD~1"]).0 != 0;
    if stopped { "conflict" } else { "nothing" }
}

fn odd(tree: &Path, random: &mut Random) -> &'static str {
    match random.between(0, 4) {
        0 => {
            write(&tree.join(OsStr::from_bytes(b"not\xffutf8")), b"bytes");
            "name of no text"
        }
        1 => {
            let nested = tree.join("nested");
            fs::create_dir_all(&nested).unwrap();
            write(&nested.join("inside.txt"), random.text().as_bytes());
            tried(&nested, &["init", "--quiet"], "repository inside, empty")
        }
        2 => {
            let nested = tree.join("nested-too");
            fs::create_dir_all(&nested).unwrap();
            write(&nested.join("inside.txt"), random.text().as_bytes());
            try_git(&nested, &["init", "--quiet"]);
            try_git(&nested, &["add", "--all"]);
            tried(&nested, &["commit", "--quiet", "--message", "in"], "repository inside")
        }
        3 => {
            fs::create_dir_all(tree.join("hollow/deep")).unwrap();
            "empty folder"
        }
        _ => {
            write(&tree.join(".git-like/HEAD"), b"ref: refs/heads/x\n");
            let linked = fs::hard_link(tree.join(".git-like/HEAD"), tree.join("twin"));
            if linked.is_ok() { "hard link" } else { "nothing" }
        }
    }
}

fn submodule(tree: &Path, random: &mut Random) -> &'static str {
    let sub = tree.join("sub");
    if !sub.join(".git").exists() {
        return tried(tree, &["submodule", "--quiet", "update", "--init"], "submodule made");
    }
    let text = random.text();
    match random.between(0, 7) {
        0 => {
            write(&sub.join("lib.txt"), text.as_bytes());
            "submodule changed"
        }
        1 => {
            write(&sub.join("untracked.txt"), text.as_bytes());
            "submodule untracked"
        }
        2 => {
            write(&sub.join("lib.txt"), text.as_bytes());
            tried(&sub, &["add", "--all"], "submodule staged")
        }
        3 | 4 => {
            write(&sub.join("deep/x.txt"), text.as_bytes());
            let words = ["commit", "--quiet", "--all", "--message", "in the submodule"];
            tried(&sub, &words, "submodule committed")
        }
        5 => tried(&sub, &["stash", "push", "--quiet"], "submodule stashed"),
        6 => tried(&sub, &["switch", "--quiet", "--create", "topic"], "submodule branch"),
        _ => {
            try_git(tree, &["add", "--", "sub"]);
            tried(tree, &["commit", "--quiet", "--message", "pointer"], "pointer committed")
        }
    }
}

fn tried(folder: &Path, words: &[&str], what: &'static str) -> &'static str {
    if try_git(folder, words).0 == 0 { what } else { "nothing" }
}
