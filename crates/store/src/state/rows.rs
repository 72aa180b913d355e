//! One spelling for every row: the bytes that its digest covers.

use rusqlite::types::ValueRef;

use super::lanes::Seed;

const ROW: &[u8] = b"ensemble/row/1";

/// Spells rows and takes their digests, keeping its buffer between them.
#[derive(Default)]
pub(crate) struct Speller {
    buffer: Vec<u8>,
}

impl Speller {
    /// Begins a row of `table`.
    pub(crate) fn begin(&mut self, table: &str) {
        self.buffer.clear();
        self.buffer.extend_from_slice(ROW);
        self.bytes(0, table.as_bytes());
    }

    /// Adds the next value: its kind, then its length where it has one, then its bytes.
    pub(crate) fn value(&mut self, value: ValueRef<'_>) {
        match value {
            ValueRef::Null => self.buffer.push(1),
            ValueRef::Integer(number) => {
                self.buffer.push(2);
                self.buffer.extend_from_slice(&number.to_le_bytes());
            }
            ValueRef::Real(number) => {
                self.buffer.push(3);
                // The file does not keep the sign of a zero.
                let number = if number == 0.0 { 0.0 } else { number };
                self.buffer.extend_from_slice(&number.to_bits().to_le_bytes());
            }
            ValueRef::Text(text) => self.bytes(4, text),
            ValueRef::Blob(bytes) => self.bytes(5, bytes),
        }
    }

    /// The digest of the row that was begun.
    pub(crate) fn seed(&self) -> Seed {
        blake3::hash(&self.buffer).into()
    }

    fn bytes(&mut self, kind: u8, bytes: &[u8]) {
        self.buffer.push(kind);
        self.buffer.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        self.buffer.extend_from_slice(bytes);
    }
}
