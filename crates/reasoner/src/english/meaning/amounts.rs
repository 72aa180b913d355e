//! Amounts as what a sentence is about: `there are three apples on the table`.
//! An amount somewhere is one thing, `3_apples`; the words bring along that some of them are there.

use super::super::syntax::{
    Complement, Determiner, Join, Modifier, Nominal, Np, Sentence, Tense, Verb, Vp,
};
use super::Refusal;
use super::mutual::is_mutual;
use super::quantifier::amount_term;
use crate::logic::Term;

/// What `there is` says.
pub(super) enum There {
    /// A sentence without `there`.
    Said(Sentence),
    /// There is such a thing.
    Is(Np),
}

/// `there are three apples on the table`, `there are two dogs and a cat in the garden`
pub(super) fn there(np: &Np) -> There {
    match np {
        Np::Nominal(nominal) => match &nominal.determiner {
            // `there is only one student`: how many others there are is said too.
            Determiner::Amount(amount) if amount.starts_with("only_") => There::Is(np.clone()),
            Determiner::Amount(amount) if is_count(amount) => There::Said(counted(nominal)),
            Determiner::Amount(_) => There::Is(np.clone()),
            Determiner::Any => {
                let mut some = nominal.clone();
                some.determiner = Determiner::Some;
                There::Is(Np::Nominal(some))
            }
            Determiner::Every
            | Determiner::NotEvery
            | Determiner::No
            | Determiner::Some
            | Determiner::A
            | Determiner::The
            | Determiner::Only
            | Determiner::Which
            | Determiner::Bare
            | Determiner::Of(_) => There::Is(np.clone()),
        },
        Np::Join(Join::And, items) => {
            let items = in_one_place(items);
            let parts = items.into_iter().map(Sentence::There).collect();
            There::Said(Sentence::Join(Join::And, parts))
        }
        Np::Join(..) | Np::Name(_) | Np::Pronoun(_) | Np::Asked => There::Is(np.clone()),
    }
}

/// The amount a sentence is about; other things said of amounts are not told for sure.
pub(super) fn subject(subject: &Np, vp: &Vp) -> Option<Result<Term, Refusal>> {
    let Np::Nominal(nominal) = subject else { return None };
    let Determiner::Amount(amount) = &nominal.determiner else { return None };
    let placed = match vp {
        Vp::Be(Complement::At(..)) => true,
        Vp::Do(verb) => verb.lemma == "exist" && verb.objects.is_empty() && verb.phrases.is_empty(),
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => false,
    };
    let least = ["at_least_", "more_than_"].iter().any(|front| amount.starts_with(front));
    (placed || least && is_of_each(vp)).then(|| amount_term(amount, nominal))
}

/// Whether what is said of several is said of each: `bark`, `like Ann`, but not `lifted the piano`.
fn is_of_each(vp: &Vp) -> bool {
    match vp {
        Vp::Be(Complement::Adjective(adjective)) => adjective.governs.is_empty(),
        Vp::Be(Complement::Np(Np::Nominal(n))) => {
            let mutual = n.noun.as_deref().is_some_and(is_mutual);
            n.determiner == Determiner::Bare && n.modifiers.is_empty() && !mutual
        }
        Vp::Do(verb) => {
            verb.objects.is_empty() && verb.phrases.is_empty() && verb.adverbs.is_empty()
                || verb.tense == Tense::Present
                    && verb.objects.iter().all(|np| matches!(np, Np::Name(_)))
        }
        Vp::Not(inner) | Vp::Under(_, _, inner) => is_of_each(inner),
        Vp::Join(..) | Vp::Normally(_) | Vp::Be(_) => false,
    }
}

/// Whether an amount tells how many, more or less.
fn is_count(amount: &str) -> bool {
    amount.contains(|c: char| c.is_ascii_digit()) || ["many", "several", "few"].contains(&amount)
}

/// Where so many are, or that they are.
fn counted(nominal: &Nominal) -> Sentence {
    let mut plain = nominal.clone();
    let place = match nominal.modifiers.as_slice() {
        [Modifier::Is(place @ Complement::At(..))] => {
            plain.modifiers.clear();
            Some(place.clone())
        }
        _ => None,
    };
    let exist = Verb {
        lemma: "exist".to_owned(),
        passive: None,
        tense: Tense::Present,
        adverbs: Vec::new(),
        objects: Vec::new(),
        phrases: Vec::new(),
    };
    let vp = place.map_or_else(|| Vp::Do(Box::new(exist)), Vp::Be);
    Sentence::Clause(Np::Nominal(Box::new(plain)), vp)
}

/// `two dogs and a cat in the garden`: all of them are there.
fn in_one_place(items: &[Np]) -> Vec<Np> {
    let modifiers = |np: &Np| match np {
        Np::Nominal(nominal) => Some(nominal.modifiers.clone()),
        Np::Name(_) | Np::Pronoun(_) | Np::Join(..) | Np::Asked => None,
    };
    let Some((last, others)) = items.split_last() else { return Vec::new() };
    let place =
        modifiers(last).filter(|m| matches!(m.as_slice(), [Modifier::Is(Complement::At(..))]));
    let plain = others.iter().all(|np| modifiers(np).is_some_and(|m| m.is_empty()));
    let Some(place) = place.filter(|_| plain) else { return items.to_vec() };
    let placed = |np: &Np| match np {
        Np::Nominal(nominal) => {
            let mut nominal = nominal.clone();
            nominal.modifiers.clone_from(&place);
            Np::Nominal(nominal)
        }
        Np::Name(_) | Np::Pronoun(_) | Np::Join(..) | Np::Asked => np.clone(),
    };
    items.iter().map(placed).collect()
}
