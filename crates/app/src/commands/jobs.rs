//! `jobs`: what the orchestrator has done, does and will do.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::commands::call;
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Report, columns, printable};

const WIDE: usize = 60;

/// The arguments of `jobs`.
#[derive(Debug, Clone, Args)]
pub struct JobsArgs {
    /// Only jobs of this session
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only jobs in this status; repeat for several
    #[arg(long, value_name = "STATUS")]
    status: Vec<String>,
    /// At most this many
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Folder of projects that `televibecode` serves
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    root: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Jobs(Value);

impl Report for Jobs {
    fn text(&self) -> String {
        let jobs = self.0["jobs"].as_array().map(Vec::as_slice).unwrap_or_default();
        if jobs.is_empty() {
            return "no jobs\n".to_owned();
        }
        let heading = ["JOB", "SESSION", "STATUS", "WHAT"].map(str::to_owned);
        let rows = jobs.iter().map(row);
        columns(&std::iter::once(heading).chain(rows).collect::<Vec<_>>())
    }
}

fn row(job: &Value) -> [String; 4] {
    let text = |key: &str| job[key].as_str().unwrap_or_default().to_owned();
    let what = [text("error"), text("result_summary"), text("instruction")];
    let what = what.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
    let what: String = what.lines().next().unwrap_or_default().chars().take(WIDE).collect();
    [text("job_id"), text("session_id"), text("status"), printable(&what)]
}

/// The data folder that belongs to `--root`, or the usual one.
pub(super) fn folder(context: &Context, root: Option<&PathBuf>) -> Result<DataDir, Failure> {
    match root {
        Some(root) if !root.is_dir() => {
            let message = format!("`{}` is no folder that can be read", root.display());
            Err(Failure::new(Exit::Config, message)
                .hint("give `--root` the folder that holds the projects"))
        }
        Some(root) => {
            let folder = DataDir::of_projects(root);
            Ok(DataDir::locate(Some(&folder), &context.environment)?)
        }
        None => context.data(),
    }
}

/// Runs the command.
pub fn run(context: &Context, arguments: &JobsArgs) -> Result<Exit, Failure> {
    let data = folder(context, arguments.root.as_ref())?;
    let mut input = Map::new();
    input.insert("limit".to_owned(), json!(arguments.limit));
    if let Some(session) = &arguments.session {
        input.insert("session_id".to_owned(), json!(session));
    }
    if !arguments.status.is_empty() {
        input.insert("status".to_owned(), json!(arguments.status));
    }
    let answer = call::tool(context, &data, "list_jobs", input)?;
    context.output.report(&Jobs(answer))?;
    Ok(Exit::Ok)
}
