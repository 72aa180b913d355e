//! How rules and meanings are written in the grammar's file.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Grammar, Part, Pattern, Rule};
use crate::term::{Condition, Term};

/// The conditions a box may hold: what the grammar can say at all.
const CONDITIONS: &[&str] = &[
    "n", "a", "r", "v", "st", "subj", "obj", "role", "manner", "the", "pronoun", "eq", "not", "if",
    "or", "one", "iff", "normally", "def", "mark", "tense", "ask", "name", "any",
];

pub(super) struct Reader<'g> {
    tokens: Vec<String>,
    at: usize,
    line: usize,
    grammar: &'g mut Grammar,
    bound: HashMap<String, u32>,
    next: u32,
    variables: Vec<Arc<str>>,
}

type Read<T> = Result<T, String>;

impl<'g> Reader<'g> {
    pub(super) fn new(text: &str, line: usize, grammar: &'g mut Grammar) -> Self {
        let tokens = tokens(text);
        Self { tokens, at: 0, line, grammar, bound: HashMap::new(), next: 1, variables: Vec::new() }
    }

    /// `let NAME = term`, `values` of features that only words have, or a rule.
    pub(super) fn statement(mut self) -> Read<()> {
        if self.peek() == "values" {
            for name in self.tokens.drain(1..) {
                self.grammar.value(&name);
            }
            return Ok(());
        }
        if self.peek() == "let" {
            self.at += 1;
            let name = self.take();
            self.expect("=")?;
            let term = self.term()?;
            self.end()?;
            self.grammar.macros.insert(name, term);
            return Ok(());
        }
        let (category, features) = self.category()?;
        self.expect("->")?;
        let mut parts = Vec::new();
        while !matches!(self.peek(), ":" | "!" | "") {
            parts.push(self.part()?);
        }
        let mut cost = 0;
        if self.peek() == "!" {
            self.at += 1;
            cost = self.take().parse().map_err(|_| "expected a number after `!`".to_owned())?;
        }
        self.expect(":")?;
        let meaning = self.term()?;
        self.end()?;
        let rule = Rule {
            category,
            features,
            parts,
            cost,
            meaning,
            variables: self.variables,
            line: self.line,
        };
        self.grammar.rules.push(rule);
        Ok(())
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn expect(&mut self, mark: &str) -> Read<()> {
        let found = self.take();
        if found == mark { Ok(()) } else { Err(format!("expected `{mark}`, found `{found}`")) }
    }

    fn end(&self) -> Read<()> {
        if self.at >= self.tokens.len() {
            Ok(())
        } else {
            Err(format!("`{}` is left over", self.peek()))
        }
    }

    fn part(&mut self) -> Read<Part> {
        if self.peek().starts_with('"') {
            let mut words = vec![self.word()];
            while self.peek() == "|" {
                self.at += 1;
                words.push(self.word());
            }
            return Ok(Part::Words(words));
        }
        let (category, features) = self.category()?;
        Ok(Part::Phrase(category, features))
    }

    fn word(&mut self) -> Arc<str> {
        let word: Arc<str> = Arc::from(self.take().trim_matches('"'));
        self.grammar.reserved.insert(word.clone());
        word
    }

    fn category(&mut self) -> Read<(u16, Vec<(usize, Pattern)>)> {
        let name = self.take();
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(format!("expected a category, found `{name}`"));
        }
        let category = self.grammar.category(&name);
        let mut features = Vec::new();
        if self.peek() == "[" {
            self.at += 1;
            while self.peek() != "]" {
                let name = self.take();
                self.expect("=")?;
                let place = self.grammar.feature(category, &name);
                features.push((place, self.pattern()?));
                if self.peek() == "," {
                    self.at += 1;
                }
            }
            self.at += 1;
        }
        Ok((category, features))
    }

    fn pattern(&mut self) -> Read<Pattern> {
        let first = self.take();
        if first.starts_with(|c: char| c.is_ascii_uppercase()) {
            let known = self.variables.iter().position(|name| **name == *first);
            return Ok(Pattern::Same(known.unwrap_or_else(|| {
                self.variables.push(Arc::from(first.as_str()));
                self.variables.len() - 1
            })));
        }
        let many = || "the grammar has more than 128 values of features".to_owned();
        let mut values = self.grammar.value(&first).ok_or_else(many)?;
        while self.peek() == "|" {
            self.at += 1;
            let next = self.take();
            values |= self.grammar.value(&next).ok_or_else(many)?;
        }
        Ok(Pattern::Among(values))
    }

    fn term(&mut self) -> Read<Term> {
        let mut term = self.applied()?;
        while self.peek() == "+" {
            self.at += 1;
            term = Term::Merge(Arc::new(term), Arc::new(self.applied()?));
        }
        Ok(term)
    }

    fn applied(&mut self) -> Read<Term> {
        let mut term = self.plain()?;
        loop {
            match self.peek() {
                "(" => {
                    for argument in self.arguments()? {
                        term = Term::Apply(Arc::new(term), Arc::new(argument));
                    }
                }
                "~" => {
                    self.at += 1;
                    term = Term::Joined(Arc::new(term), Arc::new(self.plain()?));
                }
                _ => return Ok(term),
            }
        }
    }

    fn arguments(&mut self) -> Read<Vec<Term>> {
        self.expect("(")?;
        let mut found = vec![self.term()?];
        while self.peek() == "," {
            self.at += 1;
            found.push(self.term()?);
        }
        self.expect(")")?;
        Ok(found)
    }

    fn plain(&mut self) -> Read<Term> {
        let token = self.take();
        match token.as_str() {
            "(" => {
                let inner = self.term()?;
                self.expect(")")?;
                Ok(inner)
            }
            "\\" => self.function(),
            "[" => self.boxed(),
            "gap" => Ok(Term::Gap),
            _ if token.starts_with('\'') => Ok(Term::Symbol(Arc::from(token.trim_matches('\'')))),
            _ if token.starts_with('$') => {
                let number: usize = token[1..].parse().map_err(|_| format!("`{token}`?"))?;
                Ok(Term::Part(number))
            }
            _ if token.starts_with('@') => Ok(Term::Value(Arc::from(&token[1..]))),
            _ => self.named(&token),
        }
    }

    fn named(&mut self, name: &str) -> Read<Term> {
        if let Some(variable) = self.bound.get(name) {
            return Ok(Term::Variable(*variable));
        }
        let known = self.grammar.macros.get(name).cloned();
        known.ok_or_else(|| format!("`{name}` is neither bound nor defined"))
    }

    fn function(&mut self) -> Read<Term> {
        let mut names = Vec::new();
        while self.peek() != "." {
            names.push(self.take());
        }
        self.at += 1;
        if names == ["gap"] {
            return Ok(Term::Filled(Arc::new(self.term()?)));
        }
        let before = self.bound.clone();
        let numbers: Vec<u32> = names.iter().map(|name| self.bind(name)).collect();
        let body = self.term()?;
        self.bound = before;
        Ok(numbers
            .into_iter()
            .rev()
            .fold(body, |body, number| Term::Function(number, Arc::new(body))))
    }

    fn bind(&mut self, name: &str) -> u32 {
        self.next += 1;
        // Numbers of the file are far from those given out while reading.
        let number = 2_000_000 + u32::try_from(self.line).unwrap_or(0) * 64 + self.next;
        self.bound.insert(name.to_owned(), number);
        number
    }

    /// A box; its referents are known in all that follows in the same function.
    fn boxed(&mut self) -> Read<Term> {
        let mut referents = Vec::new();
        while self.peek() != "|" {
            let name = self.take();
            referents.push(self.bind(&name));
        }
        self.at += 1;
        let mut conditions = Vec::new();
        while self.peek() != "]" {
            let name = self.take();
            if !CONDITIONS.contains(&name.as_str()) {
                return Err(format!("`{name}` is no condition"));
            }
            let terms = self.arguments()?;
            conditions.push(Condition { name: Arc::from(name.as_str()), terms });
            if self.peek() == "," {
                self.at += 1;
            }
        }
        self.at += 1;
        Ok(Term::Box(referents, conditions))
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => rest[1..].find(first).map_or(rest.len(), |at| at + 2),
            '-' if rest.starts_with("->") => 2,
            c if c.is_alphanumeric() || matches!(c, '$' | '@' | '_') => rest[1..]
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .map_or(rest.len(), |at| at + 1),
            c => c.len_utf8(),
        };
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    found
}
