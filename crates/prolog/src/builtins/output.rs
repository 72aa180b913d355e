//! Writing to the captured output.

use super::text::{need_int, need_list};
use crate::arith;
use crate::arith::number::Num;
use crate::atoms;
use crate::boxes;
use crate::budget::Limit;
use crate::cell::{self, ATM, Cell, REF};
use crate::db::Db;
use crate::machine::{Machine, Res, Stop};
use crate::portray;
use crate::writer::{self, MAX_TEXT, Source, Style};

/// Appends to the captured output.
pub(crate) fn emit(m: &mut Machine, text: &str) -> Res<()> {
    if m.output.len() + text.len() > m.fuel.budget.output {
        return Err(Stop::Limit(Limit::Output));
    }
    m.output.push_str(text);
    Ok(())
}

pub(crate) fn source<'m>(m: &'m Machine, db: &'m Db) -> Source<'m> {
    let most = m.fuel.budget.output.min(MAX_TEXT);
    Source { heap: &m.heap, atoms: &db.atoms, ops: &db.ops, most, watch: &m.watch }
}

/// The text of a term in some style.
pub(crate) fn render(m: &Machine, db: &Db, term: Cell, style: &Style) -> String {
    writer::write(source(m, db), term, style)
}

fn put(m: &mut Machine, db: &Db, term: Cell, style: &Style) -> Res<bool> {
    let text = render(m, db, term, style);
    emit(m, &text)?;
    Ok(true)
}

/// The stream argument must be something; all of them are the captured output.
fn check_stream(m: &mut Machine, db: &mut Db, a: usize) -> Res<()> {
    let stream = m.arg(a, 0);
    match cell::tag(stream) {
        REF => Err(m.instantiation_error()),
        ATM => Ok(()),
        _ => {
            let kind = db.atoms.intern("stream_or_alias");
            Err(m.domain_error(kind, stream))
        }
    }
}

pub(crate) fn nothing(_: &mut Machine, _: &mut Db, _: usize) -> Res<bool> {
    Ok(true)
}

pub(crate) fn nl(m: &mut Machine, _: &mut Db, _: usize) -> Res<bool> {
    emit(m, "\n")?;
    Ok(true)
}

pub(crate) fn write(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    put(m, db, m.arg(a, 0), &Style::plain())
}

pub(crate) fn print(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    put(m, db, m.arg(a, 0), &Style::quoted())
}

pub(crate) fn writeln(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    put(m, db, m.arg(a, 0), &Style::plain())?;
    nl(m, db, a)
}

pub(crate) fn writeq(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    put(m, db, m.arg(a, 0), &Style::quoted())
}

pub(crate) fn write_canonical(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let term = m.arg(a, 0);
    let style = Style {
        quoted: true,
        ignore_ops: true,
        names: portray::names(m, term),
        ..Style::default()
    };
    put(m, db, term, &style)
}

pub(crate) fn write_term(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let style = options(m, db, m.arg(a, 1))?;
    put(m, db, m.arg(a, 0), &style)?;
    emit(
        m,
        match (style.fullstop, style.newline) {
            (true, true) => ".\n",
            (true, false) => ". ",
            (false, true) => "\n",
            (false, false) => "",
        },
    )?;
    Ok(true)
}

macro_rules! to_stream {
    ($($name:ident $plain:ident)*) => {
        $(pub(crate) fn $name(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
            check_stream(m, db, a)?;
            $plain(m, db, a + 1)
        })*
    };
}

to_stream! {
    write_to write writeln_to writeln writeq_to writeq print_to print
    write_canonical_to write_canonical write_term_to write_term
    put_char_to put_char tab_to tab
}

/// The options of `write_term/2`.
fn options(m: &mut Machine, db: &mut Db, list: Cell) -> Res<Style> {
    let mut style = Style::default();
    for option in need_list(m, list)? {
        let option = m.deref(option);
        let Some((name, 1, at)) = boxes::structure(&m.heap, option) else {
            if cell::tag(option) == REF {
                return Err(m.instantiation_error());
            }
            let kind = db.atoms.intern("write_option");
            return Err(m.domain_error(kind, option));
        };
        let value = m.deref(m.heap[at]);
        if cell::tag(value) == REF {
            return Err(m.instantiation_error());
        }
        let on = value == cell::atom(atoms::TRUE);
        let switch = matches!(
            &**db.atoms.name(name),
            "quoted" | "ignore_ops" | "numbervars" | "fullstop" | "nl"
        );
        if switch && !on && value != cell::atom(atoms::FALSE) {
            let kind = db.atoms.intern("write_option");
            return Err(m.domain_error(kind, option));
        }
        match &**db.atoms.name(name) {
            "fullstop" => style.fullstop = on,
            "nl" => style.newline = on,
            "quoted" => style.quoted = on,
            "ignore_ops" => style.ignore_ops = on,
            "numbervars" => style.numbervars = on,
            "max_depth" => style.max_depth = need_int(m, value)?.max(0) as usize,
            "priority" => style.priority = Some(need_int(m, value)?.clamp(0, 1200) as u16),
            "spacing" => {
                style.spacing = cell::tag(value) == ATM
                    && &**db.atoms.name(cell::atom_id(value)) == "next_argument";
            }
            "variable_names" => add_names(m, db, &mut style, value)?,
            _ => {}
        }
    }
    Ok(style)
}

fn add_names(m: &mut Machine, db: &Db, style: &mut Style, list: Cell) -> Res<()> {
    for pair in need_list(m, list)? {
        let pair = m.deref(pair);
        if let Some((atoms::EQUAL, 2, at)) = boxes::structure(&m.heap, pair) {
            let (name, var) = (m.deref(m.heap[at]), m.deref(m.heap[at + 1]));
            if cell::tag(name) == ATM && cell::tag(var) == REF {
                let text = db.atoms.name(cell::atom_id(name)).to_string();
                style.names.entry(cell::addr(var)).or_insert(text);
            }
        }
    }
    Ok(())
}

pub(crate) fn put_char(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let c = super::atoms::need_char(m, db, m.arg(a, 0))?;
    emit(m, c.encode_utf8(&mut [0; 4]))?;
    Ok(true)
}

pub(crate) fn tab(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let Num::Int(count) = arith::integer(m, db, m.arg(a, 0))? else {
        return Err(Stop::Limit(Limit::Output));
    };
    let count = count.max(0) as usize;
    if count > m.fuel.budget.output {
        return Err(Stop::Limit(Limit::Output));
    }
    emit(m, &" ".repeat(count))?;
    Ok(true)
}

pub(crate) fn portray_clause(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = portray::clause(m, db, m.arg(a, 0));
    emit(m, &text)?;
    Ok(true)
}

/// `'$listing'(Name, Arity)`.
pub(crate) fn listing(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let name = super::text::need_atom(m, m.arg(a, 0))?;
    let arity = need_int(m, m.arg(a, 1))? as usize;
    let Some(slot) = db.find_slot(name, arity) else { return Ok(true) };
    let pred = db.pred(slot);
    if pred.dynamic {
        let text = format!(":- dynamic {}/{arity}.\n\n", writer::quote(db.atoms.name(name)));
        emit(m, &text)?;
    }
    for code in db.pred(slot).live(db.generation) {
        let term = m.unflatten(db.stored(code).term)?;
        let text = portray::clause(m, db, term);
        emit(m, &text)?;
    }
    emit(m, "\n")?;
    Ok(true)
}

pub(crate) fn mark(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let length = cell::small(m.output.len() as i64);
    Ok(m.unify(m.arg(a, 0), length))
}

/// `'$output_take'(Mark, String)`.
pub(crate) fn take(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let mark = (cell::small_value(m.arg(a, 0)) as usize).min(m.output.len());
    let text = m.output.split_off(mark);
    let new = super::text::new_string(m, &text)?;
    Ok(m.unify(m.arg(a, 1), new))
}
