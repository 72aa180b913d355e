//! Frames on the wire: a length, then JSON; in the later dialects the JSON is wrapped once more,
//! as a list of its bytes or as base64 fragments.

use std::collections::HashMap;
use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt};

/// The largest frame.
const MOST: usize = 32 * 1024 * 1024;
/// Longer messages are cut into fragments, so that a wrapped one stays below the largest frame.
const FRAGMENT: usize = 4 * 1024 * 1024;
const MOST_FRAGMENTS: u32 = 64;
const MOST_PARTIAL: usize = 8;

/// How frames are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// The JSON itself, as before 0.2.
    Plain,
    /// Wrapped, as in 0.2 and 0.3.
    Wrapped,
}

#[derive(Deserialize)]
enum Wrapped {
    Complete(Vec<u8>),
    Fragment { message_id: u64, fragment_index: u32, total_fragments: u32, data: String },
}

#[derive(Serialize)]
enum Wrapping {
    Fragment { message_id: u64, fragment_index: u32, total_fragments: u32, data: String },
}

/// What was read.
pub(super) enum Read {
    /// A whole message.
    Message(Vec<u8>),
    /// A frame that is none, and why.
    Unusable(String),
    /// The end.
    End,
}

/// The reading half of a connection.
pub(super) struct Reader<R> {
    stream: R,
    dialect: Option<Dialect>,
    partial: HashMap<u64, Vec<Option<Vec<u8>>>>,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { stream, dialect: None, partial: HashMap::new() }
    }

    /// The dialect, once a frame came.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        self.dialect
    }

    /// The next message.
    pub(super) async fn next(&mut self) -> io::Result<Read> {
        loop {
            let mut length = [0; 4];
            match self.stream.read_exact(&mut length).await {
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(Read::End),
                Err(error) => return Err(error),
            }
            let length = u32::from_be_bytes(length) as usize;
            if length > MOST {
                let problem = format!("a frame of {length} bytes, expected at most {MOST}");
                return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
            }
            let mut payload = vec![0; length];
            self.stream.read_exact(&mut payload).await?;
            if let Some(read) = self.unwrap(payload) {
                return Ok(read);
            }
        }
    }

    fn unwrap(&mut self, payload: Vec<u8>) -> Option<Read> {
        if self.dialect != Some(Dialect::Plain)
            && let Some(message) = plain_list(&payload)
        {
            self.dialect = Some(Dialect::Wrapped);
            return Some(Read::Message(message));
        }
        let wrapped = serde_json::from_slice::<Wrapped>(&payload);
        let dialect = *self.dialect.get_or_insert(match wrapped {
            Ok(_) => Dialect::Wrapped,
            Err(_) => Dialect::Plain,
        });
        match (dialect, wrapped) {
            (Dialect::Plain, _) => Some(Read::Message(payload)),
            (Dialect::Wrapped, Ok(Wrapped::Complete(message))) => Some(Read::Message(message)),
            (
                Dialect::Wrapped,
                Ok(Wrapped::Fragment { message_id, fragment_index, total_fragments, data }),
            ) => self.collect(message_id, (fragment_index, total_fragments), &data),
            (Dialect::Wrapped, Err(error)) => Some(Read::Unusable(error.to_string())),
        }
    }

    fn collect(&mut self, id: u64, (index, total): (u32, u32), data: &str) -> Option<Read> {
        let Ok(bytes) = STANDARD.decode(data) else {
            return Some(Read::Unusable("a fragment that is not base64".to_owned()));
        };
        if total == 0 || total > MOST_FRAGMENTS || index >= total {
            return Some(Read::Unusable(format!("fragment {index} of {total}")));
        }
        if self.partial.len() >= MOST_PARTIAL && !self.partial.contains_key(&id) {
            return Some(Read::Unusable("too many messages in fragments at once".to_owned()));
        }
        let parts = self.partial.entry(id).or_insert_with(|| vec![None; total as usize]);
        if let Some(part) = parts.get_mut(index as usize) {
            *part = Some(bytes);
        }
        if parts.iter().any(Option::is_none) {
            return None;
        }
        let parts = self.partial.remove(&id)?;
        Some(Read::Message(parts.into_iter().flatten().flatten().collect()))
    }
}

const LIST_BEGINS: &[u8] = b"{\"Complete\":[";

/// The bytes that a whole message lists, if it is written without blanks, as every client does.
/// A list is fifteen times as long as what the actor gets of it, so it is worth reading fast.
fn plain_list(payload: &[u8]) -> Option<Vec<u8>> {
    let list = payload.strip_prefix(LIST_BEGINS)?.strip_suffix(b"]}")?;
    let mut bytes = Vec::with_capacity(list.len() / 2);
    let (mut number, mut digits) = (0_u32, 0);
    for byte in list {
        match byte {
            b'0'..=b'9' => {
                number = number * 10 + u32::from(byte - b'0');
                digits += 1;
                if digits > 3 {
                    return None;
                }
            }
            b',' if digits > 0 => {
                bytes.push(u8::try_from(number).ok()?);
                (number, digits) = (0, 0);
            }
            _ => return None,
        }
    }
    if digits == 0 {
        return None;
    }
    bytes.push(u8::try_from(number).ok()?);
    Some(bytes)
}

/// Writes what [`plain_list`] reads.
fn list(message: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(LIST_BEGINS.len() + message.len() * 4 + 2);
    out.extend_from_slice(LIST_BEGINS);
    for (at, byte) in message.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        let (hundreds, rest) = (byte / 100, byte % 100);
        if hundreds > 0 {
            out.push(b'0' + hundreds);
        }
        if *byte >= 10 {
            out.push(b'0' + rest / 10);
        }
        out.push(b'0' + rest % 10);
    }
    out.extend_from_slice(b"]}");
    out
}

/// The frames of one message.
pub(super) fn write(dialect: Dialect, number: u64, message: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    match dialect {
        Dialect::Plain => frame(message, &mut out),
        Dialect::Wrapped if message.len() <= FRAGMENT => {
            frame(&list(message), &mut out);
        }
        Dialect::Wrapped => {
            let total = u32::try_from(message.len().div_ceil(FRAGMENT)).unwrap_or(u32::MAX);
            for (index, part) in (0..).zip(message.chunks(FRAGMENT)) {
                let data = STANDARD.encode(part);
                let fragment = Wrapping::Fragment {
                    message_id: number,
                    fragment_index: index,
                    total_fragments: total,
                    data,
                };
                wrap(&fragment, &mut out);
            }
        }
    }
    out
}

fn wrap(wrapping: &Wrapping, out: &mut Vec<u8>) {
    // Numbers and text always have a JSON form.
    frame(&serde_json::to_vec(wrapping).unwrap_or_default(), out);
}

fn frame(payload: &[u8], out: &mut Vec<u8>) {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(payload);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_written_as_json_writes_it_and_read_back() {
        let all: Vec<u8> = (0..=255).collect();
        for message in [&all[..], b"7"] {
            let written = list(message);
            let json = serde_json::json!({ "Complete": message }).to_string();
            assert_eq!(String::from_utf8(written.clone()).unwrap(), json);
            assert_eq!(plain_list(&written).as_deref(), Some(message));
        }
        for wrong in ["[", "[]", "[1,]", "[,1]", "[256]", "[0001]", "[1 ]", "[-1]", "[1,,2]"] {
            let wrong = format!("{{\"Complete\":{wrong}}}");
            assert_eq!(plain_list(wrong.as_bytes()), None, "{wrong}");
        }
    }

    #[tokio::test]
    async fn messages_of_any_size_come_back_in_either_dialect() {
        for dialect in [Dialect::Plain, Dialect::Wrapped] {
            for size in [2, 70_000, FRAGMENT * 2 + 5] {
                let message = vec![b'7'; size];
                let bytes = write(dialect, 1, &message);
                let mut reader = Reader::new(&bytes[..]);
                let Read::Message(read) = reader.next().await.unwrap() else {
                    panic!("expected a message")
                };
                assert!(read == message, "{dialect:?} {size}");
                assert_eq!(reader.dialect(), Some(dialect));
                assert!(matches!(reader.next().await.unwrap(), Read::End));
            }
        }
    }
}
