//! The agent that ships with us: it follows its instruction line by line, for demonstrations, for
//! tests and for chores that need no model. Every use of a tool passes the same gate as any agent's.
//!
//! `say TEXT`, `write PATH TEXT`, `append PATH TEXT`, `run COMMAND`, `sleep SECONDS`, `fail TEXT`,
//! `cost DOLLARS` (it says it cost that much); any other line is said. `\n` in a TEXT is a line's end.

mod door;

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::tell;
use door::{Door, Passage};

#[derive(Debug, Clone, PartialEq)]
enum Step {
    Say(String),
    Write { path: String, text: String, append: bool },
    Run(String),
    Sleep(f64),
    Cost(f64),
    Fail(String),
}

/// Where an interrupted run goes on.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Place {
    step: usize,
}

/// How a step went.
enum Stepped {
    On,
    Failed(String),
    Deferred { id: String, tool: &'static str, input: Value },
}

/// Follows the instruction.
pub(super) fn run(
    words: &[OsString],
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<ExitCode, String> {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let option = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at + 1).copied()
    };
    let instruction = option("--instruction").ok_or("no --instruction")?;
    let session = option("--session").ok_or("no --session")?;
    let state = PathBuf::from(option("--state").ok_or("no --state")?);
    let program = PathBuf::from(option("--program").ok_or("no --program")?);
    let door = Door { program: &program, job: environment(super::sweep::MARK) };
    let place: Place = fs::read(&state)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    tell(&json!({ "type": "system", "subtype": "init", "session_id": session }))?;
    let steps: Vec<Step> = instruction.lines().filter_map(step).collect();
    let spent =
        steps.iter().filter_map(|it| if let Step::Cost(sum) = it { Some(sum) } else { None }).sum();
    for (index, step) in steps.iter().enumerate().skip(place.step) {
        match door.take(session, index, step)? {
            // A run that is cut off goes on here; only the step it was at is done again.
            Stepped::On => remember(&state, index + 1)?,
            Stepped::Failed(why) => return finish(session, Err(&why), spent),
            Stepped::Deferred { id, tool, input } => {
                remember(&state, index)?;
                tell(&json!({
                    "type": "result", "subtype": "success", "is_error": false,
                    "terminal_reason": "tool_deferred", "session_id": session,
                    "deferred_tool_use": { "id": id, "name": tool, "input": input },
                    "result": "", "total_cost_usd": spent,
                }))?;
                return Ok(ExitCode::SUCCESS);
            }
        }
    }
    let last = steps.iter().rev().find_map(|step| match step {
        Step::Say(text) => Some(text.clone()),
        Step::Write { .. } | Step::Run(_) | Step::Sleep(_) | Step::Cost(_) | Step::Fail(_) => None,
    });
    let summary = last.unwrap_or_else(|| format!("followed {} steps", steps.len()));
    finish(session, Ok(&summary), spent)
}

fn remember(state: &Path, step: usize) -> Result<(), String> {
    let text = serde_json::to_vec(&Place { step }).map_err(|error| error.to_string())?;
    fs::write(state, text).map_err(|error| error.to_string())
}

fn finish(session: &str, how: Result<&str, &str>, spent: f64) -> Result<ExitCode, String> {
    let (subtype, text) = match how {
        Ok(text) => ("success", text),
        Err(text) => ("error_during_execution", text),
    };
    tell(&json!({
        "type": "result", "subtype": subtype, "is_error": how.is_err(), "session_id": session,
        "terminal_reason": if how.is_ok() { "completed" } else { "failed" },
        "result": text, "total_cost_usd": spent,
    }))?;
    Ok(if how.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn step(line: &str) -> Option<Step> {
    let line = line.trim();
    if line.is_empty() {
        return None;
    }
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let file = |append| {
        let (path, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let text = format!("{}\n", text.replace("\\n", "\n"));
        Step::Write { path: path.to_owned(), text, append }
    };
    Some(match verb {
        "say" => Step::Say(rest.to_owned()),
        "write" if !rest.is_empty() => file(false),
        "append" if !rest.is_empty() => file(true),
        "run" if !rest.is_empty() => Step::Run(rest.to_owned()),
        "sleep" => match rest.parse() {
            Ok(seconds) => Step::Sleep(seconds),
            Err(_) => Step::Say(line.to_owned()),
        },
        "cost" => match rest.parse() {
            Ok(dollars) => Step::Cost(dollars),
            Err(_) => Step::Say(line.to_owned()),
        },
        "fail" => Step::Fail(rest.to_owned()),
        _ => Step::Say(line.to_owned()),
    })
}

impl Door<'_> {
    fn take(&self, session: &str, index: usize, step: &Step) -> Result<Stepped, String> {
        match step {
            Step::Say(text) => {
                say(&json!({ "type": "text", "text": text }))?;
                Ok(Stepped::On)
            }
            Step::Sleep(seconds) => {
                std::thread::sleep(Duration::try_from_secs_f64(*seconds).unwrap_or_default());
                Ok(Stepped::On)
            }
            Step::Cost(_) => Ok(Stepped::On),
            Step::Fail(why) => Ok(Stepped::Failed(why.clone())),
            Step::Write { path, text, append } => {
                let input = json!({ "file_path": path, "content": text });
                self.use_tool(session, index, ("Write", input), || write(path, text, *append))
            }
            Step::Run(command) => {
                let input = json!({ "command": command });
                self.use_tool(session, index, ("Bash", input), || shell(command))
            }
        }
    }

    fn use_tool(
        &self,
        session: &str,
        index: usize,
        (tool, input): (&'static str, Value),
        act: impl FnOnce() -> Result<(), String>,
    ) -> Result<Stepped, String> {
        let id = format!("toolu_{}_{index}", &session[..session.len().min(8)]);
        say(&json!({ "type": "tool_use", "id": id, "name": tool, "input": input }))?;
        match self.pass(session, &id, tool, &input) {
            Passage::Free => match act() {
                Ok(()) => Ok(Stepped::On),
                Err(why) => Ok(Stepped::Failed(why)),
            },
            Passage::Refused(why) => Ok(Stepped::Failed(format!("refused: {why}"))),
            Passage::Deferred => Ok(Stepped::Deferred { id, tool, input }),
        }
    }
}

fn write(path: &str, text: &str, append: bool) -> Result<(), String> {
    let path = Path::new(path);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return Err(format!("`{}` is outside the worktree", path.display()));
    }
    let failed = |error: std::io::Error| format!("cannot write `{}`: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(append).write(true).truncate(!append);
    options.open(path).and_then(|mut file| file.write_all(text.as_bytes())).map_err(failed)
}

fn shell(command: &str) -> Result<(), String> {
    #[expect(clippy::disallowed_methods, reason = "the gate has allowed this very command")]
    let status = Command::new("sh").args(["-c", command]).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{command}` ended with {status}")),
        Err(error) => Err(format!("`{command}`: {error}")),
    }
}

fn say(block: &Value) -> Result<(), String> {
    tell(&json!({ "type": "assistant", "message": { "content": [block] } }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_step_and_other_words_are_said() {
        let read = |line: &str| step(line).unwrap();
        assert_eq!(read("run git status"), Step::Run("git status".to_owned()));
        assert_eq!(read("please fix it"), Step::Say("please fix it".to_owned()));
        assert_eq!(
            read("write a/b.txt x\\ny"),
            Step::Write { path: "a/b.txt".into(), text: "x\ny\n".into(), append: false }
        );
        assert!(step("   ").is_none());
        assert!(write("../x", "", false).is_err());
    }
}
