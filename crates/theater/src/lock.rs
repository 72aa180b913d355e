//! Locks whose poison is ignored: what they guard is replaced whole, never left half changed.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `mutex`, whatever happened to the thread that held it last.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
