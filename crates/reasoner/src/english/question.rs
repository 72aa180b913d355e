//! Questions: what is asked, and the formula that answers it.

mod compared;
mod counted;
mod fronted;
mod place;
mod plain;
mod who;

use super::discourse::Discourse;
use super::grammar::Grammar;
use super::meaning::{Meaning, meaning};
use super::read::{Reading, Rejection, bounded, choose, statement};
use super::syntax::{Complement, Np, Sentence, Vp};
use super::tokens::{Kind, RawSentence, Token};
use crate::logic::{Atom, Formula, Term};
use counted::{counted, how_many, how_many_exist};
use place::{path, when_question, where_done, where_each, where_question};
use who::{subject_or_object, whose};

/// What a question asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asks {
    /// Whether it is so.
    Truth,
    /// Which things make it so.
    Which,
    /// Which of these is at the end of a scale; of all, when none are named.
    Most {
        /// The things to choose from.
        among: Vec<Term>,
    },
    /// How many things make it so.
    Count,
    /// Why it is so.
    Why,
    /// Whether it would be so under these assumptions.
    WhatIf(Vec<Formula>),
    /// Where a thing is, or was before it was at another place.
    Where {
        /// What is looked for.
        thing: Term,
        /// The later place.
        before: Option<Term>,
    },
    /// What a thing is: its classes.
    What(Term),
    /// Which property of a kind a thing has: `what colour is Bob`.
    Property {
        /// Whose property.
        thing: Term,
        /// Of which kind.
        kind: String,
    },
    /// When something is.
    When(Term),
    /// Where something is done, told by what is said without the place.
    WhereDone(Atom),
    /// When something is done, told by what is said without the time.
    WhenDone(Atom),
    /// How much of something a thing is: `how old is Bob`.
    Degree {
        /// What is asked about.
        thing: Term,
        /// The adjective.
        adjective: String,
    },
    /// How to get from one place to another.
    Path {
        /// Where it starts.
        from: Term,
        /// Where it ends.
        to: Term,
    },
}

/// A question understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What it asks.
    pub asks: Asks,
    /// The formula, with its variable free where one is asked for.
    pub meaning: Meaning,
}

/// What became of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Understood {
    /// One reading.
    Question(Box<Question>),
    /// Not one reading.
    Not(Reading),
}

const GAP: &str = "⟨asked⟩";
const WHICH: &str = "⟨which⟩";

/// Reads a question; a statement counts as asking whether it is so.
pub fn question(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    match bounded(sentence, || question_within(sentence, discourse)) {
        Ok(understood) => understood,
        Err(why) => Understood::Not(Reading::Rejected(why)),
    }
}

fn question_within(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let to_come = |token: &Token| ["will", "would", "shall"].contains(&token.lower.as_str());
    match understand(sentence, discourse) {
        Understood::Question(mut question) if sentence.tokens.iter().any(to_come) => {
            question.meaning.foretold = true;
            Understood::Question(question)
        }
        Understood::Not(Reading::Rejected(why)) => {
            Understood::Not(Reading::Rejected(in_its_words(why, sentence, discourse)))
        }
        other @ Understood::Question(_) | other @ Understood::Not(_) => other,
    }
}

/// Why a question is not understood, by its own words where a mark stood for what it asks.
fn in_its_words(why: Rejection, sentence: &RawSentence, discourse: &Discourse) -> Rejection {
    let marked = |text: &str| text.contains(GAP) || text.contains(WHICH);
    if !marked(&why.word) && !marked(&why.reason) {
        return why;
    }
    match statement(sentence, discourse) {
        Reading::Rejected(plain) => plain,
        Reading::Parsed(_) | Reading::Ambiguous(_) => {
            let asking = sentence.tokens.first().map_or("", |token| token.text.as_str());
            let plain = |text: &str| text.replace(GAP, asking).replace(WHICH, asking);
            Rejection { word: plain(&why.word), reason: plain(&why.reason), ..why }
        }
    }
}

fn understand(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let sentence = &plain::plainly(sentence);
    let words: Vec<&str> = sentence.tokens.iter().map(|t| t.lower.as_str()).collect();
    if let Some(found) = fronted::fronted(sentence, discourse) {
        return found;
    }
    match words.as_slice() {
        ["who" | "what" | "which" | "how" | "where" | "why", ..] => {
            wh_question(sentence, &words, discourse)
        }
        ["when", word, ..] if sentence.asks && is_auxiliary(Some(word)) => {
            when_question(sentence, discourse)
        }
        ["whose", ..] => whose(sentence, discourse),
        ["suppose" | "assuming", ..] => what_if(sentence, discourse),
        ["if", ..] if sentence.asks => what_if(sentence, discourse),
        _ => truth(sentence, Asks::Truth, discourse),
    }
}

fn truth(sentence: &RawSentence, asks: Asks, discourse: &Discourse) -> Understood {
    let mut asked = sentence.clone();
    let first = asked.tokens.first().map_or("", |token| token.lower.as_str());
    if is_auxiliary(Some(&first)) {
        plain::ask_for_one(&mut asked.tokens);
    }
    let grammar = Grammar::new(&asked.tokens);
    let mut parses = grammar.yes_no();
    if parses.is_empty() {
        parses = grammar.statement();
    }
    wrap(asks, choose(sentence, &grammar, parses, discourse))
}

fn wrap(asks: Asks, reading: Reading) -> Understood {
    match reading {
        Reading::Parsed(meaning) => {
            Understood::Question(Box::new(Question { asks, meaning: *meaning }))
        }
        other @ Reading::Ambiguous(_) | other @ Reading::Rejected(_) => Understood::Not(other),
    }
}

/// `is Zeus mortal`, `is not Zeus mortal` after `why`
fn why(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let found = truth(sentence, Asks::Why, discourse);
    let denied = sentence.tokens.get(1).is_some_and(|token| token.lower == "not");
    if matches!(found, Understood::Question(_)) || !denied {
        return found;
    }
    let mut plain = sentence.clone();
    plain.tokens.remove(1);
    match truth(&plain, Asks::Why, discourse) {
        Understood::Question(mut question) => {
            question.meaning.formula = question.meaning.formula.negated();
            Understood::Question(question)
        }
        Understood::Not(_) => found,
    }
}

fn wh_question(sentence: &RawSentence, words: &[&str], discourse: &Discourse) -> Understood {
    if let Some(found) = compared::compared(sentence, discourse) {
        return found;
    }
    match words {
        ["why", ..] => why(&without(sentence, 1), discourse),
        ["where", be, ..] if is_be(be) => {
            match (where_question(sentence, discourse), where_done(sentence, discourse)) {
                (Understood::Not(_), Some(done)) => done,
                (found, _) => found,
            }
        }
        ["where", "do" | "does" | "did", ..]
            if let Some(found) = where_done(sentence, discourse) =>
        {
            found
        }
        ["where", "do" | "does" | "did", ..]
            if let Some(found) = where_each(sentence, discourse) =>
        {
            found
        }
        ["where", ..] => gapped(&without(sentence, 1), &["to", GAP], &Asks::Which, None, discourse),
        ["how", "many", .., "is" | "are" | "was" | "were", "there"] => {
            how_many_exist(sentence, discourse)
        }
        ["how", "many", ..] => how_many(sentence, discourse),
        ["how", "much", "do" | "does" | "did", ..] => {
            gapped(&without(sentence, 2), &[GAP], &Asks::Which, None, discourse)
        }
        ["how", adjective, be, _, ..] if is_be(be) => {
            let adjective = (*adjective).to_owned();
            about_thing(sentence, 3, discourse, |thing| Asks::Degree { thing, adjective })
        }
        ["how", "do" | "does" | "can", _, "go" | "get" | "travel", ..] => path(sentence, discourse),
        ["which" | "what", ..] if let Some(when) = fronted::time(sentence, 1, discourse) => when,
        ["what", word, _, ..] if !is_auxiliary(Some(word)) => {
            match counted(sentence, 1, Asks::Which, discourse) {
                // `what eats the grass`
                not @ Understood::Not(_) => match subject_or_object(sentence, discourse) {
                    found @ Understood::Question(_) => found,
                    Understood::Not(_) => not,
                },
                found @ Understood::Question(_) => found,
            }
        }
        ["which", word, ..] if !is_auxiliary(Some(word)) => {
            counted(sentence, 1, Asks::Which, discourse)
        }
        ["who" | "what" | "which", ..] => subject_or_object(sentence, discourse),
        _ => Understood::Not(statement(sentence, discourse)),
    }
}

fn is_auxiliary(word: Option<&&str>) -> bool {
    const AUXILIARIES: &[&str] = &[
        "is", "are", "was", "were", "am", "do", "does", "did", "can", "could", "will", "would",
        "has", "have", "had", "must", "should", "may", "might",
    ];
    word.is_some_and(|word| AUXILIARIES.contains(word))
}

fn is_be(word: &str) -> bool {
    ["is", "are", "was", "were", "am"].contains(&word)
}

/// A question about one thing, named after so many words.
fn about_thing(
    sentence: &RawSentence,
    from: usize,
    discourse: &Discourse,
    asks: impl FnOnce(Term) -> Asks,
) -> Understood {
    match sentence.tokens.get(from..).and_then(|tokens| term_of(tokens, discourse)) {
        Some((thing, meaning)) => {
            Understood::Question(Box::new(Question { asks: asks(thing), meaning }))
        }
        None => Understood::Not(statement(sentence, discourse)),
    }
}

/// Tries the asked thing at every place after the subject.
fn gapped(
    sentence: &RawSentence,
    filler: &[&str],
    asks: &Asks,
    noun: Option<&str>,
    discourse: &Discourse,
) -> Understood {
    let Some(first) = sentence.tokens.first() else {
        return Understood::Not(statement(sentence, discourse));
    };
    let fillers: Vec<Token> = filler.iter().map(|word| marker(first, word)).collect();
    let mut last = None;
    for place in (2..=sentence.tokens.len()).rev() {
        let mut filled = sentence.clone();
        filled.tokens.splice(place..place, fillers.iter().cloned());
        match truth(&filled, asks.clone(), discourse) {
            Understood::Question(mut question) if question.meaning.asked.is_some() => {
                if let (Some(noun), Some(variable)) =
                    (noun.filter(|n| !GENERAL.contains(n)), question.meaning.asked)
                {
                    let class = Formula::Atom(Atom::new(noun, vec![Term::Variable(variable)]));
                    question.meaning.formula = Formula::and(vec![class, question.meaning.formula]);
                }
                return Understood::Question(question);
            }
            // No worse place for what is asked.
            several @ Understood::Not(Reading::Ambiguous(_)) => return several,
            other @ Understood::Question(_) | other @ Understood::Not(_) => {
                last = last.or(Some(other))
            }
        }
    }
    match last {
        Some(Understood::Not(reading)) => Understood::Not(reading),
        _ => Understood::Not(statement(sentence, discourse)),
    }
}

/// Nouns that restrict nothing.
const GENERAL: &[&str] = &["thing", "object", "item", "people", "person", "entity"];

/// `if S, is X red?`
fn what_if(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let Some(comma) = sentence.tokens.iter().rposition(|t| t.lower == ",") else {
        return truth(sentence, Asks::Truth, discourse);
    };
    let mut condition = sentence.clone();
    condition.tokens = sentence.tokens[1..comma].to_vec();
    let Reading::Parsed(assumed) = statement(&condition, discourse) else {
        return truth(sentence, Asks::Truth, discourse);
    };
    let asked = without(sentence, comma + 1);
    match truth(&asked, Asks::WhatIf(vec![assumed.formula]), discourse) {
        Understood::Not(_) => truth(sentence, Asks::Truth, discourse),
        found => found,
    }
}

/// The single thing a noun phrase means.
fn term_of(tokens: &[Token], discourse: &Discourse) -> Option<(Term, Meaning)> {
    let grammar = Grammar::new(tokens);
    let mut parses: Vec<_> =
        grammar.noun_phrases(0).into_iter().filter(|p| p.end == tokens.len()).collect();
    parses.sort_by_key(|p| p.cost);
    let np: Np = parses.into_iter().next()?.value;
    let probe = Sentence::Clause(
        np,
        Vp::Be(Complement::Adjective(super::syntax::Adjective {
            words: vec!["probed".to_owned()],
            governs: Vec::new(),
        })),
    );
    let found = meaning(&probe, discourse).ok()?;
    let Formula::Atom(atom) = &found.formula else { return None };
    Some((atom.arguments.first()?.clone(), found))
}

fn without(sentence: &RawSentence, count: usize) -> RawSentence {
    let mut rest = sentence.clone();
    rest.tokens.drain(..count);
    rest
}

fn gap(like: &Token) -> Token {
    marker(like, GAP)
}

fn marker(like: &Token, word: &str) -> Token {
    Token {
        text: word.to_owned(),
        lower: word.to_owned(),
        kind: Kind::Word,
        start: like.start,
        end: like.end,
    }
}
