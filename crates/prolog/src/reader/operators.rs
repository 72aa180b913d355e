//! What may come after an operand: operators by precedence, separators and closing brackets.

use super::{Context, Kind, Parsed, Reader, Value};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell};
use crate::lexer::Token;
use crate::ops::{Op, OpDefs, OpType};
use crate::span::Span;

impl Reader<'_> {
    /// After an operand: operators and closing brackets. True at the end of the term.
    pub(super) fn operators(&mut self, cx: &mut Context<'_>) -> Parsed<bool> {
        loop {
            let token = self.take(cx)?;
            match token {
                Token::Atom(id) | Token::Quoted(id) => {
                    let defs = cx.ops.get(id);
                    if let Some(op) = defs.infix {
                        if defs.postfix.is_some() && !self.can_start_operand(cx)? {
                            self.postfix(id, defs, cx)?;
                            continue;
                        }
                        self.infix(id, op, cx)?;
                        return Ok(false);
                    }
                    if defs.postfix.is_none() {
                        return self.unexpected(&token, "an operator or the end of the clause");
                    }
                    self.postfix(id, defs, cx)?;
                }
                Token::Punct(b',') => {
                    if self.separator(cx)? {
                        return Ok(false);
                    }
                    self.infix(atoms::COMMA, comma(), cx)?;
                    return Ok(false);
                }
                Token::Punct(b'|') => {
                    self.bar(cx)?;
                    return Ok(false);
                }
                Token::Punct(close @ (b')' | b']' | b'}')) => self.close(close, cx)?,
                Token::End => {
                    self.reduce_all(1200, cx)?;
                    if let Some(frame) = self.frames.last() {
                        let expected = match frame.kind {
                            Kind::Paren | Kind::Args(..) => "`)`",
                            Kind::Curly => "`}`",
                            Kind::List(..) => "`]`",
                            Kind::Prefix(..) | Kind::Infix(..) => "an operand",
                        };
                        return self.unexpected(&token, expected);
                    }
                    return Ok(true);
                }
                Token::Eof => {
                    return self.unexpected(&token, "an operator or `.` at the end of the clause");
                }
                Token::Var(..)
                | Token::Int(_)
                | Token::Big(_)
                | Token::Float(_)
                | Token::Str(_)
                | Token::Back(_)
                | Token::OpenArgs
                | Token::Punct(_) => {
                    return self.unexpected(&token, "an operator or the end of the clause");
                }
            }
        }
    }

    /// A comma between arguments or list items, if that is what it is.
    fn separator(&mut self, cx: &mut Context<'_>) -> Parsed<bool> {
        let Some(at) = self.brackets.last().copied() else { return Ok(false) };
        if matches!(self.frames[at].kind, Kind::List(_, true)) {
            return self.unexpected(&Token::Punct(b','), "`]` after the tail of a list");
        }
        if !matches!(self.frames[at].kind, Kind::Args(..) | Kind::List(_, false)) {
            return Ok(false);
        }
        self.reduce_all(1200, cx)?;
        Ok(true)
    }

    fn bar(&mut self, cx: &mut Context<'_>) -> Parsed<()> {
        if let Some(at) = self.brackets.last().copied()
            && let Kind::List(first, false) = self.frames[at].kind
        {
            self.reduce_all(1200, cx)?;
            self.frames[at].kind = Kind::List(first, true);
            return Ok(());
        }
        match cx.ops.get(atoms::BAR).infix {
            Some(op) => self.infix(atoms::BAR, op, cx),
            None => self.unexpected(&Token::Punct(b'|'), "an operator"),
        }
    }

    fn infix(&mut self, id: u32, op: Op, cx: &mut Context<'_>) -> Parsed<()> {
        let start = self.lexer.start;
        self.reduce_to(op.left(), cx)?;
        self.open(Kind::Infix(id, op), start);
        Ok(())
    }

    fn postfix(&mut self, id: u32, defs: OpDefs, cx: &mut Context<'_>) -> Parsed<()> {
        let Some(op) = defs.postfix else { return Ok(()) };
        let end = self.lexer.pos;
        self.reduce_to(op.left(), cx)?;
        if let Some(arg) = self.values.last() {
            let span = Span { start: arg.span.start, end };
            let cell = self.build(id, 1, cx);
            self.values.push(Value { cell, priority: op.priority, span });
        }
        Ok(())
    }

    /// Reduces operators on the stack that bind at least as tightly as `left` allows.
    fn reduce_to(&mut self, left: u16, cx: &mut Context<'_>) -> Parsed<()> {
        while let Some(Kind::Prefix(_, op) | Kind::Infix(_, op)) = self.last_kind() {
            if op.priority > left {
                break;
            }
            self.reduce_one(cx)?;
        }
        let priority = self.values.last().map_or(0, |value| value.priority);
        if priority > left {
            if priority >= 1201 {
                self.atom_operand();
                return Ok(());
            }
            return self.lexer.error_at(
                self.lexer.start,
                format!("operator priority clash: expected an operand of at most {left}"),
            );
        }
        Ok(())
    }

    /// An operator as an atom counts as a plain operand.
    fn atom_operand(&mut self) {
        if let Some(value) = self.values.last_mut()
            && value.priority >= 1201
        {
            value.priority = 0;
        }
    }

    fn reduce_one(&mut self, cx: &mut Context<'_>) -> Parsed<()> {
        self.atom_operand();
        let (Some(right), Some(frame)) = (self.values.last().copied(), self.frames.pop()) else {
            return Ok(());
        };
        let (id, op) = match frame.kind {
            Kind::Prefix(id, op) => {
                let cell = self.build(id, 1, cx);
                let span = Span { start: frame.start, end: right.span.end };
                self.values.push(Value { cell, priority: op.priority, span });
                (id, op)
            }
            Kind::Infix(id, op) => {
                let [.., left, _] = self.values[..] else { return Ok(()) };
                // An operator as an atom counts as a plain operand.
                if left.priority > op.left() && left.priority < 1201 {
                    return self.clash(id, cx);
                }
                let cell = self.build(id, 2, cx);
                let span = Span { start: left.span.start, end: right.span.end };
                self.values.push(Value { cell, priority: op.priority, span });
                (id, op)
            }
            Kind::Paren | Kind::Curly | Kind::List(..) | Kind::Args(..) => return Ok(()),
        };
        if right.priority > op.right() {
            return self.clash(id, cx);
        }
        Ok(())
    }

    fn clash<T>(&self, id: u32, cx: &Context<'_>) -> Parsed<T> {
        let name = cx.atoms.name(id);
        self.lexer.error_at(
            self.lexer.start,
            format!("operator priority clash at `{name}`, expected parentheses"),
        )
    }

    /// Reduces every operator down to the next bracket; the result may have `limit` at most.
    fn reduce_all(&mut self, limit: u16, cx: &mut Context<'_>) -> Parsed<()> {
        while self.last_kind().is_some_and(|kind| !kind.is_bracket()) {
            self.reduce_one(cx)?;
        }
        self.atom_operand();
        let priority = self.values.last().map_or(0, |value| value.priority);
        if priority > limit {
            return self.lexer.error_at(
                self.lexer.start,
                format!("operator of priority {priority} needs parentheses here"),
            );
        }
        if let Some(value) = self.values.last_mut() {
            value.priority = 0;
        }
        Ok(())
    }

    fn last_kind(&self) -> Option<Kind> {
        self.frames.last().map(|frame| frame.kind)
    }

    fn close(&mut self, close: u8, cx: &mut Context<'_>) -> Parsed<()> {
        let end = self.lexer.pos;
        self.reduce_all(1200, cx)?;
        self.brackets.pop();
        let Some(frame) = self.frames.pop() else {
            return self.unexpected(&Token::Punct(close), "a matching bracket");
        };
        let span = Span { start: frame.start, end };
        let cell = match (frame.kind, close) {
            (Kind::Paren, b')') => {
                if let Some(value) = self.values.last_mut() {
                    value.span = span;
                }
                return Ok(());
            }
            (Kind::Curly, b'}') => self.build(atoms::CURLY, 1, cx),
            (Kind::Args(id, first), b')') => {
                let count = self.values.len() - first;
                if count > cell::MAX_ARITY {
                    return self.lexer.error_at(self.lexer.start, "too many arguments");
                }
                self.build(id, count, cx)
            }
            (Kind::List(first, has_tail), b']') => self.list(first, has_tail, cx),
            _ => return self.unexpected(&Token::Punct(close), "a matching bracket"),
        };
        self.values.push(Value { cell, priority: 0, span });
        Ok(())
    }

    /// The list of the values from `first` on; its parts stand from their first item to the end.
    fn list(&mut self, first: usize, has_tail: bool, cx: &mut Context<'_>) -> Cell {
        let items = &self.values[first..];
        let end = items.last().map_or(0, |item| item.span.end);
        let nil =
            Value { cell: cell::atom(atoms::NIL), priority: 0, span: Span { start: end, end } };
        let (mut tail, items) = match items.split_last() {
            Some((last, before)) if has_tail => (*last, before),
            _ => (nil, items),
        };
        for item in items.iter().rev() {
            let cell = boxes::list(cx.heap, item.cell, tail.cell);
            if let Some(places) = &mut self.places {
                places.insert(cell::addr(cell), item.span);
                places.insert(cell::addr(cell) + 1, tail.span);
            }
            tail = Value { cell, priority: 0, span: Span { start: item.span.start, end } };
        }
        self.values.truncate(first);
        tail.cell
    }
}

fn comma() -> Op {
    Op { priority: 1000, kind: OpType::Xfy }
}
