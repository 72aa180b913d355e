//! Words looked up lately, kept per thread: parsing asks for the same few words again and again.
//! It knows nothing of what is kept.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

/// Words kept at most; then it starts anew.
const MOST: usize = 8192;

/// What was found for words, by word.
pub(crate) struct Recent<T>(RefCell<FxHashMap<Box<str>, T>>);

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self(RefCell::new(FxHashMap::default()))
    }
}

impl<T: Clone> Recent<T> {
    /// What `find` finds for a word, found once.
    pub(crate) fn get(&self, word: &str, find: impl FnOnce() -> T) -> T {
        if let Some(known) = self.0.borrow().get(word) {
            return known.clone();
        }
        let found = find();
        let mut known = self.0.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(word.into(), found.clone());
        found
    }
}
