//! Matching and unification over [`Term`], for the proof checker only.

use crate::{Term, View};
use std::collections::HashMap;

pub(super) type Bindings = HashMap<String, Term>;

/// Every variable of a term bound to itself.
pub(super) fn identity(term: &Term) -> Bindings {
    let mut theta = Bindings::new();
    let mut pending = vec![term.clone()];
    while let Some(term) = pending.pop() {
        match term.view() {
            View::Var(name) => {
                theta.insert(name.to_owned(), Term::var(name));
            }
            View::Compound(_, args) => pending.extend(args),
            View::Atom(_) | View::Int(_) | View::Big(_) | View::Float(_) | View::Str(_) => {}
        }
    }
    theta
}

/// Extends `theta` so that the pattern becomes the target.
pub(super) fn matches(pattern: &Term, target: &Term, theta: &mut Bindings) -> bool {
    let mut pending = vec![(pattern.clone(), target.clone())];
    while let Some((pattern, target)) = pending.pop() {
        match pattern.view() {
            View::Var(name) => match theta.get(name) {
                Some(value) if *value == target => {}
                Some(_) => return false,
                None => {
                    theta.insert(name.to_owned(), target);
                }
            },
            View::Compound(name, args) => {
                if target.name() != Some(name) || target.arity() != args.len() {
                    return false;
                }
                let targets = (0..args.len()).filter_map(|i| target.arg(i));
                pending.extend(args.into_iter().zip(targets));
            }
            View::Atom(_) | View::Int(_) | View::Big(_) | View::Float(_) | View::Str(_) => {
                if pattern != target {
                    return false;
                }
            }
        }
    }
    true
}

/// Whether two terms have a common instance; variables of the two sides are apart.
pub(super) fn unifiable(left: &Term, right: &Term) -> bool {
    let mut theta: HashMap<(bool, String), (bool, Term)> = HashMap::new();
    let mut pending = vec![((false, left.clone()), (true, right.clone()))];
    while let Some((a, b)) = pending.pop() {
        let (a, b) = (walk(a, &theta), walk(b, &theta));
        match (a.1.view(), b.1.view()) {
            (View::Var(x), View::Var(y)) if x == y && a.0 == b.0 => {}
            (View::Var(x), _) => {
                theta.insert((a.0, x.to_owned()), b);
            }
            (_, View::Var(y)) => {
                theta.insert((b.0, y.to_owned()), a);
            }
            (View::Compound(f, xs), View::Compound(g, ys)) => {
                if f != g || xs.len() != ys.len() {
                    return false;
                }
                pending
                    .extend(xs.into_iter().map(|x| (a.0, x)).zip(ys.into_iter().map(|y| (b.0, y))));
            }
            _ if a.1 == b.1 => {}
            _ => return false,
        }
    }
    true
}

fn walk(mut term: (bool, Term), theta: &HashMap<(bool, String), (bool, Term)>) -> (bool, Term) {
    loop {
        let View::Var(name) = term.1.view() else { return term };
        let Some(next) = theta.get(&(term.0, name.to_owned())) else { return term };
        term = next.clone();
    }
}

/// Whether a term has no variables.
pub(super) fn is_ground(term: &Term) -> bool {
    identity(term).is_empty()
}
