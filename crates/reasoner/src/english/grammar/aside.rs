//! What is said in passing: clauses and participles after a name and a comma, and participles before
//! the sentence. It says nothing of whom is meant, only more of the one who is named.

use super::super::chart::Parse;
use super::super::gender::is_given;
use super::super::lexicon::is_person;
use super::super::meaning::constant_key;
use super::super::morphology::{Form, verb_forms};
use super::super::read::UNSURE;
use super::super::syntax::{
    Complement, Determiner, Join, Modifier, Nominal, Np, Sentence, Verb, Vp,
};
use super::{Grammar, Mode};

/// Words before a name that a place or a group stands after.
const BEFORE_THINGS: &[&str] = &["in", "at", "from", "near", "to", "on", "into", "within", "of"];

/// Words in the names of bodies that one is at.
const BODIES: &[&str] =
    &["Academy", "College", "Hospital", "Institute", "Museum", "School", "Theatre", "University"];

impl Grammar<'_> {
    /// `Ann, who sings, lives in Rome`, `lives in Rome, which is old`, `moved to Rome, built in 700`
    pub(super) fn told_aside(&self, at: usize, name: &Parse<Np>) -> Vec<Parse<Np>> {
        let Np::Name(text) = &name.value else { return Vec::new() };
        let dated = text.starts_with(|c: char| !c.is_alphabetic());
        if dated || !self.is(name.end, ",") {
            return Vec::new();
        }
        let before = at.checked_sub(1).map_or("", |p| self.lower(p));
        let thing = BEFORE_THINGS.contains(&before);
        let from = name.end + 1;
        let told: Vec<Parse<Modifier>> = match self.lower(from) {
            "who" if !thing => self.clause_aside(from + 1),
            "which" if self.has_effect(from + 1) => Vec::new(),
            "which" if thing || at == 0 || self.is_thing_named(at, text) => {
                self.clause_aside(from + 1)
            }
            "who" | "which" => Vec::new(),
            _ if thing || at == 0 => {
                let done = self.act(from).into_iter();
                let done = done.filter(|c| matches!(&c.value, Complement::Act(verb) if verb.passive.is_some() && !verb.phrases.is_empty()));
                done.map(|c| {
                    let closed = self.is(c.end, ",");
                    let sure = self.speaks_of_person() && self.goes_somewhere(at);
                    let torn = UNSURE * u32::from(!closed && !sure);
                    Parse::new(Modifier::Is(c.value), c.end, c.cost + torn)
                })
                .collect()
            }
            _ => Vec::new(),
        };
        let mut found = Vec::new();
        for told in told {
            let closed = self.is(told.end, ",") && self.is_finite_verb(told.end + 1);
            let end = if closed { told.end + 1 } else { told.end };
            if !closed && (end < self.len() || at == 0) {
                continue;
            }
            let np = Np::Nominal(Box::new(Nominal {
                determiner: Determiner::The,
                adjectives: Vec::new(),
                noun: None,
                people: None,
                name: Some(text.clone()),
                plural: false,
                modifiers: vec![told.value],
            }));
            found.push(Parse::new(np, end, name.cost + told.cost));
        }
        found
    }

    /// `left Rome, which surprised Ann`: that she left it did.
    fn has_effect(&self, at: usize) -> bool {
        const EFFECTS: &[&str] = &[
            "allow",
            "amaze",
            "anger",
            "annoy",
            "cause",
            "disappoint",
            "enable",
            "force",
            "help",
            "impress",
            "lead",
            "make",
            "mean",
            "please",
            "result",
            "shock",
            "show",
            "surprise",
            "upset",
            "worry",
        ];
        let forms = verb_forms(self.lower(at));
        forms.iter().any(|(lemma, _)| EFFECTS.contains(&lemma.as_str()))
    }

    /// `is Dune, which won a prize`: a name right after its verb that is no person's.
    fn is_thing_named(&self, at: usize, text: &str) -> bool {
        let before = at.checked_sub(1).map_or("", |p| self.lower(p));
        let verb = |(_, form): &(String, Form)| *form != Form::Gerund;
        let follows =
            ["is", "was", "are", "were"].contains(&before) || verb_forms(before).iter().any(verb);
        let called = ["called", "named", "titled"].contains(&before);
        follows && !called && !is_given(&constant_key(text))
    }

    /// `the opera Aida, which premiered in 1871`
    pub(super) fn named_aside(&self, nominal: &Parse<Nominal>) -> Vec<Parse<Nominal>> {
        let named = nominal.value.name.is_some() && nominal.value.modifiers.is_empty();
        let known = matches!(nominal.value.determiner, Determiner::The | Determiner::Of(_));
        let person = nominal.value.noun.as_deref().is_none_or(is_person);
        let Some(from) = self.words(nominal.end, &[",", "which"]) else { return Vec::new() };
        if !named || !known || person || self.has_effect(from) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for told in self.clause_aside(from) {
            let closed = self.is(told.end, ",") && self.is_finite_verb(told.end + 1);
            let end = if closed { told.end + 1 } else { told.end };
            if closed || end == self.len() {
                let mut value = nominal.value.clone();
                value.modifiers.push(told.value);
                found.push(Parse::new(value, end, nominal.cost + told.cost));
            }
        }
        found
    }

    /// `joined Yale, where she taught`: she taught there.
    pub(super) fn where_clause(&self, main: &Parse<Sentence>) -> Vec<Parse<Sentence>> {
        let Some(from) = self.words(main.end, &[",", "where"]) else { return Vec::new() };
        let named = (1..main.end).find_map(|p| {
            let names = self.name(p).into_iter().filter(|name| name.end == main.end);
            names.map(|name| (p, name.value)).next()
        });
        let Some((at, Np::Name(place))) = named else { return Vec::new() };
        let dated = place.starts_with(|c: char| !c.is_alphabetic());
        if dated || is_given(&constant_key(&place)) {
            return Vec::new();
        }
        let at = if self.is(at - 1, "the") { at - 1 } else { at };
        let before = at.checked_sub(1).map_or("", |p| self.lower(p));
        let body = place.split(' ').any(|word| BODIES.contains(&word));
        let preposition = match before {
            "in" | "at" | "on" => before,
            _ if body => "at",
            _ => "in",
        };
        let mut found = Vec::new();
        for then in self.sentence(from).iter().filter(|then| then.end == self.len()) {
            let Sentence::Clause(subject, vp) = &then.value else { continue };
            if !matches!(subject, Np::Name(_) | Np::Pronoun(_)) {
                continue;
            }
            let Some(vp) = set_in(vp, preposition, &place) else { continue };
            let parts = vec![main.value.clone(), Sentence::Clause(subject.clone(), vp)];
            let both = Sentence::Join(Join::And, parts);
            found.push(Parse::new(both, then.end, main.cost + then.cost));
        }
        found
    }

    /// `Ann moved to Rome, built in 700`: nobody builds Ann. `The film opened in Rome, written by
    /// Ann` leaves open what was written.
    fn speaks_of_person(&self) -> bool {
        is_given(self.lower(0)) || self.one_of(0, &["he", "she", "i", "we"])
    }

    /// `moved to Rome`: the verb stands right before the phrase.
    fn goes_somewhere(&self, at: usize) -> bool {
        let finite = |(_, form): &(String, Form)| matches!(form, Form::Past | Form::Third);
        at > 2 && verb_forms(self.lower(at - 2)).iter().any(finite)
    }

    fn clause_aside(&self, at: usize) -> Vec<Parse<Modifier>> {
        let vps = self.vp(at, Mode::Singular);
        vps.iter().map(|vp| vp.with(Modifier::That(vp.value.clone()))).collect()
    }

    /// `Built in 1900, the house is old`: the house was built then, and it is old.
    pub(super) fn participle_first(&self, at: usize) -> Vec<Parse<Sentence>> {
        if at != 0 {
            return Vec::new();
        }
        let passive = |c: &Complement| matches!(c, Complement::Act(verb) if verb.passive.is_some() && !verb.phrases.is_empty());
        let mut found = Vec::new();
        for first in self.act(at).into_iter().filter(|c| passive(&c.value)) {
            // `found in Asia and Europe, ...`: what is listed may go on.
            let listed = (at..first.end).any(|p| self.one_of(p, &["and", "or", ","]));
            if listed || !self.is(first.end, ",") {
                continue;
            }
            for main in self.sentence(first.end + 1).iter() {
                let Sentence::Clause(subject, vp) = &main.value else { continue };
                if !can_be_described(subject) {
                    continue;
                }
                let both = vec![Vp::Be(first.value.clone()), vp.clone()];
                let clause = Sentence::Clause(subject.clone(), Vp::Join(Join::And, both));
                found.push(Parse::new(clause, main.end, first.cost + main.cost));
            }
        }
        found
    }
}

/// What is done, done in a place.
fn set_in(vp: &Vp, preposition: &str, place: &str) -> Option<Vp> {
    let there = |verb: &Verb| {
        let mut verb = verb.clone();
        verb.phrases.insert(0, (preposition.to_owned(), Np::Name(place.to_owned())));
        Box::new(verb)
    };
    match vp {
        Vp::Do(verb) => Some(Vp::Do(there(verb))),
        Vp::Be(Complement::Act(verb)) => Some(Vp::Be(Complement::Act(there(verb)))),
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => None,
    }
}

/// Whether more can be said of a subject without changing whom it means.
fn can_be_described(subject: &Np) -> bool {
    match subject {
        Np::Name(_) => true,
        Np::Nominal(n) => match n.determiner {
            Determiner::The | Determiner::Of(_) => true,
            Determiner::Bare => n.plural,
            Determiner::Every
            | Determiner::Any
            | Determiner::NotEvery
            | Determiner::No
            | Determiner::Some
            | Determiner::A
            | Determiner::Only
            | Determiner::Which
            | Determiner::Amount(_) => false,
        },
        Np::Pronoun(pronoun) => ["he", "she", "it"].contains(&pronoun.as_str()),
        Np::Join(..) | Np::Asked => false,
    }
}
