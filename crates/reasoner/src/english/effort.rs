//! What reading one sentence may take: charged for every analysis as it is made, looked at before
//! the next one is, so that time and memory are bounded whatever the grammar does. It knows nothing
//! of English.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use crate::config::SENTENCE_EFFORT;

/// Words of analyses between two looks at whether anybody still waits.
const LOOK_EVERY: usize = 4096;

/// What a step of working out a meaning costs beside an analysis of so many words.
const STEP: usize = 200;

thread_local! {
    /// What is left of the sentence that this thread reads, and of the way to the next look.
    static LEFT: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// A sentence took all there is for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spent;

/// Takes what an analysis of so many words costs. Where nothing is left, the reading ends here: by
/// unwinding, because no rule in between could do anything with an error.
pub(super) fn charge(words: usize) {
    let Some((left, until_look)) = LEFT.get() else { return };
    let cost = words + 1;
    let Some(left) = left.checked_sub(cost) else { resume_unwind(Box::new(Spent)) };
    let until_look = match until_look.checked_sub(cost) {
        Some(rest) => rest,
        None => {
            kernel::work::checkpoint();
            LOOK_EVERY
        }
    };
    LEFT.set(Some((left, until_look)));
}

/// Takes what one step of working out a meaning costs.
pub(super) fn charge_step() {
    charge(STEP);
}

/// Reads one sentence within what there is for one; a reading inside another shares with it.
pub(super) fn within<T>(read: impl FnOnce() -> T) -> Result<T, Spent> {
    if LEFT.get().is_some() {
        return Ok(read());
    }
    LEFT.set(Some((SENTENCE_EFFORT, 0)));
    let read = catch_unwind(AssertUnwindSafe(read));
    LEFT.set(None);
    read.map_err(|ended| match ended.downcast::<Spent>() {
        Ok(spent) => *spent,
        Err(other) => resume_unwind(other),
    })
}
