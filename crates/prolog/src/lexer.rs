//! Text to tokens. Knows the lexical syntax of the standard, nothing of operators or terms.

use crate::arith::large;
use crate::atoms::Atoms;
use crate::error::SyntaxError;
use crate::watch::Watch;
use num_bigint::BigInt;

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    Atom(u32),
    /// A quoted atom: never an operator position marker such as a bare comma, never a sign.
    Quoted(u32),
    /// A variable: byte range of its name.
    Var(usize, usize),
    Int(i64),
    Big(BigInt),
    Float(f64),
    Str(String),
    Back(String),
    /// One of `( ) [ ] { } , |`.
    Punct(u8),
    /// `(` directly after a name: arguments follow.
    OpenArgs,
    End,
    Eof,
}

/// Cuts a text into tokens.
pub(crate) struct Lexer<'t> {
    pub(crate) text: &'t str,
    bytes: &'t [u8],
    pub(crate) pos: usize,
    /// Where the token last returned starts.
    pub(crate) start: usize,
}

type Lexed<T> = Result<T, SyntaxError>;

const fn is_symbol(byte: u8) -> bool {
    matches!(
        byte,
        b'+' | b'-'
            | b'*'
            | b'/'
            | b'\\'
            | b'^'
            | b'<'
            | b'>'
            | b'='
            | b'~'
            | b':'
            | b'.'
            | b'?'
            | b'@'
            | b'#'
            | b'&'
            | b'$'
    )
}

const fn is_alnum(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, bytes: text.as_bytes(), pos: 0, start: 0 }
    }

    pub(crate) fn error_at<T>(&self, offset: usize, message: impl Into<String>) -> Lexed<T> {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Err(SyntaxError { line, column, offset, message: message.into() })
    }

    #[inline]
    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..).and_then(|rest| rest.chars().next())
    }

    /// Skips white space and comments.
    fn skip_layout(&mut self) -> Lexed<()> {
        loop {
            match self.byte(self.pos) {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.pos += 1,
                b'%' => {
                    let rest = &self.bytes[self.pos..];
                    self.pos += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                b'/' if self.byte(self.pos + 1) == b'*' => {
                    let Some(length) = self.text[self.pos + 2..].find("*/") else {
                        return self
                            .error_at(self.pos, "unterminated block comment, expected `*/`");
                    };
                    self.pos += length + 4;
                }
                0 if self.pos >= self.bytes.len() => return Ok(()),
                byte if byte >= 0x80 => match self.char_at(self.pos) {
                    Some(c) if c.is_whitespace() || c == '\u{feff}' => self.pos += c.len_utf8(),
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    /// The next token.
    pub(crate) fn next(&mut self, atoms: &mut Atoms, watch: &Watch) -> Lexed<Token> {
        if watch.tick() {
            return self.error_at(self.pos, "reading was stopped");
        }
        let glued = self.pos;
        if self.byte(self.pos) == b'(' && self.pos > 0 {
            self.start = self.pos;
            self.pos += 1;
            return Ok(if self.follows_name(glued) { Token::OpenArgs } else { Token::Punct(b'(') });
        }
        self.skip_layout()?;
        self.start = self.pos;
        if self.pos >= self.bytes.len() {
            return Ok(Token::Eof);
        }
        let byte = self.byte(self.pos);
        match byte {
            b'a'..=b'z' => {
                self.skip_alnum();
                Ok(Token::Atom(atoms.intern(&self.text[self.start..self.pos])))
            }
            b'A'..=b'Z' | b'_' => {
                self.skip_alnum();
                Ok(Token::Var(self.start, self.pos))
            }
            b'0'..=b'9' => self.number(watch),
            b'\'' => self.quoted(b'\'').map(|text| Token::Quoted(atoms.intern(&text))),
            b'"' => self.quoted(b'"').map(Token::Str),
            b'`' => self.quoted(b'`').map(Token::Back),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'|' => {
                self.pos += 1;
                if byte == b'|' && self.byte(self.pos) == b'|' {
                    self.pos += 1;
                    return Ok(Token::Atom(atoms.intern("||")));
                }
                Ok(Token::Punct(byte))
            }
            b'!' | b';' => {
                self.pos += 1;
                Ok(Token::Atom(atoms.intern(&self.text[self.start..self.pos])))
            }
            b'.' if self.at_end_dot() => {
                self.pos += 1;
                Ok(Token::End)
            }
            _ if is_symbol(byte) => {
                while is_symbol(self.byte(self.pos)) {
                    self.pos += 1;
                }
                Ok(Token::Atom(atoms.intern(&self.text[self.start..self.pos])))
            }
            _ => self.wide_name(atoms),
        }
    }

    /// Whether the token that ended at `at` was a name, so that `(` there opens arguments.
    fn follows_name(&self, at: usize) -> bool {
        let byte = self.byte(at - 1);
        is_alnum(byte)
            || is_symbol(byte)
            || byte >= 0x80
            || matches!(byte, b'\'' | b'!' | b';' | b']' | b'}' | b',' | b'|')
    }

    fn wide_name(&mut self, atoms: &mut Atoms) -> Lexed<Token> {
        let Some(first) = self.char_at(self.pos) else { return Ok(Token::Eof) };
        if first.is_alphabetic() {
            self.skip_alnum();
            if first.is_uppercase() {
                return Ok(Token::Var(self.start, self.pos));
            }
        } else if first.is_control() || first.is_whitespace() {
            return self
                .error_at(self.pos, format!("unexpected character `{}`", first.escape_debug()));
        } else {
            while let Some(c) = self.char_at(self.pos)
                && !c.is_ascii()
                && !c.is_alphanumeric()
                && !c.is_whitespace()
            {
                self.pos += c.len_utf8();
            }
            if self.pos == self.start {
                return self.error_at(self.pos, format!("unexpected character `{first}`"));
            }
        }
        Ok(Token::Atom(atoms.intern(&self.text[self.start..self.pos])))
    }

    fn at_end_dot(&self) -> bool {
        let next = self.byte(self.pos + 1);
        self.pos + 1 >= self.bytes.len() || next.is_ascii_whitespace() || next == b'%'
    }

    fn skip_alnum(&mut self) {
        loop {
            let byte = self.byte(self.pos);
            if is_alnum(byte) {
                self.pos += 1;
            } else if byte >= 0x80
                && let Some(c) = self.char_at(self.pos)
                && c.is_alphanumeric()
            {
                self.pos += c.len_utf8();
            } else {
                return;
            }
        }
    }

    fn number(&mut self, watch: &Watch) -> Lexed<Token> {
        if self.byte(self.pos) == b'0' {
            match self.byte(self.pos + 1) {
                b'\'' => {
                    if let Some(token) = self.character_code()? {
                        return Ok(token);
                    }
                }
                b'x' => return self.radix(16, 2, watch),
                b'o' => return self.radix(8, 2, watch),
                b'b' => return self.radix(2, 2, watch),
                _ => {}
            }
        }
        self.digits();
        if self.byte(self.pos) == b'\'' && self.pos - self.start <= 2 {
            let base: u32 = self.text[self.start..self.pos].parse().unwrap_or(0);
            let first = char::from(self.byte(self.pos + 1));
            if (2..=36).contains(&base) && first.is_digit(base) {
                return self.radix(base, self.pos + 1 - self.start, watch);
            }
        }
        if self.fraction() || self.exponent(self.pos) {
            return self.float();
        }
        self.integer(&self.text[self.start..self.pos], 10, watch)
    }

    fn digits(&mut self) {
        loop {
            let byte = self.byte(self.pos);
            let grouped = byte == b'_' && self.byte(self.pos + 1).is_ascii_digit();
            if !byte.is_ascii_digit() && !grouped {
                return;
            }
            self.pos += 1;
        }
    }

    fn fraction(&mut self) -> bool {
        if self.byte(self.pos) != b'.' || !self.byte(self.pos + 1).is_ascii_digit() {
            return false;
        }
        self.pos += 1;
        while self.byte(self.pos).is_ascii_digit() {
            self.pos += 1;
        }
        let rest = &self.text[self.pos..];
        if rest.starts_with("Inf") || rest.starts_with("NaN") {
            self.pos += 3;
        } else {
            self.exponent(self.pos);
        }
        true
    }

    fn exponent(&mut self, at: usize) -> bool {
        if !matches!(self.byte(at), b'e' | b'E') {
            return false;
        }
        let digits = if matches!(self.byte(at + 1), b'+' | b'-') { at + 2 } else { at + 1 };
        if !self.byte(digits).is_ascii_digit() {
            return false;
        }
        self.pos = digits;
        while self.byte(self.pos).is_ascii_digit() {
            self.pos += 1;
        }
        true
    }

    fn float(&self) -> Lexed<Token> {
        let text = self.text[self.start..self.pos].replace('_', "");
        if text.ends_with("Inf") {
            return Ok(Token::Float(f64::INFINITY));
        }
        if text.ends_with("NaN") {
            return Ok(Token::Float(f64::NAN));
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Token::Float(value)),
            _ => {
                self.error_at(self.start, format!("illegal number: float `{text}` is out of range"))
            }
        }
    }

    fn radix(&mut self, base: u32, skip: usize, watch: &Watch) -> Lexed<Token> {
        let digits = self.start + skip;
        let mut at = digits;
        while char::from(self.byte(at)).is_digit(base)
            || (self.byte(at) == b'_'
                && char::from(self.byte(at + 1)).is_digit(base)
                && at > digits)
        {
            at += 1;
        }
        if at == digits {
            self.pos = self.start + 1;
            return Ok(Token::Int(0));
        }
        self.pos = at;
        self.integer(&self.text[digits..at], base, watch)
    }

    fn integer(&self, digits: &str, base: u32, watch: &Watch) -> Lexed<Token> {
        if let Ok(value) = i64::from_str_radix(digits, base) {
            return Ok(Token::Int(value));
        }
        let digits = digits.replace('_', "");
        if let Ok(value) = i64::from_str_radix(&digits, base) {
            return Ok(Token::Int(value));
        }
        match large::from_text(&digits, base, watch) {
            Some(value) => Ok(Token::Big(value)),
            None => self.error_at(self.start, "illegal number, expected digits"),
        }
    }

    /// `0'c`; nothing when what follows the quote is no character.
    fn character_code(&mut self) -> Lexed<Option<Token>> {
        let at = self.pos + 2;
        let Some(c) = self.char_at(at) else { return Ok(None) };
        if c == '\\' {
            self.pos = at;
            let c = self.escape(b'\'')?;
            return Ok(c.map(|c| Token::Int(i64::from(u32::from(c)))));
        }
        if c == '\'' {
            if self.byte(at + 1) != b'\'' {
                return Ok(None);
            }
            self.pos = at + 2;
            return Ok(Some(Token::Int(39)));
        }
        self.pos = at + c.len_utf8();
        Ok(Some(Token::Int(i64::from(u32::from(c)))))
    }

    /// A quoted item; the opening quote is at `pos`.
    fn quoted(&mut self, quote: u8) -> Lexed<String> {
        let open = self.pos;
        self.pos += 1;
        let mut out = String::new();
        loop {
            let rest = &self.bytes[self.pos.min(self.bytes.len())..];
            let plain = rest.iter().position(|b| *b == quote || *b == b'\\' || *b == b'\n');
            let Some(plain) = plain else {
                return self.error_at(open, "unterminated quoted item, expected the closing quote");
            };
            out.push_str(&self.text[self.pos..self.pos + plain]);
            self.pos += plain;
            match self.byte(self.pos) {
                b'\\' => {
                    if let Some(c) = self.escape(quote)? {
                        out.push(c);
                    }
                }
                b'\n' => {
                    if quote == b'\'' {
                        return self.error_at(self.pos, "unexpected end of line in a quoted atom");
                    }
                    out.push('\n');
                    self.pos += 1;
                }
                _ if self.byte(self.pos + 1) == quote => {
                    out.push(char::from(quote));
                    self.pos += 2;
                }
                _ => {
                    self.pos += 1;
                    return Ok(out);
                }
            }
        }
    }

    /// An escape sequence; `pos` is at the backslash. Nothing for a line continuation.
    fn escape(&mut self, quote: u8) -> Lexed<Option<char>> {
        let at = self.pos;
        let Some(c) = self.char_at(at + 1) else {
            return self.error_at(at, "unterminated escape sequence");
        };
        self.pos = at + 1 + c.len_utf8();
        let simple = match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '0'..='7' => return self.numeric_escape(at + 1, 8),
            'x' => return self.numeric_escape(at + 2, 16),
            'u' => return self.fixed_escape(at, 4),
            'U' => return self.fixed_escape(at, 8),
            'e' => '\u{1b}',
            's' => ' ',
            'z' => return self.error_at(at, "undefined escape sequence `\\z`"),
            '\n' => return Ok(None),
            'c' => {
                while self.byte(self.pos).is_ascii_whitespace() {
                    self.pos += 1;
                }
                return Ok(None);
            }
            '\\' | '\'' | '"' | '`' => c,
            _ if u32::from(c) == u32::from(quote) => c,
            _ => {
                return self
                    .error_at(at, format!("undefined escape sequence `\\{}`", c.escape_debug()));
            }
        };
        Ok(Some(simple))
    }

    fn numeric_escape(&mut self, digits: usize, base: u32) -> Lexed<Option<char>> {
        let mut at = digits;
        let mut value: u32 = 0;
        while let Some(digit) = char::from(self.byte(at)).to_digit(base) {
            value = value.saturating_mul(base).saturating_add(digit);
            at += 1;
        }
        if at == digits {
            return self.error_at(digits, "expected digits in an escape sequence");
        }
        // The closing backslash is required by the standard; other systems leave it out.
        self.pos = if self.byte(at) == b'\\' { at + 1 } else { at };
        match char::from_u32(value) {
            Some(c) => Ok(Some(c)),
            None => self.error_at(digits, "illegal character code in an escape sequence"),
        }
    }

    fn fixed_escape(&mut self, at: usize, length: usize) -> Lexed<Option<char>> {
        let digits = self.text.get(at + 2..at + 2 + length).unwrap_or_default();
        let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        self.pos = at + 2 + length;
        match value {
            Some(c) => Ok(Some(c)),
            None => {
                self.error_at(at, format!("expected {length} hexadecimal digits of a character"))
            }
        }
    }

    /// Skips past the next end token, to go on after an error.
    pub(crate) fn skip_clause(&mut self, atoms: &mut Atoms, watch: &Watch) {
        while !watch.is_over() {
            match self.next(atoms, watch) {
                Ok(Token::End | Token::Eof) => return,
                Ok(_) => {}
                Err(_) => self.pos = (self.pos + 1).min(self.bytes.len()),
            }
            while !self.text.is_char_boundary(self.pos) {
                self.pos += 1;
            }
        }
    }
}
