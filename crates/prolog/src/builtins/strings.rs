//! Strings, and parts and joins of text.

use super::text::{
    Text, atomic_text, char_count, char_list, code_list, converted, find, need_atom, need_int,
    need_text, new_atom, new_string, parse_number, proper_list,
};
use crate::arith::number;
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, INT, REF};
use crate::db::Db;
use crate::machine::calls::Redo;
use crate::machine::{Machine, Res};

/// What a text becomes: an atom or a string.
type Build = fn(&mut Machine, &mut Db, &str) -> Res<Cell>;

fn build_string(m: &mut Machine, _: &mut Db, text: &str) -> Res<Cell> {
    new_string(m, text)
}

fn build_codes(m: &mut Machine, _: &mut Db, text: &str) -> Res<Cell> {
    code_list(m, text)
}

pub(crate) fn sub_atom(m: &mut Machine, db: &mut Db, redo: Redo) -> Res<bool> {
    sub_text(m, db, redo, new_atom)
}

pub(crate) fn sub_string(m: &mut Machine, db: &mut Db, redo: Redo) -> Res<bool> {
    sub_text(m, db, redo, build_string)
}

fn natural_or_var(m: &mut Machine, cell: Cell) -> Res<Option<usize>> {
    match cell::tag(cell) {
        REF => Ok(None),
        INT if cell::small_value(cell) >= 0 => Ok(Some(cell::small_value(cell) as usize)),
        INT => Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, cell)),
        _ => Err(m.type_error(atoms::INTEGER, cell)),
    }
}

fn sub_text(m: &mut Machine, db: &mut Db, redo: Redo, build: Build) -> Res<bool> {
    let text = match cell::tag(m.arg(0, 0)) {
        REF => return Err(m.instantiation_error()),
        _ => match atomic_text(m, db, m.arg(0, 0)) {
            Some(text) => text,
            None => {
                let culprit = m.arg(0, 0);
                return Err(m.type_error(atoms::ATOM, culprit));
            }
        },
    };
    let sub = m.arg(0, 4);
    if cell::tag(sub) != REF {
        let Some(part) = atomic_text(m, db, sub) else {
            return Err(m.type_error(atoms::ATOM, sub));
        };
        for i in 1..4 {
            natural_or_var(m, m.arg(0, i))?;
        }
        return known_part(m, redo, &text, &part);
    }
    let before = natural_or_var(m, m.arg(0, 1))?;
    let length = natural_or_var(m, m.arg(0, 2))?;
    let after = natural_or_var(m, m.arg(0, 3))?;
    let total = char_count(m, &text)?;
    let state = m.redo.map_or(0, |cell| cell::small_value(cell) as usize);
    let Some(span) = span((before, length, after), total, state) else { return Ok(false) };
    if let Some(next) = span.next {
        m.retry_later(redo, cell::small(next as i64));
    }
    m.work(text.len() / 4)?;
    let part: String = text.chars().skip(span.start).take(span.length).collect();
    let new = build(m, db, &part)?;
    Ok(unify_span(m, total, span.start, span.length) && m.unify(m.arg(0, 4), new))
}

struct Span {
    start: usize,
    length: usize,
    next: Option<usize>,
}

/// The part a state stands for, with what is known of before, length and after.
fn span(
    known: (Option<usize>, Option<usize>, Option<usize>),
    total: usize,
    state: usize,
) -> Option<Span> {
    let (start, length, last) = match known {
        (Some(b), Some(l), _) => (b, l, true),
        (Some(b), None, Some(a)) => (b, total.checked_sub(a + b)?, true),
        (None, Some(l), Some(a)) => (total.checked_sub(a + l)?, l, true),
        (Some(b), None, None) => (b, state, b + state >= total),
        (None, Some(l), None) => (state, l, state + l >= total),
        (None, None, Some(a)) => {
            let end = total.checked_sub(a)?;
            (state, end.checked_sub(state)?, state >= end)
        }
        (None, None, None) => {
            let (start, length) = (state / (total + 1), state % (total + 1));
            let last = start >= total;
            if start + length > total {
                return None;
            }
            let next = if start + length == total { (start + 1) * (total + 1) } else { state + 1 };
            return Some(Span { start, length, next: (!last).then_some(next) });
        }
    };
    if start + length > total {
        return None;
    }
    Some(Span { start, length, next: (!last).then_some(state + 1) })
}

fn unify_span(m: &mut Machine, total: usize, start: usize, length: usize) -> bool {
    m.unify(m.arg(0, 1), cell::small(start as i64))
        && m.unify(m.arg(0, 2), cell::small(length as i64))
        && m.unify(m.arg(0, 3), cell::small((total - start - length) as i64))
}

/// Every place where a known part occurs.
fn known_part(m: &mut Machine, redo: Redo, text: &str, part: &str) -> Res<bool> {
    let from = m.redo.map_or(0, |cell| cell::small_value(cell) as usize);
    let Some(rest) = text.get(from..) else { return Ok(false) };
    let Some(found) = find(m, rest, part)? else { return Ok(false) };
    let at = from + found;
    let step = text[at..].chars().next().map_or(1, char::len_utf8);
    if at + step <= text.len() {
        m.retry_later(redo, cell::small((at + step) as i64));
    }
    let total = char_count(m, text)?;
    let start = char_count(m, &text[..at])?;
    let length = char_count(m, part)?;
    Ok(unify_span(m, total, start, length))
}

pub(crate) fn atom_concat(m: &mut Machine, db: &mut Db, redo: Redo) -> Res<bool> {
    concat(m, db, redo, new_atom)
}

pub(crate) fn string_concat(m: &mut Machine, db: &mut Db, redo: Redo) -> Res<bool> {
    concat(m, db, redo, build_string)
}

fn part_or_var(m: &mut Machine, db: &Db, cell: Cell) -> Res<Option<Text>> {
    if cell::tag(cell) == REF {
        return Ok(None);
    }
    match atomic_text(m, db, cell) {
        Some(text) => Ok(Some(text)),
        None => Err(m.type_error(atoms::ATOMIC, cell)),
    }
}

fn concat(m: &mut Machine, db: &mut Db, redo: Redo, build: Build) -> Res<bool> {
    let (left, right, whole) = (m.arg(0, 0), m.arg(0, 1), m.arg(0, 2));
    let parts = (part_or_var(m, db, left)?, part_or_var(m, db, right)?);
    if let (Some(a), Some(b)) = &parts {
        m.check_text(a.len() + b.len())?;
        let joined = [&**a, &**b].concat();
        if cell::tag(whole) != REF {
            return Ok(part_or_var(m, db, whole)?.as_deref() == Some(&joined));
        }
        let new = build(m, db, &joined)?;
        return Ok(m.unify(whole, new));
    }
    let Some(text) = part_or_var(m, db, whole)? else { return Err(m.instantiation_error()) };
    match parts {
        (Some(a), _) => {
            let Some(rest) = text.strip_prefix(&*a) else { return Ok(false) };
            let new = build(m, db, rest)?;
            Ok(m.unify(right, new))
        }
        (_, Some(b)) => {
            let Some(rest) = text.strip_suffix(&*b) else { return Ok(false) };
            let new = build(m, db, rest)?;
            Ok(m.unify(left, new))
        }
        _ => {
            let at = m.redo.map_or(0, |cell| cell::small_value(cell) as usize);
            if let Some(c) = text[at..].chars().next() {
                m.retry_later(redo, cell::small((at + c.len_utf8()) as i64));
            }
            let a = build(m, db, &text[..at])?;
            let b = build(m, db, &text[at..])?;
            Ok(m.unify(left, a) && m.unify(right, b))
        }
    }
}

pub(crate) fn upper(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = need_text(m, db, m.arg(a, 0))?;
    let text = converted(m, &text, str::to_uppercase)?;
    let new = new_string(m, &text)?;
    Ok(m.unify(m.arg(a, 1), new))
}

pub(crate) fn lower(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = need_text(m, db, m.arg(a, 0))?;
    let text = converted(m, &text, str::to_lowercase)?;
    let new = new_string(m, &text)?;
    Ok(m.unify(m.arg(a, 1), new))
}

pub(crate) fn length(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let length = m.arg(a, 1);
    if cell::tag(length) != REF && !m.is_integer(length) {
        return Err(m.type_error(atoms::INTEGER, length));
    }
    let text = need_text(m, db, m.arg(a, 0))?;
    Ok(m.unify(length, cell::small(char_count(m, &text)? as i64)))
}

/// A text as a list, or a string from a list.
fn exchange(m: &mut Machine, db: &mut Db, a: usize, list: Build) -> Res<bool> {
    let (string, other) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(string) != REF {
        let text = need_text(m, db, string)?;
        let new = list(m, db, &text)?;
        return Ok(m.unify(other, new));
    }
    let text = super::text::need_list_text(m, db, other)?;
    let new = new_string(m, &text)?;
    Ok(m.unify(string, new))
}

pub(crate) fn chars(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    exchange(m, db, a, char_list)
}

pub(crate) fn codes(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    exchange(m, db, a, build_codes)
}

pub(crate) fn to_atom(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (string, atom) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(string) != REF {
        let text = need_text(m, db, string)?;
        let new = new_atom(m, db, &text)?;
        return Ok(m.unify(atom, new));
    }
    let text = need_text(m, db, atom)?;
    let new = new_string(m, &text)?;
    Ok(m.unify(string, new))
}

pub(crate) fn code(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let index = need_int(m, m.arg(a, 0))?;
    let text = need_text(m, db, m.arg(a, 1))?;
    if index < 0 {
        let culprit = m.arg(a, 0);
        return Err(m.domain_error(atoms::NOT_LESS_THAN_ZERO, culprit));
    }
    if index == 0 {
        return Ok(false);
    }
    match text.chars().nth(index as usize - 1) {
        Some(c) => Ok(m.unify(m.arg(a, 2), cell::small(i64::from(u32::from(c))))),
        None => Ok(false),
    }
}

pub(crate) fn number_string(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (number, string) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(string) == REF {
        let text = need_text(m, db, number)?;
        let new = new_string(m, &text)?;
        return Ok(m.unify(string, new));
    }
    let text = need_text(m, db, string)?;
    let Some(value) = parse_number(text.trim(), &m.watch) else { return Ok(false) };
    let cell = number::write(&mut m.heap, &value);
    Ok(m.unify(number, cell))
}

pub(crate) fn text_to_string(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let cell = m.arg(a, 0);
    let text =
        if cell == cell::atom(atoms::NIL) { Text::default() } else { need_text(m, db, cell)? };
    let new = new_string(m, &text)?;
    Ok(m.unify(m.arg(a, 1), new))
}

pub(crate) fn split(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = need_text(m, db, m.arg(a, 0))?;
    let separators: Vec<char> = need_text(m, db, m.arg(a, 1))?.chars().collect();
    let pad: Vec<char> = need_text(m, db, m.arg(a, 2))?.chars().collect();
    let is_pad = |c: char| pad.contains(&c);
    let mut rest = text.trim_matches(is_pad);
    let mut cells = Vec::new();
    loop {
        // Padding in front of a part may reach over separators.
        rest = rest.trim_start_matches(is_pad);
        let end = rest.find(|c| separators.contains(&c));
        let part = end.map_or(rest, |end| &rest[..end]);
        cells.push(new_string(m, part.trim_end_matches(is_pad))?);
        m.work(4 + part.len() / 4)?;
        let Some(end) = end else { break };
        rest = rest[end..].chars().next().map_or("", |c| &rest[end + c.len_utf8()..]);
    }
    let list = m.list(&cells, cell::atom(atoms::NIL))?;
    Ok(m.unify(m.arg(a, 3), list))
}

/// The texts of a proper list of atomic terms; nothing if it is not one.
fn texts(m: &Machine, db: &Db, list: Cell) -> Option<Vec<Text>> {
    proper_list(m, list)?.into_iter().map(|item| atomic_text(m, db, m.deref(item))).collect()
}

/// Texts joined, if the whole may be that long.
fn join(m: &mut Machine, parts: &[Text], separator: &str) -> Res<String> {
    let length = parts.iter().map(|part| part.len() + separator.len()).sum();
    m.check_text(length)?;
    let mut joined = String::with_capacity(length);
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            joined.push_str(separator);
        }
        joined.push_str(part);
        m.work(1 + part.len() / 16)?;
    }
    Ok(joined)
}

fn list_error(m: &mut Machine, list: Cell) -> Res<bool> {
    let items = super::text::need_list(m, list)?;
    for item in items {
        let item = m.deref(item);
        if cell::tag(item) == REF {
            return Err(m.instantiation_error());
        }
        if boxes::structure(&m.heap, item).is_some() {
            return Err(m.type_error(atoms::ATOMIC, item));
        }
    }
    Ok(false)
}

pub(crate) fn concat_list(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let list = m.arg(a, 0);
    match texts(m, db, list) {
        Some(parts) => {
            let joined = join(m, &parts, "")?;
            let new = new_atom(m, db, &joined)?;
            Ok(m.unify(m.arg(a, 1), new))
        }
        None => list_error(m, list),
    }
}

pub(crate) fn concat_separated(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let list = m.arg(a, 0);
    let separator = need_text(m, db, m.arg(a, 1))?;
    if let Some(parts) = texts(m, db, list) {
        let joined = join(m, &parts, &separator)?;
        let whole = m.arg(a, 2);
        if cell::tag(whole) != REF {
            return Ok(*need_text(m, db, whole)? == *joined);
        }
        let new = new_atom(m, db, &joined)?;
        return Ok(m.unify(whole, new));
    }
    let whole = m.arg(a, 2);
    if cell::tag(whole) == REF {
        return match list_error(m, list) {
            Ok(_) => Err(m.instantiation_error()),
            Err(stop) => Err(stop),
        };
    }
    if separator.is_empty() {
        let kind = db.atoms.intern("non_empty_atom");
        let culprit = m.arg(a, 1);
        return Err(m.domain_error(kind, culprit));
    }
    let text = need_text(m, db, whole)?;
    let mut parts = Vec::new();
    for part in text.split(&*separator) {
        parts.push(cell::atom(db.atoms.intern(part)));
        m.work(4 + part.len() / 4)?;
    }
    let new = m.list(&parts, cell::atom(atoms::NIL))?;
    Ok(m.unify(list, new))
}

pub(crate) fn char_type(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (char, kind) = (m.arg(a, 0), m.arg(a, 1));
    let c = match cell::tag(char) {
        REF => return Err(m.instantiation_error()),
        INT => u32::try_from(cell::small_value(char)).ok().and_then(char::from_u32),
        ATM => db.atoms.name(cell::atom_id(char)).chars().next(),
        _ => None,
    };
    let Some(c) = c else { return Err(m.type_error(atoms::CHARACTER, char)) };
    let (name, at) = match boxes::structure(&m.heap, kind) {
        Some((name, 1, at)) => (name, Some(at)),
        _ => (need_atom(m, kind)?, None),
    };
    let name = db.atoms.name(name).clone();
    match (&*name, at) {
        ("alpha", None) => Ok(c.is_alphabetic()),
        ("alnum", None) => Ok(c.is_alphanumeric()),
        ("digit", None) => Ok(c.is_ascii_digit()),
        ("space" | "white", None) => Ok(c.is_whitespace()),
        ("upper", None) => Ok(c.is_uppercase()),
        ("lower", None) => Ok(c.is_lowercase()),
        ("punct", None) => Ok(!c.is_alphanumeric() && !c.is_whitespace() && !c.is_control()),
        ("csym", None) => Ok(c.is_alphanumeric() || c == '_'),
        ("csymf", None) => Ok(c.is_alphabetic() || c == '_'),
        ("ascii", None) => Ok(c.is_ascii()),
        ("graph", None) => Ok(!c.is_whitespace() && !c.is_control()),
        ("print", None) => Ok(!c.is_control()),
        ("cntrl", None) => Ok(c.is_control()),
        ("end_of_line", None) => Ok(matches!(c, '\n' | '\r')),
        ("digit", Some(at)) => match c.to_digit(10) {
            Some(value) => Ok(m.unify(m.heap[at], cell::small(i64::from(value)))),
            None => Ok(false),
        },
        ("to_lower", Some(at)) => case(m, db, at, c.to_lowercase().next(), char),
        ("to_upper" | "upper", Some(at)) => {
            if &*name == "upper" {
                let lower = c.to_lowercase().next();
                return Ok(c.is_uppercase() && case(m, db, at, lower, char)?);
            }
            case(m, db, at, c.to_uppercase().next(), char)
        }
        ("lower", Some(at)) => {
            Ok(c.is_lowercase() && case(m, db, at, c.to_uppercase().next(), char)?)
        }
        _ => Err(m.domain_error(atoms::CHARACTER, kind)),
    }
}

/// Unifies with a character in the form the question was asked in.
fn case(m: &mut Machine, db: &mut Db, at: usize, c: Option<char>, like: Cell) -> Res<bool> {
    let Some(c) = c else { return Ok(false) };
    let value = if cell::tag(like) == INT {
        cell::small(i64::from(u32::from(c)))
    } else {
        cell::atom(db.atoms.intern(c.encode_utf8(&mut [0; 4])))
    };
    Ok(m.unify(m.heap[at], value))
}
