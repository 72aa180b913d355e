//! `setup_call_cleanup/3`: a choice point stands below the goal, and whatever removes it (a last
//! solution, failure, a cut, a ball) makes the clean-up due, which then runs at once.

use super::run::Start;
use super::throw::STUB_ANSWER;
use super::{Machine, Res, Retry, Stop};
use crate::budget::Limit;
use crate::builtins::Flow;
use crate::db::Db;

/// Clean-ups that may run inside each other.
const MAX_NESTED: usize = 32;

/// `'$cleanup_point'(Goal)`: from here on the end of the clause's work calls for `Goal`.
pub(crate) fn point(m: &mut Machine, _: &mut Db) -> Res<Flow> {
    m.cleanups.push(m.choices.len());
    m.push_choice(Retry::Cleanup, 1);
    Ok(Flow::True)
}

impl Machine {
    /// Runs every clean-up that is due, each to its first solution, and throws the first ball. All
    /// registers and frames are as before afterwards, so this can happen between any two
    /// instructions. The collector stays off, since registers may hold what it cannot follow.
    #[cold]
    pub(super) fn clean_up(&mut self, db: &mut Db) -> Res<()> {
        if self.nested == MAX_NESTED {
            return Err(Stop::Limit(Limit::Depth));
        }
        self.nested += 1;
        let (x, gc_at) = (self.x, self.gc_at);
        let (e, cp, b0, undefined) = (self.e, self.cp, self.b0, self.undefined);
        self.gc_at = usize::MAX;
        let due = std::mem::take(&mut self.due);
        let name = db.atoms.intern("$cleanup");
        let slot = crate::compile::Linker::slot(db, name, 1);
        let mut thrown = None;
        for goal in due {
            let level = self.choices.len();
            self.push_choice(Retry::Bottom, 0);
            self.cp = STUB_ANSWER;
            self.x[0] = goal;
            match self.run(db, Start::Exec(slot)) {
                Err(Stop::Throw(ball)) => thrown = thrown.or(Some(ball)),
                Err(other) => return Err(other),
                Ok(_) => {}
            }
            self.e = e;
            self.cut_to(level);
            if !self.due.is_empty() {
                self.clean_up(db)?;
            }
        }
        (self.x, self.gc_at) = (x, gc_at);
        (self.e, self.cp, self.b0, self.undefined) = (e, cp, b0, undefined);
        self.nested -= 1;
        thrown.map_or(Ok(()), |ball| Err(Stop::Throw(ball)))
    }
}
