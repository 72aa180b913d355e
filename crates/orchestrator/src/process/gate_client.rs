//! Asking the gate: one line of JSON there, one back. Whatever goes wrong is a refusal, and so is an
//! answer that does not prove that the gate gave it.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Where the gate's socket is, for the processes of a job.
pub(crate) const SOCKET: &str = "TELEVIBE_GATE";
/// What a process of a job proves itself with; behind the wall there is none, the keeper has it.
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
    /// Git behind the wall, which wants to talk to a remote: a stream follows.
    Git,
    /// Git of the house, which was brought a push.
    Push,
    /// The proxy, about a name it was not told of.
    Network,
    /// The proxy, which tells of a connection it made.
    Connected,
}

/// A question to the gate.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) job_id: String,
    pub(crate) token: String,
    /// What the gate makes its proof of.
    #[serde(default)]
    pub(crate) nonce: String,
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

/// An answer with the proof that the gate gave it to this question.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Proven {
    pub(crate) answer: Answer,
    pub(crate) proof: String,
}

/// Only who knows the job's token can make this.
pub(crate) fn proof(token: &str, nonce: &str, answer: &Answer) -> String {
    let Ok(key) = blake3::Hash::from_hex(token) else { return String::new() };
    let mut hasher = blake3::Hasher::new_keyed(key.as_bytes());
    hasher.update(nonce.as_bytes()).update(&[0]);
    hasher.update(serde_json::to_string(answer).unwrap_or_default().as_bytes());
    hasher.finalize().to_hex().to_string()
}

impl Proven {
    /// The answer, if the proof fits the question.
    pub(crate) fn of(self, question: &Question) -> Result<Answer, String> {
        let expected = proof(&question.token, &question.nonce, &self.answer);
        let same = match (blake3::Hash::from_hex(&self.proof), blake3::Hash::from_hex(&expected)) {
            (Ok(given), Ok(expected)) => given == expected,
            _ => false,
        };
        if same { Ok(self.answer) } else { Err("the answer is not the gate's".to_owned()) }
    }
}

/// Where the gate is, and what proves a job's processes to it and it to them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Address {
    pub(crate) job_id: String,
    pub(crate) socket: String,
    pub(crate) token: Option<String>,
}

impl Address {
    /// What a process of a job knows from its environment.
    pub(super) fn of(environment: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let variable = |name: &str| environment(name).ok_or(format!("`{name}` is not set"));
        Ok(Self {
            job_id: variable(super::sweep::MARK)?,
            token: environment(TOKEN),
            socket: variable(SOCKET)?,
        })
    }

    pub(super) fn question(&self, asker: Asker, tool: &str, id: &str, input: Value) -> Question {
        Question {
            job_id: self.job_id.clone(),
            token: self.token.clone().unwrap_or_default(),
            nonce: crate::identity::secret().unwrap_or_default(),
            asker,
            tool: tool.to_owned(),
            tool_use_id: id.to_owned(),
            input,
        }
    }

    /// Asks the gate; an orchestrator that is away is waited for, then it is a refusal.
    pub(super) fn ask(&self, asker: Asker, tool: &str, id: &str, input: Value) -> Answer {
        self.ask_question(&self.question(asker, tool, id, input))
    }

    pub(super) fn ask_question(&self, question: &Question) -> Answer {
        let begun = Instant::now();
        loop {
            match self.once(question) {
                Ok(answer) => return answer,
                Err(error) if begun.elapsed() >= COME_BACK => {
                    let reason = format!("the gate cannot be reached: {error}");
                    return Answer::Deny { reason };
                }
                Err(_) => std::thread::sleep(Duration::from_millis(200)),
            }
        }
    }

    fn once(&self, question: &Question) -> std::io::Result<Answer> {
        let mut stream = UnixStream::connect(&self.socket)?;
        stream.set_read_timeout(Some(LONGEST_ANSWER))?;
        let mut line = serde_json::to_vec(question).map_err(std::io::Error::other)?;
        line.push(b'\n');
        stream.write_all(&line)?;
        let mut text = String::new();
        BufReader::new(stream).read_line(&mut text)?;
        if self.token.is_none() {
            // Behind the wall this is the keeper's socket, and it has checked the proof.
            let answer: Answer = serde_json::from_str(&text).map_err(std::io::Error::other)?;
            return Ok(answer);
        }
        let proven: Proven = serde_json::from_str(&text).map_err(std::io::Error::other)?;
        Ok(proven.of(question).unwrap_or_else(|reason| Answer::Deny { reason }))
    }
}
