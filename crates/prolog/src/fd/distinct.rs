//! All different: by value, and by matching variables to values.

use super::domain::Domain;
use super::{Prop, Var};
use crate::machine::Machine;
use rustc_hash::FxHashMap;

/// No partner.
const NONE: usize = usize::MAX;

/// The variables that are still open and what they may be, as numbers of values.
struct Graph {
    vars: Vec<Var>,
    values: Vec<i64>,
    edges: Vec<Vec<usize>>,
    value_of: Vec<usize>,
    var_of: Vec<usize>,
}

impl Machine {
    /// The variables of a list argument, and whether each value found is there once; removes those
    /// values from the others.
    fn eliminated(&mut self, p: usize) -> Option<Vec<Var>> {
        let list = self.fd_arguments(p)[0];
        let items = self.fd_items(list)?;
        loop {
            let mut taken: Vec<i64> = Vec::new();
            let mut open = Vec::new();
            for cell in &items {
                match self.fd_var(*cell)? {
                    Var::Int(value) => taken.push(value),
                    var => open.push(var),
                }
            }
            taken.sort_unstable();
            if taken.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
            if taken.is_empty() {
                return Some(open);
            }
            let taken = Domain::of(taken.into_iter().map(|value| (value, value)).collect());
            let others = taken.complement();
            let mut bound = false;
            for var in &open {
                let own = self.fd_domain(*var);
                let new = own.meet(&others);
                if new != own {
                    bound |= new.single().is_some();
                    self.fd_narrow(*var, &new)?;
                }
            }
            if !bound {
                return Some(open);
            }
        }
    }

    pub(super) fn all_different(&mut self, p: usize) -> Prop {
        let open = self.eliminated(p)?;
        if open.is_empty() {
            self.fd_kill(p);
        }
        Some(())
    }

    pub(super) fn all_distinct(&mut self, p: usize) -> Prop {
        loop {
            let open = self.eliminated(p)?;
            if open.len() < 2 {
                return Some(());
            }
            if open.iter().any(|var| self.fd_domain(*var).size().is_none_or(|size| size > 10_000)) {
                return Some(());
            }
            let mut graph = Graph::new(self, open);
            if !graph.matched() {
                return None;
            }
            if self.watch.work(graph.edges.iter().map(Vec::len).sum()) {
                return Some(());
            }
            if !self.prune(&graph)? {
                return Some(());
            }
        }
    }

    /// Removes the values that no matching of all variables uses; says whether a value was found.
    fn prune(&mut self, graph: &Graph) -> Option<bool> {
        let (component, reached) = graph.components();
        let count = graph.vars.len();
        let mut bound = false;
        for (var, values) in graph.edges.iter().enumerate() {
            let lost: Vec<i64> = values
                .iter()
                .filter(|value| {
                    graph.value_of[var] != **value
                        && component[var] != component[count + **value]
                        && !reached[**value]
                })
                .map(|value| graph.values[*value])
                .collect();
            if lost.is_empty() {
                continue;
            }
            let lost = Domain::of(lost.into_iter().map(|value| (value, value)).collect());
            let new = self.fd_domain(graph.vars[var]).meet(&lost.complement());
            bound |= new.single().is_some();
            self.fd_narrow(graph.vars[var], &new)?;
        }
        Some(bound)
    }
}

impl Graph {
    fn new(m: &Machine, vars: Vec<Var>) -> Self {
        let mut numbers: FxHashMap<i64, usize> = FxHashMap::default();
        let mut values = Vec::new();
        let mut edges = Vec::with_capacity(vars.len());
        for var in &vars {
            let own = m.fd_domain(*var);
            edges.push(
                own.values()
                    .map(|value| {
                        *numbers.entry(value).or_insert_with(|| {
                            values.push(value);
                            values.len() - 1
                        })
                    })
                    .collect::<Vec<_>>(),
            );
        }
        let (value_of, var_of) = (vec![NONE; vars.len()], vec![NONE; values.len()]);
        Self { vars, values, edges, value_of, var_of }
    }

    /// Finds a value for each variable; false if there are not enough.
    fn matched(&mut self) -> bool {
        let mut seen = vec![NONE; self.values.len()];
        for var in 0..self.vars.len() {
            if !self.augment(var, &mut seen) {
                return false;
            }
        }
        true
    }

    /// Looks for an alternating path from a variable without a value, without recursion.
    fn augment(&mut self, start: usize, seen: &mut [usize]) -> bool {
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some((var, next)) = path.last_mut() {
            let var = *var;
            let Some(value) = self.edges[var].get(*next).copied() else {
                path.pop();
                continue;
            };
            *next += 1;
            if seen[value] == start {
                continue;
            }
            seen[value] = start;
            let owner = self.var_of[value];
            if owner != NONE {
                path.push((owner, 0));
                continue;
            }
            // Each variable of the path takes the value it looked at last.
            for (var, next) in path {
                let value = self.edges[var][next - 1];
                self.value_of[var] = value;
                self.var_of[value] = var;
            }
            return true;
        }
        false
    }

    /// The strongly connected component of each variable and value, and the values that can be
    /// reached from a value nobody has.
    fn components(&self) -> (Vec<usize>, Vec<bool>) {
        let count = self.vars.len();
        let total = count + self.values.len();
        // A variable points to its value; a value points to the variables that may have it instead.
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); total];
        for (var, values) in self.edges.iter().enumerate() {
            for value in values {
                if self.value_of[var] == *value {
                    out[var].push(count + value);
                } else {
                    out[count + value].push(var);
                }
            }
        }
        let mut reached = vec![false; self.values.len()];
        let mut pending: Vec<usize> =
            (0..self.values.len()).filter(|value| self.var_of[*value] == NONE).collect();
        while let Some(value) = pending.pop() {
            if std::mem::replace(&mut reached[value], true) {
                continue;
            }
            for var in &out[count + value] {
                pending.push(self.value_of[*var]);
            }
        }
        (strong(&out), reached)
    }
}

/// Numbers of strongly connected components, without recursion.
fn strong(out: &[Vec<usize>]) -> Vec<usize> {
    let total = out.len();
    let (mut index, mut low) = (vec![NONE; total], vec![0; total]);
    let mut component = vec![NONE; total];
    let (mut stack, mut counter, mut components) = (Vec::new(), 0, 0);
    for start in 0..total {
        if index[start] != NONE {
            continue;
        }
        let mut work = vec![(start, 0)];
        while let Some((node, next)) = work.pop() {
            if next == 0 {
                (index[node], low[node]) = (counter, counter);
                counter += 1;
                stack.push(node);
            }
            if let Some(&other) = out[node].get(next) {
                work.push((node, next + 1));
                if index[other] == NONE {
                    work.push((other, 0));
                } else if component[other] == NONE {
                    low[node] = low[node].min(index[other]);
                }
                continue;
            }
            if low[node] == index[node] {
                while let Some(top) = stack.pop() {
                    component[top] = components;
                    if top == node {
                        break;
                    }
                }
                components += 1;
            }
            if let Some((parent, _)) = work.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    component
}
