//! Quotations put into sentences: who wrote them and where, and nothing else.

use crate::corpus::Place;
use crate::profile::Profile;

use super::Quote;
use super::written::Said;

/// The answer's text.
pub(super) fn answer(profile: &Profile, quotes: &[Quote]) -> String {
    let mut text = String::new();
    let mut before: Option<&Place> = None;
    for quote in quotes {
        let lead = lead(profile, before, &quote.place);
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&format!("{lead}: “{}”", quote.text));
        before = Some(&quote.place);
    }
    text
}

/// Sentences that a model drafted, each with the place it rests on.
pub(super) fn written(said: &[Said]) -> String {
    let sentences = said.iter().map(|(say, quote)| {
        let place = &quote.place;
        let location = place.locator();
        let comma = if location.is_empty() { "" } else { ", " };
        let say = say.trim_end_matches(['.', ' ']);
        format!("{say} ({}{comma}{location}).", place.source)
    });
    sentences.collect::<Vec<_>>().join(" ")
}

fn lead(profile: &Profile, before: Option<&Place>, place: &Place) -> String {
    let first = before.is_none();
    let own = profile.speaks_as_author();
    let same = before.is_some_and(|before| before.source == place.source);
    let location = place.locator();
    if same {
        let same_page = before.is_some_and(|before| before.locator() == location);
        let there =
            if same_page || location.is_empty() { "also there".to_owned() } else { location };
        return capital(&there);
    }
    let source = if location.is_empty() {
        place.source.clone()
    } else {
        format!("{}, {location}", place.source)
    };
    match (first, own) {
        (true, true) => format!("As I wrote in {source}"),
        (false, true) => format!("And in {source}"),
        (true, false) => format!("From {source}"),
        (false, false) => format!("And from {source}"),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
