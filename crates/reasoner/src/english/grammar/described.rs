//! Descriptions that are more than adjectives: years, ranks with an infinitive, what a noun is for,
//! and two sorts of one thing.

use super::super::chart::{Parse, prune};
use super::super::closed;
use super::super::compounds::is_one_noun;
use super::super::morphology::Form;
use super::super::relational::is_relational;
use super::super::syntax::{Adjective, Complement, Determiner, Join, Modifier, Nominal, Np, Vp};
use super::super::tokens::Kind;
use super::{Grammar, Mode};

/// Nouns that say in the infinitive what they are for.
const FOR_DOING: &[&str] = &[
    "ability",
    "agreement",
    "attempt",
    "authorisation",
    "authority",
    "authorization",
    "chance",
    "decision",
    "desire",
    "duty",
    "effort",
    "intention",
    "invitation",
    "licence",
    "license",
    "obligation",
    "opportunity",
    "order",
    "permission",
    "permit",
    "plan",
    "power",
    "promise",
    "proposal",
    "qualification",
    "refusal",
    "right",
    "tendency",
    "ticket",
    "visa",
    "willingness",
    "wish",
];

/// What lengths and sizes are counted in.
const UNITS: &[&str] = &[
    "cc",
    "dollar",
    "euro",
    "foot",
    "horsepower",
    "kilometer",
    "kilometre",
    "meter",
    "metre",
    "mile",
    "page",
    "pixel",
    "pound",
    "seat",
    "ton",
    "watt",
    "word",
    "year",
    "yard",
];

impl Grammar<'_> {
    /// `a 1987 film`: a film from 1987.
    pub(super) fn of_a_year(&self, at: usize, determiner: &Determiner) -> Vec<Parse<Nominal>> {
        let year = self.token(at).filter(|t| t.kind == Kind::Number && t.text.len() == 4);
        let Some(year) = year.filter(|_| *determiner == Determiner::A) else { return Vec::new() };
        let recent = year.text.parse().is_ok_and(|year: u32| (1500..2100).contains(&year));
        if !recent || self.is_capital(at + 1) || UNITS.contains(&self.lower(at + 1)) {
            return Vec::new();
        }
        self.note(at);
        let dated = |mut n: Parse<Nominal>| {
            let from = Complement::At("from".to_owned(), Np::Name(year.text.clone()));
            n.value.modifiers.insert(0, Modifier::Is(from));
            n
        };
        let found = self.nominal(at + 1, determiner).into_iter();
        found.filter(|n| n.value.noun.is_some() && n.value.name.is_none()).map(dated).collect()
    }

    /// `a visa to enter Norway`, `the right to vote`
    pub(super) fn for_doing(&self, nominal: &Parse<Nominal>) -> Vec<(Modifier, usize, u32)> {
        let noun = nominal.value.noun.as_deref().unwrap_or_default();
        let head = noun.rsplit(' ').next().unwrap_or(noun);
        let open = nominal.value.modifiers.is_empty() && nominal.value.name.is_none();
        if !open || !FOR_DOING.contains(&head) || !self.is(nominal.end, "to") {
            return Vec::new();
        }
        let vps = self.vp(nominal.end + 1, Mode::Base);
        let done = vps.iter().filter(|vp| matches!(vp.value, Vp::Do(_)));
        let longest = done.clone().map(|vp| vp.end).max();
        done.map(|vp| {
            let purpose =
                Complement::Under("to".to_owned(), Form::Base, Box::new(vp.value.clone()));
            (Modifier::Is(purpose), vp.end, vp.cost + u32::from(Some(vp.end) < longest))
        })
        .collect()
    }

    /// `the first woman to be elected`: she is a woman, she was elected, and no other before her.
    pub(super) fn ranked_to(&self, at: usize) -> Vec<Parse<Vp>> {
        let rank = self.lower(at + 1);
        let ranked = closed::ordinal(rank).is_some() || ["last", "only"].contains(&rank);
        if !self.is(at, "the") || !ranked {
            return Vec::new();
        }
        let mut found = Vec::new();
        for one in self.nominal(at + 2, &Determiner::A) {
            let plain = one.value.modifiers.is_empty() && one.value.name.is_none();
            let Some(noun) = one.value.noun.clone().filter(|_| plain && !one.value.plural) else {
                continue;
            };
            if !self.is(one.end, "to") || !one.value.adjectives.is_empty() {
                continue;
            }
            for vp in self.vp(one.end + 1, Mode::Base).iter() {
                if matches!(vp.value, Vp::Join(..) | Vp::Not(_) | Vp::Normally(_)) {
                    continue;
                }
                let prefix = format!("{rank}_{}_to", noun.replace(' ', "_"));
                let is = Vp::Be(Complement::Np(Np::Nominal(Box::new(one.value.clone()))));
                let first = Vp::Under(prefix, Form::Base, Box::new(vp.value.clone()));
                let all = Vp::Join(Join::And, vec![is, vp.value.clone(), first]);
                found.push(Parse::new(all, vp.end, one.cost + vp.cost));
            }
        }
        prune(found)
    }

    /// `either a bacterial or a viral infection`: two sorts of one thing.
    pub(super) fn one_sort_or_other(&self, at: usize) -> Vec<Parse<Np>> {
        let either = self.is(at, "either");
        let (from, join) = if either { (at + 1, Join::Either) } else { (at, Join::Or) };
        let a = |p: usize| self.one_of(p, &["a", "an"]);
        if !a(from) || !self.is(from + 2, "or") || !a(from + 3) {
            return Vec::new();
        }
        let word = self.lower(from + 1);
        let described = self.adjective_word(from + 1).is_some_and(|(_, cost)| cost == 0);
        let mut found = Vec::new();
        for second in self.nominal(from + 4, &Determiner::A) {
            let mut first = second.value.clone();
            let Some(noun) = &second.value.noun else { continue };
            match (first.adjectives.as_slice(), noun.split_once(' ')) {
                ([one], _) if one.words.len() == 1 && described => {
                    let words = vec![word.to_owned()];
                    first.adjectives = vec![Adjective { words, governs: Vec::new() }];
                    name_as_one(&mut first);
                }
                ([], Some((front, head))) if is_relational(front) && is_relational(word) => {
                    first.noun = Some(format!("{word} {head}"));
                }
                _ => continue,
            }
            let both = [first, second.value].map(|n| Np::Nominal(Box::new(n))).to_vec();
            found.push(Parse::new(Np::Join(join, both), second.end, second.cost));
        }
        found
    }
}

/// `bacterial infection`: two words that make one noun.
fn name_as_one(nominal: &mut Nominal) {
    let ([adjective], Some(noun)) = (nominal.adjectives.as_slice(), &nominal.noun) else { return };
    let whole = format!("{} {noun}", adjective.words.join(" "));
    if is_one_noun(&whole) || adjective.words.iter().all(|word| is_relational(word)) {
        nominal.noun = Some(whole);
        nominal.adjectives.clear();
    }
}
