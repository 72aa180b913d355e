//! Noun phrases: names, pronouns, determiners, compounds and what follows a noun.

use super::super::chart::{Parse, Parses};
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::{Form, noun_forms, verb_forms};
use super::super::read::UNSURE;
use super::super::syntax::{Adjective, Complement, Determiner, Join, Modifier, Nominal, Np, Vp};
use super::super::tokens::{Kind, Token};
use super::Grammar;
use super::head::{Head, is_mostly_noun};
use super::name::the_name;

impl Grammar<'_> {
    /// A noun phrase, possibly several joined.
    pub(crate) fn np(&self, at: usize) -> Parses<Np> {
        self.nps.at(at, 0, || {
            // `everyone but Ann` leaves Ann out.
            let mut found = self.joined_by(at, &["and"], &|p| self.simple_np(p), &Np::Join);
            found.extend(self.names_in_a_row(at));
            for parse in &mut found {
                if let Np::Join(Join::And, items) = &mut parse.value
                    && self.is_told_who(items, (at, parse.end))
                {
                    parse.cost += name_each(items);
                    continue;
                }
                if let Np::Join(join, items) = &mut parse.value {
                    parse.cost += far(items)
                        + super::shared::cost(items)
                        + UNSURE * u32::from(is_counted_list(items));
                    if *join == Join::Or && super::shared::shares_no(items) {
                        parse.cost += super::shared::none_of(items);
                        *join = Join::Neither;
                    }
                    if *join == Join::Or {
                        parse.cost += super::shared::each_of(items);
                    }
                    share_owner(items);
                    share_determiner(items);
                    if !super::shared::shares_number(items) {
                        parse.cost += unlike(items);
                    }
                }
            }
            found
        })
    }

    /// `his sisters, Anna and Eve`: names after a comma that may say who was meant before it.
    fn is_told_who(&self, items: &[Np], (at, end): (usize, usize)) -> bool {
        let Some((Np::Nominal(first), names)) = items.split_first() else { return false };
        let known = matches!(first.determiner, Determiner::Amount(_))
            || matches!(first.determiner, Determiner::The | Determiner::Of(_))
                && first.noun.is_some();
        let named = names.len() > 1 && names.iter().all(|np| matches!(np, Np::Name(_)));
        let listed = (at..end).filter(|p| self.lower(*p) == "and").count() == 1;
        known && named && listed && first.name.is_none()
    }

    /// `Ann, Bob, Tom`: three names or more need no `and`.
    fn names_in_a_row(&self, at: usize) -> Vec<Parse<Np>> {
        let mut names = Vec::new();
        let mut here = at;
        loop {
            let Some(name) = self.name(here).into_iter().next() else { return Vec::new() };
            names.push(name.value);
            if !self.is(name.end, ",") {
                let enough = names.len() > 2;
                return enough
                    .then(|| Parse::new(Np::Join(Join::And, names), name.end, 0))
                    .into_iter()
                    .collect();
            }
            here = name.end + 1;
        }
    }

    /// A noun phrase with nothing joined.
    pub(crate) fn simple_np(&self, at: usize) -> Parses<Np> {
        self.simple_nps.at(at, 0, || {
            if at >= self.len() {
                return Vec::new();
            }
            let mut found = self.name(at);
            let titled = self.title(at);
            // `in Trouble at the Henhouse`: an ordinary word that opens a title is no name.
            if let Some(titled) = titled.as_ref().filter(|_| at > 0 && self.is_ordinary(at)) {
                let within = found.iter_mut().filter(|name| name.end < titled.end);
                within.for_each(|name| name.cost += 3);
            }
            found.extend(titled);
            let described: Vec<_> = found.iter().flat_map(|name| self.told_between(name)).collect();
            let aside: Vec<_> = found.iter().flat_map(|name| self.told_aside(at, name)).collect();
            found.extend(described);
            found.extend(aside);
            found.extend(self.pronoun_np(at));
            found.extend(self.exactly_one(at));
            found.extend(self.one_sort_or_other(at));
            found.extend(self.whoever(at));
            found.extend(self.thing_words(at));
            found.extend(self.determined(at));
            // `all the school's teachers` are all of them; there is one school.
            if self.owned_from(at).is_none() {
                let possessed: Vec<_> =
                    found.iter().flat_map(|owner| self.possessed(owner)).collect();
                found.extend(possessed);
            }
            found.extend(self.all_owned(at));
            found
        })
    }

    /// `exactly one of Ann, Bob and Carl`
    fn exactly_one(&self, at: usize) -> Vec<Parse<Np>> {
        let Some(from) = self.words(at, &["exactly", "one", "of"]) else { return Vec::new() };
        let items = self.series(from, &["and"], &|p| self.simple_np(p).to_vec()).into_iter();
        items
            .map(|list| Parse::new(Np::Join(Join::Either, list.value), list.end, list.cost))
            .collect()
    }

    /// `whoever sings`
    fn whoever(&self, at: usize) -> Vec<Parse<Np>> {
        if !self.is(at, "whoever") {
            return Vec::new();
        }
        let vps = self.vp(at + 1, super::Mode::Singular);
        let who = |vp: &Parse<Vp>| {
            let head = Head { noun: None, people: Some(true), plural: false };
            let mut nominal = bare(Determiner::Every, head);
            nominal.modifiers.push(Modifier::That(vp.value.clone()));
            vp.with(Np::Nominal(Box::new(nominal)))
        };
        vps.iter().map(who).collect()
    }

    pub(super) fn pronoun_np(&self, at: usize) -> Option<Parse<Np>> {
        if self.lower(at) == "⟨asked⟩" {
            self.note(at);
            return Some(Parse::new(Np::Asked, at + 1, 0));
        }
        for words in [["each", "other"], ["one", "another"]] {
            if let Some(end) = self.words(at, &words) {
                return Some(Parse::new(Np::Pronoun(closed::EACH_OTHER.to_owned()), end, 0));
            }
        }
        let mine = at > 0 && self.lower(at) == "mine" && self.lower(at - 1) == "of";
        if mine || self.token(at).is_some_and(|t| t.text == "I" || t.lower == "me") {
            self.note(at);
            return Some(Parse::new(Np::Name(closed::SPEAKER.to_owned()), at + 1, 0));
        }
        if self.token(at).is_some_and(|t| t.lower == "we" || t.text == "us") {
            self.note(at);
            return Some(Parse::new(Np::Name(closed::SPEAKERS.to_owned()), at + 1, 0));
        }
        let pronoun = closed::pronoun(self.lower(at))?;
        self.note(at);
        Some(Parse::new(Np::Pronoun(pronoun.to_owned()), at + 1, 0))
    }

    /// someone, everything, nobody, those who, ...
    fn thing_words(&self, at: usize) -> Vec<Parse<Np>> {
        let determiner = match self.lower(at) {
            "someone" | "somebody" | "something" => Determiner::Some,
            "everyone" | "everybody" | "everything" => Determiner::Every,
            "anyone" | "anybody" | "anything" => Determiner::Any,
            "somewhere" if at > 0 && self.preposition(at - 1).is_some() => Determiner::Some,
            "nobody" | "nothing" => Determiner::No,
            "no" if self.is(at + 1, "one") => Determiner::No,
            "all" if self.is(at + 1, "who") => Determiner::Every,
            "all" | "those" if self.is_described_only(at + 1) => Determiner::Every,
            "all" if self.is(at + 1, "those") => Determiner::Every,
            "those" if self.one_of(at + 1, &["who", "that", "which"]) => Determiner::Every,
            "one" if self.one_of(at + 1, MODALS) => Determiner::Any,
            _ => return Vec::new(),
        };
        self.note(at);
        let two = self.lower(at) == "no" || self.is(at, "all") && self.is(at + 1, "those");
        let end = if two { at + 2 } else { at + 1 };
        let plural = ["those", "all"].contains(&self.lower(at));
        let people = Some(!self.lower(at).ends_with("thing") && self.lower(at) != "somewhere");
        let mut nominal = bare(determiner, Head { noun: None, people, plural });
        let mut found = Vec::new();
        let done = self.is(end + 1, "by");
        if let Some((word, cost)) = self.adjective_word(end).filter(|_| !plural && !done) {
            let mut described = nominal.clone();
            described.adjectives.push(plain(word));
            found.extend(self.with_modifiers(Parse::new(described, end + 1, cost + 1)));
        }
        nominal.plural = plural;
        if let Some(letter) =
            self.token(end).filter(|t| super::super::discourse::is_letter(&t.text) && !plural)
        {
            self.note(end);
            let mut lettered = nominal.clone();
            lettered.name = Some(letter.text.clone());
            found.push(Parse::new(lettered, end + 1, 0));
            found.push(Parse::new(nominal, end, 2));
            return found.into_iter().map(nominal_np).collect();
        }
        found.extend(self.with_modifiers(Parse::new(nominal, end, 0)));
        // `all` and `those` alone would be anything.
        found.retain(|n| !plural || !n.value.modifiers.is_empty());
        found.into_iter().map(nominal_np).collect()
    }

    /// `all made in China`, `those living abroad`: no noun, only what they are like.
    fn is_described_only(&self, at: usize) -> bool {
        let formed = |(_, form): &(String, Form)| matches!(form, Form::Participle | Form::Gerund);
        let then = self.preposition(at + 1).is_some()
            || self.is(at + 1, "to")
            || self.adverb(at + 1).is_some();
        let plain = self.lower(at - 1) == "those" || noun_forms(self.lower(at)).is_empty();
        then && plain && verb_forms(self.lower(at)).iter().any(formed)
    }

    fn determined(&self, at: usize) -> Vec<Parse<Np>> {
        let mut found = Vec::new();
        for (determiner, end, cost) in self.determiner(at) {
            let amount = matches!(determiner, Determiner::Amount(_));
            let of = self.is(at + 1, "of");
            let single = ["every", "each", "a", "an", "neither"].contains(&self.lower(at)) && !of;
            let one = single && end > at && !amount;
            let mut names = if determiner == Determiner::The { self.name(end) } else { Vec::new() };
            if determiner == Determiner::The {
                names.extend(self.title(end));
            }
            let named_only = determiner == Determiner::Only && end == at + 1;
            let only = if named_only { self.only_names(end) } else { Vec::new() };
            // `the 1080 monitor`: the number belongs to the noun after it.
            let names: Vec<_> = names
                .into_iter()
                .filter(|name| !self.counts_on(end, name.end) && !self.is_office(end, name.end))
                .collect();
            for nominal in self
                .nominal(end, &determiner)
                .into_iter()
                .filter(|n| !(self.is_ever(at, &n.value) || one && n.value.plural))
            {
                let named = names.iter().any(|name| name.end == nominal.end);
                // `only Anna knows`: she is no kind of thing.
                let called = only.iter().any(|name| name.end >= nominal.end);
                if called && !nominal.value.plural {
                    continue;
                }
                found.extend(self.told_who(&nominal).into_iter().map(nominal_np));
                found.extend(self.named_aside(&nominal).into_iter().map(nominal_np));
                found.push(Parse::new(
                    Np::Nominal(Box::new(nominal.value)),
                    nominal.end,
                    nominal.cost + cost + u32::from(named),
                ));
            }
            found.extend(names.iter().map(the_name));
            found.extend(only);
            if determiner == Determiner::The {
                found.extend(self.top_of_a_list(end).iter().map(the_name));
            }
        }
        found.extend(self.the_only(at));
        found
    }

    /// `the only nurse in town`
    fn the_only(&self, at: usize) -> Vec<Parse<Np>> {
        if !self.is(at + 1, "only") {
            return Vec::new();
        }
        let owner = match self.lower(at) {
            "the" => return self.sole(at + 2, None),
            "my" => Np::Name(closed::SPEAKER.to_owned()),
            "our" => Np::Name(closed::SPEAKERS.to_owned()),
            word => match closed::possessive(word) {
                Some(owner) => Np::Pronoun(owner.to_owned()),
                None => return Vec::new(),
            },
        };
        self.note(at);
        self.sole(at + 2, Some(&owner))
    }

    /// `Ann's only son`: the only son of Ann.
    pub(super) fn only_of(&self, owner: &Parse<Np>) -> Vec<Parse<Np>> {
        if !self.is(owner.end + 1, "only") {
            return Vec::new();
        }
        let found = self.sole(owner.end + 2, Some(&owner.value)).into_iter();
        found.map(|np| np.plus(owner.cost)).collect()
    }

    /// A noun after `only`, with its owner.
    fn sole(&self, at: usize, owner: Option<&Np>) -> Vec<Parse<Np>> {
        let nominals = self.nominal(at, &Determiner::The).into_iter();
        let nominals = nominals.filter(|n| n.value.name.is_none() && n.value.noun.is_some());
        nominals
            .map(|mut n| {
                n.value.adjectives.insert(0, plain("only".to_owned()));
                n.value.modifiers.splice(0..0, owner.cloned().map(Modifier::Of));
                nominal_np(n)
            })
            .collect()
    }

    /// `only Anna and Leo`: whatever is the same as one of them.
    fn only_names(&self, at: usize) -> Vec<Parse<Np>> {
        let named = |p: usize| -> Vec<Parse<Np>> {
            let found = self.simple_np(p);
            found.iter().filter(|np| matches!(np.value, Np::Name(_))).cloned().collect()
        };
        let mut found: Vec<(Parse<Np>, bool)> =
            named(at).into_iter().map(|name| (name, false)).collect();
        for (mark, plural) in [("and", true), ("or", false)] {
            found.extend(self.series(at, &[mark], &named).into_iter().map(|names| {
                let join = if plural { Join::And } else { Join::Or };
                (Parse::new(Np::Join(join, names.value), names.end, names.cost), plural)
            }));
        }
        let same = |(names, plural): (Parse<Np>, bool)| {
            let mut nominal =
                bare(Determiner::Only, Head { noun: None, people: Some(true), plural });
            let same = Complement::At(closed::SAME.to_owned(), names.value);
            nominal.modifiers.push(Modifier::Is(same));
            Parse::new(Np::Nominal(Box::new(nominal)), names.end, names.cost)
        };
        found.into_iter().map(same).collect()
    }

    /// `the top 100`: the number alone would leave out which.
    fn top_of_a_list(&self, at: usize) -> Option<Parse<Np>> {
        let number = self.token(at + 1).filter(|t| t.kind == Kind::Number)?;
        let top = self.one_of(at, &["top", "bottom", "first", "last", "next"]);
        (top && self.head_noun(at + 2).is_empty()).then(|| {
            self.note(at + 1);
            Parse::new(Np::Name(format!("{} {}", self.lower(at), number.text)), at + 2, 0)
        })
    }

    /// Adjectives, a noun and its modifiers.
    pub(crate) fn nominal(&self, at: usize, determiner: &Determiner) -> Vec<Parse<Nominal>> {
        let mut found = self.either_kind(at, determiner);
        found.extend(self.of_a_year(at, determiner));
        for described in self.described(at, 0) {
            let (adjectives, head) = described.value;
            if !fits(determiner, &head, &adjectives) {
                continue;
            }
            let opening = at == 0 && *determiner == Determiner::Bare && !head.plural;
            let named = self.token(at).is_some_and(Token::is_capital);
            let name_like = opening || (named && *determiner == Determiner::Bare && !head.plural);
            let title = name_like && at > 0;
            let mut nominal = bare(determiner.clone(), head);
            nominal.adjectives = adjectives;
            let all = self.with_modifiers(Parse::new(
                nominal,
                described.end,
                described.cost + u32::from(name_like),
            ));
            // `in Trouble at the Henhouse`: a title nobody marked, or a noun nobody can tell.
            let title = title || (opening && self.goes_on_like_a_title(described.end));
            found.extend(all.into_iter().filter(|n| !title || n.value.modifiers.is_empty()));
        }
        found
    }

    /// `a red or green car`: a car that is one or the other.
    fn either_kind(&self, at: usize, determiner: &Determiner) -> Vec<Parse<Nominal>> {
        let mut found = Vec::new();
        let lone = |p: usize| self.graded(p).into_iter().filter(|words| words.cost == 0);
        for first in lone(at).filter(|first| self.is(first.end, "or")) {
            for second in lone(first.end + 1) {
                for head in self.compound(second.end) {
                    if !fits(determiner, &head.value, &[]) || head.value.noun.is_none() {
                        continue;
                    }
                    let adjective = |words: &[String]| {
                        let adjective = Adjective { words: words.to_vec(), governs: Vec::new() };
                        Complement::Adjective(adjective)
                    };
                    let both = vec![adjective(&first.value), adjective(&second.value)];
                    let mut nominal = bare(determiner.clone(), head.value);
                    nominal.modifiers.push(Modifier::Is(Complement::Join(Join::Or, both)));
                    found.extend(self.with_modifiers(Parse::new(nominal, head.end, head.cost)));
                }
            }
        }
        found
    }

    fn described(&self, at: usize, depth: u32) -> Vec<Parse<(Vec<Adjective>, Head)>> {
        let mut found: Vec<_> = self
            .compound(at)
            .into_iter()
            .map(|p| Parse::new((Vec::new(), p.value), p.end, p.cost))
            .collect();
        if depth > 4 {
            return found;
        }
        if depth == 0
            && let Some((_, end)) = self.superlative(at)
        {
            let words: Vec<String> = (at..end).map(|p| self.lower(p).to_owned()).collect();
            let only = |p: Parse<Head>| {
                let adjective = Adjective { words: words.clone(), governs: Vec::new() };
                Parse::new((vec![adjective], p.value), p.end, p.cost)
            };
            let known = self.adjective_word(at).is_some();
            found.extend(self.compound(end).into_iter().filter(|_| !known).map(only));
        }
        for words in self.graded(at) {
            if self.set_noun(at).is_some() || self.opens_noun(at) {
                continue;
            }
            // `a sci-fi movie`: two nouns tied together make a kind of movie.
            let coined = words.cost > 0 && words.value.iter().any(|word| word.contains('-'));
            let origin = self.tells_origin(at);
            let nounish =
                u32::from(words.value.len() == 1 && is_mostly_noun(&words.value[0]) && !origin)
                    + u32::from(coined);
            let mut next = words.end;
            let doing = words.value.last().is_some_and(|word| word.ends_with("ing"));
            if doing && self.is(next, "and") {
                continue;
            }
            if self.starts_name(at, words.end) {
                continue;
            }
            if self.is(next, ",") || self.is(next, "and") {
                next += 1;
                if self.graded(next).is_empty() {
                    continue;
                }
            }
            for rest in self.described(next, depth + 1) {
                let (mut adjectives, head) = rest.value;
                if next > words.end && adjectives.is_empty() {
                    continue;
                }
                adjectives.insert(0, Adjective { words: words.value.clone(), governs: Vec::new() });
                found.push(Parse::new(
                    (adjectives, head),
                    rest.end,
                    rest.cost + words.cost + nounish,
                ));
            }
        }
        found
    }

    /// `Australian Idol competitors`: an adjective before an ordinary word with a capital.
    fn starts_name(&self, at: usize, end: usize) -> bool {
        let written = |at: usize| self.token(at).is_some_and(Token::is_capital);
        let ordinary = noun_forms(self.lower(end))
            .iter()
            .any(|(lemma, _)| entry(lemma).is_some_and(|e| !e.capital && e.noun.is_some()));
        let letters = self.token(end).is_some_and(|t| t.text.chars().all(char::is_alphabetic));
        end == at + 1 && written(at) && written(end) && ordinary && letters
    }

    /// Whether a number stands here, in digits or as a word.
    pub(crate) fn is_number(&self, at: usize) -> bool {
        self.token(at).is_some_and(|t| t.kind == Kind::Number)
            || closed::number_word(self.lower(at)).is_some()
    }

    pub(crate) fn is_capital(&self, at: usize) -> bool {
        self.token(at).is_some_and(Token::is_capital)
    }

    /// Whether a name is only a number and a noun follows.
    fn counts_on(&self, from: usize, end: usize) -> bool {
        let number = self.token(from).is_some_and(|t| t.kind == Kind::Number);
        number && end == from + 1 && !self.head_noun(end).is_empty()
    }

    /// `the CEO`, `the CEO of Acme`: letters that stand for what somebody is.
    fn is_office(&self, from: usize, end: usize) -> bool {
        let letters = self
            .token(from)
            .is_some_and(|t| t.text.len() > 1 && t.text.chars().all(|c| c.is_ascii_uppercase()));
        let alone = end == from + 1 || self.is(from + 1, "of");
        letters && alone && entry(self.lower(from)).is_some_and(|e| e.person)
    }

    /// `of all time`
    fn is_ever(&self, at: usize, nominal: &Nominal) -> bool {
        const WHOLE: &[&str] = &["time", "day", "night", "week", "month", "year", "morning"];
        self.lower(at) == "all"
            && !nominal.plural
            && nominal.noun.as_deref().is_some_and(|noun| WHOLE.contains(&noun))
    }

    /// `Bank of America`, `Trouble at the Henhouse`
    fn goes_on_like_a_title(&self, at: usize) -> bool {
        let after = if self.is(at + 1, "the") { at + 2 } else { at + 1 };
        ["of", "at", "in", "on"].contains(&self.lower(at)) && self.is_capital(after)
    }
}

/// `one can swim`
const MODALS: &[&str] = &["can", "could", "must", "should", "may", "might", "will", "cannot"];

fn nominal_np(parse: Parse<Nominal>) -> Parse<Np> {
    Parse::new(Np::Nominal(Box::new(parse.value)), parse.end, parse.cost)
}

fn bare(determiner: Determiner, head: Head) -> Nominal {
    Nominal {
        determiner,
        adjectives: Vec::new(),
        noun: head.noun,
        people: head.people,
        name: None,
        plural: head.plural,
        modifiers: Vec::new(),
    }
}

fn plain(word: String) -> Adjective {
    Adjective { words: vec![word], governs: Vec::new() }
}

/// Whether the determiner may stand before this noun.
fn fits(determiner: &Determiner, head: &Head, adjectives: &[Adjective]) -> bool {
    match determiner {
        Determiner::A => !head.plural,
        Determiner::Amount(amount) if amount == "both" => head.plural,
        Determiner::Bare => {
            head.noun.is_some() || head.plural && (!adjectives.is_empty() || head.noun.is_none())
        }
        Determiner::Every
        | Determiner::Any
        | Determiner::NotEvery
        | Determiner::No
        | Determiner::Some
        | Determiner::The
        | Determiner::Only
        | Determiner::Which
        | Determiner::Of(_)
        | Determiner::Amount(_) => true,
    }
}

/// `two sons, Max and Otto, and a daughter`: whether the names are the sons.
fn is_counted_list(items: &[Np]) -> bool {
    let count = |np: &Np| match np {
        Np::Nominal(nominal) => {
            let Determiner::Amount(amount) = &nominal.determiner else { return None };
            amount.parse::<usize>().ok()
        }
        Np::Name(_) | Np::Pronoun(_) | Np::Join(..) | Np::Asked => None,
    };
    items.iter().enumerate().any(|(index, item)| {
        let named = items[index + 1..].iter().take_while(|np| matches!(np, Np::Name(_))).count();
        count(item).is_some_and(|count| count > 1 && named >= count)
    })
}

/// `two cities, Rome and Milan`: each of the names is one of them. Whether `his sisters, Anna and
/// Eve` are two or four cannot be told, and costs accordingly.
fn name_each(items: &mut Vec<Np>) -> u32 {
    let Some(Np::Nominal(first)) = items.first().cloned() else { return 0 };
    let counted = matches!(&first.determiner, Determiner::Amount(amount)
        if amount.parse() == Ok(items.len() - 1));
    if !counted || first.noun.is_none() {
        return UNSURE;
    }
    items.remove(0);
    for item in items.iter_mut() {
        let Np::Name(name) = item else { continue };
        let mut one = first.clone();
        one.determiner = Determiner::A;
        one.plural = false;
        one.name = Some(name.clone());
        *item = Np::Nominal(one);
    }
    0
}

/// `a village and parish`, `his job and subject`: the determiner holds for both.
fn share_determiner(items: &mut [Np]) {
    let Some(Np::Nominal(first)) = items.first() else { return };
    let determiner = first.determiner.clone();
    for item in items.iter_mut().skip(1) {
        let Np::Nominal(nominal) = item else { continue };
        let shares = match determiner {
            Determiner::A => !nominal.plural,
            Determiner::Bare | Determiner::Amount(_) | Determiner::Only | Determiner::Which => {
                false
            }
            Determiner::Every
            | Determiner::Any
            | Determiner::NotEvery
            | Determiner::No
            | Determiner::Some
            | Determiner::The
            | Determiner::Of(_) => true,
        };
        if shares && nominal.determiner == Determiner::Bare {
            nominal.determiner = determiner.clone();
        }
    }
}

/// `the mother and father of Tom`: one determiner for both, and one owner.
fn share_owner(items: &mut [Np]) {
    let Some((Np::Nominal(last), others)) = items.split_last_mut() else { return };
    let owner = last.modifiers.first().filter(|m| matches!(m, Modifier::Of(_)));
    let Some(owner) = owner.filter(|_| last.determiner == Determiner::Bare) else {
        return;
    };
    for other in others {
        if let Np::Nominal(nominal) = other
            && matches!(nominal.determiner, Determiner::The | Determiner::A)
            && nominal.modifiers.is_empty()
            && nominal.name.is_none()
        {
            nominal.modifiers.push(owner.clone());
        }
    }
}

/// `people with dogs and cats`: a bare noun belongs beside the nearest one.
fn far(items: &[Np]) -> u32 {
    let modified = |np: &Np| matches!(np, Np::Nominal(n) if !n.modifiers.is_empty());
    let bare = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare);
    let person = |np: &Np| matches!(np, Np::Nominal(n) if n.noun.as_deref().and_then(entry).is_some_and(|e| e.person));
    let pairs = items.windows(2).map(|pair| match closing(&pair[0]).filter(|np| bare(np)) {
        // `people who eat meat and vegans`: not what they eat, though it stands beside it.
        Some(last) if bare(&pair[1]) && person(&pair[1]) && !person(last) => UNSURE,
        Some(_) if bare(&pair[1]) => 2,
        _ => u32::from(modified(&pair[0]) && !bare(&pair[0]) && bare(&pair[1])),
    });
    pairs.max().unwrap_or(0)
}

/// The last thing named in the clause after a noun: `rice` in `people who eat rice`.
fn closing(np: &Np) -> Option<&Np> {
    let Np::Nominal(nominal) = np else { return None };
    match nominal.modifiers.last()? {
        Modifier::That(Vp::Do(verb)) | Modifier::Is(Complement::Act(verb)) => {
            verb.phrases.last().map(|(_, np)| np).or(verb.objects.last())
        }
        Modifier::Is(Complement::At(_, np)) => Some(np),
        Modifier::That(_) | Modifier::ThatOther(..) | Modifier::Is(_) | Modifier::Of(_) => None,
    }
}

/// Joined noun phrases are expected to be of one sort.
fn unlike(items: &[Np]) -> u32 {
    let sort = |np: &Np| match np {
        Np::Name(_) => 1,
        Np::Pronoun(_) | Np::Asked => 2,
        Np::Join(..) => 3,
        Np::Nominal(nominal) => match nominal.determiner {
            Determiner::Bare if nominal.plural => 4,
            Determiner::Bare => 1,
            Determiner::Every
            | Determiner::Any
            | Determiner::NotEvery
            | Determiner::No
            | Determiner::Some
            | Determiner::A
            | Determiner::The
            | Determiner::Only
            | Determiner::Which
            | Determiner::Of(_)
            | Determiner::Amount(_) => 5,
        },
    };
    let first = items.first().map(sort);
    u32::from(items.iter().any(|item| Some(sort(item)) != first))
}

impl Join {
    /// The number a joined subject has.
    pub(crate) fn is_plural(self) -> bool {
        self == Self::And
    }
}
