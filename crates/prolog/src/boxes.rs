//! Building terms on a heap and reading boxed constants back. Knows nothing of binding or trailing.

use crate::atoms::{self, Atoms};
use crate::cell::{self, BOX, Cell, LST, REF, STR};
use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

/// A new unbound variable.
pub(crate) fn fresh(heap: &mut Vec<Cell>) -> Cell {
    let cell = cell::make(REF, heap.len());
    heap.push(cell);
    cell
}

/// An integer of any 64-bit value.
pub(crate) fn int(heap: &mut Vec<Cell>, value: i64) -> Cell {
    if cell::fits_small(value) { cell::small(value) } else { big(heap, &BigInt::from(value)) }
}

/// An integer of any size, in its canonical form.
pub(crate) fn big(heap: &mut Vec<Cell>, value: &BigInt) -> Cell {
    if let Some(small) = value.to_i64()
        && cell::fits_small(small)
    {
        return cell::small(small);
    }
    let (sign, digits) = value.to_u64_digits();
    let kind = if sign == Sign::Minus { cell::KIND_BIG_NEGATIVE } else { cell::KIND_BIG_POSITIVE };
    let at = heap.len();
    heap.push(cell::header(kind, digits.len()));
    heap.extend(digits);
    cell::make(BOX, at)
}

/// A float.
pub(crate) fn float(heap: &mut Vec<Cell>, value: f64) -> Cell {
    let at = heap.len();
    heap.push(cell::header(cell::KIND_FLOAT, 1));
    heap.push(value.to_bits());
    cell::make(BOX, at)
}

/// A string.
pub(crate) fn string(heap: &mut Vec<Cell>, text: &str) -> Cell {
    let at = heap.len();
    heap.push(cell::header(cell::KIND_STRING, text.len()));
    heap.extend(text.as_bytes().chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    }));
    cell::make(BOX, at)
}

/// The kind of the box at `at`.
pub(crate) fn kind(heap: &[Cell], at: usize) -> u64 {
    cell::header_kind(heap[at])
}

/// The float in the box at `at`.
pub(crate) fn float_at(heap: &[Cell], at: usize) -> f64 {
    f64::from_bits(heap[at + 1])
}

/// The integer in the box at `at`.
pub(crate) fn big_at(heap: &[Cell], at: usize) -> BigInt {
    let header = heap[at];
    let words = &heap[at + 1..at + 1 + cell::header_words(header)];
    let halves: Vec<u32> = words.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
    let sign =
        if cell::header_kind(header) == cell::KIND_BIG_NEGATIVE { Sign::Minus } else { Sign::Plus };
    BigInt::from_slice(sign, &halves)
}

/// The text in the box at `at`.
pub(crate) fn string_at(heap: &[Cell], at: usize) -> String {
    let header = heap[at];
    let length = cell::header_length(header);
    let words = &heap[at + 1..at + 1 + cell::header_words(header)];
    let mut bytes: Vec<u8> = Vec::with_capacity(words.len() * 8);
    for word in words {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.truncate(length);
    String::from_utf8(bytes).unwrap_or_default()
}

/// A list cell.
pub(crate) fn list(heap: &mut Vec<Cell>, head: Cell, tail: Cell) -> Cell {
    let at = heap.len();
    heap.push(head);
    heap.push(tail);
    cell::make(LST, at)
}

/// A list of these items with this tail.
pub(crate) fn list_of(heap: &mut Vec<Cell>, items: &[Cell], tail: Cell) -> Cell {
    items.iter().rev().fold(tail, |tail, item| list(heap, *item, tail))
}

/// A compound in its canonical form; with no arguments, the atom.
pub(crate) fn compound(heap: &mut Vec<Cell>, name: u32, args: &[Cell]) -> Cell {
    if args.is_empty() {
        return cell::atom(name);
    }
    if name == atoms::DOT && args.len() == 2 {
        return list(heap, args[0], args[1]);
    }
    let at = heap.len();
    heap.push(cell::functor(name, args.len()));
    heap.extend_from_slice(args);
    cell::make(STR, at)
}

/// The characters of a text as a list of codes.
pub(crate) fn code_list(heap: &mut Vec<Cell>, text: &str) -> Cell {
    let items = text.chars().map(|c| cell::small(i64::from(u32::from(c))));
    sequence(heap, items)
}

/// The characters of a text as a list of one-character atoms.
pub(crate) fn char_list(heap: &mut Vec<Cell>, atoms: &mut Atoms, text: &str) -> Cell {
    let mut buffer = [0; 4];
    let items = text.chars().map(|c| cell::atom(atoms.intern(c.encode_utf8(&mut buffer))));
    sequence(heap, items)
}

fn sequence(heap: &mut Vec<Cell>, items: impl Iterator<Item = Cell>) -> Cell {
    let start = heap.len();
    for item in items {
        heap.push(item);
        let next = heap.len() + 1;
        heap.push(cell::make(LST, next));
    }
    if heap.len() == start {
        return cell::atom(atoms::NIL);
    }
    if let Some(last) = heap.last_mut() {
        *last = cell::atom(atoms::NIL);
    }
    cell::make(LST, start)
}

/// Follows references to the end.
#[inline(always)]
pub(crate) fn deref(heap: &[Cell], mut cell: Cell) -> Cell {
    while cell::tag(cell) == REF {
        let next = heap[cell::addr(cell)];
        if next == cell {
            return cell;
        }
        cell = next;
    }
    cell
}

/// Name and arguments of a compound, with lists as `'.'/2`: functor name, arity, address of the
/// first argument.
#[inline]
pub(crate) fn structure(heap: &[Cell], cell: Cell) -> Option<(u32, usize, usize)> {
    let at = cell::addr(cell);
    match cell::tag(cell) {
        LST => Some((atoms::DOT, 2, at)),
        STR => {
            let functor = heap[at];
            Some((cell::functor_name(functor), cell::functor_arity(functor), at + 1))
        }
        _ => None,
    }
}

/// A term without the modules it is qualified by: there is one.
pub(crate) fn unqualified(heap: &[Cell], cell: Cell) -> Cell {
    let mut cell = deref(heap, cell);
    let mut left = 64;
    while let Some((atoms::COLON, 2, at)) = structure(heap, cell) {
        left -= 1;
        if left == 0 || cell::tag(deref(heap, heap[at])) != cell::ATM {
            break;
        }
        cell = deref(heap, heap[at + 1]);
    }
    cell
}
