//! Verb phrases as they stand: what a shape tells, and the same phrase denied, in the past or with
//! a word more. It knows nothing of the words of a sentence.

use super::super::super::morphology::Form;
use super::super::super::read::UNSURE;
use super::super::super::syntax::{Complement, Join, Modifier, Np, Tense, Verb, Vp};

/// `is liked by Ann and used in China`: what follows a passive is rather a passive too; after
/// `is a novel written by Ann` it cannot be told.
pub(super) fn turns_active(vp: &Vp) -> u32 {
    let Vp::Join(_, parts) = vp else { return 0 };
    let undergoes = |verb: &Verb| verb.passive.is_some() && verb.tense != Tense::Past;
    let cost = |vp: &Vp| match vp {
        Vp::Be(Complement::Act(verb)) => u32::from(undergoes(verb)),
        Vp::Be(Complement::Np(Np::Nominal(n))) => match n.modifiers.last() {
            Some(Modifier::Is(Complement::Act(verb))) => UNSURE * u32::from(undergoes(verb)),
            Some(_) | None => 0,
        },
        Vp::Be(Complement::Adjective(_)) => 1,
        Vp::Be(_) | Vp::Do(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) => 0,
    };
    let active = |vp: &Vp| matches!(vp, Vp::Do(verb) if verb.tense == Tense::Past && verb.objects.is_empty());
    // `was destroyed in 1945 and rebuilt in 1950`: nothing rebuilds by itself.
    let undergone = |vp: &Vp| matches!(vp, Vp::Be(Complement::Act(verb)) if verb.passive.is_some());
    let lacks = |vp: &Vp| matches!(vp, Vp::Do(verb) if DONE_TO.contains(&verb.lemma.as_str()));
    let pairs = parts.windows(2).filter(|pair| active(&pair[1]));
    pairs
        .map(|pair| cost(&pair[0]).max(u32::from(undergone(&pair[0]) && lacks(&pair[1]))))
        .max()
        .unwrap_or(0)
}

/// What is always done to something.
const DONE_TO: &[&str] = &[
    "abandon",
    "acquire",
    "appoint",
    "arrest",
    "award",
    "ban",
    "build",
    "construct",
    "damage",
    "demolish",
    "destroy",
    "elect",
    "establish",
    "execute",
    "kill",
    "nominate",
    "publish",
    "rebuild",
    "release",
    "remake",
    "rename",
    "renovate",
    "repair",
    "replace",
    "restore",
    "rewrite",
    "translate",
];

/// `has a bill and webbed feet`: what was done hardly comes after what is so.
pub(super) fn turns_past(vp: &Vp) -> bool {
    let Vp::Join(Join::And, parts) = vp else { return false };
    let tense = |vp: &Vp| match vp {
        Vp::Do(verb) if verb.passive.is_none() => Some(verb.tense),
        Vp::Do(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => None,
    };
    let pair = [Some(Tense::Present), Some(Tense::Past)];
    parts.windows(2).any(|two| [tense(&two[0]), tense(&two[1])] == pair)
}

/// `not tall and not rich` denies each.
pub(super) fn denies_again(vp: &Vp) -> bool {
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return false };
    parts.iter().skip(1).any(|part| matches!(part, Complement::Not(_)))
}

/// `not tall and rich` may deny only what comes first; `not both tall and rich` cannot.
pub(super) fn denied_apart(vp: &Vp) -> Option<Vp> {
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return None };
    let (first, rest) = parts.split_first()?;
    let mut all = vec![Vp::Not(Box::new(Vp::Be(first.clone())))];
    all.extend(rest.iter().cloned().map(Vp::Be));
    Some(Vp::Join(Join::And, all))
}

/// Whether an object could still be added: for `that Bob likes`.
pub(crate) fn lacks_object(vp: &Vp) -> bool {
    match vp {
        Vp::Do(verb) => verb.objects.is_empty() && verb.passive.is_none(),
        Vp::Be(Complement::Act(verb)) => verb.objects.is_empty() && verb.passive.is_none(),
        Vp::Not(inner) | Vp::Under(_, _, inner) => lacks_object(inner),
        Vp::Join(..) | Vp::Be(_) | Vp::Normally(_) => false,
    }
}

pub(crate) fn wrap_modal(word: &str, denied: bool, vp: Vp) -> Vp {
    let plain =
        ["has", "have", "had", "do", "does", "did", "will", "would", "shall"].contains(&word);
    // Who must not do something has to leave it; who need not is free to do it.
    if word == "must" && denied {
        return Vp::Under("must_not".to_owned(), Form::Base, Box::new(vp));
    }
    // What might not be so may still be so.
    if word == "might" && denied {
        return Vp::Under("might_not".to_owned(), Form::Base, Box::new(vp));
    }
    let vp = if plain { vp } else { Vp::Under(word.to_owned(), Form::Base, Box::new(vp)) };
    if denied { Vp::Not(Box::new(vp)) } else { vp }
}

/// `was built`: what is undergone happened once.
pub(super) fn undergone(vp: Vp) -> Vp {
    match vp {
        Vp::Be(Complement::Act(mut verb)) => {
            verb.tense = Tense::Past;
            Vp::Be(Complement::Act(verb))
        }
        Vp::Not(inner) => Vp::Not(Box::new(undergone(*inner))),
        other @ Vp::Join(..)
        | other @ Vp::Under(..)
        | other @ Vp::Normally(_)
        | other @ Vp::Be(_)
        | other @ Vp::Do(_) => other,
    }
}

pub(super) fn in_past(vp: Vp) -> Vp {
    match vp {
        Vp::Do(mut verb) => {
            verb.tense = Tense::Past;
            Vp::Do(verb)
        }
        other @ Vp::Join(..)
        | other @ Vp::Not(_)
        | other @ Vp::Under(..)
        | other @ Vp::Normally(_)
        | other @ Vp::Be(_) => other,
    }
}

pub(super) fn add_adverb(vp: &Vp, adverb: &str) -> Option<Vp> {
    if adverb.is_empty() {
        return Some(vp.clone());
    }
    match vp {
        Vp::Do(verb) => {
            let mut verb = verb.clone();
            verb.adverbs.insert(0, adverb.to_owned());
            Some(Vp::Do(verb))
        }
        Vp::Under(prefix, form, inner) => {
            Some(Vp::Under(format!("{adverb}_{prefix}"), *form, inner.clone()))
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Be(_) | Vp::Normally(_) => None,
    }
}
