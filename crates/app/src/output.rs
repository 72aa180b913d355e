//! The only way to standard output and, for errors, standard error.
//!
//! With `--json` a command prints one envelope on one line:
//! `{"schema":1,"ok":true,"command":"token list","data":{...}}`, or with `"ok":false` and
//! `"error":{"exit":6,"kind":"config","message":"...","hint":"..."}` in place of `data`.

use std::io::{self, Write};

use serde::Serialize;

use crate::failure::Failure;

/// The version of the envelope's shape.
const SCHEMA: u32 = 1;

/// What a command has to say: data for programs, text for people.
pub trait Report: Serialize {
    /// The same content as lines of text, each ended by a newline.
    fn text(&self) -> String;
}

/// Where and how a command prints.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    command: &'static str,
    form: Form,
}

/// The two forms of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Lines for people.
    Text,
    /// One JSON envelope.
    Json,
}

#[derive(Serialize)]
struct Envelope<'a, T> {
    schema: u32,
    ok: bool,
    command: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Problem<'a>>,
}

#[derive(Serialize)]
struct Problem<'a> {
    exit: u8,
    kind: crate::exit::Exit,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'a str>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl Output {
    /// The output of `command`.
    pub fn new(command: &'static str, form: Form) -> Self {
        Self { command, form }
    }

    /// Prints a report in the form that was asked for.
    pub fn report<R: Report>(self, report: &R) -> Result<(), Failure> {
        match self.form {
            Form::Text => write(&mut io::stdout().lock(), &report.text()),
            Form::Json => self.envelope(Some(report), None),
        }
    }

    /// Prints a report whose `ok` is false although the command itself worked, such as an audit
    /// that found damage: the data stays readable beside the error.
    pub fn report_failed<R: Report>(self, report: &R, failure: &Failure) -> Result<(), Failure> {
        match self.form {
            Form::Text => write(&mut io::stdout().lock(), &report.text()),
            Form::Json => self.envelope(Some(report), Some(failure)),
        }
    }

    /// Prints text or bytes as they are, whatever the form: scripts, manual pages, exports.
    pub fn raw(self, bytes: &[u8]) -> Result<(), Failure> {
        finish(io::stdout().lock().write_all(bytes))
    }

    /// A place for bytes that some other part writes: an export, page by page.
    pub fn sink(self) -> impl Write + Send + 'static {
        io::BufWriter::new(io::stdout())
    }

    /// Says why the command failed.
    pub fn failure(self, failure: &Failure) -> Result<(), Failure> {
        match self.form {
            Form::Json => self.envelope::<()>(None, Some(failure)),
            Form::Text => {
                let hint = failure.hint.as_ref().map(|hint| format!("\n  fix: {hint}"));
                let line = format!("error: {}{}\n", failure.message, hint.unwrap_or_default());
                write(&mut io::stderr().lock(), &line)
            }
        }
    }

    fn envelope<T: Serialize>(
        self,
        data: Option<&T>,
        failure: Option<&Failure>,
    ) -> Result<(), Failure> {
        let error = failure.map(|failure| Problem {
            exit: failure.exit.code(),
            kind: failure.exit,
            code: failure.code.as_deref(),
            message: &failure.message,
            hint: failure.hint.as_deref(),
        });
        let envelope =
            Envelope { schema: SCHEMA, ok: error.is_none(), command: self.command, data, error };
        let mut line = serde_json::to_string(&envelope)
            .map_err(|error| Failure::new(crate::exit::Exit::Failure, error))?;
        line.push('\n');
        write(&mut io::stdout().lock(), &line)
    }
}

fn write(to: &mut impl Write, text: &str) -> Result<(), Failure> {
    finish(to.write_all(text.as_bytes()).and_then(|()| to.flush()))
}

/// A reader that closed the pipe has read enough; that is no failure of ours.
fn finish(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| {
            Failure::new(crate::exit::Exit::Failure, format!("cannot write the output: {error}"))
        }),
    }
}

/// A line that cannot repaint, reorder or hide what a terminal shows.
pub fn printable(line: &str) -> String {
    kernel::shown(line)
}

/// Lines a table up: every column as wide as its widest cell, two spaces between.
pub fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
