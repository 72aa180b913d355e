//! Joined noun phrases that may share a word: whether it belongs to one or to both cannot be told,
//! so such an analysis is not taken.

use super::super::compounds::is_one_noun;
use super::super::lexicon::{entry, is_person};
use super::super::read::UNSURE;
use super::super::syntax::{Complement, Determiner, Join, Modifier, Nominal, Np};

/// What an analysis of joined phrases costs on this account.
pub(super) fn cost(items: &[Np]) -> u32 {
    let Some((first, others)) = items.split_first() else { return 0 };
    let unsure = others.iter().any(|other| {
        is_only(other)
            || shares_noun(first, other)
            || shares_name(first, other)
            || shares_adjective(first, other)
            || lacks_noun(first, other)
            || shares_head(first, other)
            || shares_participle(first, other)
            || shares_card(first, other)
    });
    let others = items.windows(2).map(|pair| joins_other(&pair[0], &pair[1])).max();
    let unsure = unsure || shares_number(items) || may_be_named(items);
    UNSURE * u32::from(unsure) + others.unwrap_or(0)
}

/// `Tom's dog, Rex, and his cat`: whether Rex is the dog.
fn may_be_named(items: &[Np]) -> bool {
    let [first, Np::Name(_), _, ..] = items else { return false };
    nominal(first).is_some_and(|n| {
        matches!(n.determiner, Determiner::The | Determiner::Of(_)) && !n.plural && n.name.is_none()
    })
}

/// What comes in sorts that a word before it names: `rock and pop music`.
const SORTS: &[&str] = &[
    "art",
    "clothing",
    "energy",
    "equipment",
    "food",
    "furniture",
    "industry",
    "jewelry",
    "juice",
    "literature",
    "meat",
    "milk",
    "music",
    "oil",
    "poetry",
    "power",
    "production",
    "sauce",
    "soup",
    "tea",
    "wine",
];

/// `a maid or cleaning service`, `apple or orange juice`: the last noun may belong to both.
fn shares_head(first: &Np, other: &Np) -> bool {
    let (Some(first), Some(other)) = (nominal(first), nominal(other)) else { return false };
    let plain = |n: &Nominal| !n.plural && n.adjectives.is_empty() && n.name.is_none();
    let (Some(one), Some(two)) = (first.noun.as_deref(), other.noun.as_deref()) else {
        return false;
    };
    let sorts = SORTS.contains(&two.rsplit(' ').next().unwrap_or(two));
    let open = first.determiner == Determiner::Bare && sorts
        || first.determiner == Determiner::A
            && !is_one_noun(two)
            && !(is_person(one) && is_person(two));
    open && first.modifiers.is_empty()
        && other.determiner == Determiner::Bare
        && plain(first)
        && plain(other)
        && !one.contains(' ')
        && two.contains(' ')
}

/// `a student or a senior card`: hardly people beside things.
fn shares_card(first: &Np, other: &Np) -> bool {
    let (Some(first), Some(other)) = (nominal(first), nominal(other)) else { return false };
    let one = |n: &Nominal| n.determiner == Determiner::A && n.modifiers.is_empty();
    let person = |n: &Nominal| n.noun.as_deref().is_some_and(is_person);
    let described = !other.adjectives.is_empty()
        || other.noun.as_deref().is_some_and(|noun| noun.contains(' '));
    one(first)
        && one(other)
        && first.adjectives.is_empty()
        && described
        && person(first)
        && !person(other)
}

/// `a car and a boat built in Norway`
fn shares_participle(first: &Np, other: &Np) -> bool {
    let (Some(first), Some(other)) = (nominal(first), nominal(other)) else { return false };
    let one = |n: &Nominal| matches!(n.determiner, Determiner::A | Determiner::The);
    let acts = matches!(other.modifiers.last(), Some(Modifier::Is(Complement::Act(_))));
    one(first) && one(other) && first.modifiers.is_empty() && acts
}

/// `the music of Bach and other composers`: `other` belongs beside what is of its sort, which is
/// the nearer noun when the farther is of another.
fn joins_other(first: &Np, other: &Np) -> u32 {
    let (Some(first), true) = (nominal(first), is_other(other)) else { return 0 };
    let within = matches!(first.modifiers.last(), Some(Modifier::Of(_)));
    if !within {
        return 0;
    }
    if is_other_of(first.noun.as_deref(), other) { UNSURE } else { 2 }
}

fn is_other(np: &Np) -> bool {
    nominal(np).is_some_and(|n| {
        n.determiner == Determiner::Amount("other".to_owned())
            || n.adjectives.iter().any(|a| a.words.iter().any(|word| word == "other"))
    })
}

/// Whether `other Ns` may be others beside a thing of this noun: people beside people.
fn is_other_of(noun: Option<&str>, other: &Np) -> bool {
    let people = |n: &Nominal| n.people.or_else(|| n.noun.as_deref().map(is_person));
    nominal(other).and_then(people) == noun.map(is_person)
}

/// Whether the owners named after a noun end in others that may be beside the noun itself.
pub(super) fn owners_cost(noun: Option<&str>, owners: &Np) -> u32 {
    let Np::Join(Join::And, items) = owners else { return 0 };
    let torn = items.last().is_some_and(|last| is_other(last) && is_other_of(noun, last));
    UNSURE * u32::from(torn)
}

/// `three sons and daughters`: so many together, or of each?
pub(super) fn shares_number(items: &[Np]) -> bool {
    let Some((first, others)) = items.split_first() else { return false };
    let counted = |n: &Nominal| {
        matches!(&n.determiner, Determiner::Amount(amount)
            if !["both", "other", "another"].contains(&amount.as_str()))
    };
    let free = |n: &Nominal| n.determiner == Determiner::Bare && n.plural && n.noun.is_some();
    nominal(first).is_some_and(counted) && others.iter().filter_map(nominal).any(free)
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
            let named =
                first.noun.as_deref().is_some_and(|noun| entry(noun).is_none_or(|e| e.capital));
            let alone = first.adjectives.is_empty() && first.modifiers.is_empty() && !first.plural;
            quality && first.adjectives.is_empty() && !last.adjectives.is_empty()
                || named && alone && compound
        }
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    }
}

/// `the Securities and Exchange Commission`, `Byzantine and Islamic Art`
fn shares_name(first: &Np, other: &Np) -> bool {
    let (Np::Name(first), Np::Name(other)) = (first, other) else { return false };
    // `Johnson and Johnson`
    if first == other {
        return true;
    }
    let ordinary =
        |word: &str| entry(&word.to_lowercase()).is_some_and(|e| !e.capital && e.noun.is_some());
    let Some((front, last)) = other.rsplit_once(' ') else { return false };
    let quality = entry(&front.to_lowercase()).is_some_and(|e| e.capital && e.adjective.is_some());
    let whole = first.starts_with("the ") && !other.starts_with("the ");
    ordinary(last) && (whole || (quality && !first.contains(' ')))
}

/// `a red and a blue car`
fn lacks_noun(first: &Np, other: &Np) -> bool {
    let (Some(first), Some(other)) = (nominal(first), nominal(other)) else { return false };
    let bare = first.noun.is_none() && first.people.is_none() && !first.adjectives.is_empty();
    bare && first.determiner == Determiner::A && other.noun.is_some()
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

/// `no cats or dogs`: the denial holds for both.
pub(super) fn shares_no(items: &[Np]) -> bool {
    let Some((first, others)) = items.split_first() else { return false };
    let no = |n: &Nominal| n.determiner == Determiner::No && n.noun.is_some();
    let free = |np: &Np| nominal(np).is_some_and(|n| n.determiner == Determiner::Bare);
    nominal(first).is_some_and(no) && others.iter().all(free)
}

/// Turns `no A or B` into what is denied of each, and says what that costs: a place after the last
/// holds for all of them, anything else may belong to the last alone.
pub(super) fn none_of(items: &mut [Np]) -> u32 {
    let parts = |items: &[Np]| -> Vec<Vec<Modifier>> {
        items.iter().filter_map(nominal).map(|n| n.modifiers.clone()).collect()
    };
    let modifiers = parts(items);
    let Some((last, others)) = modifiers.split_last() else { return 0 };
    let place = match last.as_slice() {
        [Modifier::Is(Complement::At(preposition, _))] => {
            ["in", "at", "on", "near", "from"].contains(&preposition.as_str())
        }
        _ => false,
    };
    let alone = !last.is_empty() && others.iter().all(Vec::is_empty);
    for item in items.iter_mut() {
        let Np::Nominal(nominal) = item else { continue };
        nominal.determiner = Determiner::A;
        if alone && place {
            nominal.modifiers.clone_from(last);
        }
    }
    UNSURE * u32::from(alone && !place)
}

/// `every boy or girl who is late`: what follows the last holds for all of them. `Every boy or every
/// girl` may leave open which of the two, and costs accordingly.
pub(super) fn each_of(items: &mut [Np]) -> u32 {
    let Some((first, others)) = items.split_first() else { return 0 };
    let every = |n: &Nominal| {
        matches!(n.determiner, Determiner::Every | Determiner::Any | Determiner::NotEvery)
    };
    let free = |np: &Np| nominal(np).is_some_and(|n| n.determiner == Determiner::Bare);
    let Some(first) = nominal(first).filter(|n| every(n) && n.noun.is_some()) else { return 0 };
    if others.iter().filter_map(nominal).any(every) {
        return UNSURE;
    }
    let alone = first.modifiers.is_empty() && others.iter().all(free);
    let last = others.last().and_then(nominal).map(|n| n.modifiers.clone()).unwrap_or_default();
    if alone && !last.is_empty() {
        for item in items.iter_mut() {
            if let Np::Nominal(nominal) = item {
                nominal.modifiers.clone_from(&last);
            }
        }
    }
    0
}
