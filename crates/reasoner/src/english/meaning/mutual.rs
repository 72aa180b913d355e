//! What several are to each other: `Ann and Bob are friends`, `Ann and Bob know each other`.

use super::super::closed::EACH_OTHER;
use super::super::syntax::{
    Complement, Determiner, Join, Modifier, Nominal, Np, Sentence, Verb, Vp,
};

/// Nouns for what two are to each other.
const MUTUAL: &[&str] = &[
    "acquaintance",
    "ally",
    "brother",
    "classmate",
    "co-worker",
    "colleague",
    "cousin",
    "coworker",
    "enemy",
    "flatmate",
    "friend",
    "housemate",
    "neighbor",
    "neighbour",
    "opponent",
    "partner",
    "relative",
    "rival",
    "roommate",
    "schoolmate",
    "sibling",
    "sister",
    "spouse",
    "teammate",
    "twin",
];

/// Whether a noun says what two are to each other.
pub(super) fn is_mutual(noun: &str) -> bool {
    MUTUAL.contains(&noun)
}

/// `is friends with Bob`: a friend of Bob.
pub(super) fn with_somebody(nominal: &Nominal) -> Option<Nominal> {
    let [Modifier::Is(Complement::At(with, other))] = nominal.modifiers.as_slice() else {
        return None;
    };
    let plain = nominal.determiner == Determiner::Bare && nominal.adjectives.is_empty();
    let mutual = plain && nominal.plural && nominal.noun.as_deref().is_some_and(is_mutual);
    (mutual && with == "with").then(|| Nominal {
        determiner: Determiner::A,
        plural: false,
        modifiers: vec![Modifier::Of(other.clone())],
        ..nominal.clone()
    })
}

/// The same said of each of several and each of the others.
pub(super) fn mutual(subject: &Np, vp: &Vp) -> Option<Sentence> {
    let Np::Join(Join::And, items) = subject else { return None };
    let named = |np: &Np| matches!(np, Np::Name(_));
    if !items.iter().all(named) || !(2..=4).contains(&items.len()) {
        return None;
    }
    let mut said = Vec::new();
    for (index, one) in items.iter().enumerate() {
        for (_, other) in items.iter().enumerate().filter(|(other, _)| *other != index) {
            said.push(Sentence::Clause(one.clone(), to_other(vp, other)?));
        }
    }
    Some(Sentence::Join(Join::And, said))
}

/// What is said, with the other named.
fn to_other(vp: &Vp, other: &Np) -> Option<Vp> {
    match vp {
        Vp::Do(verb) => Some(Vp::Do(Box::new(with_other(verb, other)?))),
        Vp::Be(Complement::Act(verb)) => {
            Some(Vp::Be(Complement::Act(Box::new(with_other(verb, other)?))))
        }
        Vp::Be(Complement::Adjective(adjective)) => {
            let mut adjective = adjective.clone();
            put(adjective.governs.iter_mut().map(|(_, np)| np), other)?;
            Some(Vp::Be(Complement::Adjective(adjective)))
        }
        Vp::Be(Complement::At(word, np)) => {
            let mut np = np.clone();
            put([&mut np].into_iter(), other)?;
            Some(Vp::Be(Complement::At(word.clone(), np)))
        }
        Vp::Be(Complement::Np(Np::Nominal(nominal))) => {
            Some(Vp::Be(Complement::Np(Np::Nominal(Box::new(of_other(nominal, other)?)))))
        }
        Vp::Not(inner) if is_kin(inner) => Some(Vp::Not(Box::new(to_other(inner, other)?))),
        Vp::Under(words, form, inner) => {
            Some(Vp::Under(words.clone(), *form, Box::new(to_other(inner, other)?)))
        }
        Vp::Not(_) | Vp::Be(_) | Vp::Join(..) | Vp::Normally(_) => None,
    }
}

/// `are not friends`: of each other; what `do not like each other` denies is open.
fn is_kin(vp: &Vp) -> bool {
    matches!(vp, Vp::Be(Complement::Np(_)))
}

/// `friends` as `a friend of the other`.
fn of_other(nominal: &Nominal, other: &Np) -> Option<Nominal> {
    let noun = nominal.noun.as_deref().filter(|noun| is_mutual(noun));
    let plain = nominal.determiner == Determiner::Bare
        && nominal.plural
        && nominal.adjectives.is_empty()
        && nominal.modifiers.is_empty();
    noun.filter(|_| plain)?;
    let mut one = nominal.clone();
    one.determiner = Determiner::A;
    one.plural = false;
    one.modifiers.push(Modifier::Of(other.clone()));
    Some(one)
}

fn with_other(verb: &Verb, other: &Np) -> Option<Verb> {
    let mut verb = verb.clone();
    let phrases = verb.phrases.iter_mut().map(|(_, np)| np);
    put(verb.objects.iter_mut().chain(phrases), other)?;
    Some(verb)
}

/// Puts the other where `each other` stands.
fn put<'n>(nps: impl Iterator<Item = &'n mut Np>, other: &Np) -> Option<()> {
    let each_other = Np::Pronoun(EACH_OTHER.to_owned());
    let mut places = nps.filter(|np| **np == each_other);
    *places.next()? = other.clone();
    places.next().is_none().then_some(())
}
