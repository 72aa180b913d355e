//! Tokens to terms, by operator precedence over an explicit stack: nesting never uses the host's.
//! Builds cells on a heap it is given; knows nothing of clauses or of the machine.

mod operators;

use crate::atoms::{self, Atoms};
use crate::boxes;
use crate::cell::{self, Cell};
use crate::error::SyntaxError;
use crate::flags::Quotes;
use crate::lexer::{Lexer, Token};
use crate::ops::{Op, OpDefs, Ops};
use crate::span::Span;
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
    pub(crate) span: Span,
}

/// Where arguments stood, by the address of their cell on the heap.
pub(crate) type Places = FxHashMap<usize, Span>;

/// A term that is finished but not yet part of another.
#[derive(Debug, Clone, Copy)]
struct Value {
    cell: Cell,
    priority: u16,
    span: Span,
}

/// What reading needs besides the text.
pub(crate) struct Context<'c> {
    pub(crate) heap: &'c mut Vec<Cell>,
    pub(crate) atoms: &'c mut Atoms,
    pub(crate) ops: &'c Ops,
    pub(crate) quotes: Quotes,
    pub(crate) watch: &'c Watch,
}

/// What is open, from its opening token on.
struct Frame {
    kind: Kind,
    /// Where it starts in the text.
    start: usize,
}

#[derive(Clone, Copy)]
enum Kind {
    Paren,
    Curly,
    /// A list: where its items start on the value stack, and whether `|` was seen.
    List(usize, bool),
    Args(u32, usize),
    Prefix(u32, Op),
    Infix(u32, Op),
}

impl Kind {
    fn is_bracket(self) -> bool {
        !matches!(self, Self::Prefix(..) | Self::Infix(..))
    }
}

/// Reads one term after another from a text.
pub(crate) struct Reader<'t> {
    lexer: Lexer<'t>,
    peeked: Option<(Token, usize, usize)>,
    frames: Vec<Frame>,
    /// Positions of the frames that are brackets.
    brackets: Vec<usize>,
    values: Vec<Value>,
    vars: Vec<ReadVar>,
    names: FxHashMap<&'t str, usize>,
    /// Filled if someone wants to know.
    places: Option<Places>,
}

type Parsed<T> = Result<T, SyntaxError>;

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            lexer: Lexer::new(text),
            peeked: None,
            frames: Vec::new(),
            brackets: Vec::new(),
            values: Vec::new(),
            vars: Vec::new(),
            names: FxHashMap::default(),
            places: None,
        }
    }

    /// A reader that notes where every argument stands.
    pub(crate) fn with_places(text: &'t str) -> Self {
        Self { places: Some(Places::default()), ..Self::new(text) }
    }

    /// Where the arguments of everything read so far stood.
    pub(crate) fn into_places(self) -> Places {
        self.places.unwrap_or_default()
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
        self.brackets.clear();
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
        let Some(value) = self.values.pop() else {
            return self.lexer.error_at(start, "expected a term");
        };
        let vars = std::mem::take(&mut self.vars);
        Ok(Some(ReadTerm { term: value.cell, vars, span: value.span }))
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

    /// Where the token last taken stands.
    fn here(&self) -> Span {
        Span { start: self.lexer.start, end: self.lexer.pos }
    }

    fn push(&mut self, cell: Cell) {
        self.values.push(Value { cell, priority: 0, span: self.here() });
    }

    fn open(&mut self, kind: Kind, start: usize) {
        if kind.is_bracket() {
            self.brackets.push(self.frames.len());
        }
        self.frames.push(Frame { kind, start });
    }

    /// Builds a compound of the last `count` values and notes where they stood.
    fn build(&mut self, name: u32, count: usize, cx: &mut Context<'_>) -> Cell {
        let first = self.values.len() - count;
        let args = &self.values[first..];
        let (cell, at) = match args {
            [head, tail] if name == atoms::DOT => {
                let cell = boxes::list(cx.heap, head.cell, tail.cell);
                (cell, cell::addr(cell))
            }
            _ => {
                let at = cx.heap.len();
                cx.heap.push(cell::functor(name, count));
                cx.heap.extend(args.iter().map(|arg| arg.cell));
                (cell::make(cell::STR, at), at + 1)
            }
        };
        if let Some(places) = &mut self.places {
            places.extend(args.iter().enumerate().map(|(i, arg)| (at + i, arg.span)));
        }
        self.values.truncate(first);
        cell
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
                Token::OpenArgs | Token::Punct(b'(') => self.open(Kind::Paren, self.lexer.start),
                Token::Punct(b'[') => {
                    let start = self.lexer.start;
                    if *self.peek(cx)? == Token::Punct(b']') {
                        self.take(cx)?;
                        self.lexer.start = start;
                        if self.name(atoms::NIL, true, cx)? {
                            return Ok(());
                        }
                    } else {
                        self.open(Kind::List(self.values.len(), false), start);
                    }
                }
                Token::Punct(b'{') => {
                    let start = self.lexer.start;
                    if *self.peek(cx)? == Token::Punct(b'}') {
                        self.take(cx)?;
                        self.lexer.start = start;
                        if self.name(atoms::CURLY, true, cx)? {
                            return Ok(());
                        }
                    } else {
                        self.open(Kind::Curly, start);
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
        let span = self.here();
        let (start, end) = (span.start, span.end);
        if *self.peek(cx)? == Token::OpenArgs {
            self.take(cx)?;
            self.open(Kind::Args(id, self.values.len()), start);
            return Ok(false);
        }
        if bare && id == atoms::MINUS && self.negative_number(end, cx)? {
            if let Some(value) = self.values.last_mut() {
                value.span.start = start;
            }
            return Ok(true);
        }
        if id != atoms::NIL
            && id != atoms::CURLY
            && let Some(op) = cx.ops.get(id).prefix
            && self.can_start_operand(cx)?
        {
            self.open(Kind::Prefix(id, op), start);
            return Ok(false);
        }
        let defs = cx.ops.get(id);
        let priority = if bare { atom_priority(defs) } else { 0 };
        self.values.push(Value { cell: cell::atom(id), priority, span });
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
