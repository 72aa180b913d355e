//! What the words of a sentence may be: categories and features for the chart.
//! The tables are `words`, `morphology` and the files of corrections, names and prepositions.

mod names;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use crate::chart::Lexical;
use crate::grammar::{Grammar, ensemble};
use crate::morphology::{Form, graded, nouns, singular, stems, verbs};
use crate::term::Term;
use crate::tokens::{Kind, Token};
use crate::words::{Word, word};

pub use names::{Sex, key, sex_of_name};

static CORRECTIONS: &str = include_str!("../lexicon/corrections.txt");
static PREPOSITIONS: &str = include_str!("../lexicon/prepositions.txt");
static CLOSED: &str = include_str!("../lexicon/closed.txt");
static UNITS: &str = include_str!("../lexicon/units.txt");

type Rows = HashMap<&'static str, Vec<&'static str>>;

static MARKS: LazyLock<Rows> = LazyLock::new(|| rows(CORRECTIONS));

fn rows(text: &'static str) -> Rows {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut fields = line.split_whitespace();
            Some((fields.next()?, fields.collect()))
        })
        .collect()
}

/// Whether the file of corrections marks a word so.
pub fn is_marked(word: &str, mark: &str) -> bool {
    MARKS.get(word).is_some_and(|marks| marks.contains(&mark))
}

/// The dimension of a unit, and how many of its base one is.
pub fn unit(name: &str) -> Option<(&'static str, f64)> {
    static TABLE: LazyLock<HashMap<&'static str, (&'static str, f64)>> = LazyLock::new(|| {
        let row = |fields: Vec<&'static str>| match fields[..] {
            [name, dimension, factor] => Some((name, (dimension, factor.parse().ok()?))),
            _ => None,
        };
        UNITS.lines().filter_map(|line| row(line.split(' ').collect())).collect()
    });
    TABLE.get(name).copied()
}

/// What a noun is called by: a person, a male, a female, a thing.
pub fn sex_of_noun(noun: &str) -> Sex {
    let head = noun.rsplit('_').next().unwrap_or(noun);
    let known = word(head);
    if is_marked(head, "male") {
        Sex::Male
    } else if is_marked(head, "female") {
        Sex::Female
    } else if head == "person" || known.is_some_and(|known| known.person) {
        Sex::Person
    } else if known.is_some_and(|known| known.frames.contains("animal")) {
        Sex::Animal
    } else if known.is_none() {
        Sex::Unknown
    } else {
        Sex::Thing
    }
}

/// Numbers as words.
const NUMBERS: &[(&str, &str)] = &[
    ("zero", "0"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("thirteen", "13"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("eighteen", "18"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("ninety", "90"),
    ("hundred", "100"),
];

/// Everything the words of a sentence may be.
pub fn lexical(
    grammar: &Grammar,
    tokens: &[Token],
    is_name: &dyn Fn(&str) -> bool,
) -> Vec<Lexical> {
    let mut found = Found { grammar, all: Vec::new() };
    for at in 0..tokens.len() {
        found.token(tokens, at);
    }
    names::add(tokens, &mut found, is_name);
    found.all
}

/// Whether no table knows a word, so that its place alone tells what it is.
pub fn is_unknown(token: &Token) -> bool {
    token.kind == Kind::Word
        && !ensemble().reserved.contains(&token.lower)
        && !is_closed(&token.lower)
        && word(&token.lower).is_none()
        && nouns(&token.lower).is_empty()
        && verbs(&token.lower).is_empty()
        && graded(&token.lower, "er").is_none()
        && !is_preposition(&token.lower)
}

/// Whether a word is one of the small words of the language, which name nothing.
pub fn is_closed(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&'static str>> =
        LazyLock::new(|| CLOSED.split_whitespace().collect());
    WORDS.contains(word)
}

/// Whether a word is a preposition.
pub fn is_preposition(word: &str) -> bool {
    PREPOSITIONS.lines().any(|line| line == word)
}

/// Halves of the day.
fn is_half(word: &str) -> bool {
    ["am", "pm", "a.m", "p.m"].contains(&word)
}

struct Found<'g> {
    grammar: &'g Grammar,
    all: Vec<Lexical>,
}

/// Where a word stands and how far its reading strays.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    cost: u32,
}

impl Found<'_> {
    fn push(&mut self, place: Place, category: &str, features: &[(&str, &str)], symbol: &str) {
        let Some(category) = self.grammar.category_named(category) else { return };
        self.all.push(Lexical {
            start: place.start,
            end: place.end,
            category,
            features: self.grammar.features_of(category, features),
            meaning: Term::Symbol(Arc::from(symbol)),
            cost: place.cost,
        });
    }

    fn token(&mut self, tokens: &[Token], at: usize) {
        let token = &tokens[at];
        let place = Place { start: at, end: at + 1, cost: 0 };
        let text: &str = &token.lower;
        match token.kind {
            Kind::Number => {
                if let Some(half) = tokens.get(at + 1).filter(|next| is_half(&next.lower)) {
                    let time = format!("{text}_{}", half.lower.replace('.', ""));
                    self.push(Place { end: at + 2, ..place }, "PN", &[("num", "sg")], &time);
                }
                let num = if text == "1" { "sg" } else { "pl" };
                self.push(place, "NUM", &[("num", num)], text);
                self.push(place, "ID", &[], text);
                return;
            }
            Kind::Code => {
                self.push(place, "ID", &[], &key(&token.text));
                return;
            }
            Kind::Mark | Kind::Quoted => return,
            Kind::Capital | Kind::Word => {}
        }
        if let Some((_, number)) = NUMBERS.iter().find(|(name, _)| *name == text) {
            let num = if *number == "1" { "sg" } else { "pl" };
            self.push(place, "NUM", &[("num", num)], number);
        }
        if token.text.len() == 1 && token.kind == Kind::Capital {
            self.push(place, "ID", &[], text);
        }
        if is_preposition(text) && (at == 0 || token.kind == Kind::Word) {
            self.push(place, "P", &[], text);
        }
        let reserved = self.grammar.reserved.contains(text) || is_closed(text);
        if reserved && !is_marked(text, "open") {
            return;
        }
        // Only the first word of a sentence is written with a capital without being a name.
        let capital = word(text).is_some_and(|known| known.capital);
        if token.kind == Kind::Capital && at > 0 && !capital {
            return;
        }
        self.open(text, place);
        if is_unknown(token) {
            self.unknown(text, Place { cost: 1, ..place });
        }
    }

    fn open(&mut self, text: &str, place: Place) {
        let known = word(text).unwrap_or_default();
        let common = [known.noun, known.verb, known.adjective, known.adverb];
        let most = common.iter().flatten().max().copied().unwrap_or(0);
        let rare = |count: Option<u8>| count.is_some_and(|count| count + 5 < most);
        for (lemma, plural) in nouns(text) {
            let dropped = rare(known.noun) && !plural && !is_marked(text, "mass");
            if !dropped && !is_marked(text, "no-noun") {
                self.noun(&lemma, plural, place);
            }
        }
        self.verbs(text, (known, rare(known.verb)), place);
        let told = is_marked(text, "adjective");
        let adjective = told || known.adjective.is_some() && !rare(known.adjective);
        if adjective && !is_marked(text, "no-adjective") && !self.is_deed(text, known) {
            let kind = if is_marked(text, "private") { "private" } else { "plain" };
            self.push(place, "ADJ", &[("kind", kind)], text);
        }
        if let Some(lemma) = graded(text, "er").filter(|_| known.noun.is_none_or(|n| n < 4)) {
            self.push(place, "CMP", &[], text);
            let under = MARKS.get(lemma.as_str()).into_iter().flatten();
            let under = under.filter_map(|mark| mark.strip_prefix("under-")).next();
            let (scale, than) = under.map_or((lemma.as_str(), "more_than"), |s| (s, "less_than"));
            self.push(place, "SCALE", &[("than", than), ("scale", scale)], scale);
        }
        if known.adverb.is_some()
            && !is_preposition(text)
            && (text.ends_with("ly") || known.adverb >= Some(3))
        {
            self.push(place, "ADV", &[], text);
        }
    }

    /// A participle that reports what was done, rather than describing.
    fn is_deed(&self, text: &str, known: Word) -> bool {
        let deed = |form: &Form| matches!(form, Form::Participle | Form::Gerund);
        let participle = verbs(text).iter().any(|(_, form)| deed(form));
        participle && !is_marked(text, "adjective") && known.adjective < Some(5)
    }

    fn noun(&mut self, lemma: &str, plural: bool, place: Place) {
        let num = if plural { "pl" } else { "sg" };
        let substance = word(lemma).is_some_and(|known| known.frames.contains("substance"));
        let doing = lemma.ends_with("ing") && !verbs(lemma).is_empty();
        let mass = if is_marked(lemma, "mass") || substance || doing { "yes" } else { "no" };
        let unit = if unit(lemma).is_some() { "yes" } else { "no" };
        self.push(place, "N", &[("num", num), ("mass", mass), ("unit", unit)], lemma);
    }

    fn verbs(&mut self, text: &str, (known, rare): (Word, bool), place: Place) {
        if is_marked(text, "no-verb") {
            return;
        }
        let describes = is_marked(text, "adjective") || known.adjective >= Some(5);
        for (lemma, form) in verbs(text) {
            if (rare && form == Form::Base) || (describes && form == Form::Participle) {
                continue;
            }
            self.verb(&lemma, form, place);
        }
    }

    fn verb(&mut self, lemma: &str, form: Form, place: Place) {
        let frames = word(lemma).map_or("i,t", |known| known.frames);
        let mut kinds: Vec<&str> = Vec::new();
        for frame in frames.split(',') {
            let kind = frame.split('+').next().unwrap_or(frame);
            if ["i", "t", "d", "inf", "link"].contains(&kind) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let has = |wanted: &str| frames.split(',').any(|frame| frame == wanted);
        if has("d") && has("t+for") && !has("t+to") {
            kinds.retain(|kind| *kind != "d");
            kinds.push("df");
        }
        if is_marked(lemma, "weather") {
            kinds = vec!["weather"];
        }
        if kinds.is_empty() {
            kinds = vec!["i", "t"];
        }
        let frame = kinds.join("|");
        let state = if is_marked(lemma, "state") { "yes" } else { "no" };
        let given = |form: &'static str, num: &'static str, tense: &'static str| {
            vec![("form", form), ("num", num), ("tense", tense)]
        };
        let shapes = match form {
            Form::Base => vec![given("base", "sg|pl", "none"), given("fin", "pl", "present")],
            Form::Third => vec![given("fin", "sg", "present")],
            Form::Past => vec![given("fin", "sg|pl", "past")],
            Form::Participle => vec![given("part", "sg|pl", "none")],
            Form::Gerund => vec![given("ger", "sg|pl", "none")],
        };
        for mut features in shapes {
            features.extend([("frame", frame.as_str()), ("state", state)]);
            self.push(place, "V", &features, lemma);
        }
    }

    /// A word nobody knows may be what its ending allows; its place decides.
    fn unknown(&mut self, text: &str, place: Place) {
        self.noun(text, false, place);
        if let Some(lemma) = singular(text).into_iter().next_back() {
            self.noun(&lemma, true, place);
            self.verb(&lemma, Form::Third, place);
        } else {
            self.verb(text, Form::Base, place);
            self.push(Place { cost: 3, ..place }, "ADJ", &[("kind", "plain")], text);
        }
        if let Some(lemma) = stems(text, "ed").into_iter().nth(1) {
            self.verb(&lemma, Form::Past, place);
            self.verb(&lemma, Form::Participle, place);
        }
        if let Some(lemma) = stems(text, "ing").into_iter().nth(1) {
            self.verb(&lemma, Form::Gerund, place);
        }
        if text.ends_with("ly") {
            self.push(place, "ADV", &[], text);
        }
    }
}
