//! Grounding and clausal encoding for the SAT solver.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Limits, terms};
use crate::logic::{Atom, Formula, Term};

/// Builds the solver's clauses.
pub(super) struct Encoder {
    pub(super) solver: BasicSolver,
    atoms: FxHashMap<Atom, Lit>,
    instances: usize,
    limits: Limits,
}

impl Encoder {
    pub(super) fn new(limits: Limits) -> Self {
        Self { solver: BasicSolver::default(), atoms: FxHashMap::default(), instances: 0, limits }
    }

    pub(super) fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::UNDEF, true), true)
    }

    /// Pushes denials inward and replaces "there is" by witnesses of what it depends on.
    pub(super) fn skolemise(&self, formula: &Formula, label: &str) -> Formula {
        let mut count = 0;
        skolem(&normal(formula, true), &mut Vec::new(), label, &mut count)
    }

    /// The individuals to ground over; nothing when there are too many.
    pub(super) fn individuals<'f>(
        &self,
        formulas: impl Iterator<Item = &'f Formula>,
    ) -> Option<Vec<Term>> {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut functions: FxHashSet<(String, usize)> = FxHashSet::default();
        for term in formulas.flat_map(terms) {
            gather(term, &mut seen, &mut functions);
        }
        if seen.is_empty() {
            seen.insert(Term::constant("something"));
        }
        let mut all: Vec<Term> = seen.into_iter().collect();
        all.sort();
        let mut functions: Vec<(String, usize)> = functions.into_iter().collect();
        functions.sort();
        let base = all.clone();
        for (name, arity) in functions {
            for arguments in tuples(&base, arity) {
                let term = Term::Witness(name.clone(), arguments);
                if !all.contains(&term) {
                    all.push(term);
                }
                if all.len() > self.limits.individuals {
                    return None;
                }
            }
        }
        Some(all)
    }

    /// Adds a formula, behind a selector if there is one.
    pub(super) fn assert(
        &mut self,
        formula: &Formula,
        selector: Option<Lit>,
        individuals: &[Term],
    ) -> Option<()> {
        match formula {
            Formula::And(parts) => {
                parts.iter().try_for_each(|part| self.assert(part, selector, individuals))
            }
            Formula::All(variables, inner) => {
                for instance in self.ground(variables, inner, individuals)? {
                    self.assert(&instance, selector, individuals)?;
                }
                Some(())
            }
            other @ Formula::Atom(_)
            | other @ Formula::Not(_)
            | other @ Formula::Or(_)
            | other @ Formula::One(_)
            | other @ Formula::Implies(..)
            | other @ Formula::Iff(..)
            | other @ Formula::Some(..)
            | other @ Formula::Normally(..) => {
                let mut clause: Vec<Lit> = selector.map(|lit| !lit).into_iter().collect();
                self.disjuncts(other, &mut clause, individuals)?;
                self.solver.add_clause_reuse(&mut clause);
                Some(())
            }
        }
    }

    fn disjuncts(
        &mut self,
        formula: &Formula,
        clause: &mut Vec<Lit>,
        individuals: &[Term],
    ) -> Option<()> {
        match formula {
            Formula::Or(parts) => {
                parts.iter().try_for_each(|part| self.disjuncts(part, clause, individuals))
            }
            other @ Formula::Atom(_)
            | other @ Formula::Not(_)
            | other @ Formula::And(_)
            | other @ Formula::One(_)
            | other @ Formula::Implies(..)
            | other @ Formula::Iff(..)
            | other @ Formula::All(..)
            | other @ Formula::Some(..)
            | other @ Formula::Normally(..) => {
                let lit = self.define(other, individuals)?;
                clause.push(lit);
                Some(())
            }
        }
    }

    /// A literal that implies the formula.
    fn define(&mut self, formula: &Formula, individuals: &[Term]) -> Option<Lit> {
        match formula {
            Formula::Atom(atom) => Some(self.atom(atom)),
            Formula::Not(inner) => match &**inner {
                Formula::Atom(atom) => Some(!self.atom(atom)),
                Formula::Not(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::One(_)
                | Formula::Implies(..)
                | Formula::Iff(..)
                | Formula::All(..)
                | Formula::Some(..)
                | Formula::Normally(..) => None,
            },
            Formula::Or(_) | Formula::And(_) | Formula::All(..) => {
                let lit = self.fresh();
                self.assert(formula, Some(lit), individuals)?;
                Some(lit)
            }
            Formula::One(_)
            | Formula::Some(..)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Normally(..) => None,
        }
    }

    fn ground(
        &mut self,
        variables: &[u32],
        inner: &Formula,
        individuals: &[Term],
    ) -> Option<Vec<Formula>> {
        let count = individuals.len().checked_pow(u32::try_from(variables.len()).ok()?)?;
        self.instances = self.instances.checked_add(count)?;
        if self.instances > self.limits.instances {
            return None;
        }
        let instance = |values: Vec<Term>| {
            inner.map(&|v| match variables.iter().position(|variable| *variable == v) {
                Some(index) => values[index].clone(),
                None => Term::Variable(v),
            })
        };
        Some(tuples(individuals, variables.len()).into_iter().map(instance).collect())
    }

    fn atom(&mut self, atom: &Atom) -> Lit {
        if let Some(lit) = self.atoms.get(atom) {
            return *lit;
        }
        let lit = self.fresh();
        self.atoms.insert(atom.clone(), lit);
        lit
    }
}

fn gather(term: &Term, seen: &mut FxHashSet<Term>, functions: &mut FxHashSet<(String, usize)>) {
    match term {
        Term::Variable(_) => {}
        Term::Constant(_) => {
            seen.insert(term.clone());
        }
        Term::Witness(name, arguments) => {
            if arguments.is_empty() {
                seen.insert(term.clone());
            } else {
                functions.insert((name.clone(), arguments.len()));
            }
            arguments.iter().for_each(|argument| gather(argument, seen, functions));
        }
    }
}

fn tuples(individuals: &[Term], length: usize) -> Vec<Vec<Term>> {
    let mut all: Vec<Vec<Term>> = vec![Vec::new()];
    for _ in 0..length {
        all = all
            .iter()
            .flat_map(|front| {
                individuals.iter().map(move |term| [front.clone(), vec![term.clone()]].concat())
            })
            .collect();
    }
    all
}

/// Negation normal form; `positive` is false under a denial.
fn normal(formula: &Formula, positive: bool) -> Formula {
    let many = |parts: &[Formula], positive: bool| {
        parts.iter().map(|part| normal(part, positive)).collect()
    };
    match formula {
        Formula::Atom(_) if positive => formula.clone(),
        Formula::Atom(_) => formula.clone().negated(),
        Formula::Not(inner) => normal(inner, !positive),
        Formula::And(parts) if positive => Formula::And(many(parts, true)),
        Formula::And(parts) => Formula::Or(many(parts, false)),
        Formula::Or(parts) if positive => Formula::Or(many(parts, true)),
        Formula::Or(parts) => Formula::And(many(parts, false)),
        Formula::Implies(a, b) if positive => Formula::Or(vec![normal(a, false), normal(b, true)]),
        Formula::Implies(a, b) => Formula::And(vec![normal(a, true), normal(b, false)]),
        Formula::Iff(a, b) => {
            let same = Formula::Or(vec![normal(a, true), normal(b, !positive)]);
            Formula::And(vec![Formula::Or(vec![normal(a, false), normal(b, positive)]), same])
        }
        Formula::One(parts) => exactly_one(parts, positive),
        Formula::All(variables, inner) if positive => {
            Formula::All(variables.clone(), Box::new(normal(inner, true)))
        }
        Formula::All(variables, inner) => {
            Formula::Some(variables.clone(), Box::new(normal(inner, false)))
        }
        Formula::Some(variables, inner) if positive => {
            Formula::Some(variables.clone(), Box::new(normal(inner, true)))
        }
        Formula::Some(variables, inner) => {
            Formula::All(variables.clone(), Box::new(normal(inner, false)))
        }
        // A default forces nothing classically.
        Formula::Normally(..) => Formula::And(Vec::new()),
    }
}

fn exactly_one(parts: &[Formula], positive: bool) -> Formula {
    if positive {
        let mut all = vec![Formula::Or(parts.iter().map(|part| normal(part, true)).collect())];
        for (index, first) in parts.iter().enumerate() {
            for second in &parts[index + 1..] {
                all.push(Formula::Or(vec![normal(first, false), normal(second, false)]));
            }
        }
        return Formula::And(all);
    }
    let mut any = vec![Formula::And(parts.iter().map(|part| normal(part, false)).collect())];
    for (index, first) in parts.iter().enumerate() {
        for second in &parts[index + 1..] {
            any.push(Formula::And(vec![normal(first, true), normal(second, true)]));
        }
    }
    Formula::Or(any)
}

/// Expects negation normal form with variables bound once.
fn skolem(formula: &Formula, outer: &mut Vec<u32>, label: &str, count: &mut u32) -> Formula {
    match formula {
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| skolem(part, outer, label, count)).collect())
        }
        Formula::Or(parts) => {
            Formula::Or(parts.iter().map(|part| skolem(part, outer, label, count)).collect())
        }
        Formula::All(variables, inner) => {
            let depth = outer.len();
            outer.extend(variables);
            let inner = skolem(inner, outer, label, count);
            outer.truncate(depth);
            Formula::All(variables.clone(), Box::new(inner))
        }
        Formula::Some(variables, inner) => {
            // What there is depends only on the things it is said to have to do with.
            let said: FxHashSet<u32> = inner.atoms().iter().flat_map(|a| a.variables()).collect();
            let needed = outer.iter().filter(|v| said.contains(v));
            let arguments: Vec<Term> = needed.map(|v| Term::Variable(*v)).collect();
            *count += 1;
            let number = *count;
            let inner = inner.map(&|v| {
                if variables.contains(&v) {
                    Term::Witness(format!("{label}_{number}_{v}"), arguments.clone())
                } else {
                    Term::Variable(v)
                }
            });
            skolem(&inner, outer, label, count)
        }
        other @ Formula::Atom(_)
        | other @ Formula::Not(_)
        | other @ Formula::One(_)
        | other @ Formula::Implies(..)
        | other @ Formula::Iff(..)
        | other @ Formula::Normally(..) => other.clone(),
    }
}
