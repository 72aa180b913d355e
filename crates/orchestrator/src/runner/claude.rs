//! Claude Code, with the gate at both of its doors and nothing of the repository's own settings.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::{Invocation, Launch, Runner};
use crate::config::Config;
use crate::error::Refusal;
use crate::process::outcome::Dialect;
use crate::process::{HOOK, LOOK_FIRST, PROMPT, WORD};

/// The hook must be able to wait longer than the gate ever does, for a hook that is late is skipped.
const HOOK_SECONDS: u64 = 7 * 24 * 3600;

/// Claude Code.
pub(super) struct Claude;

impl Runner for Claude {
    fn prepare(&self, launch: &Launch<'_>) -> Result<Invocation, Refusal> {
        let program = launch.config.program.to_string_lossy().into_owned();
        let settings = write(launch.folder, "settings.json", &settings(&program))?;
        let servers = write(launch.folder, "servers.json", &servers(&program))?;
        let own = own_settings(launch.config)?;
        let runner = &launch.config.runner;
        let mut words = vec![runner.claude_command.clone(), "-p".to_owned()];
        let known = knows(&own, &launch.job.agent_session);
        if launch.job.resume && (known || !launch.job.unsure) {
            // Without a prompt the call that was put to sleep is taken up again.
            if launch.job.unsure {
                words.push(LOOK_FIRST.to_owned());
            }
            words.extend(["--resume".to_owned(), launch.job.agent_session.clone()]);
        } else {
            words.push(launch.job.instruction.clone());
            words.extend(["--session-id".to_owned(), launch.job.agent_session.clone()]);
        }
        let fixed = [
            "--output-format",
            "stream-json",
            "--verbose",
            "--permission-mode",
            "default",
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
        let login = runner.claude_login.clone().filter(|path| path.is_file());
        let write = login.into_iter().chain([own.clone().into()]).collect();
        let set_by = Invocation::new(words, Dialect::StreamJson);
        Ok(Invocation { set, read: vec![fixed], write, ..set_by })
    }

    fn can_resume(&self) -> bool {
        true
    }
}

/// Whether the agent wrote anything of a session down; one that was killed at once did not.
fn knows(own: &str, session: &str) -> bool {
    let name = format!("{session}.jsonl");
    let folders = std::fs::read_dir(Path::new(own).join("projects")).into_iter().flatten();
    folders.flatten().any(|folder| folder.path().join(&name).is_file())
}

/// A folder of settings that belongs to the orchestrator: what a person allowed an agent elsewhere
/// is not allowed here, but the person's login serves.
fn own_settings(config: &Config) -> Result<String, Refusal> {
    let folder = config.folder.join("claude");
    let failed = |source| Refusal::file("make the settings in", &folder)(source);
    std::fs::create_dir_all(&folder).map_err(failed)?;
    let login = folder.join(".credentials.json");
    if let Some(existing) = &config.runner.claude_login
        && existing.is_file()
        && std::fs::symlink_metadata(&login).is_err()
    {
        std::os::unix::fs::symlink(existing, &login).map_err(failed)?;
    }
    Ok(folder.to_string_lossy().into_owned())
}

/// Every tool is asked about; which of them matter is the policy's to say.
fn settings(program: &str) -> Value {
    let command = format!("{} {WORD} {HOOK}", quoted(program));
    let hook = json!({ "type": "command", "command": command, "timeout": HOOK_SECONDS });
    json!({ "hooks": { "PreToolUse": [{ "matcher": "*", "hooks": [hook] }] } })
}

fn servers(program: &str) -> Value {
    json!({ "mcpServers": { "televibe": {
        "type": "stdio", "command": program, "args": [WORD, PROMPT],
    }}})
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn write(folder: &Path, name: &str, value: &Value) -> Result<String, Refusal> {
    let path = folder.join(name);
    std::fs::write(&path, value.to_string()).map_err(Refusal::file("write", &path))?;
    Ok(path.to_string_lossy().into_owned())
}
