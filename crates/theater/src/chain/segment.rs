//! One file of the log: frames one after another, and the index of what is in them.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::frame::{Framing, HEADER, Head, Item};
use super::index::{self, Index, Saved, Tables};
use super::scan::Scan;
use crate::id::random_bytes;
use crate::lock::lock;

/// One file of the log.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) number: u32,
    pub(super) index: Index,
    pub(super) length: u64,
    /// Whether a part of it was found damaged when all of it was read.
    pub(super) damaged: bool,
    /// How its frames begin.
    framing: Framing,
    file: Arc<File>,
    path: PathBuf,
    sealing: Option<JoinHandle<io::Result<Saved>>>,
}

/// What a segment is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// To be written at its end.
    Last,
    /// To be read, by the process that writes the last one.
    Full,
    /// To be read, beside a process that may be writing it.
    Read,
}

/// What stands at an offset.
pub(super) enum At {
    /// A whole frame and where the next one begins.
    Frame(Vec<Item>, u64),
    /// The end of the file.
    End,
    /// Something that is no frame; if its head is whole, the place behind it.
    Damage(Option<u64>),
}

impl Segment {
    /// Opens segment `number`, making it if it is to be written.
    pub(super) fn open(folder: &Path, number: u32, access: Access) -> io::Result<Self> {
        let path = folder.join(format!("{number:08}.log"));
        let writes = access != Access::Read;
        let file = OpenOptions::new()
            .read(true)
            .write(writes)
            .create(writes)
            .truncate(false)
            .mode(0o600)
            .open(&path)?;
        let length = file.metadata()?.len();
        let mut segment = Self {
            number,
            index: Index::Memory(Arc::default()),
            length,
            damaged: false,
            framing: Framing::Plain,
            file: Arc::new(file),
            path,
            sealing: None,
        };
        segment.framing = match segment.scan().framing()? {
            Some(framing) => framing,
            None => Framing::Salted(salt()?),
        };
        let saved = match access {
            Access::Full | Access::Read => Saved::open(&segment.index_path()),
            Access::Last => None,
        };
        match saved {
            Some(saved) => segment.index = Index::Saved(saved),
            None => {
                segment.rebuild(access)?;
                if access == Access::Full {
                    segment.seal()?;
                    segment.sealed();
                }
            }
        }
        Ok(segment)
    }

    fn index_path(&self) -> PathBuf {
        self.path.with_extension("idx")
    }

    /// Reads the whole file into an index. A part that is no frame is passed over; in the last file,
    /// one with nothing behind it is what a power cut left half written, and is set aside.
    fn rebuild(&mut self, access: Access) -> io::Result<()> {
        let mut tables = Tables::default();
        let mut offset = 0;
        loop {
            let behind = match self.read(offset)? {
                At::Frame(items, next) => {
                    tables.note(&items, offset);
                    offset = next;
                    continue;
                }
                At::End => break,
                At::Damage(behind) => behind,
            };
            let end = self.scan().next_frame(offset, behind, Some(self.framing))?;
            if end.is_none() && access == Access::Last {
                self.set_aside(offset)?;
                break;
            }
            self.damaged = true;
            let Some(end) = end else { break };
            tracing::error!(file = %self.path.display(), offset, end,
                "a part of the actors' log is damaged; what stands behind it is kept");
            offset = end;
        }
        self.index = Index::Memory(Arc::new(Mutex::new(tables)));
        Ok(())
    }

    /// Where the first whole frame behind a damaged one at `offset` begins.
    pub(super) fn behind(&self, offset: u64, next: Option<u64>) -> io::Result<Option<u64>> {
        self.scan().next_frame(offset, next, Some(self.framing))
    }

    /// The salt that new frames begin with; none where they cannot be written with one.
    pub(super) fn salt(&self) -> Option<u64> {
        match self.framing {
            Framing::Salted(salt) => Some(salt),
            Framing::Plain => None,
        }
    }

    fn set_aside(&mut self, offset: u64) -> io::Result<()> {
        let left = usize::try_from(self.length - offset).map_err(io::Error::other)?;
        let mut torn = vec![0; left];
        self.file.read_exact_at(&mut torn, offset)?;
        let aside = self.path.with_extension(format!("torn-{offset}"));
        std::fs::write(&aside, torn)?;
        tracing::warn!(file = %self.path.display(), offset, aside = %aside.display(),
            "the end of the actors' log was not whole and is kept aside");
        self.file.set_len(offset)?;
        self.length = offset;
        Ok(())
    }

    /// Begins to turn the index in memory into a file, which takes as long as the disk does.
    pub(super) fn seal(&mut self) -> io::Result<()> {
        let Index::Memory(tables) = &self.index else { return Ok(()) };
        let (tables, path) = (tables.clone(), self.index_path());
        let file = self.file.clone();
        let seal = move || {
            file.sync_all()?;
            let bytes = lock(&tables).encode();
            index::save(&path, &bytes)?;
            Saved::open(&path).ok_or_else(|| io::Error::other("the index is not whole"))
        };
        self.sealing =
            Some(std::thread::Builder::new().name("theater-seal".to_owned()).spawn(seal)?);
        Ok(())
    }

    /// Whether its index is being turned into a file.
    pub(super) fn is_sealing(&self) -> bool {
        self.sealing.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Whether its index has just become a file.
    pub(super) fn is_sealed(&self) -> bool {
        self.sealing.as_ref().is_some_and(JoinHandle::is_finished)
    }

    /// Takes over the index's file, waiting for it if need be.
    pub(super) fn sealed(&mut self) {
        let Some(thread) = self.sealing.take() else { return };
        match thread.join() {
            Ok(Ok(saved)) => self.index = Index::Saved(saved),
            // The index stays in memory and is made again from the segment at the next start.
            Ok(Err(error)) => tracing::error!(%error, "an index of the actors' log is not written"),
            Err(_) => tracing::error!("writing an index of the actors' log panicked"),
        }
    }

    /// Writes an encoded frame at the end and gives its offset. A write that fails half way leaves
    /// nothing behind: the next one begins at the same place.
    pub(super) fn append(&mut self, frame: &[u8], items: &[Item]) -> io::Result<u64> {
        let offset = self.length;
        if let Err(error) = self.file.write_all_at(frame, offset) {
            // What cannot be cut off is no frame, and is written over by the next one.
            drop(self.file.set_len(offset));
            return Err(error);
        }
        self.length += frame.len() as u64;
        if let Index::Memory(tables) = &self.index {
            lock(tables).note(items, offset);
        }
        Ok(offset)
    }

    /// What is written so far, to be read from front to back.
    pub(super) fn scan(&self) -> Scan {
        Scan::new(self.number, self.file.clone(), self.length)
    }

    /// The file, to be synced beside its writers.
    pub(super) fn file(&self) -> Arc<File> {
        self.file.clone()
    }

    /// What stands at `offset`.
    pub(super) fn read(&self, offset: u64) -> io::Result<At> {
        if offset >= self.length {
            return Ok(At::End);
        }
        let mut header = [0; HEADER];
        let left = usize::try_from(self.length - offset).map_or(HEADER, |left| left.min(HEADER));
        let header = header.get_mut(..left).unwrap_or_default();
        self.file.read_exact_at(header, offset)?;
        let Some(head) = Head::read(header) else { return Ok(At::Damage(None)) };
        let start = offset + head.size() as u64;
        let next = start + head.length as u64;
        if next > self.length {
            return Ok(At::Damage(None));
        }
        let mut body = vec![0; head.length];
        self.file.read_exact_at(&mut body, start)?;
        Ok(head.decode(&body).map_or(At::Damage(Some(next)), |items| At::Frame(items, next)))
    }
}

fn salt() -> io::Result<u64> {
    let bytes = random_bytes().map_err(io::Error::other)?;
    Ok(bytes.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)))
}
