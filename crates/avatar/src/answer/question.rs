//! A question: its terms, what kind of thing it asks for, and the time it asks about.

use std::collections::HashSet;

use crate::asking;
use crate::corpus::Corpus;
use crate::encoder::Fixed;
use crate::library::LibraryError;
use crate::search::{Query, QueryTerm};
use crate::words::{Terms, words};

use super::Asked;
use super::heart::Heart;
use super::personal::{Personal, personal};

/// What kind of thing would answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// A number or an amount.
    Number,
    /// A time.
    Time,
    /// A person or a group.
    Person,
    /// A place.
    Place,
    /// Anything else.
    Thing,
}

/// A question as the answerer understands it.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// Its terms.
    pub(crate) terms: Vec<QueryTerm>,
    /// Its vector, by the encoder of the index.
    pub(crate) vector: Vec<f32>,
    /// Its vector by the encoder inside the binary, which is fast enough for single sentences.
    pub(crate) meaning: Vec<f32>,
    /// What kind of thing would answer.
    pub(crate) wanted: Wanted,
    /// What it wants to know of the one who speaks.
    pub(super) personal: Personal,
    /// Whether it asks who speaks.
    pub(super) names_the_speaker: bool,
    /// What it asks of the things it names.
    pub(super) heart: Heart,
    years: Vec<i32>,
}

/// Words that point back at what was said before.
const POINTING: [&str; 14] = [
    "he", "she", "it", "they", "him", "her", "them", "this", "that", "these", "those", "his",
    "its", "their",
];

/// How many turns back a question may point.
const TURNS: usize = 6;
/// How much a word counts that stood in an earlier turn.
const EARLIER: f32 = 0.5;

/// The question with what it points back at.
pub(crate) fn whole(asked: &Asked<'_>) -> String {
    let mut turns = earlier(asked);
    turns.push(asked.question);
    turns.join(" ")
}

/// The turns that a question needs: back to the last one that can be understood by itself.
fn earlier<'a>(asked: &Asked<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut open = leans(asked.question);
    for turn in asked.before.iter().rev().take(TURNS).filter(|turn| !turn.trim().is_empty()) {
        if !open {
            break;
        }
        found.push(*turn);
        open = leans(turn);
    }
    found.reverse();
    found
}

/// Whether a question cannot be understood by itself.
fn leans(question: &str) -> bool {
    let terms: HashSet<String> = Terms::new().of_text(question).into_iter().collect();
    let points = words(question).any(|word| POINTING.contains(&word.folded.as_str()));
    points || terms.len() < 2
}

impl Question {
    /// Reads a question, with the words before it where it points back at them.
    pub(crate) fn read(corpus: &Corpus, asked: &Asked<'_>) -> Result<Self, LibraryError> {
        let question = asked.question;
        let mut query = corpus.query(question)?;
        let (turns, whole) = (earlier(asked), whole(asked));
        if !turns.is_empty() {
            query.vector = corpus.query(&whole)?.vector;
        }
        for turn in turns.iter().rev() {
            for term in corpus.query(turn)?.terms {
                if !query.terms.iter().any(|other| other.term == term.term) {
                    query.terms.push(QueryTerm { count: term.count * EARLIER, ..term });
                }
            }
        }
        let personal = personal(question);
        let nameless = query.terms.iter().all(|term| term.word.eq_ignore_ascii_case("name"));
        let names_the_speaker = personal != Personal::No && nameless;
        if names_the_speaker {
            // Who somebody is stands where the name stands.
            let name = corpus.query(&corpus.profile().name)?;
            let part = if query.terms.is_empty() { 1.0 } else { 0.5 };
            query.vector = if query.terms.is_empty() { name.vector } else { query.vector };
            query.terms.extend(name.terms.into_iter().map(|it| QueryTerm { count: part, ..it }));
        }
        let years = words(question).filter_map(|word| year(&word.folded)).collect();
        let meaning = Fixed::built_in().map(|fixed| fixed.encode(&whole)).unwrap_or_default();
        let Query { terms, vector } = query;
        let (wanted, heart) = (wanted(question), Heart::of(question));
        Ok(Self { terms, vector, meaning, wanted, personal, names_the_speaker, heart, years })
    }

    /// Whether it asks who speaks, and not what that one is like.
    pub(super) fn asks_who_speaks(&self) -> bool {
        let named = || self.terms.iter().any(|term| term.word.eq_ignore_ascii_case("name"));
        self.names_the_speaker && (self.wanted == Wanted::Person || named())
    }

    /// How much all its terms tell.
    pub(crate) fn weight(&self) -> f32 {
        self.terms
            .iter()
            .map(|term| term.idf * term.count.min(1.0))
            .sum::<f32>()
            .max(f32::MIN_POSITIVE)
    }

    /// A year in the question after the last one the corpus can know.
    pub(crate) fn year_after(&self, last: Option<i32>) -> Option<i32> {
        self.years.iter().copied().find(|year| last.is_some_and(|last| *year > last))
    }
}

fn year(word: &str) -> Option<i32> {
    let digits = word.strip_suffix('s').unwrap_or(word);
    let year: i32 = (digits.len() == 4).then(|| digits.parse().ok()).flatten()?;
    (1000..2200).contains(&year).then_some(year)
}

fn wanted(question: &str) -> Wanted {
    let words: Vec<_> = words(question).collect();
    let has = |word: &str| words.iter().any(|other| other.folded == word);
    let follows = |first: &str, second: &[&str]| {
        let pairs = words.windows(2).map(|pair| (&pair[0].folded, &pair[1].folded));
        pairs.into_iter().any(|(left, right)| left == first && second.contains(&right.as_str()))
    };
    if asking::asks_for_number(&words) {
        Wanted::Number
    } else if has("when")
        || follows("what", &["year", "date", "century", "decade", "day", "month"])
        || follows("which", &["year", "date", "century"])
    {
        Wanted::Time
    } else if asking::asks_for_name(&words) || has("who") || has("whom") || has("whose") {
        Wanted::Person
    } else if has("where")
        || follows("what", &["city", "country", "state", "place"])
        || follows("which", &["city", "country", "state"])
    {
        Wanted::Place
    } else {
        Wanted::Thing
    }
}
