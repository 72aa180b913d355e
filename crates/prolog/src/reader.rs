//! Tokens to terms, by operator precedence over an explicit stack: nesting never uses the host's.
//! Builds cells on a heap it is given; knows nothing of clauses or of the machine.

use crate::atoms::{self, Atoms};
use crate::boxes;
use crate::cell::{self, Cell};
use crate::error::SyntaxError;
use crate::flags::Quotes;
use crate::lexer::{Lexer, Token};
use crate::ops::{Op, OpDefs, Ops};
use crate::watch::Watch;
use rustc_hash::FxHashMap;

/// A variable of the term just read.
#[derive(Debug, Clone)]
pub(crate) struct ReadVar {
    pub(crate) name: std::sync::Arc<str>,
    pub(crate) cell: Cell,
    pub(crate) count: usize,
}

/// A term and where it stood.
#[derive(Debug, Clone)]
pub(crate) struct ReadTerm {
    pub(crate) term: Cell,
    pub(crate) vars: Vec<ReadVar>,
    pub(crate) start: usize,
}

/// What reading needs besides the text.
pub(crate) struct Context<'c> {
    pub(crate) heap: &'c mut Vec<Cell>,
    pub(crate) atoms: &'c mut Atoms,
    pub(crate) ops: &'c Ops,
    pub(crate) quotes: Quotes,
    pub(crate) watch: &'c Watch,
}

enum Frame {
    Paren,
    Curly,
    /// A list: where its items start on the value stack, and whether `|` was seen.
    List(usize, bool),
    Args(u32, usize),
    Prefix(u32, Op),
    Infix(u32, Op),
}

/// Reads one term after another from a text.
pub(crate) struct Reader<'t> {
    lexer: Lexer<'t>,
    peeked: Option<(Token, usize, usize)>,
    frames: Vec<Frame>,
    values: Vec<(Cell, u16)>,
    vars: Vec<ReadVar>,
    names: FxHashMap<&'t str, usize>,
}

type Parsed<T> = Result<T, SyntaxError>;

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            lexer: Lexer::new(text),
            peeked: None,
            frames: Vec::new(),
            values: Vec::new(),
            vars: Vec::new(),
            names: FxHashMap::default(),
        }
    }

    /// The next term up to its end token, or nothing at the end of the text. After an error the
    /// reader stands behind the next end token.
    pub(crate) fn read(&mut self, cx: &mut Context<'_>) -> Parsed<Option<ReadTerm>> {
        let result = self.read_term(cx);
        if result.is_err() {
            let at_end = self.peeked.take().is_some_and(|(token, ..)| token == Token::End);
            if !at_end {
                self.lexer.skip_clause(cx.atoms, cx.watch);
            }
        }
        result
    }

    fn read_term(&mut self, cx: &mut Context<'_>) -> Parsed<Option<ReadTerm>> {
        self.frames.clear();
        self.values.clear();
        self.vars.clear();
        self.names.clear();
        self.peeked = None;
        if *self.peek(cx)? == Token::Eof {
            return Ok(None);
        }
        let start = self.lexer.start;
        loop {
            self.operand(cx)?;
            if self.operators(cx)? {
                break;
            }
        }
        let Some((term, _)) = self.values.pop() else {
            return self.lexer.error_at(start, "expected a term");
        };
        let vars = std::mem::take(&mut self.vars);
        Ok(Some(ReadTerm { term, vars, start }))
    }

    fn peek(&mut self, cx: &mut Context<'_>) -> Parsed<&Token> {
        if self.peeked.is_none() {
            let token = self.lexer.next(cx.atoms, cx.watch)?;
            self.peeked = Some((token, self.lexer.start, self.lexer.pos));
        }
        match &self.peeked {
            Some((token, ..)) => Ok(token),
            None => self.lexer.error_at(self.lexer.pos, "expected a token"),
        }
    }

    fn take(&mut self, cx: &mut Context<'_>) -> Parsed<Token> {
        match self.peeked.take() {
            Some((token, start, end)) => {
                self.lexer.start = start;
                self.lexer.pos = end;
                Ok(token)
            }
            None => self.lexer.next(cx.atoms, cx.watch),
        }
    }

    fn unexpected<T>(&self, token: &Token, expected: &str) -> Parsed<T> {
        let found = if matches!(token, Token::Eof) {
            "end of text".to_owned()
        } else if matches!(token, Token::End) {
            "end of clause".to_owned()
        } else {
            let end = self.lexer.text.ceil_char_boundary(self.lexer.pos);
            let text: String = self.lexer.text[self.lexer.start..end].chars().take(40).collect();
            format!("`{text}`")
        };
        self.lexer.error_at(self.lexer.start, format!("unexpected {found}, expected {expected}"))
    }

    fn push(&mut self, cell: Cell) {
        self.values.push((cell, 0));
    }

    /// Reads one operand, with everything that may come before it.
    fn operand(&mut self, cx: &mut Context<'_>) -> Parsed<()> {
        loop {
            let token = self.take(cx)?;
            match token {
                Token::Atom(id) => {
                    if self.name(id, true, cx)? {
                        return Ok(());
                    }
                }
                Token::Quoted(id) => {
                    if self.name(id, false, cx)? {
                        return Ok(());
                    }
                }
                Token::Var(start, end) => {
                    let cell = self.variable(start, end, cx);
                    self.push(cell);
                    return Ok(());
                }
                Token::Int(value) => {
                    let cell = boxes::int(cx.heap, value);
                    self.push(cell);
                    return Ok(());
                }
                Token::Big(value) => {
                    let cell = boxes::big(cx.heap, &value);
                    self.push(cell);
                    return Ok(());
                }
                Token::Float(value) => {
                    let cell = boxes::float(cx.heap, value);
                    self.push(cell);
                    return Ok(());
                }
                Token::Str(text) => {
                    let cell = quoted_text(&text, cx.quotes, cx);
                    self.push(cell);
                    return Ok(());
                }
                Token::Back(text) => {
                    let cell = quoted_text(&text, Quotes::Codes, cx);
                    self.push(cell);
                    return Ok(());
                }
                Token::OpenArgs | Token::Punct(b'(') => self.frames.push(Frame::Paren),
                Token::Punct(b'[') => {
                    if *self.peek(cx)? == Token::Punct(b']') {
                        self.take(cx)?;
                        if self.name(atoms::NIL, true, cx)? {
                            return Ok(());
                        }
                    } else {
                        self.frames.push(Frame::List(self.values.len(), false));
                    }
                }
                Token::Punct(b'{') => {
                    if *self.peek(cx)? == Token::Punct(b'}') {
                        self.take(cx)?;
                        if self.name(atoms::CURLY, true, cx)? {
                            return Ok(());
                        }
                    } else {
                        self.frames.push(Frame::Curly);
                    }
                }
                Token::Punct(b'|') if self.bar_is_atom(cx)? => {
                    if self.name(atoms::BAR, true, cx)? {
                        return Ok(());
                    }
                }
                Token::Punct(_) | Token::End | Token::Eof => {
                    return self.unexpected(&token, "a term");
                }
            }
        }
    }

    fn bar_is_atom(&mut self, cx: &mut Context<'_>) -> Parsed<bool> {
        Ok(*self.peek(cx)? == Token::OpenArgs)
    }

    /// A name in operand position; true when it was an operand by itself.
    fn name(&mut self, id: u32, bare: bool, cx: &mut Context<'_>) -> Parsed<bool> {
        let end = self.lexer.pos;
        if *self.peek(cx)? == Token::OpenArgs {
            self.take(cx)?;
            self.frames.push(Frame::Args(id, self.values.len()));
            return Ok(false);
        }
        if bare && id == atoms::MINUS && self.negative_number(end, cx)? {
            return Ok(true);
        }
        if id != atoms::NIL
            && id != atoms::CURLY
            && let Some(op) = cx.ops.get(id).prefix
            && self.can_start_operand(cx)?
        {
            self.frames.push(Frame::Prefix(id, op));
            return Ok(false);
        }
        let defs = cx.ops.get(id);
        let priority = if bare { atom_priority(defs) } else { 0 };
        self.values.push((cell::atom(id), priority));
        Ok(true)
    }

    /// A minus sign directly before a number makes it negative.
    fn negative_number(&mut self, end: usize, cx: &mut Context<'_>) -> Parsed<bool> {
        self.peek(cx)?;
        let Some((token, start, _)) = &self.peeked else { return Ok(false) };
        if *start != end || !matches!(token, Token::Int(_) | Token::Big(_) | Token::Float(_)) {
            return Ok(false);
        }
        let cell = match self.take(cx)? {
            Token::Int(value) => match value.checked_neg() {
                Some(value) => boxes::int(cx.heap, value),
                None => boxes::big(cx.heap, &-num_bigint::BigInt::from(value)),
            },
            Token::Big(value) => boxes::big(cx.heap, &-value),
            Token::Float(value) => boxes::float(cx.heap, -value),
            other @ (Token::Atom(_)
            | Token::Quoted(_)
            | Token::Var(..)
            | Token::Str(_)
            | Token::Back(_)
            | Token::Punct(_)
            | Token::OpenArgs
            | Token::End
            | Token::Eof) => return self.unexpected(&other, "a number"),
        };
        self.push(cell);
        Ok(true)
    }

    /// Whether the next token can begin the operand of a prefix operator.
    fn can_start_operand(&mut self, cx: &mut Context<'_>) -> Parsed<bool> {
        let token = self.peek(cx)?.clone();
        Ok(match token {
            Token::Punct(byte) => matches!(byte, b'(' | b'[' | b'{'),
            Token::End | Token::Eof => false,
            Token::Atom(id) => {
                let defs = cx.ops.get(id);
                if defs.infix.is_none() && defs.postfix.is_none() {
                    return Ok(true);
                }
                // An infix operator follows: it is an operand only if it opens arguments or is
                // itself a prefix operator before an operand.
                let after = self.byte_after_peeked();
                after == Some('(')
                    || (defs.prefix.is_some()
                        && !matches!(after, None | Some(')' | ',' | '|' | ']' | '}')))
            }
            Token::Quoted(id) => {
                cx.ops.get(id).infix.is_none() || self.byte_after_peeked() == Some('(')
            }
            Token::Var(..)
            | Token::Int(_)
            | Token::Big(_)
            | Token::Float(_)
            | Token::Str(_)
            | Token::Back(_)
            | Token::OpenArgs => true,
        })
    }

    fn byte_after_peeked(&self) -> Option<char> {
        let (_, _, end) = self.peeked.as_ref()?;
        self.lexer.text.get(*end..).and_then(|rest| rest.chars().next())
    }

    fn variable(&mut self, start: usize, end: usize, cx: &mut Context<'_>) -> Cell {
        let text = self.lexer.text;
        let name = &text[start..end];
        if name == "_" {
            return boxes::fresh(cx.heap);
        }
        if let Some(index) = self.names.get(name) {
            let var = &mut self.vars[*index];
            var.count += 1;
            return var.cell;
        }
        let cell = boxes::fresh(cx.heap);
        self.names.insert(name, self.vars.len());
        self.vars.push(ReadVar { name: name.into(), cell, count: 1 });
        cell
    }

    /// After an operand: operators and closing brackets. True at the end of the term.
    fn operators(&mut self, cx: &mut Context<'_>) -> Parsed<bool> {
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
                        let expected = match frame {
                            Frame::Paren | Frame::Args(..) => "`)`",
                            Frame::Curly => "`}`",
                            Frame::List(..) => "`]`",
                            Frame::Prefix(..) | Frame::Infix(..) => "an operand",
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
        let bracket = self
            .frames
            .iter()
            .rposition(|frame| !matches!(frame, Frame::Prefix(..) | Frame::Infix(..)));
        let Some(at) = bracket else { return Ok(false) };
        if matches!(self.frames[at], Frame::List(_, true)) {
            return self.unexpected(&Token::Punct(b','), "`]` after the tail of a list");
        }
        if !matches!(self.frames[at], Frame::Args(..) | Frame::List(_, false)) {
            return Ok(false);
        }
        self.reduce_all(1200, cx)?;
        Ok(true)
    }

    fn bar(&mut self, cx: &mut Context<'_>) -> Parsed<()> {
        let bracket = self
            .frames
            .iter()
            .rposition(|frame| !matches!(frame, Frame::Prefix(..) | Frame::Infix(..)));
        if let Some(at) = bracket
            && let Frame::List(start, false) = self.frames[at]
        {
            self.reduce_all(1200, cx)?;
            self.frames[at] = Frame::List(start, true);
            return Ok(());
        }
        match cx.ops.get(atoms::BAR).infix {
            Some(op) => self.infix(atoms::BAR, op, cx),
            None => self.unexpected(&Token::Punct(b'|'), "an operator"),
        }
    }

    fn infix(&mut self, id: u32, op: Op, cx: &mut Context<'_>) -> Parsed<()> {
        self.reduce_to(op.left(), cx)?;
        self.frames.push(Frame::Infix(id, op));
        Ok(())
    }

    fn postfix(&mut self, id: u32, defs: OpDefs, cx: &mut Context<'_>) -> Parsed<()> {
        let Some(op) = defs.postfix else { return Ok(()) };
        self.reduce_to(op.left(), cx)?;
        if let Some((arg, _)) = self.values.pop() {
            let cell = boxes::compound(cx.heap, id, &[arg]);
            self.values.push((cell, op.priority));
        }
        Ok(())
    }

    /// Reduces operators on the stack that bind at least as tightly as `left` allows.
    fn reduce_to(&mut self, left: u16, cx: &mut Context<'_>) -> Parsed<()> {
        while let Some(Frame::Prefix(_, op) | Frame::Infix(_, op)) = self.frames.last() {
            if op.priority > left {
                break;
            }
            self.reduce_one(cx)?;
        }
        let priority = self.values.last().map_or(0, |value| value.1);
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
            && value.1 >= 1201
        {
            value.1 = 0;
        }
    }

    fn reduce_one(&mut self, cx: &mut Context<'_>) -> Parsed<()> {
        self.atom_operand();
        let (right, right_priority) = self.values.pop().unwrap_or((cell::atom(atoms::NIL), 0));
        let (id, op) = match self.frames.pop() {
            Some(Frame::Prefix(id, op)) => {
                let cell = boxes::compound(cx.heap, id, &[right]);
                self.values.push((cell, op.priority));
                (id, op)
            }
            Some(Frame::Infix(id, op)) => {
                self.atom_operand();
                let (left, left_priority) = self.values.pop().unwrap_or((right, 0));
                if left_priority > op.left() {
                    return self.clash(id, cx);
                }
                let cell = boxes::compound(cx.heap, id, &[left, right]);
                self.values.push((cell, op.priority));
                (id, op)
            }
            _ => return Ok(()),
        };
        if right_priority > op.right() {
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
        while let Some(Frame::Prefix(..) | Frame::Infix(..)) = self.frames.last() {
            self.reduce_one(cx)?;
        }
        self.atom_operand();
        let priority = self.values.last().map_or(0, |value| value.1);
        if priority > limit {
            return self.lexer.error_at(
                self.lexer.start,
                format!("operator of priority {priority} needs parentheses here"),
            );
        }
        if let Some(value) = self.values.last_mut() {
            value.1 = 0;
        }
        Ok(())
    }

    fn close(&mut self, close: u8, cx: &mut Context<'_>) -> Parsed<()> {
        self.reduce_all(1200, cx)?;
        match (self.frames.pop(), close) {
            (Some(Frame::Paren), b')') => Ok(()),
            (Some(Frame::Curly), b'}') => {
                let (arg, _) = self.values.pop().unwrap_or((cell::atom(atoms::NIL), 0));
                let cell = boxes::compound(cx.heap, atoms::CURLY, &[arg]);
                self.push(cell);
                Ok(())
            }
            (Some(Frame::Args(id, start)), b')') => {
                let args: Vec<Cell> = self.values.drain(start..).map(|value| value.0).collect();
                if args.len() > cell::MAX_ARITY {
                    return self.lexer.error_at(self.lexer.start, "too many arguments");
                }
                let cell = boxes::compound(cx.heap, id, &args);
                self.push(cell);
                Ok(())
            }
            (Some(Frame::List(start, has_tail)), b']') => {
                let mut tail = cell::atom(atoms::NIL);
                if has_tail && let Some((cell, _)) = self.values.pop() {
                    tail = cell;
                }
                for (item, _) in self.values.drain(start..).rev() {
                    tail = boxes::list(cx.heap, item, tail);
                }
                self.push(tail);
                Ok(())
            }
            _ => self.unexpected(&Token::Punct(close), "a matching bracket"),
        }
    }
}

fn comma() -> Op {
    Op { priority: 1000, kind: crate::ops::OpType::Xfy }
}

/// An atom that is an operator has the priority of a whole clause until it is put to use.
fn atom_priority(defs: OpDefs) -> u16 {
    if defs.prefix.is_some() || defs.infix.is_some() || defs.postfix.is_some() { 1201 } else { 0 }
}

fn quoted_text(text: &str, quotes: Quotes, cx: &mut Context<'_>) -> Cell {
    match quotes {
        Quotes::Codes => boxes::code_list(cx.heap, text),
        Quotes::Chars => boxes::char_list(cx.heap, cx.atoms, text),
        Quotes::Atom => cell::atom(cx.atoms.intern(text)),
        Quotes::Strings => boxes::string(cx.heap, text),
    }
}
