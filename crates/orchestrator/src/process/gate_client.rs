//! Asking the gate: one line of JSON there, one back. Whatever goes wrong is a refusal.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where the gate's socket is, for the processes of a job.
pub(crate) const SOCKET: &str = "TELEVIBE_GATE";
/// What a process of a job proves itself with.
pub(crate) const TOKEN: &str = "TELEVIBE_GATE_TOKEN";

/// How long a process waits for an orchestrator that is being started again.
const COME_BACK: Duration = Duration::from_secs(60);
const LONGEST_ANSWER: Duration = Duration::from_secs(7 * 24 * 3600);

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Asker {
    /// The hook before a tool is used.
    Hook,
    /// The tool that asks for permission.
    Prompt,
    /// Git, before it pushes.
    Push,
}

/// A question to the gate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) job_id: String,
    pub(crate) token: String,
    pub(crate) asker: Asker,
    pub(crate) tool: String,
    pub(crate) tool_use_id: String,
    pub(crate) input: Value,
}

/// The gate's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub(crate) enum Answer {
    /// It may be done.
    Allow { reason: String },
    /// It may not.
    Deny { reason: String },
    /// The agent is to sleep until a person answered.
    Defer { reason: String },
}

/// Asks the gate; an orchestrator that is away is waited for, then it is a refusal.
pub(super) fn ask(question: &Question, socket: &str) -> Answer {
    let begun = Instant::now();
    loop {
        match once(question, socket) {
            Ok(answer) => return answer,
            Err(error) if begun.elapsed() >= COME_BACK => {
                let reason = format!("the gate cannot be reached: {error}");
                return Answer::Deny { reason };
            }
            Err(_) => std::thread::sleep(Duration::from_millis(200)),
        }
    }
}

fn once(question: &Question, socket: &str) -> std::io::Result<Answer> {
    let mut stream = UnixStream::connect(socket)?;
    stream.set_read_timeout(Some(LONGEST_ANSWER))?;
    let mut line = serde_json::to_vec(question).map_err(std::io::Error::other)?;
    line.push(b'\n');
    stream.write_all(&line)?;
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer)?;
    serde_json::from_str(&answer).map_err(std::io::Error::other)
}

/// What a process of a job knows from its environment.
pub(super) struct Place {
    pub(super) job_id: String,
    pub(super) token: String,
    pub(super) socket: String,
}

impl Place {
    pub(super) fn of(environment: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let variable = |name: &str| environment(name).ok_or(format!("`{name}` is not set"));
        Ok(Self {
            job_id: variable(super::sweep::MARK)?,
            token: variable(TOKEN)?,
            socket: variable(SOCKET)?,
        })
    }

    pub(super) fn ask(&self, asker: Asker, tool: &str, id: &str, input: Value) -> Answer {
        let question = Question {
            job_id: self.job_id.clone(),
            token: self.token.clone(),
            asker,
            tool: tool.to_owned(),
            tool_use_id: id.to_owned(),
            input,
        };
        ask(&question, &self.socket)
    }
}
