//! Which clients know the house, and whether what they know still holds.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Finding, Subject};
use crate::clients::{CLIENTS, Client};

const NAME: &str = "ensemble";

pub(super) fn clients(subject: &Subject<'_>) -> Finding {
    let mut known = Vec::new();
    for client in &CLIENTS {
        match look(client, subject) {
            Seen::Nothing => {}
            Seen::Fine => known.push(client.title),
            Seen::Trouble(finding) => return finding,
        }
    }
    if known.is_empty() {
        return Finding::ok("none told; `ensemble install CLIENT` does");
    }
    Finding::ok(known.join(", "))
}

enum Seen {
    Nothing,
    Fine,
    Trouble(Finding),
}

fn look(client: &Client, subject: &Subject<'_>) -> Seen {
    let file = client.file(subject.environment);
    let Some((file, text)) =
        file.and_then(|file| Some((file.clone(), fs::read_to_string(file).ok()?)))
    else {
        return Seen::Nothing;
    };
    match client.format.get(&text, client.section, NAME) {
        Err(error) => Seen::Trouble(Finding::warn(
            format!("{}: `{}`: {error}", client.title, file.display()),
            "correct the file; the client cannot read it either",
        )),
        Ok(None) => Seen::Nothing,
        Ok(Some(entry)) => match missing_program(&entry) {
            None => Seen::Fine,
            Some(program) => Seen::Trouble(Finding::fail(
                format!("{} starts `{program}`, which is gone", client.title),
                format!("ensemble install {}", client.name),
            )),
        },
    }
}

/// The program an entry starts, if that is a path at which nothing lies.
fn missing_program(entry: &Value) -> Option<&str> {
    let program = entry.get("command").or_else(|| entry.get("cmd"))?.as_str()?;
    let path = Path::new(program);
    (path.is_absolute() && !path.exists()).then_some(program)
}
