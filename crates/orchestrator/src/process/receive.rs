//! The hook of the house's own repository: git has received what an agent wants to push and asks,
//! before it takes anything, whether it may. The gate answers when the push is made or refused.

use std::io::Read;
use std::process::ExitCode;

use serde_json::json;

use super::gate_client::{Address, Answer, Asker};

/// The variable that names the push to the gate.
pub(crate) const PUSH: &str = "TELEVIBE_PUSH";

/// Asks the gate about the lines git gives; anything but a yes refuses the push.
pub(super) fn run(environment: &dyn Fn(&str) -> Option<String>) -> Result<ExitCode, String> {
    let address = Address::of(environment)?;
    let mut lines = String::new();
    std::io::stdin().read_to_string(&mut lines).map_err(|error| error.to_string())?;
    let input = json!({
        "push": environment(PUSH),
        "quarantine": environment("GIT_QUARANTINE_PATH"),
        "references": lines.lines().collect::<Vec<_>>(),
    });
    match address.ask(Asker::Push, "git-push", "", input) {
        Answer::Allow { reason } => {
            super::complain(&reason);
            Ok(ExitCode::SUCCESS)
        }
        Answer::Deny { reason } | Answer::Defer { reason } => {
            super::complain(&reason);
            Ok(ExitCode::FAILURE)
        }
    }
}
