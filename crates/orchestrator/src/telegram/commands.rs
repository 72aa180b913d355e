//! What a person may write: commands with their words, and everything else as an instruction.

/// Each command, its words, and what it does.
pub(super) const HELP: [(&str, &str, &str); 16] = [
    ("projects", "", "List the projects"),
    ("sessions", "", "List the open sessions"),
    ("new", "PROJECT BRANCH", "Make a session and use it"),
    ("use", "SESSION", "Choose the session that texts go to"),
    ("run", "TEXT", "Give the session an instruction"),
    ("status", "[SESSION]", "Show what a session is doing"),
    ("jobs", "", "List the newest jobs"),
    ("tail", "[JOB]", "Show the end of a job's log"),
    ("diff", "[SESSION]", "Show what a session changed"),
    ("tasks", "[PROJECT]", "List the tasks of a project"),
    ("next", "[PROJECT]", "Name the tasks to begin with"),
    ("claim", "TASK", "Take a task for the session"),
    ("approvals", "", "List what waits for a person"),
    ("cancel", "[JOB]", "Stop a job"),
    ("close", "[SESSION] [force]", "Close a session; nothing is lost"),
    ("help", "", "Show this"),
];

/// What somebody asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    /// To see something.
    Look(Look),
    /// To change something.
    Change(Change),
    /// To know what can be asked for.
    Help,
    /// Something with words missing.
    Incomplete { name: &'static str },
    /// Something that there is not.
    Unknown { name: String },
}

/// What can be seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Look {
    Projects,
    Sessions,
    Status { session: Option<String> },
    Jobs,
    Tail { job: Option<String> },
    Diff { session: Option<String> },
    Tasks { project: Option<String> },
    Next { project: Option<String> },
    Approvals,
}

/// What can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    New { project: String, branch: String },
    Use { session: String },
    Run { text: String },
    Claim { task: String },
    Cancel { job: Option<String> },
    Close { session: Option<String>, force: bool },
}

impl Command {
    /// Whether it may have to wait for processes to end; others are not kept waiting by it.
    pub(super) fn is_slow(&self) -> bool {
        matches!(self, Self::Change(Change::Cancel { .. } | Change::Close { .. }))
    }
}

/// Reads a text.
pub(super) fn parse(text: &str) -> Command {
    let text = text.trim();
    let Some(rest) = text.strip_prefix('/') else {
        return Command::Change(Change::Run { text: text.to_owned() });
    };
    let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    // In groups a command names its bot.
    let name = name.split('@').next().unwrap_or_default();
    let mut words = rest.split_whitespace().map(str::to_owned);
    if let Some(look) = look(name, words.clone().next()) {
        return Command::Look(look);
    }
    let change = match name {
        "new" => match (words.next(), words.next()) {
            (Some(project), Some(branch)) => Some(Change::New { project, branch }),
            _ => None,
        },
        "use" => words.next().map(|session| Change::Use { session }),
        "run" => Some(rest.trim().to_owned())
            .filter(|it| !it.is_empty())
            .map(|text| Change::Run { text }),
        "claim" => words.next().map(|task| Change::Claim { task }),
        "cancel" => Some(Change::Cancel { job: words.next() }),
        "close" => {
            let words: Vec<String> = words.collect();
            let force = words.iter().any(|word| word == "force");
            Some(Change::Close { session: words.into_iter().find(|word| word != "force"), force })
        }
        "help" | "start" => return Command::Help,
        other => return Command::Unknown { name: other.to_owned() },
    };
    let known = HELP.iter().find(|(it, _, _)| *it == name).map_or("help", |(it, _, _)| *it);
    change.map_or(Command::Incomplete { name: known }, Command::Change)
}

fn look(name: &str, word: Option<String>) -> Option<Look> {
    match name {
        "projects" => Some(Look::Projects),
        "sessions" => Some(Look::Sessions),
        "status" => Some(Look::Status { session: word }),
        "jobs" => Some(Look::Jobs),
        "tail" => Some(Look::Tail { job: word }),
        "diff" => Some(Look::Diff { session: word }),
        "tasks" => Some(Look::Tasks { project: word }),
        "next" => Some(Look::Next { project: word }),
        "approvals" => Some(Look::Approvals),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_words_and_texts_are_instructions() {
        let owned = |text: &str| text.to_owned();
        let change = Command::Change;
        for (text, command) in [
            ("fix the tests", change(Change::Run { text: owned("fix the tests") })),
            ("/run  a\nb ", change(Change::Run { text: owned("a\nb") })),
            ("/run ", Command::Incomplete { name: "run" }),
            ("/tail 12ab", Command::Look(Look::Tail { job: Some(owned("12ab")) })),
            (
                "/new@the_bot api work",
                change(Change::New { project: owned("api"), branch: owned("work") }),
            ),
            ("/new api", Command::Incomplete { name: "new" }),
            ("/close", change(Change::Close { session: None, force: false })),
            ("/close S2 force", change(Change::Close { session: Some(owned("S2")), force: true })),
            ("/start", Command::Help),
            ("/", Command::Unknown { name: owned("") }),
            ("/drop everything", Command::Unknown { name: owned("drop") }),
        ] {
            assert_eq!(parse(text), command, "{text}");
        }
    }

    #[test]
    fn every_command_of_the_help_is_understood() {
        for (name, _, _) in HELP {
            let unknown = matches!(parse(&format!("/{name} a b")), Command::Unknown { .. });
            assert!(!unknown, "{name}");
        }
    }
}
