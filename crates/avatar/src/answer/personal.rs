//! Questions to the one who speaks: what is asked of `you` is answered only by what is said of oneself.
//!
//! Whether `you` is meant or only spoken to is read from the words around it.

use std::collections::HashSet;

use crate::profile::Profile;
use crate::words::{Word, is_stop_word, words};

/// What stands before a `you` that is spoken to, or that means anybody.
const SPOKEN_TO: [&str; 19] = [
    "as", "before", "can", "could", "for", "give", "if", "may", "might", "must", "once", "shall",
    "should", "tell", "thank", "when", "will", "with", "would",
];
/// What an author does: `what do you think of …` asks for a thing and not for the author.
const OF_AUTHORS: [&str; 46] = [
    "advise",
    "argue",
    "argued",
    "believe",
    "call",
    "called",
    "claim",
    "compare",
    "consider",
    "define",
    "defined",
    "describe",
    "described",
    "discuss",
    "discussed",
    "distinguish",
    "explain",
    "explained",
    "find",
    "found",
    "know",
    "known",
    "mean",
    "meant",
    "mention",
    "mentioned",
    "observe",
    "observed",
    "propose",
    "proposed",
    "recommend",
    "report",
    "reported",
    "said",
    "say",
    "see",
    "show",
    "suggest",
    "suggested",
    "teach",
    "tell",
    "think",
    "thought",
    "understand",
    "write",
    "written",
];
/// What `your` goes with where a life is asked about rather than a thought.
const OF_LIVES: [&str; 48] = [
    "address",
    "age",
    "birth",
    "birthday",
    "birthplace",
    "body",
    "boss",
    "breakfast",
    "brother",
    "brothers",
    "car",
    "cat",
    "child",
    "childhood",
    "children",
    "daughter",
    "daughters",
    "death",
    "dog",
    "dream",
    "eyes",
    "family",
    "father",
    "favorite",
    "favourite",
    "friend",
    "friends",
    "hair",
    "health",
    "height",
    "hobbies",
    "hobby",
    "home",
    "house",
    "husband",
    "job",
    "life",
    "mother",
    "name",
    "parents",
    "pet",
    "school",
    "sister",
    "sisters",
    "son",
    "wedding",
    "weight",
    "wife",
];
/// What may stand between `you` and what is done.
const BETWEEN: [&str; 6] = ["also", "already", "ever", "first", "not", "really"];
const ONESELF: [&str; 10] = ["i", "im", "ive", "me", "mine", "my", "myself", "our", "us", "we"];
/// Words for oneself alone; what is mine is another thing.
const SELF: [&str; 8] = ["i", "im", "ive", "me", "mine", "myself", "us", "we"];
/// What is said of oneself with `my`.
const OF_SELF: [&str; 9] =
    ["age", "birth", "birthday", "birthplace", "height", "home", "house", "name", "weight"];
const SOMEBODY: [&str; 5] = ["he", "her", "his", "she", "him"];
/// A sentence that has so many of the words that were asked for, and all of them, is about them.
const ENOUGH: usize = 3;

/// What a question wants to know of the one who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Personal {
    /// Nothing.
    No,
    /// What is so: `do you have children`; a product is asked in the same way.
    Now,
    /// What was so, or what belongs to a life: `where did you live`.
    Life,
    /// What somebody is: `how old are you`.
    Being,
}

/// Reads what a question wants to know of the one who speaks.
pub(super) fn personal(question: &str) -> Personal {
    let words: Vec<Word> = words(question).collect();
    let word = |at: usize| words.get(at).map_or("", |word| word.folded.as_str());
    let mut found = Personal::No;
    for at in 0..words.len() {
        let before = at.checked_sub(1).map_or("", word);
        let asked = match word(at) {
            "you" | "yourself" => of_you(&words, at),
            "your" if (1..=2).any(|on| OF_LIVES.contains(&word(at + on))) => Personal::Life,
            _ => Personal::No,
        };
        let generic = before == "do" && at.checked_sub(2).map_or("", word) == "how";
        if asked != Personal::No && !(asked == Personal::Now && generic) {
            found = if found == Personal::Life { found } else { asked };
        }
    }
    found
}

fn of_you(words: &[Word], at: usize) -> Personal {
    let word = |at: usize| words.get(at).map_or("", |word| word.folded.as_str());
    let mut next = at + 1;
    while BETWEEN.contains(&word(next)) {
        next += 1;
    }
    let before = at.checked_sub(1).map_or("", word);
    if SPOKEN_TO.contains(&before) || OF_AUTHORS.contains(&word(next)) {
        return Personal::No;
    }
    match before {
        "are" | "were" => Personal::Being,
        "did" | "was" | "have" | "had" => Personal::Life,
        "do" | "" => Personal::Now,
        _ => Personal::No,
    }
}

/// The one who speaks, as texts name that one.
pub(super) struct Oneself {
    names: HashSet<String>,
}

impl Oneself {
    /// The one whom a profile is of.
    pub(super) fn of(profile: &Profile) -> Self {
        let names = words(&profile.name).map(|word| word.folded);
        Self { names: names.filter(|name| name.len() > 2 && !is_stop_word(name)).collect() }
    }

    /// Whether a folded word is of that one's name.
    pub(super) fn is_named(&self, folded: &str) -> bool {
        self.names.contains(folded)
    }

    /// Whether a sentence, with the passage it stands in, is about that one.
    pub(super) fn is_meant(&self, sentence: &str, passage: &str) -> bool {
        let named = |text: &str| words(text).any(|word| self.names.contains(&word.folded));
        let has = |list: &[&str]| words(sentence).any(|word| list.contains(&word.folded.as_str()));
        speaks_of_oneself(sentence) || named(sentence) || has(&SOMEBODY) && named(passage)
    }

    /// Whether a sentence says what that one is, and not what something of that one's is.
    fn is_described(&self, sentence: &str, passage: &str) -> bool {
        let all: Vec<Word> = words(sentence).collect();
        let word = |at: usize| all.get(at).map_or("", |word| word.folded.as_str());
        let of_self = |at: usize| {
            SELF.contains(&word(at))
                || ["my", "our"].contains(&word(at)) && OF_SELF.contains(&word(at + 1))
        };
        // Where somebody speaks, `he` is somebody else.
        let mine = speaks_of_oneself(passage) || speaks_of_oneself(sentence);
        let named = all.iter().any(|word| self.is_named(&word.folded));
        self.is_meant(sentence, passage) && (!mine || named || (0..all.len()).any(of_self))
    }
}

/// Whether a sentence is about the one who wrote it; what others are quoted with is about them.
pub(super) fn speaks_of_oneself(sentence: &str) -> bool {
    let quoted = |at: usize| {
        let before = &sentence[..at];
        let plain = before.matches('"').count() % 2 == 1;
        plain || before.matches('“').count() > before.matches('”').count()
    };
    words(sentence).any(|word| ONESELF.contains(&word.folded.as_str()) && !quoted(word.span.start))
}

/// Whether a sentence may answer what a question wants to know of the one who speaks.
pub(super) fn may_answer(
    personal: Personal,
    oneself: &Oneself,
    (sentence, passage): (&str, &str),
    (held, asked): (usize, usize),
) -> bool {
    match personal {
        Personal::No => true,
        Personal::Life => oneself.is_meant(sentence, passage),
        Personal::Now => held == asked && held >= ENOUGH || oneself.is_meant(sentence, passage),
        Personal::Being => {
            held == asked && held >= ENOUGH || oneself.is_described(sentence, passage)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_of_somebody_is_told_from_what_somebody_is_asked() {
        for (question, expected) in [
            ("When were you born?", Personal::Being),
            ("How old are you?", Personal::Being),
            ("What is your favourite colour?", Personal::Life),
            ("Who are you?", Personal::Being),
            ("Where do you live?", Personal::Now),
            ("Do you have children?", Personal::Now),
            ("How do you approve a push?", Personal::No),
            ("What do you think of the commons?", Personal::No),
            ("Have you ever written about water?", Personal::No),
            ("What is your theory of value?", Personal::No),
            ("Could you explain what an actor is?", Personal::No),
            ("What happens if you stop the server?", Personal::No),
        ] {
            assert_eq!(personal(question), expected, "{question}");
        }
    }

    #[test]
    fn a_sentence_is_about_the_one_who_wrote_it_or_is_named_in_it() {
        let oneself = Oneself::of(&Profile::new("ann", "Ann Carter", "Letters"));
        for (sentence, passage, expected) in [
            ("I was born in Graz.", "", true),
            ("Ann was born in Graz.", "", true),
            ("She was born in Graz.", "Carter had a mill. She was born in Graz.", true),
            ("She was born in Graz.", "The queen ruled long.", false),
            ("“I was born in Kent,” said the miller.", "", false),
            ("Napoleon was born in Ajaccio.", "Carter wrote of kings.", false),
        ] {
            assert_eq!(oneself.is_meant(sentence, passage), expected, "{sentence}");
        }
        assert!(oneself.is_described("My age is 60.", "") && oneself.is_described("I am 60.", ""));
        assert!(!oneself.is_described("My cat is eleven years old.", ""));
        assert!(!oneself.is_described("He is grey.", "I am Ann. My cat sleeps. He is grey."));
    }
}
