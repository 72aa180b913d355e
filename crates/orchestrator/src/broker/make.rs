//! From what git received to what the remote has: judged, asked, pushed once, written down.

use serde_json::{Value, json};
use store::Durability;

use super::effect::{self, Change, Kind};
use super::{Remote, Service};
use crate::Orchestrator;
use crate::approvals::{Approval, db};
use crate::error::Refusal;
use crate::gate::judge::place;
use crate::gate::people::spend;
use crate::gate::{Decided, Matter, Patience};
use crate::git;
use crate::jobs::{Job, with};
use crate::policy::Judgement;
use crate::process::gate_client::Answer;
use crate::runner;

impl Orchestrator {
    /// Answers git's question about a push that an agent brought.
    pub(crate) async fn brought(&self, job: &Job, input: &Value) -> Result<Answer, Refusal> {
        let push = input["push"].as_str().unwrap_or_default();
        let remote = self.pushes.get(push).filter(|it| it.job_id == job.job_id);
        let Some(remote) = remote.filter(|it| it.service == Service::Receive) else {
            return Err(Refusal::Push("nobody knows of it".to_owned()));
        };
        effect::adopt(&remote.mirror, input["quarantine"].as_str())?;
        let changes = effect::changes(&remote.mirror, &input["references"]).await?;
        hold(&remote, &changes).await?;
        let matter = effect::matter(&remote, &changes).await?;
        let texts = effect::rule_texts(&remote, &changes);
        let scope = effect::scope(&changes);
        let decided = match self.policy.judge_push(place(job), &texts, scope) {
            Judgement::Allow(_) => {
                let reason = "the policy allows it".to_owned();
                Decided::Allowed { reason, approval_id: None }
            }
            Judgement::Deny(reason) => Decided::Denied(reason),
            Judgement::Ask(_) => self.ask_about_push(job, &matter).await?,
        };
        match decided {
            Decided::Allowed { approval_id, .. } => {
                self.make_push(job, &remote, &changes, approval_id).await
            }
            Decided::Denied(reason) | Decided::Open(reason) => {
                self.stop_call(job, &matter, &reason).await?;
                release(&remote, &changes).await;
                Ok(Answer::Deny { reason: format!("ensemble: the push is refused: {reason}") })
            }
        }
    }

    /// Waits for a person as long as the agent may wait; then the agent sleeps and the objects stay.
    async fn ask_about_push(&self, job: &Job, matter: &Matter) -> Result<Decided, Refusal> {
        let sleeps = runner::can_resume(self.agent_of(job)?.kind);
        let patience = if sleeps { Patience::Sleep } else { Patience::Stay };
        let decided = self.ask_people(job, || matter.clone(), patience).await?;
        if !matches!(decided, Decided::Open(_)) {
            return Ok(decided);
        }
        self.live.set_sleeping(&job.job_id);
        self.stop_process(&job.job_id);
        // Whoever asks is ended with the agent; a no now would be told to an agent that still runs.
        while self.live.has_process(&job.job_id) {
            tokio::select! {
                () = self.ended.notified() => {}
                () = tokio::time::sleep(std::time::Duration::from_millis(100)) => {}
                () = self.stop.cancelled() => break,
            }
        }
        Err(Refusal::Push("the job sleeps until a person answers".to_owned()))
    }

    /// Makes the pushes that were approved while the job slept.
    pub(crate) async fn push_held(&self, job: &Job) -> Result<(), Refusal> {
        let id = job.job_id.clone();
        let approved = self.store.read(move |reader| db::approved_of(reader, &id)).await?;
        for approval in approved.into_iter().filter(|it| it.tool == "git-push") {
            let (spent, of) = (approval.clone(), job.clone());
            let written =
                self.store.write(Durability::Full, move |tx| spend(tx, &of, &spent)).await?;
            if !written {
                continue;
            }
            let (remote, changes) = self.held(job, &approval).await?;
            let answer = self.make_push(job, &remote, &changes, Some(approval.approval_id)).await?;
            tracing::info!(job = %job.job_id, ?answer, "a push that waited was made");
        }
        Ok(())
    }

    /// The push an approval is about, from what is kept of it.
    async fn held(&self, job: &Job, approval: &Approval) -> Result<(Remote, Vec<Change>), Refusal> {
        let shown = approval.effect["url"].as_str().unwrap_or_default();
        let (name, url, common) = self.find_remote(&job.session_id, shown).await?;
        let folder = self.config.folder.join("remotes");
        let remote = Remote {
            job_id: job.job_id.clone(),
            service: Service::Receive,
            name,
            shown: shown.to_owned(),
            mirror: super::mirror::place(&folder, &common, &url),
            url,
            common,
        };
        let refs = approval.effect["refs"].as_array().into_iter().flatten();
        let text = |it: &Value, key: &str| it[key].as_str().unwrap_or_default().to_owned();
        let lines: Vec<String> = refs
            .map(|it| format!("{} {} {}", text(it, "old"), text(it, "new"), text(it, "name")))
            .collect();
        let changes = effect::changes(&remote.mirror, &json!(lines)).await?;
        let matter = effect::matter(&remote, &changes).await?;
        if matter.digest != approval.digest {
            return Err(Refusal::Push("it is not what was approved".to_owned()));
        }
        Ok((remote, changes))
    }

    /// Pushes exactly these objects, once, and writes down what the remote said.
    async fn make_push(
        &self,
        job: &Job,
        remote: &Remote,
        changes: &[Change],
        approval_id: Option<String>,
    ) -> Result<Answer, Refusal> {
        let mut words = vec!["push".to_owned(), "--porcelain".to_owned(), "--no-signed".to_owned()];
        if changes.len() > 1 {
            words.push("--atomic".to_owned());
        }
        for Change { name, old, .. } in changes {
            let old = if effect::is_zero(old) { "" } else { old };
            words.push(format!("--force-with-lease={name}:{old}"));
        }
        words.extend(["--".to_owned(), remote.url.clone()]);
        for Change { name, new, kind, .. } in changes {
            let new = if *kind == Kind::Delete { "" } else { new };
            words.push(format!("{new}:{name}"));
        }
        let output = git::with_credentials(&remote.mirror).output(&words).await?;
        let said = [&output.stdout[..], &output.stderr[..]].concat();
        let said = String::from_utf8_lossy(&said).replace(&remote.url, &remote.shown);
        let said: String = said.trim().chars().take(4000).collect();
        let made = output.status.success();
        let refs: Vec<Value> = changes
            .iter()
            .map(|it| json!({ "name": it.name, "old": it.old, "new": it.new }))
            .collect();
        let data = json!({
            "job_id": job.job_id, "session_id": job.session_id, "project_id": job.project_id,
            "url": remote.shown, "refs": refs, "approval_id": approval_id, "remote_said": said,
        });
        let kind = if made { "push.made" } else { "push.refused" };
        self.note(job, kind, with(data, json!({}))).await?;
        if made {
            follow(remote, changes).await;
        }
        release(remote, changes).await;
        if made {
            return Ok(Answer::Allow { reason: format!("ensemble: pushed by the house\n{said}") });
        }
        Ok(Answer::Deny { reason: format!("ensemble: the remote refused\n{said}") })
    }
}

fn held_name(change: &Change) -> String {
    format!("refs/held/{}", change.new)
}

/// Keeps what was brought while a person is asked.
async fn hold(remote: &Remote, changes: &[Change]) -> Result<(), Refusal> {
    for change in changes.iter().filter(|it| it.kind != Kind::Delete) {
        let words = ["update-ref", &held_name(change), &change.new];
        git::at(&remote.mirror).run(&words).await?;
    }
    Ok(())
}

async fn release(remote: &Remote, changes: &[Change]) {
    for change in changes.iter().filter(|it| it.kind != Kind::Delete) {
        let words = ["update-ref", "-d", &held_name(change)];
        if let Err(error) = git::at(&remote.mirror).run(&words).await {
            tracing::debug!(%error, "what was held for a push stays");
        }
    }
}

/// The owner's repository learns what the remote has now, as after a push of its own.
async fn follow(remote: &Remote, changes: &[Change]) {
    for change in changes {
        let Some(branch) = change.name.strip_prefix("refs/heads/") else { continue };
        let name = format!("refs/remotes/{}/{branch}", remote.name);
        let words: Vec<&str> = if change.kind == Kind::Delete {
            vec!["update-ref", "-d", &name]
        } else {
            vec!["update-ref", &name, &change.new]
        };
        // The commit may not have been brought back yet; then the next fetch tells.
        if let Err(error) = git::at(&remote.common).run(&words).await {
            tracing::debug!(%error, "a remote-tracking ref was not moved");
        }
    }
}
