//! Sentences that mean what another sentence says more plainly, put into those words first.

use super::super::closed::SPEAKER;
use super::super::discourse::is_letter;
use super::super::syntax::{
    Adjective, Complement, Determiner, Join, Modifier, Nominal, Np, Sentence, Vp,
};

/// `something is either A or B` speaks of everything.
pub(super) fn everything(subject: &Np) -> Np {
    match subject {
        Np::Nominal(nominal)
            if nominal.noun.is_none() && nominal.determiner == Determiner::Some =>
        {
            let mut all = nominal.clone();
            all.determiner = Determiner::Every;
            Np::Nominal(all)
        }
        other @ Np::Name(_)
        | other @ Np::Pronoun(_)
        | other @ Np::Nominal(_)
        | other @ Np::Join(..)
        | other @ Np::Asked => other.clone(),
    }
}

/// `Ghosts do not exist`: what there is, and whether that is denied.
pub(super) fn existence(subject: &Np, vp: &Vp) -> Option<(Np, bool)> {
    let (verb, denied) = match vp {
        Vp::Do(verb) => (verb, false),
        Vp::Not(inner) => match &**inner {
            Vp::Do(verb) => (verb, true),
            Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => return None,
        },
        Vp::Join(..) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => return None,
    };
    let plain = verb.objects.is_empty() && verb.phrases.is_empty() && verb.adverbs.is_empty();
    let Np::Nominal(nominal) = subject else { return None };
    let indefinite = match nominal.determiner {
        Determiner::Bare => nominal.plural,
        Determiner::A | Determiner::Some | Determiner::No => {
            !denied || nominal.determiner == Determiner::A
        }
        Determiner::Every
        | Determiner::Any
        | Determiner::NotEvery
        | Determiner::The
        | Determiner::Only
        | Determiner::Which
        | Determiner::Of(_)
        | Determiner::Amount(_) => false,
    };
    if verb.lemma != "exist" || !plain || !indefinite {
        return None;
    }
    let mut nominal = nominal.clone();
    if nominal.determiner == Determiner::Bare {
        nominal.determiner = Determiner::Some;
    }
    Some((Np::Nominal(nominal), denied))
}

/// `Either an animal is a bird or it flies` says of every animal that it is one or the other.
pub(super) fn shared_subject(join: Join, parts: &[Sentence]) -> Option<Sentence> {
    let (Sentence::Clause(subject @ Np::Nominal(nominal), first), others) = parts.split_first()?
    else {
        return None;
    };
    let introduces = matches!(
        nominal.determiner,
        Determiner::A | Determiner::Bare | Determiner::Some | Determiner::Every | Determiner::Any
    );
    let again = others.iter().map(|part| match part {
        Sentence::Clause(Np::Pronoun(_), vp) => Some(vp.clone()),
        Sentence::Clause(..)
        | Sentence::There(_)
        | Sentence::If(..)
        | Sentence::Provided(..)
        | Sentence::Join(..)
        | Sentence::Not(_)
        | Sentence::Normally(..)
        | Sentence::Framed(..)
        | Sentence::Listing(..) => None,
    });
    let again: Option<Vec<Vp>> = again.collect();
    let vps = [vec![first.clone()], again?].concat();
    (introduces && join != Join::Neither)
        .then(|| Sentence::Clause(subject.clone(), Vp::Join(join, vps)))
}

/// `The capital of France is Paris` says of Paris that it is the capital.
pub(super) fn identified(subject: &Np, vp: &Vp) -> Option<(Np, Nominal)> {
    match (subject, vp) {
        (Np::Nominal(nominal), Vp::Be(Complement::Np(name @ Np::Name(_))))
            if matches!(nominal.determiner, Determiner::The | Determiner::Some)
                && nominal.name.is_none()
                && !nominal.modifiers.is_empty() =>
        {
            Some((name.clone(), (**nominal).clone()))
        }
        (Np::Nominal(nominal), Vp::Be(Complement::Join(Join::And, parts)))
            if nominal.plural && nominal.name.is_none() && is_known(&nominal.determiner) =>
        {
            let name = |part: &Complement| {
                let Complement::Np(name @ Np::Name(_)) = part else { return None };
                Some(name.clone())
            };
            let names: Option<Vec<Np>> = parts.iter().map(name).collect();
            Some((Np::Join(Join::And, names?), (**nominal).clone()))
        }
        _ => None,
    }
}

/// `A dog or a cat is a pet` says so of both, `a dog or a cat is in the house` of one of them.
/// Nothing where the subject is of another sort, no subject where it cannot be told.
pub(super) fn offered(subject: &Np, vp: &Vp) -> Option<Option<Np>> {
    let Np::Join(join @ (Join::Or | Join::Either), items) = subject else { return None };
    let sort = |determiner: Determiner| {
        items.iter().all(|np| {
            matches!(np, Np::Nominal(n) if n.determiner == determiner && n.name.is_none()
                && (n.plural || determiner == Determiner::A))
        })
    };
    let (singular, plural) = (sort(Determiner::A), sort(Determiner::Bare));
    if !singular && !plural {
        return None;
    }
    let one = |np: &Np| match np {
        Np::Nominal(nominal) => {
            let mut some = nominal.clone();
            some.determiner = Determiner::Some;
            Np::Nominal(some)
        }
        other @ Np::Name(_) | other @ Np::Pronoun(_) | other @ Np::Join(..) | other @ Np::Asked => {
            other.clone()
        }
    };
    if singular && matches!(vp, Vp::Be(Complement::At(..))) {
        return Some(Some(Np::Join(*join, items.iter().map(one).collect())));
    }
    let each = *join == Join::Or && is_general(vp, plural);
    Some(each.then(|| Np::Join(Join::And, items.clone())))
}

/// `Ann is 30` says how old she is.
pub(super) fn aged(subject: &Np, vp: &Vp) -> Option<Vp> {
    match vp {
        Vp::Be(complement) if is_somebody(subject) => years_old(complement).map(Vp::Be),
        Vp::Not(inner) => aged(subject, inner).map(|inner| Vp::Not(Box::new(inner))),
        Vp::Under(words, form, inner) => {
            aged(subject, inner).map(|inner| Vp::Under(words.clone(), *form, Box::new(inner)))
        }
        Vp::Join(join, parts) if parts.iter().any(|part| aged(subject, part).is_some()) => {
            let part = |part: &Vp| aged(subject, part).unwrap_or_else(|| part.clone());
            Some(Vp::Join(*join, parts.iter().map(part).collect()))
        }
        Vp::Be(_) | Vp::Join(..) | Vp::Normally(_) | Vp::Do(_) => None,
    }
}

fn years_old(complement: &Complement) -> Option<Complement> {
    match complement {
        Complement::Np(Np::Name(age)) => {
            let years: u32 = age.parse().ok().filter(|years| (1..=120).contains(years))?;
            let unit = if years == 1 { "year" } else { "years" };
            let words = vec![years.to_string(), unit.to_owned(), "old".to_owned()];
            Some(Complement::Adjective(Adjective { words, governs: Vec::new() }))
        }
        Complement::Not(inner) => years_old(inner).map(|inner| Complement::Not(Box::new(inner))),
        Complement::Join(join, parts) if parts.iter().any(|part| years_old(part).is_some()) => {
            let part = |part: &Complement| years_old(part).unwrap_or_else(|| part.clone());
            Some(Complement::Join(*join, parts.iter().map(part).collect()))
        }
        Complement::Adjective(_)
        | Complement::Np(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Act(_)
        | Complement::Under(..)
        | Complement::Join(..) => None,
    }
}

/// `Rome is 2000`: a number that is nobody's age.
pub(super) fn is_numbered(subject: &Np, vp: &Vp) -> bool {
    let number = |name: &str| name.chars().all(|c| c.is_ascii_digit());
    match vp {
        Vp::Be(Complement::Np(Np::Name(name))) => number(name) && is_somebody(subject),
        Vp::Not(inner) => is_numbered(subject, inner),
        Vp::Be(_) | Vp::Join(..) | Vp::Under(..) | Vp::Normally(_) | Vp::Do(_) => false,
    }
}

/// Whether a subject has a name or is spoken of as a person.
fn is_somebody(subject: &Np) -> bool {
    match subject {
        Np::Name(name) => {
            let capital = name.starts_with(char::is_uppercase) || name == SPEAKER;
            capital && !is_letter(name) && name.chars().all(|c| !c.is_ascii_digit())
        }
        Np::Pronoun(pronoun) => ["he", "she", "you"].contains(&pronoun.as_str()),
        Np::Nominal(n) => {
            n.people == Some(true) || n.noun.as_deref().is_some_and(super::noun::is_person)
        }
        Np::Join(_, items) => items.iter().all(is_somebody),
        Np::Asked => false,
    }
}

/// Whether what is said is said of a kind: `is a pet`, `can vote`.
fn is_general(vp: &Vp, plural: bool) -> bool {
    match vp {
        Vp::Be(Complement::Np(_)) => true,
        Vp::Be(Complement::Adjective(_) | Complement::Act(_)) => plural,
        Vp::Not(inner) => is_general(inner, plural),
        Vp::Under(word, ..) => ["can", "cannot"].contains(&word.as_str()),
        Vp::Be(_) | Vp::Do(_) | Vp::Join(..) | Vp::Normally(_) => false,
    }
}

/// Whether a determiner speaks of known things: `the members`, `Ann's sisters`.
fn is_known(determiner: &Determiner) -> bool {
    matches!(determiner, Determiner::The | Determiner::Of(Np::Name(_)))
}

/// Words for where and when something is so.
const SETTINGS: &[&str] = &["in", "at", "on", "during"];

/// Moves a phrase from before a sentence to its verb.
pub(super) fn with_phrase(sentence: &Sentence, preposition: &str, np: &Np) -> Option<Sentence> {
    match sentence {
        Sentence::Clause(subject, Vp::Do(verb)) => {
            let mut verb = verb.clone();
            verb.phrases.push((preposition.to_owned(), np.clone()));
            Some(Sentence::Clause(subject.clone(), Vp::Do(verb)))
        }
        Sentence::Clause(subject, Vp::Be(Complement::Act(verb))) => {
            let mut verb = verb.clone();
            verb.phrases.push((preposition.to_owned(), np.clone()));
            Some(Sentence::Clause(subject.clone(), Vp::Be(Complement::Act(verb))))
        }
        Sentence::Clause(subject, Vp::Be(Complement::Adjective(adjective)))
            if adjective.governs.is_empty() && SETTINGS.contains(&preposition) =>
        {
            let mut adjective = adjective.clone();
            adjective.governs.push((preposition.to_owned(), np.clone()));
            let vp = Vp::Be(Complement::Adjective(adjective));
            Some(Sentence::Clause(subject.clone(), vp))
        }
        Sentence::Clause(subject, Vp::Under(words, form, inner)) => {
            let inner = Sentence::Clause(subject.clone(), (**inner).clone());
            let Sentence::Clause(subject, vp) = with_phrase(&inner, preposition, np)? else {
                return None;
            };
            Some(Sentence::Clause(subject, Vp::Under(words.clone(), *form, Box::new(vp))))
        }
        Sentence::Clause(subject, Vp::Be(Complement::Under(words, form, inner))) => {
            let inner = Sentence::Clause(subject.clone(), (**inner).clone());
            let Sentence::Clause(subject, vp) = with_phrase(&inner, preposition, np)? else {
                return None;
            };
            let under = Complement::Under(words.clone(), *form, Box::new(vp));
            Some(Sentence::Clause(subject, Vp::Be(under)))
        }
        Sentence::There(Np::Nominal(nominal))
            if nominal.noun.is_some() && SETTINGS.contains(&preposition) =>
        {
            let mut there = nominal.clone();
            let place = Complement::At(preposition.to_owned(), np.clone());
            there.modifiers.push(Modifier::Is(place));
            Some(Sentence::There(Np::Nominal(there)))
        }
        Sentence::Clause(..)
        | Sentence::There(_)
        | Sentence::If(..)
        | Sentence::Provided(..)
        | Sentence::Join(..)
        | Sentence::Not(_)
        | Sentence::Normally(..)
        | Sentence::Framed(..)
        | Sentence::Listing(..) => None,
    }
}
