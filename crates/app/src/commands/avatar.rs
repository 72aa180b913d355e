//! `ensemble avatar`: make an avatar, add writings, ask it, all without a server.

mod reports;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use avatar::answer::{Answer, Asked};
use avatar::ingest::{self, Step};
use avatar::remote::{self, Pushed, Remote, RemoteError, SCHEMA};
use avatar::{LibraryError, Profile, Shelf};
use clap::{Args, Subcommand, ValueHint};

use crate::avatars;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::supabase::Project;
use reports::{Answered, Created, Ingested, Listed, Rebuilt, Removed, Schema, Whole};

/// How long `--watch` rests between two looks at the files.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// The least time between two states of the progress bar.
const BETWEEN_TWO_LOOKS: Duration = Duration::from_millis(50);

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
        /// Go on and add what is new or changes, until interrupted
        #[arg(long)]
        watch: bool,
    },
    /// Take works out of an avatar
    Remove {
        /// The avatar's id
        id: String,
        /// The works' ids, as `avatar list ID` names them
        #[arg(required = true)]
        works: Vec<String>,
    },
    /// Delete an avatar with everything that was added to it; the files it was made of stay
    Delete {
        /// The avatar's id
        id: String,
        /// Yes, for good
        #[arg(long)]
        yes: bool,
    },
    /// Copy an avatar with its texts and its index into a new folder
    Export {
        /// The avatar's id
        id: String,
        /// The folder, which must not exist yet
        #[arg(value_hint = ValueHint::DirPath)]
        folder: PathBuf,
    },
    /// Take in an avatar from a folder that `avatar export` wrote
    Import {
        /// The folder
        #[arg(value_hint = ValueHint::DirPath)]
        folder: PathBuf,
    },
    /// Make an avatar's index again from the texts that were added
    Rebuild {
        /// The avatar's id
        id: String,
        /// Embed the texts with this encoder instead of the one they were embedded with
        #[arg(long, value_name = "NAME")]
        encoder: Option<String>,
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
        /// What was asked before, which the question may point back at; repeat for several, the oldest first
        #[arg(long, value_name = "QUESTION")]
        after: Vec<String>,
    },
    /// Copy an avatar into a Supabase project, where it is seen when all of it is there
    Push {
        /// The avatar's id
        id: String,
        /// Let everybody with the project's public key read it [default for a new one]
        #[arg(long, conflicts_with = "private")]
        public: bool,
        /// Let only the service key read it
        #[arg(long)]
        private: bool,
    },
    /// Print the SQL that sets a Supabase project up for avatars
    Schema,
}

impl AvatarArgs {
    /// The command's name in the envelope.
    pub fn name(&self) -> &'static str {
        match self.verb {
            Verb::Create { .. } => "avatar create",
            Verb::Add { .. } => "avatar add",
            Verb::Remove { .. } => "avatar remove",
            Verb::Delete { .. } => "avatar delete",
            Verb::Export { .. } => "avatar export",
            Verb::Import { .. } => "avatar import",
            Verb::Rebuild { .. } => "avatar rebuild",
            Verb::List { .. } => "avatar list",
            Verb::Ask { .. } => "avatar ask",
            Verb::Push { .. } => "avatar push",
            Verb::Schema => "avatar schema",
        }
    }
}

/// Does what was asked for.
pub fn run(context: &Context, arguments: &AvatarArgs) -> Result<Exit, Failure> {
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new())?;
    let shelf = avatars::shelf(&data, &loaded.config, &context.environment)?;
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
        Verb::Add { id, files, watch: false } => return add(context, &shelf, id, files),
        Verb::Add { id, files, watch: true } => return watch(context, &shelf, id, files),
        Verb::Remove { id, works } => {
            let home = shelf.library().home(id).map_err(refused)?;
            let removed = ingest::remove(&home, works).map_err(refused)?;
            check_removed(id, works, &removed)?;
            context.output.report(&Removed { id: id.clone(), removed })?;
        }
        Verb::Delete { id, yes } => {
            let library = shelf.library();
            library.home(id).map_err(refused)?;
            if !yes {
                let message = format!("deleting avatar `{id}` cannot be undone");
                let hint = format!("ensemble avatar delete {id} --yes");
                return Err(Failure::new(Exit::Usage, message).hint(hint));
            }
            library.delete(id).map_err(refused)?;
            whole(context, id, "deleted", None)?;
        }
        Verb::Export { id, folder } => {
            shelf.library().export(id, folder).map_err(refused)?;
            whole(context, id, "exported", Some(folder))?;
        }
        Verb::Import { folder } => {
            data.prepare()?;
            let id = shelf.library().import(folder).map_err(refused)?;
            whole(context, &id, "imported", Some(folder))?;
        }
        Verb::Rebuild { id, encoder } => {
            let home = shelf.library().home(id).map_err(refused)?;
            let rebuilt = ingest::rebuild(&home, encoder.as_deref()).map_err(refused)?;
            return rebuilt_of(context, &Rebuilt { id: id.clone(), rebuilt });
        }
        Verb::List { id } => {
            let listed = match id {
                None => Listed::avatars(&shelf),
                Some(id) => Listed::works(&*shelf.open(id).map_err(refused)?),
            };
            context.output.report(&listed)?;
        }
        Verb::Ask { id, question, after } => {
            let answer = ask(&shelf, id, &question.join(" "), after)?;
            context.output.report(&Answered::from(answer))?;
        }
        Verb::Push { id, public, private } => {
            let (config, environment) = (&loaded.config, &context.environment);
            let remote = Project { data: &data, config, environment }.to_write()?;
            let public = (*public || *private).then_some(*public);
            let pushed = push(&shelf, &remote, id, public)?;
            context.output.report(&reports::Pushed { id: id.clone(), pushed })?;
        }
        Verb::Schema => context.output.report(&Schema { sql: SCHEMA })?,
    }
    Ok(Exit::Ok)
}

fn whole(
    context: &Context,
    id: &str,
    done: &'static str,
    folder: Option<&PathBuf>,
) -> Result<(), Failure> {
    let report = Whole { id: id.to_owned(), done, folder: folder.cloned() };
    context.output.report(&report)
}

fn ask(shelf: &Shelf, id: &str, question: &str, after: &[String]) -> Result<Answer, Failure> {
    let speaker = shelf.speaker(id).map_err(refused)?;
    let before = after.iter().map(String::as_str).collect();
    let asked = Asked { question, before, within: None };
    let (study, _) = speaker.study(&asked).map_err(refused)?;
    let Some(writer) = shelf.writer() else { return Ok(study.answer) };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    Ok(runtime.block_on(writer.write(speaker.profile(), question, study)))
}

fn push(shelf: &Shelf, remote: &Remote, id: &str, public: Option<bool>) -> Result<Pushed, Failure> {
    let corpus = shelf.open(id).map_err(refused)?;
    let mut bar = Bar::new();
    let pushed = remote::push(&corpus, remote, public, &mut |done, all| {
        bar.draw("sending passages", done, all);
    });
    bar.clear();
    pushed.map_err(refused)
}

fn add(context: &Context, shelf: &Shelf, id: &str, files: &[PathBuf]) -> Result<Exit, Failure> {
    let home = shelf.library().home(id).map_err(refused)?;
    let mut bar = Bar::new();
    let report = ingest::add(&home, files, shelf.limits(), &mut |step| bar.show(&step));
    bar.clear();
    let report = Ingested { id: id.to_owned(), report: report.map_err(refused)? };
    if report.report.is_of_nothing() {
        return Err(Failure::new(Exit::Failure, "there is no file to add").hint(
            "name files, or folders with PDF, EPUB, DOCX, HTML, Markdown, text or subtitles",
        ));
    }
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

/// Fails for works that were not there, and says which were taken out all the same.
fn check_removed(id: &str, works: &[String], removed: &[String]) -> Result<(), Failure> {
    let named = |list: Vec<&String>| {
        list.into_iter().map(|work| format!("`{work}`")).collect::<Vec<_>>().join(", ")
    };
    let missing: Vec<_> = works.iter().filter(|work| !removed.contains(work)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let gone = match removed {
        [] => String::new(),
        removed => format!("; removed {}", named(removed.iter().collect())),
    };
    let message = format!("avatar `{id}` has no work {}{gone}", named(missing));
    Err(Failure::new(Exit::Failure, message).hint(format!("ensemble avatar list {id}")))
}

/// Reports an index that was made again; texts that had to be left out are a failure.
fn rebuilt_of(context: &Context, report: &Rebuilt) -> Result<Exit, Failure> {
    let damaged = &report.rebuilt.damaged;
    if damaged.is_empty() {
        context.output.report(report)?;
        return Ok(Exit::Ok);
    }
    let message = format!("damaged texts were left out: {}", damaged.join(", "));
    let failure = Failure::new(Exit::Data, message)
        .hint(format!("add the files again: ensemble avatar add {} FILES…", report.id));
    context.output.report_failed(report, &failure)?;
    Ok(Exit::Data)
}

/// Adds the files now and again whenever one of them is new or changed.
fn watch(context: &Context, shelf: &Shelf, id: &str, files: &[PathBuf]) -> Result<Exit, Failure> {
    let mut known = Vec::new();
    loop {
        let stamps = stamps(files);
        // A folder may be empty for now; that it was emptied is followed too.
        if stamps != known {
            match add(context, shelf, id, files) {
                // Another process is adding now; this one does so afterwards.
                Err(failure) if failure.exit == Exit::DataInUse => {}
                Err(failure) => return Err(failure),
                Ok(_) => known = stamps,
            }
        }
        std::thread::sleep(LOOK_AGAIN);
    }
}

type Stamp = (PathBuf, Option<SystemTime>, u64);

/// What changes when a file does.
fn stamps(files: &[PathBuf]) -> Vec<Stamp> {
    let stamp = |path: PathBuf| {
        let about = std::fs::metadata(&path).ok();
        let modified = about.as_ref().and_then(|about| about.modified().ok());
        (path, modified, about.map_or(0, |about| about.len()))
    };
    ingest::files(files).into_iter().map(stamp).collect()
}

fn refused(error: LibraryError) -> Failure {
    let exit = match &error {
        LibraryError::Busy(_) => Exit::DataInUse,
        LibraryError::File(_) | LibraryError::NoTexts { .. } => Exit::Data,
        LibraryError::Profile { .. } | LibraryError::Sources { .. } => Exit::Config,
        LibraryError::Unknown { .. }
        | LibraryError::BadId(_)
        | LibraryError::Exists(_)
        | LibraryError::NoAvatar(_)
        | LibraryError::Guide
        | LibraryError::Encoder(_) => Exit::Failure,
        LibraryError::Remote(error) => exit_of(error),
    };
    Failure::new(exit, error)
}

fn exit_of(error: &RemoteError) -> Exit {
    match error {
        RemoteError::Unreachable { .. } | RemoteError::TimedOut { .. } => Exit::Unreachable,
        RemoteError::Denied { .. } => Exit::Auth,
        RemoteError::Address { .. } | RemoteError::NoKey { .. } => Exit::Config,
        RemoteError::Schema { .. }
        | RemoteError::Dimensions(_)
        | RemoteError::Encoder { .. }
        | RemoteError::Refused { .. }
        | RemoteError::Malformed { .. } => Exit::Failure,
    }
}

/// One line on a terminal's standard error that says how far the work has come.
struct Bar {
    shown: bool,
    last: Option<Instant>,
}

impl Bar {
    fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal(), last: None }
    }

    fn show(&mut self, step: &Step<'_>) {
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < BETWEEN_TWO_LOOKS) {
            return;
        }
        self.last = Some(Instant::now());
        let (what, number, of) = match step {
            Step::Reading { file, number, of } => {
                (format!("reading {}", file.display()), *number, *of)
            }
            Step::Indexing { number, of, passages: (done, all) } => {
                (format!("indexing, {done} of {all} passages"), *number, *of)
            }
        };
        self.draw(&what, number, of);
    }

    fn draw(&mut self, what: &str, number: usize, of: usize) {
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
