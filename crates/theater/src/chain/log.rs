//! The log of all actors: append-only segments, written by whoever has something to write.
//!
//! An append is one system call and outlives the process; what is synced outlives a power cut, and
//! whoever lets something out of the house waits for that.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::frame::{self, Item};
use super::scan::{Gaps, Scan};
use super::segment::{Access, At, Segment};
use super::syncing::{Syncing, Told};
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
    /// What is written may not outlive a power cut.
    #[error("it is written, but the disk does not confirm it: {reason}")]
    Unsynced {
        /// What the system said.
        reason: String,
    },
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
    segments: Mutex<Segments>,
    syncing: Syncing,
    troubled: AtomicBool,
    trouble: Mutex<Option<String>>,
}

#[derive(Debug)]
struct Segments {
    list: Vec<Segment>,
    buffer: Vec<u8>,
}

/// What stands at a place of the log or next behind it.
#[derive(Debug)]
pub(crate) enum Step {
    /// A frame.
    Frame {
        /// Where it stands.
        at: Position,
        /// What it holds.
        items: Vec<Item>,
        /// Where the next one may stand.
        next: Position,
    },
    /// A damaged part, and where the log goes on behind it.
    Hole(Position),
    /// The end of the log.
    End,
}

impl Log {
    /// Opens the log in `folder`, making it if it is missing.
    pub(crate) fn open(folder: &Path) -> Result<Self, LogError> {
        let failed = |source| LogError::File { folder: folder.to_owned(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let mut numbers = numbers(folder).map_err(failed)?;
        let last = numbers.pop().unwrap_or(1);
        let mut list = Vec::new();
        for number in numbers {
            list.push(Segment::open(folder, number, Access::Full).map_err(failed)?);
        }
        list.push(Segment::open(folder, last, Access::Last).map_err(failed)?);
        let log = Self::of(folder, list);
        if let Some(last) = lock(&log.segments).list.last() {
            log.syncing.follow(last.file());
        }
        Ok(log)
    }

    /// Opens the log in `folder` to be read only, beside a process that may be writing it.
    pub(crate) fn open_to_read(folder: &Path) -> Result<Self, LogError> {
        let failed = |source| LogError::File { folder: folder.to_owned(), source };
        let mut list = Vec::new();
        for number in numbers(folder).map_err(failed)? {
            list.push(Segment::open(folder, number, Access::Read).map_err(failed)?);
        }
        Ok(Self::of(folder, list))
    }

    fn of(folder: &Path, list: Vec<Segment>) -> Self {
        Self {
            folder: folder.to_owned(),
            segments: Mutex::new(Segments { list, buffer: Vec::new() }),
            syncing: Syncing::new(folder),
            troubled: AtomicBool::new(false),
            trouble: Mutex::new(None),
        }
    }

    /// Writes `items` as one frame: after a crash all of them are there or none is.
    pub(crate) fn append(&self, items: &[Item]) -> Result<Position, LogError> {
        let appended = self.try_append(items);
        match &appended {
            Ok(_) if self.troubled.load(Ordering::Relaxed) => self.note_trouble(None),
            Err(LogError::File { source, .. }) => self.note_trouble(Some(source.to_string())),
            Ok(_) | Err(_) => {}
        }
        appended
    }

    fn try_append(&self, items: &[Item]) -> Result<Position, LogError> {
        let mut segments = lock(&self.segments);
        let Segments { list, buffer } = &mut *segments;
        let full = |last: &Segment| last.length >= SEGMENT_BYTES || last.salt().is_none();
        if list.last().is_none_or(full) {
            self.next_segment(list).map_err(|source| self.failed(source))?;
        }
        let Some((last, full)) = list.split_last_mut() else {
            return Err(self.failed(io::ErrorKind::NotFound.into()));
        };
        buffer.clear();
        frame::encode(items, last.salt().unwrap_or_default(), buffer)?;
        // An index that has its file by now need not be in memory as well.
        if let Some(before) = full.last_mut().filter(|it| it.is_sealed()) {
            before.sealed();
        }
        let offset = last.append(buffer, items).map_err(|source| self.failed(source))?;
        self.syncing.wrote();
        if buffer.capacity() > 1024 * 1024 {
            *buffer = Vec::new();
        }
        Ok(Position { segment: last.number, offset })
    }

    fn note_trouble(&self, reason: Option<String>) {
        self.troubled.store(reason.is_some(), Ordering::Release);
        *lock(&self.trouble) = reason;
    }

    /// Why the log cannot be written now, if the last try failed.
    pub(crate) fn trouble(&self) -> Option<String> {
        if !self.troubled.load(Ordering::Acquire) {
            return None;
        }
        lock(&self.trouble).clone()
    }

    /// Calls `told` when everything written so far outlives a power cut.
    pub(crate) fn when_synced(&self, told: Told) {
        self.syncing.when_synced(told);
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
        let next = Segment::open(&self.folder, number, Access::Last)?;
        self.syncing.follow(next.file());
        list.push(next);
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
        lock(&self.segments).list.iter_mut().for_each(Segment::sealed);
        self.syncing.finish();
    }

    /// The frame at `at`, which must be one.
    pub(crate) fn frame(&self, at: Position) -> Result<Vec<Item>, LogError> {
        let segments = lock(&self.segments);
        let segment = segments.list.iter().find(|segment| segment.number == at.segment);
        let found = segment.map(|segment| segment.read(at.offset)).transpose();
        match found.map_err(|source| self.failed(source))? {
            Some(At::Frame(items, _)) => Ok(items),
            Some(At::End | At::Damage(_)) | None => Err(LogError::Damaged { at }),
        }
    }

    /// What stands at `at` or next behind it.
    pub(crate) fn step(&self, at: Position) -> Result<Step, LogError> {
        let segments = lock(&self.segments);
        let mut place = at;
        for segment in segments.list.iter().filter(|segment| segment.number >= at.segment) {
            if segment.number > place.segment {
                place = Position { segment: segment.number, offset: 0 };
            }
            match segment.read(place.offset).map_err(|source| self.failed(source))? {
                At::Frame(items, offset) => {
                    return Ok(Step::Frame {
                        at: place,
                        items,
                        next: Position { offset, ..place },
                    });
                }
                At::End => {}
                At::Damage(behind) => {
                    let found = segment.behind(place.offset, behind);
                    let found = found.map_err(|source| self.failed(source))?;
                    let offset = found.unwrap_or(segment.length);
                    return Ok(Step::Hole(Position { offset, ..place }));
                }
            }
        }
        Ok(Step::End)
    }

    /// What is missing of chains in the segments that were found damaged.
    pub(crate) fn gaps(&self) -> Result<Gaps, LogError> {
        let segments = lock(&self.segments);
        if !segments.list.iter().any(|segment| segment.damaged) {
            return Ok(Gaps::new());
        }
        let mut damaged = segments.list.iter().skip_while(|segment| !segment.damaged);
        let gaps = damaged.try_fold(Gaps::new(), |gaps, segment| segment.scan().gaps(gaps));
        gaps.map_err(|source| self.failed(source))
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
    pub(crate) fn scan(&self, number: u32) -> Option<Scan> {
        let segments = lock(&self.segments);
        segments.list.iter().find(|segment| segment.number == number).map(Segment::scan)
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
