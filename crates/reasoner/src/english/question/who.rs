//! `who`, `what`, `whose`: what is asked for is the subject, an object, an owner or a thing itself.

use super::super::discourse::Discourse;
use super::super::gender;
use super::super::meaning::Meaning;
use super::super::read::{Reading, statement};
use super::super::tokens::RawSentence;
use super::{
    Asks, GAP, Question, Understood, gap, gapped, is_be, marker, plain, term_of, without, wrap,
};
use crate::logic::{Atom, Formula, Term};

/// `who VP`, `what is Bob afraid of`, `who did Bob see`
pub(super) fn subject_or_object(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let inverted =
        sentence.tokens.get(1).is_some_and(|t| ["do", "does", "did"].contains(&t.lower.as_str()));
    let mut as_subject = sentence.clone();
    as_subject.tokens[0] = gap(&sentence.tokens[0]);
    let denied = sentence.tokens.get(2).is_some_and(|token| token.lower == "not");
    if inverted && !denied {
        let who = sentence.tokens[0].lower == "who";
        let object = gapped(&without(sentence, 1), &[GAP], &Asks::Which, None, discourse);
        return match object {
            Understood::Question(question) if who && is_given(&question.meaning) => {
                gapped(&without(sentence, 1), &["to", GAP], &Asks::Which, None, discourse)
            }
            other @ Understood::Question(_) | other @ Understood::Not(_) => other,
        };
    }
    if plain::is_contracted(&sentence.tokens, 1)
        && let Some(found) = not_asked(sentence, discourse)
    {
        return found;
    }
    let subject = match statement(&as_subject, discourse) {
        Reading::Parsed(meaning) => Some(Question { asks: Asks::Which, meaning: *meaning }),
        Reading::Ambiguous(_) | Reading::Rejected(_) => None,
    };
    let same = |question: &Question| matches!(&question.meaning.formula, Formula::Atom(atom) if atom.predicate == "same_as");
    let plain = subject.as_ref().is_none_or(same);
    if let Some(found) = identity(sentence, discourse).filter(|_| plain) {
        return found;
    }
    let object = gapped(&without(sentence, 1), &[GAP], &Asks::Which, None, discourse);
    match (subject, object) {
        (Some(subject), Understood::Question(object))
            if object.meaning.cost < subject.meaning.cost =>
        {
            Understood::Question(object)
        }
        (Some(subject), _) => Understood::Question(Box::new(subject)),
        (None, object) => object,
    }
}

/// `whom did Ann give a book`: the one asked for is given nothing else.
fn is_given(meaning: &Meaning) -> bool {
    let asked = meaning.asked.map(Term::Variable);
    let given = |atom: &&Atom| match atom.arguments.as_slice() {
        [_, thing, receiver] => {
            Some(thing) == asked.as_ref()
                && atom.predicate.ends_with("_to")
                && !matches!(receiver, Term::Constant(name) if gender::is_given(name))
        }
        _ => false,
    };
    meaning.formula.atoms().iter().any(given)
}

/// `what doesn't Ann like`: of what it is denied.
fn not_asked(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    let mut plain = without(sentence, 1);
    plain.tokens.remove(1);
    match gapped(&plain, &[GAP], &Asks::Which, None, discourse) {
        Understood::Question(mut question) => {
            let Formula::Atom(_) = &question.meaning.formula else { return None };
            question.meaning.formula = question.meaning.formula.negated();
            Some(Understood::Question(question))
        }
        Understood::Not(_) => None,
    }
}

/// `who is Bob`, `what is a wumpus`
fn identity(sentence: &RawSentence, discourse: &Discourse) -> Option<Understood> {
    if !is_be(&sentence.tokens.get(1)?.lower) {
        return None;
    }
    let (term, meaning) = term_of(&sentence.tokens[2..], discourse)?;
    Some(Understood::Question(Box::new(Question { asks: Asks::What(term), meaning })))
}

/// `whose mother is Ann`: Ann is the mother of whom?
pub(super) fn whose(sentence: &RawSentence, discourse: &Discourse) -> Understood {
    let Some(be) = sentence.tokens.iter().position(|t| is_be(&t.lower)).filter(|at| *at > 1) else {
        return Understood::Not(statement(sentence, discourse));
    };
    let like = &sentence.tokens[0];
    let mut turned = sentence.clone();
    turned.tokens = sentence.tokens[be + 1..].to_vec();
    turned.tokens.push(sentence.tokens[be].clone());
    turned.tokens.push(marker(like, "the"));
    turned.tokens.extend(sentence.tokens[1..be].iter().cloned());
    turned.tokens.extend([marker(like, "of"), marker(like, GAP)]);
    wrap(Asks::Which, statement(&turned, discourse))
}
