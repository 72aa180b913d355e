//! `ensemble man`: the manual, made from the same types as the command line.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory, ValueHint};
use clap_mangen::Man;
use serde::Serialize;

use crate::arguments::Cli;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;

/// The arguments of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write one page per command into this folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: Option<PathBuf>,
}

#[derive(Serialize)]
struct Written {
    files: Vec<PathBuf>,
}

impl Report for Written {
    fn text(&self) -> String {
        self.files.iter().map(|file| format!("{}\n", file.display())).collect()
    }
}

/// Prints the main page, or writes all pages.
pub fn run(context: &Context, arguments: &ManArgs) -> Result<Exit, Failure> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let failed =
        |error: io::Error| Failure::new(Exit::Failure, format!("cannot write the manual: {error}"));
    match &arguments.dir {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page).map_err(failed)?;
            context.output.raw(&page)?;
        }
        Some(folder) => {
            let mut files = Vec::new();
            fs::create_dir_all(folder).map_err(failed)?;
            write(&command, folder, &mut files).map_err(failed)?;
            context.output.report(&Written { files })?;
        }
    }
    Ok(Exit::Ok)
}

fn write(command: &clap::Command, folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    files.push(Man::new(command.clone()).generate_to(folder)?);
    for inner in command.get_subcommands() {
        write(inner, folder, files)?;
    }
    Ok(())
}
