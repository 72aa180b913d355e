//! Reading arguments as text, numbers and lists, with the standard's errors.

use crate::arith::number::{self, Num};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, BOX, Cell, INT, LST, REF};
use crate::db::Db;
use crate::machine::{Machine, Res};
use crate::writer;

/// The text of an atomic term, or of a list of codes or characters.
pub(crate) fn text(m: &Machine, db: &Db, cell: Cell) -> Option<String> {
    let cell = m.deref(cell);
    match cell::tag(cell) {
        ATM if cell == cell::atom(atoms::NIL) => Some("[]".into()),
        LST => list_text(m, db, cell),
        _ => atomic_text(m, db, cell),
    }
}

/// The text of an atomic term.
pub(crate) fn atomic_text(m: &Machine, db: &Db, cell: Cell) -> Option<String> {
    let at = cell::addr(cell);
    match cell::tag(cell) {
        ATM => Some(db.atoms.name(cell::atom_id(cell)).to_string()),
        INT => Some(cell::small_value(cell).to_string()),
        BOX => Some(match boxes::kind(&m.heap, at) {
            cell::KIND_FLOAT => writer::float_text(boxes::float_at(&m.heap, at)),
            cell::KIND_STRING => boxes::string_at(&m.heap, at),
            _ => boxes::big_at(&m.heap, at).to_string(),
        }),
        _ => None,
    }
}

/// The text of a list of codes or characters.
pub(crate) fn list_text(m: &Machine, db: &Db, list: Cell) -> Option<String> {
    let mut out = String::new();
    let mut list = m.deref(list);
    while cell::tag(list) == LST {
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
pub(crate) fn need_text(m: &mut Machine, db: &Db, cell: Cell) -> Res<String> {
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
        let item = m.deref(m.heap[cell::addr(at)]);
        if cell::tag(item) == INT {
            return Err(m.representation_error(atoms::CHARACTER_CODE));
        }
        if cell::tag(item) != ATM || db.atoms.name(cell::atom_id(item)).chars().count() != 1 {
            return Err(m.type_error(atoms::CHARACTER, item));
        }
        at = m.deref(m.heap[cell::addr(at) + 1]);
    }
    Err(m.type_error(atoms::LIST, list))
}

fn check_ground_list(m: &mut Machine, list: Cell) -> Res<()> {
    let mut list = list;
    while cell::tag(list) == LST {
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
        items.push(m.heap[cell::addr(at)]);
        at = m.deref(m.heap[cell::addr(at) + 1]);
    }
    Some(items)
}

/// Reads a number the way the reader does: optional sign, layout in front allowed.
pub(crate) fn parse_number(text: &str) -> Option<Num> {
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
    let token = lexer.next(&mut atoms::Atoms::empty()).ok()?;
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
