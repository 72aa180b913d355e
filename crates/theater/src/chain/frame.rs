//! What is written to the log at once and holds as a whole: a checksummed list of items.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{Event, EventRef, Hash};
use crate::ActorId;

/// Bytes before a frame's body: its length and its checksum.
pub(super) const HEADER: usize = 8;
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

/// Appends the frame of `items` to `out`.
pub(super) fn encode(items: &[Item], out: &mut Vec<u8>) -> Result<(), postcard::Error> {
    let start = out.len();
    out.extend_from_slice(&[0; HEADER]);
    let taken = std::mem::take(out);
    *out = postcard::to_extend(items, taken)?;
    let body = out.get(start + HEADER..).unwrap_or_default();
    let (length, sum) = (body.len() as u64, crc32fast::hash(body));
    let length = u32::try_from(length).map_err(|_| postcard::Error::SerializeBufferFull)?;
    if let Some(header) = out.get_mut(start..start + HEADER) {
        header[..4].copy_from_slice(&length.to_le_bytes());
        header[4..].copy_from_slice(&sum.to_le_bytes());
    }
    Ok(())
}

/// The length of the body after `header`, if it can be one.
pub(super) fn body_length(header: [u8; HEADER]) -> Option<usize> {
    let [a, b, c, d, ..] = header;
    let length = usize::try_from(u32::from_le_bytes([a, b, c, d])).ok()?;
    (1..=MOST).contains(&length).then_some(length)
}

/// The items of `body`, if it is whole; [`Item`]s, or [`ItemRef`]s to look at them in place.
pub(super) fn decode<'a, T: Deserialize<'a>>(
    header: [u8; HEADER],
    body: &'a [u8],
) -> Option<Vec<T>> {
    let [.., e, f, g, h] = header;
    let sum = u32::from_le_bytes([e, f, g, h]);
    (crc32fast::hash(body) == sum).then(|| postcard::from_bytes(body).ok()).flatten()
}
