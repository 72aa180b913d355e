//! Operators, flags, global variables, statistics, random numbers.

use super::text::{need_atom, need_int};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, ATM, Cell, LST, REF};
use crate::db::Db;
use crate::flags::{Quotes, Unknown};
use crate::flat;
use crate::machine::{Machine, Res, TRAIL_GLOBAL};
use crate::ops::{Op, OpType};
use std::sync::Arc;

pub(crate) fn op(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (priority, kind, names) = (m.arg(a, 0), m.arg(a, 1), m.arg(a, 2));
    let level = need_int(m, priority)?;
    let domain = |m: &mut Machine, db: &mut Db, name: &str, culprit: Cell| {
        let name = db.atoms.intern(name);
        m.domain_error(name, culprit)
    };
    if !(0..=1200).contains(&level) {
        return Err(domain(m, db, "operator_priority", priority));
    }
    let kind_id = need_atom(m, kind)?;
    let Some(op_type) = OpType::from_name(db.atoms.name(kind_id)) else {
        return Err(domain(m, db, "operator_specifier", kind));
    };
    let list =
        if cell::tag(names) == LST { super::text::need_list(m, names)? } else { vec![names] };
    let mut ids = Vec::new();
    for name in list {
        let name = m.deref(name);
        if !matches!(cell::tag(name), ATM | REF) {
            return Err(m.type_error(atoms::LIST, name));
        }
        ids.push(need_atom(m, name)?);
    }
    for id in ids {
        check_operator(m, db, id, Op { priority: level as u16, kind: op_type })?;
        Arc::make_mut(&mut db.ops).define(id, Op { priority: level as u16, kind: op_type });
        db.changes += 1;
    }
    Ok(true)
}

fn check_operator(m: &mut Machine, db: &mut Db, id: u32, op: Op) -> Res<()> {
    let culprit = cell::atom(id);
    let infix = matches!(op.kind, OpType::Xfx | OpType::Xfy | OpType::Yfx);
    let modify = id == atoms::COMMA
        || (id == atoms::BAR && (!infix || (op.priority > 0 && op.priority < 1001)));
    if modify {
        let action = if id == atoms::COMMA { atoms::MODIFY } else { atoms::CREATE };
        return Err(m.permission_error(action, atoms::OPERATOR, culprit));
    }
    if id == atoms::NIL || id == atoms::CURLY {
        return Err(m.permission_error(atoms::CREATE, atoms::OPERATOR, culprit));
    }
    let defs = db.ops.get(id);
    let postfix = matches!(op.kind, OpType::Xf | OpType::Yf);
    if op.priority > 0 && ((postfix && defs.infix.is_some()) || (infix && defs.postfix.is_some())) {
        return Err(m.permission_error(atoms::CREATE, atoms::OPERATOR, culprit));
    }
    Ok(())
}

pub(crate) fn ops(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let mut all: Vec<(u32, Op)> = db.ops.iter().collect();
    all.sort_by_key(|(id, op)| (*id, op.kind as u8));
    let op_name = db.atoms.intern("op");
    let mut cells = Vec::with_capacity(all.len());
    for (id, op) in all {
        let kind = cell::atom(db.atoms.intern(op.kind.name()));
        let args = [cell::small(i64::from(op.priority)), kind, cell::atom(id)];
        cells.push(boxes::compound(&mut m.heap, op_name, &args));
    }
    let list = boxes::list_of(&mut m.heap, &cells, cell::atom(atoms::NIL));
    Ok(m.unify(m.arg(a, 0), list))
}

const READ_ONLY: &[&str] =
    &["bounded", "max_integer", "min_integer", "max_arity", "integer_rounding_function"];

/// Flags of SWI-Prolog about its top level, its compiler and its files, which mean nothing here.
const WITHOUT_EFFECT: &[&str] = &[
    "verbose",
    "verbose_load",
    "verbose_autoload",
    "verbose_file_search",
    "stack_limit",
    "debug",
    "optimise",
    "optimise_unify",
    "generate_debug_info",
    "encoding",
    "answer_write_options",
    "print_write_options",
    "debugger_write_options",
    "prefer_rationals",
    "iso",
    "gc",
    "agc_margin",
    "tty_control",
    "color_term",
    "history",
    "toplevel_mode",
    "toplevel_print_anon",
    "toplevel_var_size",
    "toplevel_prompt",
    "toplevel_residue_vars",
    "toplevel_list_wfs",
    "report_error",
    "signals",
    "autoload",
    "character_escapes",
    "last_call_optimisation",
    "clpfd_monotonic",
    "clpfd_propagation",
    "float_format",
    "traditional",
    "warn_override_implicit_import",
    "table_space",
    "shared_table_space",
    "max_tagged_integer",
    "rational_syntax",
    "write_attributes",
    "stream_type_check",
    "protect_static_code",
    "on_error",
    "on_warning",
    "determinism_error",
    "double_quotes_default",
    "back_quotes",
    "var_prefix",
    "allow_variable_name_as_functor",
];

pub(crate) fn set_flag(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let (flag, value) = (m.arg(a, 0), m.arg(a, 1));
    if cell::tag(value) == REF {
        return Err(m.instantiation_error());
    }
    let name = need_atom(m, flag)?;
    let name = db.atoms.name(name).clone();
    let text = if cell::tag(value) == ATM {
        db.atoms.name(cell::atom_id(value)).to_string()
    } else {
        String::new()
    };
    match (&*name, &*text) {
        ("double_quotes", "codes") => db.flags.double_quotes = Quotes::Codes,
        ("double_quotes", "chars") => db.flags.double_quotes = Quotes::Chars,
        ("double_quotes", "atom") => db.flags.double_quotes = Quotes::Atom,
        ("double_quotes", "string") => db.flags.double_quotes = Quotes::Strings,
        ("unknown", "error") => db.flags.unknown = Unknown::Error,
        ("unknown", "fail") => db.flags.unknown = Unknown::Fail,
        ("unknown", "warning") => db.flags.unknown = Unknown::Warning,
        // Unification in clause heads never checks, so the flag cannot promise it.
        ("occurs_check", "false") => {}
        ("auto_table", "true" | "false") => db.flags.auto_table = text == "true",
        ("double_quotes" | "unknown" | "occurs_check" | "auto_table", _) => {
            let pair = boxes::compound(&mut m.heap, atoms::PLUS, &[flag, value]);
            let kind = db.atoms.intern("flag_value");
            return Err(m.domain_error(kind, pair));
        }
        (known, _) if READ_ONLY.contains(&known) => {
            return Err(m.permission_error(atoms::MODIFY, atoms::FLAG, flag));
        }
        (known, _) if WITHOUT_EFFECT.contains(&known) => return Ok(true),
        _ => {
            let kind = db.atoms.intern("prolog_flag");
            return Err(m.domain_error(kind, flag));
        }
    }
    db.changes += 1;
    Ok(true)
}

pub(crate) fn flags(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let on = |value: bool| if value { "true" } else { "false" };
    let quotes = match db.flags.double_quotes {
        Quotes::Codes => "codes",
        Quotes::Chars => "chars",
        Quotes::Atom => "atom",
        Quotes::Strings => "string",
    };
    let unknown = match db.flags.unknown {
        Unknown::Error => "error",
        Unknown::Fail => "fail",
        Unknown::Warning => "warning",
    };
    let named = [
        ("bounded", "false"),
        ("double_quotes", quotes),
        ("unknown", unknown),
        ("occurs_check", "false"),
        ("auto_table", on(db.flags.auto_table)),
        ("integer_rounding_function", "toward_zero"),
        ("char_conversion", "off"),
        ("debug", "off"),
    ];
    let mut pairs = Vec::new();
    for (name, value) in named {
        pairs.push((name, cell::atom(db.atoms.intern(value))));
    }
    pairs.push(("max_integer", boxes::int(&mut m.heap, i64::MAX)));
    pairs.push(("min_integer", boxes::int(&mut m.heap, i64::MIN)));
    pairs.push(("max_arity", cell::small(cell::MAX_ARITY as i64)));
    let mut cells = Vec::new();
    for (name, value) in pairs {
        let name = cell::atom(db.atoms.intern(name));
        cells.push(boxes::compound(&mut m.heap, atoms::MINUS, &[name, value]));
    }
    let list = boxes::list_of(&mut m.heap, &cells, cell::atom(atoms::NIL));
    Ok(m.unify(m.arg(a, 0), list))
}

pub(crate) fn b_setval(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let key = need_atom(m, m.arg(a, 0))?;
    let value = m.arg(a, 1);
    let old = m.globals.insert(key, value).unwrap_or(0);
    m.trail.push(old);
    m.trail.push((u64::from(key) << 2) | TRAIL_GLOBAL);
    Ok(true)
}

pub(crate) fn nb_setval(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let key = need_atom(m, m.arg(a, 0))?;
    let value = m.arg(a, 1);
    let Some(words) = flat::flatten(&m.heap, value, m.room()) else { return Err(m.over()) };
    m.asserted += words.len();
    m.globals.remove(&key);
    Arc::make_mut(&mut db.globals).insert(key, words.into());
    db.changes += 1;
    Ok(true)
}

pub(crate) fn getval(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let key = need_atom(m, m.arg(a, 0))?;
    let value = if let Some(value) = m.globals.get(&key) {
        *value
    } else if let Some(words) = db.globals.get(&key).cloned() {
        m.unflatten(&words)?
    } else {
        let kind = db.atoms.intern("variable");
        return Err(m.existence_error(kind, cell::atom(key)));
    };
    Ok(m.unify(m.arg(a, 1), value))
}

pub(crate) fn statistics(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let key = need_atom(m, m.arg(a, 0))?;
    let millis = m.watch.elapsed().as_millis() as i64;
    let seconds = m.watch.elapsed().as_secs_f64();
    let value = match &**db.atoms.name(key) {
        "inferences" => cell::small(m.fuel.spent(m.watch.owed()) as i64),
        "runtime" | "cputime_ms" | "process_cputime" | "real_time" | "walltime" | "system_time" => {
            let items = [cell::small(millis), cell::small(0)];
            boxes::list_of(&mut m.heap, &items, cell::atom(atoms::NIL))
        }
        "cputime" => boxes::float(&mut m.heap, seconds),
        "globalused" => cell::small(m.heap.len() as i64 * 8),
        _ => {
            let kind = db.atoms.intern("statistics_key");
            return Err(m.domain_error(kind, cell::atom(key)));
        }
    };
    Ok(m.unify(m.arg(a, 1), value))
}

pub(crate) fn random(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let value = m.random_float();
    let cell = boxes::float(&mut m.heap, value);
    Ok(m.unify(m.arg(a, 0), cell))
}

pub(crate) fn random_between(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let low = need_int(m, m.arg(a, 0))?;
    let high = need_int(m, m.arg(a, 1))?;
    if high < low {
        return Ok(false);
    }
    let span = (high - low) as f64 + 1.0;
    let value = low + (m.random_float() * span) as i64;
    Ok(m.unify(m.arg(a, 2), cell::small(value.min(high))))
}

/// `set_random(seed(N))`.
pub(crate) fn set_random(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let option = m.arg(a, 0);
    if let Some((_, 1, at)) = boxes::structure(&m.heap, option) {
        let seed = need_int(m, m.heap[at])?;
        m.random = (seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    }
    Ok(true)
}

pub(crate) fn get_time(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let cell = boxes::float(&mut m.heap, now.map_or(0.0, |since| since.as_secs_f64()));
    Ok(m.unify(m.arg(a, 0), cell))
}

/// `'$defer'(Goal)`; fails when no text is being loaded.
pub(crate) fn defer(m: &mut Machine, _: &mut Db, a: usize) -> Res<bool> {
    let goal = m.arg(a, 0);
    let Some(words) = flat::flatten(&m.heap, goal, m.room()) else { return Err(m.over()) };
    let Some(deferred) = &mut m.deferred else { return Ok(false) };
    deferred.push(words);
    Ok(true)
}
