//! Quotations put into sentences: who wrote them and where, and nothing else.

use crate::corpus::Place;
use crate::profile::Profile;

use super::Quote;
use super::written::Said;

/// How sure what is quoted answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// It does.
    Answering,
    /// It is only about the same thing.
    Doubting,
}

/// The answer's text.
pub(super) fn answer(profile: &Profile, tone: Tone, quotes: &[Quote]) -> String {
    let mut text = opening(profile, tone);
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
pub(super) fn written(profile: &Profile, tone: Tone, said: &[Said]) -> String {
    let sentences = said.iter().map(|(say, quote)| {
        let say = say.trim_end_matches(['.', ' ']);
        format!("{say} ({}).", place(&quote.place))
    });
    let opening = opening(profile, tone);
    let space = if opening.is_empty() { "" } else { " " };
    format!("{opening}{space}{}", sentences.collect::<Vec<_>>().join(" "))
}

/// What goes before the quotations: nothing, or that they do not say what was asked.
fn opening(profile: &Profile, tone: Tone) -> String {
    match tone {
        Tone::Answering => String::new(),
        Tone::Doubting => format!("{} do not say this. The nearest they come:", writings(profile)),
    }
}

/// What the corpus is called in a sentence.
pub(super) fn writings(profile: &Profile) -> String {
    if profile.speaks_as_author() {
        "My writings".to_owned()
    } else {
        format!("The writings of {}", profile.name)
    }
}

fn lead(profile: &Profile, before: Option<&Place>, place: &Place) -> String {
    let first = before.is_none();
    let own = profile.speaks_as_author();
    // Two works may share a title, and then they are named apart.
    let same = before.is_some_and(|before| before.source_number == place.source_number);
    let location = place.locator();
    if same {
        let same_page = before.is_some_and(|before| before.locator() == location);
        let there =
            if same_page || location.is_empty() { "also there".to_owned() } else { location };
        return capital(&there);
    }
    let source = self::place(place);
    match (first, own) {
        (true, true) => format!("As I wrote in {source}"),
        (false, true) => format!("And in {source}"),
        (true, false) => format!("From {source}"),
        (false, false) => format!("And from {source}"),
    }
}

/// A work and where in it, for people.
pub(super) fn place(place: &Place) -> String {
    let location = place.locator();
    let comma = if location.is_empty() { "" } else { ", " };
    format!("{}{comma}{location}", place.source)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
