//! Reading one segment from front to back in large pieces, for whoever looks at everything in it.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use super::frame::{self, HEADER, ItemRef};
use super::log::Position;

/// Bytes that are read at once.
const WINDOW: u64 = 1024 * 1024;

/// One segment, to be read from front to back.
#[derive(Debug)]
pub(crate) struct Scan {
    number: u32,
    file: File,
    length: u64,
    window: Vec<u8>,
    start: u64,
}

impl Scan {
    /// The first `length` bytes of segment `number`.
    pub(super) fn new(number: u32, file: File, length: u64) -> Self {
        Self { number, file, length, window: Vec::new(), start: 0 }
    }

    /// Shows every item to `look`; gives the place where the segment is damaged, if it is.
    pub(crate) fn each(
        mut self,
        mut look: impl FnMut(ItemRef<'_>),
    ) -> io::Result<Option<Position>> {
        let mut offset = 0;
        while offset < self.length {
            let damage = Position { segment: self.number, offset };
            let header = self.bytes(offset, HEADER)?.and_then(|bytes| bytes.first_chunk().copied());
            let length = header.and_then(|header| Some((header, frame::body_length(header)?)));
            let Some((header, length)) = length else { return Ok(Some(damage)) };
            let start = offset + HEADER as u64;
            let body = self.bytes(start, length)?;
            let Some(items) = body.and_then(|body| frame::decode(header, body)) else {
                return Ok(Some(damage));
            };
            items.into_iter().for_each(&mut look);
            offset = start + length as u64;
        }
        Ok(None)
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
