//! Atoms and numbers as text.

use super::text::{
    Text, char_count, char_list, code_list, converted, need_int, need_list_text, need_text,
    new_string, parse_number, text,
};
use crate::arith::number;
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, INT, LST, REF, STR};
use crate::db::Db;
use crate::machine::{Machine, Res};

/// The text of an atomic argument; nothing for a variable.
fn atomic_or_var(m: &mut Machine, db: &Db, cell: Cell) -> Res<Option<Text>> {
    match cell::tag(cell) {
        REF => Ok(None),
        STR | LST => Err(m.type_error(atoms::ATOMIC, cell)),
        _ => Ok(super::text::atomic_text(m, db, cell)),
    }
}

pub(crate) fn atom_codes(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (atom, list) = (m.arg(a, 0), m.arg(a, 1));
    if let Some(text) = atomic_or_var(m, db, atom)? {
        let new = code_list(m, &text)?;
        return Ok(m.unify(list, new));
    }
    let text = need_list_text(m, db, list)?;
    let new = super::text::new_atom(m, db, &text)?;
    Ok(m.unify(atom, new))
}

pub(crate) fn atom_chars(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (atom, list) = (m.arg(a, 0), m.arg(a, 1));
    if let Some(text) = atomic_or_var(m, db, atom)? {
        let new = char_list(m, db, &text)?;
        return Ok(m.unify(list, new));
    }
    let text = need_list_text(m, db, list)?;
    let new = super::text::new_atom(m, db, &text)?;
    Ok(m.unify(atom, new))
}

pub(crate) fn char_code(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (char, code) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(char) == REF {
        let value = need_int(m, code)?;
        let Some(c) = u32::try_from(value).ok().and_then(char::from_u32) else {
            return Err(m.representation_error(atoms::CHARACTER_CODE));
        };
        let atom = db.atoms.intern(c.encode_utf8(&mut [0; 4]));
        return Ok(m.unify(char, cell::atom(atom)));
    }
    if !matches!(cell::tag(code), REF | INT) {
        return Err(m.type_error(atoms::INTEGER, code));
    }
    let c = need_char(m, db, char)?;
    Ok(m.unify(code, cell::small(i64::from(u32::from(c)))))
}

/// A one-character atom.
pub(super) fn need_char(m: &mut Machine, db: &Db, cell: Cell) -> Res<char> {
    if cell::tag(cell) == REF {
        return Err(m.instantiation_error());
    }
    if cell::tag(cell) == ATM {
        let mut chars = db.atoms.name(cell::atom_id(cell)).chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return Ok(c);
        }
    }
    Err(m.type_error(atoms::CHARACTER, cell))
}

pub(crate) fn atom_length(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (atom, length) = (m.arg(a, 0), m.arg(a, 1));
    let Some(text) = atomic_or_var(m, db, atom)? else { return Err(m.instantiation_error()) };
    if cell::tag(length) != REF {
        if !m.is_integer(length) {
            return Err(m.type_error(atoms::INTEGER, length));
        }
        if cell::tag(length) == INT && cell::small_value(length) < 0 {
            return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, length));
        }
    }
    Ok(m.unify(length, cell::small(char_count(m, &text)? as i64)))
}

pub(crate) fn atom_number(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (atom, number) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(atom) == REF {
        if cell::tag(number) == REF {
            return Err(m.instantiation_error());
        }
        if !m.is_number(number) {
            return Err(m.type_error(atoms::NUMBER, number));
        }
        let text = need_text(m, db, number)?;
        let new = super::text::new_atom(m, db, &text)?;
        return Ok(m.unify(atom, new));
    }
    if cell::tag(atom) != ATM && !m.is_string(atom) {
        return Err(m.type_error(atoms::ATOM, atom));
    }
    let text = need_text(m, db, atom)?;
    if text.starts_with(char::is_whitespace) {
        return Ok(false);
    }
    let Some(value) = parse_number(&text, &m.watch) else { return Ok(false) };
    let cell = number::write(&mut m.heap, &value);
    Ok(m.unify(number, cell))
}

/// The number a text denotes, or the syntax error.
fn number_from(m: &mut Machine, db: &mut Db, text: &str) -> Res<Cell> {
    let parsed = parse_number(text, &m.watch);
    if m.watch.is_over() {
        return Err(m.over());
    }
    match parsed {
        Some(value) => Ok(number::write(&mut m.heap, &value)),
        None => {
            let reason = cell::atom(db.atoms.intern("illegal_number"));
            let formal = boxes::compound(&mut m.heap, atoms::SYNTAX_ERROR, &[reason]);
            Err(m.error(formal))
        }
    }
}

fn number_text(
    m: &mut Machine,
    db: &mut Db,
    a: usize,
    build: fn(&mut Machine, &mut Db, &str) -> Res<Cell>,
) -> Res<bool> {
    let (number, list) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(number) != REF && !m.is_number(number) {
        return Err(m.type_error(atoms::NUMBER, number));
    }
    // The list decides if it is complete: it may spell the number in another way.
    if m.is_string(list) || (m.list_length(list).is_some() && cell::tag(list) == LST) {
        if let Some(text) = text(m, db, list) {
            let value = number_from(m, db, &text)?;
            return Ok(m.unify(number, value));
        }
        if cell::tag(number) == REF {
            need_list_text(m, db, list)?;
        }
    }
    if cell::tag(number) == REF {
        let text = need_list_text(m, db, list)?;
        let value = number_from(m, db, &text)?;
        return Ok(m.unify(number, value));
    }
    let text = need_text(m, db, number)?;
    let new = build(m, db, &text)?;
    Ok(m.unify(list, new))
}

pub(crate) fn number_codes(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    number_text(m, db, a, |m, _, text| code_list(m, text))
}

pub(crate) fn number_chars(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    number_text(m, db, a, char_list)
}

pub(crate) fn atom_string(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (atom, string) = (m.arg(a, 0), m.arg(a, 1));
    if let Some(text) = atomic_or_var(m, db, atom)? {
        let new = new_string(m, &text)?;
        if cell::tag(string) == REF {
            return Ok(m.unify(string, new));
        }
        return Ok(*need_text(m, db, string)? == *text);
    }
    let text = need_text(m, db, string)?;
    let new = super::text::new_atom(m, db, &text)?;
    Ok(m.unify(atom, new))
}

pub(crate) fn upcase_atom(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = need_text(m, db, m.arg(a, 0))?;
    let text = converted(m, &text, str::to_uppercase)?;
    let new = super::text::new_atom(m, db, &text)?;
    Ok(m.unify(m.arg(a, 1), new))
}

pub(crate) fn downcase_atom(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = need_text(m, db, m.arg(a, 0))?;
    let text = converted(m, &text, str::to_lowercase)?;
    let new = super::text::new_atom(m, db, &text)?;
    Ok(m.unify(m.arg(a, 1), new))
}
