//! What each variable can stand for: the things found in the places it is said of. Places that no
//! variable joins have nothing to do with each other, so their things need not be tried there.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Cut;
use crate::logic::{Formula, Term};

/// Where a thing can stand.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Place<'f> {
    /// A predicate, its number of places, and which of them.
    Said(&'f str, usize, usize),
    /// The same of a witness that depends on others.
    Within(&'f str, usize, usize),
    /// Where a witness stands.
    Witness(&'f str, usize),
    /// A variable of a formula.
    Variable(usize, u32),
}

/// The things each variable can stand for, by formula and variable.
#[derive(Debug, Default)]
pub(super) struct Domains {
    sorts: FxHashMap<(usize, u32), usize>,
    things: FxHashMap<usize, Vec<Term>>,
}

impl Domains {
    /// Those of skolemised formulas, numbered in order; of each witness at most `most`.
    pub(super) fn of<'f>(
        formulas: impl Iterator<Item = &'f Formula>,
        most: usize,
    ) -> Result<Self, Cut> {
        let mut places = Places::default();
        for (number, formula) in formulas.enumerate() {
            for atom in formula.atoms() {
                let arity = atom.arguments.len();
                for (at, term) in atom.arguments.iter().enumerate() {
                    let place = places.number(Place::Said(&atom.predicate, arity, at));
                    places.stand(term, place, number);
                }
            }
        }
        places.finish(most)
    }

    /// What a variable of a formula can stand for.
    pub(super) fn things(&self, formula: usize, variable: u32) -> &[Term] {
        let sort = self.sorts.get(&(formula, variable));
        sort.and_then(|sort| self.things.get(sort)).map_or(&[], Vec::as_slice)
    }
}

#[derive(Default)]
struct Places<'f> {
    numbers: FxHashMap<Place<'f>, usize>,
    parents: Vec<usize>,
    constants: Vec<(usize, &'f Term)>,
    witnesses: FxHashSet<(&'f str, usize)>,
}

impl<'f> Places<'f> {
    fn number(&mut self, place: Place<'f>) -> usize {
        let next = self.parents.len();
        let number = *self.numbers.entry(place).or_insert(next);
        if number == next {
            self.parents.push(next);
        }
        number
    }

    fn root(&self, mut at: usize) -> usize {
        while self.parents[at] != at {
            at = self.parents[at];
        }
        at
    }

    /// The sort of a place that was met.
    fn sort(&self, place: &Place<'f>) -> usize {
        self.numbers.get(place).map_or(0, |number| self.root(*number))
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        let (low, high) = (one.min(other), one.max(other));
        self.parents[high] = low;
    }

    fn stand(&mut self, term: &'f Term, place: usize, formula: usize) {
        match term {
            Term::Variable(variable) => {
                let number = self.number(Place::Variable(formula, *variable));
                self.join(place, number);
            }
            Term::Witness(name, arguments) if !arguments.is_empty() => {
                let arity = arguments.len();
                let number = self.number(Place::Witness(name, arity));
                self.join(place, number);
                self.witnesses.insert((name, arity));
                for (at, argument) in arguments.iter().enumerate() {
                    let within = self.number(Place::Within(name, arity, at));
                    self.stand(argument, within, formula);
                }
            }
            Term::Constant(_) | Term::Witness(..) => self.constants.push((place, term)),
        }
    }

    fn finish(self, most: usize) -> Result<Domains, Cut> {
        let mut base: FxHashMap<usize, Vec<Term>> = FxHashMap::default();
        for (place, term) in &self.constants {
            base.entry(self.root(*place)).or_default().push((*term).clone());
        }
        let all: Vec<usize> = (0..self.parents.len()).map(|at| self.root(at)).collect();
        for root in all {
            let things = base.entry(root).or_insert_with(|| vec![Term::constant("something")]);
            things.sort();
            things.dedup();
        }
        let mut things = base.clone();
        let mut witnesses: Vec<(&str, usize)> = self.witnesses.iter().copied().collect();
        witnesses.sort_unstable();
        for (name, arity) in witnesses {
            let sorts: Vec<&[Term]> = (0..arity)
                .map(|at| self.sort(&Place::Within(name, arity, at)))
                .map(|sort| base.get(&sort).map_or(&[][..], Vec::as_slice))
                .collect();
            let of_sort = things.entry(self.sort(&Place::Witness(name, arity))).or_default();
            let more = sorts.iter().try_fold(1_usize, |all, sort| all.checked_mul(sort.len()));
            if more.is_none_or(|more| more > most) {
                return Err(Cut::Individuals(most));
            }
            let made = tuples(&sorts).into_iter();
            of_sort.extend(made.map(|arguments| Term::Witness(name.to_owned(), arguments)));
        }
        let mut sorts = FxHashMap::default();
        for (place, number) in &self.numbers {
            if let Place::Variable(formula, variable) = place {
                sorts.insert((*formula, *variable), self.root(*number));
            }
        }
        Ok(Domains { sorts, things })
    }
}

/// Every choice of one thing from each.
pub(super) fn tuples(sorts: &[&[Term]]) -> Vec<Vec<Term>> {
    let mut all: Vec<Vec<Term>> = vec![Vec::new()];
    for sort in sorts {
        let with = |front: &Vec<Term>| {
            let front = front.clone();
            sort.iter().map(move |term| [front.clone(), vec![term.clone()]].concat())
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}
