//! What may follow a form of `be`: adjectives, nouns, places, comparisons, participles.

use super::super::chart::{Parse, Parses};
use super::super::closed;
use super::super::compounds::is_whole;
use super::super::lexicon::{entry, is_role};
use super::super::morphology::{Form, verb_forms};
use super::super::read::{TOO_FAR, UNSURE};
use super::super::syntax::{Adjective, Complement, Determiner, Join, Np, Tense, Verb, Vp};
use super::verb::support_forms;
use super::{Grammar, Mode};

impl Grammar<'_> {
    /// `is either a bird or eats fish`, `is neither red nor has wings`
    pub(crate) fn mixed(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let (join, mark) = match self.lower(at) {
            "either" => (Join::Either, "or"),
            "neither" => (Join::Neither, "nor"),
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        for first in self.complement(at + 1).iter() {
            let next = self.past_comma(first.end);
            if !self.is(next, mark) {
                continue;
            }
            let forms = verb_forms(self.lower(next + 1));
            let done = forms.iter().any(|(_, form)| *form == Form::Participle);
            for second in self.vp(next + 1, mode).iter() {
                let items = vec![Vp::Be(first.value.clone()), second.value.clone()];
                found.push(Parse::new(
                    Vp::Join(join, items),
                    second.end,
                    first.cost + second.cost + 1 + 2 * u32::from(done),
                ));
            }
        }
        found
    }

    /// Complements of `be`, possibly several joined.
    pub(crate) fn complement(&self, at: usize) -> Parses<Complement> {
        self.complements.at(at, 1, || {
            let item = |p| self.simple_complement(p);
            let mut found = self.joined(at, &item, &Complement::Join);
            let grouped = self.one_of(at, &["both", "either", "neither"]);
            for parse in &mut found {
                let loose = !grouped && trails(&parse.value);
                parse.cost += mixture(&parse.value) + UNSURE * u32::from(loose);
                share_word(&mut parse.value);
                share_agent(&mut parse.value);
            }
            let shared: Vec<_> = found.iter().filter_map(share_preposition).collect();
            found.extend(shared);
            found.extend(self.either_governed(at));
            found
        })
    }

    fn simple_complement(&self, at: usize) -> Parses<Complement> {
        self.complements.at(at, 0, || {
            if at >= self.len() {
                return Vec::new();
            }
            // `a bit older than Ann` is no bit that is older.
            let a_bit = self.a_bit(at).into_iter().collect();
            let only = [self.called(at), self.compared_by(at), a_bit].concat();
            if !only.is_empty() {
                return only;
            }
            let mut found = Vec::new();
            if self.is(at, "not") {
                let inner = self.simple_complement(at + 1);
                found.extend(inner.iter().map(|c| c.with(Complement::Not(Box::new(c.value.clone())))));
            }
            let home = self.at_home(at);
            found.extend(self.adjective(at).iter().filter(|a| is_predicative(&a.value) && home.is_none()).map(|a| a.with(Complement::Adjective(a.value.clone()))));
            let adjective = self.tells_origin(at) || entry(self.lower(at)).is_some_and(|e| e.capital && e.adjective.is_some());
            let doing = verb_forms(self.lower(at)).iter().any(|(_, form)| *form == Form::Gerund) && entry(self.lower(at)).is_none_or(|e| e.adjective.is_none());
            let acting = |np: &Parse<Np>| doing && matches!(&np.value, Np::Nominal(n) if n.determiner == Determiner::Bare && (!n.adjectives.is_empty() || np.end == at + 1 || !n.modifiers.is_empty()));
            let described = |np: &Parse<Np>| home.is_some() && np.end == at + 1 || acting(np) || adjective && np.end == at + 1 && matches!(np.value, Np::Name(_));
            found.extend(self.simple_np(at).iter().filter(|np| !described(np) && !is_unheard(&np.value) && !self.is_made(at, &np.value)).filter(|np| !matches!(&np.value, Np::Nominal(n) if n.noun.is_none() && n.determiner == Determiner::Bare && n.adjectives.is_empty() && n.modifiers.is_empty())).map(|np| np.with(Complement::Np(np.value.clone()))));
            let placed: Vec<_> = self.prepositional(at).iter().filter(|p| p.value.0 != "of").map(|p| p.with(Complement::At(p.value.0.clone(), p.value.1.clone()))).collect();
            found.extend(placed.iter().flat_map(|first| self.and_when(first)));
            found.extend(placed);
            found.extend(home);
            found.extend(self.switched(at));
            found.extend(self.comparison(at));
            found.extend(self.rank(at));
            found.extend(self.act(at));
            if self.is(at, "being") {
                let passive = |c: &Complement| matches!(c, Complement::Act(verb) if verb.passive.is_some());
                found.extend(self.act(at + 1).into_iter().filter(|c| passive(&c.value)));
            }
            found.extend(self.adjective_to(at).into_iter().map(|p| Parse::new(Complement::Under(p.value.0, Form::Base, Box::new(p.value.1)), p.end, p.cost)));
            found
        })
    }

    /// `Ann is home`: at home.
    fn at_home(&self, at: usize) -> Option<Parse<Complement>> {
        let alone = at + 1 == self.len() || closed::is_closed(self.lower(at + 1));
        let home = self.simple_np(at).iter().find(|np| np.end == at + 1)?.clone();
        let home = (self.is(at, "home") && alone).then_some(home)?;
        Some(home.with(Complement::At("at".to_owned(), home.value.clone())))
    }

    /// `the light is on`, `the game is over`: a preposition that nothing can follow it with.
    fn switched(&self, at: usize) -> Option<Parse<Complement>> {
        const CLOSING: &[&str] = &[",", "if", "when", "whenever", "unless", "then", "now", "but"];
        if !self.one_of(at, &["on", "over", "in"]) || self.is_capital(at) {
            return None;
        }
        let joins = ["and", "or"].contains(&self.lower(at + 1))
            && !closed::PREPOSITIONS.contains(&self.lower(at + 2));
        let ends = at + 1 == self.len() || joins || CLOSING.contains(&self.lower(at + 1));
        ends.then(|| {
            let words = vec![self.lower(at).to_owned()];
            Parse::new(Complement::Adjective(Adjective { words, governs: Vec::new() }), at + 1, 0)
        })
    }

    /// `is on Monday at 10`, `is from 12 to 1`: a time in two phrases.
    fn and_when(&self, first: &Parse<Complement>) -> Vec<Parse<Complement>> {
        let timed = |np: &Np| match np {
            Np::Name(name) => {
                let day = name.trim_end_matches('s').to_lowercase();
                name.starts_with(|c: char| c.is_ascii_digit())
                    || closed::WEEKDAYS.contains(&day.as_str())
            }
            Np::Pronoun(_) | Np::Nominal(_) | Np::Join(..) | Np::Asked => false,
        };
        if !matches!(&first.value, Complement::At(_, np) if timed(np)) {
            return Vec::new();
        }
        let seconds = self.prepositional(first.end).into_iter().filter(|p| timed(&p.value.1));
        seconds
            .map(|p| {
                let (preposition, np) = p.value;
                let both = vec![first.value.clone(), Complement::At(preposition, np)];
                Parse::new(Complement::Join(Join::And, both), p.end, first.cost + p.cost)
            })
            .collect()
    }

    /// `called Rex`
    fn called(&self, at: usize) -> Vec<Parse<Complement>> {
        if !self.one_of(at, &["called", "named"]) {
            return Vec::new();
        }
        let asked = self.pronoun_np(at + 1).filter(|np| np.value == Np::Asked);
        let names = self.name(at + 1).into_iter().chain(asked);
        let mut found: Vec<_> =
            names.map(|name| Parse::new(Complement::Np(name.value), name.end, name.cost)).collect();
        // `are called marsupials`: each is one.
        if self.is(at, "called") {
            let kinds = self.nominal(at + 1, &Determiner::Bare).into_iter();
            found.extend(kinds.filter(|kind| kind.value.plural).map(|kind| {
                let np = Np::Nominal(Box::new(kind.value));
                Parse::new(Complement::Np(np), kind.end, kind.cost)
            }));
        }
        found
    }

    /// `elected mayor`: what somebody was made, and no mayor that is elected.
    fn is_made(&self, at: usize, np: &Np) -> bool {
        let made = verb_forms(self.lower(at)).iter().any(|(lemma, form)| {
            *form == Form::Participle && closed::MADE.contains(&lemma.as_str())
        });
        made && matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && !n.plural)
    }

    /// `owned by Bob`, `chasing Bob`
    pub(crate) fn act(&self, at: usize) -> Vec<Parse<Complement>> {
        if let Some((adverb, end)) = self.adverb(at) {
            let inner = self.act(end);
            return inner.into_iter().filter_map(|p| with_adverb(p, &adverb)).collect();
        }
        let word = self.lower(at);
        // `best known for`: how well, not what.
        let done = verb_forms(self.lower(at + 1)).iter().any(|(_, f)| *f == Form::Participle);
        if ["best", "better", "least", "worst"].contains(&word) && done {
            self.note(at);
            return self.act(at + 1).into_iter().filter_map(|p| with_adverb(p, word)).collect();
        }
        if closed::is_closed(word) || self.set_noun(at).is_some() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (lemma, form) in verb_forms(word).iter().cloned().chain(support_forms(word)) {
            let passive = match form {
                Form::Participle if closed::INTRANSITIVE.contains(&lemma.as_str()) => continue,
                Form::Participle => Some(word.to_owned()),
                Form::Gerund if !is_fixed_adjective(word) => None,
                Form::Base | Form::Third | Form::Past | Form::Gerund => continue,
            };
            self.note(at);
            let tense = if passive.is_some() { Tense::Present } else { Tense::Progressive };
            let verb = Verb {
                lemma,
                passive,
                tense,
                adverbs: Vec::new(),
                objects: Vec::new(),
                phrases: Vec::new(),
            };
            found.extend(self.verb_rest(at + 1, verb).into_iter().filter_map(as_act));
        }
        found
    }
}

/// An adjective in `-ing` that is mostly a verb is read as one; `by` belongs to the passive.
pub(crate) fn is_predicative(adjective: &Adjective) -> bool {
    let Some(word) = adjective.words.last() else { return false };
    let forms = verb_forms(word);
    let gerund = word.ends_with("ing") && forms.iter().any(|(_, form)| *form == Form::Gerund);
    let passive = forms.iter().any(|(_, form)| *form == Form::Participle);
    let verbal = gerund && !is_fixed_adjective(word);
    let governed = passive && !adjective.governs.is_empty();
    !verbal && !governed
}

fn is_fixed_adjective(word: &str) -> bool {
    const FEELINGS: &[&str] = &[
        "amazing",
        "annoying",
        "boring",
        "caring",
        "challenging",
        "charming",
        "confusing",
        "demanding",
        "depressing",
        "disappointing",
        "disgusting",
        "embarrassing",
        "encouraging",
        "entertaining",
        "exciting",
        "exhausting",
        "fascinating",
        "frightening",
        "frustrating",
        "inspiring",
        "interesting",
        "loving",
        "misleading",
        "outgoing",
        "outstanding",
        "pleasing",
        "promising",
        "relaxing",
        "rewarding",
        "satisfying",
        "shocking",
        "surprising",
        "tempting",
        "terrifying",
        "thrilling",
        "tiring",
        "touching",
        "understanding",
        "welcoming",
        "willing",
        "worrying",
    ];
    if FEELINGS.contains(&word) {
        return true;
    }
    let adjective = entry(word).and_then(|e| e.adjective);
    let verb = verb_forms(word).iter().filter_map(|(lemma, _)| entry(lemma)?.verb).max();
    adjective.is_some() && adjective >= verb
}

/// Joined complements are expected to be of one sort.
fn mixture(complement: &Complement) -> u32 {
    let Complement::Join(_, items) = complement else { return 0 };
    let sort = |c: &Complement| matches!(c, Complement::Np(_));
    let flat: Vec<&Complement> =
        items.iter().filter(|c| !matches!(c, Complement::Join(..))).collect();
    let bare = |c: &&&Complement| matches!(c, Complement::Np(Np::Nominal(n)) if n.determiner == Determiner::Bare && !n.plural);
    // `a video game and toy company`: which nouns the last one belongs to cannot be told.
    let tied = |c: &Complement| matches!(c, Complement::Np(Np::Nominal(n)) if n.determiner == Determiner::Bare && !n.plural && n.noun.as_deref().is_some_and(|noun| noun.contains(' ') && !is_whole(noun)));
    let headed = |c: &Complement| matches!(c, Complement::Np(Np::Nominal(n)) if n.determiner == Determiner::A);
    let person = |c: &Complement| matches!(c, Complement::Np(Np::Nominal(n)) if n.noun.as_deref().is_some_and(is_role));
    let tied = |c: &Complement| tied(c) && !flat.iter().all(|c| person(c));
    if flat.first().is_some_and(|c| headed(c)) && flat.iter().skip(1).any(|c| tied(c)) {
        return TOO_FAR;
    }
    // `a wizard and flies`: one thing is not several of a kind.
    let several = |c: &Complement| matches!(c, Complement::Np(Np::Nominal(n)) if n.determiner == Determiner::Bare && n.plural);
    if flat.windows(2).any(|pair| headed(pair[0]) && several(pair[1])) {
        return 3;
    }
    let named = |c: &Complement| matches!(c, Complement::Np(Np::Name(_)));
    let classed = |c: &Complement| sort(c) && !named(c);
    // `a part for the A and the B` rather than a part and the B itself.
    let itself = flat.windows(2).any(|pair| classed(pair[0]) && named(pair[1]));
    let mixed = flat.windows(2).any(|pair| sort(pair[0]) != sort(pair[1]));
    u32::from(itself) + u32::from(mixed) * (2 + 2 * u32::from(flat.iter().any(|c| bare(&c))))
}

/// An unknown word with a phrase after it may be anything: `is directedy by Ann`.
fn is_unheard(np: &Np) -> bool {
    let Np::Nominal(nominal) = np else { return false };
    let unknown = |noun: &str| !noun.contains(' ') && entry(noun).is_none();
    nominal.determiner == Determiner::Bare
        && !nominal.plural
        && !nominal.modifiers.is_empty()
        && nominal.noun.as_deref().is_some_and(unknown)
}

/// `proposed by Ann and a colleague`: whether a colleague proposed it or it is one.
fn trails(complement: &Complement) -> bool {
    let Complement::Join(Join::And | Join::Or, items) = complement else { return false };
    let governs = |c: &Complement| match c {
        Complement::Act(verb) => !verb.phrases.is_empty(),
        Complement::Adjective(adjective) => !adjective.governs.is_empty(),
        Complement::Np(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Under(..)
        | Complement::Join(..)
        | Complement::Not(_) => false,
    };
    let a_thing = |c: &Complement| matches!(c, Complement::Np(Np::Nominal(n)) if n.determiner == Determiner::A);
    items.windows(2).any(|pair| governs(&pair[0]) && a_thing(&pair[1]))
}

/// `managed by Ann or by Bob`, `good at math but not at art`: the first word holds for both.
fn share_word(complement: &mut Complement) {
    let Complement::Join(_, items) = complement else { return };
    let Some((first, others)) = items.split_first_mut() else { return };
    for other in others {
        match other {
            Complement::At(preposition, np) => {
                if let Some(whole) = with_phrase(first, preposition, np) {
                    *other = whole;
                }
            }
            Complement::Not(inner) => {
                if let Complement::At(preposition, np) = &**inner
                    && let Some(whole) = with_phrase(first, preposition, np)
                {
                    **inner = whole;
                }
            }
            Complement::Adjective(_)
            | Complement::Np(_)
            | Complement::Than(..)
            | Complement::As(..)
            | Complement::Rank(..)
            | Complement::Act(_)
            | Complement::Under(..)
            | Complement::Join(..) => {}
        }
    }
}

/// What is said first, with another phrase of the same sort.
fn with_phrase(first: &Complement, preposition: &str, np: &Np) -> Option<Complement> {
    const WHERE: &[&str] = &["in", "on", "at", "near", "under"];
    let where_too =
        |(other, _): &(String, Np)| WHERE.contains(&other.as_str()) && WHERE.contains(&preposition);
    let phrase = (preposition.to_owned(), np.clone());
    match first {
        Complement::Act(verb) => {
            let same = verb.phrases.iter().rposition(|(other, _)| other == preposition);
            let place = same.or_else(|| verb.phrases.iter().rposition(where_too))?;
            let mut verb = verb.clone();
            verb.phrases[place] = phrase;
            Some(Complement::Act(verb))
        }
        Complement::Adjective(adjective) => {
            let place = adjective.governs.iter().rposition(|(other, _)| other == preposition)?;
            let mut adjective = adjective.clone();
            adjective.governs[place] = phrase;
            Some(Complement::Adjective(adjective))
        }
        Complement::Np(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Under(..)
        | Complement::Join(..)
        | Complement::Not(_) => None,
    }
}

/// `written and directed by Ann`: who makes a thing in one way makes it in the other.
fn share_agent(complement: &mut Complement) {
    const MADE: &[&str] = &[
        "build",
        "compose",
        "create",
        "design",
        "develop",
        "direct",
        "edit",
        "establish",
        "found",
        "illustrate",
        "invent",
        "produce",
        "publish",
        "record",
        "write",
    ];
    let Complement::Join(Join::And, items) = complement else { return };
    let made = |c: &Complement| match c {
        Complement::Act(verb) if MADE.contains(&verb.lemma.as_str()) => {
            verb.passive.is_some().then(|| verb.clone())
        }
        // `written` is an adjective as well.
        Complement::Adjective(adjective) if adjective.governs.is_empty() => {
            undergone(&adjective.words).filter(|verb| MADE.contains(&verb.lemma.as_str()))
        }
        Complement::Act(_)
        | Complement::Adjective(_)
        | Complement::Np(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Under(..)
        | Complement::Join(..)
        | Complement::Not(_) => None,
    };
    let Some(verbs) = items.iter().map(made).collect::<Option<Vec<_>>>() else { return };
    let by = |last: &Verb| matches!(last.phrases.as_slice(), [(by, _)] if by == "by");
    if !verbs.last().is_some_and(|last| by(last)) {
        return;
    }
    *items = verbs.into_iter().map(Complement::Act).collect();
    let Some((Complement::Act(last), others)) = items.split_last_mut() else { return };
    let [(by, agent)] = last.phrases.as_slice() else { return };
    for other in others.iter_mut().filter(|_| by == "by") {
        if let Complement::Act(verb) = other
            && verb.phrases.is_empty()
        {
            verb.phrases.push((by.clone(), agent.clone()));
        }
    }
}

/// A lone participle as what was done.
fn undergone(words: &[String]) -> Option<Box<Verb>> {
    let [word] = words else { return None };
    let forms = verb_forms(word);
    let (lemma, _) = forms.iter().find(|(_, form)| *form == Form::Participle)?;
    Some(Box::new(Verb {
        lemma: lemma.clone(),
        passive: Some(word.clone()),
        tense: Tense::Present,
        adverbs: Vec::new(),
        objects: Vec::new(),
        phrases: Vec::new(),
    }))
}

/// `in the school or the office`: the preposition holds for both.
fn share_preposition(parse: &Parse<Complement>) -> Option<Parse<Complement>> {
    let Complement::Join(join, items) = &parse.value else { return None };
    let Complement::At(preposition, _) = items.first()? else { return None };
    let mut changed = false;
    let items = items.iter().map(|item| match item {
        Complement::Np(np) => {
            changed = true;
            Complement::At(preposition.clone(), np.clone())
        }
        other @ Complement::Adjective(_)
        | other @ Complement::At(..)
        | other @ Complement::Than(..)
        | other @ Complement::As(..)
        | other @ Complement::Rank(..)
        | other @ Complement::Act(_)
        | other @ Complement::Under(..)
        | other @ Complement::Join(..)
        | other @ Complement::Not(_) => other.clone(),
    });
    let items = items.collect();
    let cost = parse.cost.saturating_sub(1);
    changed.then(|| Parse::new(Complement::Join(*join, items), parse.end, cost))
}

fn with_adverb(parse: Parse<Complement>, adverb: &str) -> Option<Parse<Complement>> {
    let Complement::Act(mut verb) = parse.value else { return None };
    if !adverb.is_empty() {
        verb.adverbs.insert(0, adverb.to_owned());
    }
    Some(Parse::new(Complement::Act(verb), parse.end, parse.cost))
}

fn as_act(parse: Parse<Vp>) -> Option<Parse<Complement>> {
    let value = match parse.value {
        Vp::Do(verb) => Complement::Act(verb),
        Vp::Under(prefix, form, inner) => Complement::Under(prefix, form, inner),
        Vp::Join(..) | Vp::Not(_) | Vp::Be(_) | Vp::Normally(_) => return None,
    };
    Some(Parse::new(value, parse.end, parse.cost))
}
