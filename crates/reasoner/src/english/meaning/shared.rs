//! What a sentence and the condition after it both speak of:
//! `A user can delete a file if the user owns the file`, `X is a parent of Y if X is the father of Y`.

use super::super::discourse::is_letter;
use super::super::lexicon::entry;
use super::super::syntax::{Complement, Determiner, Modifier, Nominal, Np, Sentence, Verb, Vp};

/// Whether a name is one of the letters that stand for anything: X, Y, Z.
pub(super) fn is_variable(name: &str) -> bool {
    is_letter(name) && ["X", "Y", "Z"].contains(&name)
}

/// Whether a sentence speaks of X, Y or Z.
pub(super) fn has_variables(sentence: &Sentence) -> bool {
    let mut found = false;
    in_sentence(sentence, &mut |np| {
        found |= matches!(np, Np::Name(name) if is_variable(name));
    });
    found
}

/// The things `a N` introduces in a verb phrase that the condition calls `the N`, and the phrase
/// with `the N` for them.
pub(super) fn said_again(vp: &Vp, when: &Sentence) -> (Vec<Nominal>, Vp) {
    let mut definite: Vec<String> = Vec::new();
    in_sentence(when, &mut |np| {
        if let Np::Nominal(n) = np
            && n.determiner == Determiner::The
            && let Some(noun) = &n.noun
        {
            definite.push(noun.clone());
        }
    });
    let mut shared = Vec::new();
    let vp = with_the(vp, &definite, &mut shared);
    (shared, vp)
}

/// Whether a condition comes back to what the sentence before it is about.
pub(super) fn comes_back_to(noun: Option<&str>, when: &Sentence) -> bool {
    let mut found = false;
    in_sentence(when, &mut |np| {
        found |= match np {
            Np::Pronoun(_) => true,
            Np::Nominal(n) => {
                n.noun.as_deref() == noun || matches!(&n.determiner, Determiner::Of(Np::Pronoun(_)))
            }
            Np::Name(_) | Np::Join(..) | Np::Asked => false,
        };
    });
    found
}

/// The people a condition speaks of as if they were known: `only if the patient is ill`.
pub(super) fn known_people(when: &Sentence) -> Vec<String> {
    let mut found = Vec::new();
    in_sentence(when, &mut |np| {
        if let Np::Nominal(n) = np
            && n.determiner == Determiner::The
            && n.modifiers.is_empty()
            && n.name.is_none()
            && let Some(noun) = n.noun.as_ref().filter(|noun| names_person(noun))
        {
            found.push(noun.clone());
        }
    });
    found
}

fn names_person(noun: &str) -> bool {
    let head = noun.rsplit(' ').next().unwrap_or(noun);
    entry(head).is_some_and(|e| e.person)
}

fn with_the(vp: &Vp, definite: &[String], shared: &mut Vec<Nominal>) -> Vp {
    match vp {
        Vp::Do(verb) => Vp::Do(Box::new(verb_with_the(verb, definite, shared))),
        Vp::Be(Complement::Act(verb)) => {
            Vp::Be(Complement::Act(Box::new(verb_with_the(verb, definite, shared))))
        }
        Vp::Under(words, form, inner) => {
            Vp::Under(words.clone(), *form, Box::new(with_the(inner, definite, shared)))
        }
        Vp::Not(inner) => Vp::Not(Box::new(with_the(inner, definite, shared))),
        Vp::Join(..) | Vp::Normally(_) | Vp::Be(_) => vp.clone(),
    }
}

fn verb_with_the(verb: &Verb, definite: &[String], shared: &mut Vec<Nominal>) -> Verb {
    let mut verb = verb.clone();
    let phrases = verb.phrases.iter_mut().map(|(_, np)| np);
    for np in verb.objects.iter_mut().chain(phrases) {
        let Np::Nominal(nominal) = np else { continue };
        let again = nominal.noun.as_ref().is_some_and(|noun| definite.contains(noun));
        if again && nominal.determiner == Determiner::A {
            shared.push((**nominal).clone());
            nominal.determiner = Determiner::The;
            nominal.adjectives.clear();
            nominal.modifiers.clear();
        }
    }
    verb
}

fn in_sentence(sentence: &Sentence, visit: &mut dyn FnMut(&Np)) {
    match sentence {
        Sentence::Clause(subject, vp) => {
            in_np(subject, visit);
            in_vp(vp, visit);
        }
        Sentence::There(np) => in_np(np, visit),
        Sentence::If(_, a, b) | Sentence::Provided(_, a, b) => {
            in_sentence(a, visit);
            in_sentence(b, visit);
        }
        Sentence::Join(_, parts) => parts.iter().for_each(|part| in_sentence(part, visit)),
        Sentence::Not(inner) | Sentence::Normally(inner, _) | Sentence::Framed(_, inner) => {
            in_sentence(inner, visit);
        }
        Sentence::Listing(_, items) => items.iter().for_each(|np| in_np(np, visit)),
    }
}

fn in_vp(vp: &Vp, visit: &mut dyn FnMut(&Np)) {
    match vp {
        Vp::Join(_, parts) => parts.iter().for_each(|part| in_vp(part, visit)),
        Vp::Not(inner) | Vp::Under(_, _, inner) | Vp::Normally(inner) => in_vp(inner, visit),
        Vp::Be(complement) => in_complement(complement, visit),
        Vp::Do(verb) => in_verb(verb, visit),
    }
}

fn in_verb(verb: &Verb, visit: &mut dyn FnMut(&Np)) {
    verb.objects.iter().for_each(|np| in_np(np, visit));
    verb.phrases.iter().for_each(|(_, np)| in_np(np, visit));
}

fn in_complement(complement: &Complement, visit: &mut dyn FnMut(&Np)) {
    match complement {
        Complement::Np(np)
        | Complement::At(_, np)
        | Complement::Than(_, _, np)
        | Complement::As(_, np)
        | Complement::Rank(_, _, Some(np)) => in_np(np, visit),
        Complement::Rank(_, _, None) => {}
        Complement::Adjective(adjective) => {
            adjective.governs.iter().for_each(|(_, np)| in_np(np, visit));
        }
        Complement::Act(verb) => in_verb(verb, visit),
        Complement::Under(_, _, inner) => in_vp(inner, visit),
        Complement::Join(_, parts) => parts.iter().for_each(|part| in_complement(part, visit)),
        Complement::Not(inner) => in_complement(inner, visit),
    }
}

fn in_np(np: &Np, visit: &mut dyn FnMut(&Np)) {
    visit(np);
    match np {
        Np::Join(_, items) => items.iter().for_each(|item| in_np(item, visit)),
        Np::Nominal(nominal) => {
            if let Determiner::Of(owner) = &nominal.determiner {
                in_np(owner, visit);
            }
            for modifier in &nominal.modifiers {
                match modifier {
                    Modifier::Of(np) => in_np(np, visit),
                    Modifier::Is(complement) => in_complement(complement, visit),
                    Modifier::That(vp) => in_vp(vp, visit),
                    Modifier::ThatOther(np, vp) => {
                        in_np(np, visit);
                        in_vp(vp, visit);
                    }
                }
            }
        }
        Np::Name(_) | Np::Pronoun(_) | Np::Asked => {}
    }
}
