//! The names heard so far, and the one longer name that a part of it stands for.
//! It knows how names are written and nothing of sentences.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::lexicon::entry;
use super::meaning::constant_key;

/// Names by constant, and by part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Names heard before these, shared because they are many.
    before: Option<Arc<Names>>,
    written: BTreeMap<String, String>,
    /// The constant a first or last name belongs to; nothing when there are several.
    parts: BTreeMap<String, Option<String>>,
}

impl Names {
    /// Goes on from these names without copying them.
    pub fn after(before: Arc<Self>) -> Self {
        Self { before: Some(before), ..Self::default() }
    }

    /// Takes note of a name.
    pub fn hear(&mut self, constant: &str, written: &str) {
        if self.written(constant).is_some() {
            return;
        }
        self.written.insert(constant.to_owned(), written.to_owned());
        for part in parts(written) {
            let whole = self.parts.entry(part).or_insert_with(|| Some(constant.to_owned()));
            if whole.as_deref() != Some(constant) {
                *whole = None;
            }
        }
    }

    /// As a constant was written, if it is a name.
    pub fn written(&self, constant: &str) -> Option<&str> {
        let own = self.written.get(constant).map(String::as_str);
        own.or_else(|| self.before.as_ref()?.written(constant))
    }

    /// The one longer name that was heard and that a name not heard before is a part of.
    pub fn whole(&self, constant: &str) -> Option<(&str, &str)> {
        if self.written(constant).is_some() {
            return None;
        }
        let before = self.before.as_ref().and_then(|before| before.parts.get(constant));
        let whole = match (self.parts.get(constant), before) {
            (Some(one), None) | (None, Some(one)) => one.as_deref()?,
            (Some(now), Some(then)) => now.as_deref().filter(|_| now == then)?,
            (None, None) => return None,
        };
        Some((whole, self.written(whole)?))
    }
}

/// The first and the last name of a person; nothing for names of other things.
fn parts(written: &str) -> Vec<String> {
    let words: Vec<&str> = written.split(' ').collect();
    let capital = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\''))
            && word.chars().any(char::is_lowercase)
    };
    if !(2..=3).contains(&words.len()) || !words.iter().all(capital) {
        return Vec::new();
    }
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Vec::new() };
    let is_word = |word: &str| {
        let known = entry(&word.to_lowercase()).unwrap_or_default();
        known.place || known.noun > Some(0) || known.adjective.is_some() || known.verb > Some(0)
    };
    if is_word(first) || is_word(last) {
        return Vec::new();
    }
    vec![constant_key(first), constant_key(last)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(names: &[&str]) -> Names {
        let mut all = Names::default();
        names.iter().for_each(|name| all.hear(&constant_key(name), name));
        all
    }

    #[test]
    fn a_part_stands_for_the_one_name_it_belongs_to() {
        let names = heard(&["Rafa Nadal", "Zaha Hadid", "Oxford Street"]);
        assert_eq!(names.whole("nadal"), Some(("rafa_nadal", "Rafa Nadal")));
        assert_eq!(names.whole("zaha"), Some(("zaha_hadid", "Zaha Hadid")));
        assert_eq!(names.whole("oxford"), None, "a street is no person");
        assert_eq!(heard(&["Rafa Nadal", "Toni Nadal"]).whole("nadal"), None);
        assert_eq!(heard(&["Nadal", "Rafa Nadal"]).whole("nadal"), None, "heard on its own");
    }
}
