//! A repository of the house for each remote: it has the remote's refs, borrows the project's
//! objects, and is written by the house's git alone.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tokio::process::Command;

use super::{Remote, Service};
use crate::error::Refusal;
use crate::git;
use crate::process::files::private_folder;
use crate::process::{RECEIVE, WORD};

/// What the remote's refs are in the mirror: the same.
const REFS: [&str; 2] = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];

/// Where the mirror of a remote stands.
pub(super) fn place(folder: &Path, common: &Path, url: &str) -> PathBuf {
    let mut hasher = blake3::Hasher::new();
    hasher.update(common.as_os_str().as_encoded_bytes()).update(&[0]).update(url.as_bytes());
    folder.join(format!("{}.git", &hasher.finalize().to_hex()[..24]))
}

/// Makes the mirror if it is not there, and gives it the remote's refs as they are now.
pub(super) async fn refresh(remote: &Remote, program: &Path) -> Result<(), Refusal> {
    let mirror = &remote.mirror;
    if !mirror.join("hooks/pre-receive").is_file() {
        make(remote, program).await?;
    }
    let git = || git::with_credentials(mirror);
    let there = git().run(&["ls-remote", "--heads", "--tags", "--refs", "--", &remote.url]).await?;
    let listing =
        ["for-each-ref", "--format=%(objectname)\t%(refname)", "refs/heads/", "refs/tags/"];
    let here = git().run(&listing).await?;
    if sorted(&there) == sorted(&here) {
        return Ok(());
    }
    let fixed =
        ["fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--no-auto-gc"];
    let words: Vec<&str> = fixed.into_iter().chain(["--", &remote.url]).chain(REFS).collect();
    git().run(&words).await.map(drop)
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

async fn make(remote: &Remote, program: &Path) -> Result<(), Refusal> {
    let mirror = &remote.mirror;
    let failed = |source| Refusal::file("make the repository", mirror)(source);
    private_folder(mirror).map_err(failed)?;
    let format = git::at(&remote.common).ask(&["rev-parse", "--show-object-format"]).await?;
    let format = format!("--object-format={}", format.unwrap_or_else(|| "sha1".to_owned()));
    git::at(mirror).run(&["init", "--quiet", "--bare", "--template=", &format, "."]).await?;
    let objects = remote.common.join("objects");
    fs::create_dir_all(mirror.join("objects/info")).map_err(failed)?;
    let line = format!("{}\n", objects.display());
    fs::write(mirror.join("objects/info/alternates"), line).map_err(failed)?;
    let hooks = mirror.join("hooks");
    fs::create_dir_all(&hooks).map_err(failed)?;
    let quoted = format!("'{}'", program.to_string_lossy().replace('\'', "'\\''"));
    let unfinished = hooks.join("unfinished");
    fs::write(&unfinished, format!("#!/bin/sh\nexec {quoted} {WORD} {RECEIVE}\n"))
        .map_err(failed)?;
    fs::set_permissions(&unfinished, fs::Permissions::from_mode(0o700)).map_err(failed)?;
    fs::rename(&unfinished, hooks.join("pre-receive")).map_err(failed)
}

/// The program that talks with an agent's git about the mirror.
pub(super) fn command(remote: &Remote) -> Result<Command, Refusal> {
    let hooks = format!("core.hooksPath={}", remote.mirror.join("hooks").display());
    let settings = [
        hooks.as_str(),
        "receive.fsckObjects=true",
        "receive.denyDeletes=false",
        "receive.denyNonFastForwards=false",
        "receive.autogc=false",
        "receive.advertiseAtomic=true",
        "transfer.hideRefs=refs/held",
        "uploadpack.allowFilter=true",
    ];
    let mut words: Vec<&str> = Vec::new();
    for setting in settings {
        words.extend(["-c", setting]);
    }
    words.push(match remote.service {
        Service::Receive => "receive-pack",
        Service::Upload => "upload-pack",
    });
    words.push(".");
    git::at(&remote.mirror).command(&words)
}
