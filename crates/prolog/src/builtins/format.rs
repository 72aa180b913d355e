//! `format/1,2,3`: directives, column stops, sinks.

use super::output::{emit, render};
use super::text::{
    Text, char_list, code_list, need_list, need_text, new_string, proper_list, text,
};
use crate::arith::{self, number::Num};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell, REF};
use crate::db::Db;
use crate::machine::{Machine, Res, Stop};
use crate::writer::Style;
use num_bigint::BigInt;

struct Formatter {
    out: String,
    /// Where the present line starts in `out`.
    line: usize,
    /// Start of the present column segment and its fill points.
    segment: usize,
    fills: Vec<(usize, char)>,
    args: std::collections::VecDeque<Cell>,
    /// Column at which the output already stands.
    offset: usize,
}

fn format_error(m: &mut Machine, db: &mut Db, message: &str) -> Stop {
    let text = boxes::string(&mut m.heap, message);
    let name = db.atoms.intern("format");
    let formal = boxes::compound(&mut m.heap, name, &[text]);
    m.error(formal)
}

/// Formats to a text.
pub(crate) fn format(m: &mut Machine, db: &mut Db, format: Cell, args: Cell) -> Res<String> {
    let template =
        if format == cell::atom(atoms::NIL) { Text::default() } else { need_text(m, db, format)? };
    let args = proper_list(m, args).unwrap_or_else(|| vec![args]);
    let offset = m.output.rsplit('\n').next().map_or(0, |line| line.chars().count());
    let mut f = Formatter {
        out: String::new(),
        line: 0,
        segment: 0,
        fills: Vec::new(),
        args: args.into(),
        offset,
    };
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '~' {
            f.out.push(c);
            if c == '\n' {
                f.newline();
            }
            continue;
        }
        let mut number = None;
        match chars.peek() {
            Some('*') => {
                chars.next();
                let arg = f.next(m, db)?;
                number = Some(super::text::need_int(m, arg)?.max(0) as usize);
            }
            Some('`') => {
                chars.next();
                number = chars.next().map(|c| u32::from(c) as usize);
            }
            _ => {
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                    chars.next();
                    number = Some(number.unwrap_or(0_usize).saturating_mul(10) + digit as usize);
                }
            }
        }
        let Some(directive) = chars.next() else {
            return Err(format_error(m, db, "truncated format specification"));
        };
        // No count may ask for more than there may be; a fill character is no count.
        if number.is_some_and(|n| n > m.fuel.budget.output) && directive != 't' {
            return Err(Stop::Limit(crate::budget::Limit::Output));
        }
        m.work(number.unwrap_or(0) / 8)?;
        f.directive(m, db, directive, number)?;
        if f.out.len() > m.fuel.budget.output {
            return Err(Stop::Limit(crate::budget::Limit::Output));
        }
    }
    if !f.args.is_empty() {
        return Err(format_error(m, db, "too many arguments"));
    }
    Ok(f.out)
}

impl Formatter {
    fn next(&mut self, m: &mut Machine, db: &mut Db) -> Res<Cell> {
        match self.args.pop_front() {
            Some(arg) => Ok(m.deref(arg)),
            None => Err(format_error(m, db, "not enough arguments")),
        }
    }

    fn newline(&mut self) {
        self.line = self.out.len();
        self.segment = self.out.len();
        self.fills.clear();
        self.offset = 0;
    }

    fn directive(&mut self, m: &mut Machine, db: &mut Db, c: char, n: Option<usize>) -> Res<()> {
        match c {
            'w' => {
                let arg = self.next(m, db)?;
                self.out.push_str(&render(m, db, arg, &Style::plain()));
            }
            'p' | 'q' => {
                let arg = self.next(m, db)?;
                self.out.push_str(&render(m, db, arg, &Style::quoted()));
            }
            'a' => {
                let arg = self.next(m, db)?;
                if cell::tag(arg) == REF {
                    return Err(m.instantiation_error());
                }
                self.out.push_str(&need_text(m, db, arg)?);
            }
            's' => {
                let arg = self.next(m, db)?;
                let text = if arg == cell::atom(atoms::NIL) {
                    Some(Text::default())
                } else {
                    text(m, db, arg)
                };
                let Some(text) = text else { return Err(format_error(m, db, "illegal string")) };
                self.out.push_str(&text);
            }
            'd' | 'D' => {
                let arg = self.next(m, db)?;
                let value = need_integer(m, db, arg)?;
                self.out.push_str(&grouped(&value, n.unwrap_or(0), c == 'D'));
            }
            'f' | 'e' | 'g' => {
                let arg = self.next(m, db)?;
                let value = arith::evaluate(m, db, arg)?;
                self.out.push_str(&float_directive(c, &value, n.unwrap_or(6)));
            }
            'n' => {
                self.out.push_str(&"\n".repeat(n.unwrap_or(1)));
                self.newline();
            }
            'c' => {
                let arg = self.next(m, db)?;
                let code = super::text::need_int(m, arg)?;
                let Some(c) = u32::try_from(code).ok().and_then(char::from_u32) else {
                    return Err(m.representation_error(atoms::CHARACTER_CODE));
                };
                for _ in 0..n.unwrap_or(1) {
                    self.out.push(c);
                }
            }
            'r' | 'R' => {
                let arg = self.next(m, db)?;
                let Some(radix) = n.filter(|n| (2..=36).contains(n)) else {
                    return Err(format_error(m, db, "no default radix"));
                };
                let value = arith::integer(m, db, arg)?;
                let text = value.to_big().unwrap_or_default().to_str_radix(radix as u32);
                self.out.push_str(&if c == 'R' { text.to_uppercase() } else { text });
            }
            '~' => self.out.push('~'),
            'i' => {
                self.next(m, db)?;
            }
            '|' | '+' | 't' => self.column(c, n),
            _ => {
                let message = format!("unknown directive ~{c}");
                return Err(format_error(m, db, &message));
            }
        }
        Ok(())
    }

    /// `~t` marks a fill point, `~|` and `~+` end a column.
    fn column(&mut self, c: char, n: Option<usize>) {
        if c == 't' {
            let fill = n.and_then(|n| char::from_u32(n as u32)).unwrap_or(' ');
            self.fills.push((self.out.len(), fill));
            return;
        }
        let start = self.width(self.segment);
        let now = self.width(self.out.len());
        let target = match (c, n) {
            ('+', n) => start + n.unwrap_or(8),
            (_, Some(n)) => n,
            (_, None) => now,
        };
        if target > now {
            self.fill(target - now);
        }
        self.segment = self.out.len();
        self.fills.clear();
    }

    fn width(&self, to: usize) -> usize {
        self.offset + self.out[self.line..to].chars().count()
    }

    fn fill(&mut self, missing: usize) {
        if self.fills.is_empty() {
            self.fills.push((self.out.len(), ' '));
        }
        let share = missing / self.fills.len();
        let extra = missing % self.fills.len();
        for (i, (at, fill)) in self.fills.clone().into_iter().enumerate().rev() {
            let count = share + usize::from(i == self.fills.len() - 1) * extra;
            let pad: String = std::iter::repeat_n(fill, count).collect();
            self.out.insert_str(at, &pad);
        }
    }
}

/// An integer argument; expressions are not evaluated.
fn need_integer(m: &mut Machine, db: &Db, arg: Cell) -> Res<BigInt> {
    if cell::tag(arg) == REF {
        return Err(m.instantiation_error());
    }
    if !m.is_integer(arg) {
        return Err(m.type_error(atoms::INTEGER, arg));
    }
    Ok(arith::integer(m, db, arg)?.to_big().unwrap_or_default())
}

fn grouped(value: &BigInt, digits: usize, group: bool) -> String {
    let text = value.magnitude().to_string();
    let text = format!("{text:0>width$}", width = digits + 1);
    let (whole, fraction) = text.split_at(text.len() - digits);
    let mut out = String::new();
    if value.sign() == num_bigint::Sign::Minus {
        out.push('-');
    }
    for (i, c) in whole.chars().enumerate() {
        if group && i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    if digits > 0 {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

fn float_directive(c: char, value: &Num, digits: usize) -> String {
    if c == 'f'
        && let Some(big) = value.to_big()
    {
        let scaled = big * num_traits::Pow::pow(BigInt::from(10), digits as u32);
        return grouped(&scaled, digits, false);
    }
    let value = value.to_float();
    match c {
        'f' => format!("{value:.digits$}"),
        'e' => {
            let text = format!("{value:.digits$e}");
            let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
            let sign = if exponent.starts_with('-') { '-' } else { '+' };
            format!("{mantissa}e{sign}{:0>2}", exponent.trim_start_matches('-'))
        }
        _ => format!("{value}"),
    }
}

pub(crate) fn format1(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = format(m, db, m.arg(a, 0), cell::atom(atoms::NIL))?;
    emit(m, &text)?;
    Ok(true)
}

pub(crate) fn format2(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let text = format(m, db, m.arg(a, 0), m.arg(a, 1))?;
    emit(m, &text)?;
    Ok(true)
}

pub(crate) fn format3(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    let sink = m.arg(a, 0);
    if cell::tag(sink) == REF {
        return Err(m.instantiation_error());
    }
    let Some((name, 1, at)) = boxes::structure(&m.heap, sink) else {
        return format2(m, db, a + 1);
    };
    let text = format(m, db, m.arg(a, 1), m.arg(a, 2))?;
    let value = match &**db.atoms.name(name) {
        "atom" => super::text::new_atom(m, db, &text)?,
        "string" => new_string(m, &text)?,
        "codes" => code_list(m, &text)?,
        "chars" => char_list(m, db, &text)?,
        _ => {
            let kind = db.atoms.intern("output_sink");
            return Err(m.domain_error(kind, sink));
        }
    };
    Ok(m.unify(m.heap[at], value))
}

/// `sformat(String, Format, Args)`.
pub(crate) fn sformat(m: &mut Machine, db: &mut Db, a: usize) -> Res<bool> {
    need_list(m, m.arg(a, 2))?;
    let text = format(m, db, m.arg(a, 1), m.arg(a, 2))?;
    let new = new_string(m, &text)?;
    Ok(m.unify(m.arg(a, 0), new))
}
