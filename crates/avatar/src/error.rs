//! Errors of the engine as a tool's caller sees them.

use kernel::{ErrorKind, ToolError};

use crate::index::FileError;
use crate::library::LibraryError;
use crate::remote::RemoteError;
use crate::shelf::ChooseError;

impl From<LibraryError> for ToolError {
    fn from(error: LibraryError) -> Self {
        let message = error.to_string();
        match error {
            LibraryError::Unknown { .. } => Self::not_found(message).with_code("UNKNOWN_AVATAR"),
            LibraryError::NoAvatar(_) => Self::not_found(message).with_code("UNKNOWN_AVATAR"),
            LibraryError::BadId(_) => Self::invalid_input(message).with_code("UNKNOWN_AVATAR"),
            LibraryError::Exists(_) => {
                Self::new(ErrorKind::Conflict, message).with_code("AVATAR_EXISTS")
            }
            LibraryError::Busy(_) => {
                Self::new(ErrorKind::Conflict, message).with_code("AVATAR_BUSY")
            }
            LibraryError::Guide => {
                Self::new(ErrorKind::Conflict, message).with_code("AVATAR_READ_ONLY")
            }
            LibraryError::NoTexts { .. } => {
                Self::new(ErrorKind::Unavailable, message).with_code("CORPUS_DAMAGED")
            }
            LibraryError::Profile { .. } | LibraryError::Sources { .. } => {
                Self::new(ErrorKind::Unavailable, message)
                    .with_code("AVATAR_MISCONFIGURED")
                    .with_hint("correct the field in the file and call again")
            }
            LibraryError::Encoder(_) => {
                Self::new(ErrorKind::Unavailable, message).with_code("ENCODER_UNAVAILABLE")
            }
            LibraryError::File(error) => error.into(),
            LibraryError::Remote(error) => error.into(),
        }
    }
}

impl From<RemoteError> for ToolError {
    fn from(error: RemoteError) -> Self {
        let hint =
            "to ask the avatars of this machine, leave the Supabase project out of the settings";
        let code = match &error {
            RemoteError::Address { .. } | RemoteError::NoKey { .. } => "SUPABASE_MISCONFIGURED",
            RemoteError::Unreachable { .. } | RemoteError::TimedOut { .. } => {
                "SUPABASE_UNREACHABLE"
            }
            RemoteError::Denied { .. } => "SUPABASE_DENIED",
            RemoteError::Schema { .. } => "SUPABASE_SCHEMA",
            RemoteError::Dimensions(_) | RemoteError::Encoder { .. } => "ENCODER_UNAVAILABLE",
            RemoteError::Refused { .. } => "SUPABASE_REFUSED",
            RemoteError::Malformed { .. } => "SUPABASE_UNREADABLE",
        };
        Self::new(ErrorKind::Unavailable, error.to_string()).with_code(code).with_hint(hint)
    }
}

impl From<FileError> for ToolError {
    fn from(error: FileError) -> Self {
        let message = error.to_string();
        match error {
            FileError::Io { .. } => {
                Self::new(ErrorKind::Unavailable, message).with_code("CORPUS_UNREADABLE")
            }
            FileError::Damaged { .. } | FileError::Text { .. } => {
                Self::new(ErrorKind::Unavailable, message).with_code("CORPUS_DAMAGED")
            }
        }
    }
}

impl From<ChooseError> for ToolError {
    fn from(error: ChooseError) -> Self {
        let message = error.to_string();
        match error {
            ChooseError::Several(_) => Self::invalid_input(message).with_code("MISSING_ARGUMENT"),
            ChooseError::Library(error) => error.into(),
        }
    }
}
