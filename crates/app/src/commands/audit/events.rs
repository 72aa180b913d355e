//! `ensemble audit tail`, and the choice of events it shares with `export`.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use kernel::Event;
use serde::Serialize;
use store::{Filter, Head, Journal, ReadError};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// How many events are read at once.
pub(super) const PAGE: usize = 1000;
/// How often a follower looks for new events in another process's file.
const LOOK: Duration = Duration::from_millis(200);

/// Which events.
#[derive(Debug, Clone, Args)]
pub struct Selection {
    /// Only events of this service
    #[arg(long, value_name = "NAME")]
    service: Option<String>,
    /// Only events of this stream
    #[arg(long, value_name = "STREAM")]
    stream: Option<String>,
    /// Only events of this kind
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only events made under this identity
    #[arg(long, value_name = "NAME")]
    principal: Option<String>,
}

impl Selection {
    /// Whether it leaves anything out.
    pub(super) fn is_everything(&self) -> bool {
        let parts = [&self.service, &self.stream, &self.kind, &self.principal];
        parts.into_iter().all(Option::is_none)
    }

    pub(super) fn filter(&self, after: u64, limit: usize) -> Filter {
        Filter {
            after,
            limit,
            service: self.service.clone(),
            stream: self.stream.clone(),
            kind: self.kind.clone(),
            principal: self.principal.clone(),
        }
    }
}

/// The arguments of `audit tail`.
#[derive(Debug, Args)]
pub struct TailArgs {
    /// How many events
    #[arg(short = 'n', long, value_name = "COUNT", default_value_t = 20)]
    lines: usize,
    /// Go on with new events as they come; with `--json` each line is one event
    #[arg(short, long)]
    follow: bool,
    #[command(flatten)]
    selection: Selection,
}

#[derive(Serialize)]
struct Tail {
    head: Head,
    events: Vec<Arc<Event>>,
}

impl Report for Tail {
    fn text(&self) -> String {
        self.events.iter().map(|event| line(event)).collect()
    }
}

/// Shows the last events, and those to come if asked.
pub(super) async fn tail(
    context: &Context,
    arguments: &TailArgs,
    journal: &Journal,
) -> Result<Exit, Failure> {
    let head = journal.head().await.map_err(unreadable)?;
    let events = last(journal, &arguments.selection, head.seq, arguments.lines).await?;
    if !arguments.follow {
        context.output.report(&Tail { head, events })?;
        return Ok(Exit::Ok);
    }
    print(context, &events)?;
    let mut after = head.seq;
    loop {
        let filter = arguments.selection.filter(after, PAGE);
        let events = journal.events(filter).await.map_err(unreadable)?;
        print(context, &events)?;
        match events.last() {
            Some(event) => after = event.seq,
            None => tokio::time::sleep(LOOK).await,
        }
    }
}

/// The last `count` events of a selection: the window before the end grows until it holds them.
async fn last(
    journal: &Journal,
    selection: &Selection,
    head: u64,
    count: usize,
) -> Result<Vec<Arc<Event>>, Failure> {
    let mut window = (count as u64).max(1);
    loop {
        let mut after = head.saturating_sub(window);
        let mut read = journal.events(selection.filter(after, usize::MAX >> 1)).await;
        if let Err(ReadError::Archived { sealed }) = read {
            after = 0;
            read = journal.events(selection.filter(sealed, usize::MAX >> 1)).await;
        }
        let mut events = read.map_err(unreadable)?;
        if events.len() >= count || after == 0 {
            events.drain(..events.len().saturating_sub(count));
            return Ok(events);
        }
        window = window.saturating_mul(4);
    }
}

fn print(context: &Context, events: &[Arc<Event>]) -> Result<(), Failure> {
    if context.global.json {
        return context.output.raw(&json_lines(events)?);
    }
    let text: String = events.iter().map(|event| line(event)).collect();
    context.output.raw(text.as_bytes())
}

pub(super) fn json_lines(events: &[Arc<Event>]) -> Result<Vec<u8>, Failure> {
    let mut lines = Vec::new();
    for event in events {
        serde_json::to_writer(&mut lines, event.as_ref())
            .map_err(|error| Failure::new(Exit::Failure, error))?;
        lines.push(b'\n');
    }
    Ok(lines)
}

fn line(event: &Event) -> String {
    let Event { seq, at, service, kind, stream, principal, data, .. } = event;
    format!("{seq}  {at}  {service}  {kind}  {stream}  {principal}  {data}\n")
}

/// A journal that cannot be read is damage unless it is merely archived or closed.
pub(super) fn unreadable(error: ReadError) -> Failure {
    match error {
        ReadError::Damaged { .. } => Failure::new(Exit::Damage, error),
        ReadError::Archived { sealed } => Failure::new(Exit::Failure, error)
            .hint(format!("start after {sealed}, or read the archives")),
        ReadError::Output(_) | ReadError::Stopped(_) => Failure::new(Exit::Failure, error),
        ReadError::Sql(_)
        | ReadError::Log(_)
        | ReadError::Unsigned
        | ReadError::File { .. }
        | ReadError::Panicked
        | ReadError::Closed => Failure::new(Exit::Data, error),
    }
}
