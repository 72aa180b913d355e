//! The literals that a search still looks for, each once: one that fits all stands for many.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::{Bindings, unify};
use crate::logic::{Atom, Literal, Term};

/// More patterns of one predicate than this are followed as one that fits all.
const PATTERNS: usize = 24;
/// The same for literals about fixed things, which are told apart at once.
const FIXED: usize = 4000;
/// Things within things are told apart as far as this.
const DEPTH: usize = 2;

/// What is still looked for, and what was before.
#[derive(Default)]
pub(super) struct Wanted {
    queue: VecDeque<(Literal, usize)>,
    seen: FxHashMap<String, Vec<Patterns>>,
}

/// The literals of one predicate, sign and number of arguments that were looked for.
struct Patterns {
    positive: bool,
    arity: usize,
    /// Whether one of them fits all.
    all: bool,
    general: Vec<Literal>,
    fixed: FxHashSet<Literal>,
}

impl Patterns {
    fn have(&self, literal: &Literal) -> bool {
        let fits = |other: &Literal| unify(other, literal, &mut Bindings::default());
        self.fixed.contains(literal) || self.general.iter().any(fits)
    }

    /// Whether one more has to be followed as one that fits all.
    fn are_full(&self, fixed: bool) -> bool {
        if fixed { self.fixed.len() >= FIXED } else { self.general.len() >= PATTERNS }
    }
}

impl Wanted {
    /// The next literal to look for, with the number of steps that lead to it.
    pub(super) fn next(&mut self) -> Option<(Literal, usize)> {
        self.queue.pop_front()
    }

    /// Looks for a literal, unless it is looked for already.
    pub(super) fn add(&mut self, literal: &Literal, ring: usize) {
        let patterns = self.patterns(literal);
        if patterns.all {
            return;
        }
        let mut literal = plain(literal);
        if patterns.have(&literal) {
            return;
        }
        let fixed = literal.atom.arguments.iter().all(Term::is_ground);
        if patterns.are_full(fixed) {
            let any = (0..patterns.arity).filter_map(|at| u32::try_from(at).ok());
            literal.atom.arguments = any.map(Term::Variable).collect();
            patterns.all = true;
        } else if fixed {
            patterns.fixed.insert(literal.clone());
        } else {
            patterns.general.push(literal.clone());
        }
        self.queue.push_back((literal, ring));
    }

    fn patterns(&mut self, literal: &Literal) -> &mut Patterns {
        let (positive, arity) = (literal.positive, literal.atom.arguments.len());
        let kinds = self.seen.entry(literal.atom.predicate.clone()).or_default();
        let is = |it: &Patterns| it.positive == positive && it.arity == arity;
        let at = kinds.iter().position(is).unwrap_or_else(|| {
            let (general, fixed) = (Vec::new(), FxHashSet::default());
            kinds.push(Patterns { positive, arity, all: false, general, fixed });
            kinds.len() - 1
        });
        &mut kinds[at]
    }
}

/// With its variables numbered from nothing, and cut where things stand too deep within things.
fn plain(literal: &Literal) -> Literal {
    fn cut(term: &Term, depth: usize, names: &mut FxHashMap<u32, u32>, next: &mut u32) -> Term {
        let mut fresh = || {
            *next += 1;
            *next - 1
        };
        match term {
            Term::Variable(variable) => {
                Term::Variable(*names.entry(*variable).or_insert_with(fresh))
            }
            Term::Constant(_) => term.clone(),
            Term::Witness(_, arguments) if !arguments.is_empty() && depth == 0 => {
                Term::Variable(fresh())
            }
            Term::Witness(name, arguments) => {
                let arguments = arguments.iter().map(|t| cut(t, depth - 1, names, next));
                Term::Witness(name.clone(), arguments.collect())
            }
        }
    }
    let (mut names, mut next) = (FxHashMap::default(), 0);
    let arguments =
        literal.atom.arguments.iter().map(|term| cut(term, DEPTH, &mut names, &mut next));
    let atom = Atom::new(literal.atom.predicate.clone(), arguments.collect());
    Literal { positive: literal.positive, atom }
}
