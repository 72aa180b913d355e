//! Reading arguments as text, numbers and lists, with the standard's errors.

use crate::arith::large;
use crate::arith::number::{self, Num};
use crate::atoms;
use crate::boxes;
use crate::budget::Limit;
use crate::cell::{self, ATM, BOX, Cell, INT, LST, REF};
use crate::db::Db;
use crate::machine::{Machine, Res};
use crate::watch::Watch;
use crate::writer::{self, MAX_TEXT};
use std::sync::Arc;

/// A text read from an argument; that of an atom is shared, not copied.
#[derive(Debug, Clone)]
pub(crate) enum Text {
    Shared(Arc<str>),
    Own(String),
}

impl Default for Text {
    fn default() -> Self {
        Self::Own(String::new())
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Self::Shared(text) => text,
            Self::Own(text) => text,
        }
    }
}

/// The number of characters of a text of any length.
pub(crate) fn char_count(m: &Machine, text: &str) -> Res<usize> {
    let mut count = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (part, more) = rest.split_at(rest.floor_char_boundary(PART.min(rest.len())));
        count += part.chars().count();
        rest = more;
        m.work(PART / 4)?;
    }
    Ok(count)
}

/// Bytes of a text handled between two looks at the watch.
const PART: usize = 1 << 15;

/// A text with every part of it changed by `change`.
pub(crate) fn converted(m: &Machine, text: &str, change: fn(&str) -> String) -> Res<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (part, more) = rest.split_at(rest.floor_char_boundary(PART.min(rest.len())));
        out.push_str(&change(part));
        rest = more;
        m.work(PART)?;
    }
    Ok(out)
}

/// Where `part` first occurs in a text.
pub(crate) fn find(m: &Machine, text: &str, part: &str) -> Res<Option<usize>> {
    let step = PART.max(part.len());
    let mut start = 0;
    loop {
        let end = text.ceil_char_boundary((start + step + part.len()).min(text.len()));
        if let Some(found) = text[start..end].find(part) {
            return Ok(Some(start + found));
        }
        if end == text.len() {
            return Ok(None);
        }
        start = text.floor_char_boundary(start + step);
        m.work(step)?;
    }
}

/// A text as a list of codes.
pub(crate) fn code_list(m: &mut Machine, text: &str) -> Res<Cell> {
    m.check_cells(2 * text.len())?;
    let mut codes = Vec::with_capacity(text.len());
    for c in text.chars() {
        codes.push(cell::small(i64::from(u32::from(c))));
        m.work(1)?;
    }
    m.list(&codes, cell::atom(atoms::NIL))
}

/// A text as a list of one-character atoms.
pub(crate) fn char_list(m: &mut Machine, db: &mut Db, text: &str) -> Res<Cell> {
    m.check_cells(2 * text.len())?;
    let mut chars = Vec::with_capacity(text.len());
    for c in text.chars() {
        chars.push(cell::atom(db.atoms.intern(c.encode_utf8(&mut [0; 4]))));
        m.work(4)?;
    }
    m.list(&chars, cell::atom(atoms::NIL))
}

/// A text as a string on the heap.
pub(crate) fn new_string(m: &mut Machine, text: &str) -> Res<Cell> {
    m.check_text(text.len())?;
    Ok(boxes::string(&mut m.heap, text))
}

/// A text as an atom.
pub(crate) fn new_atom(m: &mut Machine, db: &mut Db, text: &str) -> Res<Cell> {
    m.check_text(text.len())?;
    Ok(cell::atom(db.atoms.intern(text)))
}

/// The text of an atomic term, or of a list of codes or characters.
pub(crate) fn text(m: &Machine, db: &Db, cell: Cell) -> Option<Text> {
    let cell = m.deref(cell);
    match cell::tag(cell) {
        LST => list_text(m, db, cell).map(Text::Own),
        _ => atomic_text(m, db, cell),
    }
}

/// The text of an atomic term.
pub(crate) fn atomic_text(m: &Machine, db: &Db, cell: Cell) -> Option<Text> {
    let at = cell::addr(cell);
    match cell::tag(cell) {
        ATM => Some(Text::Shared(db.atoms.name(cell::atom_id(cell)).clone())),
        INT => Some(Text::Own(cell::small_value(cell).to_string())),
        BOX => Some(Text::Own(match boxes::kind(&m.heap, at) {
            cell::KIND_FLOAT => writer::float_text(boxes::float_at(&m.heap, at)),
            cell::KIND_STRING => {
                m.watch.work(cell::header_length(m.heap[at]) / 4);
                boxes::string_at(&m.heap, at)
            }
            _ => large::to_text(&boxes::big_at(&m.heap, at), &m.watch)?,
        })),
        _ => None,
    }
}

/// The text of a list of codes or characters.
pub(crate) fn list_text(m: &Machine, db: &Db, list: Cell) -> Option<String> {
    let mut out = String::new();
    let mut list = list;
    while cell::tag(list) == LST {
        if m.watch.tick() {
            return None;
        }
        if out.len() > MAX_TEXT {
            m.watch.stop(Limit::Cells);
        }
        let item = m.deref(m.heap[cell::addr(list)]);
        match cell::tag(item) {
            INT => out.push(char::from_u32(u32::try_from(cell::small_value(item)).ok()?)?),
            ATM => {
                let name = db.atoms.name(cell::atom_id(item));
                let mut chars = name.chars();
                out.push(chars.next()?);
                if chars.next().is_some() {
                    return None;
                }
            }
            _ => return None,
        }
        list = m.deref(m.heap[cell::addr(list) + 1]);
    }
    (list == cell::atom(atoms::NIL)).then_some(out)
}

/// Text that must be there; `[]` counts as the empty list of characters.
pub(crate) fn need_text(m: &mut Machine, db: &Db, cell: Cell) -> Res<Text> {
    let cell = m.deref(cell);
    if cell::tag(cell) == REF {
        return Err(m.instantiation_error());
    }
    match text(m, db, cell) {
        Some(text) => Ok(text),
        None => {
            check_ground_list(m, cell)?;
            Err(m.type_error(atoms::ATOMIC, cell))
        }
    }
}

/// The text of a list of characters or codes, with errors for partial lists and wrong items.
pub(crate) fn need_list_text(m: &mut Machine, db: &Db, cell: Cell) -> Res<String> {
    let list = m.deref(cell);
    if let Some(text) = list_text(m, db, list) {
        return Ok(text);
    }
    if list == cell::atom(atoms::NIL) {
        return Ok(String::new());
    }
    if m.is_string(list) {
        return Ok(boxes::string_at(&m.heap, cell::addr(list)));
    }
    check_ground_list(m, list)?;
    let mut at = list;
    while cell::tag(at) == LST {
        m.work(1)?;
        let item = m.deref(m.heap[cell::addr(at)]);
        if cell::tag(item) == INT {
            return Err(m.representation_error(atoms::CHARACTER_CODE));
        }
        if cell::tag(item) != ATM || !is_char(db.atoms.name(cell::atom_id(item))) {
            return Err(m.type_error(atoms::CHARACTER, item));
        }
        at = m.deref(m.heap[cell::addr(at) + 1]);
    }
    Err(m.type_error(atoms::LIST, list))
}

fn is_char(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some() && chars.next().is_none()
}

fn check_ground_list(m: &mut Machine, list: Cell) -> Res<()> {
    let mut list = list;
    while cell::tag(list) == LST {
        m.work(1)?;
        if cell::tag(m.deref(m.heap[cell::addr(list)])) == REF {
            return Err(m.instantiation_error());
        }
        list = m.deref(m.heap[cell::addr(list) + 1]);
    }
    if cell::tag(list) == REF {
        return Err(m.instantiation_error());
    }
    Ok(())
}

/// An atom argument.
pub(crate) fn need_atom(m: &mut Machine, cell: Cell) -> Res<u32> {
    let cell = m.deref(cell);
    match cell::tag(cell) {
        ATM => Ok(cell::atom_id(cell)),
        REF => Err(m.instantiation_error()),
        _ => Err(m.type_error(atoms::ATOM, cell)),
    }
}

/// A small integer argument.
pub(crate) fn need_int(m: &mut Machine, cell: Cell) -> Res<i64> {
    let cell = m.deref(cell);
    match cell::tag(cell) {
        INT => Ok(cell::small_value(cell)),
        REF => Err(m.instantiation_error()),
        _ if m.is_integer(cell) => match number::read(&m.heap, cell) {
            Some(Num::Int(value)) => Ok(value),
            _ => Err(m.representation_error(atoms::MAX_INTEGER)),
        },
        _ => Err(m.type_error(atoms::INTEGER, cell)),
    }
}

/// The items of a proper list, with the standard's errors.
pub(crate) fn need_list(m: &mut Machine, list: Cell) -> Res<Vec<Cell>> {
    let mut items = Vec::new();
    let mut at = m.deref(list);
    while cell::tag(at) == LST {
        items.push(m.heap[cell::addr(at)]);
        at = m.deref(m.heap[cell::addr(at) + 1]);
        m.work(1)?;
        if items.len() > m.heap.len() {
            break;
        }
    }
    if at == cell::atom(atoms::NIL) {
        return Ok(items);
    }
    if cell::tag(at) == REF {
        return Err(m.instantiation_error());
    }
    let list = m.deref(list);
    Err(m.type_error(atoms::LIST, list))
}

/// A list that may be partial: its items, if it is proper.
pub(crate) fn proper_list(m: &Machine, list: Cell) -> Option<Vec<Cell>> {
    m.list_length(list)?;
    let mut items = Vec::new();
    let mut at = m.deref(list);
    while cell::tag(at) == LST {
        if m.watch.tick() {
            return None;
        }
        items.push(m.heap[cell::addr(at)]);
        at = m.deref(m.heap[cell::addr(at) + 1]);
    }
    Some(items)
}

/// Reads a number the way the reader does: optional sign, layout in front allowed.
pub(crate) fn parse_number(text: &str, watch: &Watch) -> Option<Num> {
    use crate::lexer::{Lexer, Token};
    let trimmed = text.trim_start();
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return match digits {
            "inf" | "infinite" => {
                Some(Num::Float(if negative { f64::NEG_INFINITY } else { f64::INFINITY }))
            }
            "nan" => Some(Num::Float(f64::NAN)),
            _ => None,
        };
    }
    let mut lexer = Lexer::new(digits);
    let token = lexer.next(&mut atoms::Atoms::empty(), watch).ok()?;
    if lexer.pos != digits.len() {
        return None;
    }
    let number = match token {
        Token::Int(value) => Num::Int(value),
        Token::Big(value) => Num::from_big(value),
        Token::Float(value) => Num::Float(value),
        Token::Atom(_)
        | Token::Quoted(_)
        | Token::Var(..)
        | Token::Str(_)
        | Token::Back(_)
        | Token::Punct(_)
        | Token::OpenArgs
        | Token::End
        | Token::Eof => return None,
    };
    if negative { crate::arith::functions::negate(number).ok() } else { Some(number) }
}
