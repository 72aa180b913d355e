//! Terms to text, over an explicit stack. Knows operators and quoting, nothing of streams.

use crate::arith::large;
use crate::atoms::{self, Atoms};
use crate::boxes;
use crate::cell::{self, ATM, BOX, Cell, INT, REF};
use crate::ops::{Op, Ops};
use crate::watch::Watch;
use rustc_hash::FxHashMap;

/// How a term is written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    pub(crate) quoted: bool,
    pub(crate) ignore_ops: bool,
    pub(crate) numbervars: bool,
    /// Deepest nesting written in full; 0 for all.
    pub(crate) max_depth: usize,
    pub(crate) spacing: bool,
    pub(crate) fullstop: bool,
    pub(crate) newline: bool,
    pub(crate) priority: Option<u16>,
    /// Names for variables, by address.
    pub(crate) names: FxHashMap<usize, String>,
}

impl Style {
    /// As `writeq/1` writes.
    pub(crate) fn quoted() -> Self {
        Self { quoted: true, numbervars: true, ..Self::default() }
    }

    /// As `print/1` and answers are written.
    pub(crate) fn plain() -> Self {
        Self { numbervars: true, ..Self::default() }
    }
}

/// What a writer reads from.
#[derive(Clone, Copy)]
pub(crate) struct Source<'w> {
    pub(crate) heap: &'w [Cell],
    pub(crate) atoms: &'w Atoms,
    pub(crate) ops: &'w Ops,
    /// Bytes after which writing may stop, since the text is too long anyway.
    pub(crate) most: usize,
    pub(crate) watch: &'w Watch,
}

/// The priority where a term stands by itself: nothing needs parentheses, not even an operator.
const OUTERMOST: u16 = 1201;

/// Longest text a built-in makes.
pub(crate) const MAX_TEXT: usize = 1 << 24;

enum Work {
    Term(Cell, u16, usize),
    /// The rest of a list after its first item.
    Tail(Cell, usize),
    Text(&'static str),
    /// An atom as an operator, with or without spaces around.
    Operator(u32),
    /// A separator that attaches to what is before it.
    Raw(&'static str),
    /// Arguments of a compound from this address: how many are left.
    Args(usize, usize, usize),
}

/// Writes a term, or as much of it as goes a little beyond the limit of the source.
pub(crate) fn write(source: Source<'_>, term: Cell, style: &Style) -> String {
    let mut writer = Writer { source, style, out: String::new(), work: Vec::new(), gap: false };
    writer.work.push(Work::Term(term, style.priority.unwrap_or(OUTERMOST), 1));
    writer.run();
    writer.out
}

struct Writer<'w> {
    source: Source<'w>,
    style: &'w Style,
    out: String,
    work: Vec<Work>,
    /// A word was written as an operator: a symbol after it stands apart.
    gap: bool,
}

fn is_symbol_char(c: char) -> bool {
    "+-*/\\^<>=~:.?@#&$".contains(c)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl Writer<'_> {
    fn run(&mut self) {
        while let Some(work) = self.work.pop() {
            // A cyclic term would be written for ever.
            if self.out.len() > self.source.most || self.source.watch.work(4) {
                return;
            }
            match work {
                Work::Term(cell, priority, depth) => self.term(cell, priority, depth),
                Work::Tail(cell, depth) => self.tail(cell, depth),
                Work::Text(text) => self.token(text),
                Work::Raw(text) => self.out.push_str(text),
                Work::Operator(name) => self.operator(name),
                Work::Args(at, left, depth) => {
                    if left > 1 {
                        self.work.push(Work::Args(at + 1, left - 1, depth));
                        self.work.push(Work::Raw(if self.style.spacing { ", " } else { "," }));
                    }
                    self.work.push(Work::Term(self.source.heap[at], 999, depth));
                }
            }
        }
    }

    /// Writes a token, apart from the last one if they would run together.
    fn token(&mut self, text: &str) {
        if let (Some(last), Some(first)) = (self.out.chars().next_back(), text.chars().next())
            && ((is_word_char(last) && is_word_char(first))
                || ((is_symbol_char(last) || self.gap) && is_symbol_char(first)))
        {
            self.out.push(' ');
        }
        self.gap = false;
        self.out.push_str(text);
    }

    fn operator(&mut self, name: u32) {
        let text = self.atom_text(name);
        if name == atoms::BAR {
            self.out.push('|');
        } else if name == atoms::COMMA {
            self.out.push_str(if self.style.spacing { ", " } else { "," });
        } else {
            self.token(&text);
            self.gap = text.ends_with(is_word_char);
        }
    }

    fn atom_text(&self, id: u32) -> String {
        let name = self.source.atoms.name(id);
        if self.style.quoted { quote(name) } else { name.to_string() }
    }

    fn term(&mut self, cell: Cell, priority: u16, depth: usize) {
        let heap = self.source.heap;
        let cell = boxes::deref(heap, cell);
        if self.style.max_depth > 0 && depth > self.style.max_depth {
            self.token("...");
            return;
        }
        match cell::tag(cell) {
            REF => {
                let at = cell::addr(cell);
                let name = match self.style.names.get(&at) {
                    Some(name) => name.clone(),
                    None => format!("_G{at}"),
                };
                self.token(&name);
            }
            INT => {
                let text = cell::small_value(cell).to_string();
                self.token(&text);
            }
            ATM => self.atom(cell::atom_id(cell), priority),
            BOX => {
                let text = self.boxed(cell);
                self.token(&text);
            }
            _ => self.compound(cell, priority, depth),
        }
    }

    fn atom(&mut self, id: u32, priority: u16) {
        let text = self.atom_text(id);
        if self.is_operator(id) && priority < OUTERMOST && priority != 999 {
            self.open();
            self.out.push_str(&text);
            self.out.push(')');
        } else {
            self.token(&text);
        }
    }

    /// An opening parenthesis that is not taken for one of arguments.
    fn open(&mut self) {
        let glued =
            self.out.chars().next_back().is_some_and(|c| is_word_char(c) || c == '\'' || c == '"');
        self.gap = false;
        self.out.push_str(if glued { " (" } else { "(" });
    }

    fn boxed(&self, cell: Cell) -> String {
        let at = cell::addr(cell);
        let heap = self.source.heap;
        match boxes::kind(heap, at) {
            cell::KIND_FLOAT => float_text(boxes::float_at(heap, at)),
            cell::KIND_STRING => {
                let text = boxes::string_at(heap, at);
                if self.style.quoted { quote_with(&text, '"') } else { text }
            }
            _ => {
                let value = boxes::big_at(heap, at);
                large::to_text(&value, self.source.watch).unwrap_or_default()
            }
        }
    }

    fn compound(&mut self, cell: Cell, priority: u16, depth: usize) {
        let Some((name, arity, at)) = boxes::structure(self.source.heap, cell) else { return };
        let heap = self.source.heap;
        if name == atoms::DOT && arity == 2 {
            self.token("[");
            self.work.push(Work::Tail(heap[at + 1], depth + 1));
            self.work.push(Work::Term(heap[at], 999, depth + 1));
            return;
        }
        if self.style.numbervars
            && name == atoms::VAR_FUNCTOR
            && arity == 1
            && let Some(text) = var_name(boxes::deref(heap, heap[at]))
        {
            self.token(&text);
            return;
        }
        if !self.style.ignore_ops {
            if name == atoms::CURLY && arity == 1 {
                self.token("{");
                self.work.push(Work::Raw("}"));
                self.work.push(Work::Term(heap[at], OUTERMOST, depth + 1));
                return;
            }
            let defs = self.source.ops.get(name);
            match arity {
                2 => {
                    if let Some(op) = defs.infix {
                        self.infix(name, op, (at, priority, depth));
                        return;
                    }
                }
                1 => {
                    if let Some(op) = defs.prefix
                        && !matches!(name, atoms::COMMA)
                    {
                        self.prefix(name, op, (at, priority, depth));
                        return;
                    }
                    if let Some(op) = defs.postfix {
                        self.postfix(name, op, (at, priority, depth));
                        return;
                    }
                }
                _ => {}
            }
        }
        let text = self.atom_text(name);
        self.token(&text);
        self.out.push('(');
        self.work.push(Work::Raw(")"));
        self.work.push(Work::Args(at, arity, depth + 1));
    }

    fn infix(&mut self, name: u32, op: Op, (at, priority, depth): (usize, u16, usize)) {
        let heap = self.source.heap;
        if op.priority > priority {
            self.open();
            self.work.push(Work::Raw(")"));
        }
        self.work.push(Work::Term(heap[at + 1], op.right(), depth + 1));
        self.work.push(Work::Operator(name));
        // An operator as an operand is bracketed, as an argument (999) it is not.
        let bare = name == atoms::COMMA && cell::tag(boxes::deref(heap, heap[at])) == ATM;
        self.work.push(Work::Term(heap[at], op.left() - u16::from(bare), depth + 1));
    }

    fn prefix(&mut self, name: u32, op: Op, (at, priority, depth): (usize, u16, usize)) {
        if op.priority > priority {
            self.open();
            self.work.push(Work::Raw(")"));
        }
        let text = self.atom_text(name);
        self.token(&text);
        let arg = boxes::deref(self.source.heap, self.source.heap[at]);
        let number = self.starts_with_digit(arg);
        if (number && name == atoms::MINUS) || self.opens_with_bracket(arg, op.right()) {
            self.work.push(Work::Term(arg, op.right(), depth + 1));
            self.work.push(Work::Raw(" "));
            return;
        }
        self.work.push(Work::Term(arg, op.right(), depth + 1));
    }

    /// Whether the text of a term starts with a number that is not negative.
    fn starts_with_digit(&self, term: Cell) -> bool {
        let heap = self.source.heap;
        let mut term = boxes::deref(heap, term);
        loop {
            let at = cell::addr(term);
            match cell::tag(term) {
                INT => return cell::small_value(term) >= 0,
                BOX => {
                    return match boxes::kind(heap, at) {
                        cell::KIND_FLOAT => boxes::float_at(heap, at) >= 0.0,
                        kind => kind == cell::KIND_BIG_POSITIVE,
                    };
                }
                cell::STR => {
                    let (name, arity) =
                        (cell::functor_name(heap[at]), cell::functor_arity(heap[at]));
                    if arity != 2 || self.source.ops.get(name).infix.is_none() {
                        return false;
                    }
                    term = boxes::deref(heap, heap[at + 1]);
                }
                _ => return false,
            }
        }
    }

    /// Whether the operand of a prefix operator starts with a parenthesis or brace, looking at the
    /// left operands at any depth.
    fn opens_with_bracket(&self, arg: Cell, limit: u16) -> bool {
        let (mut arg, mut limit) = (arg, limit);
        loop {
            let Some((name, arity, at)) = boxes::structure(self.source.heap, arg) else {
                let id = cell::atom_id(arg);
                return cell::tag(arg) == ATM && (id == atoms::CURLY || self.is_operator(id));
            };
            if name == atoms::CURLY && arity == 1 {
                return true;
            }
            let defs = self.source.ops.get(name);
            let prefix = if arity == 1 { defs.prefix } else { None };
            let first_on_the_left = match arity {
                2 if name != atoms::DOT => defs.infix,
                1 => defs.postfix,
                _ => None,
            };
            match (prefix, first_on_the_left) {
                (Some(op), _) => return op.priority > limit,
                (None, Some(op)) if op.priority > limit => return true,
                (None, Some(op)) => {
                    arg = boxes::deref(self.source.heap, self.source.heap[at]);
                    limit = op.left();
                }
                (None, None) => return false,
            }
        }
    }

    fn is_operator(&self, name: u32) -> bool {
        let defs = self.source.ops.get(name);
        defs.prefix.is_some() || defs.infix.is_some() || defs.postfix.is_some()
    }

    fn postfix(&mut self, name: u32, op: Op, (at, priority, depth): (usize, u16, usize)) {
        if op.priority > priority {
            self.open();
            self.work.push(Work::Raw(")"));
        }
        self.work.push(Work::Operator(name));
        self.work.push(Work::Term(self.source.heap[at], op.left(), depth + 1));
    }

    fn tail(&mut self, cell: Cell, depth: usize) {
        let cell = boxes::deref(self.source.heap, cell);
        if cell == cell::atom(atoms::NIL) {
            self.out.push(']');
        } else if self.style.max_depth > 0 && depth > self.style.max_depth {
            self.out.push_str("|...]");
        } else if cell::tag(cell) == cell::LST {
            let at = cell::addr(cell);
            self.out.push_str(if self.style.spacing { ", " } else { "," });
            self.work.push(Work::Tail(self.source.heap[at + 1], depth + 1));
            self.work.push(Work::Term(self.source.heap[at], 999, depth + 1));
        } else {
            self.out.push('|');
            self.work.push(Work::Text("]"));
            self.work.push(Work::Term(cell, 999, depth));
        }
    }
}

/// The letter and number `'$VAR'(N)` stands for.
fn var_name(cell: Cell) -> Option<String> {
    if cell::tag(cell) != INT || cell::small_value(cell) < 0 {
        return None;
    }
    let n = cell::small_value(cell);
    let letter = char::from(b'A' + (n % 26) as u8);
    Some(if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26) })
}

/// A float that reads back as the same float.
pub(crate) fn float_text(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "1.0Inf".into() } else { "-1.0Inf".into() };
    }
    if value.is_nan() {
        return "1.5NaN".into();
    }
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-4..1e15).contains(&magnitude) {
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let point = if mantissa.contains('.') { "" } else { ".0" };
        return format!("{mantissa}{point}e{exponent}");
    }
    let text = format!("{value}");
    if text.contains('.') { text } else { format!("{text}.0") }
}

/// Whether an atom needs no quotes.
fn is_bare(name: &str) -> bool {
    if matches!(name, "[]" | "!" | ";" | "{}") {
        return true;
    }
    let mut chars = name.chars();
    match chars.next() {
        Some(first) if first.is_alphabetic() && !first.is_uppercase() => {
            name.chars().all(is_word_char)
        }
        Some(first) if is_symbol_char(first) => {
            name.chars().all(is_symbol_char) && name != "." && !name.starts_with("/*")
        }
        _ => false,
    }
}

/// An atom as it must be written to be read back.
pub(crate) fn quote(name: &str) -> String {
    if is_bare(name) { name.to_owned() } else { quote_with(name, '\'') }
}

fn quote_with(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push_str(&format!("\\x{:X}\\", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}
