//! Two literals that may be one: what their variables stand for then.

use super::super::Bindings;
use crate::logic::{Atom, Literal, Term};

/// Variables of what is wanted are numbered apart from those of clauses.
const APART: u32 = 1 << 24;

/// What the variables of both stand for when they are one literal.
pub(super) fn meet(wanted: &Literal, found: &Literal) -> Option<Bindings> {
    let (one, other) = (&wanted.atom, &found.atom);
    if wanted.positive != found.positive
        || one.predicate != other.predicate
        || one.arguments.len() != other.arguments.len()
    {
        return None;
    }
    let mut bindings = Bindings::default();
    for (one, other) in one.arguments.iter().zip(&other.arguments) {
        let one = one.map(&|v| Term::Variable(v + APART));
        if !equate(&one, other, &mut bindings) {
            return None;
        }
    }
    Some(bindings)
}

fn equate(one: &Term, other: &Term, bindings: &mut Bindings) -> bool {
    match (walked(one, bindings), walked(other, bindings)) {
        (Term::Variable(a), Term::Variable(b)) if a == b => true,
        (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
            let within = resolved(&term, bindings);
            let again = Atom::new("", vec![within.clone()]).variables().contains(&variable);
            if !again {
                bindings.insert(variable, within);
            }
            !again
        }
        (Term::Witness(a, ones), Term::Witness(b, others)) => {
            a == b
                && ones.len() == others.len()
                && ones.iter().zip(&others).all(|(one, other)| equate(one, other, bindings))
        }
        (one, other) => one == other,
    }
}

fn walked(term: &Term, bindings: &Bindings) -> Term {
    let mut term = term;
    while let Term::Variable(variable) = term
        && let Some(next) = bindings.get(variable)
    {
        term = next;
    }
    term.clone()
}

fn resolved(term: &Term, bindings: &Bindings) -> Term {
    match walked(term, bindings) {
        Term::Witness(name, arguments) => {
            Term::Witness(name, arguments.iter().map(|t| resolved(t, bindings)).collect())
        }
        other @ (Term::Variable(_) | Term::Constant(_)) => other,
    }
}

pub(super) fn bound(literal: &Literal, bindings: &Bindings) -> Literal {
    let arguments = literal.atom.arguments.iter().map(|term| resolved(term, bindings)).collect();
    let atom = Atom::new(literal.atom.predicate.clone(), arguments);
    Literal { positive: literal.positive, atom }
}

/// Whether only what is wanted became clearer, and the clause stays as it was.
pub(super) fn binds_nothing(bindings: &Bindings) -> bool {
    bindings.keys().all(|variable| *variable >= APART)
}
