//! The grammar: every category is a function from a position to its analyses.
//! This file holds the parser's state, terminals and coordination; the categories are in `grammar/`.

mod adjective;
mod aside;
mod attached;
mod broad;
mod clause;
mod complement;
mod contrast;
mod described;
mod determiner;
mod elided;
mod foretold;
mod head;
mod modifier;
mod name;
mod noun;
mod phrase;
mod question;
mod reported;
mod shared;
mod time;
mod title;
mod unsaid;
mod verb;

pub(crate) use phrase::is_period;

use super::chart::{Memo, Parse, Parses, Reach, prune};
use super::closed;
use super::read;
use super::syntax::{Adjective, Complement, Join, Np, Sentence, Vp};
use super::tokens::{Kind, Token};

/// The forms a verb phrase may be asked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// With a singular subject.
    Singular = 0,
    /// With a plural subject.
    Plural = 1,
    /// After `do`, `to` or a modal.
    Base = 2,
    /// After `have`.
    Participle = 3,
    /// After `be` or as a modifier.
    Gerund = 4,
}

/// A parser for one sentence.
pub struct Grammar<'a> {
    tokens: &'a [Token],
    reach: Reach,
    nps: Memo<Np>,
    simple_nps: Memo<Np>,
    vps: Memo<Vp>,
    simple_vps: Memo<Vp>,
    complements: Memo<Complement>,
    adjectives: Memo<Adjective>,
    sentences: Memo<Sentence>,
    clauses: Memo<Sentence>,
}

impl<'a> Grammar<'a> {
    /// A parser over these words.
    pub fn new(tokens: &'a [Token]) -> Self {
        Self {
            tokens,
            reach: Reach::default(),
            nps: Memo::default(),
            simple_nps: Memo::default(),
            vps: Memo::default(),
            simple_vps: Memo::default(),
            complements: Memo::default(),
            adjectives: Memo::default(),
            sentences: Memo::default(),
            clauses: Memo::default(),
        }
    }

    /// The cheapest analyses of the whole input as a statement.
    pub fn statement(&self) -> Vec<Parse<Sentence>> {
        let end = self.tokens.len();
        let unsure = read::UNSURE * u32::from(self.is_reported());
        let whole = self.top(0).into_iter().filter(|parse| parse.end == end);
        whole.map(|parse| parse.plus(unsure)).collect()
    }

    /// The position of the first word that fits no analysis.
    pub fn furthest(&self) -> usize {
        self.reach.furthest().min(self.tokens.len().saturating_sub(1))
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn token(&self, at: usize) -> Option<&'a Token> {
        self.tokens.get(at)
    }

    /// The lower-case word at a position.
    pub(crate) fn lower(&self, at: usize) -> &'a str {
        self.tokens
            .get(at)
            .map_or("", |t| if t.kind == Kind::Quote { "" } else { t.lower.as_str() })
    }

    /// Whether this word stands at a position.
    pub(crate) fn is(&self, at: usize, word: &str) -> bool {
        let found = self.lower(at) == word;
        if found {
            self.reach.note(at);
        }
        found
    }

    /// The position after these words, if they stand here.
    pub(crate) fn words(&self, at: usize, words: &[&str]) -> Option<usize> {
        words.iter().enumerate().all(|(i, word)| self.is(at + i, word)).then_some(at + words.len())
    }

    pub(crate) fn one_of(&self, at: usize, words: &[&str]) -> bool {
        let found = words.contains(&self.lower(at));
        if found {
            self.reach.note(at);
        }
        found
    }

    pub(crate) fn note(&self, at: usize) {
        self.reach.note(at);
    }

    /// Past a comma, if there is one.
    pub(crate) fn past_comma(&self, at: usize) -> usize {
        if self.is(at, ",") { at + 1 } else { at }
    }

    /// Past `also`, which says nothing of its own.
    fn past_also(&self, at: usize) -> usize {
        if self.is(at, "also") { at + 1 } else { at }
    }

    /// A preposition and the position after it.
    pub(crate) fn preposition(&self, at: usize) -> Option<(String, usize)> {
        // `directed After Tiller`: a word of grammar with a capital is part of a title.
        if at > 0 && self.token(at).is_some_and(Token::is_capital) {
            return None;
        }
        for (words, name) in closed::LONG_PREPOSITIONS {
            if let Some(end) = self.words(at, words) {
                return Some(((*name).to_owned(), end));
            }
        }
        let word = self.lower(at);
        if !self.one_of(at, closed::PREPOSITIONS) {
            return None;
        }
        Some((word.to_owned(), at + 1))
    }

    /// Items alone, in series, and inside either-or, both-and, neither-nor.
    pub(crate) fn joined<T: Clone + PartialEq>(
        &self,
        at: usize,
        item: &dyn Fn(usize) -> Parses<T>,
        wrap: &dyn Fn(Join, Vec<T>) -> T,
    ) -> Vec<Parse<T>> {
        self.joined_by(at, &["and", "but"], item, wrap)
    }

    /// The same with other words for `and`.
    pub(crate) fn joined_by<T: Clone + PartialEq>(
        &self,
        at: usize,
        ands: &[&str],
        item: &dyn Fn(usize) -> Parses<T>,
        wrap: &dyn Fn(Join, Vec<T>) -> T,
    ) -> Vec<Parse<T>> {
        let mut found = self.unit(at, ands, item, wrap);
        for series in self.series(at, &["or"], &|p| self.unit(p, ands, item, wrap)) {
            if let Some(end) = self.not_both(series.end) {
                found.push(Parse::new(wrap(Join::Either, series.value.clone()), end, series.cost));
            }
            found.push(Parse::new(wrap(Join::Or, series.value), series.end, series.cost));
        }
        prune(found)
    }

    /// The position after `, but not both`.
    fn not_both(&self, at: usize) -> Option<usize> {
        let opened = self.one_of(at, &[",", "("]);
        let from = if opened { at + 1 } else { at };
        let end = self.words(from, &["but", "not", "both"])?;
        let closes = self.is(at, "(") && self.is(end, ")");
        Some(if closes { end + 1 } else { end })
    }

    fn unit<T: Clone + PartialEq>(
        &self,
        at: usize,
        ands: &[&str],
        item: &dyn Fn(usize) -> Parses<T>,
        wrap: &dyn Fn(Join, Vec<T>) -> T,
    ) -> Vec<Parse<T>> {
        let element = |p| self.element(p, ands, item, wrap);
        let mut found = element(at);
        for series in self.series(at, ands, &element) {
            found.push(Parse::new(wrap(Join::And, series.value), series.end, series.cost));
        }
        prune(found)
    }

    fn element<T: Clone + PartialEq>(
        &self,
        at: usize,
        ands: &[&str],
        item: &dyn Fn(usize) -> Parses<T>,
        wrap: &dyn Fn(Join, Vec<T>) -> T,
    ) -> Vec<Parse<T>> {
        let mut found = item(at).to_vec();
        found.extend(self.not_only(at, item, wrap));
        let groups: [(&str, Join, &[&str]); 3] = [
            ("either", Join::Either, &["or"]),
            ("neither", Join::Neither, &["nor", "or"]),
            ("both", Join::And, &["and"]),
        ];
        for (opening, join, marks) in groups {
            if !self.is(at, opening) {
                continue;
            }
            let inner = |p| {
                if join == Join::And { item(p).to_vec() } else { self.unit(p, ands, item, wrap) }
            };
            for series in self.series(at + 1, marks, &inner) {
                if let Some(end) = self.not_both(series.end).filter(|_| join == Join::Either) {
                    found.push(Parse::new(wrap(join, series.value.clone()), end, series.cost));
                }
                found.push(Parse::new(wrap(join, series.value), series.end, series.cost));
            }
        }
        found
    }

    /// `not only A but also B`: both.
    fn not_only<T: Clone + PartialEq>(
        &self,
        at: usize,
        item: &dyn Fn(usize) -> Parses<T>,
        wrap: &dyn Fn(Join, Vec<T>) -> T,
    ) -> Vec<Parse<T>> {
        let Some(from) = self.words(at, &["not", "only"]) else { return Vec::new() };
        let mut found = Vec::new();
        for first in item(from).iter() {
            let but = self.past_comma(first.end);
            if !self.is(but, "but") {
                continue;
            }
            for second in item(self.past_also(but + 1)).iter() {
                let both = vec![first.value.clone(), second.value.clone()];
                let cost = first.cost + second.cost;
                found.push(Parse::new(wrap(Join::And, both), second.end, cost));
            }
        }
        found
    }

    /// `A mark B`, `A, B, mark C`, `A mark B mark C`: two or more items.
    pub(crate) fn series<T: Clone>(
        &self,
        at: usize,
        marks: &[&str],
        item: &dyn Fn(usize) -> Vec<Parse<T>>,
    ) -> Vec<Parse<Vec<T>>> {
        let mut open: Vec<(Parse<Vec<T>>, bool)> = item(at)
            .into_iter()
            .map(|p| (Parse::new(vec![p.value], p.end, p.cost), false))
            .collect();
        let mut closed = Vec::new();
        while let Some((so_far, pending)) = open.pop() {
            if so_far.value.len() > 1 && !pending {
                closed.push(so_far.clone());
            }
            if so_far.value.len() > 12 {
                continue;
            }
            let after = self.past_comma(so_far.end);
            let as_well = marks.contains(&"and")
                && after == so_far.end
                && self.words(after, &["as", "well", "as"]).is_some();
            let marked = as_well || self.one_of(after, marks);
            let next = match (as_well, marked) {
                (true, _) => after + 3,
                (false, true) => self.past_also(after + 1),
                (false, false) => after,
            };
            if next == so_far.end {
                continue;
            }
            for parse in item(next) {
                let mut value = so_far.value.clone();
                value.push(parse.value);
                open.push((Parse::new(value, parse.end, so_far.cost + parse.cost), !marked));
            }
        }
        closed
    }
}
