//! Determiners: how many things a noun phrase speaks of, and which.

use super::super::closed::SAME;
use super::super::discourse::{is_letter, labelled, mentioned};
use super::super::drs::{Condition as Said, Drs};
use super::super::syntax::{Determiner, Join, Modifier, Nominal, Np};
use super::description::kind_key;
use super::{Builder, Outcome, Place, Refusal, Then, unsure};
use crate::logic::Term;

impl<'d> Builder<'d> {
    pub(super) fn nominal(
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
            return self.lettered(name, nominal, subject, (drs, then));
        }
        if let Some(named) = named_place(nominal) {
            return self.nominal(&named, subject, drs, then);
        }
        if let Some(Np::Join(join, places)) =
            each_named_place(&Np::Nominal(Box::new(nominal.clone())))
        {
            if self.denied {
                return Err(Refusal::Unsure("whether a denial before `and` denies one or both"));
            }
            return self.join(join, &places, drs, &mut |b, place, drs| match place {
                Np::Nominal(place) => b.nominal(place, subject, drs, then),
                Np::Name(_) | Np::Pronoun(_) | Np::Join(..) | Np::Asked => Ok(()),
            });
        }
        if let Some(name) = &nominal.name {
            let term = self.apposed(nominal, name, drs)?;
            self.remember(vec![term.clone()], None, subject);
            return then(self, term, drs);
        }
        match &nominal.determiner {
            Determiner::Every => self.every(nominal, subject, drs, then),
            Determiner::A | Determiner::Some | Determiner::Any
                if !subject && self.is_ruled_out() =>
            {
                self.every(nominal, subject, drs, then)
            }
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
                    Some((term, _)) => then(self, term, drs),
                    None => self.some(nominal, subject, drs, then),
                }
            }
            Determiner::Some | Determiner::A => self.some(nominal, subject, drs, then),
            Determiner::Only => {
                // Only Anna knows it, so she does.
                if let [Modifier::Is(super::Complement::At(same, names))] =
                    nominal.modifiers.as_slice()
                    && same == SAME
                {
                    self.subject_np(names, true, drs, then)?;
                    return self.only(&any_of(nominal, names), drs, then);
                }
                self.only(nominal, drs, then)
            }
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

    /// `a man X`: from now on the letter means him.
    fn lettered(
        &mut self,
        name: &str,
        nominal: &Nominal,
        subject: bool,
        (drs, then): (&mut Drs, Then<'_, 'd>),
    ) -> Outcome {
        if let Some(term) = labelled(name, &self.reach) {
            return then(self, term, drs);
        }
        let mut plain = nominal.clone();
        plain.name = None;
        if plain.determiner == Determiner::Bare {
            plain.determiner = Determiner::A;
        }
        self.nominal(&plain, subject, drs, &mut |b, term, drs| {
            let mut met = b.reach.iter_mut().rev();
            if let Some(referent) = met.find(|r| r.terms.first() == Some(&term)) {
                referent.label = Some(name.to_owned());
            }
            then(b, term, drs)
        })
    }

    fn apposed(&mut self, nominal: &Nominal, name: &str, drs: &mut Drs) -> Result<Term, Refusal> {
        let term = self.named(name);
        let mut plain = nominal.clone();
        plain.name = None;
        // `a dog named Rex`: that Rex is a dog is news.
        if nominal.determiner == Determiner::A {
            let varies = self.subject.as_ref().is_some_and(|subject| !subject.is_ground());
            if varies && self.place != Place::Condition {
                return Err(Refusal::Unsure("whether all of them have the same one"));
            }
            self.restrict(&plain, &term, drs)?;
            return Ok(term);
        }
        let mut taken = Drs::default();
        self.restrict(&plain, &term, &mut taken)?;
        let simple = taken.variables.is_empty()
            && taken.conditions.iter().all(|said| matches!(said, Said::Atom(_)));
        if !simple && self.place == Place::Main && !self.denied {
            drs.variables.append(&mut taken.variables);
            drs.conditions.append(&mut taken.conditions);
        }
        self.presuppose(taken)?;
        // `my cat Tom`: from now on my cat is Tom.
        if let Determiner::Of(owner) = &nominal.determiner
            && !nominal.plural
        {
            let described = self.owned(owner, &plain, true);
            if let Some(key) = self.fixed_key(&described)? {
                self.meaning.identified.push((key, term.clone()));
                let mut taken = Drs::default();
                self.restrict(&described, &term, &mut taken)?;
                self.presuppose(taken)?;
            }
        }
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
        self.mention(vec![term.clone()], nominal, subject);
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
        if !subject && self.may_not_be() {
            return Err(Refusal::Unsure("whether there is one"));
        }
        let variable = self.fresh();
        let term = Term::Variable(variable);
        drs.variables.push(variable);
        self.mention(vec![term.clone()], nominal, subject);
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
            && let Some((term, several)) = mentioned(noun, &self.reach)
        {
            if several && !nominal.plural {
                return Err(Refusal::Unsure("which of several `the` means"));
            }
            self.mention(vec![term.clone()], nominal, subject);
            return then(self, term, drs);
        }
        let Some(key) = self.fixed_key(nominal)? else {
            if subject && self.place == Place::Main && unsure::is_general(nominal) {
                return Err(Refusal::Unsure("whether `the` means one of them or each"));
            }
            // `the villages behind it` are all of them.
            if subject && nominal.plural && self.place != Place::Condition {
                let mut each = nominal.clone();
                each.determiner = Determiner::Every;
                return self.every(&each, subject, drs, then);
            }
            // The one there is: whatever fits the description.
            if subject && self.place == Place::Main && !self.denied && !nominal.plural {
                self.every(nominal, subject, drs, then)?;
            }
            return self.some(nominal, subject, drs, then);
        };
        if let Some(term) = self.discourse.identified(&key).cloned() {
            if matches!(term, Term::Witness(..)) {
                let mut taken = Drs::default();
                self.restrict(nominal, &term, &mut taken)?;
                self.presuppose(taken)?;
            }
            self.remember(vec![term.clone()], nominal.noun.as_deref(), subject);
            return then(self, term, drs);
        }
        let term = Term::Constant(key);
        let mut taken = Drs::default();
        self.restrict(nominal, &term, &mut taken)?;
        // What is said of each of Ann's dogs is said of her dogs.
        if nominal.plural && !simple {
            let mut each = nominal.clone();
            each.determiner = Determiner::Every;
            self.restrict(&each, &term, &mut taken)?;
        }
        self.presuppose(taken)?;
        self.remember(vec![term.clone()], nominal.noun.as_deref(), subject);
        then(self, term, drs)
    }

    /// The constant of a description made of fixed things only.
    pub(super) fn fixed_key(&mut self, nominal: &Nominal) -> Result<Option<String>, Refusal> {
        let mut key = format!("the_{}", kind_key(nominal));
        for modifier in &nominal.modifiers {
            let (word, np) = match modifier {
                Modifier::Of(np) => ("of", np),
                Modifier::Is(super::Complement::At(preposition, np)) => (preposition.as_str(), np),
                Modifier::Is(_) | Modifier::That(_) | Modifier::ThatOther(..) => return Ok(None),
            };
            if is_year(np) && word != "of" {
                return Err(Refusal::Unsure("what the year belongs to"));
            }
            let owning = std::mem::replace(&mut self.owning, word == "of");
            let names = self.fixed_names(word, np);
            self.owning = owning;
            let Some(name) = names? else { return Ok(None) };
            key = format!("{key}_{word}_{name}");
        }
        Ok(nominal.noun.is_some().then_some(key))
    }

    /// The constant of a phrase that means one fixed thing.
    fn fixed_names(&mut self, word: &str, np: &Np) -> Result<Option<String>, Refusal> {
        Ok(match np {
            Np::Join(Join::And, both) if word == "between" && both.len() == 2 => {
                [self.fixed_name(&both[0])?, self.fixed_name(&both[1])?]
                    .into_iter()
                    .collect::<Option<Vec<_>>>()
                    .map(|names| names.join("_and_"))
            }
            Np::Join(..) | Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Asked => {
                self.fixed_name(np)?
            }
        })
    }

    fn fixed_name(&mut self, np: &Np) -> Result<Option<String>, Refusal> {
        let mut inner = Vec::new();
        let mut scratch = Drs::default();
        self.object_np(np, &mut scratch, &mut |_, term, _| {
            inner.push(term);
            Ok(())
        })?;
        let one = inner.pop().filter(|_| inner.is_empty());
        Ok(match one {
            Some(Term::Constant(name))
                if scratch.variables.is_empty() && scratch.conditions.is_empty() =>
            {
                Some(name)
            }
            _ => None,
        })
    }

    fn owned(&self, owner: &Np, nominal: &Nominal, subject: bool) -> Nominal {
        let mut described = nominal.clone();
        described.modifiers.insert(0, Modifier::Of(owner.clone()));
        described.determiner = match (nominal.plural, subject) {
            (false, _) => Determiner::The,
            (true, true) if self.place == Place::Main => Determiner::Every,
            // `repays his loans`: all of them, as one thing.
            (true, _) => Determiner::The,
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
        let relative = |word: &String| ["different", "same"].contains(&word.as_str());
        if nominal.adjectives.iter().any(|a| a.words.iter().any(relative)) {
            return Err(Refusal::Unsupported("`different` without what it is different from"));
        }
        let described = nominal.noun.is_some() || !nominal.adjectives.is_empty();
        if let Some(key) = kind_of_kind(nominal).filter(|_| !subject) {
            return then(self, Term::Constant(key), drs);
        }
        if !nominal.modifiers.is_empty() || !described {
            return self.some(nominal, subject, drs, then);
        }
        let term = Term::Constant(kind_key(nominal));
        self.remember(vec![term.clone()], nominal.noun.as_deref(), subject);
        if let Some(last) = self.reach.last_mut() {
            last.several = nominal.plural;
        }
        then(self, term, drs)
    }
}

/// `words of affirmation`: a kind like other bare plurals.
pub(super) fn kind_of_kind(nominal: &Nominal) -> Option<String> {
    let [Modifier::Of(Np::Nominal(of))] = nominal.modifiers.as_slice() else { return None };
    let bare = of.determiner == Determiner::Bare && of.modifiers.is_empty() && of.noun.is_some();
    let own = nominal.noun.is_some() && nominal.determiner == Determiner::Bare;
    (bare && own).then(|| format!("{}_of_{}", kind_key(nominal), kind_key(of)))
}

/// `only Anna and Leo`: whoever it is, is one of them.
fn any_of(nominal: &Nominal, names: &Np) -> Nominal {
    let mut any = nominal.clone();
    if let Np::Join(_, items) = names {
        let one = Np::Join(Join::Or, items.clone());
        any.modifiers = vec![Modifier::Is(super::Complement::At(SAME.to_owned(), one))];
    }
    any
}

/// `1915`
fn is_year(np: &Np) -> bool {
    matches!(np, Np::Name(name) if name.len() == 4 && name.chars().all(|c| c.is_ascii_digit()))
}

const PLACES: &[&str] = &[
    "city", "town", "village", "state", "country", "island", "province", "county", "kingdom",
    "republic", "region", "district", "planet", "month", "year",
];

/// `the islands of Java and Bali` are the island of Java and the island of Bali.
pub(super) fn each_named_place(np: &Np) -> Option<Np> {
    let Np::Nominal(nominal) = np else { return None };
    let [Modifier::Of(Np::Join(Join::And, items))] = nominal.modifiers.as_slice() else {
        return None;
    };
    let one = |item: &Np| {
        let mut place = nominal.clone();
        place.plural = false;
        place.modifiers = vec![Modifier::Of(item.clone())];
        named_place(&place)?;
        Some(Np::Nominal(place))
    };
    let places: Option<Vec<Np>> = items.iter().map(one).collect();
    places.filter(|_| nominal.plural).map(|places| Np::Join(Join::And, places))
}

/// `the city of Paris` is Paris.
fn named_place(nominal: &Nominal) -> Option<Nominal> {
    let noun = nominal.noun.as_deref()?;
    let [Modifier::Of(Np::Name(name))] = nominal.modifiers.as_slice() else { return None };
    let plain = nominal.determiner == Determiner::The
        && nominal.name.is_none()
        && !nominal.plural
        && nominal.adjectives.is_empty()
        && PLACES.contains(&noun);
    plain.then(|| {
        let mut named = nominal.clone();
        named.modifiers.clear();
        named.name = Some(name.clone());
        named
    })
}

/// `more than 3 copies` as one thing.
pub(super) fn amount_term(amount: &str, nominal: &Nominal) -> Result<Term, Refusal> {
    if !nominal.modifiers.is_empty() || (nominal.noun.is_none() && nominal.people != Some(true)) {
        return Err(Refusal::Amount(amount.replace('_', " ")));
    }
    Ok(Term::Constant(format!("{}_{}", amount.replace(['.', ','], "_"), kind_key(nominal))))
}

fn is_plain(nominal: &Nominal) -> bool {
    nominal.adjectives.is_empty() && nominal.modifiers.is_empty()
}
