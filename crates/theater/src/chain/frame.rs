//! What is written to the log at once and holds as a whole: a checksummed list of items.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{Event, EventRef, Hash};
use crate::ActorId;

/// Bytes before a frame's body: mark, salt, length, checksum of the body, checksum of all that.
pub(super) const HEADER: usize = 24;
/// Bytes before the body of a frame without a mark, as logs were written at first: length, checksum.
pub(super) const PLAIN_HEADER: usize = 8;
/// What a frame begins with, so that it is found again behind a damaged one. Read as the length of a
/// frame without a mark it is more than any may have.
pub(super) const MARK: [u8; 4] = *b"EnT\xF2";
/// No frame is larger, so a damaged length cannot ask for all memory.
pub(super) const MOST: usize = 512 * 1024 * 1024;

/// A message that an actor was promised to get, even if the process dies now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Accepted {
    /// The actor that gets it.
    pub actor: ActorId,
    /// Its number among the actor's accepted messages.
    pub number: u64,
    /// The function that handles it.
    pub function: Cow<'static, str>,
    /// What the function gets besides the state.
    pub params: Vec<Vec<u8>>,
    /// The event that sent it.
    pub cause: Option<Hash>,
}

/// A part of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Item {
    /// Events of one actor, one after another.
    Events {
        /// The actor.
        actor: ActorId,
        /// The event before the first.
        previous: Option<Hash>,
        /// The events.
        events: Vec<Event>,
    },
    /// A message was accepted.
    Accepted(Accepted),
    /// A message was accepted that is handled when its time has come, in microseconds since 1970.
    Later(Accepted, i64),
}

/// A part of a frame that is only looked at, laid out like [`Item`].
#[derive(Debug, Deserialize)]
pub(crate) enum ItemRef<'a> {
    Events {
        actor: ActorId,
        previous: Option<Hash>,
        #[serde(borrow)]
        events: Vec<EventRef<'a>>,
    },
    Accepted(
        #[serde(borrow)]
        #[expect(dead_code, reason = "nobody who looks at events asks for it")]
        AcceptedRef<'a>,
    ),
    Later(
        #[serde(borrow)]
        #[expect(dead_code, reason = "nobody who looks at events asks for it")]
        AcceptedRef<'a>,
        #[expect(dead_code, reason = "nobody who looks at events asks for it")] i64,
    ),
}

/// An accepted message that is only looked at, laid out like [`Accepted`].
#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "the layout is what counts: it says where the next item begins")]
pub(crate) struct AcceptedRef<'a> {
    actor: ActorId,
    number: u64,
    function: &'a str,
    #[serde(borrow)]
    params: Vec<&'a [u8]>,
    cause: Option<Hash>,
}

/// How the frames of a segment begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// Without a mark.
    Plain,
    /// With the mark and the segment's own random salt, which no guest knows: what it has written
    /// down cannot be taken for a frame.
    Salted(u64),
}

/// What stands before a frame's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) framing: Framing,
    /// Bytes of the body.
    pub(super) length: usize,
    sum: u32,
}

impl Head {
    /// The head that `bytes` begin with, if they begin with one.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&MARK) {
            let header: &[u8; HEADER] = bytes.first_chunk()?;
            let salt = u64::from_le_bytes(*header.get(4..)?.first_chunk()?);
            let [length, sum, own] = [12, 16, 20].map(|at| number(header, at));
            let known = header.get(..20)?;
            let framing = Framing::Salted(salt);
            return (own? == crc32fast::hash(known)).then_some(Self {
                framing,
                length: bounded(length?)?,
                sum: sum?,
            });
        }
        let header: &[u8; PLAIN_HEADER] = bytes.first_chunk()?;
        let (length, sum) = (bounded(number(header, 0)?)?, number(header, 4)?);
        Some(Self { framing: Framing::Plain, length, sum })
    }

    /// Bytes of the head itself.
    pub(super) fn size(self) -> usize {
        match self.framing {
            Framing::Plain => PLAIN_HEADER,
            Framing::Salted(_) => HEADER,
        }
    }

    /// The items of `body`, if it is whole; [`Item`]s, or [`ItemRef`]s to look at them in place.
    pub(super) fn decode<'a, T: Deserialize<'a>>(self, body: &'a [u8]) -> Option<Vec<T>> {
        let whole = crc32fast::hash(body) == self.sum;
        whole.then(|| postcard::from_bytes(body).ok()).flatten()
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn bounded(length: u32) -> Option<usize> {
    let length = usize::try_from(length).ok()?;
    (1..=MOST).contains(&length).then_some(length)
}

/// Appends the frame of `items` in a segment of `salt` to `out`.
pub(super) fn encode(items: &[Item], salt: u64, out: &mut Vec<u8>) -> Result<(), postcard::Error> {
    let start = out.len();
    out.extend_from_slice(&[0; HEADER]);
    let taken = std::mem::take(out);
    *out = postcard::to_extend(items, taken)?;
    let (before, body) = out.split_at_mut_checked(start + HEADER).unwrap_or_default();
    let Some(header) = before.get_mut(start..).filter(|_| body.len() <= MOST) else {
        return Err(postcard::Error::SerializeBufferFull);
    };
    let length = u32::try_from(body.len()).map_err(|_| postcard::Error::SerializeBufferFull)?;
    header[..4].copy_from_slice(&MARK);
    header[4..12].copy_from_slice(&salt.to_le_bytes());
    header[12..16].copy_from_slice(&length.to_le_bytes());
    header[16..20].copy_from_slice(&crc32fast::hash(body).to_le_bytes());
    let own = crc32fast::hash(&header[..20]);
    header[20..].copy_from_slice(&own.to_le_bytes());
    Ok(())
}
