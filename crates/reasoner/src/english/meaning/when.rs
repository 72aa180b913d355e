//! Phrases that say when: `by 1990`, `by Monday`, `by the end of the year`.

use super::super::closed::{MONTHS, WEEKDAYS};
use super::super::syntax::{Determiner, Np};

const TIMES: &[&str] = &[
    "afternoon",
    "autumn",
    "century",
    "date",
    "dawn",
    "day",
    "deadline",
    "decade",
    "dusk",
    "evening",
    "lunchtime",
    "midnight",
    "month",
    "morning",
    "night",
    "noon",
    "season",
    "spring",
    "summer",
    "sunrise",
    "sunset",
    "time",
    "weekend",
    "winter",
    "year",
];

/// Months that are names of people too.
const NAMES: &[&str] = &["april", "august", "june", "may"];

/// Whether a phrase after `by` is a time.
pub(super) fn is_when(np: &Np) -> bool {
    match np {
        Np::Name(name) => is_date(&name.to_lowercase()),
        Np::Nominal(nominal) => {
            let Some(noun) = nominal.noun.as_deref() else { return false };
            let head = noun.rsplit(' ').next().unwrap_or(noun);
            let edge = ["end", "beginning", "start", "middle", "turn"].contains(&head);
            let counted = matches!(nominal.determiner, Determiner::Amount(_));
            !counted && (TIMES.contains(&head) || WEEKDAYS.contains(&head))
                || counted && ["am", "pm"].contains(&noun)
                || edge && !nominal.modifiers.is_empty()
        }
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    }
}

/// `May`: a month or somebody of that name.
pub(super) fn is_month_or_name(np: &Np) -> bool {
    matches!(np, Np::Name(name) if NAMES.contains(&name.to_lowercase().as_str()))
}

/// `30`, `3.5`, `Monday`, `5 o'clock`, `3 May 2020`: what something amounts to or when it is, and
/// never a thing that it is.
pub(super) fn is_value(np: &Np) -> bool {
    let Np::Name(name) = np else { return false };
    let number = name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_digit() || ".,:%".contains(c));
    number || is_date(&name.to_lowercase())
}

fn is_date(name: &str) -> bool {
    let mut words = name.split(' ');
    let number = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == ':');
    let dated = |word: &str| {
        number(word) || MONTHS.contains(&word) || ["am", "pm", "o'clock"].contains(&word)
    };
    let day = |word: &str| WEEKDAYS.contains(&word.trim_end_matches('s'));
    words.all(|word| dated(word) || day(word)) && !NAMES.contains(&name)
}
