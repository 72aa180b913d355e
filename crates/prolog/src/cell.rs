//! The 64-bit cell every term is made of: a three-bit tag and a payload.
//! Knows nothing of what is done with cells.

/// A tagged machine word.
pub(crate) type Cell = u64;

pub(crate) const REF: u64 = 0;
pub(crate) const ATM: u64 = 1;
pub(crate) const INT: u64 = 2;
pub(crate) const LST: u64 = 3;
pub(crate) const STR: u64 = 4;
pub(crate) const BOX: u64 = 5;
pub(crate) const FUN: u64 = 6;
pub(crate) const HDR: u64 = 7;

/// Kinds of boxed constants, in the header of a box.
pub(crate) const KIND_FLOAT: u64 = 0;
pub(crate) const KIND_BIG_POSITIVE: u64 = 1;
pub(crate) const KIND_BIG_NEGATIVE: u64 = 2;
pub(crate) const KIND_STRING: u64 = 3;
/// A set of integers: pairs of bounds.
pub(crate) const KIND_DOMAIN: u64 = 4;
/// Marks the variable before it as attributed; the word behind it holds the attributes.
pub(crate) const KIND_ATTRIBUTED: u64 = 6;
/// The word behind an attributed variable.
pub(crate) const ATTRIBUTED: Cell = header(KIND_ATTRIBUTED, 0);
/// A choice-point level kept in a frame; never on the heap.
pub(crate) const KIND_LEVEL: u64 = 7;

pub(crate) const MIN_SMALL: i64 = -(1 << 60);
pub(crate) const MAX_SMALL: i64 = (1 << 60) - 1;

#[inline(always)]
pub(crate) const fn tag(cell: Cell) -> u64 {
    cell & 7
}

#[inline(always)]
pub(crate) const fn addr(cell: Cell) -> usize {
    (cell >> 3) as usize
}

#[inline(always)]
pub(crate) const fn make(tag: u64, addr: usize) -> Cell {
    ((addr as u64) << 3) | tag
}

#[inline(always)]
pub(crate) const fn atom(id: u32) -> Cell {
    ((id as u64) << 3) | ATM
}

#[inline(always)]
pub(crate) const fn atom_id(cell: Cell) -> u32 {
    (cell >> 3) as u32
}

#[inline(always)]
pub(crate) const fn small(value: i64) -> Cell {
    ((value as u64) << 3) | INT
}

#[inline(always)]
pub(crate) const fn small_value(cell: Cell) -> i64 {
    (cell as i64) >> 3
}

#[inline(always)]
pub(crate) const fn fits_small(value: i64) -> bool {
    value >= MIN_SMALL && value <= MAX_SMALL
}

/// The functor word that starts a structure.
#[inline(always)]
pub(crate) const fn functor(name: u32, arity: usize) -> Cell {
    ((name as u64) << 27) | ((arity as u64) << 3) | FUN
}

#[inline(always)]
pub(crate) const fn functor_name(cell: Cell) -> u32 {
    (cell >> 27) as u32
}

#[inline(always)]
pub(crate) const fn functor_arity(cell: Cell) -> usize {
    ((cell >> 3) & 0xff_ffff) as usize
}

/// The largest arity a functor word can hold.
pub(crate) const MAX_ARITY: usize = 0xff_ffff;

/// A box header: kind and payload length, in bytes for strings and in words otherwise.
pub(crate) const fn header(kind: u64, length: usize) -> Cell {
    ((length as u64) << 8) | (kind << 3) | HDR
}

pub(crate) const fn header_kind(cell: Cell) -> u64 {
    (cell >> 3) & 31
}

pub(crate) const fn header_length(cell: Cell) -> usize {
    (cell >> 8) as usize
}

/// Words that follow a box header.
pub(crate) const fn header_words(cell: Cell) -> usize {
    let length = header_length(cell);
    if header_kind(cell) == KIND_STRING { length.div_ceil(8) } else { length }
}

/// A choice-point level as kept in a frame.
pub(crate) const fn level(choices: usize) -> Cell {
    header(KIND_LEVEL, choices)
}

/// Whether a cell holds an address on the heap.
#[inline(always)]
pub(crate) const fn is_pointer(cell: Cell) -> bool {
    matches!(cell & 7, REF | LST | STR | BOX)
}
