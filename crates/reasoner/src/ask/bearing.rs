//! What can have a say in a question, and how far it is gone through.

use super::{Case, MOST_IN_DOUBT};
use crate::classical::{Cut, Limits, Premise};
use crate::logic::Formula;
use crate::prepared::Prepared;
use crate::program::OverBudget;
use crate::program::reach::{Index, Reached, Told};

/// What can have a say in a formula.
pub(super) struct Bearing {
    pub(super) premises: Vec<Premise>,
    /// The limit, where there is more.
    pub(super) cut: Option<Cut>,
}

impl Case<'_> {
    /// How far grounding may go, further where more may be derived.
    pub(super) fn limits(&self) -> Limits {
        let (least, facts) = (self.options.limits, self.options.budget.facts);
        Limits {
            instances: least.instances.max(facts / 2),
            individuals: least.individuals.max(facts / 1000),
            clauses: least.clauses.max(facts / 100),
            unsifted: least.unsifted,
        }
    }

    /// What was told and can have a say in a formula.
    pub(super) fn bearing(&self, formula: &Formula) -> Bearing {
        let most = self.limits().clauses;
        let mut cut = None;
        let mut premises = if self.knowledge.lists() {
            cut = (self.program.len() > most).then_some(Cut::Clauses(most));
            self.knowledge.premises(self.program.iter().take(most), formula)
        } else {
            let own = self.prepared.is_none().then(|| Index::of(self.program));
            let index = own.as_ref().or(self.prepared.map(Prepared::index));
            let told =
                index.map(|index| Told { program: self.program, index, closure: self.closure });
            // What follows from rules without denials was worked out ahead; nothing is left to decide.
            let worked_out = self.program.len() > most
                && is_positive(formula)
                && told.as_ref().is_some_and(|told| told.is_plain(formula));
            let reached = told.filter(|_| !worked_out).map(|told| self.reached(&told, formula));
            cut = cut.or(reached.as_ref().filter(|it| !it.complete).map(|_| Cut::Clauses(most)));
            let reached = reached.unwrap_or_default();
            let mut near: Vec<usize> = reached.clauses.iter().map(|(at, _)| *at).collect();
            near.sort_unstable();
            self.knowledge.premises(near.into_iter().map(|at| &self.program[at]), formula)
        };
        premises.extend(taken_to_exist(formula).map(|formula| Premise { formula, origin: None }));
        Bearing { premises, cut }
    }

    /// What was told and can matter to whether a formula holds; nothing where that is too much.
    pub(super) fn bearing_for(&self, formula: &Formula) -> Option<Vec<Premise>> {
        let most = self.limits().clauses;
        let own = self.prepared.is_none().then(|| Index::of(self.program));
        let index = own.as_ref().or(self.prepared.map(Prepared::index))?;
        let told = Told { program: self.program, index, closure: self.closure };
        let reached = (!self.knowledge.lists()).then(|| told.sifted_for(formula, most))?;
        let mut near: Vec<usize> = reached.clauses.iter().map(|(at, _)| *at).collect();
        near.sort_unstable();
        let near = near.into_iter().map(|at| &self.program[at]);
        reached.complete.then(|| self.knowledge.premises(near, formula))
    }

    /// The clauses that bear on a formula; where they are many, only those that can matter.
    fn reached(&self, told: &Told<'_>, formula: &Formula) -> Reached {
        let Limits { clauses, unsifted, .. } = self.limits();
        let all = told.reached(formula, unsifted.min(clauses));
        if all.complete { all } else { told.sifted(formula, clauses) }
    }

    /// All that was told, where words that may mean the same can be looked for in it.
    pub(super) fn all_or(&self, near: Vec<Premise>, formula: &Formula) -> Vec<Premise> {
        if !self.options.doubts || self.program.len() > MOST_IN_DOUBT {
            return near;
        }
        let mut premises = self.knowledge.premises(self.program.iter(), formula);
        premises.extend(taken_to_exist(formula).map(|formula| Premise { formula, origin: None }));
        premises
    }
}

/// Whether a formula is decided by what follows from rules without denials, if it is at all.
fn is_positive(formula: &Formula) -> bool {
    match formula {
        Formula::Atom(_) => true,
        Formula::Not(inner) | Formula::Some(_, inner) => is_positive(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(is_positive),
        Formula::One(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::All(..)
        | Formula::Normally(..) => false,
    }
}

/// The limit, as it is told.
pub(super) fn over(cut: Cut) -> OverBudget {
    let (what, most) = match cut {
        Cut::Instances(most) => ("instances of general sentences", most),
        Cut::Individuals(most) => ("unnamed things", most),
        Cut::Clauses(most) => ("clauses", most),
    };
    OverBudget::Grounded { what, most }
}

/// A general statement takes for granted that there are such things.
fn taken_to_exist(formula: &Formula) -> Option<Formula> {
    match formula {
        Formula::Not(inner) => taken_to_exist(inner),
        Formula::All(variables, inner) => match &**inner {
            Formula::Implies(such, _) => Some(Formula::Some(variables.clone(), such.clone())),
            Formula::Atom(_)
            | Formula::Not(_)
            | Formula::And(_)
            | Formula::Or(_)
            | Formula::One(_)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Some(..)
            | Formula::Normally(..) => None,
        },
        Formula::Atom(_)
        | Formula::And(_)
        | Formula::Or(_)
        | Formula::One(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::Some(..)
        | Formula::Normally(..) => None,
    }
}
