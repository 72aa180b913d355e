//! Clauses and whole sentences: subject and predicate, `there is`, conditions, frames, lists.

use super::super::chart::{Parse, Parses};
use super::super::closed;
use super::super::lexicon::{Entry, entry};
use super::super::morphology::{noun_forms, participle, past};
use super::super::read::UNSURE;
use super::super::syntax::{
    Complement, Condition, Determiner, Frame, Join, Modifier, Np, Number, Sentence, Tense, Vp,
};
use super::unsaid::spoken_again;
use super::{Grammar, Mode};

/// Words that tie a sentence to the one before and say nothing else.
const OPENINGS: &[&str] = &[
    "and",
    "but",
    "so",
    "also",
    "however",
    "moreover",
    "furthermore",
    "additionally",
    "therefore",
    "thus",
    "hence",
];

/// Words that open the second part of a condition without a comma.
const SECOND: &[&str] =
    &["the", "a", "an", "every", "all", "no", "he", "she", "it", "they", "we", "his", "her", "its"];

/// Words for what has to be so.
const NEEDS: &[&str] = &["must", "needs_to", "has_to"];

/// A paper or a sign that lets somebody do something.
fn lets_in(np: &Np) -> bool {
    const PAPERS: &[&str] = &[
        "account",
        "badge",
        "certificate",
        "degree",
        "invitation",
        "key",
        "licence",
        "license",
        "membership",
        "passport",
        "password",
        "permit",
        "ticket",
        "visa",
    ];
    matches!(np, Np::Nominal(n) if n.determiner == Determiner::A
        && n.noun.as_deref().and_then(|noun| noun.rsplit(' ').next()).is_some_and(|noun| PAPERS.contains(&noun)))
}

fn you() -> Np {
    Np::Pronoun("you".to_owned())
}

impl Grammar<'_> {
    /// A whole statement with its conditions and frames.
    pub(crate) fn top(&self, at: usize) -> Vec<Parse<Sentence>> {
        if at == 0 && self.one_of(at, OPENINGS) {
            return self.top(self.past_comma(at + 1));
        }
        let mut found = self.framed(at);
        let there: Vec<_> = found.iter().flat_map(|main| self.where_clause(main)).collect();
        found.extend(there);
        found.extend(self.although_first(at));
        found.extend(self.without_subject(at));
        found.extend(self.participle_first(at));
        found.extend(self.conditional(at));
        for main in self.sentence(at).iter() {
            found.push(main.clone());
            found.extend(self.trailing(main));
            found.extend(self.where_clause(main));
            found.extend(self.listing(main));
        }
        if self.one_of(at, closed::NORMALLY) {
            let inner = self.top(self.past_comma(at + 1));
            found.extend(inner.into_iter().map(|p| Parse::new(normally(p.value), p.end, p.cost)));
        }
        found
    }

    fn framed(&self, at: usize) -> Vec<Parse<Sentence>> {
        let mut found = Vec::new();
        if let Some((frame, end)) = self.time_frame(at) {
            for inner in self.top(self.past_comma(end)) {
                found.push(Parse::new(
                    Sentence::Framed(frame.clone(), Box::new(inner.value)),
                    inner.end,
                    inner.cost,
                ));
            }
        }
        for phrase in self.prepositional(at) {
            if !self.is(phrase.end, ",") {
                continue;
            }
            let (name, np) = phrase.value;
            for inner in self.top(phrase.end + 1) {
                let frame = Frame::Place(name.clone(), np.clone());
                found.push(Parse::new(
                    Sentence::Framed(frame, Box::new(inner.value)),
                    inner.end,
                    inner.cost + phrase.cost,
                ));
            }
        }
        found
    }

    fn conditional(&self, at: usize) -> Vec<Parse<Sentence>> {
        let mut found = self.if_done_first(at);
        if self.is(at, "unless") {
            found.extend(self.unless(at + 1));
            return found;
        }
        if at == 0 && self.is(at, "to") {
            return self.needed(at + 1);
        }
        if at == 0 && self.is(at, "you") {
            return self.needed_to(at + 1);
        }
        if !self.one_of(at, &["if", "when", "whenever"]) {
            return found;
        }
        for first in self.sentence(at + 1).iter() {
            let comma = self.is(first.end, ",");
            let after = self.past_comma(first.end);
            let then = self.is(after, "then");
            // `If it rains the street is wet`: what opens a clause needs no comma.
            let opens = self.one_of(after, SECOND);
            if !(comma || then || opens) {
                continue;
            }
            let unmarked = 3 * u32::from(!comma && !then);
            let from = if then { self.past_comma(after + 1) } else { after };
            for second in self.sentence(from).iter() {
                let value = Sentence::If(
                    Condition::If,
                    Box::new(first.value.clone()),
                    Box::new(spoken_again(&first.value, &second.value)),
                );
                found.push(Parse::new(value, second.end, first.cost + second.cost + unmarked));
            }
        }
        found
    }

    /// `You must be 18 to vote`: whoever votes must be. What is needed is an age, to be one of a
    /// kind or to have a paper, since one is ready to vote, asks Bob to vote and has a dog to walk.
    fn needed_to(&self, at: usize) -> Vec<Parse<Sentence>> {
        let mut found = Vec::new();
        for need in self.vp(at, Mode::Plural).iter().filter(|need| self.is(need.end, "to")) {
            let Vp::Under(words, _, inner) = &need.value else { continue };
            let state = match &**inner {
                Vp::Be(Complement::Adjective(age)) => age.words.last().is_some_and(|w| w == "old"),
                Vp::Be(Complement::Np(Np::Name(age))) => age.parse::<u32>().is_ok(),
                Vp::Be(Complement::Np(Np::Nominal(n))) => n.determiner == Determiner::A,
                Vp::Do(verb) => verb.lemma == "have" && verb.objects.iter().all(lets_in),
                Vp::Be(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) => false,
            };
            if !NEEDS.contains(&words.as_str()) || !state {
                continue;
            }
            found.extend(self.vp(need.end + 1, Mode::Base).iter().map(|goal| {
                let value = Sentence::If(
                    Condition::If,
                    Box::new(Sentence::Clause(you(), goal.value.clone())),
                    Box::new(Sentence::Clause(you(), need.value.clone())),
                );
                Parse::new(value, goal.end, goal.cost + need.cost)
            }));
        }
        found
    }

    /// `To swim, you must be awake`: whoever swims must be.
    fn needed(&self, at: usize) -> Vec<Parse<Sentence>> {
        let mut found = Vec::new();
        for goal in self.vp(at, Mode::Base).iter().filter(|goal| self.is(goal.end, ",")) {
            if !self.is(goal.end + 1, "you") {
                continue;
            }
            for need in self.vp(goal.end + 2, Mode::Plural).iter() {
                // `must sing or dance`: one of them, and which is free.
                if (goal.end..need.end).any(|p| self.is(p, "or")) {
                    continue;
                }
                if !matches!(&need.value, Vp::Under(words, ..) if NEEDS.contains(&words.as_str())) {
                    continue;
                }
                let value = Sentence::If(
                    Condition::If,
                    Box::new(Sentence::Clause(you(), goal.value.clone())),
                    Box::new(Sentence::Clause(you(), need.value.clone())),
                );
                found.push(Parse::new(value, need.end, goal.cost + need.cost));
            }
        }
        found
    }

    /// `unless S, S`
    fn unless(&self, at: usize) -> Vec<Parse<Sentence>> {
        let mut found = Vec::new();
        for when in self.sentence(at).iter().filter(|when| self.is(when.end, ",")) {
            for main in self.sentence(when.end + 1).iter() {
                let value = Sentence::If(
                    Condition::Unless,
                    Box::new(when.value.clone()),
                    Box::new(main.value.clone()),
                );
                found.push(Parse::new(value, main.end, when.cost + main.cost));
            }
        }
        found
    }

    /// `S if S`, `S unless S`, `S except N`, and so on.
    fn trailing(&self, main: &Parse<Sentence>) -> Vec<Parse<Sentence>> {
        let at = self.past_comma(main.end);
        let marks: [(&[&str], Condition); 6] = [
            (&["if", "and", "only", "if"], Condition::Iff),
            (&["only", "if"], Condition::OnlyIf),
            (&["if"], Condition::If),
            (&["when"], Condition::If),
            (&["whenever"], Condition::If),
            (&["unless"], Condition::Unless),
        ];
        let mut found = Vec::new();
        if let Some((condition, end)) =
            marks.iter().find_map(|(words, c)| self.words(at, words).map(|end| (*c, end)))
        {
            for second in self.sentence(end).iter() {
                let value = Sentence::Provided(
                    condition,
                    Box::new(main.value.clone()),
                    Box::new(second.value.clone()),
                );
                found.push(Parse::new(value, second.end, main.cost + second.cost));
            }
        }
        found.extend(self.if_done(main, at));
        found.extend(self.although(main));
        if self.is(at, "except") {
            let from = if self.is(at + 1, "for") { at + 2 } else { at + 1 };
            for np in self.np(from).iter() {
                let except = super::broad::each(&np.value);
                let value = match normally(main.value.clone()) {
                    Sentence::Normally(inner, _) => Sentence::Normally(inner, except),
                    other @ Sentence::Clause(..)
                    | other @ Sentence::There(_)
                    | other @ Sentence::If(..)
                    | other @ Sentence::Provided(..)
                    | other @ Sentence::Join(..)
                    | other @ Sentence::Not(_)
                    | other @ Sentence::Framed(..)
                    | other @ Sentence::Listing(..) => other,
                };
                found.push(Parse::new(value, np.end, main.cost + np.cost));
            }
        }
        found
    }

    /// `... there are five birds: a quail, an owl and a raven`
    fn listing(&self, main: &Parse<Sentence>) -> Vec<Parse<Sentence>> {
        if !self.is(main.end, ":") {
            return Vec::new();
        }
        let item = |p: usize| self.simple_np(p).to_vec();
        let lists = self.series(main.end + 1, &["and"], &item);
        if let Some(place) = counted_place(&main.value) {
            let placed = |list: Parse<Vec<Np>>| {
                let clause =
                    Sentence::Clause(Np::Join(Join::And, list.value), Vp::Be(place.clone()));
                Parse::new(clause, list.end, main.cost + list.cost)
            };
            return lists.into_iter().map(placed).collect();
        }
        let Some(noun) = counted_noun(&main.value) else { return Vec::new() };
        let listed = |list: Parse<Vec<Np>>| {
            let whole = with_members(&main.value, &noun, list.value);
            Parse::new(whole, list.end, main.cost + list.cost)
        };
        lists.into_iter().map(listed).collect()
    }

    /// Clauses, possibly several joined.
    pub(crate) fn sentence(&self, at: usize) -> Parses<Sentence> {
        self.sentences.at(at, 0, || {
            let item = |p| self.clause(p);
            let mut found = self.joined(at, &item, &Sentence::Join);
            for parse in &mut found {
                parse.cost += 3 * u32::from(ends_in_participle(&parse.value));
            }
            if self.is(at, "either") {
                let inner = self.clause(at + 1);
                found.extend(inner.iter().filter_map(|p| Some(p.with(either(&p.value)?))));
            }
            found
        })
    }

    fn clause(&self, at: usize) -> Parses<Sentence> {
        self.clauses.at(at, 0, || {
            if at >= self.len() {
                return Vec::new();
            }
            let mut found = self.there(at);
            found.extend(self.said_of(at));
            found.extend(self.most(at));
            found.extend(self.subject_predicate(at));
            let framed: Vec<_> = found.iter().filter_map(|clause| self.timed(clause)).collect();
            found.extend(framed);
            found
        })
    }

    fn timed(&self, clause: &Parse<Sentence>) -> Option<Parse<Sentence>> {
        // `Bob is not happy now`: tense is no part of the logic.
        if self.is(clause.end, "now") {
            return Some(Parse::new(clause.value.clone(), clause.end + 1, clause.cost));
        }
        let (frame @ Frame::Time(_), end) = self.time_frame(clause.end)? else { return None };
        Some(Parse::new(Sentence::Framed(frame, Box::new(clause.value.clone())), end, clause.cost))
    }

    fn subject_predicate(&self, at: usize) -> Vec<Parse<Sentence>> {
        let mut found = Vec::new();
        if self.is_object_pronoun(at) {
            return found;
        }
        for subject in self.np(at).iter() {
            let modes: &[Mode] = match self.agreement(at, &subject.value) {
                Number::Singular => &[Mode::Singular],
                Number::Plural => &[Mode::Plural],
                Number::Any => &[Mode::Singular, Mode::Plural],
            };
            let unsure = self.is_torn(subject);
            found.extend(self.all_except(subject, modes));
            found.extend(self.not_both_of(subject));
            // `Ann and Bob both sing`: the word says nothing more.
            let several = matches!(&subject.value, Np::Join(Join::And, _));
            let each = several && self.one_of(subject.end, &["both", "each"]);
            let from = subject.end + usize::from(each);
            for mode in modes {
                for vp in self.vp(from, *mode).iter() {
                    let told = self.foretold(at, subject, vp);
                    found.push(Parse::new(
                        clause_of(&subject.value, &told.value),
                        vp.end,
                        subject.cost + told.cost + unsure,
                    ));
                    found.extend(self.one_of_two(subject, vp));
                }
            }
        }
        found
    }

    /// `Ann or Bob is guilty but not both`
    fn one_of_two(&self, subject: &Parse<Np>, vp: &Parse<Vp>) -> Option<Parse<Sentence>> {
        let Np::Join(Join::Or | Join::Either, two) = &subject.value else { return None };
        let end = self.not_both(vp.end).filter(|_| two.len() == 2)?;
        let either = clause_of(&Np::Join(Join::Either, two.clone()), &vp.value);
        Some(Parse::new(either, end, subject.cost + vp.cost))
    }

    /// The number of a subject with the words before it: `one of the dogs is`, `all Spanish are`.
    fn agreement(&self, at: usize, subject: &Np) -> Number {
        let plain = number(subject);
        if is_each_one(subject) {
            return Number::Any;
        }
        let Np::Nominal(nominal) = subject else { return plain };
        if self.one_of(at, &["one", "each"]) && self.is(at + 1, "of") {
            return Number::Singular;
        }
        if self.is(at, "neither") && self.is(at + 1, "of") {
            return Number::Any;
        }
        let several = self.one_of(at, &["all", "some", "no"]);
        let unformed = nominal.noun.as_deref().is_some_and(has_no_plural);
        if several && unformed && plain == Number::Singular { Number::Any } else { plain }
    }

    /// `Ann and Bob are not both nurses`, `Ann and Bob do not both sing`: not the one and the other.
    fn not_both_of(&self, subject: &Parse<Np>) -> Vec<Parse<Sentence>> {
        let two = matches!(&subject.value, Np::Join(Join::And, items) if items.len() == 2);
        if !two || self.words(subject.end + 1, &["not", "both"]).is_none() {
            return Vec::new();
        }
        let from = subject.end + 3;
        let said = match self.lower(subject.end) {
            "are" | "were" => self.after_be(from, Mode::Plural),
            "do" | "did" => self.vp(from, Mode::Base).to_vec(),
            _ => return Vec::new(),
        };
        let joined =
            |vp: &Vp| matches!(vp, Vp::Join(..) | Vp::Be(Complement::Join(..)) | Vp::Not(_));
        said.into_iter()
            .filter(|vp| !joined(&vp.value))
            .map(|vp| {
                let clause = Sentence::Clause(subject.value.clone(), vp.value);
                let denied = Sentence::Not(Box::new(clause));
                Parse::new(denied, vp.end, subject.cost + vp.cost)
            })
            .collect()
    }

    /// What is charged when the word after a subject may belong to it as well: `people who travel
    /// often sing`, `lab tests are done`.
    fn is_torn(&self, subject: &Parse<Np>) -> u32 {
        let Np::Nominal(nominal) = &subject.value else { return 0 };
        let acts = match nominal.modifiers.last() {
            Some(Modifier::That(Vp::Do(_)) | Modifier::Is(Complement::Act(_))) => true,
            Some(Modifier::That(Vp::Under(..) | Vp::Join(..))) => true,
            Some(
                Modifier::That(_) | Modifier::ThatOther(..) | Modifier::Is(_) | Modifier::Of(_),
            )
            | None => false,
        };
        let adverb = self.adverb(subject.end).is_some_and(|(adverb, _)| {
            adverb.ends_with("ly") || ["often", "sometimes"].contains(&adverb.as_str())
        });
        let bare = nominal.determiner == Determiner::Bare
            && !nominal.plural
            && nominal.modifiers.is_empty()
            && noun_forms(self.lower(subject.end)).iter().any(|(_, plural)| *plural);
        UNSURE * u32::from(acts && adverb) + 2 * u32::from(bare)
    }

    /// `there is a dog`, `there are no dogs that fly`, `there does not exist ...`
    fn there(&self, at: usize) -> Vec<Parse<Sentence>> {
        if !self.is(at, "there") {
            return Vec::new();
        }
        let be = self.one_of(at + 1, &["is", "are", "was", "were", "exists", "exist"]);
        let (from, denied) = if be {
            let not = self.is(at + 2, "not");
            (if not { at + 3 } else { at + 2 }, not)
        } else if self.one_of(at + 1, &["does", "do", "did"])
            && self.is(at + 2, "not")
            && self.is(at + 3, "exist")
        {
            (at + 4, true)
        } else {
            return Vec::new();
        };
        let wrap = |np: &Np| {
            let there = Sentence::There(np.clone());
            if denied { Sentence::Not(Box::new(there)) } else { there }
        };
        self.np(from).iter().map(|np| np.with(wrap(&np.value))).collect()
    }

    /// `it is (not) true that S`, `it is (not) the case that S`
    fn said_of(&self, at: usize) -> Vec<Parse<Sentence>> {
        let Some(is) = self.words(at, &["it", "is"]) else { return Vec::new() };
        let denied = self.is(is, "not");
        let from = if denied { is + 1 } else { is };
        let openings: [&[&str]; 3] =
            [&["true", "that"], &["the", "case", "that"], &["false", "that"]];
        let Some((index, end)) = openings
            .iter()
            .enumerate()
            .find_map(|(i, words)| self.words(from, words).map(|end| (i, end)))
        else {
            return Vec::new();
        };
        let negative = denied != (index == 2);
        let inner = self.sentence(end);
        let longest = inner.iter().map(|s| s.end).max().unwrap_or(0);
        let stray = |s: &Parse<Sentence>| u32::from(s.end < longest);
        let wrap =
            |s: &Sentence| if negative { Sentence::Not(Box::new(s.clone())) } else { s.clone() };
        inner.iter().map(|s| s.with(wrap(&s.value)).plus(stray(s))).collect()
    }
}

/// `every dog and every cat is`, `no dog and no cat is`: one by one.
fn is_each_one(subject: &Np) -> bool {
    let one = |np: &Np| {
        matches!(np, Np::Nominal(n) if !n.plural
            && matches!(n.determiner, Determiner::Every | Determiner::No))
    };
    matches!(subject, Np::Join(Join::And, items) if items.iter().all(one))
}

/// `either Bob is tall or rich`: the word stands before the subject that both share.
fn either(sentence: &Sentence) -> Option<Sentence> {
    let Sentence::Clause(subject, vp) = sentence else { return None };
    let vp = match vp {
        Vp::Join(Join::Or, parts) => Vp::Join(Join::Either, parts.clone()),
        Vp::Be(Complement::Join(Join::Or, parts)) => {
            Vp::Be(Complement::Join(Join::Either, parts.clone()))
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => {
            return None;
        }
    };
    Some(Sentence::Clause(subject.clone(), vp))
}

/// `bought a car and a boat built in Norway`: the boat built nothing, it was built.
fn ends_in_participle(sentence: &Sentence) -> bool {
    let Sentence::Join(Join::And, parts) = sentence else { return false };
    parts.iter().skip(1).any(|part| match part {
        // `has a cat named Kit and a dog named Rex`
        Sentence::Clause(Np::Nominal(subject), Vp::Do(verb))
            if ["name", "call"].contains(&verb.lemma.as_str()) && verb.objects.len() == 1 =>
        {
            subject.determiner == Determiner::A && verb.tense == Tense::Past
        }
        Sentence::Clause(Np::Nominal(subject), Vp::Do(verb)) => {
            subject.determiner == Determiner::A
                && verb.tense == Tense::Past
                && verb.objects.is_empty()
                && !verb.phrases.is_empty()
                && !closed::ALONE.contains(&verb.lemma.as_str())
                && past(&verb.lemma) == participle(&verb.lemma)
        }
        Sentence::Clause(..)
        | Sentence::There(_)
        | Sentence::If(..)
        | Sentence::Provided(..)
        | Sentence::Join(..)
        | Sentence::Not(_)
        | Sentence::Normally(..)
        | Sentence::Framed(..)
        | Sentence::Listing(..) => false,
    })
}

/// Whether people write the noun the same way for several: `all Spanish`, `some furniture`.
fn has_no_plural(noun: &str) -> bool {
    const STUFF: &[&str] =
        &["equipment", "furniture", "hardware", "jewelry", "luggage", "software"];
    let people = |e: Entry| e.capital && e.noun.is_some() && e.adjective.is_some();
    STUFF.contains(&noun) || noun.ends_with("ish") && entry(noun).is_some_and(people)
}

fn clause_of(subject: &Np, vp: &Vp) -> Sentence {
    match vp {
        Vp::Normally(inner) => Sentence::Normally(
            Box::new(Sentence::Clause(subject.clone(), (**inner).clone())),
            Vec::new(),
        ),
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Be(_) | Vp::Do(_) => {
            Sentence::Clause(subject.clone(), vp.clone())
        }
    }
}

fn normally(sentence: Sentence) -> Sentence {
    match sentence {
        Sentence::Normally(..) => sentence,
        other @ Sentence::Clause(..)
        | other @ Sentence::There(_)
        | other @ Sentence::If(..)
        | other @ Sentence::Provided(..)
        | other @ Sentence::Join(..)
        | other @ Sentence::Not(_)
        | other @ Sentence::Framed(..)
        | other @ Sentence::Listing(..) => Sentence::Normally(Box::new(other), Vec::new()),
    }
}

/// `there are three people in the room`: where those are who are then named.
fn counted_place(sentence: &Sentence) -> Option<Complement> {
    let Sentence::There(Np::Nominal(nominal)) = sentence else { return None };
    let [Modifier::Is(place @ Complement::At(..))] = nominal.modifiers.as_slice() else {
        return None;
    };
    let counted = matches!(nominal.determiner, Determiner::Amount(_));
    (counted && nominal.noun.is_none()).then(|| place.clone())
}

/// `Ann has three children: Tom, Lisa and Ben`: the members, and what is said of each.
fn with_members(main: &Sentence, noun: &str, members: Vec<Np>) -> Sentence {
    let listing = Sentence::Listing(noun.to_owned(), members.clone());
    let named = members.iter().all(|np| matches!(np, Np::Name(_)));
    let Sentence::Clause(subject, Vp::Do(verb)) = main else { return listing };
    if !named {
        return listing;
    }
    let mut verb = verb.clone();
    verb.objects.pop();
    verb.objects.push(Np::Join(Join::And, members));
    let said = Sentence::Clause(subject.clone(), Vp::Do(verb));
    Sentence::Join(Join::And, vec![listing, said])
}

fn counted_noun(sentence: &Sentence) -> Option<String> {
    let of = |np: &Np| match np {
        Np::Nominal(nominal)
            if matches!(nominal.determiner, Determiner::Amount(_))
                && nominal.adjectives.is_empty()
                && nominal.modifiers.is_empty() =>
        {
            nominal.noun.clone()
        }
        Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Join(..) | Np::Asked => None,
    };
    match sentence {
        Sentence::There(np) => of(np),
        Sentence::Framed(_, inner) => counted_noun(inner),
        Sentence::Clause(_, Vp::Do(verb)) => verb.objects.last().and_then(of),
        Sentence::Clause(..)
        | Sentence::If(..)
        | Sentence::Provided(..)
        | Sentence::Join(..)
        | Sentence::Not(_)
        | Sentence::Normally(..)
        | Sentence::Listing(..) => None,
    }
}

/// The number a subject has.
pub(crate) fn number(np: &Np) -> Number {
    match np {
        Np::Name(name) if name == closed::SPEAKERS => Number::Plural,
        Np::Name(name) if name.starts_with("the ") => Number::Any,
        Np::Name(name) if name.ends_with('s') && name.contains(' ') => Number::Any,
        Np::Name(_) => Number::Singular,
        Np::Asked => Number::Any,
        Np::Pronoun(pronoun) if ["they", "you"].contains(&pronoun.as_str()) => Number::Plural,
        Np::Pronoun(_) => Number::Singular,
        Np::Nominal(nominal) if nominal.plural => Number::Plural,
        Np::Nominal(_) => Number::Singular,
        Np::Join(join, items) if join.is_plural() && items.len() > 1 => Number::Plural,
        Np::Join(_, items) => items.last().map_or(Number::Any, number),
    }
}
