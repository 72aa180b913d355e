//! What the rules of a predicate look like that leads on from itself, and what they rest on.

use rustc_hash::FxHashSet;

use super::super::Sourced;
use crate::logic::{Clause, Literal, Term};

/// One of the two places of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// What it leads from.
    First,
    /// What it leads to.
    Second,
}

impl End {
    /// Two things of which the first stands at this end, as they stand in the predicate; the same
    /// turns them back.
    pub(super) fn turned<'t, T>(self, one: &'t T, other: &'t T) -> (&'t T, &'t T) {
        match self {
            Self::First => (one, other),
            Self::Second => (other, one),
        }
    }
}

/// A rule of a chain.
#[derive(Debug)]
pub(super) enum Shape {
    /// One step is a chain.
    Exit { clause: usize, near: Term, far: Term, body: Vec<Literal> },
    /// A step at an end of a chain makes a longer one: from the new end to where the chain is.
    Onward { clause: usize, at: End, near: Term, far: Term, body: Vec<Literal> },
    /// Two chains make one.
    Joined { clause: usize },
}

/// A predicate that leads on from itself and is told of in no other way.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(super) predicate: String,
    pub(super) shapes: Vec<Shape>,
}

impl Chain {
    /// The chain of a predicate with two places, if all that is told of it is such rules.
    pub(crate) fn of(predicate: &str, program: &[Sourced]) -> Option<Self> {
        let mut shapes = Vec::new();
        for (number, sourced) in program.iter().enumerate() {
            match &sourced.clause {
                Clause::Rule { head, body } if is_of(head, predicate) => {
                    if !head.positive {
                        return None;
                    }
                    shapes.push(shape(number, head, body)?);
                }
                Clause::Rule { body, .. } => {
                    let denied = |literal: &Literal| is_of(literal, predicate) && !literal.positive;
                    if body.iter().any(denied) {
                        return None;
                    }
                }
                other @ (Clause::Choice { .. }
                | Clause::Never(_)
                | Clause::Default { .. }
                | Clause::Formula(_)) => {
                    let said = super::super::clause_literals(other);
                    if said.iter().any(|literal| is_of(literal, predicate)) {
                        return None;
                    }
                }
            }
        }
        let leads_on = shapes.iter().any(|shape| !matches!(shape, Shape::Exit { .. }));
        leads_on.then(|| Self { predicate: predicate.to_owned(), shapes })
    }

    /// The clauses that the steps of the chain rest on; nothing when the chain is among them or one of
    /// them holds only normally.
    pub(crate) fn below(&self, program: &[Sourced]) -> Option<Vec<Sourced>> {
        let bodies = self.shapes.iter().flat_map(|shape| match shape {
            Shape::Exit { body, .. } | Shape::Onward { body, .. } => body.as_slice(),
            Shape::Joined { .. } => &[],
        });
        let mut wanted: FxHashSet<&str> = FxHashSet::default();
        let mut fresh: Vec<&str> = bodies.map(|literal| literal.atom.predicate.as_str()).collect();
        // One round through the program for each rule that leads to another.
        while !fresh.is_empty() {
            wanted.extend(fresh.drain(..));
            let told = program.iter().map(|sourced| heads_and_needs(&sourced.clause));
            let needed = told.filter(|(heads, _)| heads.iter().any(|head| wanted.contains(head)));
            let needed = needed.flat_map(|(_, needs)| needs).filter(|need| !wanted.contains(need));
            fresh = needed.collect();
        }
        let tells = |sourced: &&Sourced| {
            heads_and_needs(&sourced.clause).0.iter().any(|head| wanted.contains(head))
        };
        let kept: Vec<Sourced> = program.iter().filter(tells).cloned().collect();
        let normally = |sourced: &Sourced| matches!(sourced.clause, Clause::Default { .. });
        let open = wanted.contains(self.predicate.as_str()) || kept.iter().any(normally);
        (!open).then_some(kept)
    }
}

fn is_of(literal: &Literal, predicate: &str) -> bool {
    literal.atom.predicate == predicate && literal.atom.arguments.len() == 2
}

fn shape(clause: usize, head: &Literal, body: &[Literal]) -> Option<Shape> {
    let [first, second] = head.atom.arguments.as_slice() else { return None };
    let of_chain = |literal: &&Literal| is_of(literal, &head.atom.predicate);
    let chains: Vec<&Literal> = body.iter().filter(of_chain).collect();
    let rest: Vec<Literal> = body.iter().filter(|literal| !of_chain(literal)).cloned().collect();
    let ends = |literal: &Literal| match literal.atom.arguments.as_slice() {
        [one, other] => Some((one.clone(), other.clone())),
        _ => None,
    };
    match chains.as_slice() {
        [] => Some(Shape::Exit { clause, near: first.clone(), far: second.clone(), body: rest }),
        [one] => {
            let (from, to) = ends(one)?;
            let at = if to == *second { End::First } else { End::Second };
            let (new, kept, end) = match at {
                End::First => (first, second, from),
                End::Second => (second, first, to.clone()),
            };
            let same = at == End::First || from_is(one, kept);
            let plain = same && are_variables([new, kept, &end]) && !mentions(&rest, kept);
            let (near, far) = (new.clone(), end);
            plain.then_some(Shape::Onward { clause, at, near, far, body: rest })
        }
        [one, other] if rest.is_empty() => {
            let ((a, b), (c, d)) = (ends(one)?, ends(other)?);
            let joined = |(a, b): (&Term, &Term), (c, d): (&Term, &Term)| {
                a == first && b == c && d == second && are_variables([first, second, b])
            };
            let is = joined((&a, &b), (&c, &d)) || joined((&c, &d), (&a, &b));
            is.then_some(Shape::Joined { clause })
        }
        _ => None,
    }
}

fn from_is(literal: &Literal, term: &Term) -> bool {
    literal.atom.arguments.first() == Some(term)
}

/// Whether these are three variables, each another.
fn are_variables(terms: [&Term; 3]) -> bool {
    let [a, b, c] = terms;
    terms.iter().all(|term| matches!(term, Term::Variable(_))) && a != b && b != c && a != c
}

fn mentions(body: &[Literal], term: &Term) -> bool {
    let Term::Variable(variable) = term else { return true };
    body.iter().any(|literal| literal.atom.variables().contains(variable))
}

/// A replacement under which a term is a thing, if there is one.
pub(super) fn bound_to(term: &Term, thing: &Term) -> Option<impl Fn(u32) -> Term> {
    let variable = match term {
        Term::Variable(variable) => Some(*variable),
        other if other == thing => None,
        Term::Constant(_) | Term::Witness(..) => return None,
    };
    let thing = thing.clone();
    Some(move |v| if Some(v) == variable { thing.clone() } else { Term::Variable(v) })
}

/// The predicates that a clause tells of, and those it needs for that.
fn heads_and_needs(clause: &Clause) -> (Vec<&str>, Vec<&str>) {
    fn of(literals: &[Literal]) -> Vec<&str> {
        literals.iter().map(|literal| literal.atom.predicate.as_str()).collect()
    }
    match clause {
        Clause::Rule { head, body } | Clause::Default { head, body, .. } => {
            (of(std::slice::from_ref(head)), of(body))
        }
        Clause::Never(body) => (of(body), of(body)),
        Clause::Choice { heads, body, .. } => (of(heads), [of(heads), of(body)].concat()),
        Clause::Formula(_) => (Vec::new(), Vec::new()),
    }
}
