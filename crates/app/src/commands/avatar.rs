//! `ensemble avatar`: make an avatar, add writings, ask it, all without a server.

mod reports;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use avatar::answer::{self, Answer, Asked};
use avatar::ingest::{self, Step};
use avatar::{LibraryError, Profile, Shelf};
use clap::{Args, Subcommand, ValueHint};

use crate::avatars;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use reports::{Answered, Created, Ingested, Listed, Rebuilt, Removed};

/// The arguments of `avatar`.
#[derive(Debug, Args)]
pub struct AvatarArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Make an avatar; its config.json is yours to edit
    Create {
        /// Its id: lower-case letters, digits and `-`
        id: String,
        /// The name people know [default: the id]
        #[arg(long)]
        name: Option<String>,
        /// Who this is, in a sentence
        #[arg(long, value_name = "TEXT")]
        description: Option<String>,
        /// What it knows about; repeat for several
        #[arg(long, value_name = "TOPIC")]
        expertise: Vec<String>,
        /// The last year its writings can know of
        #[arg(long, value_name = "YEAR")]
        death_year: Option<i32>,
    },
    /// Add files or folders of files to an avatar; repeating it changes nothing
    Add {
        /// The avatar's id
        id: String,
        /// The files
        #[arg(required = true, value_hint = ValueHint::AnyPath)]
        files: Vec<PathBuf>,
    },
    /// Take works out of an avatar
    Remove {
        /// The avatar's id
        id: String,
        /// The works' ids, as `avatar list ID` names them
        #[arg(required = true)]
        works: Vec<String>,
    },
    /// Make an avatar's index again from the texts that were added
    Rebuild {
        /// The avatar's id
        id: String,
    },
    /// List all avatars, or one avatar's works
    List {
        /// The avatar's id
        id: Option<String>,
    },
    /// Ask an avatar a question
    Ask {
        /// The avatar's id
        id: String,
        /// The question
        #[arg(required = true)]
        question: Vec<String>,
    },
}

impl AvatarArgs {
    /// The command's name in the envelope.
    pub fn name(&self) -> &'static str {
        match self.verb {
            Verb::Create { .. } => "avatar create",
            Verb::Add { .. } => "avatar add",
            Verb::Remove { .. } => "avatar remove",
            Verb::Rebuild { .. } => "avatar rebuild",
            Verb::List { .. } => "avatar list",
            Verb::Ask { .. } => "avatar ask",
        }
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: &AvatarArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new())?;
    let shelf = avatars::shelf(&data, &loaded.config)?;
    match &arguments.verb {
        Verb::Create { id, name, description, expertise, death_year } => {
            data.prepare()?;
            let name = name.as_ref().unwrap_or(id);
            let about = description.clone().unwrap_or_else(|| format!("The writings of {name}"));
            let mut profile = Profile::new(id, name, &about);
            profile.expertise.clone_from(expertise);
            profile.death_year = *death_year;
            let home = shelf.library().create(&profile).map_err(refused)?;
            context.output.report(&Created { id: id.clone(), config: home.config_file() })?;
        }
        Verb::Add { id, files } => return add(context, &shelf, id, files),
        Verb::Remove { id, works } => {
            let home = shelf.library().home(id).map_err(refused)?;
            let removed = ingest::remove(&home, works).map_err(refused)?;
            context.output.report(&Removed { id: id.clone(), removed })?;
        }
        Verb::Rebuild { id } => {
            let home = shelf.library().home(id).map_err(refused)?;
            let documents = ingest::rebuild(&home).map_err(refused)?;
            context.output.report(&Rebuilt { id: id.clone(), documents })?;
        }
        Verb::List { id } => {
            let listed = match id {
                None => Listed::avatars(&shelf),
                Some(id) => Listed::works(&*shelf.open(id).map_err(refused)?),
            };
            context.output.report(&listed)?;
        }
        Verb::Ask { id, question } => {
            let answer = ask(&shelf, id, &question.join(" "))?;
            context.output.report(&Answered::from(answer))?;
        }
    }
    Ok(Exit::Ok)
}

fn ask(shelf: &Shelf, id: &str, question: &str) -> Result<Answer, Failure> {
    let corpus = shelf.open(id).map_err(refused)?;
    let asked = Asked { question, ..Asked::default() };
    let study = answer::study(&corpus, &asked).map_err(|error| refused(error.into()))?;
    let Some(model) = shelf.model() else { return Ok(study.answer) };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    Ok(runtime.block_on(answer::write(model.as_ref(), corpus.profile(), question, study)))
}

fn add(context: &Context, shelf: &Shelf, id: &str, files: &[PathBuf]) -> Result<Exit, Failure> {
    let home = shelf.library().home(id).map_err(refused)?;
    let mut bar = Bar::new();
    let report = ingest::add(&home, files, shelf.limits(), &mut |step| bar.show(&step));
    bar.clear();
    let report = Ingested { id: id.to_owned(), report: report.map_err(refused)? };
    if report.report.refused.is_empty() {
        context.output.report(&report)?;
        return Ok(Exit::Ok);
    }
    let count = report.report.refused.len();
    let failure = Failure::new(Exit::Failure, format!("{count} files were not added"))
        .hint("the list says why for each; what could be read was added");
    context.output.report_failed(&report, &failure)?;
    Ok(Exit::Failure)
}

fn refused(error: LibraryError) -> Failure {
    let exit = match &error {
        LibraryError::Busy(_) => Exit::DataInUse,
        LibraryError::File(_) => Exit::Data,
        LibraryError::Profile { .. } | LibraryError::Sources { .. } => Exit::Config,
        LibraryError::Unknown { .. } | LibraryError::BadId(_) | LibraryError::Exists(_) => {
            Exit::Failure
        }
    };
    Failure::new(exit, error)
}

/// One line on a terminal's standard error that says how far the work has come.
struct Bar {
    shown: bool,
}

impl Bar {
    fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal() }
    }

    fn show(&mut self, step: &Step<'_>) {
        let (what, number, of) = match step {
            Step::Reading { file, number, of } => {
                (format!("reading {}", file.display()), *number, *of)
            }
            Step::Indexing { number, of } => ("indexing".to_owned(), *number, *of),
        };
        let filled = number * 20 / of.max(1);
        let bar = format!("{}{}", "█".repeat(filled), "░".repeat(20 - filled.min(20)));
        self.put(&format!("\r\x1b[2K{bar} {number}/{of} {what}"));
    }

    fn clear(&mut self) {
        self.put("\r\x1b[2K");
    }

    fn put(&mut self, text: &str) {
        // A terminal that went away needs no progress.
        let mut terminal = std::io::stderr().lock();
        if self.shown && (terminal.write_all(text.as_bytes()).is_err() || terminal.flush().is_err())
        {
            self.shown = false;
        }
    }
}
