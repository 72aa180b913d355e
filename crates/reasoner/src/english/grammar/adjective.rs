//! Adjectives, comparisons and ranks.

use super::super::chart::{Parse, Parses};
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::{Form, graded_adjective, noun_forms, verb_forms};
use super::super::read::UNSURE;
use super::super::syntax::{Adjective, Complement, Determiner, Join, Modifier, Np};
use super::super::tokens::Kind;
use super::{Grammar, Mode};

/// Words for peoples and parties that the table has as nouns only.
const ORIGINS: &[&str] = &[
    "apache",
    "basque",
    "berber",
    "breton",
    "cantonese",
    "catalan",
    "cherokee",
    "croat",
    "hutu",
    "inuit",
    "maori",
    "navajo",
    "serb",
    "sikh",
    "slovak",
    "tatar",
    "tory",
    "tutsi",
    "uighur",
    "whig",
    "zulu",
];

impl Grammar<'_> {
    /// One adjective word; the cost says how unusual that is.
    pub(crate) fn adjective_word(&self, at: usize) -> Option<(String, u32)> {
        let token = self.token(at)?;
        let word = self.lower(at);
        if token.kind != Kind::Word
            || closed::is_closed(word)
            || ["very", "too", "quite", "worth"].contains(&word)
            || closed::number_word(word).is_some()
            || (closed::ordinal(word).is_some() || word == "last") && self.is_calendar(at + 1)
        {
            return None;
        }
        let cost = self.adjective_cost(at, word)?;
        self.note(at);
        Some((word.to_owned(), cost))
    }

    /// `the first Monday`: one of many, not a Monday that is first.
    fn is_calendar(&self, at: usize) -> bool {
        let day = self.lower(at).trim_end_matches('s');
        self.is_capital(at) && (closed::WEEKDAYS.contains(&day) || closed::MONTHS.contains(&day))
    }

    /// `a Gothic church`: one word with a capital among plain ones that is an adjective too.
    pub(super) fn describes_alone(&self, at: usize) -> bool {
        let before = at.checked_sub(1).is_some_and(|p| self.is_capital(p));
        let after = self.token(at + 1).is_none_or(|t| t.kind != Kind::Word || t.is_capital());
        let adjective = entry(self.lower(at))
            .is_some_and(|e| e.adjective.is_some() && e.adjective >= e.noun && e.verb.is_none());
        at > 0 && !before && !after && adjective
    }

    /// `Polish`, `Catholic`, `Slovak`: with a capital and alone, a word of origin or faith.
    pub(super) fn tells_origin(&self, at: usize) -> bool {
        let before = at.checked_sub(1).is_some_and(|p| self.is_capital(p) && p > 0);
        let alone = self.is_capital(at) && !before && !self.is_capital(at + 1);
        let word = self.lower(at);
        alone && (ORIGINS.contains(&word) || entry(word).is_some_and(|e| e.proper))
    }

    fn adjective_cost(&self, at: usize, word: &str) -> Option<u32> {
        let token = self.token(at)?;
        if let Some(known) = entry(word) {
            let national = self.describes_alone(at);
            let written =
                at == 0 || known.capital || national || !token.text.starts_with(char::is_uppercase);
            if known.adjective.is_some() && written || self.tells_origin(at) {
                return Some(0);
            }
        }
        let based = word.ends_with("-based") || word.ends_with("-born");
        // `British-Iraqi`
        let national = word.rsplit_once('-').is_some_and(|(_, last)| {
            entry(last).is_some_and(|e| e.capital && e.adjective.is_some())
        });
        if national {
            return Some(0);
        }
        if at > 0 && token.text.starts_with(char::is_uppercase) && !based {
            return None;
        }
        if let Some(last) = word.rsplit_once('-').map(|(_, last)| last) {
            let part = entry(last).is_some_and(|e| e.adjective.is_some()) || is_participle(last);
            return Some(if part { 0 } else { 1 });
        }
        if let Some(stem) = word.strip_prefix("non") {
            return entry(stem).and_then(|e| e.adjective).map(|_| 0);
        }
        if entry(word).is_none() && is_tied(word) {
            return Some(0);
        }
        is_participle(word).then_some(1)
    }

    /// Degree adverbs and an adjective: `very spirited`.
    pub(crate) fn graded(&self, at: usize) -> Vec<Parse<Vec<String>>> {
        let mut found: Vec<_> = self.measured(at).into_iter().collect();
        let mut words = Vec::new();
        let mut here = at;
        let mut manners = false;
        loop {
            if let Some((word, cost)) = self.adjective_word(here) {
                let mut all = words.clone();
                all.push(word);
                // `right handed`, `Scottish born`: one description.
                let paired = self.one_of(here + 1, PAIRED);
                if paired {
                    all.push(self.lower(here + 1).to_owned());
                }
                let end = here + 1 + usize::from(paired);
                // `often tired and bored`: whether the second is often so too is open.
                let shared = manners && self.one_of(end, &["and", "or"]);
                let torn = shared && self.adjective_word(end + 1).is_some();
                found.push(Parse::new(all, end, cost + if torn { UNSURE } else { 0 }));
            }
            let degree = self.one_of(here, closed::DEGREES);
            let word = self.lower(here);
            let manner = word != "only"
                && (word.ends_with("ly") || ["often", "always", "well"].contains(&word))
                && entry(word).is_some_and(|e| e.adverb.is_some());
            if here > at + 2 || !(degree || manner) {
                return found;
            }
            self.note(here);
            manners |= manner;
            words.push(word.to_owned());
            here += 1;
        }
    }

    /// `50 meters long`, `three years old`
    fn measured(&self, at: usize) -> Option<Parse<Vec<String>>> {
        const SCALES: &[&str] = &[
            "old", "long", "tall", "high", "wide", "deep", "thick", "heavy", "away", "large", "big",
        ];
        const FRONTS: &[(&[&str], &str)] = &[
            (&["at", "least"], "at_least_"),
            (&["at", "most"], "at_most_"),
            (&["more", "than"], "more_than_"),
            (&["less", "than"], "less_than_"),
            (&["over"], "more_than_"),
            (&["under"], "less_than_"),
        ];
        let front = FRONTS.iter().find_map(|(words, name)| Some((*name, self.words(at, words)?)));
        let (front, at) = front.unwrap_or(("", at));
        let count = self.token(at)?;
        let counted = count.kind == Kind::Number || closed::number_word(&count.lower).is_some();
        let unit = self.lower(at + 1);
        if !counted || noun_forms(unit).is_empty() || !self.one_of(at + 2, SCALES) {
            return None;
        }
        self.note(at + 1);
        let value =
            closed::number_word(&count.lower).map_or(count.lower.clone(), |n| n.to_string());
        let words = vec![format!("{front}{value}"), unit.to_owned(), self.lower(at + 2).to_owned()];
        Some(Parse::new(words, at + 3, 0))
    }

    /// An adjective with what it governs.
    pub(crate) fn adjective(&self, at: usize) -> Parses<Adjective> {
        self.adjectives.at(at, 0, || {
            let mut found = Vec::new();
            for words in self.graded(at) {
                found.push(
                    words.with(Adjective { words: words.value.clone(), governs: Vec::new() }),
                );
                for phrase in self.prepositional(words.end) {
                    let governs = vec![phrase.value.clone()];
                    let adjective = Adjective { words: words.value.clone(), governs };
                    // `open from Monday to Friday`
                    if phrase.value.0 == "from" && self.is(phrase.end, "to") {
                        found.extend(self.name(phrase.end + 1).into_iter().map(|until| {
                            let mut both = adjective.clone();
                            both.governs.push(("to".to_owned(), until.value));
                            Parse::new(both, until.end, words.cost + phrase.cost)
                        }));
                    }
                    found.push(Parse::new(adjective, phrase.end, words.cost + phrase.cost));
                }
            }
            found
        })
    }

    /// `older than X`, `more expensive than X`, `as old as X`
    pub(crate) fn comparison(&self, at: usize) -> Vec<Parse<Complement>> {
        let mut found = Vec::new();
        let (adjective, less, than) = if self.one_of(at, &["more", "less"]) {
            let Some((word, _)) = self.adjective_word(at + 1) else { return found };
            (word, self.lower(at) == "less", at + 2)
        } else if self.is(at, "as") {
            // `cats as well as dogs`: both.
            let well = self.is(at + 1, "well");
            let Some((word, _)) = self.adjective_word(at + 1).filter(|_| !well) else {
                return found;
            };
            if self.is(at + 2, "as") {
                found.extend(
                    self.simple_np(at + 3)
                        .iter()
                        .map(|np| np.with(Complement::As(word.clone(), np.value.clone()))),
                );
            }
            return found;
        } else {
            let Some(word) = graded_adjective(self.lower(at), "er") else { return found };
            self.note(at);
            (word, false, at + 1)
        };
        if self.is(than, "than") {
            found.extend(self.np(than + 1).iter().map(|np| {
                let than = Complement::Than(adjective.clone(), less, np.value.clone());
                np.with(than).plus(UNSURE * u32::from(is_somewhere(&np.value)))
            }));
        }
        found
    }

    /// `three years older than Ann`, `much older than Ann`: older, and by how much.
    pub(super) fn compared_by(&self, at: usize) -> Vec<Parse<Complement>> {
        let Some((mut words, from)) = self.by_how_much(at) else { return Vec::new() };
        let Some(than) = (from + 1..from + 3).find(|p| self.lower(*p) == "than") else {
            return Vec::new();
        };
        words.extend((from..than).map(|p| self.lower(p).to_owned()));
        let compared = self.comparison(from).into_iter();
        compared
            .filter_map(|parse| {
                let Complement::Than(_, false, np) = parse.value else { return None };
                let fixed = match &np {
                    Np::Name(_) | Np::Pronoun(_) | Np::Asked => true,
                    Np::Nominal(n) => matches!(n.determiner, Determiner::The | Determiner::Of(_)),
                    Np::Join(join, items) => {
                        *join == Join::And && items.iter().all(|np| matches!(np, Np::Name(_)))
                    }
                };
                let governs = vec![("than".to_owned(), np)];
                let by = Complement::Adjective(Adjective { words: words.clone(), governs });
                fixed.then(|| Parse::new(by, parse.end, parse.cost))
            })
            .collect()
    }

    /// `a bit tired`: how much, and nothing that is a bit.
    pub(super) fn a_bit(&self, at: usize) -> Option<Parse<Complement>> {
        let bit = self.is(at, "a") && self.one_of(at + 1, closed::A_BIT);
        let (word, cost) = self.adjective_word(at + 2).filter(|_| bit)?;
        // `a little old house`, `a bit tired and sad`
        if !self.compound(at + 3).is_empty() {
            return None;
        }
        let shared = self.one_of(at + 3, &["and", "or"]) && self.adjective_word(at + 4).is_some();
        let words = vec!["a".to_owned(), self.lower(at + 1).to_owned(), word];
        let adjective = Complement::Adjective(Adjective { words, governs: Vec::new() });
        Some(Parse::new(adjective, at + 3, cost + UNSURE * u32::from(shared)))
    }

    /// `three years`, `much`, `a bit`: the words before a comparison, and where it begins.
    fn by_how_much(&self, at: usize) -> Option<(Vec<String>, usize)> {
        if self.is(at, "a") && self.one_of(at + 1, closed::A_BIT) {
            return Some((vec!["a".to_owned(), self.lower(at + 1).to_owned()], at + 2));
        }
        if self.one_of(at, closed::MUCH) {
            return Some((vec![self.lower(at).to_owned()], at + 1));
        }
        let number = self.token(at).filter(|t| t.kind == Kind::Number).map(|t| t.lower.clone());
        let count = number.or_else(|| Some(closed::number_word(self.lower(at))?.to_string()))?;
        let unit = self.lower(at + 1);
        let counted = unit != "times" && !noun_forms(unit).is_empty();
        counted.then(|| (vec![count, unit.to_owned()], at + 2))
    }

    /// `the oldest`, `the second-most expensive`, `the third from the left`, `the oldest of the dogs`
    pub(crate) fn rank(&self, at: usize) -> Vec<Parse<Complement>> {
        let from = if self.is(at, "the") { at + 1 } else { at };
        let mut found = Vec::new();
        if let Some((adjective, rank, end)) = self.rank_words(from) {
            found.push(Parse::new(Complement::Rank(adjective.clone(), rank, None), end, 0));
            if self.one_of(end, &["of", "in", "among"]) {
                let among = self.simple_np(end + 1);
                found.extend(among.iter().map(|np| {
                    np.with(Complement::Rank(adjective.clone(), rank, Some(np.value.clone())))
                }));
            }
        }
        found
    }

    fn rank_words(&self, at: usize) -> Option<(String, u32, usize)> {
        let word = self.lower(at);
        if let Some(side) = ["leftmost", "rightmost"].iter().find(|w| **w == word) {
            self.note(at);
            return Some((side.trim_end_matches("most").to_owned(), 1, at + 1));
        }
        if let Some(rank) = closed::ordinal(word) {
            self.note(at);
            for side in ["left", "right", "top", "bottom"] {
                if let Some(end) = self.words(at + 1, &["from", "the", side]) {
                    return Some((side.to_owned(), rank, end));
                }
            }
            let (adjective, end) = self.superlative(at + 1)?;
            return Some((adjective, rank, end));
        }
        if let Some((first, last)) = word.split_once('-') {
            let rank = closed::ordinal(first)?;
            self.note(at);
            if last == "most" {
                return self.adjective_word(at + 1).map(|(adjective, _)| (adjective, rank, at + 2));
            }
            let adjective = graded_adjective(last, "est")?;
            return Some((adjective, rank, at + 1));
        }
        let (adjective, end) = self.superlative(at)?;
        Some((adjective, 1, end))
    }

    pub(crate) fn superlative(&self, at: usize) -> Option<(String, usize)> {
        // `most Polish dishes`: nearly all of them.
        if self.is(at, "most") && self.is_capital(at + 1) {
            return None;
        }
        if self.is(at, "most") {
            return self.adjective_word(at + 1).map(|(adjective, _)| (adjective, at + 2));
        }
        if self.is(at, "least") {
            return self
                .adjective_word(at + 1)
                .map(|(adjective, _)| (format!("least_{adjective}"), at + 2));
        }
        let adjective = graded_adjective(self.lower(at), "est")?;
        self.note(at);
        Some((adjective, at + 1))
    }

    /// `able to swim`, `easy to use`: the adjective becomes part of what is done.
    pub(crate) fn adjective_to(&self, at: usize) -> Vec<Parse<(String, super::super::syntax::Vp)>> {
        let mut found = Vec::new();
        for words in self.graded(at) {
            if self.is(words.end, "to") {
                let prefix = format!("{}_to", words.value.join("_"));
                found.extend(
                    self.vp(words.end + 1, Mode::Base)
                        .iter()
                        .map(|vp| vp.with((prefix.clone(), vp.value.clone())).plus(words.cost)),
                );
            }
        }
        found
    }
}

/// Words that make one description with the word before them.
const PAIRED: &[&str] = &[
    "handed", "legged", "eyed", "haired", "headed", "hearted", "minded", "blooded", "skinned",
    "born", "winged", "faced", "footed", "tailed", "coloured", "colored", "enough",
];

/// `more popular than handball in Denmark`: where which of them is.
fn is_somewhere(np: &Np) -> bool {
    let there = |m: &Modifier| matches!(m, Modifier::Is(Complement::At(p, Np::Name(_))) if ["in", "at"].contains(&p.as_str()));
    matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && n.modifiers.iter().any(there))
}

/// `homecooked`: a noun and what is done, written as one word.
fn is_tied(word: &str) -> bool {
    let done = |last: &str| verb_forms(last).iter().any(|(_, form)| *form == Form::Participle);
    let noun = |first: &str| entry(first).is_some_and(|e| e.noun >= Some(3));
    let parts = (3..word.len().saturating_sub(3)).filter(|at| word.is_char_boundary(*at));
    let mut parts = parts.map(|at| word.split_at(at));
    word.ends_with("ed") && parts.any(|(first, last)| noun(first) && last.len() > 3 && done(last))
}

pub(super) fn is_participle(word: &str) -> bool {
    verb_forms(word).iter().any(|(_, form)| matches!(form, Form::Participle | Form::Gerund))
}
