//! Predicates that lead on from themselves, `reach(X, Z) :- reach(X, Y), edge(Y, Z)`, followed from
//! one end: each thing is come to once, however the rules put it, where running them would make
//! every pair. It knows nothing of questions.

mod shape;

use rustc_hash::FxHashMap;

use super::Closure;
use crate::logic::{Atom, Literal, Term};
pub(crate) use shape::{Chain, End};
use shape::{Shape, bound_to};

/// How something was come to.
#[derive(Debug)]
enum How {
    /// It is where the walk begins.
    Given,
    /// By a step of a rule from another, which must lead on.
    Onward { from: usize, clause: usize, used: Vec<usize> },
    /// It is the end of a chain, by a rule that joins two chains.
    Joined { end: usize, clause: usize },
}

/// How the end of a chain was come to.
#[derive(Debug)]
enum Led {
    /// By a rule without a chain in it, from a beginning.
    Ending { from: usize, clause: usize, used: Vec<usize> },
    /// By a step of a rule from another end.
    Further { end: usize, clause: usize, used: Vec<usize> },
}

/// Everything that the chains from one thing lead to.
#[derive(Debug)]
pub(crate) struct Walk {
    predicate: String,
    fixed: End,
    begins: Vec<(Term, How)>,
    ends: Vec<(Term, Led)>,
}

/// One step of a proof: a chain, or a fact that the rules below it derive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// From a beginning to an end, by their places in the walk.
    Chain(usize, usize),
    /// A fact by its number.
    Fact(usize),
}

impl Chain {
    /// All that chains from `start` lead to, where it stands at the end `fixed`; what the steps need
    /// is found in `closure`.
    pub(crate) fn walk(&self, start: &Term, fixed: End, closure: &Closure) -> Walk {
        let mut run = Run {
            chain: self,
            closure,
            seen: FxHashMap::default(),
            led: FxHashMap::default(),
            walk: Walk {
                predicate: self.predicate.clone(),
                fixed,
                begins: Vec::new(),
                ends: Vec::new(),
            },
        };
        run.begin(start, How::Given);
        let (mut begun, mut ended) = (0, 0);
        while begun < run.walk.begins.len() || ended < run.walk.ends.len() {
            while begun < run.walk.begins.len() {
                run.leave(begun);
                begun += 1;
            }
            while ended < run.walk.ends.len() {
                run.go_on(ended);
                ended += 1;
            }
        }
        run.walk
    }
}

struct Run<'a> {
    chain: &'a Chain,
    closure: &'a Closure,
    seen: FxHashMap<Term, usize>,
    led: FxHashMap<Term, usize>,
    walk: Walk,
}

impl Run<'_> {
    fn begin(&mut self, thing: &Term, how: How) {
        if !self.seen.contains_key(thing) {
            self.seen.insert(thing.clone(), self.walk.begins.len());
            self.walk.begins.push((thing.clone(), how));
        }
    }

    fn end(&mut self, thing: &Term, led: Led) {
        if !self.led.contains_key(thing) {
            self.led.insert(thing.clone(), self.walk.ends.len());
            self.walk.ends.push((thing.clone(), led));
        }
    }

    /// All that one step leads to from a beginning.
    fn leave(&mut self, from: usize) {
        let thing = self.walk.begins[from].0.clone();
        for shape in &self.chain.shapes {
            match shape {
                Shape::Exit { clause, near, far, body } => {
                    let (near, far) = self.walk.fixed.turned(near, far);
                    for (far, used) in self.steps(&thing, (near, far), body) {
                        self.end(&far, Led::Ending { from, clause: *clause, used });
                    }
                }
                Shape::Onward { clause, at, near, far, body } if *at == self.walk.fixed => {
                    for (far, used) in self.steps(&thing, (near, far), body) {
                        self.begin(&far, How::Onward { from, clause: *clause, used });
                    }
                }
                Shape::Onward { .. } | Shape::Joined { .. } => {}
            }
        }
    }

    /// All that one step leads to from an end.
    fn go_on(&mut self, end: usize) {
        let thing = self.walk.ends[end].0.clone();
        for shape in &self.chain.shapes {
            match shape {
                Shape::Onward { clause, at, near, far, body } if *at != self.walk.fixed => {
                    // The step is told from its far end, where the chain before it ends.
                    for (far, used) in self.steps(&thing, (far, near), body) {
                        self.end(&far, Led::Further { end, clause: *clause, used });
                    }
                }
                Shape::Joined { clause } => {
                    self.begin(&thing, How::Joined { end, clause: *clause });
                }
                Shape::Onward { .. } | Shape::Exit { .. } => {}
            }
        }
    }

    /// The things at the other end of one step, with the facts used.
    fn steps(
        &self,
        thing: &Term,
        (near, far): (&Term, &Term),
        body: &[Literal],
    ) -> Vec<(Term, Vec<usize>)> {
        let Some(bind) = bound_to(near, thing) else { return Vec::new() };
        let far = far.map(&bind);
        let body: Vec<Literal> = body.iter().map(|literal| literal.map(&bind)).collect();
        let found = self.closure.matches(&body).into_iter();
        let things = found.map(|(bindings, used)| {
            (far.map(&|v| bindings.get(&v).cloned().unwrap_or(Term::Variable(v))), used)
        });
        things.filter(|(thing, _)| thing.is_ground()).collect()
    }
}

impl Walk {
    /// What the chains lead to, nearest first.
    pub(crate) fn ends(&self) -> impl Iterator<Item = &Term> {
        self.ends.iter().map(|(thing, _)| thing)
    }

    /// The step that proves the whole chain to an end.
    pub(crate) fn proof(end: usize) -> Step {
        Step::Chain(0, end)
    }

    /// What a step of a chain says.
    pub(crate) fn literal(&self, begin: usize, end: usize) -> Literal {
        let (begin, end) = (&self.begins[begin].0, &self.ends[end].0);
        let (one, other) = self.fixed.turned(begin, end);
        Literal::holds(Atom::new(self.predicate.clone(), vec![one.clone(), other.clone()]))
    }

    /// The clause that a step of a chain follows by, and what it rests on.
    pub(crate) fn step(&self, begin: usize, end: usize) -> (usize, Vec<Step>) {
        let facts = |used: &[usize]| used.iter().map(|fact| Step::Fact(*fact)).collect();
        match &self.ends[end].1 {
            Led::Further { end: before, clause, used } => {
                (*clause, self.ordered(vec![Step::Chain(begin, *before)], facts(used)))
            }
            Led::Ending { from, clause, used } => match self.towards(begin, *from) {
                Some((next, How::Onward { clause, used, .. })) => {
                    (*clause, self.ordered(facts(used), vec![Step::Chain(next, end)]))
                }
                Some((next, How::Joined { end: before, clause })) => {
                    let (before, after) = (Step::Chain(begin, *before), Step::Chain(next, end));
                    (*clause, self.ordered(vec![before], vec![after]))
                }
                Some((_, How::Given)) | None => (*clause, facts(used)),
            },
        }
    }

    /// What comes before and after on the walk, as it stands from the first thing to the last.
    fn ordered(&self, before: Vec<Step>, after: Vec<Step>) -> Vec<Step> {
        match self.fixed {
            End::First => [before, after].concat(),
            End::Second => [after, before].concat(),
        }
    }

    /// The first beginning on the way from one to another.
    fn towards(&self, begin: usize, mut last: usize) -> Option<(usize, &How)> {
        let mut next = None;
        while last != begin {
            let how = &self.begins[last].1;
            next = Some((last, how));
            last = match how {
                How::Onward { from, .. } => *from,
                // All before it is one chain, which begins where the walk does.
                How::Joined { .. } | How::Given => return next,
            };
        }
        next
    }

    /// The clauses and facts that the chains to some ends rest on, each once.
    pub(crate) fn used(&self, ends: impl Iterator<Item = usize>) -> (Vec<usize>, Vec<usize>) {
        let (mut clauses, mut facts) = (Vec::new(), Vec::new());
        let (mut begun, mut ended) = (vec![false; self.begins.len()], vec![false; self.ends.len()]);
        let mut waiting: Vec<Place> = ends.map(Place::End).collect();
        while let Some(place) = waiting.pop() {
            let seen = match place {
                Place::Begin(at) => &mut begun[at],
                Place::End(at) => &mut ended[at],
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            let (clause, used, before) = match place {
                Place::Begin(at) => match &self.begins[at].1 {
                    How::Given => continue,
                    How::Onward { from, clause, used } => (clause, &used[..], Place::Begin(*from)),
                    How::Joined { end, clause } => (clause, &[][..], Place::End(*end)),
                },
                Place::End(at) => match &self.ends[at].1 {
                    Led::Ending { from, clause, used } => (clause, &used[..], Place::Begin(*from)),
                    Led::Further { end, clause, used } => (clause, &used[..], Place::End(*end)),
                },
            };
            clauses.push(*clause);
            facts.extend(used);
            waiting.push(before);
        }
        for list in [&mut clauses, &mut facts] {
            list.sort_unstable();
            list.dedup();
        }
        (clauses, facts)
    }
}

/// A place in a walk.
#[derive(Debug, Clone, Copy)]
enum Place {
    Begin(usize),
    End(usize),
}
