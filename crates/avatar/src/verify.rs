//! Proving an avatar whole: its index, and every text that quotations are taken from.

use crate::index::{text_file, whole};
use crate::library::Home;

/// What a check of one avatar found.
#[derive(Debug, Clone, Default)]
pub struct Verified {
    /// Texts that were checked.
    pub texts: u64,
    /// What is wrong, one sentence each.
    pub faults: Vec<String>,
}

impl Home {
    /// Checks what the avatar is described by, its index, and each text against the index.
    pub fn verify(&self) -> Verified {
        let mut found = Verified::default();
        found.faults.extend(self.profile().err().map(|error| error.to_string()));
        found.faults.extend(self.sources().err().map(|error| error.to_string()));
        match self.index() {
            Err(error) => found.faults.push(error.to_string()),
            Ok(index) => {
                for document in &index.head.documents {
                    let text = whole(&text_file(&self.texts(), &document.digest), document);
                    found.faults.extend(text.err().map(|error| error.to_string()));
                    found.texts += 1;
                }
            }
        }
        found
    }
}
