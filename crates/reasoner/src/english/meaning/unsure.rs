//! Clauses whose preferred analysis can be meant in two ways: they are refused rather than guessed.

use super::super::syntax::{Complement, Determiner, Join, Modifier, Nominal, Np, Verb, Vp};

/// Why a clause cannot be told for sure, if it cannot.
pub(super) fn clause(subject: &Np, vp: &Vp) -> Option<&'static str> {
    if is_one_somewhere(subject, vp) {
        return Some("whether `a` with a place means each or one of them");
    }
    if is_spread(subject, vp) {
        return Some("whether each is in all of these places");
    }
    if is_list_of_kinds(subject, vp) {
        return Some("whether each is all of these or they are these together");
    }
    None
}

/// Why a verb with everything around it cannot be told for sure, if it cannot.
pub(super) fn verb(verb: &Verb) -> Option<&'static str> {
    let others = |words: &[&str]| verb.phrases.iter().any(|(p, _)| !words.contains(&p.as_str()));
    match verb.lemma.as_str() {
        "include" if !verb.phrases.is_empty() => Some("what the phrase after the list belongs to"),
        "locate" | "situate"
            if verb.phrases.len() > 1 && others(&["in", "at", "on", "near", "within"]) =>
        {
            Some("what the phrase after the place belongs to")
        }
        _ => None,
    }
}

fn nominal(complement: &Complement) -> Option<&Nominal> {
    match complement {
        Complement::Np(Np::Nominal(nominal)) => Some(nominal),
        Complement::Np(_)
        | Complement::Adjective(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Act(_)
        | Complement::Under(..)
        | Complement::Join(..)
        | Complement::Not(_) => None,
    }
}

/// `the capital and largest city of Chile`: whether both are of Chile.
pub(super) fn shares_owner(join: Join, parts: &[Complement]) -> bool {
    let of = |complement: &Complement| {
        let modifiers = &nominal(complement)?.modifiers;
        Some(modifiers.iter().any(|m| matches!(m, Modifier::Of(_))))
    };
    let the = |complement: &Complement| {
        nominal(complement).is_some_and(|nominal| nominal.determiner == Determiner::The)
    };
    let said: Vec<Option<bool>> = parts.iter().map(of).collect();
    join == Join::And
        && parts.first().is_some_and(the)
        && said.windows(2).any(|pair| pair == [Some(false), Some(true)])
}

/// `owned and developed by Ann`: whether Ann does both.
pub(super) fn shares_agent(join: Join, parts: &[Complement]) -> bool {
    let by = |complement: &Complement| match complement {
        Complement::Act(verb) if verb.passive.is_some() => {
            Some(verb.phrases.iter().any(|(preposition, _)| preposition == "by"))
        }
        Complement::Adjective(adjective) if adjective.governs.is_empty() => {
            adjective.words.last().is_some_and(|word| word.ends_with("ed")).then_some(false)
        }
        Complement::Act(_)
        | Complement::Adjective(_)
        | Complement::Np(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Under(..)
        | Complement::Join(..)
        | Complement::Not(_) => None,
    };
    let said: Vec<Option<bool>> = parts.iter().map(by).collect();
    join == Join::And && said.windows(2).any(|pair| pair == [Some(false), Some(true)])
}

/// `A museum is in Paris`: hardly every museum, but not surely one.
fn is_one_somewhere(subject: &Np, vp: &Vp) -> bool {
    let named = |np: &Np| match np {
        Np::Name(_) => true,
        Np::Nominal(nominal) => nominal.determiner == Determiner::The,
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    };
    let place = match vp {
        Vp::Be(Complement::At(_, np)) => named(np),
        Vp::Be(Complement::Adjective(adjective)) => {
            adjective.governs.iter().any(|(_, np)| named(np))
        }
        Vp::Be(Complement::Act(verb)) => {
            ["locate", "situate"].contains(&verb.lemma.as_str())
                && verb.phrases.iter().any(|(_, np)| named(np))
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => {
            false
        }
    };
    let Np::Nominal(nominal) = subject else { return false };
    let there = nominal.modifiers.iter().any(|modifier| match modifier {
        Modifier::Is(Complement::At(preposition, np)) => {
            ["in", "at", "on"].contains(&preposition.as_str()) && matches!(np, Np::Name(_))
        }
        Modifier::Is(_) | Modifier::Of(_) | Modifier::That(_) | Modifier::ThatOther(..) => false,
    });
    (place || there) && nominal.determiner == Determiner::A && nominal.name.is_none()
}

/// `Some towns are in Ohio and Texas`
fn is_spread(subject: &Np, vp: &Vp) -> bool {
    let several = matches!(subject, Np::Nominal(nominal) if nominal.plural);
    let places = match vp {
        Vp::Be(Complement::At(_, np)) => Some(np),
        Vp::Be(Complement::Act(verb)) if ["locate", "situate"].contains(&verb.lemma.as_str()) => {
            verb.phrases.first().map(|(_, np)| np)
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => None,
    };
    several && matches!(places, Some(Np::Join(Join::And, _)))
}

/// `Genres are history, portrait and landscape`
fn is_list_of_kinds(subject: &Np, vp: &Vp) -> bool {
    let several = matches!(subject, Np::Nominal(nominal) if nominal.plural);
    let kind = |complement: &Complement| {
        nominal(complement).is_some_and(|nominal| {
            nominal.determiner == Determiner::Bare && !nominal.plural && nominal.noun.is_some()
        })
    };
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return false };
    several && parts.iter().filter(|part| kind(part)).count() > 1
}
