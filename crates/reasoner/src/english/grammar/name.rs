//! Proper names: capitalised words in a row, quoted titles, years, `vitamin C`.

use super::super::chart::Parse;
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::{Form, noun_forms, verb_forms};
use super::super::read::{TOO_FAR, UNSURE};
use super::super::relational::is_relational;
use super::super::syntax::Np;
use super::super::tokens::{Kind, Token};
use super::Grammar;

impl Grammar<'_> {
    /// Capitalised words in a row, a quoted title, a year.
    pub(crate) fn name(&self, at: usize) -> Vec<Parse<Np>> {
        let Some(token) = self.token(at) else { return Vec::new() };
        if token.kind == Kind::Quote {
            self.note(at);
            return vec![Parse::new(Np::Name(token.text.clone()), at + 1, 0)];
        }
        if let Some(date) = self.date(at).or_else(|| self.clock(at)) {
            return vec![date];
        }
        if self.letter_name(at) {
            self.note(at + 1);
            return vec![Parse::new(self.name_of(at, at + 2), at + 2, 0)];
        }
        if let Some(part) = self.part_of_place(at) {
            return vec![part];
        }
        let mut end = at;
        while self.name_part(end, at) || (end > at && self.particle(end)) {
            self.note(end);
            end += 1;
        }
        if end == at {
            return Vec::new();
        }
        let common = at == 0 && end == 1 && self.is_common(at);
        // `Solar panels`: the first of two words that make one noun is hardly a name.
        let half = at == 0 && end == 1 && (self.set_noun(0).is_some() || self.opens_noun(0));
        // `Medical and dental students`: the noun is shared, and whether one is both is open.
        let field = at == 0 && end == 1 && is_relational(self.lower(0));
        let shared = field && self.one_of(1, &["and", "or", ","]) && self.opens_noun(2);
        // `Bridges made ...`: without a singular verb after it a plural is hardly a name.
        let one = ["is", "was", "has", "does", "'s"].contains(&self.lower(end))
            || verb_forms(self.lower(end)).iter().any(|(_, form)| *form == Form::Third);
        let unlikely = if one { 1 } else { TOO_FAR };
        let cost = u32::from(common) * unlikely + 2 * u32::from(half) + UNSURE * u32::from(shared);
        let mut found = vec![Parse::new(self.name_of(at, end), end, cost)];
        if self.asks_what_is(at, end) {
            found.push(Parse::new(self.name_of(at, end - 1), end - 1, 1));
        }
        for cut in self.asked_of(at, end) {
            // `Is Ann 3 years older than Bob?`: the number counts what follows.
            let counts = noun_forms(self.lower(end)).iter().any(|(_, plural)| *plural);
            found[0].cost += 2 * u32::from(counts);
            found.push(Parse::new(self.name_of(at, cut), cut, u32::from(!counts)));
        }
        let joint = if self.is(end, "of") && self.is(end + 1, "the") { end + 2 } else { end + 1 };
        // `Fans of the Rangers`: an ordinary plural that only stands first.
        if self.is(end, "of") && self.name_part(joint, at) && !common {
            let mut longer = joint;
            while self.name_part(longer, at) {
                longer += 1;
            }
            found[0].cost += 1;
            found.push(Parse::new(self.name_of(at, longer), longer, 0));
        }
        found
    }

    /// `Is Ann Spanish?`: the last word of what looks like a name says what Ann is.
    fn asks_what_is(&self, at: usize, end: usize) -> bool {
        let inverted = ["is", "was", "are", "were"].contains(&self.lower(0));
        let adjective = |e: super::super::lexicon::Entry| e.capital && e.adjective.is_some();
        inverted
            && end > at + 1
            && end == self.len()
            && entry(self.lower(end - 1)).is_some_and(adjective)
    }

    /// `Is Ann Bob's sister?`, `Is Ann 30?`: where a name may end that another or a number follows.
    fn asked_of(&self, at: usize, end: usize) -> impl Iterator<Item = usize> {
        let inverted = at == 1 && ["is", "was", "are", "were"].contains(&self.lower(0));
        let number = self.token(end - 1).is_some_and(|last| last.kind == Kind::Number);
        let owner = self.lower(end) == "'s";
        let from = match (inverted && end > at + 1, owner, number) {
            (true, true, _) => at + 1,
            (true, false, true) => end - 1,
            _ => end,
        };
        from..end
    }

    /// `3 May 2020`, `May 3, 2020`, `May 2020`: one name however it is written.
    fn date(&self, at: usize) -> Option<Parse<Np>> {
        let month = |p: usize| {
            self.token(p).filter(|t| t.is_capital() && closed::MONTHS.contains(&t.lower.as_str()))
        };
        let number = |p: usize| {
            let token = self.token(p).filter(|t| t.kind == Kind::Number)?;
            let digits = token.lower.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            digits.parse::<u32>().ok()
        };
        let day = |p: usize| number(p).filter(|n| (1..=31).contains(n));
        let year = |p: usize| number(p).filter(|n| (1000..=2999).contains(n));
        let dated = |text: String, end: usize| {
            (at..end).for_each(|p| self.note(p));
            Some(Parse::new(Np::Name(text), end, 0))
        };
        if let (Some(day), Some(month)) = (day(at), month(at + 1)) {
            return match year(at + 2) {
                Some(year) => dated(format!("{day} {} {year}", month.text), at + 3),
                None => dated(format!("{day} {}", month.text), at + 2),
            };
        }
        let month = month(at)?;
        if let Some(year) = year(at + 1) {
            return dated(format!("{} {year}", month.text), at + 2);
        }
        let dated_by = at.checked_sub(1).is_some_and(|p| {
            ["in", "of", "since", "until", "by", "every", "last", "next"].contains(&self.lower(p))
        });
        let Some(day) = day(at + 1) else {
            return dated_by.then(|| {
                self.note(at);
                Parse::new(Np::Name(month.text.clone()), at + 1, 0)
            });
        };
        let comma = self.token(at + 2).is_some_and(|t| t.lower == ",");
        match year(if comma { at + 3 } else { at + 2 }) {
            Some(year) => {
                let end = if comma { at + 4 } else { at + 3 };
                dated(format!("{day} {} {year}", month.text), end)
            }
            None => dated(format!("{day} {}", month.text), at + 2),
        }
    }

    /// `southern Siberia`: a place of its own.
    fn part_of_place(&self, at: usize) -> Option<Parse<Np>> {
        const PARTS: &[&str] = &[
            "northern",
            "southern",
            "eastern",
            "western",
            "central",
            "northeastern",
            "northwestern",
            "southeastern",
            "southwestern",
            "upper",
            "lower",
        ];
        let place = self.is_capital(at + 1) && !self.is_capital(at);
        if !place || at == 0 || !self.one_of(at, PARTS) {
            return None;
        }
        let rest = self.name(at + 1).into_iter().next()?;
        let plain = |p: usize| entry(self.lower(p)).is_none_or(|e| e.capital || e.place);
        let named = plain(at + 1) && !self.is_adjective_before_noun(rest.end - 1);
        named.then(|| Parse::new(self.name_of(at, rest.end), rest.end, 0))
    }

    /// `eastern European countries`: the last capital describes what follows.
    fn is_adjective_before_noun(&self, at: usize) -> bool {
        entry(self.lower(at)).is_some_and(|e| e.capital && e.adjective.is_some())
    }

    /// `9 am`, `7:30 pm`
    fn clock(&self, at: usize) -> Option<Parse<Np>> {
        let hour = self.token(at)?;
        let counted = hour.text.starts_with(|c: char| c.is_ascii_digit());
        let half = self
            .token(at + 1)
            .filter(|t| ["am", "pm", "a.m", "p.m", "o'clock"].contains(&t.lower.as_str()))?;
        counted.then(|| {
            self.note(at + 1);
            let half = half.lower.replace('.', "");
            Parse::new(Np::Name(format!("{} {half}", hour.text)), at + 2, 0)
        })
    }

    /// `vitamin C`, `road 2`
    pub(super) fn letter_name(&self, at: usize) -> bool {
        let (Some(noun), Some(letter)) = (self.token(at), self.token(at + 1)) else { return false };
        let single =
            letter.text.chars().count() == 1 && letter.text.chars().all(char::is_uppercase);
        let number =
            letter.kind == Kind::Number && self.token(at + 2).is_none_or(|t| !is_plain_word(t));
        is_plain_word(noun)
            && noun.lower != "year"
            && (at > 0 || single)
            && (single || number)
            && entry(&noun.lower)
                .is_some_and(|e| e.noun.is_some() && e.verb.is_none() && e.adjective.is_none())
    }

    fn name_of(&self, from: usize, to: usize) -> Np {
        let words: Vec<&str> =
            (from..to).filter_map(|i| self.token(i)).map(|t| t.text.as_str()).collect();
        Np::Name(words.join(" "))
    }

    fn name_part(&self, at: usize, start: usize) -> bool {
        let Some(token) = self.token(at) else { return false };
        if token.kind == Kind::Number {
            return at == start
                || self.token(at + 1).is_none_or(|next| !is_plain_word(next))
                || self.token(at - 1).is_some_and(|t| t.is_capital());
        }
        let single_letter = token.text.chars().count() == 1
            && token.text != "a"
            && token.text != "I"
            && (at > 0 || token.text != "A" || self.is_called_a());
        token.is_capital()
            && (!closed::is_closed(&token.lower) || single_letter)
            && !(at == 0 && self.first_is_grammar() && !single_letter)
    }

    /// `A is bigger than B`: no article.
    fn is_called_a(&self) -> bool {
        self.lower(0) == "a" && ["is", "was", "has", "and", "or"].contains(&self.lower(1))
    }

    /// `Leonardo da Vinci`, `Roe v. Wade`
    fn particle(&self, at: usize) -> bool {
        const PARTICLES: &[&str] = &[
            "de", "da", "di", "do", "dos", "del", "van", "von", "der", "den", "la", "le", "am",
            "bin", "al", "v", "vs",
        ];
        let and = self.token(at).is_some_and(|t| t.text == "&");
        if and && self.token(at + 1).is_some_and(Token::is_capital) {
            return self.token(at - 1).is_some_and(Token::is_capital);
        }
        self.token(at).is_some_and(|t| PARTICLES.contains(&t.text.as_str()))
            && self
                .token(at + 1)
                .is_some_and(|next| next.is_capital() || PARTICLES.contains(&next.text.as_str()))
            && self.token(at - 1).is_some_and(Token::is_capital)
    }

    fn first_is_grammar(&self) -> bool {
        const OPENERS: &[&str] = &[
            "yesterday",
            "then",
            "afterwards",
            "normally",
            "usually",
            "typically",
            "generally",
            "following",
            "when",
            "today",
            "tomorrow",
        ];
        closed::is_closed(self.lower(0))
            || OPENERS.contains(&self.lower(0))
            || self.is_capital(1) && opens_a_sentence(self.lower(0))
    }

    fn is_common(&self, at: usize) -> bool {
        let word = self.lower(at);
        noun_forms(word).iter().any(|(_, plural)| *plural)
    }
}

pub(crate) fn the_name(name: &Parse<Np>) -> Parse<Np> {
    match &name.value {
        Np::Name(text) => name.with(Np::Name(format!("the {text}"))),
        Np::Pronoun(_) | Np::Nominal(_) | Np::Join(..) | Np::Asked => name.clone(),
    }
}

/// `Perhaps Ben is a thief`, `Suppose Ben is a thief`: no part of the name that follows.
pub(super) fn opens_a_sentence(word: &str) -> bool {
    const SUPPOSING: &[&str] =
        &["assume", "assuming", "consider", "imagine", "provided", "say", "suppose", "supposing"];
    let known = entry(word).unwrap_or_default();
    let others = known.noun.max(known.adjective).max(known.verb);
    SUPPOSING.contains(&word)
        || closed::EMPTY_ADVERBS.contains(&word)
        || known.adverb.is_some()
            && (known.adverb > others || word.ends_with("ly") && others <= known.adverb)
}

fn is_plain_word(token: &Token) -> bool {
    token.kind == Kind::Word && !token.is_capital() && !closed::is_closed(&token.lower)
}
