//! The avatars in the audit: their indexes, and the texts that quotations are taken from.

use avatar::Library;
use store::{Fault, Field};

use crate::config::Config;
use crate::data::DataDir;

/// What was checked, and what is wrong.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) texts: u64,
    pub(super) faults: Vec<Fault>,
}

/// Checks every avatar of `data`.
pub(super) fn check(data: &DataDir, config: &Config) -> Checked {
    let library = Library::new(data.resolve(&config.avatar.folder));
    let mut checked = Checked::default();
    for id in library.ids() {
        let subject = format!("avatar `{id}`");
        let verified = match library.home(&id) {
            Ok(home) => home.verify(),
            Err(error) => {
                checked.faults.push(fault(&subject, error.to_string()));
                continue;
            }
        };
        checked.texts += verified.texts;
        checked.faults.extend(verified.faults.into_iter().map(|found| fault(&subject, found)));
    }
    checked
}

fn fault(subject: &str, found: String) -> Fault {
    Fault {
        seq: None,
        field: Field::File,
        subject: Some(subject.to_owned()),
        byte: None,
        expected: "an index and texts as they were added".to_owned(),
        found,
    }
}
