//! The card that marks a folder as a demonstration: claimed before anything is made, settled after.

use std::fs;
use std::io;
use std::path::PathBuf;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};

use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::private_file;

const CARD: &str = "demo.json";
const SETTINGS: &str = include_str!("../../demo/settings.toml");

/// What the folder says of itself.
#[derive(Debug, Serialize, Deserialize)]
struct Card {
    version: String,
    made_at: String,
    filled: bool,
}

impl Card {
    fn begun() -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { version, made_at: Timestamp::now().to_string(), filled: false }
    }
}

/// What a folder that may hold the demonstration held before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// Nothing: it is to be filled.
    Fresh,
    /// The demonstration, filled before.
    Filled,
}

/// Makes a missing or empty folder the demonstration's, or finds it there; any other is refused.
pub fn claim(data: &DataDir) -> Result<Found, Failure> {
    if let Some(card) = read(data) {
        return if card.filled { Ok(Found::Filled) } else { Err(halfway(data)) };
    }
    let used = fs::read_dir(data.root()).is_ok_and(|mut entries| entries.next().is_some());
    if used {
        let message = format!("data folder `{}` is not empty", data.root().display());
        return Err(Failure::new(Exit::Data, message)
            .hint("the demonstration keeps to itself: name a new folder with `--data DIR`"));
    }
    data.prepare()?;
    write(data, &Card::begun())?;
    let written = private_file::create(&data.config_file(), SETTINGS.as_bytes());
    written.map_err(|error| failed(data, &error))?;
    Ok(Found::Fresh)
}

/// Notes that the folder was filled to the end.
pub(super) fn settle(data: &DataDir) -> Result<(), Failure> {
    write(data, &Card { filled: true, ..Card::begun() })
}

/// Whether the folder is a demonstration, filled or not.
pub fn is_demo(data: &DataDir) -> bool {
    read(data).is_some()
}

fn path(data: &DataDir) -> PathBuf {
    data.root().join(CARD)
}

fn read(data: &DataDir) -> Option<Card> {
    serde_json::from_slice(&fs::read(path(data)).ok()?).ok()
}

fn write(data: &DataDir, card: &Card) -> Result<(), Failure> {
    let text = serde_json::to_vec_pretty(card);
    let text = text.map_err(|error| Failure::new(Exit::Failure, error))?;
    let written = private_file::replace(&path(data), &text, private_file::OWNER_ONLY);
    written.map_err(|error| failed(data, &error))
}

fn failed(data: &DataDir, error: &io::Error) -> Failure {
    Failure::new(Exit::Data, format!("cannot write to `{}`: {error}", data.root().display()))
}

fn halfway(data: &DataDir) -> Failure {
    let folder = data.root().display();
    Failure::new(Exit::Data, format!("the demonstration in `{folder}` was left half made"))
        .hint(format!("remove it with `ensemble --data {folder} demo clean` and start again"))
}
