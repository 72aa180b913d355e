//! The log of all actors: append-only segments, written by whoever has something to write.
//!
//! An append is one system call and outlives the process; with `sync` it outlives a power cut.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::frame::{self, Item};
use super::scan::Scan;
use super::segment::{Access, At, Segment};
use crate::lock::lock;

/// A segment that has grown past this is full.
const SEGMENT_BYTES: u64 = 32 * 1024 * 1024;

/// Segments whose index is being written at once; a log that is faster than its disk waits here.
const MOST_SEALING: usize = 4;

/// Where a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Position {
    /// The segment's number.
    pub segment: u32,
    /// The frame's offset in it.
    pub offset: u64,
}

/// Why the log cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The system refused.
    #[error("the actors' log in `{}`: {source}", folder.display())]
    File {
        /// The log's folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A frame cannot be encoded.
    #[error("the actors' log cannot hold this: {0}")]
    Encoding(#[from] postcard::Error),
    /// What stands at a place is not what was written there.
    #[error("the actors' log is damaged at segment {} offset {}; look closer with `ensemble theater verify`", at.segment, at.offset)]
    Damaged {
        /// The place.
        at: Position,
    },
}

/// The log of all actors.
#[derive(Debug)]
pub(crate) struct Log {
    folder: PathBuf,
    sync: bool,
    segments: Mutex<Segments>,
}

#[derive(Debug)]
struct Segments {
    list: Vec<Segment>,
    buffer: Vec<u8>,
}

impl Log {
    /// Opens the log in `folder`, making it if it is missing.
    pub(crate) fn open(folder: &Path, sync: bool) -> Result<Self, LogError> {
        let failed = |source| LogError::File { folder: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut numbers = numbers(folder).map_err(failed)?;
        let last = numbers.pop().unwrap_or(1);
        let mut list = Vec::new();
        for number in numbers {
            list.push(Segment::open(folder, number, Access::Full).map_err(failed)?);
        }
        list.push(Segment::open(folder, last, Access::Last).map_err(failed)?);
        Ok(Self::of(folder, sync, list))
    }

    /// Opens the log in `folder` to be read only, beside a process that may be writing it.
    pub(crate) fn open_to_read(folder: &Path) -> Result<Self, LogError> {
        let failed = |source| LogError::File { folder: folder.to_owned(), source };
        let mut list = Vec::new();
        for number in numbers(folder).map_err(failed)? {
            list.push(Segment::open(folder, number, Access::Read).map_err(failed)?);
        }
        Ok(Self::of(folder, false, list))
    }

    fn of(folder: &Path, sync: bool, list: Vec<Segment>) -> Self {
        let segments = Mutex::new(Segments { list, buffer: Vec::new() });
        Self { folder: folder.to_owned(), sync, segments }
    }

    /// Writes `items` as one frame: after a crash all of them are there or none is.
    pub(crate) fn append(&self, items: &[Item]) -> Result<Position, LogError> {
        let mut segments = lock(&self.segments);
        let Segments { list, buffer } = &mut *segments;
        buffer.clear();
        frame::encode(items, buffer)?;
        if list.last().is_none_or(|last| last.length >= SEGMENT_BYTES) {
            self.next_segment(list).map_err(|source| self.failed(source))?;
        }
        let Some((last, full)) = list.split_last_mut() else {
            return Err(self.failed(io::ErrorKind::NotFound.into()));
        };
        // An index that has its file by now need not be in memory as well.
        if let Some(before) = full.last_mut().filter(|it| it.is_sealed()) {
            before.sealed();
        }
        let offset = last.append(buffer, items, self.sync).map_err(|source| self.failed(source))?;
        if buffer.capacity() > 1024 * 1024 {
            *buffer = Vec::new();
        }
        Ok(Position { segment: last.number, offset })
    }

    fn next_segment(&self, list: &mut Vec<Segment>) -> io::Result<()> {
        let mut number = 1;
        let sealing = list.iter().filter(|segment| segment.is_sealing()).count();
        for segment in list.iter_mut() {
            if !segment.is_sealing() || sealing >= MOST_SEALING {
                segment.sealed();
            }
        }
        if let Some(last) = list.last_mut() {
            last.seal()?;
            number = last.number + 1;
        }
        list.push(Segment::open(&self.folder, number, Access::Last)?);
        Ok(())
    }

    /// The place where the next frame will stand.
    pub(crate) fn end(&self) -> Position {
        lock(&self.segments).list.last().map_or_else(Position::default, |last| Position {
            segment: last.number,
            offset: last.length,
        })
    }

    /// Waits for everything that is being written, and sees to it that it outlives a power cut as
    /// far as the system lets it.
    pub(crate) fn finish(&self) {
        let mut segments = lock(&self.segments);
        segments.list.iter_mut().for_each(Segment::sealed);
        let synced = segments.list.last().map_or(Ok(()), Segment::sync);
        if let Err(error) = synced {
            tracing::error!(%error, "the actors' log cannot be synced");
        }
    }

    /// The frame at `at`, which must be one.
    pub(crate) fn frame(&self, at: Position) -> Result<Vec<Item>, LogError> {
        match self.step(at)? {
            Some((items, _)) => Ok(items),
            None => Err(LogError::Damaged { at }),
        }
    }

    /// The frame at `at` and the place of the one after it; `None` at the end of the log.
    pub(crate) fn step(&self, at: Position) -> Result<Option<(Vec<Item>, Position)>, LogError> {
        let segments = lock(&self.segments);
        let mut place = at;
        for segment in segments.list.iter().filter(|segment| segment.number >= at.segment) {
            if segment.number > place.segment {
                place = Position { segment: segment.number, offset: 0 };
            }
            match segment.read(place.offset).map_err(|source| self.failed(source))? {
                At::Frame(items, offset) => {
                    return Ok(Some((items, Position { offset, ..place })));
                }
                At::End => {}
                At::Damage => return Err(LogError::Damaged { at: place }),
            }
        }
        Ok(None)
    }

    /// Where the frame that `step(from)` found before `next` stands.
    pub(crate) fn place_before(&self, from: Position, next: Position) -> Position {
        if from.segment == next.segment { from } else { Position { offset: 0, ..next } }
    }

    /// Runs `search` over the segments, oldest first.
    pub(super) fn search<T>(
        &self,
        search: impl FnOnce(&mut [Segment]) -> io::Result<T>,
    ) -> Result<T, LogError> {
        search(&mut lock(&self.segments).list).map_err(|source| self.failed(source))
    }

    /// The numbers of the segments, oldest first.
    pub(crate) fn numbers(&self) -> Vec<u32> {
        lock(&self.segments).list.iter().map(|segment| segment.number).collect()
    }

    /// A segment as it is now, to be read from front to back.
    pub(crate) fn scan(&self, number: u32) -> Result<Option<Scan>, LogError> {
        let segments = lock(&self.segments);
        let segment = segments.list.iter().find(|segment| segment.number == number);
        segment.map(Segment::scan).transpose().map_err(|source| self.failed(source))
    }

    pub(crate) fn failed(&self, source: io::Error) -> LogError {
        LogError::File { folder: self.folder.clone(), source }
    }
}

/// The numbers of the segments in `folder`, in order.
fn numbers(folder: &Path) -> io::Result<Vec<u32>> {
    let mut numbers = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        let number: Option<u32> =
            name.to_str().and_then(|name| name.strip_suffix(".log")?.parse().ok());
        numbers.extend(number);
    }
    numbers.sort_unstable();
    Ok(numbers)
}
