//! What follows a noun: `of`, relative clauses, phrases, participles, owners.

use super::super::chart::{Parse, prune};
use super::super::closed;
use super::super::discourse::is_letter;
use super::super::lexicon::entry;
use super::super::read::{TOO_FAR, UNSURE};
use super::super::syntax::{Complement, Determiner, Modifier, Nominal, Np, Vp};
use super::time::{has_its_time, is_place, tells_when};
use super::{Grammar, Mode, attached};

/// What may follow one noun at most.
const MODIFIERS: usize = 3;

impl Grammar<'_> {
    pub(crate) fn with_modifiers(&self, start: Parse<Nominal>) -> Vec<Parse<Nominal>> {
        let mut found = Vec::new();
        let mut open = vec![start];
        if let Some(first) =
            open.first().filter(|p| p.value.noun.is_some() && p.value.name.is_none())
        {
            let mut named: Vec<_> = self.apposed(first);
            named.extend(self.told_last(first));
            open.extend(named);
        }
        // One more modifier a round, and only the best go on: a chain of clauses has no end of
        // analyses.
        for round in 0..=MODIFIERS {
            let mut longer = Vec::new();
            for parse in open.iter().filter(|_| round < MODIFIERS) {
                for (modifier, end, cost) in self.modifiers(parse) {
                    let mut nominal = parse.value.clone();
                    nominal.modifiers.push(modifier);
                    longer.push(Parse::new(nominal, end, parse.cost + cost));
                }
            }
            found.append(&mut open);
            open = prune(longer);
        }
        found
    }

    /// `the film "Dune"`, `the song Perfect`
    fn apposed(&self, nominal: &Parse<Nominal>) -> Vec<Parse<Nominal>> {
        if self.one_of(nominal.end, &["named", "called"]) {
            let one = matches!(
                nominal.value.determiner,
                Determiner::The | Determiner::Of(_) | Determiner::A
            );
            let mut titled = self.title(nominal.end + 1);
            if let Some(titled) = &mut titled {
                titled.cost = 0;
            }
            let named = self.name(nominal.end + 1).into_iter().chain(titled).filter(|_| one);
            return named.filter_map(|name| beside(nominal, &name)).collect();
        }
        let introduced = matches!(nominal.value.determiner, Determiner::The | Determiner::Of(_))
            || self.token(nominal.end).is_some_and(|token| is_letter(&token.text));
        let doing = nominal
            .value
            .noun
            .as_deref()
            .is_some_and(|noun| noun.ends_with("ing") || closed::ordinal(noun).is_some())
            || self.one_of(nominal.end - 1, &["top", "bottom"]);
        let capital =
            self.token(nominal.end - 1).is_none_or(super::super::tokens::Token::is_capital);
        if nominal.value.plural || !introduced || doing || capital {
            return Vec::new();
        }
        // `vitamin C` is a name by itself.
        let bare = nominal.value.determiner == Determiner::Bare;
        if bare && nominal.value.adjectives.is_empty() && self.letter_name(nominal.end - 1) {
            return Vec::new();
        }
        let mut names = self.name(nominal.end);
        // `the book The Salt Road`, `the book the Salt Road`
        let small = usize::from(self.is(nominal.end, "the") && !self.is_capital(nominal.end));
        names.extend(self.title(nominal.end + small));
        names.into_iter().filter_map(|name| beside(nominal, &name)).collect()
    }

    /// `has a Chilean wife, Carmen`: a name after the last comma says who it is.
    pub(super) fn told_last(&self, nominal: &Parse<Nominal>) -> Vec<Parse<Nominal>> {
        let one =
            matches!(nominal.value.determiner, Determiner::The | Determiner::Of(_) | Determiner::A);
        if !one || nominal.value.plural || !self.is(nominal.end, ",") {
            return Vec::new();
        }
        let names = self.name(nominal.end + 1).into_iter().filter(|name| name.end == self.len());
        names.filter_map(|name| beside(nominal, &name)).collect()
    }

    /// `The son of Ann, Tom, sings`: a name between commas says who is meant.
    pub(super) fn told_who(&self, nominal: &Parse<Nominal>) -> Vec<Parse<Nominal>> {
        let known = matches!(nominal.value.determiner, Determiner::The | Determiner::Of(_))
            && nominal.value.modifiers.iter().all(|m| matches!(m, Modifier::Of(_)));
        let open = known && !nominal.value.plural && nominal.value.name.is_none();
        if !open || nominal.value.noun.is_none() || !self.is(nominal.end, ",") {
            return Vec::new();
        }
        let mut titled = self.title(nominal.end + 1);
        if let Some(titled) = &mut titled {
            titled.cost = 0;
        }
        let names = self.name(nominal.end + 1).into_iter().chain(titled);
        let names = names.filter(|n| self.is(n.end, ",") && self.is_finite_verb(n.end + 1));
        names
            .filter_map(|name| {
                let mut told = beside(nominal, &name)?;
                told.end += 1;
                Some(told)
            })
            .collect()
    }

    /// `John, the manager, lives here`: what is said between commas is taken for granted.
    pub(super) fn told_between(&self, name: &Parse<Np>) -> Vec<Parse<Np>> {
        let Np::Name(text) = &name.value else { return Vec::new() };
        if !self.is(name.end, ",") || !self.one_of(name.end + 1, &["the", "a", "an"]) {
            return Vec::new();
        }
        let the = self.lower(name.end + 1) == "the";
        let determiner = if the { Determiner::The } else { Determiner::A };
        let mut found = Vec::new();
        for described in self.nominal(name.end + 2, &determiner) {
            let closed =
                self.is(described.end, ",") && !self.one_of(described.end + 1, &["and", "or"]);
            let plain = !described.value.plural && described.value.name.is_none();
            if closed && plain && self.is_finite_verb(described.end + 1) {
                let mut value = described.value;
                value.name = Some(text.clone());
                let np = Np::Nominal(Box::new(value));
                found.push(Parse::new(np, described.end + 1, name.cost + described.cost));
            }
        }
        found
    }

    fn modifiers(&self, nominal: &Parse<Nominal>) -> Vec<(Modifier, usize, u32)> {
        let at = nominal.end;
        let mut found = Vec::new();
        if self.is(at, "of") && nominal.value.noun.is_some() {
            if !nominal.value.modifiers.is_empty() {
                return found;
            }
            let owners = self.np(at + 1);
            found.extend(owners.iter().map(|np| {
                let far = 3 * u32::from(ends_elsewhere(&np.value));
                let noun = nominal.value.noun.as_deref();
                // `the Department of Health and Human Services`
                let title = self.is_capital(at - 1)
                    && (matches!(np.value, Np::Join(..)) || self.ends_small((at, np.end)));
                let torn = super::shared::owners_cost(noun, &np.value)
                    + attached::cost(&nominal.value, &np.value)
                    + UNSURE * u32::from(title && at > 1);
                (Modifier::Of(np.value.clone()), np.end, np.cost + stray(np, &owners) + torn + far)
            }));
            return found;
        }
        if self.one_of(at, &["who", "that", "which"]) {
            let mode = if nominal.value.plural { Mode::Plural } else { Mode::Singular };
            let vps = self.vp(at + 1, mode);
            let noun = nominal.value.noun.as_deref();
            let thing = self.is(at, "who") && noun.is_some_and(is_thing);
            found.extend(vps.iter().map(|vp| {
                let strays = stray(vp, &vps)
                    + 2 * u32::from(repeats(noun, &vp.value))
                    + 2 * u32::from(thing);
                (Modifier::That(vp.value.clone()), vp.end, vp.cost + strays)
            }));
            found.extend(
                self.other_clause(at + 1).into_iter().map(|(m, end, cost)| (m, end, cost + 1)),
            );
            return found;
        }
        found.extend(self.for_doing(nominal));
        // A phrase belongs to the nearest noun that can take it.
        let owned = match nominal.value.modifiers.last() {
            Some(Modifier::Of(np) | Modifier::Is(Complement::At(_, np))) => {
                matches!(np, Np::Nominal(_))
            }
            Some(Modifier::That(_) | Modifier::ThatOther(..)) => true,
            Some(Modifier::Is(_)) | None => false,
        };
        let negated = self.is(at, "not");
        let from = if negated { at + 1 } else { at };
        for (complement, end, cost) in self.reduced(from) {
            let complement =
                if negated { Complement::Not(Box::new(complement)) } else { complement };
            // `an oil painting on canvas`: the noun, not what the oil does.
            let doing = matches!(&complement, Complement::Act(verb) if verb.passive.is_none())
                && entry(self.lower(from)).is_some_and(|e| e.noun >= Some(2))
                && !self.is_somewhere(from)
                && nominal.value.noun.as_deref().is_some_and(is_no_person);
            let made = matches!(&complement, Complement::At(by, Np::Name(_)) if by == "by")
                && nominal.value.noun.as_deref().is_some_and(is_material);
            let placed = if let Complement::At(_, np) = &complement { Some(np) } else { None };
            let near = placed.map_or(0, |np| attached::cost(&nominal.value, np));
            let topic = 2 * u32::from(takes_topic(&nominal.value, &complement));
            let far = topic
                + 2 * u32::from(doing || made)
                + far_from(&nominal.value, &complement)
                + near
                + 3 * u32::from(is_time(&complement));
            found.push((Modifier::Is(complement), end, cost + u32::from(owned) + far));
        }
        if !negated && nominal.value.noun.is_some() {
            found
                .extend(self.other_clause(at).into_iter().map(|(m, end, cost)| (m, end, cost + 2)));
        }
        found
    }

    /// `the Album of the Year award`: a title and a noun after it.
    fn ends_small(&self, (at, end): (usize, usize)) -> bool {
        let first = if self.is(at + 1, "the") { at + 2 } else { at + 1 };
        let common = |p: usize| entry(self.lower(p)).is_some_and(|e| !e.capital);
        first + 1 < end && self.is_capital(first) && common(first) && !self.is_capital(end - 1)
    }

    /// `[that] Bob likes`
    fn other_clause(&self, at: usize) -> Vec<(Modifier, usize, u32)> {
        let mut found = Vec::new();
        if self.is_object_pronoun(at) {
            return found;
        }
        for subject in self.simple_np(at).iter().filter(|p| p.cost < 2 && can_open(&p.value)) {
            // `the book the club has sold`: what follows a plain `has` cannot be told.
            if self.one_of(subject.end, &["has", "have", "had"]) {
                continue;
            }
            for mode in [Mode::Singular, Mode::Plural] {
                for vp in self
                    .simple_vp(subject.end, mode)
                    .iter()
                    .filter(|vp| super::verb::lacks_object(&vp.value))
                {
                    found.push((
                        Modifier::ThatOther(subject.value.clone(), vp.value.clone()),
                        vp.end,
                        subject.cost + vp.cost,
                    ));
                }
            }
        }
        found
    }

    /// `him`, `them`: never a subject.
    pub(crate) fn is_object_pronoun(&self, at: usize) -> bool {
        const OBJECTS: &[&str] = &["him", "them", "himself", "herself", "itself", "themselves"];
        OBJECTS.contains(&self.lower(at))
    }

    /// What may follow a noun without `that is`.
    fn reduced(&self, at: usize) -> Vec<(Complement, usize, u32)> {
        let mut found = Vec::new();
        for phrase in self.prepositional(at) {
            // `a ferry between Denmark`: something is missing.
            let one = match &phrase.value.1 {
                Np::Name(_) => true,
                Np::Nominal(n) => !n.plural,
                Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
            };
            if phrase.value.0 == "between" && one {
                continue;
            }
            if !["of", "as"].contains(&phrase.value.0.as_str()) {
                found.push((
                    Complement::At(phrase.value.0, phrase.value.1),
                    phrase.end,
                    phrase.cost + 1,
                ));
            }
        }
        for adjective in self
            .adjective(at)
            .iter()
            .filter(|a| !a.value.governs.is_empty() && super::complement::is_predicative(&a.value))
        {
            let noun = adjective.value.words.last().is_some_and(|word| is_rather_noun(word));
            if adjective.value.words.last().is_some_and(|word| word == "later") {
                continue;
            }
            // `the 2016 final during the break`: a time says when, not what it is like.
            let timed = |(preposition, _): &(String, Np)| {
                ["during", "after", "before", "since", "until"].contains(&preposition.as_str())
            };
            if adjective.value.governs.iter().any(timed) {
                continue;
            }
            found.push((
                Complement::Adjective(adjective.value.clone()),
                adjective.end,
                adjective.cost + 1 + u32::from(noun),
            ));
        }
        found.extend(self.comparison(at).into_iter().map(|c| (c.value, c.end, c.cost)));
        let acts = self.act(at);
        found.extend(
            acts.iter().map(|act| (act.value.clone(), act.end, act.cost + 1 + stray(act, &acts))),
        );
        found
    }

    /// `Maryland's House of Delegates`: a body with a name of its own.
    fn body_of(&self, owner: &Parse<Np>) -> Option<Parse<Np>> {
        let at = owner.end + 1;
        let names =
            self.name(at).into_iter().filter(|name| self.is(at + 1, "of") && name.end > at + 2);
        let name = names.filter(|_| self.is_ordinary(at)).max_by_key(|name| name.end)?;
        let Np::Name(text) = &name.value else { return None };
        let nominal = Nominal {
            determiner: Determiner::Of(owner.value.clone()),
            adjectives: Vec::new(),
            noun: Some(text.to_lowercase()),
            people: None,
            name: None,
            plural: false,
            modifiers: Vec::new(),
        };
        Some(Parse::new(Np::Nominal(Box::new(nominal)), name.end, owner.cost + name.cost))
    }

    pub(crate) fn possessed(&self, owner: &Parse<Np>) -> Vec<Parse<Np>> {
        let mut found = Vec::new();
        let mut open = vec![owner.clone()];
        while let Some(owner) = open.pop() {
            if !self.is(owner.end, "'s") || !can_own(&owner.value) {
                continue;
            }
            found.extend(self.body_of(&owner));
            found.extend(self.only_of(&owner));
            for nominal in self.nominal(owner.end + 1, &Determiner::Of(owner.value.clone())) {
                let told = self.told_who(&nominal);
                let np = Parse::new(
                    Np::Nominal(Box::new(nominal.value)),
                    nominal.end,
                    nominal.cost + owner.cost,
                );
                found.extend(told.into_iter().map(|told| {
                    let np = Np::Nominal(Box::new(told.value));
                    Parse::new(np, told.end, told.cost + owner.cost)
                }));
                found.push(np.clone());
                open.push(np);
            }
        }
        found
    }
}

/// Whether a phrase can be an owner: `the world`, but not `one of the world`.
fn can_own(np: &Np) -> bool {
    match np {
        Np::Name(_) | Np::Pronoun(_) | Np::Asked | Np::Join(..) => true,
        Np::Nominal(nominal) => match nominal.determiner {
            Determiner::Some => nominal.noun.is_none(),
            Determiner::No | Determiner::NotEvery | Determiner::Only => false,
            // `student's readiness`: whose cannot be told.
            Determiner::Bare => nominal.plural,
            Determiner::The => nominal.modifiers.iter().all(|m| matches!(m, Modifier::Of(_))),
            Determiner::Every
            | Determiner::Any
            | Determiner::A
            | Determiner::Which
            | Determiner::Of(_)
            | Determiner::Amount(_) => true,
        },
    }
}

fn is_rather_noun(word: &str) -> bool {
    entry(word).is_some_and(|e| e.noun.is_some() && e.noun >= e.adjective)
}

/// How far a phrase or an action is from describing the noun before it.
fn far_from(nominal: &Nominal, complement: &Complement) -> u32 {
    let noun = nominal.noun.as_deref().map(|noun| noun.rsplit(' ').next().unwrap_or(noun));
    let person = |noun: &str| entry(noun).is_some_and(|e| e.person);
    match complement {
        // `greyhound racing`, `video game holding companies`: kinds of racing and of companies.
        Complement::Act(verb) => {
            let bare = nominal.determiner == Determiner::Bare && !nominal.plural;
            TOO_FAR * u32::from(bare && noun.is_some() && verb.passive.is_none())
        }
        complement if tells_when(complement) && !noun.is_some_and(has_its_time) => TOO_FAR,
        Complement::At(preposition, np) => match preposition.as_str() {
            "after" | "before" if noun.is_some_and(is_place) => TOO_FAR,
            "after" | "before" | "during" | "until" | "since" => 2,
            "to" => TOO_FAR * u32::from(!noun.is_some_and(leads_to)),
            // `to restaurants with friends`: company, not part of the place.
            "with" => {
                let friends = matches!(np, Np::Nominal(n) if n.noun.as_deref().is_some_and(person));
                2 * u32::from(friends && noun.is_some_and(|noun| !person(noun)))
            }
            _ => 0,
        },
        // `a member of the council from 2011 to 2013`: the council goes on.
        Complement::Join(..) => TOO_FAR * u32::from(!noun.is_some_and(person)),
        Complement::Adjective(_)
        | Complement::Np(_)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Under(..)
        | Complement::Not(_) => 0,
    }
}

/// `known for her work on polymers`: the work is on them.
fn takes_topic(nominal: &Nominal, complement: &Complement) -> bool {
    const TOPICAL: &[&str] = &[
        "article", "book", "essay", "lecture", "paper", "report", "research", "study", "thesis",
        "work",
    ];
    let Some(Modifier::Is(Complement::Act(verb))) = nominal.modifiers.last() else { return false };
    let last = verb.phrases.last().map(|(_, np)| np).or(verb.objects.last());
    let topical = matches!(last, Some(Np::Nominal(n)) if n.modifiers.is_empty()
        && n.noun.as_deref().is_some_and(|noun| TOPICAL.contains(&noun)));
    topical && matches!(complement, Complement::At(p, _) if ["on", "about"].contains(&p.as_str()))
}

/// Nouns that take `to` themselves: `a vacation to Italy`.
pub(super) fn leads_to(noun: &str) -> bool {
    const NOUNS: &[&str] = &[
        "access",
        "alternative",
        "ambassador",
        "answer",
        "approach",
        "attitude",
        "bridge",
        "bus",
        "connection",
        "contribution",
        "damage",
        "danger",
        "door",
        "entrance",
        "exception",
        "exit",
        "flight",
        "gate",
        "guide",
        "harm",
        "heir",
        "introduction",
        "invitation",
        "journey",
        "key",
        "letter",
        "limit",
        "link",
        "message",
        "objection",
        "obstacle",
        "path",
        "railway",
        "reaction",
        "reference",
        "relation",
        "response",
        "right",
        "road",
        "route",
        "solution",
        "successor",
        "threat",
        "ticket",
        "train",
        "trip",
        "vacation",
        "visit",
        "visitor",
        "way",
        "witness",
    ];
    NOUNS.contains(&noun)
}

/// What works are made on or of: `a painting on canvas by Ann`.
fn is_material(noun: &str) -> bool {
    ["canvas", "paper", "wood", "stone", "bronze", "marble", "glass", "vinyl", "film"]
        .contains(&noun)
}

/// `guarded by soldiers at night`: a time belongs to what is done, not to who does it.
pub(super) fn is_time(complement: &Complement) -> bool {
    const TIMES: &[&str] = &[
        "night",
        "noon",
        "midnight",
        "day",
        "morning",
        "afternoon",
        "evening",
        "weekend",
        "dawn",
        "dusk",
        "spring",
        "summer",
        "autumn",
        "winter",
        "lunchtime",
    ];
    let Complement::At(preposition, np) = complement else { return false };
    match np {
        Np::Nominal(n) => {
            ["at", "in", "on", "during", "by"].contains(&preposition.as_str())
                && n.noun
                    .as_deref()
                    .is_some_and(|noun| TIMES.contains(&noun) || closed::WEEKDAYS.contains(&noun))
                && n.modifiers.is_empty()
        }
        Np::Name(name) => {
            let day = name.to_lowercase();
            let day = day.trim_end_matches('s');
            let year = name.len() == 4 && name.chars().all(|c| c.is_ascii_digit());
            preposition == "on" && closed::WEEKDAYS.contains(&day) || preposition == "in" && year
        }
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    }
}

/// `a professor of history at Yale`, `the captain of the team and a singer`: what follows is said
/// of the professor and the captain.
fn ends_elsewhere(owner: &Np) -> bool {
    let a = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::A);
    match owner {
        Np::Nominal(n) => {
            let place = matches!(n.modifiers.last(), Some(Modifier::Is(Complement::At(p, np)))
                if ["at", "in", "from"].contains(&p.as_str()) && matches!(np, Np::Name(_)));
            n.determiner == Determiner::Bare && !n.plural && place
        }
        Np::Join(_, items) => items.windows(2).any(|pair| !a(&pair[0]) && a(&pair[1])),
        Np::Name(_) | Np::Pronoun(_) | Np::Asked => false,
    }
}

/// Whether a noun is known and names no people: `a member of the club who sings` is no club.
fn is_thing(noun: &str) -> bool {
    let head = noun.rsplit(' ').next().unwrap_or(noun);
    head != "person" && entry(head).is_some_and(|e| e.noun.is_some() && !e.person)
}

/// The same of a noun that may be unknown: `a five-story building`.
fn is_no_person(noun: &str) -> bool {
    is_thing(noun) || noun.contains('-') && entry(noun).is_none()
}

/// A noun with the name of the one it means.
fn beside(nominal: &Parse<Nominal>, name: &Parse<Np>) -> Option<Parse<Nominal>> {
    let Np::Name(text) = &name.value else { return None };
    let mut value = nominal.value.clone();
    value.name = Some(text.clone());
    Some(Parse::new(value, name.end, nominal.cost + name.cost))
}

/// Whether a phrase may open a clause right after a noun: `the song Sam plays`.
fn can_open(np: &Np) -> bool {
    match np {
        Np::Name(_) | Np::Pronoun(_) => true,
        Np::Nominal(nominal) => matches!(nominal.determiner, Determiner::The | Determiner::Of(_)),
        Np::Join(..) | Np::Asked => false,
    }
}

/// Charges an analysis for stopping where an equally good one goes on.
fn stray<T>(parse: &Parse<T>, all: &[Parse<T>]) -> u32 {
    u32::from(all.iter().any(|other| other.end > parse.end && other.cost <= parse.cost))
}

/// `a person who owns a car and a person ...`: a repeated noun belongs beside the first, not inside.
fn repeats(noun: Option<&str>, vp: &Vp) -> bool {
    let joined = |np: &Np| match np {
        Np::Join(_, items) => {
            items.iter().any(|item| matches!(item, Np::Nominal(n) if n.noun.as_deref() == noun))
        }
        Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Asked => false,
    };
    match vp {
        Vp::Do(verb) => verb.takes().any(joined),
        Vp::Be(Complement::Np(np) | Complement::At(_, np)) => joined(np),
        Vp::Be(Complement::Join(_, items)) => items
            .iter()
            .skip(1)
            .any(|c| matches!(c, Complement::Np(Np::Nominal(n)) if n.noun.as_deref() == noun)),
        Vp::Be(Complement::Act(verb)) => verb.takes().any(joined),
        Vp::Join(_, items) => items.iter().any(|item| repeats(noun, item)),
        Vp::Not(inner) | Vp::Under(_, _, inner) | Vp::Normally(inner) => repeats(noun, inner),
        Vp::Be(_) => false,
    }
}
