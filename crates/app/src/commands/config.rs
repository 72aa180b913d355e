//! `ensemble config`: what is set, where it came from, and what can be set.

use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::Value;

use crate::config::{KeyInfo, Origin, Setting, keys};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Report, columns};

/// The arguments of `config`.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Show every value
    Show {
        /// Show where each value came from
        #[arg(long)]
        origin: bool,
    },
    /// Show every key with its default and meaning
    Keys,
}

impl ConfigArgs {
    /// The command's name in the envelope.
    pub fn name(&self) -> &'static str {
        match self.verb {
            Verb::Show { .. } => "config show",
            Verb::Keys => "config keys",
        }
    }
}

#[derive(Serialize)]
struct Shown {
    settings: Vec<Setting>,
    #[serde(skip)]
    origins: Origins,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Origins {
    Hidden,
    Shown,
}

impl Report for Shown {
    fn text(&self) -> String {
        let rows: Vec<[String; 2]> = self
            .settings
            .iter()
            .map(|setting| {
                let origin = match (&setting.origin, self.origins) {
                    (_, Origins::Hidden) => String::new(),
                    (Origin::Default, Origins::Shown) => "# default".to_owned(),
                    (origin, Origins::Shown) => format!("# {origin}"),
                };
                [format!("{} = {}", setting.key, written(&setting.value)), origin]
            })
            .collect();
        columns(&rows)
    }
}

#[derive(Serialize)]
struct Reference {
    keys: Vec<&'static KeyInfo>,
}

impl Report for Reference {
    fn text(&self) -> String {
        let entry = |info: &&KeyInfo| {
            format!("{} = {}\n    {}\n", info.key, written(&info.default), info.meaning)
        };
        self.keys.iter().map(entry).collect()
    }
}

/// A value as the file would have it; what is unset cannot be written there.
fn written(value: &Value) -> String {
    if value.is_null() { "(unset)".to_owned() } else { value.to_string() }
}

/// Prints what was asked for.
pub fn run(context: &Context, arguments: &ConfigArgs) -> Result<Exit, Failure> {
    match &arguments.verb {
        Verb::Show { origin } => {
            let loaded = context.load(&context.data()?, Vec::new())?;
            let settings = loaded.settings.iter().cloned().collect();
            let origins = if *origin { Origins::Shown } else { Origins::Hidden };
            context.output.report(&Shown { settings, origins })?;
        }
        Verb::Keys => context.output.report(&Reference { keys: keys().values().collect() })?,
    }
    Ok(Exit::Ok)
}
