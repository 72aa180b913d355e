//! What an avatar says of itself by its profile: who it is, and an answer to a greeting.

use crate::profile::Profile;
use crate::words::words;

use super::compose;

/// Words that a greeting has nothing but.
const GREETING: &[&str] = &[
    "hello",
    "hi",
    "hey",
    "greetings",
    "good",
    "morning",
    "afternoon",
    "evening",
    "day",
    "there",
    "welcome",
    "howdy",
    "dear",
];
/// Words that somebody says who takes leave or thanks.
const LEAVING: &[&str] =
    &["thanks", "thank", "you", "bye", "goodbye", "farewell", "night", "very", "much", "so"];
/// How many topics are named.
const NAMED: usize = 5;

/// The answer to a greeting or a farewell.
pub(super) fn courtesy(profile: &Profile, text: &str) -> Option<String> {
    let only = |list: &[&str]| {
        let mut all = words(text).peekable();
        all.peek().is_some() && all.all(|word| list.contains(&word.folded.as_str()))
    };
    let writings = compose::writings(profile);
    if only(GREETING) {
        Some(format!("Hello. {writings} are here to be asked{}.", topics(profile)))
    } else if only(LEAVING) {
        Some(format!("You are welcome. {writings} stay here to be asked."))
    } else {
        None
    }
}

/// Who speaks.
pub(super) fn introduction(profile: &Profile) -> String {
    let (name, about) = (&profile.name, profile.description.trim_end_matches('.'));
    format!(
        "This is {name}: {about}. I am not a person but a program: I answer by quoting these writings{}, and say so \
         where they do not answer.",
        topics(profile)
    )
}

fn topics(profile: &Profile) -> String {
    match profile.expertise.as_slice() {
        [] => String::new(),
        some => {
            let named: Vec<_> = some.iter().take(NAMED).map(String::as_str).collect();
            format!(", about {} for instance", named.join(", "))
        }
    }
}
