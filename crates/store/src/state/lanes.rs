//! A sum over a set of rows that one row can be added to or taken from in constant time.
//!
//! LtHash: each row becomes 1,024 numbers of 16 bits, drawn by BLAKE3 from the row's own digest;
//! the sum of a table is their sum, lane by lane. The order of rows does not matter, and nobody
//! finds two sets with one sum.

/// How many numbers a sum has.
const LANES: usize = 1024;
const BYTES: usize = LANES * 2;
const SUM: &[u8] = b"ensemble/table/1";

/// The digest of one row.
pub(crate) type Seed = [u8; 32];

/// The sum over the rows of one table.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Lanes(Box<[u16; LANES]>);

impl Lanes {
    /// The sum over no rows.
    pub(crate) fn zero() -> Self {
        Self(Box::new([0; LANES]))
    }

    pub(crate) fn add(&mut self, seed: &Seed) {
        each(seed, |index, number| self.0[index] = self.0[index].wrapping_add(number));
    }

    pub(crate) fn remove(&mut self, seed: &Seed) {
        each(seed, |index, number| self.0[index] = self.0[index].wrapping_sub(number));
    }

    /// Adds the sum over other rows.
    pub(crate) fn join(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(other.0.iter()) {
            *own = own.wrapping_add(*other);
        }
    }

    /// Takes the sum over other rows away.
    pub(crate) fn leave(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(other.0.iter()) {
            *own = own.wrapping_sub(*other);
        }
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// None if these are not the bytes of a sum.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != BYTES {
            return None;
        }
        let mut lanes = Self::zero();
        for (number, pair) in lanes.0.iter_mut().zip(bytes.as_chunks::<2>().0) {
            *number = u16::from_le_bytes(*pair);
        }
        Some(lanes)
    }

    /// 32 bytes that stand for the sum.
    pub(crate) fn digest(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(SUM).update(&self.to_bytes());
        hasher.finalize().into()
    }
}

fn each(seed: &Seed, mut apply: impl FnMut(usize, u16)) {
    let mut bytes = [0_u8; BYTES];
    let mut hasher = blake3::Hasher::new();
    hasher.update(seed).finalize_xof().fill(&mut bytes);
    for (index, pair) in bytes.as_chunks::<2>().0.iter().enumerate() {
        apply(index, u16::from_le_bytes(*pair));
    }
}
