//! The scripted agent at the gate: first the hook, then, if the hook is broken, the prompt tool; if
//! that is broken too, nothing is done.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::process::{HOOK, PROMPT, WORD};

/// The two doors to the gate.
pub(super) struct Door<'a> {
    pub(super) program: &'a Path,
    /// The job the agent works for; without one there is no gate and nothing passes.
    pub(super) job: Option<String>,
}

/// What the gate said.
pub(super) enum Passage {
    Free,
    Refused(String),
    Deferred,
}

impl Door<'_> {
    pub(super) fn pass(&self, session: &str, id: &str, tool: &str, input: &Value) -> Passage {
        if self.job.is_none() {
            return Passage::Refused("there is no gate".to_owned());
        }
        match self.hook(session, id, tool, input) {
            Some(passage) => passage,
            None => self.prompt(id, tool, input),
        }
    }

    fn child(&self, name: &str) -> Option<Child> {
        #[expect(clippy::disallowed_methods, reason = "the agent runs its hook, as any agent does")]
        let mut command = Command::new(self.program);
        command.args([WORD, name]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
    }

    fn hook(&self, session: &str, id: &str, tool: &str, input: &Value) -> Option<Passage> {
        let mut child = self.child(HOOK)?;
        let call = json!({
            "session_id": session, "hook_event_name": "PreToolUse",
            "tool_name": tool, "tool_input": input, "tool_use_id": id,
        });
        let mut stdin = child.stdin.take()?;
        stdin.write_all(call.to_string().as_bytes()).ok()?;
        drop(stdin);
        let output = child.wait_with_output().ok()?;
        if output.status.code() == Some(2) {
            return Some(Passage::Refused("the hook refused".to_owned()));
        }
        if !output.status.success() {
            return None;
        }
        let said: Value = serde_json::from_slice(&output.stdout).ok()?;
        let said = &said["hookSpecificOutput"];
        let reason = said["permissionDecisionReason"].as_str().unwrap_or_default().to_owned();
        match said["permissionDecision"].as_str()? {
            "allow" => Some(Passage::Free),
            "deny" => Some(Passage::Refused(reason)),
            "defer" => Some(Passage::Deferred),
            _ => None,
        }
    }

    fn prompt(&self, id: &str, tool: &str, input: &Value) -> Passage {
        let refused = |why: &str| Passage::Refused(why.to_owned());
        match self.ask_prompt(id, tool, input) {
            Some(answer) if answer["behavior"] == "allow" => Passage::Free,
            Some(answer) => refused(answer["message"].as_str().unwrap_or("refused")),
            None => refused("neither the hook nor the prompt tool answered"),
        }
    }

    fn ask_prompt(&self, id: &str, tool: &str, input: &Value) -> Option<Value> {
        let mut child = self.child(PROMPT)?;
        let mut stdin = child.stdin.take()?;
        let arguments = json!({ "tool_name": tool, "input": input, "tool_use_id": id });
        let params = json!({ "name": "approve", "arguments": arguments });
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        writeln!(stdin, "{call}").ok()?;
        drop(stdin);
        let mut line = String::new();
        BufReader::new(child.stdout.take()?).read_line(&mut line).ok()?;
        child.wait().ok()?;
        let answer: Value = serde_json::from_str(&line).ok()?;
        serde_json::from_str(answer["result"]["content"][0]["text"].as_str()?).ok()
    }
}
