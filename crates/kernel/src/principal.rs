//! Who is calling, and what they may do.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One permission a token can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Look at anything.
    Read,
    /// Start, stop and message actors.
    ActorsWrite,
    /// Create sessions and run jobs.
    JobsRun,
    /// Approve or deny what a job wants to do.
    JobsApprove,
    /// Change knowledge bases and corpora.
    KbWrite,
    /// Everything, tokens and retention included.
    Admin,
}

impl Scope {
    /// Every scope, in the order they are listed to people.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::ActorsWrite,
        Self::JobsRun,
        Self::JobsApprove,
        Self::KbWrite,
        Self::Admin,
    ];

    /// The scope's name in tokens and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::ActorsWrite => "actors:write",
            Self::JobsRun => "jobs:run",
            Self::JobsApprove => "jobs:approve",
            Self::KbWrite => "kb:write",
            Self::Admin => "admin",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A scope name that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown scope `{0}`, expected one of read, actors:write, jobs:run, jobs:approve, kb:write, admin"
)]
pub struct UnknownScope(String);

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(text: &str) -> Result<Self, UnknownScope> {
        Self::ALL
            .into_iter()
            .find(|scope| scope.name() == text)
            .ok_or_else(|| UnknownScope(text.to_owned()))
    }
}

/// A set of scopes; `admin` contains every other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u8);

impl Scopes {
    /// Every scope.
    pub fn all() -> Self {
        Scope::ALL.into_iter().collect()
    }

    /// Whether a holder of this set may do what needs `scope`.
    pub fn allows(self, scope: Scope) -> bool {
        self.0 & (scope.bit() | Scope::Admin.bit()) != 0
    }

    /// The scopes held, by name.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.0 & scope.bit() != 0)
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

/// The identity a call is made under; handles belong to the principal that made them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// The stable name: a token's name, an OAuth subject, or `local`.
    pub id: Arc<str>,
    /// What this principal may do.
    pub scopes: Scopes,
}

impl Principal {
    /// The person at this machine: stdio, the in-process caller, the default token.
    pub fn local() -> Self {
        Self { id: Arc::from("local"), scopes: Scopes::all() }
    }

    /// Whether it may see and do everything.
    pub fn is_admin(&self) -> bool {
        self.scopes.allows(Scope::Admin)
    }

    /// A named principal with the given scopes.
    pub fn new(id: impl Into<Arc<str>>, scopes: Scopes) -> Self {
        Self { id: id.into(), scopes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn admin_contains_every_scope_and_read_contains_only_itself() {
        let admin: Scopes = [Scope::Admin].into_iter().collect();
        let read: Scopes = [Scope::Read].into_iter().collect();
        assert!(Scope::ALL.into_iter().all(|scope| admin.allows(scope)));
        assert!(read.allows(Scope::Read) && !read.allows(Scope::KbWrite));
        assert_eq!("jobs:approve".parse(), Ok(Scope::JobsApprove));
        assert!("jobs".parse::<Scope>().is_err());
    }
}
