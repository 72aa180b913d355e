//! Claude Code, with the gate at both of its doors and nothing of the repository's own settings; what
//! it is to know of the person and of a trusted repository is furnished.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::{Invocation, Launch, Runner, furnish};
use crate::error::Refusal;
use crate::process::outcome::Dialect;
use crate::process::{HOOK, LOOK_FIRST, PROMPT, WORD};

/// The hook must be able to wait longer than the gate ever does, for a hook that is late is skipped.
const HOOK_SECONDS: u64 = 7 * 24 * 3600;

/// The tools of an agent that makes a plan.
const LOOKING: &str = "Read,Glob,Grep";

/// Claude Code.
pub(super) struct Claude;

impl Runner for Claude {
    fn prepare(&self, launch: &Launch<'_>) -> Result<Invocation, Refusal> {
        let program = launch.config.program.to_string_lossy().into_owned();
        let settings = write(launch.folder, "settings.json", &settings(&program))?;
        let own = own_settings(launch)?;
        let furnished = furnish::furnish(launch, &own)?;
        let servers = write(launch.folder, "servers.json", &servers(&program, furnished.servers))?;
        let own = own.to_string_lossy().into_owned();
        let runner = &launch.config.runner;
        let mut words = launch.command()?.to_vec();
        words.push("-p".to_owned());
        let job = launch.job;
        let known = knows(&own, &job.agent_session);
        let (word, prompt) = match (job.resume, job.unsure) {
            // Without a prompt the call that was put to sleep is taken up again.
            (true, false) => ("--resume", None),
            (true, true) if known => ("--resume", Some(LOOK_FIRST.to_owned())),
            _ if job.continues && known => ("--resume", Some(job.instruction.clone())),
            _ => ("--session-id", Some(launch.told())),
        };
        words.extend([word.to_owned(), job.agent_session.clone()]);
        if let Some(model) = &job.model {
            words.extend(["--model".to_owned(), model.clone()]);
        }
        let mode = if job.plan { "plan" } else { "default" };
        if job.plan {
            // What it does not have, it cannot use: a plan changes nothing.
            words.extend(["--tools".to_owned(), LOOKING.to_owned()]);
        }
        let fixed = [
            "--output-format",
            "stream-json",
            "--verbose",
            "--permission-mode",
            mode,
            "--setting-sources",
            "user",
            "--settings",
            &settings,
            "--mcp-config",
            &servers,
            "--strict-mcp-config",
            "--permission-prompt-tool",
            "mcp__televibe__approve",
        ];
        words.extend(fixed.map(str::to_owned));
        if let Some(turns) = runner.max_turns {
            words.extend(["--max-turns".to_owned(), turns.to_string()]);
        }
        if let Some(micros) = launch.allowance {
            let dollars = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
            words.extend(["--max-budget-usd".to_owned(), dollars]);
        }
        // What begins with a dash is an instruction too.
        words.extend(prompt.into_iter().flat_map(|prompt| ["--".to_owned(), prompt]));
        let set = BTreeMap::from([
            ("CLAUDE_CONFIG_DIR".to_owned(), own.clone()),
            ("DISABLE_AUTOUPDATER".to_owned(), "1".to_owned()),
            ("MCP_TOOL_TIMEOUT".to_owned(), (HOOK_SECONDS * 1000).to_string()),
        ]);
        // Behind the wall the folder is the agent's, but not what decides which hooks run.
        let fixed = Path::new(&own).join("settings.json");
        if !fixed.exists() {
            std::fs::write(&fixed, "{}").map_err(Refusal::file("write", &fixed))?;
        }
        let home = runner.claude_home.as_ref();
        let login = home.map(|it| it.folder.join(".credentials.json")).filter(|it| it.is_file());
        let write = login.into_iter().chain([own.clone().into()]).collect();
        let set_by = Invocation::new(words, Dialect::StreamJson);
        Ok(Invocation { set, read: vec![fixed], write, ..set_by })
    }

    fn can_resume(&self) -> bool {
        true
    }

    fn remembers(&self) -> bool {
        true
    }
}

/// Whether the agent wrote anything of a session down; one that was killed at once did not.
fn knows(own: &str, session: &str) -> bool {
    let name = format!("{session}.jsonl");
    let folders = std::fs::read_dir(Path::new(own).join("projects")).into_iter().flatten();
    folders.flatten().any(|folder| folder.path().join(&name).is_file())
}

/// A folder of settings for each session, which belongs to the orchestrator: what a person allowed an
/// agent elsewhere is not allowed here, but the person's login serves.
fn own_settings(launch: &Launch<'_>) -> Result<PathBuf, Refusal> {
    let folder = launch.conversations()?.join("claude");
    let failed = |source| Refusal::file("make the settings in", &folder)(source);
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let login = folder.join(".credentials.json");
    if let Some(home) = &launch.config.runner.claude_home {
        let existing = home.folder.join(".credentials.json");
        if existing.is_file() && std::fs::symlink_metadata(&login).is_err() {
            std::os::unix::fs::symlink(existing, &login).map_err(failed)?;
        }
    }
    Ok(folder)
}

/// Every tool is asked about; which of them matter is the policy's to say.
fn settings(program: &str) -> Value {
    let command = format!("{} {WORD} {HOOK}", quoted(program));
    let hook = json!({ "type": "command", "command": command, "timeout": HOOK_SECONDS });
    json!({ "hooks": { "PreToolUse": [{ "matcher": "*", "hooks": [hook] }] } })
}

/// The person's and the repository's servers, and ours, whose name nobody else can take.
fn servers(program: &str, mut others: Map<String, Value>) -> Value {
    let own = json!({ "type": "stdio", "command": program, "args": [WORD, PROMPT] });
    others.insert("televibe".to_owned(), own);
    json!({ "mcpServers": others })
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn write(folder: &Path, name: &str, value: &Value) -> Result<String, Refusal> {
    let path = folder.join(name);
    std::fs::write(&path, value.to_string()).map_err(Refusal::file("write", &path))?;
    Ok(path.to_string_lossy().into_owned())
}
