//! Reading one segment from front to back in large pieces, for whoever looks at everything in it.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use super::event::Link;
use super::frame::{self, Framing, HEADER, Head, ItemRef, PLAIN_HEADER};
use super::log::Position;
use super::payload::kinds;
use crate::ActorId;

/// Bytes that are read at once.
const WINDOW: u64 = 1024 * 1024;
/// The largest frame without a mark that is looked for behind a damaged one: only its checksum tells
/// that it is one, so every place is tried.
const MOST_PLAIN: usize = 64 * 1024;

/// A part of a segment that is no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hole {
    /// Where it begins.
    pub(crate) at: Position,
    /// Where the next frame begins; none if there is no further one.
    pub(crate) end: Option<u64>,
}

/// One segment, to be read from front to back.
#[derive(Debug)]
pub(crate) struct Scan {
    number: u32,
    file: Arc<File>,
    length: u64,
    window: Vec<u8>,
    start: u64,
}

/// Events that are missing between others of the same actor, by their numbers.
pub(crate) type Gaps = BTreeMap<ActorId, (u64, u64)>;

/// What stands at an offset.
enum At<'a> {
    Frame(Vec<ItemRef<'a>>, u64),
    /// No frame; if its head is whole, the place behind it.
    Damage(Option<u64>),
}

impl Scan {
    /// The first `length` bytes of segment `number`.
    pub(super) fn new(number: u32, file: Arc<File>, length: u64) -> Self {
        Self { number, file, length, window: Vec::new(), start: 0 }
    }

    /// Shows every item to `look`; gives the parts that are damaged.
    pub(crate) fn each(mut self, mut look: impl FnMut(ItemRef<'_>)) -> io::Result<Vec<Hole>> {
        let framing = self.framing()?;
        let (mut offset, mut holes) = (0, Vec::new());
        while offset < self.length {
            let behind = match self.at(offset)? {
                At::Frame(items, next) => {
                    items.into_iter().for_each(&mut look);
                    offset = next;
                    continue;
                }
                At::Damage(behind) => behind,
            };
            let end = self.next_frame(offset, behind, framing)?;
            holes.push(Hole { at: Position { segment: self.number, offset }, end });
            offset = end.unwrap_or(self.length);
        }
        Ok(holes)
    }

    /// What is missing of chains between events of this segment, unless an event behind it says that
    /// its actor went on from there; `before` is what is missing in earlier segments.
    pub(super) fn gaps(self, mut before: Gaps) -> io::Result<Gaps> {
        let mut heads: HashMap<ActorId, Link> = HashMap::new();
        self.each(|item| {
            let ItemRef::Events { actor, previous, events } = item else { return };
            let (Some(first), Some(last)) = (events.first(), events.last()) else { return };
            let head = heads.insert(actor, Link { seq: last.seq, hash: Some(last.hash) });
            let follows =
                head.is_none_or(|head| head.seq + 1 == first.seq && head.hash == previous);
            if let Some(head) = head.filter(|_| !follows) {
                let from = head.seq + 1;
                before.insert(actor, (from, from.max(first.seq.saturating_sub(1))));
            }
            if events.iter().any(|event| event.kind == kinds::RESTORED) {
                before.remove(&actor);
            }
        })?;
        Ok(before)
    }

    /// How the frames of this segment begin, said by the first that can be read.
    pub(super) fn framing(&mut self) -> io::Result<Option<Framing>> {
        if self.length == 0 {
            return Ok(None);
        }
        let first = self.head(0)?;
        match first {
            Some(head) if matches!(head.framing, Framing::Salted(_)) => Ok(Some(head.framing)),
            Some(_) if matches!(self.at(0)?, At::Frame(..)) => Ok(Some(Framing::Plain)),
            _ => Ok(Some(self.marked_after(0, None)?.map_or(Framing::Plain, |(_, it)| it))),
        }
    }

    /// Where the first whole frame after a damaged one at `offset` begins. A head that is whole says
    /// where the next frame is; else every place is tried.
    pub(super) fn next_frame(
        &mut self,
        offset: u64,
        behind: Option<u64>,
        framing: Option<Framing>,
    ) -> io::Result<Option<u64>> {
        if let Some(next) = behind
            && next < self.length
            && matches!(self.at(next)?, At::Frame(..))
        {
            return Ok(Some(next));
        }
        match framing {
            Some(Framing::Plain) | None => self.plain_after(offset + 1),
            salted @ Some(Framing::Salted(_)) => {
                Ok(self.marked_after(offset + 1, salted)?.map(|(at, _)| at))
            }
        }
    }

    /// The first whole frame with a mark at or behind `from`.
    fn marked_after(
        &mut self,
        mut from: u64,
        wanted: Option<Framing>,
    ) -> io::Result<Option<(u64, Framing)>> {
        while from + HEADER as u64 <= self.length {
            let ahead = self.ahead(from)?;
            let found = ahead.windows(frame::MARK.len()).position(|part| part == frame::MARK);
            let Some(at) = found else {
                // The mark may stand across the end of what was read.
                let passed = ahead.len().saturating_sub(frame::MARK.len() - 1).max(1);
                from += passed as u64;
                continue;
            };
            from += at as u64;
            let head = self.head(from)?;
            if let Some(head) = head.filter(|it| wanted.is_none_or(|wanted| wanted == it.framing))
                && matches!(self.at(from)?, At::Frame(..))
            {
                return Ok(Some((from, head.framing)));
            }
            from += 1;
        }
        Ok(None)
    }

    /// The first whole frame without a mark at or behind `from`.
    fn plain_after(&mut self, mut from: u64) -> io::Result<Option<u64>> {
        while from + PLAIN_HEADER as u64 <= self.length {
            let head = self.head(from)?.filter(|head| head.length <= MOST_PLAIN);
            if head.is_some() && matches!(self.at(from)?, At::Frame(..)) {
                return Ok(Some(from));
            }
            from += 1;
        }
        Ok(None)
    }

    fn head(&mut self, offset: u64) -> io::Result<Option<Head>> {
        let left = self.length.saturating_sub(offset).min(HEADER as u64);
        let bytes = self.bytes(offset, usize::try_from(left).unwrap_or(HEADER))?;
        Ok(bytes.and_then(Head::read))
    }

    fn at(&mut self, offset: u64) -> io::Result<At<'_>> {
        let Some(head) = self.head(offset)? else { return Ok(At::Damage(None)) };
        let start = offset + head.size() as u64;
        let next = start + head.length as u64;
        let items = self.bytes(start, head.length)?.and_then(|body| head.decode(body));
        Ok(items.map_or(At::Damage(Some(next)), |items| At::Frame(items, next)))
    }

    /// What was read from `from` on, at least a head of it.
    fn ahead(&mut self, from: u64) -> io::Result<&[u8]> {
        self.bytes(from, HEADER)?;
        let at = usize::try_from(from.saturating_sub(self.start)).map_err(io::Error::other)?;
        Ok(self.window.get(at..).unwrap_or_default())
    }

    /// The `length` bytes at `from`, if the segment has them.
    fn bytes(&mut self, from: u64, length: usize) -> io::Result<Option<&[u8]>> {
        let end = from + length as u64;
        if end > self.length {
            return Ok(None);
        }
        if from < self.start || end > self.start + self.window.len() as u64 {
            let wanted = WINDOW.max(length as u64).min(self.length - from);
            self.window.resize(usize::try_from(wanted).map_err(io::Error::other)?, 0);
            self.file.read_exact_at(&mut self.window, from)?;
            self.start = from;
        }
        let at = usize::try_from(from - self.start).map_err(io::Error::other)?;
        Ok(self.window.get(at..at + length))
    }
}
