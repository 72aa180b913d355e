//! Constraints over many variables: element, circuit, tuples, cumulative.

use super::domain::{Domain, INF, SUP};
use super::{Prop, Var};
use crate::atoms;
use crate::cell::{self, Cell, LST};
use crate::machine::Machine;

/// Time steps a resource profile may have.
const LONGEST: i64 = 1 << 16;

impl Machine {
    /// The cells of a proper list.
    pub(crate) fn fd_items(&self, list: Cell) -> Option<Vec<Cell>> {
        let mut items = Vec::new();
        let mut list = self.deref(list);
        while cell::tag(list) == LST {
            items.push(self.heap[cell::addr(list)]);
            list = self.deref(self.heap[cell::addr(list) + 1]);
        }
        (list == cell::atom(atoms::NIL)).then_some(items)
    }

    /// `element(Index, List, Value)`.
    pub(super) fn element(&mut self, p: usize) -> Prop {
        let args = self.fd_arguments(p);
        let (index, list, value) = (args[0], args[1], args[2]);
        let items = self.fd_items(list)?;
        let last = i64::try_from(items.len()).ok()?;
        let (index, value) = (self.fd_var(index)?, self.fd_var(value)?);
        self.fd_between(index, (1, last))?;
        let places = self.fd_domain(index).clip(1, last);
        let (wanted, mut union, mut kept) = (self.fd_domain(value), Vec::new(), Vec::new());
        for place in places.values() {
            let item = self.fd_var(items[usize::try_from(place - 1).ok()?])?;
            let common = self.fd_domain(item).meet(&wanted);
            if !common.is_empty() {
                kept.push((place, place));
                union.extend(common.0);
            }
        }
        let kept = Domain::of(kept);
        self.fd_narrow(index, &kept)?;
        self.fd_narrow(value, &Domain::of(union))?;
        if let Some(place) = kept.single() {
            let item = self.fd_var(items[usize::try_from(place - 1).ok()?])?;
            let value = self.fd_var(self.fd_arguments(p)[2])?;
            let common = self.fd_domain(item).meet(&self.fd_domain(value));
            self.fd_narrow(item, &common)?;
            self.fd_narrow(value, &common)?;
        }
        Some(())
    }

    /// The successors form one round; paths that are known may not close early.
    pub(super) fn circuit(&mut self, p: usize) -> Prop {
        let items = self.fd_items(self.fd_arguments(p)[0])?;
        let count = items.len();
        let mut next = vec![None; count];
        let mut has_before = vec![false; count];
        for (at, cell) in items.iter().enumerate() {
            if let Var::Int(value) = self.fd_var(*cell)? {
                let to = usize::try_from(value - 1).ok().filter(|to| *to < count)?;
                next[at] = Some(to);
                if std::mem::replace(&mut has_before[to], true) {
                    return None;
                }
            }
        }
        for start in 0..count {
            if has_before[start] || next[start].is_none() {
                continue;
            }
            let (mut end, mut length) = (start, 1);
            while let Some(to) = next[end] {
                end = to;
                length += 1;
            }
            if length < count {
                let var = self.fd_var(items[end])?;
                self.fd_exclude(var, i64::try_from(start).ok()? + 1)?;
            }
        }
        // A round without a beginning must be the whole.
        let mut seen = vec![false; count];
        for start in 0..count {
            let (mut at, mut length) = (start, 0);
            while !std::mem::replace(&mut seen[at], true) {
                length += 1;
                match next[at] {
                    Some(to) => at = to,
                    None => {
                        length = 0;
                        break;
                    }
                }
            }
            if length > 0 && at == start && length < count {
                return None;
            }
        }
        Some(())
    }

    /// The list is one of the tuples.
    pub(super) fn tuples(&mut self, p: usize) -> Prop {
        let args = self.fd_arguments(p);
        let (list, rows) = (self.fd_items(args[0])?, args[1]);
        let vars: Vec<Var> = list.iter().map(|cell| self.fd_var(*cell)).collect::<Option<_>>()?;
        let mut kept: Vec<Cell> = Vec::new();
        let mut found: Vec<Vec<(i64, i64)>> = vec![Vec::new(); vars.len()];
        let all = self.fd_items(rows)?;
        for row in &all {
            let values = self.fd_items(*row)?;
            let values: Vec<i64> = values
                .iter()
                .map(|cell| match self.fd_var(*cell) {
                    Some(Var::Int(value)) => Some(value),
                    _ => None,
                })
                .collect::<Option<_>>()?;
            let fits = values.len() == vars.len()
                && values.iter().zip(&vars).all(|(value, var)| self.fd_contains(*var, *value));
            if fits {
                kept.push(*row);
                for (column, value) in found.iter_mut().zip(values) {
                    column.push((value, value));
                }
            }
        }
        if kept.is_empty() {
            return None;
        }
        if kept.len() < all.len() {
            let rows = crate::boxes::list_of(&mut self.heap, &kept, cell::atom(atoms::NIL));
            self.assign(p + super::HEAD + 1, rows);
        }
        for (var, column) in vars.into_iter().zip(found) {
            self.fd_narrow(var, &Domain::of(column))?;
        }
        Some(())
    }

    /// At no time do tasks take more than there is: the parts of each that are certain are added
    /// up, and no other may start where it does not fit.
    pub(super) fn cumulative(&mut self, p: usize) -> Prop {
        let args: Vec<Cell> = self.fd_arguments(p).to_vec();
        let (_, limit) = self.fd_bounds(self.fd_var(args[0])?);
        let mut tasks = Vec::new();
        for task in args[1..].chunks(4) {
            let vars = [task[0], task[1], task[2], task[3]].map(|cell| self.fd_var(cell));
            let [Some(start), Some(length), Some(_), Some(use_)] = vars else { return None };
            tasks.push((start, length, self.fd_bounds(use_).0));
        }
        let (mut first, mut last) = (i64::MAX, i64::MIN);
        for (start, length, _) in &tasks {
            let ((a, b), (d, _)) = (self.fd_bounds(*start), self.fd_bounds(*length));
            if a == INF || b == SUP || d == INF {
                return Some(());
            }
            first = first.min(a);
            last = last.max(b + self.fd_bounds(*length).1.min(LONGEST));
        }
        if limit == SUP || first >= last || last - first > LONGEST {
            return Some(());
        }
        let span = usize::try_from(last - first).ok()?;
        if self.watch.work(span) {
            return Some(());
        }
        let mut profile = vec![0_i64; span + 1];
        for (start, length, use_) in &tasks {
            let ((a, b), (d, _)) = (self.fd_bounds(*start), self.fd_bounds(*length));
            for time in b..(a + d) {
                let at = usize::try_from(time - first).ok()?;
                if let Some(level) = profile.get_mut(at) {
                    *level += use_;
                    if *level > limit {
                        return None;
                    }
                }
            }
        }
        for (start, length, use_) in tasks {
            let ((a, b), (d, _)) = (self.fd_bounds(start), self.fd_bounds(length));
            if a == b || d <= 0 || use_ <= 0 {
                continue;
            }
            let mut lost = Vec::new();
            for time in first..last {
                let own = if time >= b && time < a + d { use_ } else { 0 };
                let level = profile[usize::try_from(time - first).ok()?] - own;
                if level + use_ > limit {
                    lost.push((time - d + 1, time));
                }
            }
            if !lost.is_empty() {
                let kept = self.fd_domain(start).meet(&Domain::of(lost).complement());
                self.fd_narrow(start, &kept)?;
            }
        }
        Some(())
    }
}
