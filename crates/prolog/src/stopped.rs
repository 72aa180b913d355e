//! What is said of a query that was stopped: which predicate was at work and what grew.

use crate::budget::{Exceeded, Grown, Limit};
use crate::convert;
use crate::db::Db;
use crate::error::{Ball, Error};
use crate::machine::{Choice, Machine, Stop};
use crate::messages::{self, Nearest};
use crate::pred::Kind;
use crate::term::{Term, View};
use crate::writer;
use rustc_hash::FxHashMap;

/// Frames looked at for the predicate that nests.
const LOOKED_AT: usize = 256;

/// What a stopped machine means to the caller; nothing for `halt/0`.
pub(crate) fn stop_error(m: &Machine, db: &Db, stop: &Stop) -> Option<Error> {
    match stop {
        Stop::Throw(ball) => {
            let mut names = convert::Names::default();
            let room = m.answer_room();
            let terms = convert::to_terms(&m.heap, &db.atoms, &[*ball], &mut names, room);
            Some(match terms.and_then(|terms| terms.into_iter().next()) {
                Some(term) => {
                    let message = messages::message(&term, &nearest(db, &term));
                    Error::Thrown(Ball { term, message })
                }
                None => limit_error(m, db, m.watch.reached().unwrap_or(Limit::Cells)),
            })
        }
        Stop::Limit(limit) => Some(limit_error(m, db, *limit)),
        Stop::Halt => None,
    }
}

/// A limit, with the predicate that was at work and what grew.
pub(crate) fn limit_error(m: &Machine, db: &Db, limit: Limit) -> Error {
    let grown = match limit {
        Limit::Cells => Some(m.grown()),
        Limit::Depth => Some(Grown::Frames),
        Limit::Inferences | Limit::Answers | Limit::Wall | Limit::Output | Limit::Cancelled => None,
    };
    Error::Budget(Exceeded { limit, predicate: at_work(m, db), grown })
}

impl Machine {
    /// What takes the most room.
    fn grown(&self) -> Grown {
        let choices = self.choices.len() * (size_of::<Choice>() / 8) + self.saved.len();
        let kinds = [
            (self.heap.len(), Grown::Terms),
            (self.stack_top(), Grown::Frames),
            (choices + self.trail.len(), Grown::ChoicePoints),
            (self.bags.iter().map(Vec::len).sum(), Grown::Solutions),
            (self.tables.words, Grown::Tables),
            (self.asserted, Grown::Clauses),
            (self.named, Grown::Names),
        ];
        kinds.into_iter().max_by_key(|(words, _)| *words).map_or(Grown::Terms, |(_, kind)| kind)
    }
}

/// The program's predicate that was seen most often: in the last samples and the newest frames.
fn at_work(m: &Machine, db: &Db) -> Option<String> {
    let mut seen: FxHashMap<u32, usize> = FxHashMap::default();
    for slot in m.sampled.iter().flatten() {
        *seen.entry(*slot).or_default() += 1;
    }
    let mut returns = vec![m.cp];
    let mut e = m.e;
    while e > 0 && returns.len() < LOOKED_AT {
        returns.push(m.stack[e + 1]);
        e = m.stack[e] as usize;
    }
    let mut clauses: Vec<(u64, u32)> = Vec::new();
    for slot in db.slots() {
        let pred = db.pred(slot);
        if pred.kind == Kind::User && !pred.system && !pred.library {
            clauses.extend(pred.live(db.generation).into_iter().map(|code| (code, slot)));
        }
    }
    clauses.sort_unstable();
    for address in returns {
        let before = clauses.partition_point(|(code, _)| *code <= address);
        if let Some((code, slot)) = before.checked_sub(1).and_then(|at| clauses.get(at))
            && code >> 32 == address >> 32
        {
            *seen.entry(*slot).or_default() += 1;
        }
    }
    let own = |slot: &u32| {
        let pred = db.pred(*slot);
        pred.kind == Kind::User && !pred.system && !pred.library
    };
    let most =
        seen.iter().max_by_key(|(slot, count)| (own(slot), **count, std::cmp::Reverse(**slot)));
    most.map(|(slot, _)| indicator(db, *slot))
}

fn indicator(db: &Db, slot: u32) -> String {
    let pred = db.pred(slot);
    format!("{}/{}", writer::quote(db.atoms.name(pred.name)), pred.arity)
}

/// What may have been meant where a ball says that a procedure does not exist.
pub(crate) fn nearest(db: &Db, ball: &Term) -> Nearest {
    let View::Compound("error", parts) = ball.view() else { return Nearest::default() };
    let Some(View::Compound("existence_error", parts)) = parts.first().map(Term::view) else {
        return Nearest::default();
    };
    let [kind, what] = parts.as_slice() else { return Nearest::default() };
    if kind.name() != Some("procedure") {
        return Nearest::default();
    }
    let View::Compound("/", parts) = what.view() else { return Nearest::default() };
    let (Some(name), Some(View::Int(arity))) =
        (parts.first().and_then(Term::name), parts.get(1).map(Term::view))
    else {
        return Nearest::default();
    };
    similar(db, name, usize::try_from(arity).unwrap_or(usize::MAX))
}

/// The predicates that are most like this one.
pub(crate) fn similar(db: &Db, name: &str, arity: usize) -> Nearest {
    let mut found = Nearest::default();
    let mut best = usize::MAX;
    let most = (name.chars().count() / 3).clamp(1, 3);
    for slot in db.slots() {
        let pred = db.pred(slot);
        let own = db.atoms.name(pred.name);
        if !pred.defined || own.starts_with('$') || (&**own == name && pred.arity == arity) {
            continue;
        }
        if &**own == name {
            let shown = indicator(db, slot);
            if !found.same_name.contains(&shown) {
                found.same_name.push(shown);
            }
        } else if let Some(distance) = messages::distance(name, own, most) {
            let rank =
                distance * 4 + usize::from(pred.arity != arity) * 2 + usize::from(pred.system);
            if rank < best {
                best = rank;
                found.similar = Some(indicator(db, slot));
            }
        }
    }
    found.same_name.sort();
    found
}
