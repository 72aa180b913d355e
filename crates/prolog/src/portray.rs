//! Clauses in listing layout, and names for their variables. Knows nothing of the database.

use crate::atoms;
use crate::boxes;
use crate::builtins::split_clause;
use crate::cell::{self, Cell, REF};
use crate::db::Db;
use crate::machine::Machine;
use crate::writer::{self, Source, Style};
use rustc_hash::FxHashMap;

/// `A`, `B`, ... for variables that occur more than once, `_` for the others.
pub(crate) fn names(m: &Machine, term: Cell) -> FxHashMap<usize, String> {
    let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
    let mut order = Vec::new();
    let mut pending = vec![term];
    let mut steps = 0;
    while let Some(cell) = pending.pop() {
        if m.step(&mut steps) {
            break;
        }
        let cell = m.deref(cell);
        if cell::tag(cell) == REF {
            let count = counts.entry(cell::addr(cell)).or_insert(0);
            if *count == 0 {
                order.push(cell::addr(cell));
            }
            *count += 1;
        } else if let Some((_, arity, at)) = boxes::structure(&m.heap, cell) {
            pending.extend(m.heap[at..at + arity].iter().rev());
        }
    }
    let mut next = 0;
    let mut names = FxHashMap::default();
    for at in order {
        if counts[&at] == 1 {
            names.insert(at, "_".to_owned());
            continue;
        }
        let letter = char::from(b'A' + (next % 26) as u8);
        let name = if next < 26 { letter.to_string() } else { format!("{letter}{}", next / 26) };
        names.insert(at, name);
        next += 1;
    }
    names
}

/// A clause as `portray_clause/1` writes it, with its end and a line end.
pub(crate) fn clause(m: &Machine, db: &Db, term: Cell) -> String {
    let style = Style {
        quoted: true,
        numbervars: true,
        spacing: true,
        names: names(m, term),
        ..Style::default()
    };
    let source = crate::builtins::source(m, db);
    let (head, body) = split_clause(&m.heap, term);
    let mut out = String::new();
    let term = m.deref(term);
    if let Some((atoms::DCG_ARROW, 2, at)) = boxes::structure(&m.heap, term) {
        out.push_str(&writer::write(
            source,
            m.heap[at],
            &Style { priority: Some(1199), ..style.clone() },
        ));
        out.push_str(" -->\n");
        let style = Style { priority: Some(999), ..style };
        Body { m, source, style, out: &mut out }.goals(m.heap[at + 1], 1, 1200);
    } else if let Some((atoms::NECK, 1, at)) = boxes::structure(&m.heap, term) {
        out.push_str(":- ");
        out.push_str(&writer::write(source, m.heap[at], &Style { priority: Some(1199), ..style }));
    } else if body == cell::atom(atoms::TRUE) {
        out.push_str(&writer::write(source, head, &Style { priority: Some(1199), ..style }));
    } else {
        out.push_str(&writer::write(
            source,
            head,
            &Style { priority: Some(1199), ..style.clone() },
        ));
        out.push_str(" :-\n");
        Body { m, source, style: Style { priority: Some(999), ..style }, out: &mut out }
            .goals(body, 1, 1200);
    }
    out.push_str(".\n");
    out
}

struct Body<'b> {
    m: &'b Machine,
    source: Source<'b>,
    style: Style,
    out: &'b mut String,
}

/// Control constructs nested deeper than this stay on one line.
const MAX_INDENT: usize = 60;

impl Body<'_> {
    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("    ");
        }
    }

    /// A conjunction, one goal a line.
    fn goals(&mut self, body: Cell, depth: usize, priority: u16) {
        let mut cell = self.m.deref(body);
        while let Some((atoms::COMMA, 2, at)) = boxes::structure(&self.m.heap, cell) {
            self.goal(self.m.heap[at], depth, 999);
            self.out.push_str(",\n");
            cell = self.m.deref(self.m.heap[at + 1]);
        }
        self.goal(cell, depth, priority.min(999));
    }

    fn goal(&mut self, goal: Cell, depth: usize, priority: u16) {
        let goal = self.m.deref(goal);
        match boxes::structure(&self.m.heap, goal) {
            Some((atoms::SEMICOLON | atoms::ARROW | atoms::SOFT_ARROW, 2, _))
                if depth < MAX_INDENT =>
            {
                self.indent(depth);
                self.out.push_str("(   ");
                self.alternatives(goal, depth);
                self.out.push('\n');
                self.indent(depth);
                self.out.push(')');
            }
            Some((atoms::COMMA, 2, _)) if depth < MAX_INDENT => {
                self.indent(depth);
                self.out.push_str("(   ");
                self.inner(goal, depth);
                self.out.push('\n');
                self.indent(depth);
                self.out.push(')');
            }
            Some((atoms::NOT, 1, at)) if depth < MAX_INDENT => {
                self.indent(depth);
                self.out.push_str("\\+ ");
                let start = self.out.len();
                self.goal(self.m.heap[at], depth, 900);
                let text = self.out.split_off(start);
                self.out.push_str(text.trim_start());
            }
            _ => {
                self.indent(depth);
                let style = Style { priority: Some(priority), ..self.style.clone() };
                self.out.push_str(&writer::write(self.source, goal, &style));
            }
        }
    }

    /// Branches of a disjunction, each after its sign.
    fn alternatives(&mut self, goal: Cell, depth: usize) {
        let mut cell = self.m.deref(goal);
        while let Some((atoms::SEMICOLON, 2, at)) = boxes::structure(&self.m.heap, cell) {
            self.branch(self.m.heap[at], depth);
            self.out.push('\n');
            self.indent(depth);
            self.out.push_str(";   ");
            cell = self.m.deref(self.m.heap[at + 1]);
        }
        self.branch(cell, depth);
    }

    fn branch(&mut self, goal: Cell, depth: usize) {
        let goal = self.m.deref(goal);
        match boxes::structure(&self.m.heap, goal) {
            Some((name @ (atoms::ARROW | atoms::SOFT_ARROW), 2, at)) => {
                self.inner(self.m.heap[at], depth);
                self.out.push('\n');
                self.indent(depth);
                self.out.push_str(if name == atoms::ARROW { "->  " } else { "*-> " });
                self.inner(self.m.heap[at + 1], depth);
            }
            _ => self.inner(goal, depth),
        }
    }

    /// Goals after a sign: the first on the same line.
    fn inner(&mut self, goal: Cell, depth: usize) {
        let start = self.out.len();
        self.goals(goal, depth + 1, 999);
        let text = self.out.split_off(start);
        self.out.push_str(text.trim_start());
    }
}
