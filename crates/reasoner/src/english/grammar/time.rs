//! Phrases of time after a noun: whether they can belong to it or only to what is said.

use super::super::lexicon::entry;
use super::super::syntax::{Complement, Determiner, Np};
use super::modifier::is_time;
use super::phrase::is_period;

/// `on Sundays`, `in the morning`, `for ten years`, `since 2013`: when something is so or how long.
pub(super) fn tells_when(complement: &Complement) -> bool {
    let Complement::At(preposition, np) = complement else { return false };
    let year = matches!(np, Np::Name(_)) && preposition == "in";
    let lasts = |np: &Np| {
        matches!(np, Np::Nominal(n)
            if matches!(n.determiner, Determiner::A | Determiner::Amount(_) | Determiner::Bare)
                && n.noun.as_deref().is_some_and(is_period))
    };
    match preposition.as_str() {
        "since" | "until" => true,
        "for" => lasts(np),
        _ => is_time(complement) && !year,
    }
}

/// What has a time of its own: `the meeting on Monday`, `a ticket for a week`.
pub(super) fn has_its_time(noun: &str) -> bool {
    const TIMED: &[&str] = &[
        "appointment",
        "bus",
        "class",
        "concert",
        "conference",
        "contract",
        "course",
        "event",
        "exam",
        "flight",
        "game",
        "interview",
        "job",
        "journey",
        "lease",
        "lecture",
        "lesson",
        "match",
        "night",
        "party",
        "pass",
        "race",
        "service",
        "session",
        "shift",
        "show",
        "star",
        "test",
        "ticket",
        "train",
        "trip",
        "visa",
        "visit",
        "walk",
        "war",
        "work",
    ];
    is_period(noun)
        || TIMED.contains(&noun)
        || ["ing", "ion", "ment"].iter().any(|ending| noun.ends_with(ending))
}

/// Where people are and go: `in the park before the cinema` tells two places, not one.
pub(super) fn is_place(noun: &str) -> bool {
    const PLACES: &[&str] = &[
        "airport",
        "bank",
        "bar",
        "bathroom",
        "bedroom",
        "building",
        "cafe",
        "church",
        "cinema",
        "club",
        "college",
        "factory",
        "garden",
        "gym",
        "hall",
        "hallway",
        "hospital",
        "hotel",
        "house",
        "kitchen",
        "library",
        "market",
        "museum",
        "office",
        "park",
        "pool",
        "pub",
        "restaurant",
        "room",
        "school",
        "shop",
        "stadium",
        "station",
        "store",
        "theater",
        "theatre",
        "university",
        "zoo",
    ];
    PLACES.contains(&noun) || entry(noun).is_some_and(|e| e.place)
}
