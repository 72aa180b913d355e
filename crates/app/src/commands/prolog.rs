//! `ensemble prolog [FILE]`: a top level. Goals are read from standard input and answered one by
//! one; at a terminal `;` asks for the next answer, elsewhere all of them are printed.

use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use prolog::{Answer, Budget, Dialect, Error, Origin, Program, Session, Truth, View};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// The arguments of `prolog`.
#[derive(Debug, Args)]
pub struct PrologArgs {
    /// The program to load
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
    /// Ask this goal, print every answer and end; may be given several times
    #[arg(long, short, value_name = "GOAL")]
    pub goal: Vec<String>,
}

/// What a goal may spend here: nobody else waits.
fn budget() -> Budget {
    Budget { cells: 256 << 20, ..Budget::default().with_inferences(u64::MAX) }
}

/// Answers listed where nobody can ask for the next.
const LISTED: usize = 1000;

/// A line that is no goal but something to do.
enum Line {
    Goal(String),
    Load(Vec<String>),
    Halt,
}

/// Loads the program and answers goals until the input ends.
pub fn run(context: &Context, arguments: &PrologArgs) -> Result<Exit, Failure> {
    let mut session = Session::new(&Program::empty());
    let mut top = TopLevel { context, asks: false };
    if let Some(file) = &arguments.file {
        top.load(&mut session, &file.display().to_string())?;
    }
    if !arguments.goal.is_empty() {
        for goal in &arguments.goal {
            top.answer(&mut session, goal.trim().trim_end_matches('.'))?;
        }
        return Ok(Exit::Ok);
    }
    top.asks = io::stdin().is_terminal();
    while let Some(text) = top.read("?- ")? {
        match understood(&text) {
            Line::Halt => break,
            Line::Load(files) => {
                for file in files {
                    top.load(&mut session, &file)?;
                }
            }
            Line::Goal(goal) => top.answer(&mut session, &goal)?,
        }
    }
    Ok(Exit::Ok)
}

struct TopLevel<'c> {
    context: &'c Context,
    /// Whether somebody sits at a terminal.
    asks: bool,
}

impl TopLevel<'_> {
    fn say(&self, text: &str) -> Result<(), Failure> {
        self.context.output.raw(text.as_bytes())
    }

    /// Reads lines up to one that ends with a full stop; nothing at the end of the input.
    fn read(&self, prompt: &str) -> Result<Option<String>, Failure> {
        let mut text = String::new();
        loop {
            if self.asks {
                self.say(if text.is_empty() { prompt } else { "|    " })?;
            }
            let mut line = String::new();
            let read = io::stdin().lock().read_line(&mut line);
            let count = read.map_err(|error| Failure::new(Exit::Failure, error.to_string()))?;
            text.push_str(&line);
            let whole = text.trim();
            if whole.ends_with('.') || (count == 0 && !whole.is_empty()) {
                let goal = whole.trim_start_matches("?-").trim().trim_end_matches('.');
                return Ok(Some(goal.to_owned()));
            }
            if count == 0 {
                return Ok(None);
            }
        }
    }

    fn load(&self, session: &mut Session, file: &str) -> Result<(), Failure> {
        let read = fs::read_to_string(file).or_else(|_| fs::read_to_string(format!("{file}.pl")));
        let text = match read {
            Ok(text) => text,
            Err(error) => {
                let message = format!("cannot read `{file}`: {error}");
                return if self.asks {
                    self.say(&format!("{message}\n"))
                } else {
                    Err(Failure::new(Exit::Failure, message))
                };
            }
        };
        match session.consult_with(&text, Origin::default(), budget()) {
            Ok(done) => {
                self.say(&done.output)?;
                for warning in done.warnings {
                    self.say(&format!("Warning: {warning}\n"))?;
                }
                Ok(())
            }
            Err(error) => self.say(&format!("{error}\n")),
        }
    }

    /// Prints the answers of a goal.
    fn answer(&self, session: &mut Session, goal: &str) -> Result<(), Failure> {
        let mut query = match session.query(goal, budget()) {
            Ok(query) => query.naming_variables(),
            Err(error) => return self.say(&format!("{error}\n")),
        };
        let (mut printed, mut count) = (0, 0);
        loop {
            let next = query.next();
            let output = query.output();
            self.say(&output[printed.min(output.len())..])?;
            printed = output.len();
            match next {
                None => return self.say(if count == 0 { "false.\n" } else { "" }),
                Some(Err(error)) => return self.say(&format!("{}\n", told(&error))),
                Some(Ok(answer)) => {
                    count += 1;
                    let last = query.is_over();
                    self.say(&shown(&answer))?;
                    if last || !self.another(count)? {
                        return self.say(".\n");
                    }
                    self.say(" ;\n")?;
                }
            }
        }
    }

    /// Whether the next answer is wanted.
    fn another(&self, count: usize) -> Result<bool, Failure> {
        if !self.asks {
            return Ok(count < LISTED);
        }
        self.say(" ")?;
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        read.map_err(|error| Failure::new(Exit::Failure, error.to_string()))?;
        Ok(matches!(line.trim(), ";" | "n" | " "))
    }
}

/// What a line asks for.
fn understood(text: &str) -> Line {
    let Ok(term) = Dialect::default().read(text) else { return Line::Goal(text.to_owned()) };
    if term.name() == Some("halt") {
        return Line::Halt;
    }
    let file = |term: &prolog::Term| match term.view() {
        View::Atom(name) | View::Str(name) => Some(name.to_owned()),
        View::Var(_) | View::Int(_) | View::Big(_) | View::Float(_) | View::Compound(..) => None,
    };
    let files = match term.name() {
        Some("consult") if term.arity() == 1 => term.arg(0).map(|only| vec![only]),
        Some(".") => term.items(),
        _ => None,
    };
    let names = files.and_then(|files| files.iter().map(file).collect::<Option<Vec<_>>>());
    names.filter(|names| !names.is_empty()).map_or_else(|| Line::Goal(text.to_owned()), Line::Load)
}

/// An answer as it is shown.
fn shown(answer: &Answer) -> String {
    let bound = answer.bindings.iter().filter(|(name, term)| term.to_string() != *name);
    let mut parts: Vec<String> = bound.map(|(name, term)| format!("{name} = {term}")).collect();
    parts.extend(answer.residual.iter().map(ToString::to_string));
    if parts.is_empty() {
        parts.push("true".to_owned());
    }
    if answer.truth == Truth::Undefined {
        parts.push("undefined".to_owned());
    }
    parts.join(",\n")
}

fn told(error: &Error) -> String {
    match error {
        Error::Thrown(ball) => format!("Warning: {}", ball.message),
        Error::Syntax(_) | Error::Budget(_) | Error::NoSuchClause(_) => error.to_string(),
    }
}
