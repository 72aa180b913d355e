//! What will or would be so, which is not said to be so.

use super::Builder;

/// Whether a word puts what follows it into the future or makes it a wish.
pub(super) fn is_foretold(word: &str) -> bool {
    ["will", "would"].contains(&word)
}

impl Builder<'_> {
    /// Whether what is said is said to come.
    pub(super) fn is_foretold(&self) -> bool {
        self.prefix.first().is_some_and(|(word, _)| is_foretold(word))
    }
}
