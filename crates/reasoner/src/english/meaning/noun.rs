//! Noun phrases: who or what a sentence is about, and how many of them.

use super::super::discourse::{Referent, is_letter, labelled, mentioned, resolve};
use super::super::drs::{Condition as Said, Drs};
use super::super::morphology::plural;
use super::super::syntax::{Adjective, Determiner, Modifier, Nominal, Np, Vp};
use super::{Builder, Outcome, Place, Refusal, Then};
use crate::logic::{Atom, Term};

/// Adjectives that change what the noun means, so that the two stay one word.
const PRIVATIVE: &[&str] = &[
    "former",
    "fake",
    "alleged",
    "potential",
    "future",
    "so-called",
    "artificial",
    "ex",
    "false",
    "mock",
    "would-be",
    "only",
    "same",
    "different",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "last",
    "next",
    "previous",
    "main",
    "other",
    "similar",
    "most",
    "best",
    "worst",
    "largest",
    "biggest",
    "highest",
    "lowest",
    "smallest",
    "oldest",
    "youngest",
    "longest",
    "particular",
    "certain",
    "various",
    "preceding",
    "following",
    "aspiring",
    "late",
];

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
                let told =
                    !generic && nominal.determiner == Determiner::Bare && self.place == Place::Main;
                let plain = nominal.modifiers.is_empty() && nominal.adjectives.is_empty();
                if told && (plain == nominal.plural) {
                    return Err(Refusal::Unsupported("a bare noun as the subject of a past event"));
                }
                let nominal = self.subject_reading(nominal, generic);
                self.nominal(&nominal, true, drs, then)
            }
            Np::Join(join, items) => {
                if items.iter().all(|item| matches!(item, Np::Name(_))) && join.is_plural() {
                    self.group(items);
                }
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
        match np {
            Np::Nominal(nominal) => self.nominal(nominal, false, drs, then),
            Np::Join(join, items) => {
                self.join(*join, items, drs, &mut |b, item, drs| b.object_np(item, drs, then))
            }
            other @ Np::Name(_) | other @ Np::Pronoun(_) | other @ Np::Asked => {
                self.plain(other, false, drs, then)
            }
        }
    }

    fn group(&mut self, items: &[Np]) {
        let terms = items.iter().filter_map(|item| match item {
            Np::Name(name) => Some(Term::Constant(constant_key(name))),
            Np::Pronoun(_) | Np::Nominal(_) | Np::Join(..) | Np::Asked => None,
        });
        let terms: Vec<Term> = terms.collect();
        self.mention(terms, None, true, false);
        if let Some(last) = self.reach.last_mut() {
            last.named = true;
        }
    }

    fn mention(&mut self, terms: Vec<Term>, noun: Option<&str>, subject: bool, indefinite: bool) {
        let sentence = self.discourse.sentence();
        let named = noun.is_none() && !indefinite;
        self.reach.push(Referent {
            terms,
            noun: noun.map(str::to_owned),
            label: None,
            named,
            subject,
            indefinite,
            sentence,
        });
    }

    fn plain(&mut self, np: &Np, subject: bool, drs: &mut Drs, then: Then<'_, 'd>) -> Outcome {
        match np {
            Np::Name(name) if labelled(name, &self.reach).is_some() => {
                let term = labelled(name, &self.reach).unwrap_or_else(|| self.named(name));
                then(self, term, drs)
            }
            Np::Name(name) => {
                let term = self.named(name);
                self.mention(vec![term.clone()], None, subject, false);
                then(self, term, drs)
            }
            Np::Pronoun(pronoun) => {
                for term in self.pronoun(pronoun, drs)? {
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

    fn named(&mut self, name: &str) -> Term {
        let name = name.strip_prefix("the ").filter(|_| name != "the weather").unwrap_or(name);
        let key = constant_key(name);
        self.meaning.names.entry(key.clone()).or_insert_with(|| name.to_owned());
        Term::Constant(key)
    }

    fn pronoun(&mut self, pronoun: &str, drs: &mut Drs) -> Result<Vec<Term>, Refusal> {
        if pronoun == "self" {
            let subject = self.subject.clone();
            return subject
                .map(|term| vec![term])
                .ok_or_else(|| Refusal::Pronoun("self".to_owned()));
        }
        if pronoun == "you" {
            return self.you(drs);
        }
        resolve(pronoun, &self.reach).ok_or_else(|| Refusal::Pronoun(pronoun.to_owned()))
    }

    /// In a condition, `you` is anybody.
    fn you(&mut self, drs: &mut Drs) -> Result<Vec<Term>, Refusal> {
        if let Some(found) = mentioned("you", &self.reach) {
            return Ok(vec![found]);
        }
        if self.place != Place::Condition {
            return Err(Refusal::Unsupported("`you` outside a condition"));
        }
        let variable = self.fresh();
        drs.variables.push(variable);
        self.mention(vec![Term::Variable(variable)], Some("you"), true, true);
        Ok(vec![Term::Variable(variable)])
    }

    /// Bare plurals and generic singulars in subject position speak of all.
    fn subject_reading(&self, nominal: &Nominal, generic: bool) -> Nominal {
        let mut reading = nominal.clone();
        let free = self.place != Place::Condition;
        reading.determiner = match &nominal.determiner {
            Determiner::Bare if nominal.plural && free => Determiner::Every,
            Determiner::Bare if nominal.plural => Determiner::Some,
            Determiner::Bare if !nominal.modifiers.is_empty() && free => Determiner::Every,
            Determiner::A if generic && self.place == Place::Main && !self.denied => {
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

    fn nominal(
        &mut self,
        nominal: &Nominal,
        subject: bool,
        drs: &mut Drs,
        then: Then<'_, 'd>,
    ) -> Outcome {
        if let Some(name) = nominal
            .name
            .as_ref()
            .filter(|name| is_letter(name) && nominal.determiner != Determiner::The)
        {
            let mut plain = nominal.clone();
            plain.name = None;
            return self.nominal(&plain, subject, drs, &mut |b, term, drs| {
                if let Some(referent) =
                    b.reach.iter_mut().rev().find(|r| r.terms.first() == Some(&term))
                {
                    referent.label = Some(name.clone());
                }
                then(b, term, drs)
            });
        }
        if let Some(name) = &nominal.name {
            let term = self.apposed(nominal, name)?;
            self.mention(vec![term.clone()], None, subject, false);
            return then(self, term, drs);
        }
        match &nominal.determiner {
            Determiner::Every => self.every(nominal, subject, drs, then),
            Determiner::Any if self.place == Place::Condition || self.denied => {
                self.some(nominal, subject, drs, then)
            }
            Determiner::Any if !subject => Err(Refusal::Unsupported("`any` after this verb")),
            Determiner::Any => self.every(nominal, subject, drs, then),
            Determiner::NotEvery => {
                self.negation(drs, &mut |b, drs| b.every(nominal, subject, drs, then))
            }
            Determiner::No if subject => self.every(nominal, subject, drs, &mut |b, term, drs| {
                b.negation(drs, &mut |b, drs| then(b, term.clone(), drs))
            }),
            Determiner::No => self.negation(drs, &mut |b, drs| b.some(nominal, subject, drs, then)),
            Determiner::A if subject && self.place == Place::Consequence && is_plain(nominal) => {
                let again = nominal.noun.as_deref().and_then(|noun| mentioned(noun, &self.reach));
                match again {
                    Some(term) => then(self, term, drs),
                    None => self.some(nominal, subject, drs, then),
                }
            }
            Determiner::Some | Determiner::A => self.some(nominal, subject, drs, then),
            Determiner::Only => self.only(nominal, drs, then),
            Determiner::Which => {
                let variable = self.fresh();
                self.asked = Some(variable);
                self.restrict(nominal, &Term::Variable(variable), drs)?;
                then(self, Term::Variable(variable), drs)
            }
            Determiner::The => self.the(nominal, subject, drs, then),
            Determiner::Of(owner) => {
                let described = self.owned(owner, nominal, subject);
                self.nominal(&described, subject, drs, then)
            }
            Determiner::Bare => self.kind(nominal, subject, drs, then),
            Determiner::Amount(amount) if subject => Err(Refusal::Amount(amount.replace('_', " "))),
            Determiner::Amount(amount) => then(self, amount_term(amount, nominal)?, drs),
        }
    }

    fn apposed(&mut self, nominal: &Nominal, name: &str) -> Result<Term, Refusal> {
        let term = self.named(name);
        let mut plain = nominal.clone();
        plain.name = None;
        let mut taken = Drs::default();
        self.restrict(&plain, &term, &mut taken)?;
        self.presuppose(taken)?;
        Ok(term)
    }

    fn presuppose(&mut self, taken: Drs) -> Outcome {
        if !taken.variables.is_empty() {
            return Err(Refusal::Unsupported("a description within a description"));
        }
        for condition in taken.conditions {
            let Said::Atom(atom) = condition else {
                return Err(Refusal::Unsupported("a joined description of a named thing"));
            };
            if atom.variables().is_empty() && !self.meaning.presupposed.contains(&atom) {
                self.meaning.presupposed.push(atom);
            }
        }
        Ok(())
    }

    fn every(
        &mut self,
        nominal: &Nominal,
        subject: bool,
        drs: &mut Drs,
        then: Then<'_, 'd>,
    ) -> Outcome {
        let depth = self.reach.len();
        let variable = self.fresh();
        let term = Term::Variable(variable);
        let (mut a, mut b) = (Drs::default(), Drs::default());
        a.variables.push(variable);
        self.mention(vec![term.clone()], nominal.noun.as_deref(), subject, true);
        self.restrict(nominal, &term, &mut a)?;
        then(self, term, &mut b)?;
        self.forget(depth);
        drs.conditions.push(Said::Implies(a, b));
        Ok(())
    }

    fn only(&mut self, nominal: &Nominal, drs: &mut Drs, then: Then<'_, 'd>) -> Outcome {
        let depth = self.reach.len();
        let variable = self.fresh();
        let term = Term::Variable(variable);
        let (mut a, mut b) = (Drs::default(), Drs::default());
        a.variables.push(variable);
        then(self, term.clone(), &mut a)?;
        self.restrict(nominal, &term, &mut b)?;
        self.forget(depth);
        drs.conditions.push(Said::Implies(a, b));
        Ok(())
    }

    fn some(
        &mut self,
        nominal: &Nominal,
        subject: bool,
        drs: &mut Drs,
        then: Then<'_, 'd>,
    ) -> Outcome {
        let variable = self.fresh();
        let term = Term::Variable(variable);
        drs.variables.push(variable);
        self.mention(vec![term.clone()], nominal.noun.as_deref(), subject, true);
        self.restrict(nominal, &term, drs)?;
        then(self, term, drs)
    }

    /// A thing mentioned before, or one fixed thing.
    fn the(
        &mut self,
        nominal: &Nominal,
        subject: bool,
        drs: &mut Drs,
        then: Then<'_, 'd>,
    ) -> Outcome {
        let simple = nominal.modifiers.is_empty();
        if let Some(noun) =
            nominal.noun.as_deref().filter(|_| simple && nominal.adjectives.is_empty())
            && let Some(term) = mentioned(noun, &self.reach)
        {
            self.mention(vec![term.clone()], Some(noun), subject, true);
            return then(self, term, drs);
        }
        let Some(key) = self.fixed_key(nominal)? else {
            return self.some(nominal, subject, drs, then);
        };
        let term = Term::Constant(key);
        let mut taken = Drs::default();
        self.restrict(nominal, &term, &mut taken)?;
        self.presuppose(taken)?;
        self.mention(vec![term.clone()], nominal.noun.as_deref(), subject, false);
        then(self, term, drs)
    }

    /// The constant of a description made of fixed things only.
    fn fixed_key(&mut self, nominal: &Nominal) -> Result<Option<String>, Refusal> {
        let mut key = format!("the_{}", kind_key(nominal));
        for modifier in &nominal.modifiers {
            let (word, np) = match modifier {
                Modifier::Of(np) => ("of", np),
                Modifier::Is(super::Complement::At(preposition, np)) => (preposition.as_str(), np),
                Modifier::Is(_) | Modifier::That(_) | Modifier::ThatOther(..) => return Ok(None),
            };
            let mut inner = None;
            let mut scratch = Drs::default();
            self.object_np(np, &mut scratch, &mut |_, term, _| {
                inner = Some(term);
                Ok(())
            })?;
            match inner {
                Some(Term::Constant(name))
                    if scratch.variables.is_empty() && scratch.conditions.is_empty() =>
                {
                    key = format!("{key}_{word}_{name}");
                }
                _ => return Ok(None),
            }
        }
        Ok(nominal.noun.is_some().then_some(key))
    }

    fn owned(&self, owner: &Np, nominal: &Nominal, subject: bool) -> Nominal {
        let mut described = nominal.clone();
        described.modifiers.insert(0, Modifier::Of(owner.clone()));
        described.determiner = match (nominal.plural, subject) {
            (false, _) => Determiner::The,
            (true, true) if self.place == Place::Main => Determiner::Every,
            (true, _) => Determiner::Some,
        };
        described
    }

    /// A bare noun that is not a subject in the plural: the kind or the stuff itself.
    fn kind(
        &mut self,
        nominal: &Nominal,
        subject: bool,
        drs: &mut Drs,
        then: Then<'_, 'd>,
    ) -> Outcome {
        let described = nominal.noun.is_some() || !nominal.adjectives.is_empty();
        if !nominal.modifiers.is_empty() || !described {
            return self.some(nominal, subject, drs, then);
        }
        let term = Term::Constant(kind_key(nominal));
        self.mention(vec![term.clone()], nominal.noun.as_deref(), subject, false);
        then(self, term, drs)
    }

    /// What adjectives, noun and modifiers say of a thing.
    pub(crate) fn restrict(&mut self, nominal: &Nominal, term: &Term, drs: &mut Drs) -> Outcome {
        // What `can` or `wants to` says of the verb it does not say of the things around it.
        let prefix = std::mem::take(&mut self.prefix);
        let outcome = self.describe(nominal, term, drs);
        self.prefix = prefix;
        outcome
    }

    fn describe(&mut self, nominal: &Nominal, term: &Term, drs: &mut Drs) -> Outcome {
        let (bound, free): (Vec<&Adjective>, Vec<&Adjective>) = nominal
            .adjectives
            .iter()
            .partition(|a| a.words.iter().any(|w| PRIVATIVE.contains(&w.as_str())));
        for adjective in free {
            drs.say(Atom::new(predicate_key(&adjective.words.join(" ")), vec![term.clone()]));
        }
        let Some(noun) = &nominal.noun else {
            if !bound.is_empty() {
                return Err(Refusal::Unsupported("this adjective without a noun"));
            }
            return self.modify(&nominal.modifiers, term, drs);
        };
        if !bound.is_empty()
            && (bound.len() < nominal.adjectives.len() || !nominal.modifiers.is_empty())
        {
            return Err(Refusal::Unsupported("this adjective with other descriptions"));
        }
        let mut words: Vec<String> = bound.iter().flat_map(|a| a.words.clone()).collect();
        words.push(noun.clone());
        let predicate = predicate_key(&words.join(" "));
        let (of, others): (Vec<&Modifier>, Vec<&Modifier>) =
            nominal.modifiers.iter().partition(|m| matches!(m, Modifier::Of(_)));
        if of.len() > 1 {
            return Err(Refusal::Unsupported("two owners of one thing"));
        }
        match of.first() {
            Some(Modifier::Of(owner)) => {
                let name = format!("{predicate}_of");
                // Nothing is its own owner: `its rate` is the rate of something else.
                let own = self
                    .reach
                    .iter()
                    .rposition(|r| r.terms.as_slice() == std::slice::from_ref(term));
                let own = own.map(|at| self.reach.remove(at));
                let outcome = self.object_np(owner, drs, &mut |_, owner, drs| {
                    drs.say(Atom::new(name.clone(), vec![term.clone(), owner]));
                    Ok(())
                });
                self.reach.extend(own);
                outcome?;
            }
            _ => drs.say(Atom::new(predicate, vec![term.clone()])),
        }
        others.into_iter().try_for_each(|m| self.modify(std::slice::from_ref(m), term, drs))
    }

    fn modify(&mut self, modifiers: &[Modifier], term: &Term, drs: &mut Drs) -> Outcome {
        for modifier in modifiers {
            match modifier {
                Modifier::Of(_) => return Err(Refusal::Unsupported("`of` after this word")),
                Modifier::Is(complement) => self.complement(complement, term, drs)?,
                Modifier::That(vp) => {
                    let outer = self.subject.replace(term.clone());
                    self.vp(vp, term, drs)?;
                    self.subject = outer;
                }
                Modifier::ThatOther(subject, vp) => self.that_other(subject, vp, term, drs)?,
            }
        }
        Ok(())
    }

    fn that_other(&mut self, subject: &Np, vp: &Vp, term: &Term, drs: &mut Drs) -> Outcome {
        self.object_np(subject, drs, &mut |b, subject, drs| {
            b.vp_with_object(vp, &subject, term, drs)
        })
    }
}

/// `more than 3 copies` as one thing.
fn amount_term(amount: &str, nominal: &Nominal) -> Result<Term, Refusal> {
    if !nominal.modifiers.is_empty() || nominal.noun.is_none() {
        return Err(Refusal::Amount(amount.replace('_', " ")));
    }
    Ok(Term::Constant(format!("{}_{}", amount.replace(['.', ','], "_"), kind_key(nominal))))
}

fn is_plain(nominal: &Nominal) -> bool {
    nominal.adjectives.is_empty() && nominal.modifiers.is_empty()
}

/// A noun or adjective as a predicate name.
pub(crate) fn predicate_key(words: &str) -> String {
    constant_key(words)
}

/// Adjectives and noun as the name of a kind.
fn kind_key(nominal: &Nominal) -> String {
    let mut words: Vec<String> = nominal.adjectives.iter().flat_map(|a| a.words.clone()).collect();
    let noun = nominal.noun.clone().unwrap_or_else(|| "people".to_owned());
    words.push(if nominal.plural && nominal.noun.is_some() { plural(&noun) } else { noun });
    constant_key(&words.join(" "))
}
