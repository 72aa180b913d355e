//! Sentences about being the only one, the same one or another one, in plainer words.

use super::super::closed::SAME;
use super::super::drs::Drs;
use super::super::syntax::{Complement, Determiner, Join, Modifier, Nominal, Np, Sentence, Vp};
use super::{Builder, Outcome, Place, Refusal};
use crate::logic::{Atom, Term};

/// `the only nurse` without `only`.
pub(super) fn the_only(nominal: &Nominal) -> Option<Nominal> {
    let (first, rest) = nominal.adjectives.split_first()?;
    let only = nominal.determiner == Determiner::The && first.words == ["only"];
    only.then(|| Nominal {
        determiner: Determiner::A,
        adjectives: rest.to_vec(),
        ..nominal.clone()
    })
}

/// `The only nurses are Ann and Bob`: they are, and no other is.
pub(super) fn sole(subject: &Np, vp: &Vp) -> Option<Sentence> {
    let Np::Nominal(nominal) = subject else { return None };
    let plain = kinds(the_only(nominal)?);
    let parts: Vec<&Np> = match vp {
        Vp::Be(Complement::Np(np)) => vec![np],
        Vp::Be(Complement::Join(Join::And, parts)) => {
            if parts.iter().any(|part| np_of(part).is_none()) {
                return None;
            }
            parts.iter().filter_map(np_of).collect()
        }
        Vp::Be(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Do(_) => {
            return None;
        }
    };
    let bare = |np: &Np, plural: bool| matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && n.plural == plural && n.modifiers.is_empty() && (plural || n.adjectives.is_empty()));
    let several = parts.iter().all(|np| bare(np, true));
    let named = parts.iter().all(|np| matches!(np, Np::Name(_)) || bare(np, false));
    if !several && !named {
        return None;
    }
    let one = |np: &Np| match several {
        true => Complement::Np(np.clone()),
        false => Complement::At(SAME.to_owned(), np.clone()),
    };
    let others = match parts.as_slice() {
        [single] => one(single),
        _ => Complement::Join(Join::Or, parts.iter().map(|np| one(np)).collect()),
    };
    let every = Nominal { determiner: Determiner::Every, ..plain.clone() };
    let single = Nominal { plural: false, ..plain };
    let is_one = Vp::Be(Complement::Np(Np::Nominal(Box::new(single))));
    // `The only birds that swim are penguins`: that each of them does is not said.
    let named = parts.iter().filter(|_| !several);
    let mut said: Vec<Sentence> =
        named.map(|np| Sentence::Clause((*np).clone(), is_one.clone())).collect();
    said.push(Sentence::Clause(Np::Nominal(Box::new(every)), Vp::Be(others)));
    Some(Sentence::Join(Join::And, said))
}

fn np_of(complement: &Complement) -> Option<&Np> {
    if let Complement::Np(np) = complement { Some(np) } else { None }
}

/// `types of birds that swim` are birds that swim.
fn kinds(mut nominal: Nominal) -> Nominal {
    const KINDS: &[&str] = &["kind", "type", "sort", "species"];
    if !nominal.noun.as_deref().is_some_and(|noun| KINDS.contains(&noun)) {
        return nominal;
    }
    let Some(Modifier::Of(Np::Nominal(of))) = nominal.modifiers.first() else { return nominal };
    if of.determiner != Determiner::Bare {
        return nominal;
    }
    let mut folded = (**of).clone();
    folded.determiner = nominal.determiner.clone();
    folded.adjectives.splice(0..0, nominal.adjectives);
    folded.modifiers.extend(nominal.modifiers.drain(1..));
    folded
}

/// `Ann and Bob are different people`, `Flu and influenza are the same disease`
pub(super) fn compared(subject: &Np, vp: &Vp) -> Option<Sentence> {
    let (Np::Join(Join::And, both), Vp::Be(Complement::Np(Np::Nominal(nominal)))) = (subject, vp)
    else {
        return None;
    };
    let [first, second] = both.as_slice() else { return None };
    let one = |np: &Np| {
        matches!(np, Np::Name(_))
            || matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && !n.plural && n.modifiers.is_empty())
    };
    let (adjective, rest) = nominal.adjectives.split_first()?;
    let differ = match adjective.words.as_slice() {
        [word] if word == "different" && nominal.determiner == Determiner::Bare => true,
        [word] if word == "same" && nominal.determiner == Determiner::The => false,
        _ => return None,
    };
    if !one(first) || !one(second) || !nominal.modifiers.is_empty() {
        return None;
    }
    let plain = Nominal {
        determiner: Determiner::A,
        adjectives: rest.to_vec(),
        plural: false,
        ..(**nominal).clone()
    };
    let same = Vp::Be(Complement::At(SAME.to_owned(), second.clone()));
    let same = if differ { Vp::Not(Box::new(same)) } else { same };
    let mut said = Vec::new();
    if plain.noun.is_some() {
        let is_one = Vp::Be(Complement::Np(Np::Nominal(Box::new(plain))));
        said.extend(both.iter().map(|np| Sentence::Clause(np.clone(), is_one.clone())));
    }
    said.push(Sentence::Clause(first.clone(), same));
    Some(Sentence::Join(Join::And, said))
}

/// What several have in common, by a word no text has.
const COMMON: &str = "\u{27e8}common\u{27e9}";

/// `Ann and Bob live in the same city`: a city, and that they live in it.
pub(super) fn in_common(subject: &Np, vp: &Vp) -> Option<(Nominal, Vp)> {
    let several = matches!(subject, Np::Join(Join::And, items)
        if items.iter().all(|np| matches!(np, Np::Name(_))));
    if !several {
        return None;
    }
    let mut vp = vp.clone();
    let place = match &mut vp {
        Vp::Be(Complement::At(_, np)) => np,
        Vp::Be(Complement::Np(Np::Nominal(n))) => match n.modifiers.as_mut_slice() {
            [Modifier::Is(Complement::At(_, np))] => np,
            _ => return None,
        },
        Vp::Do(verb) => match verb.phrases.last_mut() {
            Some((_, np)) => np,
            None => verb.objects.last_mut()?,
        },
        Vp::Be(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) => return None,
    };
    let Np::Nominal(same) = place else { return None };
    let (first, rest) = same.adjectives.split_first()?;
    let plain = same.determiner == Determiner::The && same.modifiers.is_empty() && !same.plural;
    if !plain || first.words != ["same"] || same.noun.is_none() {
        return None;
    }
    let one =
        Nominal { determiner: Determiner::Some, adjectives: rest.to_vec(), ..(**same).clone() };
    *place = Np::Name(COMMON.to_owned());
    Some((one, vp))
}

impl Builder<'_> {
    /// Says of several what they have in common.
    pub(super) fn said_in_common(
        &mut self,
        (one, vp): (Nominal, Vp),
        subject: &Np,
        drs: &mut Drs,
    ) -> Outcome {
        if self.denied || self.place == Place::Consequence {
            return Err(Refusal::Unsure("what they do not have in common"));
        }
        self.object_np(&Np::Nominal(Box::new(one)), drs, &mut |b, _, drs| {
            if let Some(last) = b.reach.last_mut() {
                last.label = Some(COMMON.to_owned());
            }
            b.clause(subject, &vp, drs)
        })
    }

    /// `Ann is the only nurse`: she is one, and whoever is one is Ann.
    pub(super) fn only_one(&mut self, plain: &Nominal, subject: &Term, drs: &mut Drs) -> Outcome {
        if self.denied || !self.prefix.is_empty() || self.place != Place::Main {
            return Err(Refusal::Unsure("what is said of the others beside the only one"));
        }
        if !subject.is_ground() {
            return Err(Refusal::Unsure("how several can be the only one"));
        }
        self.restrict(plain, subject, drs)?;
        let every = Nominal { determiner: Determiner::Every, ..plain.clone() };
        self.object_np(&Np::Nominal(Box::new(every)), drs, &mut |_, other, drs| {
            drs.say(Atom::new(SAME, vec![other, subject.clone()]));
            Ok(())
        })
    }
}
