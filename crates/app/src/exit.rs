//! The exit codes of every command. They are a promise: scripts rely on them, so numbers never move.

use std::process::ExitCode;

use serde::Serialize;

/// Why the process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Exit {
    /// Done.
    Ok = 0,
    /// Something failed that no other code names.
    Failure = 1,
    /// The command line was wrong.
    Usage = 2,
    /// The server refused the token or its scopes.
    Auth = 3,
    /// No server answered.
    Unreachable = 4,
    /// The tool ran and reported an error.
    Tool = 5,
    /// Refused to start: the configuration is wrong.
    Config = 6,
    /// Refused to start: the data folder or its database cannot be used.
    Data = 7,
    /// Refused to start: an address is taken.
    PortInUse = 8,
    /// The audit found damage in the journal.
    Damage = 9,
    /// Refused to start: another process uses the data folder.
    DataInUse = 10,
}

impl Exit {
    /// Every code, in order.
    pub const ALL: [Self; 11] = [
        Self::Ok,
        Self::Failure,
        Self::Usage,
        Self::Auth,
        Self::Unreachable,
        Self::Tool,
        Self::Config,
        Self::Data,
        Self::PortInUse,
        Self::Damage,
        Self::DataInUse,
    ];

    /// The number the shell sees.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// What the code means, for the help text and the manual.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Ok => "done",
            Self::Failure => "failed for a reason no other code names",
            Self::Usage => "the command line was wrong",
            Self::Auth => "the server refused the token or its scopes",
            Self::Unreachable => "no server answered",
            Self::Tool => "the tool ran and reported an error",
            Self::Config => "refused to start: the configuration is wrong",
            Self::Data => "refused to start: the data folder or its database cannot be used",
            Self::PortInUse => "refused to start: an address is taken",
            Self::Damage => "the audit found damage in the journal",
            Self::DataInUse => "refused to start: another process uses the data folder",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The table of codes as people read it.
pub fn table() -> String {
    let rows = Exit::ALL.map(|exit| format!("  {}  {}", exit.code(), exit.meaning()));
    format!("Exit codes:\n{}", rows.join("\n"))
}
