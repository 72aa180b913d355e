//! Signed heads kept outside of the database: what shows that the journal's end was cut off or the
//! whole rebuilt, which the journal alone cannot.
//!
//! A head is written only for events that are on the disk. The file beside the database gets a head
//! after the files elsewhere have it on their disks, so those never end before it does.

mod keeper;
mod note;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

pub(crate) use keeper::Keeper;
pub use note::{HouseKey, SignedHead};

use crate::log::{Log, Tiles};

/// How heads are signed and where they are kept.
#[derive(Clone)]
pub struct HeadsConfig {
    /// The secret that the house's key is made of.
    pub seed: [u8; 32],
    /// The file beside the database.
    pub inside: PathBuf,
    /// The files elsewhere.
    pub outside: Vec<PathBuf>,
    /// Whether this key has signed heads before.
    pub begun: Begun,
}

/// Whether heads were kept before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begun {
    /// The key was made just now.
    Now,
    /// The key is older than this start, so its heads must be there.
    Earlier,
}

impl std::fmt::Debug for HeadsConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HeadsConfig").field("outside", &self.outside).finish_non_exhaustive()
    }
}

/// The heads of one file.
pub(crate) struct Kept {
    pub(crate) path: PathBuf,
    /// None if there is no such file.
    pub(crate) heads: Option<Vec<Result<SignedHead, usize>>>,
}

impl Kept {
    pub(crate) fn last(&self) -> Option<&SignedHead> {
        self.heads.as_ref()?.iter().rev().find_map(|head| head.as_ref().ok())
    }
}

/// What is wrong with a file of heads.
pub(crate) struct HeadFault {
    pub(crate) path: PathBuf,
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// Every file of heads: the one beside the database first, so that it is not newer than the rest.
pub(crate) fn read_all(config: &HeadsConfig) -> std::io::Result<Vec<Kept>> {
    let public = public(config);
    let files = std::iter::once(&config.inside).chain(&config.outside);
    files.map(|path| Ok(Kept { path: path.clone(), heads: read(path, &public)? })).collect()
}

pub(crate) fn public(config: &HeadsConfig) -> [u8; 32] {
    HouseKey::from_seed(&config.seed).map_or([0; 32], |key| key.public())
}

/// The lines of a file; the number of a line that is no head. A last line without its end is what a
/// crash leaves behind and says nothing.
fn read(path: &Path, key: &[u8; 32]) -> std::io::Result<Option<Vec<Result<SignedHead, usize>>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let (mut reader, mut text, mut heads) = (BufReader::new(file), Vec::new(), Vec::new());
    for number in 1.. {
        text.clear();
        if reader.read_until(b'\n', &mut text)? == 0 || !text.ends_with(b"\n") {
            break;
        }
        let head = std::str::from_utf8(&text).ok().and_then(|line| SignedHead::parse(line, key));
        heads.push(head.ok_or(number));
    }
    Ok(Some(heads))
}

/// What is wrong with the kept heads, or with the log if they are right, of `size` leaves.
pub(crate) fn check(
    conn: &Connection,
    size: u64,
    config: &HeadsConfig,
    kept: &[Kept],
) -> Vec<HeadFault> {
    let (public, mut tiles, mut faults) = (public(config), Tiles::new(conn, size), Vec::new());
    for file in kept {
        let mut wrong = |expected: String, found: String| {
            faults.push(HeadFault { path: file.path.clone(), expected, found });
        };
        let Some(heads) = &file.heads else {
            if size > 0 {
                wrong("a file of signed heads".to_owned(), "no file".to_owned());
            }
            continue;
        };
        if heads.is_empty() {
            wrong("at least one signed head".to_owned(), "an empty file".to_owned());
        }
        for head in heads {
            if let Err((expected, found)) = holds(head, &public, size, &mut tiles) {
                wrong(expected, found);
            }
        }
    }
    faults
}

/// The files elsewhere that end before the one beside the database, which they never should.
pub(crate) fn cut_off(kept: &[Kept]) -> Vec<HeadFault> {
    let end = |file: &Kept| file.last().map_or(0, |head| head.size);
    let Some((inside, outside)) = kept.split_first() else { return Vec::new() };
    let behind = outside.iter().filter(|file| file.heads.is_some() && end(file) < end(inside));
    let fault = |file: &Kept| HeadFault {
        path: file.path.clone(),
        expected: format!("heads up to size {}, as beside the database", end(inside)),
        found: format!("heads up to size {}", end(file)),
    };
    behind.map(fault).collect()
}

/// Whether the log still has the root that a head was signed for.
fn holds(
    head: &Result<SignedHead, usize>,
    public: &[u8; 32],
    size: u64,
    tiles: &mut Tiles<'_>,
) -> Result<(), (String, String)> {
    let head = head
        .as_ref()
        .map_err(|line| ("a signed head".to_owned(), format!("line {line} is none")))?;
    let about = format!("a head of size {} signed {}", head.size, head.at);
    let Some(root) = head.check(public) else {
        return Err((about, "a signature that is not the house's".to_owned()));
    };
    if head.size > size {
        return Err((about, format!("a journal cut off at {size} events")));
    }
    match tiles.root(head.size) {
        Ok(found) if found == root => Ok(()),
        Ok(_) => Err((about, "a journal with another root".to_owned())),
        Err(error) => Err((about, error.to_string())),
    }
}

/// The newest head a log can have.
pub(crate) fn sign(key: &HouseKey, log: &Log) -> SignedHead {
    key.sign(log.size(), log.root(), kernel::Timestamp::now())
}
