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
    pub(crate) truncated: bool,
}

/// The whole log, or its last `lines`, within `limit` bytes; a log that is not there yet is empty.
pub(crate) fn read(path: &Path, lines: Option<usize>, limit: usize) -> std::io::Result<Excerpt> {
    let parts: Vec<PathBuf> = [path.to_owned(), part_path(path, 1), part_path(path, 2)]
        .into_iter()
        .filter(|part| part.exists())
        .collect();
    let gap = part_path(path, 1).exists();
    let mut bytes = Vec::new();
    let mut left = false;
    for part in parts.iter().rev() {
        let room = limit - bytes.len();
        if room == 0 {
            left = true;
            break;
        }
        let (mut tail, cut) = end_of(part, room)?;
        left |= cut;
        tail.extend_from_slice(&bytes);
        bytes = tail;
    }
    let text = String::from_utf8_lossy(&bytes);
    let Some(lines) = lines else {
        return Ok(Excerpt { content: text.into_owned(), truncated: left || gap });
    };
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let kept = &all[all.len().saturating_sub(lines)..];
    let truncated = left || gap || kept.len() < all.len();
    Ok(Excerpt { content: kept.concat(), truncated })
}

/// The last `limit` bytes of a file, and whether there were more.
fn end_of(path: &Path, limit: usize) -> std::io::Result<(Vec<u8>, bool)> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let from = size.saturating_sub(limit as u64);
    file.seek(SeekFrom::Start(from))?;
    let mut bytes = Vec::new();
    file.take(limit as u64).read_to_end(&mut bytes)?;
    Ok((bytes, from > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_past_its_size_keeps_its_beginning_and_its_end_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job.log");
        let mut log = Log::open(&path, 1000).unwrap();
        for number in 0..500 {
            log.write(format!("line {number}\n").as_bytes()).unwrap();
        }
        drop(log);
        let all = read(&path, None, 10_000).unwrap();
        assert!(all.truncated && all.content.len() <= 1000);
        assert!(all.content.starts_with("line 0\n") && all.content.ends_with("line 499\n"));
        let tail = read(&path, Some(2), 10_000).unwrap();
        assert_eq!(tail.content, "line 498\nline 499\n");
        let mut again = Log::open(&path, 1000).unwrap();
        again.write(b"more\n").unwrap();
        assert!(read(&path, Some(1), 10_000).unwrap().content == "more\n");
    }

    #[test]
    fn a_short_log_is_whole_and_a_missing_one_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("job.log");
        assert_eq!(
            read(&path, None, 100).unwrap(),
            Excerpt { content: String::new(), truncated: false }
        );
        Log::open(&path, 1000).unwrap().write(b"a\nb\n").unwrap();
        assert_eq!(
            read(&path, Some(5), 100).unwrap(),
            Excerpt { content: "a\nb\n".to_owned(), truncated: false }
        );
        assert!(read(&path, None, 2).unwrap().truncated);
    }
}
