//! Sentences near a refused one that are read: small changes, each tried before it is offered.
//! The changes that keep the meaning are rows of a file; the others settle what was left open.

use std::sync::LazyLock;

use crate::lexicon::{is_closed, is_preposition};
use crate::morphology::{Form, nouns, third, verbs};
use crate::read::{Context, Limits, Purpose, Reason, Refusal, read};
use crate::tokens::{Kind, Sentence, Token, sentences};

static REWORDINGS: &str = include_str!("../lexicon/rewordings.txt");

/// The most sentences that are tried for one refusal.
const MOST_TRIED: usize = 60;
/// The most that are offered.
const MOST_OFFERED: usize = 3;
/// What trying one may take.
const STEPS: usize = 200_000;

/// What could be said instead of a refused sentence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offers {
    /// Sentences near the refused one, each of which is read.
    pub sentences: Vec<String>,
    /// A beginning of it that is read, where nothing nearer is.
    pub part: Option<String>,
}

/// Whether a text is read, each of its sentences for what it should be for.
pub fn is_read(text: &str, asks: bool, context: Context<'_>) -> bool {
    let all = sentences(text);
    let told = |one: &Sentence| {
        read(one, context, limits()).is_ok_and(|found| (found.purpose == Purpose::Tell) != asks)
    };
    !all.is_empty() && all.iter().all(told)
}

/// Looks for sentences near a refused one that `accepts` takes.
pub fn offers(
    sentence: &Sentence,
    refusal: &Refusal,
    context: Context<'_>,
    accepts: &dyn Fn(&str) -> bool,
) -> Offers {
    let mut search = Search { accepts, asks: sentence.asks, tried: Vec::new(), found: Vec::new() };
    let plain: Vec<String> = sentence.tokens.iter().map(|token| token.text.clone()).collect();
    let first = changes(&plain, &sentence.tokens, refusal);
    for words in &first {
        search.attempt(words);
    }
    if search.found.is_empty() {
        for words in first {
            let text = joined(&words, sentence.asks);
            let Some(changed) = sentences(&text).into_iter().next() else { continue };
            let Err(again) = read(&changed, context, limits()) else { continue };
            let tokens = &changed.tokens;
            let words: Vec<String> = tokens.iter().map(|token| token.text.clone()).collect();
            for next in changes(&words, tokens, &again) {
                search.attempt(&next);
            }
        }
    }
    let part = if search.found.is_empty() { search.part(&plain, refusal.place) } else { None };
    Offers { sentences: search.found, part }
}

fn limits() -> Limits {
    Limits { steps: STEPS, ..Limits::default() }
}

struct Search<'c> {
    accepts: &'c dyn Fn(&str) -> bool,
    asks: bool,
    tried: Vec<String>,
    found: Vec<String>,
}

impl Search<'_> {
    /// Tries words, which may be two sentences.
    fn attempt(&mut self, words: &[String]) {
        if self.found.len() >= MOST_OFFERED || self.tried.len() >= MOST_TRIED {
            return;
        }
        let text = joined(words, self.asks);
        if self.tried.contains(&text) {
            return;
        }
        self.tried.push(text.clone());
        if (self.accepts)(&text) {
            self.found.push(text);
        }
    }

    /// The longest beginning before the trouble that is a sentence.
    fn part(&self, words: &[String], trouble: usize) -> Option<String> {
        let most = trouble.min(words.len());
        (3..=most)
            .rev()
            .map(|end| joined(&words[..end], self.asks))
            .find(|text| (self.accepts)(text))
    }
}

/// Words as a text, with the marks where they belong.
fn joined(words: &[String], asks: bool) -> String {
    let mut text = String::new();
    let mut begins = true;
    for word in words {
        let tight = [",", ".", "'s"].contains(&word.as_str());
        if !tight && !text.is_empty() {
            text.push(' ');
        }
        if begins {
            let mut letters = word.chars();
            text.extend(letters.next().into_iter().flat_map(char::to_uppercase));
            text.push_str(letters.as_str());
        } else {
            text.push_str(word);
        }
        begins = word == ".";
    }
    text.push(if asks { '?' } else { '.' });
    text
}

fn changes(words: &[String], tokens: &[Token], refusal: &Refusal) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    pronouns(words, tokens, refusal, &mut found);
    reworded(words, &mut found);
    determined(words, tokens, refusal.place, &mut found);
    agreeing(words, tokens, refusal.place, &mut found);
    parted(words, &mut found);
    fronted(words, tokens, &mut found);
    quoted(words, tokens, &mut found);
    if words.iter().any(|word| word == ",") {
        found.push(words.iter().filter(|word| *word != ",").cloned().collect());
    }
    found
}

/// A pronoun that could mean several is said out.
fn pronouns(words: &[String], tokens: &[Token], refusal: &Refusal, found: &mut Vec<Vec<String>>) {
    let Reason::Antecedents { candidates, .. } = &refusal.reason else { return };
    let Some(token) = tokens.get(refusal.place) else { return };
    let owned = ["his", "its", "their"].contains(&&*token.lower);
    for candidate in candidates.iter().filter(|candidate| !candidate.is_empty()) {
        let mut changed = words.to_vec();
        let name = match candidate.strip_prefix("the ") {
            Some(noun) => format!("the {noun}"),
            None => candidate.split('_').map(capital).collect::<Vec<_>>().join(" "),
        };
        changed[refusal.place] = if owned { format!("{name}'s") } else { name };
        if *token.lower == *"they" {
            singular_after(&mut changed, refusal.place + 1);
        }
        found.push(changed);
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// The verb after a subject that became one thing.
fn singular_after(words: &mut [String], at: usize) {
    let Some(word) = words.get_mut(at) else { return };
    let one = match word.as_str() {
        "are" => "is".to_owned(),
        "were" => "was".to_owned(),
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        other if verbs(other).iter().any(|(_, form)| *form == Form::Base) => third(other),
        _ => return,
    };
    *word = one;
}

type Row = (Vec<&'static str>, Vec<&'static str>);

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = REWORDINGS.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once("=>"))
        .map(|(from, to)| (from.split_whitespace().collect(), to.split_whitespace().collect()))
        .collect()
});

/// A text with every row of the file of rewordings applied.
pub(crate) fn reworded_plainly(text: &str) -> String {
    let mut said = Vec::new();
    for sentence in sentences(text) {
        let mut words: Vec<String> = sentence.tokens.iter().map(|t| t.text.clone()).collect();
        let mut rows = Vec::new();
        reworded(&words, &mut rows);
        // Each change may make room for another, so they are made one by one.
        while let Some(changed) = rows.into_iter().next() {
            words = changed;
            rows = Vec::new();
            reworded(&words, &mut rows);
        }
        said.push(joined(&words, sentence.asks));
    }
    said.join(" ")
}

fn reworded(words: &[String], found: &mut Vec<Vec<String>>) {
    for (from, to) in ROWS.iter() {
        let at = words.windows(from.len()).position(|window| {
            window.iter().zip(from).all(|(word, wanted)| word.to_lowercase() == *wanted)
        });
        if let Some(at) = at {
            let mut changed = words.to_vec();
            changed.splice(at..at + from.len(), to.iter().map(|word| (*word).to_owned()));
            found.push(changed);
        }
    }
}

/// A noun without an article gets one; a plural at the beginning says how many.
fn determined(words: &[String], tokens: &[Token], place: usize, found: &mut Vec<Vec<String>>) {
    if tokens.first().is_some_and(|token| nouns(&token.lower).iter().any(|(_, plural)| *plural)) {
        for how_many in ["all", "some"] {
            let mut changed = words.to_vec();
            changed[0] = words[0].to_lowercase();
            changed.insert(0, how_many.to_owned());
            found.push(changed);
        }
    }
    for at in [place, place.saturating_sub(1), 0] {
        let Some(token) = tokens.get(at) else { continue };
        let single = nouns(&token.lower).iter().any(|(_, plural)| !plural);
        if !single || token.kind == Kind::Number {
            continue;
        }
        for article in
            [if token.lower.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }, "the"]
        {
            let mut changed = words.to_vec();
            if at == 0 {
                changed[0] = words[0].to_lowercase();
            }
            changed.insert(at, article.to_owned());
            found.push(changed);
        }
    }
}

/// A verb takes the form that its subject asks for.
fn agreeing(words: &[String], tokens: &[Token], place: usize, found: &mut Vec<Vec<String>>) {
    for at in [place, place.saturating_sub(1)] {
        let Some(token) = tokens.get(at).filter(|token| token.kind == Kind::Word) else { continue };
        let other = match &*token.lower {
            "is" => Some("are".to_owned()),
            "are" => Some("is".to_owned()),
            "was" => Some("were".to_owned()),
            "were" => Some("was".to_owned()),
            "has" => Some("have".to_owned()),
            "have" => Some("has".to_owned()),
            text => verbs(text).into_iter().find_map(|(lemma, form)| match form {
                Form::Base => Some(third(&lemma)),
                Form::Third => Some(lemma),
                Form::Past | Form::Participle | Form::Gerund => None,
            }),
        };
        if let Some(other) = other {
            let mut changed = words.to_vec();
            changed[at] = other;
            found.push(changed);
        }
    }
}

/// What stands before and after a word that joins two sentences may be two sentences.
fn parted(words: &[String], found: &mut Vec<Vec<String>>) {
    const JOINS: &[&str] = &[
        "because", "although", "while", "whereas", "so", ";", "since", "though", ":", "and", "but",
    ];
    for at in 1..words.len() {
        if !JOINS.contains(&words[at].to_lowercase().as_str()) || at + 2 > words.len() {
            continue;
        }
        let mut changed: Vec<String> = words[..at].to_vec();
        while changed.last().is_some_and(|word| word == ",") {
            changed.pop();
        }
        changed.push(".".to_owned());
        changed.extend(words[at + 1..].iter().cloned());
        found.push(changed);
    }
    // `Ann, who is a lawyer, sings.`
    let Some(open) =
        words.windows(2).position(|w| w[0] == "," && (w[1] == "who" || w[1] == "which"))
    else {
        return;
    };
    let Some(close) = words[open + 1..].iter().position(|word| word == ",").map(|at| open + 1 + at)
    else {
        return;
    };
    let mut changed: Vec<String> = words[..open].to_vec();
    changed.extend(words[close + 1..].iter().cloned());
    changed.push(".".to_owned());
    changed.extend(words[..open].iter().cloned());
    changed.extend(words[open + 2..close].iter().cloned());
    found.push(changed);
}

/// A phrase at the beginning goes to the end, or gets its comma.
fn fronted(words: &[String], tokens: &[Token], found: &mut Vec<Vec<String>>) {
    if !tokens.first().is_some_and(|token| is_preposition(&token.lower)) {
        return;
    }
    if let Some(comma) = words.iter().position(|word| word == ",") {
        let mut changed: Vec<String> = words[comma + 1..].to_vec();
        changed.push(words[0].to_lowercase());
        changed.extend(words[1..comma].iter().cloned());
        found.push(changed);
    } else {
        for at in 2..words.len().min(6) {
            let mut changed = words.to_vec();
            changed.insert(at, ",".to_owned());
            found.push(changed);
        }
    }
}

/// An ordinary word at the beginning that is a name stands in quotation marks.
fn quoted(words: &[String], tokens: &[Token], found: &mut Vec<Vec<String>>) {
    if tokens.first().is_some_and(|t| t.kind == Kind::Capital && !is_closed(&t.lower)) {
        let mut changed = words.to_vec();
        changed[0] = format!("\"{}\"", words[0]);
        found.push(changed);
    }
}
