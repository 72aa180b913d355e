//! What an agent committed comes back into the real repository. Its git directory is read in a box
//! without a network, and only a pack of objects and the names of refs leave the box.

use std::fs;
use std::path::{Path, PathBuf};

use super::Wall;
use super::repository::{LIST, Place, Refs, kept_under, listed};
use crate::error::Refusal;
use crate::git;

/// What came back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct BroughtBack {
    /// The branch's commit after the job, if it moved.
    pub(crate) tip: Option<String>,
    /// Refs that were kept beside the branch.
    pub(crate) kept: Vec<String>,
    /// Why the agent's branch is not the session's branch any more, if so.
    pub(crate) apart: Option<String>,
}

const LONGEST_INDEX: u64 = 512 * 1024 * 1024;

/// Brings back what the last job left; nothing happens where nothing was made.
pub(crate) async fn bring_back(place: &Place) -> Result<BroughtBack, Refusal> {
    let given = match fs::read_to_string(place.given()) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(BroughtBack::default());
        }
        Err(error) => return Err(Refusal::file("read", place.given())(error)),
    };
    let head = head(place);
    let mut brought = BroughtBack::default();
    if untouched(place, &given) && !matches!(head, Head::Detached(_)) {
        bring_index(place, &head)?;
        forget(place)?;
        return Ok(brought);
    }
    let given = listed(&given);
    let mut found = listed(&boxed(place, &place.git())?.run(&LIST).await?);
    found.retain(|name, _| !name.starts_with("refs/remotes/"));
    if let Head::Detached(id) = &head {
        found.insert("refs/HEAD".to_owned(), id.clone());
    }
    let news: Refs = found.into_iter().filter(|(name, id)| given.get(name) != Some(id)).collect();
    if !news.is_empty() {
        take_objects(place, &news, &given).await?;
        update(place, &news, &given, &mut brought).await?;
    }
    bring_index(place, &head)?;
    forget(place)?;
    Ok(brought)
}

/// What was brought back is not brought back again.
fn forget(place: &Place) -> Result<(), Refusal> {
    fs::remove_file(place.given()).map_err(Refusal::file("remove", place.given()))
}

/// What the agent has checked out.
enum Head {
    Branch,
    Other,
    Detached(String),
}

fn head(place: &Place) -> Head {
    let text = read_small(&place.inner().join("HEAD")).unwrap_or_default();
    let text = text.trim();
    let own = format!("ref: refs/heads/{}", place.branch);
    if text == own {
        return Head::Branch;
    }
    let hex = text.len() >= 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if hex { Head::Detached(text.to_owned()) } else { Head::Other }
}

/// A file of the agent's, if it is one and small; links are not followed.
fn read_small(path: &Path) -> Option<String> {
    let metadata = fs::symlink_metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > 64 * 1024 * 1024 {
        return None;
    }
    fs::read_to_string(path).ok()
}

/// Whether no ref was written since the directory was made.
fn untouched(place: &Place, given: &str) -> bool {
    let packed = read_small(&place.git().join("packed-refs"));
    packed.as_deref() == Some(given) && is_empty(&place.git().join("refs"))
}

fn is_empty(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().all(|entry| {
        let path = entry.path();
        entry.file_type().is_ok_and(|kind| kind.is_dir()) && is_empty(&path)
    })
}

/// Git over the agent's directory: it sees that, the real objects, and nothing else.
fn boxed<'a>(place: &Place, folder: &'a Path) -> Result<git::Git<'a>, Refusal> {
    let mut wall = Wall::bare();
    wall.memory("/tmp");
    wall.read(&place.git())?;
    place.show_objects(&mut wall)?;
    Ok(git::at(folder).behind(wall))
}

/// A pack of what is new, made in the box, checked and stored outside.
async fn take_objects(place: &Place, news: &Refs, given: &Refs) -> Result<(), Refusal> {
    let pack: PathBuf = place.folder.join("pack-unfinished");
    let mut wanted = String::new();
    for id in news.values() {
        wanted.push_str(&format!("{id}\n"));
    }
    wanted.push_str("--not\n");
    for id in given.values() {
        wanted.push_str(&format!("{id}\n"));
    }
    let folder = place.git();
    let words = ["pack-objects", "--revs", "--stdout", "--thin", "--delta-base-offset", "-q"];
    let making = boxed(place, &folder)?.with_input(wanted.into_bytes()).into_file(&pack);
    making.run(&words).await?;
    let made = fs::read(&pack).map_err(Refusal::file("read", &pack))?;
    let words = ["index-pack", "--stdin", "--fix-thin", "--strict"];
    git::at(&place.common).with_input(made).run(&words).await?;
    fs::remove_file(&pack).map_err(Refusal::file("remove", &pack))?;
    // Nothing says that the box sent all there is.
    let mut words = vec!["rev-list", "--objects", "--quiet"];
    words.extend(news.values().map(String::as_str));
    words.extend(["--not", "--all"]);
    git::at(&place.common).run(&words).await.map(drop)
}

async fn update(
    place: &Place,
    news: &Refs,
    given: &Refs,
    brought: &mut BroughtBack,
) -> Result<(), Refusal> {
    let branch = format!("refs/heads/{}", place.branch);
    let kept = kept_under(&place.session_id);
    for (name, id) in news {
        let beside = format!("{kept}{}", name.strip_prefix("refs/").unwrap_or(name));
        let message = format!("session {}", place.session_id);
        if *name == branch {
            let old = given.get(name).map_or("", String::as_str);
            let words = ["update-ref", "-m", &message, name, id, old];
            match git::at(&place.common).run(&words).await {
                Ok(_) => {
                    brought.tip = Some(id.clone());
                    continue;
                }
                Err(refusal) => brought.apart = Some(refusal.to_string()),
            }
        }
        git::at(&place.common).run(&["update-ref", "-m", &message, &beside, id]).await?;
        brought.kept.push(beside);
    }
    Ok(())
}

/// The index says what is staged; it is data, and only taken while the branch is the session's.
fn bring_index(place: &Place, head: &Head) -> Result<(), Refusal> {
    let (from, to) = (place.inner().join("index"), place.private.join("index"));
    let plain =
        fs::symlink_metadata(&from).is_ok_and(|it| it.is_file() && it.len() <= LONGEST_INDEX);
    if !plain || !matches!(head, Head::Branch) {
        return Ok(());
    }
    let unfinished = place.private.join("index.unfinished");
    fs::copy(&from, &unfinished).map_err(Refusal::file("copy", &from))?;
    fs::rename(&unfinished, &to).map_err(Refusal::file("write", &to))
}
