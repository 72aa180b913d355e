//! Where the clauses of a Prolog text end: quotes, comments and numbers keep their full stops.

/// One clause without its full stop and without comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) text: String,
    /// Where it begins, from 1.
    pub(super) line: usize,
    /// A full stop came.
    pub(super) ended: bool,
}

/// Splits a text.
pub(super) fn clauses(text: &str) -> Vec<Part> {
    let mut splitter = Splitter { chars: text.chars().collect(), at: 0, line: 1 };
    let mut found = Vec::new();
    while let Some(part) = splitter.next() {
        found.push(part);
    }
    found
}

struct Splitter {
    chars: Vec<char>,
    at: usize,
    line: usize,
}

impl Splitter {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek(0)?;
        self.at += 1;
        self.line += usize::from(next == '\n');
        Some(next)
    }

    fn next(&mut self) -> Option<Part> {
        let (mut text, mut line) = (String::new(), self.line);
        while let Some(here) = self.peek(0) {
            if text.trim().is_empty() {
                text.clear();
                line = self.line;
            }
            match here {
                '%' => self.skip_line(),
                '/' if self.peek(1) == Some('*') && !ends_in_symbol(&text) => self.block(),
                '\'' | '"' | '`' => self.quoted(here, &mut text),
                '.' if self.is_end(&text) => {
                    self.bump();
                    if !text.trim().is_empty() {
                        let text = text.trim().to_owned();
                        return Some(Part { text, line, ended: true });
                    }
                }
                _ => text.extend(self.bump()),
            }
        }
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(Part { text, line, ended: false })
    }

    fn is_end(&self, before: &str) -> bool {
        let next = self.peek(1);
        !ends_in_symbol(before) && next.is_none_or(|c| c.is_whitespace() || c == '%')
    }

    fn skip_line(&mut self) {
        while self.peek(0).is_some_and(|c| c != '\n') {
            self.bump();
        }
    }

    fn block(&mut self) {
        self.at += 2;
        while let Some(here) = self.bump() {
            if here == '*' && self.peek(0) == Some('/') {
                self.bump();
                return;
            }
        }
    }

    fn quoted(&mut self, mark: char, text: &mut String) {
        text.extend(self.bump());
        if mark == '\'' && text.ends_with("0'") && !is_word(text, 2) {
            // A character code such as `0'.`
            text.extend(self.bump());
            return;
        }
        while let Some(here) = self.bump() {
            text.push(here);
            if here == '\\' {
                text.extend(self.bump());
            } else if here == mark {
                return;
            }
        }
    }
}

fn ends_in_symbol(text: &str) -> bool {
    text.ends_with(|c: char| "+-*/\\^<>=~:.?@#&$".contains(c))
}

/// Whether the character `from_end` places before the end belongs to a longer word.
fn is_word(text: &str, from_end: usize) -> bool {
    let before = text.chars().rev().nth(from_end);
    before.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_stops_inside_quotes_numbers_and_comments_end_nothing() {
        let parts =
            clauses("a(1.5). b('x. y'). % no. end\nc(0'.) :- d =.. e. /* f. */ g(\"h.\"). i");
        let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(texts, ["a(1.5)", "b('x. y')", "c(0'.) :- d =.. e", "g(\"h.\")", "i"]);
        assert_eq!(parts.iter().filter(|part| part.ended).count(), 4);
        assert_eq!(parts[2].line, 2);
    }
}
