//! `theater events`, `replay`, `snapshot` and `verify`.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::{Value, json};
use theater::{Archive, TheaterError};

use super::actors::ActorArgs;
use super::reach::Reached;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;
use crate::serving::theater::{known_heads, settings};

const LOOK: Duration = Duration::from_millis(200);
const LONGEST_LINE: usize = 160;

/// Which events.
#[derive(Debug, Args)]
pub(super) struct EventsArgs {
    /// The actor's id
    #[arg(value_name = "ACTOR")]
    actor: String,
    /// How many events
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 20)]
    lines: u64,
    /// Go on with new events as they come; with `--json` each line is one event
    #[arg(short, long)]
    follow: bool,
}

/// Which state.
#[derive(Debug, Args)]
pub(super) struct SnapshotArgs {
    /// The actor's id
    #[arg(value_name = "ACTOR")]
    actor: String,
    /// The event to go back to [default: the last one]
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,
    /// Where to write the snapshot [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Serialize)]
struct Events {
    events: Vec<Value>,
}

impl Report for Events {
    fn text(&self) -> String {
        self.events.iter().map(line).collect()
    }
}

fn line(event: &Value) -> String {
    let text = |key: &str| event[key].as_str().unwrap_or_default();
    let data: String = event["data"].to_string().chars().take(LONGEST_LINE).collect();
    let id: String = text("event_id").chars().take(12).collect();
    format!("{}  {}  {id}  {}  {data}\n", event["sequence"], text("timestamp"), text("type"))
}

pub(super) async fn events(
    context: &Context,
    theater: &mut Reached,
    arguments: &EventsArgs,
) -> Result<Exit, Failure> {
    let uri = format!("theater://events/{}", arguments.actor);
    let first = theater.read(&format!("{uri}?limit={}", arguments.lines.clamp(1, 1000))).await?;
    let mut events: Vec<Value> = first.as_array().cloned().unwrap_or_default();
    if !arguments.follow {
        context.output.report(&Events { events })?;
        return Ok(Exit::Ok);
    }
    let mut last = String::new();
    loop {
        for event in &events {
            last = event["event_id"].as_str().unwrap_or_default().to_owned();
            let text = if context.global.json { format!("{event}\n") } else { line(event) };
            context.output.raw(text.as_bytes())?;
        }
        if events.is_empty() {
            tokio::time::sleep(LOOK).await;
        }
        let next = theater.read(&format!("{uri}?after={last}&limit=1000")).await?;
        events = next.as_array().cloned().unwrap_or_default();
    }
}

fn archive(context: &Context) -> Result<Archive, Failure> {
    let data = context.data()?;
    let config = context.load(&data, Vec::new())?.config;
    Archive::open(settings(&data, &config)).map_err(unusable)
}

fn unusable(error: TheaterError) -> Failure {
    let damaged = matches!(error, TheaterError::Log(_));
    Failure::new(if damaged { Exit::Damage } else { Exit::Tool }, error)
}

#[derive(Serialize)]
struct Replay {
    actor: String,
    equal: bool,
    events: u64,
    calls: u64,
    taken_as_recorded: u64,
    difference: Option<Value>,
}

impl Report for Replay {
    fn text(&self) -> String {
        let Self { events, calls, taken_as_recorded, .. } = self;
        let taken = match taken_as_recorded {
            0 => String::new(),
            count => format!(" ({count} ended from outside, taken as recorded)"),
        };
        match &self.difference {
            None => format!("{events} events equal, {calls} calls made again{taken}\n"),
            Some(it) => format!(
                "event {} differs after {events} equal ones\n  recorded  {}\n  replayed  {}\n",
                it["sequence"],
                it["recorded"].as_str().unwrap_or_default(),
                it["replayed"].as_str().unwrap_or_default()
            ),
        }
    }
}

pub(super) fn replay(context: &Context, arguments: &ActorArgs) -> Result<Exit, Failure> {
    let replayed = archive(context)?.replay(&arguments.actor).map_err(unusable)?;
    let difference = replayed.difference.map(|it| {
        json!({
            "sequence": it.seq,
            "event_id": it.event_id.to_string(),
            "recorded": it.recorded,
            "replayed": it.replayed,
        })
    });
    let report = Replay {
        actor: arguments.actor.clone(),
        equal: difference.is_none(),
        events: replayed.events,
        calls: replayed.calls,
        taken_as_recorded: replayed.taken,
        difference,
    };
    finish(context, &report, report.equal, "the replay differs from the record")
}

#[derive(Serialize)]
struct Verify {
    events: u64,
    actors: u64,
    faults: Vec<String>,
}

impl Report for Verify {
    fn text(&self) -> String {
        let mut text = format!("{} events of {} actors checked\n", self.events, self.actors);
        for fault in &self.faults {
            text.push_str(&format!("  {fault}\n"));
        }
        text
    }
}

pub(super) fn verify(context: &Context) -> Result<Exit, Failure> {
    let data = context.data()?;
    let config = context.load(&data, Vec::new())?.config;
    let heads = known_heads(&data, &config, &context.environment)?;
    let found = theater::verify_log(&settings(&data, &config).folder, &heads).map_err(unusable)?;
    let report = Verify { events: found.events, actors: found.actors, faults: found.faults };
    finish(context, &report, report.faults.is_empty(), "the actors' log is damaged")
}

fn finish(
    context: &Context,
    report: &impl Report,
    well: bool,
    problem: &str,
) -> Result<Exit, Failure> {
    if well {
        context.output.report(report)?;
        return Ok(Exit::Ok);
    }
    context.output.report_failed(report, &Failure::new(Exit::Damage, problem))?;
    Ok(Exit::Damage)
}

pub(super) fn snapshot(context: &Context, arguments: &SnapshotArgs) -> Result<Exit, Failure> {
    let archive = archive(context)?;
    let event = arguments.event.as_deref();
    let snapshot = archive.snapshot(&arguments.actor, event).map_err(unusable)?;
    let text = serde_json::to_string_pretty(&snapshot)
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    match &arguments.output {
        Some(path) => fs::write(path, format!("{text}\n")).map_err(|error| {
            Failure::new(Exit::Failure, format!("`{}`: {error}", path.display()))
        })?,
        None => context.output.raw(format!("{text}\n").as_bytes())?,
    }
    Ok(Exit::Ok)
}
