//! The flags of a session. Knows nothing of terms.

/// What a double-quoted text is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotes {
    Codes,
    Chars,
    Atom,
    Strings,
}

/// What calling an unknown procedure does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    Error,
    Fail,
    Warning,
}

/// The flags a session can set.
#[derive(Debug, Clone)]
pub(crate) struct Flags {
    pub(crate) double_quotes: Quotes,
    pub(crate) unknown: Unknown,
    pub(crate) auto_table: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self { double_quotes: Quotes::Strings, unknown: Unknown::Error, auto_table: false }
    }
}
