//! The anchor file: heads of the journal written down outside the database.
//!
//! A chain alone cannot show that its end was cut off or that the whole was rebuilt; a line
//! `seq hash time` kept elsewhere can. A line is written only for events that are on the disk, so
//! that a power cut never makes an honest journal look cut.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kernel::Timestamp;

use super::db::Link;
use super::hash::{from_hex, hex};

/// The anchor file as the writer holds it.
pub(crate) struct Anchor {
    path: PathBuf,
    file: File,
    last: u64,
    written_at: Instant,
    every: u64,
    time: Duration,
}

impl Anchor {
    /// Opens the file for appending, making it if it is missing.
    pub(crate) fn open(path: &Path, every: u64, time: Duration) -> std::io::Result<Self> {
        let last = read(path)?.last().map_or(0, |line| line.link.seq);
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let path = path.to_owned();
        Ok(Self { path, file, last, written_at: Instant::now(), every: every.max(1), time })
    }

    /// Whether the head should be anchored once `head` is on the disk.
    pub(crate) fn is_due(&self, head: u64) -> bool {
        let new = head.saturating_sub(self.last);
        new >= self.every || (new > 0 && self.written_at.elapsed() >= self.time)
    }

    /// Writes down a head that is on the disk.
    pub(crate) fn write(&mut self, head: Link) {
        if head.seq <= self.last {
            return;
        }
        let line = format!("{} {} {}\n", head.seq, hex(&head.hash), Timestamp::now());
        self.written_at = Instant::now();
        match self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data()) {
            Ok(()) => self.last = head.seq,
            Err(error) => {
                tracing::error!(path = %self.path.display(), %error, "head not anchored");
            }
        }
    }
}

/// One line of the anchor file.
pub(crate) struct AnchorLine {
    /// The line's number, from 1.
    pub(crate) line: usize,
    pub(crate) link: Link,
}

/// Every whole line of the file, oldest first; a missing file has none.
///
/// A last line without its end is what a crash leaves behind and says nothing.
pub(crate) fn read(path: &Path) -> std::io::Result<Vec<AnchorLine>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut reader = BufReader::new(file);
    let mut lines = Vec::new();
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        if reader.read_line(&mut text)? == 0 || !text.ends_with('\n') {
            break;
        }
        let link = parse(&text).ok_or_else(|| {
            let message = format!("line {line} is not `seq hash time`");
            std::io::Error::new(std::io::ErrorKind::InvalidData, message)
        })?;
        lines.push(AnchorLine { line, link });
    }
    Ok(lines)
}

fn parse(text: &str) -> Option<Link> {
    let mut parts = text.split_whitespace();
    let (seq, hash, at) = (parts.next()?, parts.next()?, parts.next()?);
    at.parse::<Timestamp>().ok()?;
    Some(Link { seq: seq.parse().ok()?, hash: from_hex(hash)? })
}
