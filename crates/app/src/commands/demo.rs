//! `demo clean`: removes the demonstration that `serve --demo` made, and nothing else.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::data::DataDir;
use crate::demo;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;
use crate::serving::{Door, Serving};

const MOST: usize = 1000;

/// The arguments of `demo`.
#[derive(Debug, Clone, Args)]
pub struct DemoArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Clone, Copy, Subcommand)]
enum Verb {
    /// Remove the demonstration: its jobs are canceled, its folder is deleted
    Clean,
}

impl DemoArgs {
    /// The command's name in the JSON envelope.
    pub fn name(&self) -> &'static str {
        match self.verb {
            Verb::Clean => "demo clean",
        }
    }
}

#[derive(Debug, Serialize)]
struct Cleaned {
    folder: PathBuf,
    canceled_jobs: usize,
}

impl Report for Cleaned {
    fn text(&self) -> String {
        let Self { folder, canceled_jobs } = self;
        format!("removed {} ({canceled_jobs} jobs were canceled)\n", folder.display())
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: &DemoArgs) -> Result<Exit, Failure> {
    let Verb::Clean = arguments.verb;
    let data = context.demo_data()?;
    if !demo::is_demo(&data) {
        let message = format!("`{}` holds no demonstration", data.root().display());
        return Err(Failure::new(Exit::Data, message)
            .hint("name the folder that `ensemble serve --demo` printed with `--data DIR`"));
    }
    let loaded = context.load(&data, Vec::new())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    let canceled_jobs = runtime.block_on(async {
        let started = Serving::start(&data, &loaded.config, &context.environment, Door::Tokens);
        let serving = started.await.map_err(|failure| {
            let runs = failure.exit == Exit::DataInUse;
            if runs { failure.hint("stop the server of the demonstration first") } else { failure }
        })?;
        let ended = end_jobs(&serving, &data).await;
        serving.stop().await?;
        ended
    })?;
    let folder = data.root().to_owned();
    fs::remove_dir_all(&folder).map_err(|error| {
        Failure::new(Exit::Data, format!("cannot remove `{}`: {error}", folder.display()))
    })?;
    context.output.report(&Cleaned { folder, canceled_jobs })?;
    Ok(Exit::Ok)
}

/// Cancels what still runs or waits; work on a repository that is not the demonstration's stays.
async fn end_jobs(serving: &Serving, data: &DataDir) -> Result<usize, Failure> {
    if !serving.serves("orchestrator") {
        return Ok(0);
    }
    let sessions = list(serving, "list_sessions", "sessions").await?;
    if let Some(other) = sessions.iter().find(|it| it["project_id"] != demo::PROJECT) {
        let message = format!(
            "session `{}` in `{}` works on project `{}`, which is not the demonstration's",
            other["session_id"].as_str().unwrap_or_default(),
            data.root().display(),
            other["project_id"].as_str().unwrap_or_default(),
        );
        return Err(
            Failure::new(Exit::Data, message).hint("close it first: its worktree lies here")
        );
    }
    let jobs = list(serving, "list_jobs", "jobs").await?;
    let ended = |job: &Value| {
        ["done", "failed", "canceled"].contains(&job["status"].as_str().unwrap_or_default())
    };
    let mut canceled = 0;
    for job in jobs.iter().filter(|job| !ended(job)) {
        ask(serving, "cancel_job", json!({ "job_id": job["job_id"] })).await?;
        canceled += 1;
    }
    Ok(canceled)
}

async fn list(serving: &Serving, tool: &str, key: &str) -> Result<Vec<Value>, Failure> {
    let answer = ask(serving, tool, json!({ "limit": MOST })).await?;
    Ok(answer[key].as_array().cloned().unwrap_or_default())
}

async fn ask(serving: &Serving, tool: &str, input: Value) -> Result<Value, Failure> {
    let input: Map<String, Value> = input.as_object().cloned().unwrap_or_default();
    let answer = serving.call(tool, input).await;
    answer.map_err(|error| Failure::new(Exit::Tool, format!("`{tool}`: {}", error.message)))
}
