//! Grounding and clausal encoding for the SAT solver.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use rustc_hash::{FxHashMap, FxHashSet};

use super::domains::{Domains, tuples};
use super::{Cut, Limits};
use crate::logic::{Atom, Formula, Term};

/// The formula that is grounded, by number, and what its variables can stand for.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) domains: &'a Domains,
    pub(super) formula: usize,
}

/// Builds the solver's clauses.
pub(super) struct Encoder {
    pub(super) solver: BasicSolver,
    atoms: FxHashMap<Atom, Lit>,
    instances: usize,
    limits: Limits,
}

impl Encoder {
    pub(super) fn new(limits: Limits) -> Self {
        let mut solver = BasicSolver::default();
        solver.cb_mut().set_stop(|| kernel::work::stopped().is_some());
        Self { solver, atoms: FxHashMap::default(), instances: 0, limits }
    }

    pub(super) fn fresh(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::UNDEF, true), true)
    }

    /// Pushes denials inward and replaces "there is" by witnesses of what it depends on.
    pub(super) fn skolemise(&self, formula: &Formula, label: &str) -> Formula {
        let mut count = 0;
        skolem(&normal(formula, true), &mut Vec::new(), label, &mut count)
    }

    /// Adds a formula, behind a selector if there is one.
    pub(super) fn assert(
        &mut self,
        formula: &Formula,
        selector: Option<Lit>,
        scope: Scope<'_>,
    ) -> Result<(), Cut> {
        match formula {
            Formula::And(parts) => {
                parts.iter().try_for_each(|part| self.assert(part, selector, scope))
            }
            Formula::All(variables, inner) => {
                for instance in self.ground(variables, inner, scope)? {
                    kernel::work::checkpoint();
                    self.assert(&instance, selector, scope)?;
                }
                Ok(())
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
                self.disjuncts(other, &mut clause, scope)?;
                self.solver.add_clause_reuse(&mut clause);
                Ok(())
            }
        }
    }

    fn disjuncts(
        &mut self,
        formula: &Formula,
        clause: &mut Vec<Lit>,
        scope: Scope<'_>,
    ) -> Result<(), Cut> {
        match formula {
            Formula::Or(parts) => {
                parts.iter().try_for_each(|part| self.disjuncts(part, clause, scope))
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
                let lit = self.define(other, scope)?;
                clause.push(lit);
                Ok(())
            }
        }
    }

    /// A literal that implies the formula.
    fn define(&mut self, formula: &Formula, scope: Scope<'_>) -> Result<Lit, Cut> {
        match formula {
            Formula::Atom(atom) => Ok(self.atom(atom)),
            Formula::Not(inner) => match &**inner {
                Formula::Atom(atom) => Ok(!self.atom(atom)),
                Formula::Not(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::One(_)
                | Formula::Implies(..)
                | Formula::Iff(..)
                | Formula::All(..)
                | Formula::Some(..)
                | Formula::Normally(..) => Err(self.over()),
            },
            Formula::Or(_) | Formula::And(_) | Formula::All(..) => {
                let lit = self.fresh();
                self.assert(formula, Some(lit), scope)?;
                Ok(lit)
            }
            Formula::One(_)
            | Formula::Some(..)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::Normally(..) => Err(self.over()),
        }
    }

    fn ground(
        &mut self,
        variables: &[u32],
        inner: &Formula,
        scope: Scope<'_>,
    ) -> Result<Vec<Formula>, Cut> {
        let sorts: Vec<&[Term]> =
            variables.iter().map(|v| scope.domains.things(scope.formula, *v)).collect();
        let count = sorts.iter().try_fold(1_usize, |all, sort| all.checked_mul(sort.len()));
        self.instances = self.instances.saturating_add(count.unwrap_or(usize::MAX));
        if self.instances > self.limits.instances {
            return Err(self.over());
        }
        let instance = |values: Vec<Term>| {
            inner.map(&|v| match variables.iter().position(|variable| *variable == v) {
                Some(index) => values[index].clone(),
                None => Term::Variable(v),
            })
        };
        Ok(tuples(&sorts).into_iter().map(instance).collect())
    }

    fn over(&self) -> Cut {
        Cut::Instances(self.limits.instances)
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
