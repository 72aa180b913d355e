//! The hash that makes the journal a chain: of what it is made, byte by byte.
//!
//! `BLAKE3(domain ‖ prev ‖ stream_prev ‖ seq ‖ at ‖ length-prefixed fields)`, keyed if the journal
//! is. Numbers and lengths are little-endian. One hash carries both chains: it covers the event
//! before in the journal and the event before in its stream. The seventh field is the digest of all
//! state; events from before there was one have six, and another domain.

const STATELESS: &[u8; 16] = b"ensemble/event/1";
const DOMAIN: &[u8; 16] = b"ensemble/event/2";
const KEY_PROOF: &[u8] = b"ensemble/journal-key/1";

/// Everything a link of the chain covers.
#[derive(Clone, Copy)]
pub(crate) struct Covered<'a> {
    pub(crate) prev: &'a [u8; 32],
    pub(crate) stream_prev: &'a [u8; 32],
    pub(crate) seq: u64,
    pub(crate) at: i64,
    pub(crate) service: &'a [u8],
    pub(crate) kind: &'a [u8],
    pub(crate) stream: &'a [u8],
    pub(crate) principal: &'a [u8],
    pub(crate) data: &'a [u8],
    pub(crate) touches: &'a [u8],
    pub(crate) state: Option<&'a [u8]>,
}

/// Hashes links, keeping its buffer between them.
pub(crate) struct Hasher {
    key: Option<[u8; 32]>,
    buffer: Vec<u8>,
}

impl Hasher {
    pub(crate) fn new(key: Option<[u8; 32]>) -> Self {
        Self { key, buffer: Vec::with_capacity(1024) }
    }

    /// The hash of one event.
    pub(crate) fn link(&mut self, covered: &Covered<'_>) -> [u8; 32] {
        self.cover(covered);
        digest(self.key.as_ref(), &self.buffer)
    }

    /// The hash of the last event as a leaf of the log.
    pub(crate) fn leaf(&self) -> [u8; 32] {
        crate::log::leaf_hash(&self.buffer)
    }

    /// Spells out what the hash of one event covers.
    pub(crate) fn cover(&mut self, covered: &Covered<'_>) {
        let buffer = &mut self.buffer;
        buffer.clear();
        buffer.extend_from_slice(if covered.state.is_some() { DOMAIN } else { STATELESS });
        buffer.extend_from_slice(covered.prev);
        buffer.extend_from_slice(covered.stream_prev);
        buffer.extend_from_slice(&covered.seq.to_le_bytes());
        buffer.extend_from_slice(&covered.at.to_le_bytes());
        let fields = [
            covered.service,
            covered.kind,
            covered.stream,
            covered.principal,
            covered.data,
            covered.touches,
        ];
        for field in fields.into_iter().chain(covered.state) {
            let length = u32::try_from(field.len()).unwrap_or(u32::MAX);
            buffer.extend_from_slice(&length.to_le_bytes());
            buffer.extend_from_slice(field);
        }
    }
}

/// The hash of any bytes, keyed if there is a key.
pub(crate) fn digest(key: Option<&[u8; 32]>, bytes: &[u8]) -> [u8; 32] {
    match key {
        Some(key) => blake3::keyed_hash(key, bytes).into(),
        None => blake3::hash(bytes).into(),
    }
}

/// What the file keeps to know the key again without holding it.
pub(crate) fn key_proof(key: Option<&[u8; 32]>) -> [u8; 32] {
    match key {
        Some(key) => digest(Some(key), KEY_PROOF),
        None => [0; 32],
    }
}

/// A hash as people see it.
pub(crate) fn hex(hash: &[u8]) -> String {
    use std::fmt::Write;
    hash.iter().fold(String::with_capacity(hash.len() * 2), |mut text, byte| {
        // Writing to a String cannot fail.
        write!(text, "{byte:02x}").ok();
        text
    })
}

/// Reads a hash as people see it, in the one spelling [`hex`] writes.
pub(crate) fn from_hex(text: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if text.len() != 64 || !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    for (index, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(index * 2..index * 2 + 2)?, 16).ok()?;
    }
    Some(hash)
}
