//! The weather, which `it` may mean without having been mentioned.

use super::super::closed::{MONTHS, WEEKDAYS};
use super::super::lexicon::entry;
use super::super::syntax::{Complement, Determiner, Np, Verb, Vp};
use super::foretold::is_foretold;

/// `it rains`, `it is snowing`
pub(super) fn is_weather(subject: &Np, vp: &Vp) -> bool {
    const WEATHER: &[&str] = &["rain", "snow", "hail", "drizzle", "thunder"];
    let about = |verb: &Verb| WEATHER.contains(&verb.lemma.as_str()) && verb.objects.is_empty();
    let weather = match vp {
        Vp::Do(verb) => about(verb),
        Vp::Be(Complement::Act(verb)) => about(verb),
        Vp::Not(inner) => return is_weather(subject, inner),
        Vp::Under(word, _, inner) if is_foretold(word) => return is_weather(subject, inner),
        Vp::Join(..) | Vp::Under(..) | Vp::Be(_) | Vp::Normally(_) => false,
    };
    weather && *subject == Np::Pronoun("it".to_owned())
}

/// `it is cold`, when nothing else is meant by `it`
pub(super) fn is_felt(subject: &Np, vp: &Vp) -> bool {
    const FELT: &[&str] = &[
        "cold", "hot", "warm", "cool", "sunny", "rainy", "windy", "cloudy", "foggy", "snowy",
        "stormy", "dark", "late", "early",
    ];
    match vp {
        Vp::Be(Complement::Adjective(adjective)) => {
            let felt = adjective.words.last().is_some_and(|word| FELT.contains(&word.as_str()));
            felt && adjective.governs.is_empty() && *subject == Np::Pronoun("it".to_owned())
        }
        Vp::Not(inner) => is_felt(subject, inner),
        Vp::Under(word, _, inner) if is_foretold(word) => is_felt(subject, inner),
        Vp::Join(..) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => false,
    }
}
