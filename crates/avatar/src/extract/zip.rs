//! Zip archives, as EPUB and DOCX are: a list of files and the bytes of one, within a limit.

use std::collections::HashMap;

use miniz_oxide::inflate;

use super::ExtractError;
use crate::config::ARCHIVE_RATIO;

const END: &[u8] = b"PK\x05\x06";
const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";
/// The most one file inside may unfold to.
const LARGEST: usize = 64 * 1024 * 1024;
/// The most all files that are read may unfold to.
const ALL: usize = 256 * 1024 * 1024;
/// The most files an archive may list.
const MOST: usize = 20_000;

/// An archive's list of files.
pub(crate) struct Zip<'a> {
    bytes: &'a [u8],
    entries: HashMap<String, Entry>,
    /// What may still be unfolded.
    room: usize,
}

struct Entry {
    method: u16,
    encrypted: bool,
    packed: usize,
    at: usize,
}

impl<'a> Zip<'a> {
    /// Reads the list.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, ExtractError> {
        let end = find_last(bytes, END).ok_or_else(|| broken("its archive has no end"))?;
        let count =
            usize::from(number16(bytes, end + 10).ok_or_else(|| broken("its archive is cut off"))?);
        let mut at = number32(bytes, end + 16).ok_or_else(|| broken("its archive is cut off"))?;
        if count > MOST {
            return Err(broken("its archive lists too many files"));
        }
        let mut entries = HashMap::with_capacity(count);
        for _ in 0..count {
            let (name, entry, next) =
                entry(bytes, at).ok_or_else(|| broken("its archive is damaged"))?;
            entries.entry(name).or_insert(entry);
            at = next;
        }
        let room = bytes.len().saturating_mul(ARCHIVE_RATIO).saturating_add(LARGEST).min(ALL);
        Ok(Self { bytes, entries, room })
    }

    /// Whether there is a file of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.entries.contains_key(name)
    }

    /// A file's bytes; none if there is no such file.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ExtractError> {
        kernel::work::checkpoint();
        let Some(entry) = self.entries.get(name) else { return Ok(None) };
        if entry.encrypted {
            return Err(ExtractError::Encrypted);
        }
        let packed = packed(self.bytes, entry).ok_or_else(|| broken("its archive is damaged"))?;
        let room = LARGEST.min(self.room);
        let bytes = match entry.method {
            0 if packed.len() > room => return Err(ExtractError::Bomb { most: room }),
            0 => packed.to_vec(),
            8 => inflate::decompress_to_vec_with_limit(packed, room).map_err(|error| {
                let more = matches!(error.status, inflate::TINFLStatus::HasMoreOutput);
                let cut = || broken("a file in its archive cannot be unpacked");
                if more { ExtractError::Bomb { most: room } } else { cut() }
            })?,
            _ => return Err(broken("its archive is packed in a way this build cannot unpack")),
        };
        self.room = self.room.saturating_sub(bytes.len());
        Ok(Some(bytes))
    }

    /// A file's text.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, ExtractError> {
        let bytes = self.read(name)?;
        let page = |bytes: Vec<u8>| super::encoding::decode_page(&bytes).map(|it| it.text);
        bytes.map(page).transpose()
    }
}

fn broken(problem: &str) -> ExtractError {
    ExtractError::Broken(problem.to_owned())
}

fn entry(bytes: &[u8], at: usize) -> Option<(String, Entry, usize)> {
    let head = bytes.get(at..at.checked_add(46)?)?.strip_prefix(ENTRY)?;
    let (name, extra, comment) = (number16(head, 24)?, number16(head, 26)?, number16(head, 28)?);
    let name_at = at + 46;
    let name_end = name_at + usize::from(name);
    let name = String::from_utf8_lossy(bytes.get(name_at..name_end)?).into_owned();
    let entry = Entry {
        encrypted: number16(head, 4)? & 1 == 1,
        method: number16(head, 6)?,
        packed: number32(head, 16)?,
        at: number32(head, 38)?,
    };
    Some((name, entry, name_end + usize::from(extra) + usize::from(comment)))
}

fn packed<'a>(bytes: &'a [u8], entry: &Entry) -> Option<&'a [u8]> {
    let head = bytes.get(entry.at..entry.at.checked_add(30)?)?.strip_prefix(LOCAL)?;
    let start = entry.at + 30 + usize::from(number16(head, 22)?) + usize::from(number16(head, 24)?);
    bytes.get(start..start.checked_add(entry.packed)?)
}

fn find_last(bytes: &[u8], mark: &[u8]) -> Option<usize> {
    let from = bytes.len().saturating_sub(66_000);
    bytes[from..].windows(mark.len()).rposition(|window| window == mark).map(|at| from + at)
}

fn number16(bytes: &[u8], at: usize) -> Option<u16> {
    let pair = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes([pair[0], pair[1]]))
}

fn number32(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes([four[0], four[1], four[2], four[3]])).ok()
}
