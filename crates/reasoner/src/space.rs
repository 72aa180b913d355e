//! Places on a grid: where things stand relative to each other, and ways between them.
//! Each positional statement puts two things one step apart.

use std::collections::{BTreeMap, VecDeque};

use crate::logic::{Atom, Literal, Term};
use crate::program::Closure;

/// The step from the second thing of a relation to the first.
fn step(predicate: &str) -> Option<(i32, i32)> {
    Some(match predicate {
        "left_of" | "west_of" => (-1, 0),
        "right_of" | "east_of" => (1, 0),
        "above" | "north_of" => (0, 1),
        "below" | "south_of" => (0, -1),
        "northeast_of" => (1, 1),
        "northwest_of" => (-1, 1),
        "southeast_of" => (1, -1),
        "southwest_of" => (-1, -1),
        _ => return None,
    })
}

/// Whether a predicate says how two things stand to each other.
pub(crate) fn is_position(predicate: &str) -> bool {
    step(predicate).is_some()
}

/// Which way a unit step goes.
fn direction(step: (i32, i32)) -> Option<&'static str> {
    Some(match step {
        (-1, 0) => "west",
        (1, 0) => "east",
        (0, 1) => "north",
        (0, -1) => "south",
        _ => return None,
    })
}

struct Edge {
    to: Term,
    step: (i32, i32),
    fact: usize,
}

/// The map that positional facts draw.
pub struct Map {
    edges: BTreeMap<Term, Vec<Edge>>,
}

impl Map {
    /// Draws the map.
    pub fn of(closure: &Closure) -> Self {
        let mut edges: BTreeMap<Term, Vec<Edge>> = BTreeMap::new();
        for (number, fact) in closure.facts() {
            let Literal { positive: true, atom: Atom { predicate, arguments } } = &fact else {
                continue;
            };
            let (Some((x, y)), [first, second]) = (step(predicate), arguments.as_slice()) else {
                continue;
            };
            edges.entry(second.clone()).or_default().push(Edge {
                to: first.clone(),
                step: (x, y),
                fact: number,
            });
            edges.entry(first.clone()).or_default().push(Edge {
                to: second.clone(),
                step: (-x, -y),
                fact: number,
            });
        }
        Self { edges }
    }

    /// The shortest way from one place to another: the fact and the step for each leg.
    fn way(&self, from: &Term, to: &Term) -> Option<Vec<(usize, (i32, i32))>> {
        let mut came: BTreeMap<&Term, (&Term, usize, (i32, i32))> = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            if here == to {
                break;
            }
            for edge in self.edges.get(here).map_or(&[][..], Vec::as_slice) {
                if &edge.to != from && !came.contains_key(&edge.to) {
                    came.insert(&edge.to, (here, edge.fact, edge.step));
                    queue.push_back(&edge.to);
                }
            }
        }
        let mut legs = Vec::new();
        let mut here = to;
        while here != from {
            let (before, fact, step) = came.get(here)?;
            legs.push((*fact, *step));
            here = before;
        }
        legs.reverse();
        Some(legs)
    }

    /// Whether a positional relation holds, with the facts that place both things.
    pub fn holds(&self, atom: &Atom) -> Option<(bool, Vec<usize>)> {
        let [first, second] = atom.arguments.as_slice() else { return None };
        let wanted = step(&atom.predicate)?;
        if first == second || !first.is_ground() || !second.is_ground() {
            return None;
        }
        let legs = self.way(second, first)?;
        let total = legs.iter().fold((0, 0), |sum, (_, step)| (sum.0 + step.0, sum.1 + step.1));
        let fits = |wanted: i32, found: i32| wanted == 0 || wanted.signum() == found.signum();
        let holds = fits(wanted.0, total.0) && fits(wanted.1, total.1);
        Some((holds, legs.into_iter().map(|(fact, _)| fact).collect()))
    }

    /// The directions to walk from one place to another.
    pub fn directions(&self, from: &Term, to: &Term) -> Option<(Vec<&'static str>, Vec<usize>)> {
        let legs = self.way(from, to)?;
        let words: Option<Vec<&'static str>> =
            legs.iter().map(|(_, step)| direction(*step)).collect();
        Some((words?, legs.into_iter().map(|(fact, _)| fact).collect()))
    }
}
