//! The grammar as it is read from its file: categories with features, rules, and their examples.
//! It knows no parsing; how terms are written is `grammar/notation`.

mod notation;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use crate::term::Term;
use notation::Reader;

/// The rules of Ensemble English.
static FILE: &str = include_str!("../grammar/english.grammar");

/// The values a feature may still have, one bit each; unification is `and`.
pub type Values = u128;

/// A feature of which nothing is known.
pub const ANY: Values = Values::MAX;

/// What one place of a rule asks of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// One of these values.
    Among(Values),
    /// The same as everywhere in the rule where this variable stands.
    Same(usize),
}

/// A part of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A phrase: its category and what is asked of its features, by their places.
    Phrase(u16, Vec<(usize, Pattern)>),
    /// One of these words.
    Words(Vec<Arc<str>>),
}

/// A rule.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The category it makes.
    pub category: u16,
    /// The features of what it makes, by their places.
    pub features: Vec<(usize, Pattern)>,
    /// What it is made of.
    pub parts: Vec<Part>,
    /// How far it strays from what is preferred.
    pub cost: u32,
    /// Its meaning, made of those of its parts.
    pub meaning: Term,
    /// The names of its feature variables.
    pub variables: Vec<Arc<str>>,
    /// The line it stands in.
    pub line: usize,
}

/// A sentence beside a rule that must, or must not, be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The sentence.
    pub text: String,
    /// The logic it must come to; nothing when it must be refused.
    pub logic: Option<String>,
    /// The line it stands in.
    pub line: usize,
}

/// A grammar.
#[derive(Debug, Default)]
pub struct Grammar {
    /// The rules.
    pub rules: Vec<Rule>,
    /// Sentences that show them.
    pub examples: Vec<Example>,
    /// Words that rules name; they are looked up nowhere else.
    pub reserved: BTreeSet<Arc<str>>,
    categories: HashMap<String, u16>,
    features: Vec<HashMap<String, usize>>,
    values: HashMap<String, u32>,
    macros: HashMap<String, Term>,
}

/// Why a grammar cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the grammar: {message}")]
pub struct BadGrammar {
    /// Where.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// The grammar of Ensemble English; a test reads the file, so that no mistake reaches a user.
pub fn ensemble() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| Grammar::read(FILE).unwrap_or_default());
    &GRAMMAR
}

impl Grammar {
    /// Reads a grammar.
    pub fn read(text: &str) -> Result<Self, BadGrammar> {
        let mut grammar = Self::default();
        for (line, statement) in statements(text) {
            let wrong = |message: String| BadGrammar { line, message };
            if let Some(rest) = statement.strip_prefix("+ ") {
                let (text, logic) = rest.split_once(" => ").unwrap_or((rest, ""));
                let logic = Some(logic.trim().to_owned());
                grammar.examples.push(Example { text: text.trim().to_owned(), logic, line });
            } else if let Some(text) = statement.strip_prefix("- ") {
                let text = text.trim().to_owned();
                grammar.examples.push(Example { text, logic: None, line });
            } else {
                Reader::new(&statement, line, &mut grammar).statement().map_err(wrong)?;
            }
        }
        Ok(grammar)
    }

    /// The number of a category, made when it is new.
    fn category(&mut self, name: &str) -> u16 {
        if let Some(known) = self.categories.get(name) {
            return *known;
        }
        let number = u16::try_from(self.categories.len()).unwrap_or(u16::MAX);
        self.categories.insert(name.to_owned(), number);
        self.features.push(HashMap::new());
        number
    }

    fn feature(&mut self, category: u16, name: &str) -> usize {
        let places = &mut self.features[usize::from(category)];
        let next = places.len();
        *places.entry(name.to_owned()).or_insert(next)
    }

    fn value(&mut self, name: &str) -> Option<Values> {
        let next = u32::try_from(self.values.len()).unwrap_or(u32::MAX);
        let bit = *self.values.entry(name.to_owned()).or_insert(next);
        1_u128.checked_shl(bit)
    }

    /// A category by its name.
    pub fn category_named(&self, name: &str) -> Option<u16> {
        self.categories.get(name).copied()
    }

    /// How many features a category has.
    pub fn places(&self, category: u16) -> usize {
        self.features[usize::from(category)].len()
    }

    /// The features of a word, as its category keeps them; those no rule asks for are left out.
    pub fn features_of(&self, category: u16, given: &[(&str, &str)]) -> Box<[Values]> {
        let places = &self.features[usize::from(category)];
        let mut values = vec![ANY; places.len()];
        for (name, listed) in given {
            if let Some(place) = places.get(*name) {
                let bits = listed.split('|').filter_map(|value| self.values.get(value));
                values[*place] = bits.fold(0, |all, bit| all | (1_u128 << bit));
            }
        }
        values.into()
    }

    /// The one value that is left, if it is one.
    pub fn value_name(&self, values: Values) -> Option<&str> {
        if values.count_ones() != 1 {
            return None;
        }
        let bit = values.trailing_zeros();
        self.values.iter().find(|(_, known)| **known == bit).map(|(name, _)| name.as_str())
    }
}

/// Statements with the lines they begin in; a line that begins with spaces and is no example goes
/// on with the one before.
fn statements(text: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        let example = bare.starts_with("+ ") || bare.starts_with("- ");
        match found.last_mut() {
            Some((_, last)) if line.starts_with(' ') && !example => {
                last.push(' ');
                last.push_str(bare);
            }
            _ => found.push((index + 1, bare.to_owned())),
        }
    }
    found
}
