//! Subtitles and transcripts: what was said, under the moment it was said at.

use super::html;
use super::{Extracted, TextWriter};

/// Reads SubRip, WebVTT, and transcripts whose lines begin with a time.
pub(super) fn extract(text: &str) -> Extracted {
    let mut writer = TextWriter::default();
    let mut speaker = String::new();
    for line in text.lines().map(str::trim) {
        if let Some((moment, rest)) = moment(line) {
            mark(&mut writer, &moment, rest, &mut speaker);
        } else if !is_overhead(line) {
            say(&mut writer, line, &mut speaker);
        }
    }
    writer.done()
}

/// Reads a text as a transcript, if it is one: some of its lines begin with a time, or with a name and
/// a time, and time goes on from line to line.
pub(super) fn transcript(text: &str) -> Option<Extracted> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let times: Vec<String> = lines().filter_map(stamp).map(|(time, _)| time).collect();
    let backwards = times.windows(2).filter(|pair| pair[1] < pair[0]).count();
    if times.len() < 2 || times.len() * 8 < lines().count() || backwards * 10 > times.len() {
        return None;
    }
    let mut writer = TextWriter::default();
    let mut speaker = String::new();
    for line in text.lines().map(str::trim) {
        match stamp(line) {
            Some((time, said)) => mark(&mut writer, &time, &said, &mut speaker),
            None if line.is_empty() => writer.paragraph_keeping_marks(),
            None => say(&mut writer, line, &mut speaker),
        }
    }
    Some(writer.done())
}

/// The time of a transcript's line and what is said: `[00:00:12] Bob: …`, `(0:12) …`,
/// `Bob (01:12): …`. Minutes and seconds alone may be a time of day, so they stand in brackets or alone.
fn stamp(line: &str) -> Option<(String, String)> {
    let bracketed = line.starts_with(['[', '(']);
    if let Some((time, rest)) = moment(line) {
        let hours = line.split(|letter: char| !(letter.is_ascii_digit() || letter == ':')).next();
        let hours = hours.is_some_and(|time| time.matches(':').count() == 2);
        return (bracketed || hours || rest.is_empty()).then(|| (time, rest.to_owned()));
    }
    let (name, rest) = line.split_once(['(', '['])?;
    let (time, said) = rest.split_once([')', ']'])?;
    let name = name.trim_end();
    let short = !name.is_empty() && name.len() <= 60 && name.split_whitespace().count() <= 5;
    let (time, more) = moment(time).filter(|_| short && name.starts_with(char::is_uppercase))?;
    let said = said.strip_prefix(':').or_else(|| said.is_empty().then_some(said))?;
    more.is_empty().then(|| (time, format!("{name}: {}", said.trim_start()).trim_end().to_owned()))
}

/// A line that carries no speech: numbers of cues, headers, notes.
fn is_overhead(line: &str) -> bool {
    line.is_empty()
        || line.bytes().all(|byte| byte.is_ascii_digit())
        || ["WEBVTT", "NOTE", "STYLE", "REGION"].iter().any(|word| line.starts_with(word))
}

fn mark(writer: &mut TextWriter, moment: &str, rest: &str, speaker: &mut String) {
    writer.space();
    writer.moment(moment);
    if !rest.is_empty() {
        say(writer, rest, speaker);
    }
}

/// Adds speech; another speaker begins a paragraph.
fn say(writer: &mut TextWriter, line: &str, speaker: &mut String) {
    let voice = line.strip_prefix("<v ").and_then(|rest| rest.split('>').next()).map(str::to_owned);
    let named = voice.or_else(|| {
        let (name, _) = line.split_once(": ")?;
        let short = name.len() <= 40 && name.split_whitespace().count() <= 4;
        (short && name.starts_with(char::is_uppercase)).then(|| name.to_owned())
    });
    if let Some(name) = named.filter(|name| name != speaker) {
        writer.paragraph_keeping_marks();
        *speaker = name;
    }
    writer.space();
    writer.text(&html::plain(line));
}

/// The time a line begins with, without fractions, and what follows it on the line.
fn moment(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start_matches(['[', '(']);
    let end = line.find(|letter: char| !(letter.is_ascii_digit() || ":.,".contains(letter)));
    let (time, rest) = line.split_at(end.unwrap_or(line.len()));
    let whole = time.split(['.', ',']).next().unwrap_or_default();
    let parts: Vec<&str> = whole.split(':').collect();
    let valid = (2..=3).contains(&parts.len())
        && parts.iter().all(|part| {
            (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    if !valid {
        return None;
    }
    let whole = if parts.len() == 2 { format!("00:{:0>5}", whole) } else { format!("{whole:0>8}") };
    let rest = rest.trim_start_matches([']', ')', ' ', '-', '–', '—', '\t']);
    // The end of a cue and its settings are no speech.
    let rest = if rest.starts_with('>') { "" } else { rest };
    Some((whole, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, said: &str, moments: &[&str]) {
        let found = extract(text);
        assert_eq!(found.text, said);
        let titles: Vec<_> = found.sections.iter().map(|section| section.title.as_str()).collect();
        assert_eq!(titles, moments);
    }

    #[test]
    fn cues_become_speech_at_their_moments() {
        check(
            "1\n00:00:01,000 --> 00:00:04,000\nWe studied <i>commons</i>\n\n2\n00:01:04,500 --> 00:01:06,000\nfor years.\n",
            "We studied commons for years.",
            &["00:00:01", "00:01:04"],
        );
        check(
            "WEBVTT\n\n00:05.000 --> 00:07.000 line:90%\n<v Ann>Hello &amp; welcome.\n",
            "Hello & welcome.",
            &["00:00:05"],
        );
        check(
            "[12:03] Ann: Why water?\n[12:09] Bob: It is shared.",
            "Ann: Why water?\n\nBob: It is shared.",
            &["00:12:03", "00:12:09"],
        );
    }

    #[test]
    fn transcripts_are_known_by_their_times() {
        for (text, said, moments) in [
            (
                "00:00:05 Anna: Welcome.\n00:01:12 Bob: The weir is old.",
                "Anna: Welcome.\n\nBob: The weir is old.",
                ["00:00:05", "00:01:12"],
            ),
            (
                "(0:05) Welcome.\n(1:12) The weir is old.",
                "Welcome. The weir is old.",
                ["00:00:05", "00:01:12"],
            ),
            (
                "Anna (00:05): Welcome.\n\nBob (01:12): The weir\nis old.",
                "Anna: Welcome.\n\nBob: The weir is old.",
                ["00:00:05", "00:01:12"],
            ),
            (
                "0:05\nWelcome.\n1:12\nThe weir is old.",
                "Welcome. The weir is old.",
                ["00:00:05", "00:01:12"],
            ),
        ] {
            let found = transcript(text).unwrap();
            assert_eq!(found.text, said);
            let titles: Vec<_> = found.sections.iter().map(|it| it.title.as_str()).collect();
            assert_eq!(titles, moments);
            let second = &found.text[found.sections[1].start..];
            assert!(second.trim_start().starts_with(if said.contains("Bob") {
                "Bob"
            } else {
                "The weir"
            }));
        }
        for text in [
            "The train left at\n10:30 and came at\n11:15 to the station.",
            "10:30 Breakfast\n11:00 Walk",
            "Smith (12:30): a verse that is cited once.\nMore text.",
        ] {
            assert_eq!(transcript(text), None, "{text}");
        }
    }
}
