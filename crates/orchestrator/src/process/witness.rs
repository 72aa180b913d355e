//! The pre-push hook: git itself asks whether a push may go on, whoever started it and however.

use std::io::Read;
use std::process::ExitCode;

use serde_json::json;

use super::gate_client::{Answer, Asker, Place};
use std::ffi::OsString;

/// Asks the gate about the push git describes; anything but a yes stops it.
pub(super) fn run(
    words: &[OsString],
    environment: &dyn Fn(&str) -> Option<String>,
) -> Result<ExitCode, String> {
    let place = Place::of(environment)?;
    let mut references = String::new();
    std::io::stdin().read_to_string(&mut references).map_err(|error| error.to_string())?;
    let word = |index: usize| words.get(index).map(|word| word.to_string_lossy().into_owned());
    let input = json!({
        "remote": word(0),
        "url": word(1),
        "references": references.lines().collect::<Vec<_>>(),
    });
    match place.ask(Asker::Push, "git-push", "", input) {
        Answer::Allow { .. } => Ok(ExitCode::SUCCESS),
        Answer::Deny { reason } | Answer::Defer { reason } => {
            super::complain(&format!("televibe: this push was stopped: {reason}"));
            Ok(ExitCode::FAILURE)
        }
    }
}
