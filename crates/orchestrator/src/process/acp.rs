//! Driving an agent that speaks the Agent Client Protocol on its standard input and output: one
//! session, one prompt, every permission it asks for decided by the gate. What happens is told to the
//! keeper in the words every other agent uses.

mod permission;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::gate_client::Address;
use super::{LOOK_FIRST, tell};

const VERSION: u64 = 1;

/// What the driver is told.
struct Wanted<'a> {
    instruction: &'a str,
    /// What came of earlier jobs, for an agent that cannot take their session up.
    recap: &'a str,
    /// Where the agent's own name of the session is kept while this job lasts.
    state: PathBuf,
    /// Where it is kept for the next job.
    conversation: PathBuf,
    /// The agent's command.
    words: &'a [OsString],
}

/// What is kept for a run that is cut off.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    session_id: String,
}

fn kept(path: &Path) -> Option<Kept> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn keep(path: &Path, kept: &Kept) -> Result<(), String> {
    let text = serde_json::to_vec(kept).map_err(|error| error.to_string())?;
    fs::write(path, text).map_err(|error| error.to_string())
}

/// How a run went.
struct Ran {
    how: Result<String, String>,
    dollars: f64,
}

/// Runs the agent: `--instruction TEXT --recap TEXT --state FILE --conversation FILE -- COMMAND...`.
pub(super) fn run(
    words: &[OsString],
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<ExitCode, String> {
    let split = words.iter().position(|word| word == "--").ok_or("expected a command")?;
    let (own, command) = (&words[..split], &words[split + 1..]);
    let option = |name: &str| {
        let at = own.iter().position(|word| word == name)?;
        own.get(at + 1)?.to_str()
    };
    let need = |name: &str| option(name).ok_or(format!("expected {name}"));
    let instruction = need("--instruction")?;
    let place = Arc::new(Address::of(environment)?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let wanted = Wanted {
        instruction,
        recap: need("--recap")?,
        state: PathBuf::from(need("--state")?),
        conversation: PathBuf::from(need("--conversation")?),
        words: command,
    };
    let ran = runtime.block_on(drive(&wanted, place));
    // A question to the gate may still be open; nobody waits for its answer any more.
    runtime.shutdown_background();
    let (subtype, text) = match &ran.how {
        Ok(text) => ("success", text),
        Err(text) => ("error_during_execution", text),
    };
    tell(&json!({
        "type": "result", "subtype": subtype, "is_error": ran.how.is_err(),
        "terminal_reason": if ran.how.is_ok() { "completed" } else { "failed" },
        "result": text, "total_cost_usd": ran.dollars,
    }))?;
    Ok(if ran.how.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn drive(wanted: &Wanted<'_>, place: Arc<Address>) -> Ran {
    let mut client = match Client::start(wanted.words, place) {
        Ok(client) => client,
        Err(error) => return Ran { how: Err(error), dollars: 0.0 },
    };
    let how = client.converse(wanted).await;
    client.end().await;
    Ran { how, dollars: client.dollars }
}

/// The conversation with an agent.
struct Client {
    agent: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    asked_to_stop: Signal,
    place: Arc<Address>,
    next: u64,
    session: Option<String>,
    stopping: bool,
    /// Whether the agent tells what it said in an earlier run.
    repeating: bool,
    /// What the agent has said since it was asked.
    said: String,
    dollars: f64,
}

impl Client {
    fn start(words: &[OsString], place: Arc<Address>) -> Result<Self, String> {
        let [program, arguments @ ..] = words else { return Err("no agent is named".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let shown = program.to_string_lossy();
        let failed = |error: std::io::Error| format!("`{shown}` cannot be started: {error}");
        let mut agent = command.spawn().map_err(failed)?;
        let input = agent.stdin.take();
        let output = agent.stdout.take().ok_or("the agent has no output")?;
        let asked_to_stop = signal(SignalKind::terminate()).map_err(|error| error.to_string())?;
        Ok(Self {
            agent,
            input,
            lines: BufReader::new(output).lines(),
            asked_to_stop,
            place,
            next: 0,
            session: None,
            stopping: false,
            repeating: false,
            said: String::new(),
            dollars: 0.0,
        })
    }

    async fn converse(&mut self, wanted: &Wanted<'_>) -> Result<String, String> {
        let hello = json!({
            "protocolVersion": VERSION,
            "clientCapabilities": {
                "fs": { "readTextFile": false, "writeTextFile": false },
                "terminal": false,
            },
            "clientInfo": { "name": "ensemble", "version": env!("CARGO_PKG_VERSION") },
        });
        let answer = self.request("initialize", hello).await?;
        if answer["protocolVersion"].as_u64() != Some(VERSION) {
            let found = &answer["protocolVersion"];
            return Err(format!(
                "the agent speaks version {found} of the protocol, expected {VERSION}"
            ));
        }
        let can_load = answer["agentCapabilities"]["loadSession"] == true;
        let prompt = self.open(wanted, can_load).await?;
        self.said.clear();
        let session = self.session.clone();
        let params =
            json!({ "sessionId": session, "prompt": [{ "type": "text", "text": prompt }] });
        let answer = self.request("session/prompt", params).await?;
        self.tell_said()?;
        match answer["stopReason"].as_str().unwrap_or_default() {
            "end_turn" => Ok(std::mem::take(&mut self.said)),
            other => Err(format!("the agent stopped early: {other}")),
        }
    }

    /// Opens a session, or the one that was cut off, and gives what the agent is to be asked.
    async fn open(&mut self, wanted: &Wanted<'_>, can_load: bool) -> Result<String, String> {
        let folder = std::env::current_dir().map_err(|error| error.to_string())?;
        let params = json!({ "cwd": folder.to_string_lossy(), "mcpServers": [] });
        if let Some(cut_off) = kept(&wanted.state) {
            if !can_load {
                return Err("interrupted: the agent cannot take up a session".to_owned());
            }
            self.load(params, cut_off).await?;
            return Ok(format!("{LOOK_FIRST}\n\n{}", wanted.instruction));
        }
        if let Some(earlier) = kept(&wanted.conversation).filter(|_| can_load) {
            keep(&wanted.state, &earlier)?;
            if self.load(params.clone(), earlier).await.is_ok() {
                return Ok(wanted.instruction.to_owned());
            }
            super::complain("the agent does not know the earlier session any more");
        }
        let answer = self.request("session/new", params).await?;
        let id = answer["sessionId"].as_str().ok_or("the agent gave the session no name")?;
        let made = Kept { session_id: id.to_owned() };
        keep(&wanted.state, &made)?;
        keep(&wanted.conversation, &made)?;
        tell(&json!({ "type": "system", "subtype": "init", "session_id": id }))?;
        self.session = Some(made.session_id);
        if wanted.recap.is_empty() {
            return Ok(wanted.instruction.to_owned());
        }
        Ok(format!("{}\nNow: {}", wanted.recap, wanted.instruction))
    }

    /// Takes up a session; what the agent repeats of it was told before.
    async fn load(&mut self, mut params: Value, kept: Kept) -> Result<(), String> {
        params["sessionId"] = json!(kept.session_id);
        self.repeating = true;
        let loaded = self.request("session/load", params).await;
        self.repeating = false;
        loaded?;
        self.session = Some(kept.session_id);
        Ok(())
    }

    async fn send(&mut self, message: &Value) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the agent is gone")?;
        let line = format!("{message}\n");
        let sent = input.write_all(line.as_bytes()).await;
        sent.map_err(|error| format!("the agent ended in the middle: {error}"))
    }

    /// Asks the agent something; what it says and asks meanwhile is dealt with.
    async fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await?;
        loop {
            let mut message = self.receive().await?;
            if message.get("method").is_some() {
                self.handle(message).await?;
                continue;
            }
            if message["id"] != id {
                continue;
            }
            if let Some(error) = message.get("error") {
                let words = error["message"].as_str().unwrap_or("no reason given");
                return Err(format!("the agent refused `{method}`: {words}"));
            }
            return Ok(message["result"].take());
        }
    }

    async fn receive(&mut self) -> Result<Value, String> {
        loop {
            let line = tokio::select! {
                line = self.lines.next_line() => line,
                _ = self.asked_to_stop.recv(), if !self.stopping => {
                    self.cancel().await?;
                    continue;
                }
            };
            match line {
                // An agent that also prints other things is not to be stopped by that.
                Ok(Some(line)) => match serde_json::from_str::<Value>(&line) {
                    Ok(message) if message.is_object() => return Ok(message),
                    _ => super::complain(&line),
                },
                Ok(None) => return Err("the agent ended in the middle".to_owned()),
                Err(error) => return Err(format!("the agent cannot be read: {error}")),
            }
        }
    }

    /// Asks the agent to stop what it does.
    async fn cancel(&mut self) -> Result<(), String> {
        self.stopping = true;
        let Some(session) = self.session.clone() else { return Err("stopped".to_owned()) };
        let params = json!({ "sessionId": session });
        self.send(&json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": params })).await
    }

    async fn handle(&mut self, message: Value) -> Result<(), String> {
        let method = message["method"].as_str().unwrap_or_default();
        let Some(id) = message.get("id").cloned() else {
            return if method == "session/update" {
                self.updated(&message["params"]["update"])
            } else {
                Ok(())
            };
        };
        if method != "session/request_permission" {
            let error = json!({ "code": -32601, "message": format!("`{method}` is not offered") });
            return self.send(&json!({ "jsonrpc": "2.0", "id": id, "error": error })).await;
        }
        let outcome = self.decide(message["params"].clone()).await?;
        let result = json!({ "outcome": outcome });
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result })).await
    }

    /// The gate's answer in the agent's own words; a stop withdraws the question.
    async fn decide(&mut self, params: Value) -> Result<Value, String> {
        self.tell_said()?;
        let (tool, input) = permission::call(&params["toolCall"]);
        let id = params["toolCall"]["toolCallId"].as_str().unwrap_or_default().to_owned();
        let used = json!({ "type": "tool_use", "id": id, "name": tool, "input": input });
        tell(&json!({ "type": "assistant", "message": { "content": [used] } }))?;
        let place = self.place.clone();
        let asked = tokio::task::spawn_blocking(move || permission::ask(&place, &tool, &id, input));
        let allowed = tokio::select! {
            allowed = asked => allowed.unwrap_or(false),
            _ = self.asked_to_stop.recv(), if !self.stopping => {
                self.cancel().await?;
                return Ok(json!({ "outcome": "cancelled" }));
            }
        };
        Ok(permission::outcome(&params["options"], allowed))
    }

    fn updated(&mut self, update: &Value) -> Result<(), String> {
        if self.repeating {
            return Ok(());
        }
        match update["sessionUpdate"].as_str().unwrap_or_default() {
            "agent_message_chunk" => {
                self.said.push_str(update["content"]["text"].as_str().unwrap_or_default());
                Ok(())
            }
            "tool_call" => {
                self.tell_said()?;
                let title = update["title"].as_str().unwrap_or("a tool");
                let used = json!({ "type": "tool_use", "id": update["toolCallId"], "name": title, "input": {} });
                tell(&json!({ "type": "assistant", "message": { "content": [used] } }))?;
                self.said.clear();
                Ok(())
            }
            "usage_update" => {
                let cost = &update["cost"];
                if cost["currency"] == "USD" {
                    self.dollars = cost["amount"].as_f64().unwrap_or(self.dollars);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn tell_said(&self) -> Result<(), String> {
        if self.said.trim().is_empty() {
            return Ok(());
        }
        let block = json!({ "type": "text", "text": self.said });
        tell(&json!({ "type": "assistant", "message": { "content": [block] } }))
    }

    /// An agent ends when its input does; one that does not is ended by the keeper.
    async fn end(&mut self) {
        drop(self.input.take());
        let grace = std::time::Duration::from_secs(2);
        if tokio::time::timeout(grace, self.agent.wait()).await.is_err()
            && let Err(error) = self.agent.kill().await
        {
            super::complain(&format!("the agent could not be ended: {error}"));
        }
    }
}
