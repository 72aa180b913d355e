//! Which clauses can have a say in a question: from each literal to those that speak against it,
//! with what is known of the things it is about. It decides nothing.

mod meeting;
mod sifted;
mod told;
mod wanted;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Bindings, Closure, Sourced};
use crate::logic::{Formula, Literal};
use meeting::{binds_nothing, bound, meet};
pub(crate) use told::{Index, Told};
use wanted::Wanted;

/// What is searched: clauses by the literals they may hold.
pub(crate) trait Search {
    /// Clauses that may hold such a literal.
    fn holding(&self, wanted: &Literal) -> Vec<usize>;
    /// The literals of a clause, with the sign they have in it.
    fn literals(&self, clause: usize) -> Vec<Literal>;
    /// How the literals that a clause needs can come to hold, each with its place in the clause.
    fn ways(&self, _clause: usize, _needed: &[(usize, Literal)]) -> Ways {
        Ways::Any
    }
}

/// How several literals can come to hold together.
pub(crate) enum Ways {
    /// In ways that are not known.
    Any,
    /// Only with their variables standing for these.
    Only(Vec<Bindings>),
}

/// The clauses that can have a say, nearest first.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    /// Clauses with the number of steps that lead to them.
    pub(crate) clauses: Vec<(usize, usize)>,
    /// Whether these are all.
    pub(crate) complete: bool,
}

/// Follows a question to the clauses that can have a say in it, `most` at most.
pub(crate) fn follow(search: &impl Search, asked: &Formula, most: usize) -> Reached {
    let atoms = asked.atoms().into_iter().cloned();
    let either = atoms.flat_map(|atom| [Literal::holds(atom.clone()), Literal::denies(atom)]);
    follow_from(search, either, most)
}

/// Follows literals to the clauses that can have a say in whether they hold, `most` at most.
fn follow_from(search: &impl Search, first: impl Iterator<Item = Literal>, most: usize) -> Reached {
    let mut wanted = Wanted::default();
    first.for_each(|literal| wanted.add(&literal, 0));
    let mut reached = Reached { clauses: Vec::new(), complete: true };
    let mut taken = FxHashSet::default();
    let mut open = Open::default();
    let mut known: FxHashMap<usize, Vec<Literal>> = FxHashMap::default();
    while let Some((literal, ring)) = wanted.next() {
        for clause in search.holding(&literal) {
            if open.is_whole(clause) {
                continue;
            }
            let literals = known.entry(clause).or_insert_with(|| search.literals(clause));
            for (at, found) in literals.iter().enumerate() {
                let Some(bindings) = meet(&literal, found) else { continue };
                if open.had(clause, at) {
                    continue;
                }
                let others = literals.iter().enumerate().filter(|(other, _)| *other != at);
                let needed: Vec<(usize, Literal)> =
                    others.map(|(at, other)| (at, bound(&other.negated(), &bindings))).collect();
                let ways = search.ways(clause, &needed);
                if matches!(&ways, Ways::Only(ways) if ways.is_empty()) {
                    continue;
                }
                if taken.insert(clause) {
                    if reached.clauses.len() == most {
                        reached.complete = false;
                        return reached;
                    }
                    reached.clauses.push((clause, ring));
                }
                let fresh =
                    binds_nothing(&bindings).then(|| open.still_wanted(clause, at, literals.len()));
                match ways {
                    Ways::Only(ways) => {
                        let all =
                            ways.iter().flat_map(|way| needed.iter().map(move |it| (way, it)));
                        all.for_each(|(way, (_, one))| wanted.add(&bound(one, way), ring + 1));
                    }
                    Ways::Any => {
                        let is_fresh = |at: &usize| fresh.as_ref().is_none_or(|it| it.contains(at));
                        let further = needed.iter().filter(|(at, _)| is_fresh(at));
                        further.for_each(|(_, one)| wanted.add(one, ring + 1));
                    }
                }
            }
        }
    }
    reached
}

/// Which clauses were met with nothing bound: all but the literal they were first met at are wanted
/// then, and that one too once they are met at another. More is never wanted of them.
#[derive(Default)]
struct Open(FxHashMap<usize, Option<usize>>);

impl Open {
    fn is_whole(&self, clause: usize) -> bool {
        self.0.get(&clause) == Some(&None)
    }

    /// Whether all but this literal of a clause are wanted already.
    fn had(&self, clause: usize, at: usize) -> bool {
        self.0.get(&clause) == Some(&Some(at))
    }

    /// The places of a clause's literals that a meeting at `at` adds to what is wanted.
    fn still_wanted(&mut self, clause: usize, at: usize, length: usize) -> Vec<usize> {
        match self.0.get(&clause).copied() {
            None => {
                self.0.insert(clause, Some(at));
                (0..length).filter(|other| *other != at).collect()
            }
            Some(Some(first)) if first != at => {
                self.0.insert(clause, None);
                vec![first]
            }
            Some(_) => Vec::new(),
        }
    }
}

/// The literals of a formula, with the sign they have in it.
pub(crate) fn literals(formula: &Formula) -> Vec<Literal> {
    fn gather(formula: &Formula, positive: bool, found: &mut Vec<Literal>) {
        match formula {
            Formula::Atom(atom) => found.push(Literal { positive, atom: atom.clone() }),
            Formula::Not(inner) => gather(inner, !positive, found),
            Formula::All(_, inner) | Formula::Some(_, inner) => gather(inner, positive, found),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| gather(part, positive, found));
            }
            Formula::Implies(a, b) => {
                gather(a, !positive, found);
                gather(b, positive, found);
            }
            Formula::One(parts) => parts.iter().for_each(|part| both(part, found)),
            Formula::Iff(a, b) => [a, b].into_iter().for_each(|part| both(part, found)),
            // A default forces nothing.
            Formula::Normally(..) => {}
        }
    }
    fn both(formula: &Formula, found: &mut Vec<Literal>) {
        gather(formula, true, found);
        gather(formula, false, found);
    }
    let mut found = Vec::new();
    gather(formula, true, &mut found);
    found
}
