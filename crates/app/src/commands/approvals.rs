//! `approvals`: what waits for a person, and the person's answers, one exact command at a time.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::commands::{call, jobs};
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Report, printable};

/// The arguments of `approvals`.
#[derive(Debug, Clone, Args)]
pub struct ApprovalsArgs {
    /// Only list what waits, ask nothing
    #[arg(long)]
    list: bool,
    /// Folder of projects that `televibecode` serves
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    root: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Pending(Value);

impl Pending {
    fn questions(&self) -> &[Value] {
        self.0["pending"].as_array().map(Vec::as_slice).unwrap_or_default()
    }
}

impl Report for Pending {
    fn text(&self) -> String {
        if self.questions().is_empty() {
            return "nothing waits for you\n".to_owned();
        }
        self.questions().iter().map(described).collect()
    }
}

fn described(question: &Value) -> String {
    let text = |key: &str| question[key].as_str().unwrap_or_default();
    let scopes: Vec<&str> =
        question["scopes"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let command: String =
        text("command").lines().map(|line| format!("    {}\n", printable(line))).collect();
    let purpose = text("instruction").lines().next().unwrap_or_default();
    let warning = match text("sandbox") {
        "none" => "  NO SANDBOX: this runs as you, with all you can do\n",
        _ => "",
    };
    format!(
        "{} in session {} of {} (needs {}, asked {}):\n{command}{}{warning}  for: {}\n",
        text("job_id"),
        text("session_id"),
        text("project_id"),
        scopes.join(", "),
        text("created_at"),
        told(question),
        printable(purpose),
    )
}

/// What the question means, and the commits of a push.
fn told(question: &Value) -> String {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut lines = Vec::new();
    for part in list(&question["meaning"]) {
        let does = list(&part["does"]);
        lines.extend(does.iter().filter_map(Value::as_str).map(|it| format!("  {it}")));
    }
    for reference in list(&question["push"]["refs"]) {
        for commit in list(&reference["commits"]) {
            let field = |key: &str| commit[key].as_str().unwrap_or_default().to_owned();
            let id: String = field("id").chars().take(12).collect();
            lines.push(format!("    {id} {} ({})", field("subject"), field("author")));
        }
    }
    lines.iter().map(|line| format!("{}\n", printable(line))).collect()
}

/// Runs the command.
pub fn run(context: &Context, arguments: &ApprovalsArgs) -> Result<Exit, Failure> {
    let data = jobs::folder(context, arguments.root.as_ref())?;
    let pending = Pending(call::tool(context, &data, "list_pending_approvals", Map::new())?);
    if arguments.list || context.global.json || pending.questions().is_empty() {
        context.output.report(&pending)?;
        return Ok(Exit::Ok);
    }
    for question in pending.questions() {
        let text = format!(
            "{}  [y] allow once  [j] allow for this job  [n] deny  [s] skip  [q] quit > ",
            described(question)
        );
        context.output.raw(text.as_bytes())?;
        flush()?;
        match read_answer()? {
            Answer::Yes => answer(context, &data, question, "approve_job", None)?,
            Answer::ForJob => answer(context, &data, question, "approve_job", Some("job"))?,
            Answer::No => answer(context, &data, question, "deny_job", None)?,
            Answer::Skip => context.output.raw(b"  left open\n")?,
            Answer::Quit => break,
        }
    }
    Ok(Exit::Ok)
}

enum Answer {
    Yes,
    ForJob,
    No,
    Skip,
    Quit,
}

/// Only a clear letter is an answer; the end of the input is none.
fn read_answer() -> Result<Answer, Failure> {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    let read = read.map_err(|error| Failure::new(Exit::Failure, error))?;
    Ok(match line.trim() {
        _ if read == 0 => Answer::Quit,
        "y" | "yes" => Answer::Yes,
        "j" => Answer::ForJob,
        "n" | "no" => Answer::No,
        "q" => Answer::Quit,
        _ => Answer::Skip,
    })
}

fn flush() -> Result<(), Failure> {
    std::io::stdout().flush().map_err(|error| Failure::new(Exit::Failure, error))
}

/// Answers the very question that was shown.
fn answer(
    context: &Context,
    data: &DataDir,
    question: &Value,
    tool: &str,
    scope: Option<&str>,
) -> Result<(), Failure> {
    let mut input = Map::new();
    input.insert("job_id".to_owned(), question["job_id"].clone());
    input.insert("approval_id".to_owned(), question["approval_id"].clone());
    if let Some(scope) = scope {
        input.insert("scope".to_owned(), json!(scope));
    }
    let said = match call::tool(context, data, tool, input) {
        Ok(answer) => answer["message"].as_str().unwrap_or_default().to_owned(),
        // Another question may still be answered.
        Err(failure) if failure.exit == Exit::Tool => failure.message,
        Err(failure) => return Err(failure),
    };
    context.output.raw(format!("  {said}\n").as_bytes())
}
