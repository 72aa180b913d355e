//! Git's own question before a push: it passes only with an approval that was used for a push, so
//! that a push hidden in a script, an alias or another program finds a closed door.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::refused;
use crate::Orchestrator;
use crate::approvals::{Scope, db};
use crate::error::Refusal;
use crate::git;
use crate::jobs::{Job, with};
use crate::process::gate_client::Answer;

impl Orchestrator {
    pub(super) async fn witness(&self, job: &Job, push: &Value) -> Result<Answer, Refusal> {
        let session = self.session(&job.session_id).await?;
        let forced = self.is_forced(&session.workspace_path, push).await?;
        let needed = if forced { Scope::ForcePush } else { Scope::Push };
        let id = job.job_id.clone();
        let (used, granted) = self
            .store
            .read(move |reader| {
                Ok::<_, Refusal>((db::used_of(reader, &id)?, db::granted(reader, &id)?))
            })
            .await?;
        let approved = used.iter().rev().find(|approval| covers(&approval.scopes, needed));
        let by_policy = self.policy.is_free(needed);
        let allowed = approved.is_some() || covers(&granted, needed) || by_policy;
        let data = json!({
            "job_id": job.job_id,
            "session_id": job.session_id,
            "project_id": job.project_id,
            "branch": session.branch,
            "scope": needed.name(),
            "allowed": allowed,
            "approval_id": approved.map(|approval| &approval.approval_id),
        });
        self.note(job, "push.witnessed", with(data, push.clone())).await?;
        if allowed {
            return Ok(Answer::Allow { reason: "the push was approved".to_owned() });
        }
        refused(format!("no approval with the scope `{needed}` was given to this job"))
    }

    /// Whether the push would take commits away from the remote, or a whole branch.
    async fn is_forced(&self, worktree: &std::path::Path, push: &Value) -> Result<bool, Refusal> {
        let lines = push["references"].as_array().into_iter().flatten();
        // Git tells nothing of a push that has nothing to push.
        for line in lines.filter_map(Value::as_str).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split(' ').collect();
            let [_, local, _, remote] = words[..] else { return Ok(true) };
            let is_zero = |id: &str| id.bytes().all(|byte| byte == b'0');
            if is_zero(local) {
                return Ok(true);
            }
            if is_zero(remote) {
                continue;
            }
            let words = ["merge-base", "--is-ancestor", remote, local];
            if !git::at(worktree).output(&words).await?.status.success() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn covers(scopes: &BTreeSet<Scope>, needed: Scope) -> bool {
    scopes.contains(&needed) || scopes.contains(&Scope::ForcePush)
}
