//! Joined noun phrases that may share a word: whether it belongs to one or to both cannot be told,
//! so such an analysis is not taken.

use super::super::lexicon::entry;
use super::super::read::UNSURE;
use super::super::syntax::{Complement, Determiner, Modifier, Nominal, Np};

/// What an analysis of joined phrases costs on this account.
pub(super) fn cost(items: &[Np]) -> u32 {
    let Some((first, others)) = items.split_first() else { return 0 };
    let unsure = others.iter().any(|other| {
        is_only(other)
            || shares_noun(first, other)
            || shares_name(first, other)
            || shares_adjective(first, other)
    });
    UNSURE * u32::from(unsure)
}

/// `Tom and only Tom`
fn is_only(np: &Np) -> bool {
    nominal(np).is_some_and(|n| n.determiner == Determiner::Only)
}

fn nominal(np: &Np) -> Option<&Nominal> {
    match np {
        Np::Nominal(nominal) => Some(nominal),
        Np::Name(_) | Np::Pronoun(_) | Np::Join(..) | Np::Asked => None,
    }
}

/// `Renaissance and Baroque music`, `Pepsi or Fanta products`, `their left and right hand`
fn shares_noun(first: &Np, other: &Np) -> bool {
    let Some(last) = nominal(other).filter(|n| n.determiner == Determiner::Bare) else {
        return false;
    };
    let other_things =
        |n: &Nominal| n.adjectives.iter().any(|a| a.words.iter().any(|word| word == "other"));
    let compound = last.noun.as_deref().is_some_and(|noun| {
        noun.split_once(' ').is_some_and(|(front, _)| entry(front).is_none_or(|e| e.capital))
    });
    match first {
        Np::Name(name) => {
            let plain = name.strip_prefix("the ").unwrap_or(name);
            let whole = plain != name
                && !last.plural
                && last.noun.as_deref().is_some_and(|noun| noun.contains(' '));
            let described = !last.adjectives.is_empty() && !other_things(last);
            whole || (!plain.contains(' ') && (compound || described))
        }
        Np::Nominal(first) => {
            let quality =
                first.noun.as_deref().and_then(entry).is_some_and(|e| e.adjective > e.noun);
            quality && first.adjectives.is_empty() && !last.adjectives.is_empty()
        }
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    }
}

/// `the Securities and Exchange Commission`, `Byzantine and Islamic Art`
fn shares_name(first: &Np, other: &Np) -> bool {
    let (Np::Name(first), Np::Name(other)) = (first, other) else { return false };
    let ordinary =
        |word: &str| entry(&word.to_lowercase()).is_some_and(|e| !e.capital && e.noun.is_some());
    let Some((front, last)) = other.rsplit_once(' ') else { return false };
    let quality = entry(&front.to_lowercase()).is_some_and(|e| e.capital && e.adjective.is_some());
    let whole = first.starts_with("the ") && !other.starts_with("the ");
    ordinary(last) && (whole || (quality && !first.contains(' ')))
}

/// `fresh bread and milk`, `people born and living in Rome`
fn shares_adjective(first: &Np, other: &Np) -> bool {
    let (Some(first), Some(other)) = (nominal(first), nominal(other)) else { return false };
    let free = other.determiner == Determiner::Bare && other.noun.is_some();
    let plain = |n: &Nominal| n.adjectives.iter().all(|a| a.words.iter().any(|w| w == "other"));
    let acts = |n: &Nominal| matches!(n.modifiers.last(), Some(Modifier::Is(Complement::Act(_))));
    let doing = other.noun.as_deref().is_some_and(|noun| noun.ends_with("ing"));
    let living = acts(first) && doing && !other.modifiers.is_empty();
    free && (living || (!plain(first) && other.adjectives.is_empty()))
}
