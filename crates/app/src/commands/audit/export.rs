//! `ensemble audit export`.
//!
//! Without a choice of events the lines carry the hashes they link to, so that the file can be
//! checked anywhere by `audit verify --export`; a choice has gaps, and no chain to check.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;
use store::{Journal, ReadError};

use super::events::{PAGE, Selection, json_lines, unreadable};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;
use crate::private_file;

/// The arguments of `audit export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Only events with a greater number [default: 0, or the last archived one]
    #[arg(long, value_name = "SEQ")]
    after: Option<u64>,
    /// The file to write, which must not exist yet [default: standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
}

#[derive(Serialize)]
struct Written {
    file: PathBuf,
    events: u64,
    last: u64,
}

impl Report for Written {
    fn text(&self) -> String {
        format!("{} events up to {} are in {}\n", self.events, self.last, self.file.display())
    }
}

/// Writes the events out; memory does not grow with the journal.
pub(super) async fn run(
    context: &Context,
    arguments: &ExportArgs,
    journal: &Journal,
) -> Result<Exit, Failure> {
    let after = match arguments.after {
        Some(after) => after,
        None => beginning(journal).await?,
    };
    let export = Export { journal, after, selection: &arguments.selection };
    let Some(path) = &arguments.output else {
        return export.to(context.output.sink()).await.map(|_| Exit::Ok);
    };
    let failed = |error| cannot_write(path, &error);
    let file = private_file::open_new(path).map_err(failed)?;
    let copy = file.try_clone().map_err(failed)?;
    let (events, last) = export.to(std::io::BufWriter::new(copy)).await?;
    File::sync_all(&file).map_err(failed)?;
    context.output.report(&Written { file: path.clone(), events, last })?;
    Ok(Exit::Ok)
}

/// The number before the first event that is still in the database.
async fn beginning(journal: &Journal) -> Result<u64, Failure> {
    match journal.since(0, 1).await {
        Ok(_) => Ok(0),
        Err(ReadError::Archived { sealed }) => Ok(sealed),
        Err(error) => Err(unreadable(error)),
    }
}

struct Export<'a> {
    journal: &'a Journal,
    after: u64,
    selection: &'a Selection,
}

impl Export<'_> {
    /// How many events went out, and the number of the last.
    async fn to(&self, out: impl Write + Send + 'static) -> Result<(u64, u64), Failure> {
        if !self.selection.is_everything() {
            return self.selected(out).await;
        }
        match self.journal.export(self.after, out).await {
            Ok(exported) => Ok((exported.events, exported.head.seq)),
            Err(ReadError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok((0, 0)),
            Err(error) => Err(unreadable(error)),
        }
    }

    async fn selected(&self, mut out: impl Write) -> Result<(u64, u64), Failure> {
        let (mut after, mut count) = (self.after, 0);
        loop {
            let filter = self.selection.filter(after, PAGE);
            let events = self.journal.events(filter).await.map_err(unreadable)?;
            let Some(last) = events.last() else { break };
            after = last.seq;
            count += events.len() as u64;
            match out.write_all(&json_lines(&events)?) {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok((count, after)),
                written => written.map_err(|error| unreadable(ReadError::Output(error)))?,
            }
        }
        out.flush().map_err(|error| unreadable(ReadError::Output(error)))?;
        Ok((count, after))
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(Exit::Failure, format!("cannot write `{}`: {error}", path.display()))
}
