//! Message data as tools carry it: base64 both ways, checked and bounded.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::sync::Arc;

use crate::error::TheaterError;

/// The bytes that `text`, the value of `argument`, stands for.
pub(crate) fn decode(argument: &str, text: &str) -> Result<Arc<[u8]>, TheaterError> {
    match STANDARD.decode(text.trim()) {
        Ok(bytes) => Ok(bytes.into()),
        Err(error) => Err(TheaterError::Input(format!("`{argument}` is not base64: {error}"))),
    }
}

/// Bytes for an answer.
pub(crate) fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Bytes as text, where they are text that a person can read.
pub(crate) fn readable(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let plain = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    text.chars().all(plain).then(|| text.to_owned())
}
