//! The arithmetic of the log: RFC 6962's hash tree, its proofs, and how they are checked.
//!
//! A node is named by its level and its place in it; a node of level `k` stands for `2^k` leaves.
//! Whoever computes gives a function that looks complete nodes up.

use ring::digest::{Context, SHA256};

/// A SHA-256 hash.
pub type Hash = [u8; 32];

/// The hash of one leaf.
pub fn leaf(bytes: &[u8]) -> Hash {
    hash(0, &[bytes])
}

/// The hash of two nodes.
pub(crate) fn node(left: &Hash, right: &Hash) -> Hash {
    hash(1, &[left, right])
}

/// The root of a tree without leaves.
pub(crate) fn empty() -> Hash {
    hash_of(Context::new(&SHA256))
}

fn hash(prefix: u8, parts: &[&[u8]]) -> Hash {
    let mut context = Context::new(&SHA256);
    context.update(&[prefix]);
    for part in parts {
        context.update(part);
    }
    hash_of(context)
}

fn hash_of(context: Context) -> Hash {
    let mut hash = [0; 32];
    hash.copy_from_slice(context.finish().as_ref());
    hash
}

/// Looks up the node of `level` at `place`.
pub(crate) type Lookup<'a, E> = dyn FnMut(u32, u64) -> Result<Hash, E> + 'a;

/// The root over `size` leaves.
pub(crate) fn root<E>(size: u64, nodes: &mut Lookup<'_, E>) -> Result<Hash, E> {
    if size == 0 { Ok(empty()) } else { part(0, size, nodes) }
}

/// The hash over `size` leaves from `first` on, where `first` is a multiple of a power of two that
/// is not less than `size`.
fn part<E>(first: u64, size: u64, nodes: &mut Lookup<'_, E>) -> Result<Hash, E> {
    let mut place = first;
    let mut left = Vec::new();
    for level in (0..64).rev().filter(|level| size >> level & 1 == 1) {
        left.push(nodes(level, place >> level)?);
        place += 1 << level;
    }
    let last = left.pop().unwrap_or_else(empty);
    Ok(left.iter().rev().fold(last, |right, left| node(left, &right)))
}

/// The largest power of two below `size`, which is at least 2.
fn half(size: u64) -> u64 {
    1 << (63 - (size - 1).leading_zeros())
}

/// The hashes that lead from leaf `index` to the root over `size` leaves.
pub(crate) fn inclusion<E>(
    index: u64,
    size: u64,
    nodes: &mut Lookup<'_, E>,
) -> Result<Vec<Hash>, E> {
    let (mut first, mut index, mut size, mut path) = (0, index, size, Vec::new());
    while size > 1 {
        let half = half(size);
        if index < half {
            path.push(part(first + half, size - half, nodes)?);
            size = half;
        } else {
            path.push(part(first, half, nodes)?);
            (first, index, size) = (first + half, index - half, size - half);
        }
    }
    path.reverse();
    Ok(path)
}

/// The hashes that show that the tree over `old` leaves is the beginning of that over `size`.
pub(crate) fn consistency<E>(
    old: u64,
    size: u64,
    nodes: &mut Lookup<'_, E>,
) -> Result<Vec<Hash>, E> {
    let (mut first, mut old, mut size, mut path) = (0, old, size, Vec::new());
    while old != size && old != 0 {
        let half = half(size);
        if old <= half {
            path.push(part(first + half, size - half, nodes)?);
            size = half;
        } else {
            path.push(part(first, half, nodes)?);
            (first, old, size) = (first + half, old - half, size - half);
        }
    }
    if first != 0 {
        path.push(part(first, size, nodes)?);
    }
    path.reverse();
    Ok(path)
}

/// The root that `leaf` at `index` leads to over `path`; none if the path has the wrong length.
pub fn root_from_inclusion(leaf: Hash, index: u64, size: u64, path: &[Hash]) -> Option<Hash> {
    if index >= size {
        return None;
    }
    let (mut place, mut last, mut found) = (index, size - 1, leaf);
    for step in path {
        if last == 0 {
            return None;
        }
        if place & 1 == 1 || place == last {
            found = node(step, &found);
            while place & 1 == 0 && place != 0 {
                (place, last) = (place >> 1, last >> 1);
            }
        } else {
            found = node(&found, step);
        }
        (place, last) = (place >> 1, last >> 1);
    }
    (last == 0).then_some(found)
}

/// Whether `path` shows that the tree with root `old` is the beginning of the one with root `new`.
pub fn is_consistent(old: (u64, Hash), new: (u64, Hash), path: &[Hash]) -> bool {
    let ((old_size, old_root), (new_size, new_root)) = (old, new);
    if old_size > new_size || old_size == 0 {
        return old_size == 0 && path.is_empty();
    }
    if old_size == new_size {
        return path.is_empty() && old_root == new_root;
    }
    let own = old_size.is_power_of_two().then_some(old_root);
    let mut steps = own.iter().chain(path);
    let Some(first) = steps.next() else { return false };
    let (mut place, mut last) = (old_size - 1, new_size - 1);
    while place & 1 == 1 {
        (place, last) = (place >> 1, last >> 1);
    }
    let (mut before, mut after) = (*first, *first);
    for step in steps {
        if last == 0 {
            return false;
        }
        if place & 1 == 1 || place == last {
            (before, after) = (node(step, &before), node(step, &after));
            while place & 1 == 0 && place != 0 {
                (place, last) = (place >> 1, last >> 1);
            }
        } else {
            after = node(&after, step);
        }
        (place, last) = (place >> 1, last >> 1);
    }
    last == 0 && before == old_root && after == new_root
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// The definition of RFC 6962, word for word.
    fn defined(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => empty(),
            [one] => *one,
            many => {
                let (left, right) = many.split_at(half(many.len() as u64) as usize);
                node(&defined(left), &defined(right))
            }
        }
    }

    fn lookup(leaves: &[Hash]) -> impl FnMut(u32, u64) -> Result<Hash, Infallible> {
        move |level, place| {
            let (from, size) = ((place << level) as usize, 1_usize << level);
            Ok(defined(&leaves[from..from + size]))
        }
    }

    #[test]
    fn roots_and_proofs_are_those_of_the_definition() {
        let leaves: Vec<Hash> = (0..70_u8).map(|n| leaf(&[n])).collect();
        for size in 1..=leaves.len() {
            let tree = &leaves[..size];
            let found = root(size as u64, &mut lookup(tree)).unwrap();
            assert_eq!(found, defined(tree));
            for index in 0..size as u64 {
                let path = inclusion(index, size as u64, &mut lookup(tree)).unwrap();
                let leaf = leaves[index as usize];
                let lead = |leaf, index| root_from_inclusion(leaf, index, size as u64, &path);
                assert_eq!(lead(leaf, index), Some(found));
                assert_ne!(lead([7; 32], index), Some(found));
                assert!(size == 1 || lead(leaf, (index + 1) % size as u64) != Some(found));
            }
            for old in 1..=size {
                let path = consistency(old as u64, size as u64, &mut lookup(tree)).unwrap();
                let before = (old as u64, defined(&leaves[..old]));
                assert!(is_consistent(before, (size as u64, found), &path), "{old} of {size}");
                assert!(!is_consistent((old as u64, [7; 32]), (size as u64, found), &path));
                assert!(!is_consistent(before, (size as u64, [7; 32]), &path));
            }
        }
    }

    #[test]
    fn the_hashes_are_those_other_logs_use() {
        let hex = |hash: Hash| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(
            hex(empty()),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(
            hex(leaf(b"")),
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
        );
    }
}
