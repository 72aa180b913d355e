//! Everything that can be told of a worktree: its files to the bit, its index to the byte, and what
//! git says of it and of its submodule.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::desk::{git, try_git};

/// What a file is: kind and mode, time of change, and what is in it.
type File = (u32, i64, i64, String);

/// All that is compared.
#[derive(Clone)]
pub(super) struct Facts {
    files: Option<BTreeMap<Vec<u8>, File>>,
    told: BTreeMap<String, String>,
}

impl Facts {
    /// The files, and what git knows.
    pub(super) fn of(repository: &Path, tree: &Path) -> Self {
        let mut files = BTreeMap::new();
        walk(tree, tree, &mut files);
        Self { files: Some(files), ..Self::of_git(repository, tree) }
    }

    /// What git knows, whether the files are there or not.
    pub(super) fn of_git(repository: &Path, tree: &Path) -> Self {
        let mut told = BTreeMap::new();
        let private = private(repository, tree);
        for name in ["index", "HEAD", "MERGE_HEAD", "REVERT_HEAD", "gitdir", "commondir", "locked"]
        {
            told.insert(name.to_owned(), digest(&private.join(name)));
        }
        let mut tell = |name: &str, words: &[&str]| {
            let (code, text) = try_git(repository, words);
            told.insert(name.to_owned(), format!("{code} {text}"));
        };
        let references =
            ["for-each-ref", "--exclude=refs/televibe/**", "--format=%(refname) %(objectname)"];
        tell("references", &references);
        tell("stashes", &["stash", "list", "--format=%H %gs"]);
        tell("settings", &["config", "--local", "--get-regexp", "^branch[.]"]);
        let head = fs::read_to_string(private.join("HEAD")).unwrap();
        if let Some(branch) = head.trim().strip_prefix("ref: ") {
            tell("history", &["reflog", "show", "--format=%H %gs", branch]);
        }
        let directory = format!("--git-dir={}", private.display());
        tell(
            "whole",
            &[&directory, "fsck", "--connectivity-only", "--no-dangling", "--no-progress"],
        );
        let modules = private.join("modules/sub");
        if modules.is_dir() {
            submodule(&modules, &mut told);
        }
        Self { files: None, told }
    }

    pub(super) fn without_files(self) -> Self {
        Self { files: None, ..self }
    }

    /// What is not the same in both, in words; a test fails with it.
    pub(super) fn assert_same(&self, before: &Self, when: &str) {
        let mut found = Vec::new();
        differences(&before.told, &self.told, &mut found);
        let none = BTreeMap::new();
        let files = |facts: &'_ Self| facts.files.clone().unwrap_or_else(|| none.clone());
        let named = |facts: &Self| -> BTreeMap<String, String> {
            let files = files(facts).into_iter();
            files
                .map(|(name, file)| (format!("{}", name.escape_ascii()), format!("{file:?}")))
                .collect()
        };
        differences(&named(before), &named(self), &mut found);
        assert!(found.is_empty(), "{when}:\n{}", found.join("\n"));
    }
}

fn differences(
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
    found: &mut Vec<String>,
) {
    for name in before.keys().chain(after.keys().filter(|name| !before.contains_key(*name))) {
        let (was, is) = (before.get(name), after.get(name));
        if was != is {
            found.push(format!("{name}\n  was {was:?}\n  is  {is:?}"));
        }
    }
}

fn submodule(modules: &Path, told: &mut BTreeMap<String, String>) {
    for name in ["index", "HEAD", "config"] {
        told.insert(format!("submodule {name}"), digest(&modules.join(name)));
    }
    let directory = format!("--git-dir={}", modules.display());
    let place = format!("--work-tree={}", modules.display());
    for (name, words) in [
        ("references", ["for-each-ref", "--format=%(refname) %(objectname)"].as_slice()),
        ("commits", ["log", "--all", "--reflog", "--format=%H"].as_slice()),
        ("stashes", ["stash", "list", "--format=%H %gs"].as_slice()),
        ("whole", ["fsck", "--no-dangling", "--no-progress"].as_slice()),
    ] {
        let words: Vec<&str> =
            [directory.as_str(), place.as_str()].into_iter().chain(words.iter().copied()).collect();
        told.insert(format!("submodule {name}"), git(modules, &words));
    }
}

/// Git's own folder for the worktree.
fn private(repository: &Path, tree: &Path) -> PathBuf {
    let wanted = format!("{}/.git", tree.display());
    let folders = fs::read_dir(repository.join(".git/worktrees")).unwrap();
    let mut folders = folders.map(|entry| entry.unwrap().path());
    let found = folders.find(|private| {
        fs::read_to_string(private.join("gitdir")).is_ok_and(|text| text.trim() == wanted)
    });
    found.unwrap_or_else(|| panic!("git knows no worktree at {wanted}"))
}

fn digest(path: &Path) -> String {
    match fs::read(path) {
        Ok(bytes) => format!("{} bytes {}", bytes.len(), blake3::hash(&bytes)),
        Err(_) => "none".to_owned(),
    }
}

fn walk(tree: &Path, folder: &Path, files: &mut BTreeMap<Vec<u8>, File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let content = if metadata.is_symlink() {
            format!("-> {}", fs::read_link(&path).unwrap().display())
        } else if metadata.is_dir() {
            walk(tree, &path, files);
            "folder".to_owned()
        } else {
            digest(&path)
        };
        let name = path.strip_prefix(tree).unwrap().as_os_str().as_bytes().to_vec();
        let file = (metadata.mode(), metadata.mtime(), metadata.mtime_nsec(), content);
        files.insert(name, file);
    }
}
