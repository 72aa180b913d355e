//! From a sentence's shape to its logic: scope, pronouns, conditions.
//! Noun phrases are in `noun`, `quantifier` and `description`, what is said of them in `predicate`.

mod alone;
mod amounts;
mod condition;
mod description;
mod foretold;
mod mutual;
mod naming;
mod noun;
mod people;
mod predicate;
mod quantifier;
mod recast;
mod shared;
mod unsure;
mod weather;
mod when;

pub use description::changes_noun;
pub use noun::constant_key;

use std::collections::BTreeMap;

use super::discourse::{Discourse, Referent, resolve};
use super::drs::{Condition as Said, Drs};
use super::effort;
use super::morphology::Form;
use super::syntax::{Complement, Determiner, Frame, Join, Np, Sentence, Tense, Vp};
use crate::logic::{Atom, Formula, Term};
use recast::{everything, existence, identified, shared_subject, with_phrase};

/// Why a well-formed sentence has no meaning here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A pronoun refers to nothing in reach.
    #[error("`{0}` refers to nothing in this or the previous two sentences")]
    Pronoun(String),
    /// An amount the logic does not count with here.
    #[error("the amount `{0}` is only understood after a verb")]
    Amount(String),
    /// A noun phrase in a place where it says nothing.
    #[error("this noun phrase cannot stand after `is`")]
    Complement,
    /// The preferred analysis can be meant in two ways; no other analysis is better.
    #[error("{0} cannot be told for sure")]
    Unsure(&'static str),
    /// It has more analyses than are looked at.
    #[error(
        "this sentence can be taken apart in too many ways, past the limit `sentence_effort` of {0}; \
         say it in several"
    )]
    Long(usize),
    /// Too many words.
    #[error(
        "this sentence has {words} words, over the limit `sentence_words` of {most}; say it in several"
    )]
    Words {
        /// How many it has.
        words: usize,
        /// How many it may have.
        most: usize,
    },
    /// A construction that is parsed but not given a meaning.
    #[error("{0} is not part of the controlled language")]
    Unsupported(&'static str),
}

/// `Birds can eat seeds or fruit`: each of them, or one that is left open?
pub(crate) const FREE_CHOICE: Refusal =
    Refusal::Unsure("whether `or` after `can` offers each or leaves it open");

/// Words under which `or` may offer each.
const MODAL_CHOICES: &[&str] = &["can", "could", "may", "might", "might_not", "must_not"];

/// Words under which nothing of what is said may come about.
const RULED_OUT: &[&str] =
    &["must_not", "forbidden_to", "prohibited_from", "banned_from", "refuses_to"];

/// What one sentence says.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Meaning {
    /// The statement itself.
    pub formula: Formula,
    /// What its definite phrases take for granted.
    pub presupposed: Vec<Atom>,
    /// What its definite descriptions are said to be: `Paris is the capital of France`.
    pub identified: Vec<(String, Term)>,
    /// Names as they were written, by constant.
    pub names: BTreeMap<String, String>,
    /// When it is set: a rank for a named time, and whether it is an event of the past.
    pub time: Option<i32>,
    /// It tells something that happened.
    pub event: bool,
    /// The members of an enumerated set.
    pub listing: Option<(String, Vec<Term>)>,
    /// What it mentioned, for the sentences after it.
    pub mentioned: Vec<Referent>,
    /// The variable a question asks for.
    pub asked: Option<u32>,
    /// Its subject is `a N`, taken to mean each of them.
    #[serde(default)]
    pub generic: bool,
    /// It asks what will or would be.
    #[serde(default)]
    pub foretold: bool,
    /// How far the analysis strays from the preferred reading rules.
    pub cost: u32,
}

/// Where in a sentence something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Main,
    Condition,
    Consequence,
}

type Outcome = Result<(), Refusal>;
type Then<'t, 'd> = &'t mut dyn FnMut(&mut Builder<'d>, Term, &mut Drs) -> Outcome;

pub(crate) struct Builder<'d> {
    discourse: &'d Discourse,
    next: u32,
    reach: Vec<Referent>,
    place: Place,
    denied: bool,
    prefix: Vec<(String, Form)>,
    subject: Option<Term>,
    /// Within a possessive, whose owner is more often the subject.
    owning: bool,
    asked: Option<u32>,
    meaning: Meaning,
}

/// The meaning of a sentence in its conversation.
pub fn meaning(sentence: &Sentence, discourse: &Discourse) -> Result<Meaning, Refusal> {
    let mut builder = Builder::new(discourse);
    let mut drs = Drs::default();
    builder.sentence(sentence, &mut drs)?;
    let mut meaning = builder.meaning;
    meaning.formula = drs.formula();
    if meaning.formula.atoms().is_empty() {
        return Err(Refusal::Unsupported("a sentence that says nothing of anything"));
    }
    meaning.asked = builder.asked;
    let number = discourse.sentence();
    meaning.mentioned =
        builder.reach.into_iter().filter(|r| r.sentence == number && !r.terms.is_empty()).collect();
    let people = people::treated_as(&meaning.formula);
    let things = people::told_things(&meaning.formula);
    for referent in &mut meaning.mentioned {
        referent.person = referent.terms.iter().any(|term| people.contains(term));
        referent.thing = referent.terms.iter().any(|term| things.contains(term));
    }
    Ok(meaning)
}

impl<'d> Builder<'d> {
    fn new(discourse: &'d Discourse) -> Self {
        let empty = Meaning {
            formula: Formula::And(Vec::new()),
            presupposed: Vec::new(),
            identified: Vec::new(),
            names: BTreeMap::new(),
            time: None,
            event: false,
            listing: None,
            mentioned: Vec::new(),
            asked: None,
            generic: false,
            foretold: false,
            cost: 0,
        };
        Self {
            discourse,
            next: 0,
            reach: discourse.referents().to_vec(),
            place: Place::Main,
            denied: false,
            prefix: Vec::new(),
            subject: None,
            owning: false,
            asked: None,
            meaning: empty,
        }
    }

    pub(crate) fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn sentence(&mut self, sentence: &Sentence, drs: &mut Drs) -> Outcome {
        effort::charge_step();
        match sentence {
            Sentence::Clause(subject, vp) => {
                self.clause(subject, vp, drs)?;
                self.note_things(drs);
                Ok(())
            }
            Sentence::There(np) => self.there(np, drs),
            Sentence::If(condition, first, second) => {
                self.conditional(*condition, first, second, drs)
            }
            Sentence::Provided(condition, main, when) => self.provided(*condition, main, when, drs),
            Sentence::Join(join @ (Join::Or | Join::Either), parts)
                if let Some(whole) = shared_subject(*join, parts) =>
            {
                self.sentence(&whole, drs)
            }
            Sentence::Join(join, parts) => {
                self.join(*join, parts, drs, &mut |b, part, drs| b.sentence(part, drs))
            }
            Sentence::Not(inner) => self.negation(drs, &mut |b, drs| b.sentence(inner, drs)),
            Sentence::Normally(inner, exceptions) => self.normally(inner, exceptions, drs),
            Sentence::Framed(frame, inner) => self.framed(frame, inner, drs),
            Sentence::Listing(noun, items) => self.listing(noun, items, drs),
        }
    }

    /// `Dune is a film in the festival, and it won`: what was said to be a thing can be `it`.
    fn note_things(&mut self, drs: &Drs) {
        for condition in &drs.conditions {
            let Said::Atom(atom) = condition else { continue };
            if people::is_thing(atom) {
                let same = self.reach.iter_mut().filter(|r| r.terms == atom.arguments);
                same.for_each(|r| r.thing = true);
            }
        }
    }

    fn clause(&mut self, subject: &Np, vp: &Vp, drs: &mut Drs) -> Outcome {
        if self.place == Place::Main && tense(vp) == Tense::Past {
            self.meaning.event = true;
        }
        if let Some((np, denied)) = existence(subject, vp) {
            let there = Sentence::There(np);
            return match denied {
                true => self.negation(drs, &mut |b, drs| b.sentence(&there, drs)),
                false => self.sentence(&there, drs),
            };
        }
        if let Some(plainer) = alone::compared(subject, vp).or_else(|| alone::sole(subject, vp)) {
            return match self.place {
                Place::Main => self.sentence(&plainer, drs),
                Place::Condition | Place::Consequence => {
                    Err(Refusal::Unsure("what is said of the others beside the only one"))
                }
            };
        }
        if let Some(pairs) = mutual::mutual(subject, vp) {
            return self.sentence(&pairs, drs);
        }
        if let Some(common) = alone::in_common(subject, vp) {
            return self.said_in_common(common, subject, drs);
        }
        if let Some(older) = recast::aged(subject, vp) {
            return self.clause(subject, &older, drs);
        }
        let unsaid = *subject == Np::Pronoun("it".to_owned()) && is_value(vp);
        if unsaid || recast::is_numbered(subject, vp) {
            return Err(Refusal::Unsure("what the number or the time says of it"));
        }
        if let Some((name, nominal)) = identified(subject, vp).filter(|_| !is_value(vp)) {
            let swapped = Vp::Be(Complement::Np(Np::Nominal(Box::new(nominal))));
            return self.clause(&name, &swapped, drs);
        }
        if weather::is_impersonal(subject, vp) {
            return Err(Refusal::Unsure("what `it` stands for"));
        }
        let generic = tense(vp) != Tense::Past
            && (tense(vp) == Tense::Present || weather::is_weather(subject, vp));
        let generic = generic && !is_dated(vp);
        let weather = Np::Name("the weather".to_owned());
        let meant = || resolve("it", &self.reach);
        let felt = weather::is_felt(subject, vp)
            && meant().is_none_or(|terms| terms.iter().all(weather::is_never_felt));
        let subject = if felt || weather::is_weather(subject, vp) { &weather } else { subject };
        if let Some(amount) = amounts::subject(subject, vp) {
            return self.predicated(vp, &amount?, drs);
        }
        if is_collective(subject, vp) {
            return Err(Refusal::Unsupported("`include` said of each of several"));
        }
        if let Some(why) = unsure::clause(subject, vp).filter(|_| self.place == Place::Main) {
            return Err(Refusal::Unsure(why));
        }
        let open = generic && self.place == Place::Main && !self.denied;
        let subject = &match recast::offered(subject, vp).filter(|_| open) {
            Some(Some(plainer)) => plainer,
            Some(None) => return Err(Refusal::Unsure("whether one of them or each is meant")),
            None => subject.clone(),
        };
        let anything = self.place == Place::Main && generic && divides(vp);
        let subject = &if anything { everything(subject) } else { subject.clone() };
        self.subject_np(subject, generic, drs, &mut |b, term, drs| b.predicated(vp, &term, drs))
    }

    /// Says a verb phrase of its subject.
    fn predicated(&mut self, vp: &Vp, term: &Term, drs: &mut Drs) -> Outcome {
        let outer = self.subject.replace(term.clone());
        let outcome = self.vp(vp, term, drs);
        self.subject = outer;
        outcome
    }

    fn there(&mut self, np: &Np, drs: &mut Drs) -> Outcome {
        match amounts::there(np) {
            amounts::There::Said(sentence) => self.sentence(&sentence, drs),
            amounts::There::Is(np) => {
                let before = (drs.variables.len(), drs.conditions.len());
                self.object_np(&np, drs, &mut |_, _, _| Ok(()))?;
                if before == (drs.variables.len(), drs.conditions.len()) {
                    return Err(Refusal::Unsupported("a sentence that says nothing of anything"));
                }
                Ok(())
            }
        }
    }

    fn framed(&mut self, frame: &Frame, inner: &Sentence, drs: &mut Drs) -> Outcome {
        match frame {
            Frame::Then => {}
            Frame::Time(rank) => self.meaning.time = Some(*rank),
            Frame::Place(..) if matches!(inner, Sentence::Listing(..)) => {}
            Frame::Place(_, Np::Nominal(n)) if n.determiner == Determiner::A && !happens(inner) => {
                return Err(Refusal::Unsure("whether `a` with a place means each or one of them"));
            }
            Frame::Place(preposition, np) => {
                let moved = with_phrase(inner, preposition, np)
                    .ok_or(Refusal::Unsupported("a phrase before this sentence"))?;
                return self.sentence(&moved, drs);
            }
        }
        self.sentence(inner, drs)
    }

    fn listing(&mut self, noun: &str, items: &[Np], drs: &mut Drs) -> Outcome {
        let mut members = Vec::new();
        for item in items {
            let definite = match item {
                Np::Nominal(nominal) => {
                    let mut nominal = nominal.clone();
                    nominal.determiner = Determiner::The;
                    Np::Nominal(nominal)
                }
                other @ Np::Name(_)
                | other @ Np::Pronoun(_)
                | other @ Np::Join(..)
                | other @ Np::Asked => other.clone(),
            };
            self.object_np(&definite, drs, &mut |_, term, drs| {
                drs.say(Atom::new(noun.replace(' ', "_"), vec![term.clone()]));
                members.push(term);
                Ok(())
            })?;
        }
        self.meaning.listing = Some((noun.to_owned(), members));
        Ok(())
    }

    /// Says several things, joined.
    pub(crate) fn join<T>(
        &mut self,
        join: Join,
        parts: &[T],
        drs: &mut Drs,
        each: &mut dyn FnMut(&mut Self, &T, &mut Drs) -> Outcome,
    ) -> Outcome {
        match join {
            Join::And => parts.iter().try_for_each(|part| each(self, part, drs)),
            Join::Neither => parts
                .iter()
                .try_for_each(|part| self.negation(drs, &mut |b, drs| each(b, part, drs))),
            Join::Or | Join::Either => {
                let mut boxes = Vec::new();
                for part in parts {
                    let depth = self.reach.len();
                    let mut one = Drs::default();
                    each(self, part, &mut one)?;
                    self.forget(depth);
                    boxes.push(one);
                }
                drs.conditions.push(if join == Join::Or {
                    Said::Or(boxes)
                } else {
                    Said::One(boxes)
                });
                Ok(())
            }
        }
    }

    pub(crate) fn negation(
        &mut self,
        drs: &mut Drs,
        inner: &mut dyn FnMut(&mut Self, &mut Drs) -> Outcome,
    ) -> Outcome {
        let depth = self.reach.len();
        let outer = std::mem::replace(&mut self.denied, true);
        let mut denied = Drs::default();
        inner(self, &mut denied)?;
        self.denied = outer;
        self.forget(depth);
        drs.conditions.push(Said::Not(denied));
        Ok(())
    }

    /// Variables mentioned inside a closed box are out of reach; names stay.
    pub(crate) fn forget(&mut self, depth: usize) {
        let mut index = 0;
        self.reach.retain(|r| {
            index += 1;
            index <= depth || r.terms.iter().all(Term::is_ground)
        });
    }

    fn vp(&mut self, vp: &Vp, subject: &Term, drs: &mut Drs) -> Outcome {
        effort::charge_step();
        match vp {
            Vp::Join(Join::Either, parts)
                if parts.iter().all(|part| matches!(part, Vp::Not(_))) =>
            {
                Err(Refusal::Unsure("what `either` leaves out between two denials"))
            }
            Vp::Join(Join::Or, _) if self.is_allowed() => Err(FREE_CHOICE),
            Vp::Join(_, parts) if unsure::shares_object(parts) => {
                Err(Refusal::Unsure("whether what follows the last verb belongs to all of them"))
            }
            Vp::Join(_, parts) if unsure::at_once(parts) => {
                Err(Refusal::Unsure("whether the adverb belongs to all of them"))
            }
            Vp::Not(inner) if divides(inner) => {
                Err(Refusal::Unsure("whether `not either` denies both"))
            }
            Vp::Join(join, parts) => {
                self.join(*join, parts, drs, &mut |b, part, drs| b.vp(part, subject, drs))
            }
            Vp::Not(inner) => self.negation(drs, &mut |b, drs| b.vp(inner, subject, drs)),
            Vp::Under(words, form, inner) => self.under((words, *form), inner, subject, drs),
            Vp::Be(complement) => self.complement(complement, subject, drs),
            Vp::Do(verb) => self.verb(verb, subject, drs),
            Vp::Normally(_) => Err(Refusal::Unsupported("`normally` inside a sentence")),
        }
    }

    /// Whether what is said is said to be possible, so that `or` may offer each.
    pub(crate) fn is_allowed(&self) -> bool {
        let possible = |(word, _): &(String, Form)| MODAL_CHOICES.contains(&word.as_str());
        self.prefix.last().is_some_and(possible) && !self.denied && self.place != Place::Condition
    }

    /// Whether what is said is ruled out: who must not touch a painting must not touch any.
    pub(crate) fn is_ruled_out(&self) -> bool {
        let forbids = |(word, _): &(String, Form)| RULED_OUT.contains(&word.as_str());
        self.prefix.iter().any(forbids) && !self.denied
    }

    /// Whether what is said may well not be so: who might not own a car may own none.
    pub(crate) fn may_not_be(&self) -> bool {
        self.prefix.iter().any(|(word, _)| word == "might_not")
    }

    pub(crate) fn under(
        &mut self,
        (words, form): (&str, Form),
        inner: &Vp,
        subject: &Term,
        drs: &mut Drs,
    ) -> Outcome {
        if !matches!(inner, Vp::Do(_) | Vp::Under(..) | Vp::Join(..) | Vp::Be(_)) {
            return Err(Refusal::Unsupported("a denial after `to`"));
        }
        // `is able to swim` says what `can swim` says, `is allowed to swim` what `may swim` says.
        let words = match words {
            "able_to" => "can",
            "allowed_to" | "permitted_to" => "may",
            other => other,
        };
        self.prefix.push((words.to_owned(), form));
        let outcome = self.vp(inner, subject, drs);
        self.prefix.pop();
        outcome
    }
}

/// `is 30`, `is not Monday`
fn is_value(vp: &Vp) -> bool {
    match vp {
        Vp::Be(Complement::Np(np)) => when::is_value(np),
        Vp::Not(inner) => is_value(inner),
        Vp::Be(_) | Vp::Join(..) | Vp::Under(..) | Vp::Normally(_) | Vp::Do(_) => false,
    }
}

/// `the members include Ann`: said of the group, not of each.
fn is_collective(subject: &Np, vp: &Vp) -> bool {
    let several = matches!(subject, Np::Nominal(nominal) if nominal.plural);
    several && matches!(vp, Vp::Do(verb) if ["include", "comprise"].contains(&verb.lemma.as_str()))
}

/// `is built in 1915`: something that happened once.
fn is_dated(vp: &Vp) -> bool {
    let year = |np: &Np| matches!(np, Np::Name(name) if name.len() == 4 && name.chars().all(|c| c.is_ascii_digit()));
    match vp {
        Vp::Be(Complement::Act(verb)) => verb.phrases.iter().any(|(_, np)| year(np)),
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => {
            false
        }
    }
}

/// Whether what is said divides things in two: `is either A or B`.
fn divides(vp: &Vp) -> bool {
    match vp {
        Vp::Join(join, _) | Vp::Be(Complement::Join(join, _)) => *join == Join::Either,
        Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => false,
    }
}

/// The tense of the first verb.
fn tense(vp: &Vp) -> Tense {
    match vp {
        Vp::Do(verb) => verb.tense,
        Vp::Be(Complement::Act(verb)) => verb.tense,
        Vp::Not(inner) | Vp::Normally(inner) => tense(inner),
        Vp::Join(_, parts) => parts.first().map_or(Tense::Present, tense),
        Vp::Under(..) | Vp::Be(_) => Tense::Present,
    }
}

/// Whether a sentence tells something that happened.
fn happens(sentence: &Sentence) -> bool {
    matches!(sentence, Sentence::Clause(_, vp) if tense(vp) == Tense::Past)
        || matches!(sentence, Sentence::There(_) | Sentence::Listing(..))
}
