//! Keeping work where git shows it: what is dirty or untracked becomes a commit under a ref of ours.

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
        status: &Status,
        reason: &'static str,
    ) -> Result<Rescue, Refusal> {
        let message = format!("rescue of session {}: {reason}", session.session_id);
        let (path, scratch) = (&session.workspace_path, &self.config.folder);
        let commit = snapshot::take(path, scratch, status, &message).await?;
        self.keep(session, project, (&commit, &status.head), reason).await
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
