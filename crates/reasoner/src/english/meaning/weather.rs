//! The weather, which `it` may mean without having been mentioned.

use super::super::closed::{MONTHS, WEEKDAYS};
use super::super::gender;
use super::super::lexicon::entry;
use super::super::morphology::noun_forms;
use super::super::syntax::{Complement, Determiner, Np, Verb, Vp};
use super::foretold::is_foretold;
use crate::logic::Term;

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

/// Whether `it` cannot mean this thing: a person by name, or several of a kind.
pub(super) fn is_never_felt(term: &Term) -> bool {
    let Term::Constant(name) = term else { return false };
    let several = |(_, plural): &(String, bool)| *plural;
    gender::is_given(name) || !name.starts_with("the_") && noun_forms(name).iter().any(several)
}

/// What is said of doing something.
const JUDGED: &str = "acceptable advisable allowed bad best better boring common crucial cruel customary \
    dangerous difficult easy enough essential exciting fine forbidden foolish fun good great \
    hard healthy helpful illegal important impolite impossible interesting kind legal lovely \
    mandatory necessary nice normal ok okay permitted pleasant polite possible prohibited \
    required right risky rude safe sad silly smart strange stupid tough unhealthy unsafe \
    unusual unwise useful useless usual wise wonderful wrong";

/// What a day or a part of one is called.
const DAYS: &str = "afternoon birthday day evening holiday midnight morning night noon season spring summer \
    autumn weekday weekend winter";

fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// `it is forbidden to smoke`, `it is a holiday`: nothing that was mentioned is meant.
pub(super) fn is_impersonal(subject: &Np, vp: &Vp) -> bool {
    if *subject != Np::Pronoun("it".to_owned()) {
        return false;
    }
    let judged = |words: &str| words.ends_with("_to") && words.split('_').any(|w| has(JUDGED, w));
    let day = |name: &str| {
        let name = name.to_lowercase();
        let clock = [" am", " pm", " o'clock"].iter().any(|half| name.ends_with(half));
        clock || WEEKDAYS.contains(&name.as_str()) || MONTHS.contains(&name.as_str())
    };
    // `forbidden to smoke`, with `smoke` taken for a noun
    let action = |np: &Np| {
        matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare
        && !n.plural
        && n.noun.as_deref().and_then(entry).is_some_and(|e| e.verb.is_some()))
    };
    let acts = |phrases: &[(String, Np)]| phrases.iter().any(|(p, np)| p == "to" && action(np));
    match vp {
        Vp::Be(Complement::Adjective(a)) => {
            acts(&a.governs) && a.words.last().is_some_and(|word| has(JUDGED, word))
        }
        Vp::Be(Complement::Act(verb)) => {
            let done = verb.passive.as_deref();
            acts(&verb.phrases) && done.is_some_and(|word| has(JUDGED, word))
        }
        Vp::Not(inner) | Vp::Normally(inner) => is_impersonal(subject, inner),
        Vp::Under(words, _, inner) => judged(words) || is_impersonal(subject, inner),
        Vp::Be(Complement::Under(words, ..)) => judged(words),
        Vp::Be(Complement::Np(Np::Name(name))) => day(name),
        Vp::Be(Complement::Np(Np::Nominal(n))) => {
            let open = matches!(n.determiner, Determiner::A | Determiner::Bare | Determiner::No);
            open && n.noun.as_deref().is_some_and(|noun| has(DAYS, noun) || day(noun))
        }
        Vp::Join(_, parts) => parts.iter().any(|part| is_impersonal(subject, part)),
        Vp::Be(_) | Vp::Do(_) => false,
    }
}
