//! What a person is asked about, and the hash that a yes is bound to.

use std::path::Path;

use serde_json::{Value, json};

use super::shown;
use crate::Orchestrator;
use crate::approvals::{Scope, Scopes};
use crate::jobs::Job;
use crate::process::gate_client::Question;

/// Files larger than this are bound by their size and time alone.
const LARGEST: u64 = 16 * 1024 * 1024;

/// One thing that needs a yes.
#[derive(Debug, Clone)]
pub(crate) struct Matter {
    pub(crate) tool: String,
    pub(crate) tool_use_id: String,
    /// The call as a person reads it.
    pub(crate) command: String,
    /// The hash of all that the yes is about.
    pub(crate) digest: String,
    pub(crate) scopes: Scopes,
    /// What "for this job" would allow.
    pub(crate) class: String,
    /// What the house knows of the effect.
    pub(crate) effect: Value,
}

impl Matter {
    /// What an event says of it.
    pub(super) fn data(&self, job: &Job) -> Value {
        json!({
            "job_id": job.job_id,
            "session_id": job.session_id,
            "project_id": job.project_id,
            "tool": self.tool,
            "command": self.command,
            "digest": self.digest,
            "scopes": self.scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>(),
        })
    }
}

impl Orchestrator {
    /// A call of a tool, with the files it names as they are now.
    pub(super) fn matter(
        &self,
        job: &Job,
        worktree: &Path,
        question: &Question,
        scopes: &Scopes,
    ) -> Matter {
        let command = shown(&question.tool, &question.input);
        let digest = digest(&question.tool, &question.input, worktree);
        let class = match (scopes.contains(&Scope::Shell), self.sandbox.is_on()) {
            // Behind the wall every command has the same limits.
            (true, true) => "command".to_owned(),
            (true, false) => format!("exactly {digest}"),
            (false, _) => "write".to_owned(),
        };
        let more = self.sandbox.more(&job.project_id);
        let effect = json!({
            "sandbox": self.sandbox.config().kind.name(),
            "writes": more.write,
            "hosts": more.hosts,
        });
        Matter {
            tool: question.tool.clone(),
            tool_use_id: question.tool_use_id.clone(),
            command,
            digest,
            scopes: scopes.clone(),
            class,
            effect,
        }
    }
}

/// The hash of a call: its words, its folder, and the files that its words name.
fn digest(tool: &str, input: &Value, worktree: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(tool.as_bytes()).update(&[0]).update(input.to_string().as_bytes());
    hasher.update(&[0]).update(worktree.as_os_str().as_encoded_bytes());
    let command = input["command"].as_str().unwrap_or_default();
    let apart = |c: char| c.is_whitespace() || "'\"`$(){}<>|&;=".contains(c);
    for word in command.split(apart).filter(|word| !word.is_empty()) {
        let path = worktree.join(word);
        let Ok(metadata) = std::fs::metadata(&path) else { continue };
        if !metadata.is_file() {
            continue;
        }
        hasher.update(&[0]).update(word.as_bytes()).update(&metadata.len().to_le_bytes());
        if metadata.len() <= LARGEST
            && let Ok(bytes) = std::fs::read(&path)
        {
            hasher.update(blake3::hash(&bytes).as_bytes());
        }
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_yes_to_a_script_is_a_yes_to_what_it_holds() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("run.sh");
        let call = json!({ "command": "sh run.sh" });
        std::fs::write(&script, "true").unwrap();
        let before = digest("Bash", &call, folder.path());
        assert_eq!(before, digest("Bash", &call, folder.path()));
        std::fs::write(&script, "evil").unwrap();
        assert_ne!(before, digest("Bash", &call, folder.path()));
    }
}
