//! Errors as ISO terms, and the search for their catcher.

use super::{Machine, Res, Retry, Stop};
use crate::atoms;
use crate::boxes;
use crate::cell::{self, Cell};
use crate::db::Db;
use crate::flat::{self, Room};
use crate::op;

/// Code at the start of segment 0 that frames and choice points return to.
pub(crate) const STUBS: [u8; 5] =
    [op::STOP, op::ANSWER, op::CATCH_EXIT, op::TABLE_ANSWER, op::PROCEED];
pub(crate) const STUB_ANSWER: u64 = 1;
pub(crate) const STUB_CATCH_EXIT: u64 = 2;
pub(crate) const STUB_TABLE_ANSWER: u64 = 3;

impl Machine {
    /// `error(Formal, _)` as something to throw.
    pub(crate) fn error(&mut self, formal: Cell) -> Stop {
        let context = self.fresh();
        Stop::Throw(boxes::compound(&mut self.heap, atoms::ERROR, &[formal, context]))
    }

    pub(crate) fn error_with(&mut self, formal: Cell, context: Cell) -> Stop {
        Stop::Throw(boxes::compound(&mut self.heap, atoms::ERROR, &[formal, context]))
    }

    pub(crate) fn instantiation_error(&mut self) -> Stop {
        self.error(cell::atom(atoms::INSTANTIATION_ERROR))
    }

    fn error2(&mut self, kind: u32, what: u32, culprit: Cell) -> Stop {
        let formal = boxes::compound(&mut self.heap, kind, &[cell::atom(what), culprit]);
        self.error(formal)
    }

    pub(crate) fn type_error(&mut self, expected: u32, culprit: Cell) -> Stop {
        self.error2(atoms::TYPE_ERROR, expected, culprit)
    }

    pub(crate) fn domain_error(&mut self, expected: u32, culprit: Cell) -> Stop {
        self.error2(atoms::DOMAIN_ERROR, expected, culprit)
    }

    pub(crate) fn existence_error(&mut self, kind: u32, culprit: Cell) -> Stop {
        self.error2(atoms::EXISTENCE_ERROR, kind, culprit)
    }

    pub(crate) fn representation_error(&mut self, what: u32) -> Stop {
        let formal =
            boxes::compound(&mut self.heap, atoms::REPRESENTATION_ERROR, &[cell::atom(what)]);
        self.error(formal)
    }

    pub(crate) fn evaluation_error(&mut self, what: u32) -> Stop {
        let formal = boxes::compound(&mut self.heap, atoms::EVALUATION_ERROR, &[cell::atom(what)]);
        self.error(formal)
    }

    pub(crate) fn permission_error(&mut self, action: u32, kind: u32, culprit: Cell) -> Stop {
        let args = [cell::atom(action), cell::atom(kind), culprit];
        let formal = boxes::compound(&mut self.heap, atoms::PERMISSION_ERROR, &args);
        self.error(formal)
    }

    /// `Name/Arity`.
    pub(crate) fn indicator(&mut self, name: u32, arity: usize) -> Cell {
        let args = [cell::atom(name), cell::small(arity as i64)];
        boxes::compound(&mut self.heap, atoms::SLASH, &args)
    }

    /// The error for calling a procedure that does not exist.
    pub(crate) fn unknown_procedure(&mut self, name: u32, arity: usize) -> Stop {
        let indicator = self.indicator(name, arity);
        let args = [cell::atom(atoms::PROCEDURE), indicator];
        let formal = boxes::compound(&mut self.heap, atoms::EXISTENCE_ERROR, &args);
        self.error_with(formal, indicator)
    }

    /// Unwinds to the newest active `catch/3` whose catcher unifies with the ball; returns where to
    /// go on, with the recovery goal in register 0.
    pub(crate) fn recover(&mut self, db: &mut Db, ball: Cell) -> Res<u64> {
        let room = self.room();
        let room = Room { words: room.words.saturating_add(64), ..room };
        let Some(words) = flat::flatten(&self.heap, ball, room) else {
            return Err(self.over());
        };
        self.woken.clear();
        self.fd_forget();
        let mut frame = self.e;
        while let Some(choice) = self.choices.last().copied() {
            self.undo_to(choice.trail as usize);
            if choice.retry == Retry::Bottom {
                self.heap.truncate(choice.heap as usize);
                let ball = flat::unflatten(&mut self.heap, &words);
                return Err(Stop::Throw(ball));
            }
            if let Retry::Generator(table) = choice.retry {
                self.tables.abandon(table);
            }
            let level = self.choices.len() - 1;
            if matches!(choice.retry, Retry::Catch | Retry::Cleanup) {
                while frame > choice.stack_top as usize {
                    frame = self.stack[frame] as usize;
                }
            }
            if choice.retry == Retry::Catch && frame == choice.stack_top as usize {
                self.heap.truncate(choice.heap as usize);
                let (catcher, recovery) =
                    (self.saved[choice.args() + 1], self.saved[choice.args() + 2]);
                self.e = choice.e as usize;
                self.cp = choice.cp;
                self.undefined = choice.undefined;
                let mark = self.trail.len();
                self.hb = usize::MAX;
                let ball = flat::unflatten(&mut self.heap, &words);
                if self.unify(ball, catcher) {
                    self.cut_to(level);
                    self.drop_needless_trail(mark);
                    self.x[0] = recovery;
                    return Ok(db.call_slot());
                }
                self.undo_to(mark);
            }
            self.cut_to(level);
            if !self.due.is_empty() {
                // The first ball is the one that counts.
                self.e = choice.e as usize;
                match self.clean_up(db) {
                    Ok(()) | Err(Stop::Throw(_)) => {}
                    Err(other) => return Err(other),
                }
            }
        }
        Err(Stop::Throw(ball))
    }

    /// After a commit, keeps only trail entries that older choice points need.
    fn drop_needless_trail(&mut self, from: usize) {
        self.hb = self.choices.last().map_or(0, |choice| choice.heap as usize);
        let hb = self.hb as u64;
        let kept: Vec<u64> = self.trail.drain(from..).filter(|entry| *entry >> 2 < hb).collect();
        self.trail.extend(kept);
    }
}
