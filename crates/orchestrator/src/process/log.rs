//! A job's log: its beginning and its end are kept, what lies between goes when it grows too long.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes the log; the beginning takes half the space, the end the other half in two parts.
pub(crate) struct Log {
    path: PathBuf,
    file: File,
    written: u64,
    room: u64,
    part: u64,
    in_tail: bool,
    pub(crate) dropped: u64,
}

fn part_path(path: &Path, number: u8) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{number}"));
    PathBuf::from(name)
}

impl Log {
    /// Opens the log for more, whatever was written to it before.
    pub(crate) fn open(path: &Path, limit: u64) -> std::io::Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let (half, part) = (limit.max(4) / 2, limit.max(4) / 4);
        let in_tail = part_path(path, 2).exists();
        let (at, room) = if in_tail { (part_path(path, 2), part) } else { (path.to_owned(), half) };
        let file = OpenOptions::new().create(true).append(true).open(at)?;
        let written = file.metadata()?.len();
        Ok(Self { path: path.to_owned(), file, written, room, part, in_tail, dropped: 0 })
    }

    /// Adds to the log.
    pub(crate) fn write(&mut self, mut bytes: &[u8]) -> std::io::Result<()> {
        while !bytes.is_empty() {
            if self.written >= self.room {
                self.turn()?;
            }
            let room = usize::try_from(self.room - self.written).unwrap_or(usize::MAX);
            let (now, later) = bytes.split_at(bytes.len().min(room));
            self.file.write_all(now)?;
            self.written += now.len() as u64;
            bytes = later;
        }
        Ok(())
    }

    fn turn(&mut self) -> std::io::Result<()> {
        let (older, newer) = (part_path(&self.path, 1), part_path(&self.path, 2));
        if self.in_tail {
            self.dropped += fs::metadata(&older).map_or(0, |file| file.len());
            fs::rename(&newer, &older)?;
        }
        self.file = OpenOptions::new().create(true).write(true).truncate(true).open(newer)?;
        (self.in_tail, self.written, self.room) = (true, 0, self.part);
        Ok(())
    }

    /// Brings the log to the disk.
    pub(crate) fn finish(&self) -> std::io::Result<()> {
        self.file.sync_data()
    }
}

/// What was read of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) content: String,
    /// Whether something is left out, before the excerpt or in the middle of the log.
    pub(crate) truncated: bool,
    /// Where the excerpt begins in what is kept of the log.
    pub(crate) from: u64,
    /// How much is kept of the log.
    pub(crate) size: u64,
    /// Whether something between its beginning and its end was dropped.
    pub(crate) gap: bool,
}

/// Which part of a log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Only the last lines of it.
    pub(crate) lines: Option<usize>,
    /// Only what lies before this place.
    pub(crate) before: Option<u64>,
    /// At most so many bytes.
    pub(crate) limit: usize,
}

/// The wanted part of a log; a log that is not there yet is empty.
pub(crate) fn read(path: &Path, wanted: Wanted) -> std::io::Result<Excerpt> {
    let mut parts = Vec::new();
    let mut size = 0;
    for part in [path.to_owned(), part_path(path, 1), part_path(path, 2)] {
        let Ok(about) = fs::metadata(&part) else { continue };
        parts.push((part, size, size + about.len()));
        size += about.len();
    }
    let end = wanted.before.unwrap_or(size).min(size);
    let begin = end.saturating_sub(wanted.limit as u64);
    let mut bytes = Vec::new();
    for (part, from, to) in parts {
        let (from, to, start) = (begin.max(from), end.min(to), from);
        if from < to {
            bytes.extend(range(&part, from - start, to - from)?);
        }
    }
    let cut = wanted.lines.map_or(0, |lines| line_start(&bytes, lines));
    let gap = part_path(path, 1).exists();
    let from = begin + cut as u64;
    Ok(Excerpt {
        content: String::from_utf8_lossy(&bytes[cut..]).into_owned(),
        truncated: gap || from > 0,
        from,
        size,
        gap,
    })
}

/// Where the last `lines` lines begin.
fn line_start(bytes: &[u8], lines: usize) -> usize {
    let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let breaks = whole.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
    match lines.checked_sub(1) {
        None => bytes.len(),
        Some(before) => breaks.map(|(at, _)| at + 1).nth(before).unwrap_or(0),
    }
}

fn range(path: &Path, from: u64, length: u64) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(path: &Path, limit: usize) -> Excerpt {
        read(path, Wanted { lines: None, before: None, limit }).unwrap()
    }

    fn last(path: &Path, lines: usize, before: Option<u64>) -> Excerpt {
        read(path, Wanted { lines: Some(lines), before, limit: 10_000 }).unwrap()
    }

    /// A log of at most 1,000 bytes that 500 lines were written to.
    fn past_its_size(folder: &Path) -> PathBuf {
        let path = folder.join("job.log");
        let mut log = Log::open(&path, 1000).unwrap();
        for number in 0..500 {
            log.write(format!("line {number}\n").as_bytes()).unwrap();
        }
        path
    }

    #[test]
    fn a_log_past_its_size_keeps_its_beginning_and_its_end_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = past_its_size(folder.path());
        let whole = all(&path, 10_000);
        assert!(whole.truncated && whole.gap && whole.content.len() <= 1000);
        assert!(whole.content.starts_with("line 0\n") && whole.content.ends_with("line 499\n"));
        assert_eq!(last(&path, 2, None).content, "line 498\nline 499\n");
        let mut again = Log::open(&path, 1000).unwrap();
        again.write(b"more\n").unwrap();
        assert_eq!(last(&path, 1, None).content, "more\n");
    }

    #[test]
    fn a_short_log_is_whole_and_a_missing_one_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job.log");
        let none = all(&path, 100);
        assert_eq!((none.content.as_str(), none.truncated, none.size), ("", false, 0));
        Log::open(&path, 1000).unwrap().write(b"a\nb\n").unwrap();
        let short = last(&path, 5, None);
        assert_eq!((short.content.as_str(), short.truncated, short.size), ("a\nb\n", false, 4));
        assert!(all(&path, 2).truncated);
        assert_eq!(last(&path, 0, None).content, "");
    }

    #[test]
    fn pages_of_a_log_leave_nothing_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = past_its_size(folder.path());
        let whole = all(&path, 10_000);
        let (mut pages, mut before) = (Vec::new(), None);
        loop {
            let page = last(&path, 7, before);
            before = Some(page.from);
            pages.push(page.content);
            if page.from == 0 {
                break;
            }
        }
        pages.reverse();
        assert_eq!(pages.concat(), whole.content);
        assert_eq!(last(&path, 7, Some(0)).content, "");
        assert_eq!(last(&path, 1, Some(u64::MAX)).content, "line 499\n");
    }
}
