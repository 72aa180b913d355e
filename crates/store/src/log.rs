//! The journal as a Merkle log: one root stands for all events, and a proof of logarithmic size
//! shows that an event is among them or that one root grew out of another.
//!
//! Leaf `n` is event `base + n + 1`; the base is 0 unless events were archived before there was a
//! log. What a leaf's hash covers is what the event's own hash covers.

mod db;
mod tree;

use std::collections::HashMap;

use rusqlite::Connection;

pub(crate) use db::STEP;
pub use tree::{Hash, is_consistent, leaf as leaf_hash, root_from_inclusion};

/// A tile has `2^HEIGHT` hashes.
const HEIGHT: u32 = 6;
const WIDTH: u64 = 1 << HEIGHT;

/// The growing edge of the log, as the writer holds it.
#[derive(Clone)]
pub(crate) struct Log {
    base: u64,
    size: u64,
    /// The last, unfinished tile of each level.
    edge: Vec<Vec<Hash>>,
}

/// Why a node cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NodeError {
    #[error(transparent)]
    Sql(#[from] rusqlite::Error),
    #[error("tile {index} of level {level} is missing or incomplete")]
    Missing { level: u32, index: u64 },
}

impl From<NodeError> for crate::ReadError {
    fn from(error: NodeError) -> Self {
        match error {
            NodeError::Sql(error) => error.into(),
            NodeError::Missing { .. } => Self::Log(error.to_string()),
        }
    }
}

impl Log {
    /// The log over the journal's events up to `head`; none if the file has no log yet.
    pub(crate) fn load(conn: &Connection, head: u64) -> Result<Option<Self>, NodeError> {
        let Some(base) = base(conn)? else { return Ok(None) };
        let size = head.saturating_sub(base);
        let mut edge = Vec::new();
        let mut below = size;
        for level in 0.. {
            if below == 0 {
                break;
            }
            let (index, count) = (below / WIDTH, (below % WIDTH) as usize);
            let tile = if count == 0 { None } else { db::tile(conn, level, index)? };
            let tile: Vec<Hash> = tile.unwrap_or_default().into_iter().take(count).collect();
            if tile.len() != count {
                return Err(NodeError::Missing { level, index });
            }
            edge.push(tile);
            below /= WIDTH;
        }
        Ok(Some(Self { base, size, edge }))
    }

    /// A log that begins after event `base`.
    pub(crate) fn begin(conn: &Connection, base: u64) -> rusqlite::Result<Self> {
        db::set_base(conn, base)?;
        Ok(Self { base, size: 0, edge: Vec::new() })
    }

    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// Adds the next leaves and writes every tile that changed.
    pub(crate) fn extend(&mut self, conn: &Connection, leaves: &[Hash]) -> rusqlite::Result<()> {
        for leaf in leaves {
            self.push(conn, *leaf)?;
        }
        if leaves.is_empty() {
            return Ok(());
        }
        for (level, edge) in (0..).zip(&self.edge) {
            if !edge.is_empty() {
                db::save_tile(conn, level, self.size >> (HEIGHT * (level + 1)), edge)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, conn: &Connection, leaf: Hash) -> rusqlite::Result<()> {
        let (mut hash, place) = (leaf, self.size);
        self.size += 1;
        for level in 0.. {
            if self.edge.len() == level {
                self.edge.push(Vec::new());
            }
            let edge = &mut self.edge[level];
            edge.push(hash);
            if (edge.len() as u64) < WIDTH {
                break;
            }
            let number = u32::try_from(level).unwrap_or(u32::MAX);
            db::save_tile(conn, number, place >> (HEIGHT * (number + 1)), edge)?;
            hash = perfect(edge);
            edge.clear();
        }
        Ok(())
    }

    /// The root over everything.
    pub(crate) fn root(&self) -> Hash {
        let found = tree::root(self.size, &mut |level, place| {
            let (tile, height) = (level / HEIGHT, level % HEIGHT);
            let first = (place << height) % WIDTH;
            let edge = self.edge.get(tile as usize).map_or(&[][..], Vec::as_slice);
            let nodes = edge.get(first as usize..).and_then(|edge| edge.get(..1 << height));
            nodes.map(perfect).ok_or(())
        });
        found.unwrap_or_else(|()| tree::empty())
    }
}

/// The hash over a power of two of neighbours.
fn perfect(hashes: &[Hash]) -> Hash {
    match hashes {
        [one] => *one,
        [left, right] => tree::node(left, right),
        many => {
            let (left, right) = many.split_at(many.len() / 2);
            tree::node(&perfect(left), &perfect(right))
        }
    }
}

/// The log as a reader sees it: tiles are looked up once.
pub(crate) struct Tiles<'a> {
    conn: &'a Connection,
    size: u64,
    known: HashMap<(u32, u64), Vec<Hash>>,
}

impl<'a> Tiles<'a> {
    pub(crate) fn new(conn: &'a Connection, size: u64) -> Self {
        Self { conn, size, known: HashMap::new() }
    }

    /// The root the log had when it held `size` leaves.
    pub(crate) fn root(&mut self, size: u64) -> Result<Hash, NodeError> {
        tree::root(size, &mut |level, place| self.node(level, place))
    }

    pub(crate) fn inclusion(&mut self, index: u64) -> Result<Vec<Hash>, NodeError> {
        let size = self.size;
        tree::inclusion(index, size, &mut |level, place| self.node(level, place))
    }

    pub(crate) fn consistency(&mut self, old: u64) -> Result<Vec<Hash>, NodeError> {
        let size = self.size;
        tree::consistency(old, size, &mut |level, place| self.node(level, place))
    }

    fn node(&mut self, level: u32, place: u64) -> Result<Hash, NodeError> {
        let (tile, height) = (level / HEIGHT, level % HEIGHT);
        let first = place << height;
        let index = first / WIDTH;
        let missing = NodeError::Missing { level: tile, index };
        let hashes = match self.known.entry((tile, index)) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(space) => {
                space.insert(db::tile(self.conn, tile, index)?.unwrap_or_default())
            }
        };
        let from = (first % WIDTH) as usize;
        let nodes = hashes.get(from..).and_then(|hashes| hashes.get(..1 << height));
        nodes.map(perfect).ok_or(missing)
    }
}

pub(crate) use db::base;

/// The hashes of the leaves in one tile, for whoever compares them with the events.
pub(crate) fn leaves(conn: &Connection, index: u64) -> rusqlite::Result<(u64, Vec<Hash>)> {
    let tile = index / WIDTH;
    Ok((tile * WIDTH, db::tile(conn, 0, tile)?.unwrap_or_default()))
}

/// Everything wrong with the tiles above the leaves of a log of `size` leaves.
pub(crate) fn check(conn: &Connection, size: u64) -> Result<Vec<String>, NodeError> {
    let (mut faults, mut tiles, mut below) = (Vec::new(), 0, size);
    for level in 0.. {
        if below == 0 {
            break;
        }
        tiles += below.div_ceil(WIDTH);
        let whole = below / WIDTH;
        let mut above: Option<(u64, Vec<Hash>)> = None;
        for index in 0..below.div_ceil(WIDTH) {
            let hashes = db::tile(conn, level, index)?.unwrap_or_default();
            let expected = (below - index * WIDTH).min(WIDTH);
            if hashes.len() as u64 != expected {
                let found = hashes.len();
                faults.push(format!("tile {index} of level {level} has {found} hashes"));
                continue;
            }
            if index >= whole {
                continue;
            }
            if above.as_ref().is_none_or(|(tile, _)| *tile != index / WIDTH) {
                let tile = db::tile(conn, level + 1, index / WIDTH)?.unwrap_or_default();
                above = Some((index / WIDTH, tile));
            }
            let parent = above.as_ref().and_then(|(_, tile)| tile.get((index % WIDTH) as usize));
            if parent != Some(&perfect(&hashes)) {
                faults.push(format!("tile {index} of level {level} is not what stands above it"));
            }
        }
        below = whole;
    }
    let found = db::tiles(conn)?;
    if found != tiles {
        faults.push(format!("{found} tiles where a log of {size} events has {tiles}"));
    }
    Ok(faults)
}
