//! Noun phrases: who or what a sentence is about.

use super::super::closed::SPEAKER;
use super::super::discourse::{Referent, is_contested, is_letter, labelled, mentioned, resolve};
use super::super::drs::Drs;
use super::super::effort;
use super::super::lexicon;
use super::super::syntax::{Determiner, Join, Modifier, Nominal, Np};
use super::shared::is_variable;
use super::{Builder, Outcome, Place, Refusal, Then};
use crate::logic::Term;

/// A name as a constant: lower case, words joined.
pub fn constant_key(name: &str) -> String {
    let mut key = String::new();
    for c in name.trim().chars() {
        if c.is_alphanumeric() {
            key.extend(c.to_lowercase());
        } else if !key.ends_with('_') && !matches!(c, '\'' | '\u{2019}' | '"') {
            key.push('_');
        }
    }
    key.trim_matches('_').to_owned()
}

/// Whether a phrase speaks of all of a kind: `cats`, `a cat`, `any cat`.
fn is_general(np: &Np) -> bool {
    let general = |d: &Determiner| {
        matches!(d, Determiner::Bare | Determiner::A | Determiner::Any | Determiner::Every)
    };
    matches!(np, Np::Nominal(n) if general(&n.determiner) && n.name.is_none())
}

fn of_none(np: &Np) -> Np {
    match np {
        Np::Nominal(nominal) => {
            let mut none = nominal.clone();
            none.determiner = Determiner::No;
            Np::Nominal(none)
        }
        other @ Np::Name(_) | other @ Np::Pronoun(_) | other @ Np::Join(..) | other @ Np::Asked => {
            other.clone()
        }
    }
}

pub(super) fn is_person(noun: &str) -> bool {
    noun.rsplit(' ').next() == Some("queen") || lexicon::is_person(noun)
}

/// Whether a possessive of this pronoun means the nearest thing it can; `his` and `her` go with
/// people, whom nobody told apart.
fn takes_nearest(pronoun: &str) -> bool {
    ["it", "they"].contains(&pronoun)
}

/// Whether a pronoun can mean what a phrase beside it speaks of.
fn agrees(pronoun: &str, beside: &Np) -> bool {
    match beside {
        Np::Name(name) => pronoun == "it" || name.starts_with("the "),
        Np::Nominal(n) if pronoun == "it" => {
            !n.plural && n.noun.as_deref().is_some_and(|noun| !is_person(noun))
        }
        Np::Nominal(n) => n.plural,
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    }
}

/// The same thing once more, when it can be called the same way.
fn known_owner(np: &Np) -> Option<Np> {
    match np {
        Np::Name(_) => Some(np.clone()),
        Np::Nominal(nominal) => {
            let mut owner = nominal.clone();
            let fixed = match nominal.determiner {
                Determiner::The => {
                    nominal.modifiers.iter().all(|m| matches!(m, Modifier::Of(Np::Name(_))))
                }
                Determiner::Of(_) => !nominal.plural,
                Determiner::A | Determiner::Some => false,
                Determiner::Every
                | Determiner::Any
                | Determiner::NotEvery
                | Determiner::No
                | Determiner::Only
                | Determiner::Which
                | Determiner::Bare
                | Determiner::Amount(_) => return None,
            };
            if !fixed {
                owner.determiner = Determiner::The;
                owner.adjectives.clear();
                owner.modifiers.clear();
            }
            Some(Np::Nominal(owner))
        }
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => None,
    }
}

/// Whether `them` could mean two groups of the same sentence.
fn several(reach: &[Referent]) -> bool {
    let latest = reach.iter().map(|r| r.sentence).max();
    reach.iter().filter(|r| r.several && Some(r.sentence) == latest).count() > 1
}

impl<'d> Builder<'d> {
    /// A noun phrase as the subject.
    pub(crate) fn subject_np(
        &mut self,
        np: &Np,
        generic: bool,
        drs: &mut Drs,
        then: Then<'_, 'd>,
    ) -> Outcome {
        match np {
            Np::Nominal(nominal) => {
                let told = !generic
                    && nominal.determiner == Determiner::Bare
                    && self.place != Place::Condition;
                let plain = nominal.modifiers.is_empty() && nominal.adjectives.is_empty();
                if told && (plain == nominal.plural) {
                    return Err(Refusal::Unsupported("a bare noun as the subject of a past event"));
                }
                let nominal = self.subject_reading(nominal, generic);
                self.nominal(&nominal, true, drs, then)
            }
            // `neither cats nor dogs fly`: no cat does, and no dog.
            Np::Join(Join::Neither, items) if items.iter().any(is_general) => {
                items.iter().try_for_each(|item| {
                    let none = of_none(item);
                    match is_general(item) {
                        true => self.subject_np(&none, generic, drs, then),
                        false => {
                            self.negation(drs, &mut |b, drs| b.subject_np(item, generic, drs, then))
                        }
                    }
                })
            }
            Np::Join(Join::Or, items) if self.speaks_of_each(items) => {
                let both = Np::Join(Join::And, items.clone());
                self.subject_np(&both, generic, drs, then)
            }
            Np::Join(join, items) => {
                if items.iter().all(|item| matches!(item, Np::Name(_))) && join.is_plural() {
                    self.group(items);
                }
                let items = &self.owned_beside(items)?;
                self.join(*join, items, drs, &mut |b, item, drs| {
                    b.subject_np(item, generic, drs, then)
                })
            }
            other @ Np::Name(_) | other @ Np::Pronoun(_) | other @ Np::Asked => {
                self.plain(other, true, drs, then)
            }
        }
    }

    /// A noun phrase anywhere else.
    pub(crate) fn object_np(&mut self, np: &Np, drs: &mut Drs, then: Then<'_, 'd>) -> Outcome {
        effort::charge_step();
        match np {
            Np::Nominal(nominal) => self.nominal(nominal, false, drs, then),
            Np::Join(Join::And, _) if self.denied => {
                Err(Refusal::Unsure("whether a denial before `and` denies one or both"))
            }
            Np::Join(Join::Or, items) if self.speaks_of_each(items) => {
                self.object_np(&Np::Join(Join::And, items.clone()), drs, then)
            }
            Np::Join(Join::Or, _) if self.is_allowed() => Err(super::FREE_CHOICE),
            Np::Join(join, items) => {
                let items = &self.owned_beside(items)?;
                self.join(*join, items, drs, &mut |b, item, drs| b.object_np(item, drs, then))
            }
            other @ Np::Name(_) | other @ Np::Pronoun(_) | other @ Np::Asked => {
                self.plain(other, false, drs, then)
            }
        }
    }

    /// `every dog or cat`: whatever is one or the other.
    fn speaks_of_each(&self, items: &[Np]) -> bool {
        let any = self.place != Place::Condition && !self.denied;
        let each = |np: &Np| match np {
            Np::Nominal(n) => {
                n.determiner == Determiner::Every || n.determiner == Determiner::Any && any
            }
            Np::Name(_) | Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
        };
        items.iter().all(each)
    }

    /// `the band and its producer`: the owner is rather the one beside it than anything else.
    fn owned_beside(&self, items: &[Np]) -> Result<Vec<Np>, Refusal> {
        let mut found = items.to_vec();
        for (index, item) in found.iter_mut().enumerate().skip(1) {
            let Np::Nominal(nominal) = item else { continue };
            let Determiner::Of(Np::Pronoun(pronoun)) = &nominal.determiner else { continue };
            let (owner, agrees) = (&items[index - 1], agrees(pronoun, &items[index - 1]));
            if let Some(owner) = known_owner(owner).filter(|_| agrees && takes_nearest(pronoun)) {
                nominal.determiner = Determiner::Of(owner);
            } else if self.is_contested_here(pronoun, owner) {
                return Err(Refusal::Unsure("which of several a pronoun means"));
            }
        }
        Ok(found)
    }

    /// Whether a possessive may mean the one beside it or somebody else in the sentence.
    fn is_contested_here(&self, pronoun: &str, beside: &Np) -> bool {
        let number = self.discourse.sentence();
        let here: Vec<Referent> =
            self.reach.iter().filter(|r| r.sentence == number).cloned().collect();
        let other = resolve(pronoun, &here).is_some() || is_contested(pronoun, &here);
        let could = match beside {
            Np::Name(_) => pronoun != "it",
            Np::Nominal(n) => !n.plural && n.noun.as_deref().is_some_and(is_person),
            Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
        };
        other && could && ["he", "she", "they"].contains(&pronoun)
    }

    fn group(&mut self, items: &[Np]) {
        let named = items.iter().filter_map(|item| match item {
            Np::Name(name) => Some(self.named(name)),
            Np::Pronoun(_) | Np::Nominal(_) | Np::Join(..) | Np::Asked => None,
        });
        let terms: Vec<Term> = named.collect();
        self.remember(terms, None, true);
    }

    /// A thing introduced by an indefinite phrase can be spoken of again.
    pub(super) fn mention(&mut self, terms: Vec<Term>, nominal: &Nominal, subject: bool) {
        let general = nominal.people.map(|people| if people { "person" } else { "thing" });
        let noun = nominal.noun.as_deref().or(general);
        self.remember(terms, noun, subject);
        if let Some(last) = self.reach.last_mut() {
            last.named = false;
            last.indefinite = true;
            last.several = nominal.plural;
        }
    }

    /// `She lives in Rome. Her son sings.`: who was meant by a pronoun was spoken of again.
    fn speak_again(&mut self, pronoun: &str, meant: &[Term], subject: bool) {
        let single = ["he", "she", "it"].contains(&pronoun) && meant.len() == 1;
        if !single || !meant.iter().all(Term::is_ground) {
            return;
        }
        let Some(known) = self.reach.iter().rev().find(|r| r.terms == meant) else { return };
        let mut again = known.clone();
        again.sentence = self.discourse.sentence();
        again.subject = subject;
        self.reach.push(again);
    }

    /// So can a fixed thing; one without a noun has a name.
    pub(super) fn remember(&mut self, terms: Vec<Term>, noun: Option<&str>, subject: bool) {
        let sentence = self.discourse.sentence();
        self.reach.push(Referent {
            terms,
            noun: noun.map(str::to_owned),
            label: None,
            named: noun.is_none(),
            subject,
            indefinite: false,
            several: false,
            sentence,
            person: false,
            thing: false,
        });
    }

    fn plain(&mut self, np: &Np, subject: bool, drs: &mut Drs, then: Then<'_, 'd>) -> Outcome {
        match np {
            Np::Name(name) if labelled(name, &self.reach).is_some() => {
                let term = labelled(name, &self.reach).unwrap_or_else(|| self.named(name));
                then(self, term, drs)
            }
            Np::Name(name) if self.place == Place::Condition && self.stands_for_anything(name) => {
                let variable = self.fresh();
                drs.variables.push(variable);
                self.remember(vec![Term::Variable(variable)], None, subject);
                if let Some(last) = self.reach.last_mut() {
                    last.label = Some(name.clone());
                }
                then(self, Term::Variable(variable), drs)
            }
            Np::Name(name) => {
                self.no_variable(name)?;
                let term = self.named(name);
                self.remember(vec![term.clone()], None, subject);
                then(self, term, drs)
            }
            Np::Pronoun(pronoun) => {
                if !subject && !self.owning && pronoun == "they" && several(&self.reach) {
                    return Err(Refusal::Unsure("whom `them` means"));
                }
                let meant = self.pronoun(pronoun, subject || self.owning, drs)?;
                self.speak_again(pronoun, &meant, subject);
                for term in meant {
                    then(self, term, drs)?;
                }
                Ok(())
            }
            Np::Asked => {
                let variable = match self.asked {
                    Some(variable) => variable,
                    None => self.fresh(),
                };
                self.asked = Some(variable);
                then(self, Term::Variable(variable), drs)
            }
            Np::Nominal(_) | Np::Join(..) => self.object_np(np, drs, then),
        }
    }

    /// `If X is the father of Y`: nobody is called X.
    fn stands_for_anything(&self, name: &str) -> bool {
        is_variable(name) && self.discourse.names().written(&constant_key(name)).is_none()
    }

    /// `If A is in B and B is in C`: letters nobody gave to anything may stand for anything.
    fn no_variable(&self, name: &str) -> Outcome {
        let unheard = |name: &str| {
            is_letter(name) && self.discourse.names().written(&constant_key(name)).is_none()
        };
        let another =
            |(key, written): (&String, &String)| *key != constant_key(name) && unheard(written);
        if self.place != Place::Main && unheard(name) && self.meaning.names.iter().any(another) {
            return Err(Refusal::Unsure("whether a letter is a name or stands for anything"));
        }
        Ok(())
    }

    pub(super) fn named(&mut self, name: &str) -> Term {
        let kept = ["the weather", SPEAKER].contains(&name);
        let name = name.strip_prefix("the ").filter(|_| !kept).unwrap_or(name);
        let key = constant_key(name);
        let own = self.meaning.names.contains_key(&key);
        let (key, name) = match self.discourse.names().whole(&key).filter(|_| !own) {
            Some((whole, written)) => (whole.to_owned(), written),
            None => (key, name),
        };
        self.meaning.names.entry(key.clone()).or_insert_with(|| name.to_owned());
        Term::Constant(key)
    }

    /// Whom a pronoun means; `himself` and not `him` speaks of the subject of its own clause, though
    /// `his` may.
    fn pronoun(
        &mut self,
        pronoun: &str,
        may_be_subject: bool,
        drs: &mut Drs,
    ) -> Result<Vec<Term>, Refusal> {
        if pronoun == "self" {
            let subject = self.subject.clone();
            return subject
                .map(|term| vec![term])
                .ok_or_else(|| Refusal::Pronoun("self".to_owned()));
        }
        if pronoun == "you" {
            return self.you(drs);
        }
        let own = |r: &Referent| self.subject.as_ref().is_some_and(|s| r.terms.contains(s));
        let others: Vec<Referent>;
        let reach = if may_be_subject {
            &self.reach
        } else {
            others = self.reach.iter().filter(|r| !own(r)).cloned().collect();
            &others
        };
        resolve(pronoun, reach).ok_or_else(|| match is_contested(pronoun, reach) {
            true => Refusal::Unsure("which of several a pronoun means"),
            false => Refusal::Pronoun(pronoun.to_owned()),
        })
    }

    /// In a condition, `you` is anybody.
    fn you(&mut self, drs: &mut Drs) -> Result<Vec<Term>, Refusal> {
        if let Some((found, _)) = mentioned("you", &self.reach) {
            return Ok(vec![found]);
        }
        if self.place != Place::Condition {
            return Err(Refusal::Unsupported("`you` outside a condition"));
        }
        let variable = self.fresh();
        drs.variables.push(variable);
        self.remember(vec![Term::Variable(variable)], Some("you"), true);
        if let Some(last) = self.reach.last_mut() {
            last.indefinite = true;
        }
        Ok(vec![Term::Variable(variable)])
    }

    /// Bare plurals and generic singulars in subject position speak of all.
    fn subject_reading(&mut self, nominal: &Nominal, generic: bool) -> Nominal {
        let mut reading = nominal.clone();
        let free = self.place != Place::Condition;
        reading.determiner = match &nominal.determiner {
            Determiner::Bare if nominal.plural && free => Determiner::Every,
            Determiner::Bare if nominal.plural => Determiner::Some,
            Determiner::Bare if !nominal.modifiers.is_empty() && free => Determiner::Every,
            Determiner::Bare
                if generic && !nominal.adjectives.is_empty() && nominal.noun.is_some() && free =>
            {
                Determiner::Every
            }
            // `a dog named Rex` is one dog, whatever is said of it.
            Determiner::A if nominal.name.as_deref().is_some_and(|name| !is_letter(name)) => {
                Determiner::A
            }
            Determiner::A if generic && self.place == Place::Main && !self.denied => {
                self.meaning.generic = true;
                Determiner::Every
            }
            other @ Determiner::Every
            | other @ Determiner::Any
            | other @ Determiner::NotEvery
            | other @ Determiner::No
            | other @ Determiner::Some
            | other @ Determiner::A
            | other @ Determiner::The
            | other @ Determiner::Only
            | other @ Determiner::Which
            | other @ Determiner::Bare
            | other @ Determiner::Of(_)
            | other @ Determiner::Amount(_) => other.clone(),
        };
        reading
    }
}
