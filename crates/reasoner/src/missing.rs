//! Why not: the smallest sets of facts that would make a question come out yes.

use rustc_hash::FxHashMap;

use crate::logic::{Atom, Literal, Term};
use crate::program::{Closure, unify};

/// How many rules deep is looked.
const DEPTH: usize = 5;
/// How many sets are followed at once.
const WIDTH: usize = 24;
/// How many sets are told.
const TOLD: usize = 5;

type Partial = (FxHashMap<u32, Term>, Vec<Literal>);

/// Sets of literals each of which, added to what holds, would prove `goal`; none contains another.
pub fn missing(closure: &Closure, goal: &Literal) -> Vec<Vec<Literal>> {
    let mut search = Search { closure, path: vec![goal.clone()], fresh: 0 };
    let mut sets = search.follow(goal, DEPTH);
    sets.retain(|set| !set.is_empty() && !set.contains(goal));
    for set in &mut sets {
        *set = renamed(set);
        set.sort();
        set.dedup();
    }
    sets.sort_by_key(Vec::len);
    let mut kept: Vec<Vec<Literal>> = Vec::new();
    for set in sets {
        if !kept.iter().any(|small| small.iter().all(|literal| set.contains(literal))) {
            kept.push(set);
        }
    }
    kept.truncate(TOLD);
    kept
}

/// What nobody named: something, not everything.
fn unknown(number: usize) -> Term {
    Term::Witness(format!("something_{number}"), Vec::new())
}

fn is_unknown(term: &Term) -> bool {
    matches!(term, Term::Witness(name, _) if name.starts_with("something_"))
}

/// The same with what nobody named numbered in the order it is met.
fn renamed(set: &[Literal]) -> Vec<Literal> {
    let mut met: Vec<&Term> = Vec::new();
    let named = |term: &'_ Term, met: &[&Term]| {
        met.iter().position(|other| *other == term).map_or_else(|| term.clone(), unknown)
    };
    let mut found = Vec::new();
    for literal in set {
        for term in literal.atom.arguments.iter().filter(|term| is_unknown(term)) {
            if !met.contains(&term) {
                met.push(term);
            }
        }
        let arguments = literal.atom.arguments.iter().map(|term| named(term, &met)).collect();
        let atom = Atom::new(literal.atom.predicate.clone(), arguments);
        found.push(Literal { positive: literal.positive, atom });
    }
    found
}

struct Search<'a> {
    closure: &'a Closure,
    /// What is being looked for already.
    path: Vec<Literal>,
    /// How many things nobody named were met.
    fresh: usize,
}

impl Search<'_> {
    fn follow(&mut self, goal: &Literal, depth: usize) -> Vec<Vec<Literal>> {
        let mut found = Vec::new();
        if depth == 0 {
            return found;
        }
        for rule in self.closure.rules() {
            let mut bindings = FxHashMap::default();
            if rule.body.is_empty() || !unify(&rule.head, goal, &mut bindings) {
                continue;
            }
            let mut partial: Vec<Partial> = vec![(bindings, Vec::new())];
            for literal in &rule.body {
                partial = self.meet(literal, partial, depth);
            }
            found.extend(partial.into_iter().map(|(_, missing)| missing));
            if found.len() > WIDTH {
                break;
            }
        }
        found
    }

    /// Every way to have one more literal of a body.
    fn meet(&mut self, literal: &Literal, partial: Vec<Partial>, depth: usize) -> Vec<Partial> {
        let mut next = Vec::new();
        for (mut bindings, missing) in partial {
            let bound = |bindings: &FxHashMap<u32, Term>| {
                literal.map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v)))
            };
            let mut met = false;
            for more in self.closure.some_matches(&bound(&bindings), WIDTH) {
                let mut both = bindings.clone();
                both.extend(more);
                next.push((both, missing.clone()));
                met = true;
            }
            // What is missing of something is missing of one thing, whatever else is said of it.
            for variable in bound(&bindings).atom.variables() {
                bindings.insert(variable, unknown(self.fresh));
                self.fresh += 1;
            }
            let wanted = bound(&bindings);
            let denied = self.closure.holds(&wanted.negated()).is_some();
            if met || denied || self.path.contains(&wanted) {
                continue;
            }
            next.push((bindings.clone(), [missing.clone(), vec![wanted.clone()]].concat()));
            self.path.push(wanted.clone());
            for set in self.follow(&wanted, depth - 1).into_iter().take(WIDTH) {
                next.push((bindings.clone(), [missing.clone(), set].concat()));
            }
            self.path.pop();
            if next.len() > WIDTH {
                break;
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::formula_of;
    use crate::knowledge::Knowledge;
    use crate::prepared::Prepared;
    use crate::program::Budget;

    fn why_not(told: &str, asked: &str) -> Vec<Vec<String>> {
        let mut knowledge = Knowledge::new();
        knowledge.tell(told);
        let prepared = Prepared::new(&knowledge, Budget::default()).unwrap().unwrap();
        let goal = Literal::of(&formula_of(&knowledge, asked).unwrap()).unwrap();
        let sets = missing(prepared.closure(), &goal);
        sets.iter().map(|set| set.iter().map(ToString::to_string).collect()).collect()
    }

    #[test]
    fn the_smallest_sets_of_missing_facts_are_named() {
        let told = "Every human is mortal. Socrates is a human.";
        assert_eq!(why_not(told, "Is Zeus mortal?"), [["human(zeus)"]]);
        let told = "If someone is a bird and is healthy then they fly. Every robin is a bird. \
                    Tweety is healthy.";
        let sets = why_not(told, "Does Tweety fly?");
        assert_eq!(sets, [["bird(tweety)"], ["robin(tweety)"]]);
        assert_eq!(why_not("Ann is tall.", "Is Ann rich?"), Vec::<Vec<String>>::new());
        let told = "If someone owns something expensive then they are rich.";
        assert!(why_not(told, "Is Ann rich?")[0][0].contains("something_"));
    }
}
