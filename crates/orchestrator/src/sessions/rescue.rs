//! Keeping work: what is dirty, untracked or on no branch becomes a commit under a ref of ours.

use std::path::Path;

use kernel::Timestamp;
use serde_json::json;
use store::Durability;

use super::{Rescue, Session, db};
use crate::Orchestrator;
use crate::error::Refusal;
use crate::events;
use crate::git::snapshot::{self, Status};
use crate::projects::Project;

impl Orchestrator {
    /// Keeps the worktree as it is under a new ref.
    pub(crate) async fn rescue(
        &self,
        session: &Session,
        project: &Project,
        (status, ignored): (&Status, &[String]),
        reason: &'static str,
    ) -> Result<Rescue, Refusal> {
        let message = format!("rescue of session {}: {reason}", session.session_id);
        let (path, scratch) = (&session.workspace_path, &self.config.folder);
        let commit = snapshot::take_with(path, scratch, status, (ignored, &message)).await?;
        self.keep(session, project, (&commit, &status.head), reason).await
    }

    /// What git ignores in the worktree and is small enough to be kept, the smallest first; and what
    /// is not.
    pub(crate) async fn ignored(
        &self,
        session: &Session,
    ) -> Result<(Vec<String>, Vec<String>), Refusal> {
        let path = session.workspace_path.clone();
        let names = snapshot::ignored(&path).await?;
        let limit = self.config.limits.rescue_ignored_bytes;
        let measured = tokio::task::spawn_blocking(move || {
            let measure = |name: String| (size(&path.join(&name), limit), name);
            let mut sized: Vec<_> = names.into_iter().map(measure).collect();
            sized.sort();
            sized
        });
        let mut left = limit;
        let (mut kept, mut lost) = (Vec::new(), Vec::new());
        for (size, name) in measured.await.map_err(Refusal::defect)? {
            match size.and_then(|size| left.checked_sub(size)) {
                Some(rest) => {
                    left = rest;
                    kept.push(name);
                }
                None => lost.push(name),
            }
        }
        Ok((kept, lost))
    }

    /// Keeps a commit of a session, made upon `base`, under a new ref.
    pub(crate) async fn keep(
        &self,
        session: &Session,
        project: &Project,
        (commit, base): (&str, &str),
        reason: &'static str,
    ) -> Result<Rescue, Refusal> {
        let id = session.session_id.clone();
        let number = self.store.read(move |reader| db::next_rescue(reader, &id)).await?;
        let rescue = Rescue {
            session_id: session.session_id.clone(),
            number,
            reference: format!("refs/televibe/rescue/{}/{number}", session.session_id),
            commit: commit.to_owned(),
            base: base.to_owned(),
            reason: reason.to_owned(),
            created_at: Timestamp::now(),
        };
        snapshot::keep(&project.path, &rescue.reference, commit).await?;
        let (kept, stream) = (rescue.clone(), session.stream());
        self.store
            .write(Durability::Full, move |tx| {
                db::insert_rescue(tx, &kept)?;
                let data = json!({
                    "session_id": kept.session_id,
                    "reference": kept.reference,
                    "commit": kept.commit,
                    "reason": kept.reason,
                });
                events::emit(tx, "session.rescued", &stream, "orchestrator", &data)
            })
            .await?;
        Ok(rescue)
    }
}

/// How much a file or folder holds; none if that is more than `limit`, cannot be read, or is a
/// repository of its own, of which git would keep no more than a name.
fn size(path: &Path, limit: u64) -> Option<u64> {
    let metadata = std::fs::symlink_metadata(path).ok()?;
    if !metadata.is_dir() {
        return Some(metadata.len()).filter(|size| *size <= limit);
    }
    if std::fs::symlink_metadata(path.join(".git")).is_ok() {
        return None;
    }
    let mut sum = 0;
    for entry in std::fs::read_dir(path).ok()? {
        sum += size(&entry.ok()?.path(), limit - sum)?;
    }
    Some(sum)
}
