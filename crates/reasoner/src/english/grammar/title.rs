//! Titles nobody put in quotes: words with capitals among which some are ordinary words, with small
//! words of grammar between them.

use super::super::chart::Parse;
use super::super::closed;
use super::super::gender::is_given;
use super::super::lexicon::entry;
use super::super::morphology::{Form, noun_forms, verb_forms};
use super::super::syntax::Np;
use super::super::tokens::Kind;
use super::Grammar;
use super::name::{opens_a_sentence, the_name};

/// What such a reading costs: any other that is good is better.
const UNMARKED: u32 = 2;

/// Small words within a title.
const JOINTS: &[&str] = &["of", "the", "as"];

/// Small words that elsewhere set a place or a time apart.
const PLACES: &[&str] = &["at", "in", "on"];

impl Grammar<'_> {
    /// `The Salmon of Doubt`, `Trouble at the Henhouse`, `Inside Out`
    pub(super) fn title(&self, at: usize) -> Option<Parse<Np>> {
        let the = self.is(at, "the");
        let opening = if at == 0 && !the { self.may_open(at) } else { self.is_capital(at) };
        if !opening {
            return None;
        }
        let mut shown = at > 0 && !the && closed::is_closed(self.lower(at));
        let mut end = at + 1;
        while let Some(next) = self.goes_on(end) {
            // `Harvard University in Town`: what begins with a name of its own is no title.
            let placed = PLACES.contains(&self.lower(end)) && !self.is_capital(end);
            if placed && !(end == at + 1 && self.is_ordinary(at)) {
                break;
            }
            shown |= self.is_ordinary(next);
            end = next + 1;
        }
        let marked = (at..end).filter(|p| self.is_capital(*p) && !self.is(*p, "the")).count() > 1;
        let other = self.name(if the { at + 1 } else { at });
        // `called The Salt Road`: the first word belongs to it.
        if the && at > 0 && self.is_capital(at) {
            let longest = other.iter().max_by_key(|name| name.end);
            if let Some(name) = longest.filter(|name| name.end >= end) {
                return Some(the_name(name).plus(UNMARKED));
            }
        }
        if !shown || !marked || other.iter().any(|name| name.end >= end) {
            return None;
        }
        if at == 0 && !self.is_said_of_one(end) {
            return None;
        }
        (at..end).for_each(|p| self.note(p));
        let words = (at..end).filter_map(|p| self.token(p));
        let words: Vec<&str> =
            words.map(|t| if t.text == "The" { "the" } else { &t.text }).collect();
        Some(Parse::new(Np::Name(words.join(" ")), end, UNMARKED))
    }

    /// Whether the first word of a sentence may be the first of a title.
    fn may_open(&self, at: usize) -> bool {
        let word = self.lower(at);
        let grammar = closed::is_closed(word) && !closed::PREPOSITIONS.contains(&word);
        // `Perhaps Rose is ill`, but `Almost Famous is a film`
        let named = is_given(self.lower(at + 1)) || !self.is_ordinary(at + 1);
        let grammar = grammar || opens_a_sentence(word) && named;
        self.is_capital(at) && !grammar && !closed::is_closed(self.lower(at + 1))
            || self.is_capital(at) && !grammar && self.goes_on(at + 1).is_some()
    }

    /// The next word with a capital, past small words.
    fn goes_on(&self, at: usize) -> Option<usize> {
        let small =
            |p: usize, words: &[&str]| !self.is_capital(p) && words.contains(&self.lower(p));
        let mut next = at;
        let placed = small(next, PLACES);
        if placed || small(next, JOINTS) {
            next += 1;
        }
        if next > at && small(next, JOINTS) {
            next += 1;
        }
        let token = self.token(next)?;
        let number = token.kind == Kind::Number && next == at;
        let written = token.kind == Kind::Word && self.is_capital(next);
        (number || written && (!placed || self.is_ordinary(next))).then_some(next)
    }

    /// Whether a word with a capital is otherwise written without one.
    pub(super) fn is_ordinary(&self, at: usize) -> bool {
        let word = self.lower(at);
        let plain = |word: &str| entry(word).is_some_and(|e| !e.capital && !e.place);
        self.is_capital(at)
            && word.len() > 1
            && (closed::is_closed(word)
                || plain(word)
                || noun_forms(word).iter().any(|(lemma, _)| plain(lemma)))
    }

    /// Whether what follows is said of one thing.
    fn is_said_of_one(&self, at: usize) -> bool {
        const SINGULAR: &[&str] =
            &["is", "was", "has", "does", "did", "had", "can", "will", "would", "could", "must"];
        let one = |(_, form): &(String, Form)| matches!(form, Form::Third | Form::Past);
        !self.is_capital(at)
            && (SINGULAR.contains(&self.lower(at)) || verb_forms(self.lower(at)).iter().any(one))
    }
}
