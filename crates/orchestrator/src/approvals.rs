//! Approvals: one exact command, one person's word, used once.

pub(crate) mod db;
mod decide;

use std::collections::BTreeSet;
use std::fmt;

use kernel::Timestamp;

pub(crate) use decide::{AfterDenial, Approve, Approved, Deny, described};

/// Why a session is blocked while a person is asked.
pub(crate) const WAITING: &str = "waiting for approval";

/// What a call does that may need a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Write,
    Shell,
    Push,
    ForcePush,
    Delete,
    Deploy,
    Network,
}

impl Scope {
    pub(crate) const ALL: [Self; 7] = [
        Self::Write,
        Self::Shell,
        Self::Push,
        Self::ForcePush,
        Self::Delete,
        Self::Deploy,
        Self::Network,
    ];

    /// The scope's name on the wire and in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Shell => "shell",
            Self::Push => "push",
            Self::ForcePush => "force_push",
            Self::Delete => "delete",
            Self::Deploy => "deploy",
            Self::Network => "network",
        }
    }

    /// The scope of this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// How much there is to lose: a question is named after its gravest scope.
    fn weight(self) -> u8 {
        match self {
            Self::Write => 0,
            Self::Shell => 1,
            Self::Network => 2,
            Self::Delete => 3,
            Self::Push => 4,
            Self::Deploy => 5,
            Self::ForcePush => 6,
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Several scopes.
pub(crate) type Scopes = BTreeSet<Scope>;

/// The names of scopes for a message.
pub(crate) fn listed(scopes: &Scopes) -> String {
    scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(", ")
}

/// The scope a question is named after.
pub(crate) fn gravest(scopes: &Scopes) -> Scope {
    scopes.iter().copied().max_by_key(|scope| scope.weight()).unwrap_or(Scope::Shell)
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Nobody answered yet.
    Pending,
    /// It may be done once.
    Approved,
    /// It was done.
    Used,
    /// It may not be done.
    Denied,
    /// Nobody answered in time, or the job ended.
    Expired,
}

impl State {
    const ALL: [Self; 5] = [Self::Pending, Self::Approved, Self::Used, Self::Denied, Self::Expired];

    /// The state's name in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Used => "used",
            Self::Denied => "denied",
            Self::Expired => "expired",
        }
    }

    /// The state of this name; what a later build wrote is as good as no.
    pub(crate) fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|state| state.name() == name).unwrap_or(Self::Denied)
    }
}

/// A question to a person about one exact call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Approval {
    pub(crate) approval_id: String,
    pub(crate) number: i64,
    pub(crate) job_id: String,
    pub(crate) tool: String,
    pub(crate) tool_use_id: String,
    /// The call as a person reads it.
    pub(crate) command: String,
    /// The hash of all that the answer is about.
    pub(crate) digest: String,
    pub(crate) scopes: Scopes,
    /// What "for this job" would allow.
    pub(crate) class: String,
    /// What the house knows of its effect.
    pub(crate) effect: serde_json::Value,
    pub(crate) state: State,
    pub(crate) approvers: Vec<String>,
    pub(crate) reason: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}
