//! How a command fails: an exit code, one line that says what, and how to go on.

use std::fmt::Display;
use std::io;

use crate::exit::Exit;

/// The error of every command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// The code the process ends with.
    pub exit: Exit,
    /// What happened.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// The stable code that a tool gave its error.
    pub code: Option<String>,
}

impl Failure {
    /// A failure without advice.
    pub fn new(exit: Exit, message: impl Display) -> Self {
        Self { exit, message: message.to_string(), hint: None, code: None }
    }

    /// The same failure with a tool's code.
    #[must_use]
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// The same failure with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Why an address of the configuration cannot be listened on.
pub fn cannot_listen(key: &str, address: impl Display, error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::AddrInUse {
        let message = format!("`{address}` is in use by another program");
        let hint = format!("stop that program, or set `{key}` to another address");
        return Failure::new(Exit::PortInUse, message).hint(hint);
    }
    Failure::new(Exit::Config, format!("cannot listen on `{address}`: {error}"))
        .hint(format!("set `{key}` to an address of this machine"))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_taken_port_has_its_own_code_and_names_its_key() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let error = TcpListener::bind(address).unwrap_err();
        let failure = cannot_listen("server.http", address, &error);
        assert_eq!(failure.exit, Exit::PortInUse);
        assert_eq!(failure.message, format!("`{address}` is in use by another program"));
        assert!(failure.hint.unwrap().contains("`server.http`"));
    }
}
