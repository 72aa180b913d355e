//! The gates a drafted sentence passes before anybody reads it: it may leave words of its source
//! out, and it may not bring any in.
//!
//! Everything here is decided by the sentence and the one source sentence it names; no model and
//! no corpus is asked.

use std::collections::BTreeSet;

use crate::words::{Terms, Word, squeezed, words};

use super::support::support;

/// Words that may be brought in: they say nothing by themselves.
const FREE: [&str; 20] = [
    "a", "an", "the", "and", "that", "is", "are", "was", "were", "be", "been", "being", "has",
    "have", "had", "do", "does", "did", "also", "then",
];

/// Words that must not be left out when a sentence is shortened.
const KEPT: &str = "abolish alleged allegedly almost apparently appear appears argue argued argues \
assume assumed avoid avoided ban banned barely believe believed believes but cannot cease ceased \
claim claimed claims contrary could denied denies deny despite doubt doubted except fail failed \
fails fake false falsely few fewer forbade forbid forbidden former hardly if imagine imagined \
impossible improbable incorrect lack lacked lacking less likely little may maybe merely might \
mistake mistaken mistakenly myth nearly neither never no nobody none nor not nothing nowhere only \
opposite ought partly perhaps possibly pretend pretended prevent prevented probably rarely refuse \
refused reject rejected rumour rumor rumoured scarcely seem seemed seems seldom should \
some sometimes stop stopped suppose supposed supposedly suspect suspected think thought unlikely \
unless untrue usually when whether without would wrong wrongly";

/// Denials as they are when folding has taken their apostrophe.
const DENIALS: &str = "arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt mustnt neednt \
shouldnt wasnt werent wont wouldnt";

/// Marks and words between which a sentence changes its subject.
const JOINTS: [&str; 12] = [
    "and", "but", "or", "nor", "while", "whereas", "who", "which", "that", "because", "although",
    "yet",
];

/// Beginnings that only say that somebody wrote something; they are taken off.
const LEADS: [&str; 14] = [
    "as i wrote, ",
    "as i noted, ",
    "as i explained, ",
    "as i discussed, ",
    "i wrote that ",
    "i noted that ",
    "i explained that ",
    "the author writes that ",
    "the author notes that ",
    "according to the text, ",
    "according to the handbook, ",
    "the text says that ",
    "the writings say that ",
    "the handbook says that ",
];

/// Why a drafted sentence is not said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It names no sentence of those it was given.
    #[error("it names no source")]
    NoSource,
    /// It says nothing.
    #[error("it says nothing")]
    Empty,
    /// A quotation in it is not in its source.
    #[error("the quotation `{0}` is not in the source")]
    Quotation(String),
    /// A number in it is not in its source.
    #[error("the number `{0}` is not in the source")]
    Number(String),
    /// A name in it is not in its source.
    #[error("the name `{0}` is not in the source")]
    Name(String),
    /// Another word in it is not in its source.
    #[error("the word `{0}` is not in the source")]
    Word(String),
    /// A word that turns the meaning was left out.
    #[error("the word `{0}` of the source is left out, which turns its meaning")]
    LeftOut(String),
    /// The words stand in another order.
    #[error("the words stand in another order than in the source")]
    Order,
    /// Parts that speak of different things were joined.
    #[error("it joins parts of the source that do not belong together")]
    Joined,
    /// Too little of it is in the source.
    #[error("the source does not support it")]
    Unsupported,
    /// The configured network says that it does not follow.
    #[error("it does not follow from the source")]
    DoesNotFollow,
}

/// Checks a drafted sentence against one sentence of the corpus.
pub fn check(sentence: &str, source: &str) -> Result<(), Fault> {
    let mut stemmer = Terms::new();
    let said = meaningful(sentence, &mut stemmer);
    let written = meaningful(source, &mut stemmer);
    if said.is_empty() {
        return Err(Fault::Empty);
    }
    quotations(sentence, source)?;
    nothing_new(&said, &written)?;
    nothing_turned(sentence, source)?;
    in_order(&said, &written, source)?;
    if support(sentence, &[source]).holds() { Ok(()) } else { Err(Fault::Unsupported) }
}

/// A drafted sentence without the words that only say that somebody wrote it.
pub(crate) fn without_lead(sentence: &str) -> String {
    let sentence = sentence.trim();
    let folded = sentence.to_ascii_lowercase();
    let lead = LEADS.iter().find(|lead| folded.starts_with(**lead));
    let rest = sentence.get(lead.map_or(0, |lead| lead.len())..).unwrap_or_default();
    let mut letters = rest.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A word that counts.
struct Meaningful {
    term: String,
    written: String,
    name: bool,
    at: usize,
}

fn meaningful(text: &str, stemmer: &mut Terms) -> Vec<Meaningful> {
    let counts = |word: &Word| !FREE.contains(&word.folded.as_str());
    let mut first = true;
    let mut found = Vec::new();
    for word in words(text) {
        let capital = text[word.span.clone()].starts_with(char::is_uppercase) && !first;
        first = false;
        if counts(&word) {
            found.push(Meaningful {
                term: stemmer.of(&number(&word.folded)).to_owned(),
                written: text[word.span.clone()].to_owned(),
                name: capital,
                at: word.span.start,
            });
        }
    }
    found
}

fn stays(folded: &str) -> bool {
    KEPT.split_whitespace().chain(DENIALS.split_whitespace()).any(|word| word == folded)
}

/// A number without the marks that group its digits, and small number words as digits.
fn number(folded: &str) -> String {
    const NAMES: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    if folded.starts_with(|letter: char| letter.is_ascii_digit()) {
        return folded.replace(',', "");
    }
    let place = NAMES.iter().skip(2).position(|name| *name == folded);
    place.map_or_else(|| folded.to_owned(), |place| (place + 2).to_string())
}

fn quotations(sentence: &str, source: &str) -> Result<(), Fault> {
    let source = format!(" {} ", squeezed(source));
    let straight = sentence.replace(['“', '”', '«', '»'], "\"");
    for quotation in straight.split('"').skip(1).step_by(2) {
        if !source.contains(&format!(" {} ", squeezed(quotation))) {
            return Err(Fault::Quotation(quotation.to_owned()));
        }
    }
    Ok(())
}

fn nothing_new(said: &[Meaningful], written: &[Meaningful]) -> Result<(), Fault> {
    let known: BTreeSet<&str> = written.iter().map(|word| word.term.as_str()).collect();
    let Some(new) = said.iter().find(|word| !known.contains(word.term.as_str())) else {
        return Ok(());
    };
    let word = new.written.clone();
    Err(if new.term.bytes().any(|byte| byte.is_ascii_digit()) {
        Fault::Number(word)
    } else if new.name {
        Fault::Name(word)
    } else {
        Fault::Word(word)
    })
}

/// Denials, doubts and limits of the source stay, as often as they stand there.
fn nothing_turned(sentence: &str, source: &str) -> Result<(), Fault> {
    let kept = |text: &str| -> Vec<String> {
        let mut found: Vec<_> = words(text).map(|it| it.folded).filter(|it| stays(it)).collect();
        found.sort_unstable();
        found
    };
    let (said, written) = (kept(sentence), kept(source));
    if said == written {
        return Ok(());
    }
    let missing = written.iter().find(|word| {
        let count = |list: &[String]| list.iter().filter(|it| it == word).count();
        count(&said) < count(&written)
    });
    // What the sentence has more often than its source is as wrong as what it lacks.
    let word = missing.or_else(|| said.iter().find(|word| !written.contains(word)));
    Err(Fault::LeftOut(word.or(said.first()).cloned().unwrap_or_default()))
}

/// The words stand in the source in the same order, and what lies between them joins no two parts.
fn in_order(said: &[Meaningful], written: &[Meaningful], source: &str) -> Result<(), Fault> {
    // Of all ways to find the words in order, the one that starts last has the fewest gaps.
    let starts = (0..written.len()).filter(|at| written[*at].term == said[0].term);
    let mut fault = Fault::Order;
    for start in starts {
        match follow(said, &written[start..], source) {
            Ok(()) => return Ok(()),
            Err(Fault::Joined) => fault = Fault::Joined,
            Err(_) => {}
        }
    }
    Err(fault)
}

fn follow(said: &[Meaningful], written: &[Meaningful], source: &str) -> Result<(), Fault> {
    let mut at = 0;
    let mut before: Option<&Meaningful> = None;
    for word in said {
        let found = written.get(at..).unwrap_or_default().iter();
        let skipped = found.take_while(|it| it.term != word.term).count();
        let Some(here) = written.get(at + skipped) else { return Err(Fault::Order) };
        if let Some(before) = before.filter(|_| skipped > 0)
            && joins(&source[before.at + before.written.len()..here.at])
        {
            return Err(Fault::Joined);
        }
        before = Some(here);
        at += skipped + 1;
    }
    Ok(())
}

/// Whether a stretch of the source leads from one part of a sentence to another.
fn joins(between: &str) -> bool {
    between.contains([',', ';', ':', '(', ')', '—', '–', '.', '?', '!'])
        || words(between).any(|word| JOINTS.contains(&word.folded.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "In 1483 the herders of Törbel wrote such rules down, and Zurich did not fine anybody.";

    #[test]
    fn a_sentence_may_only_leave_words_out() {
        let source =
            "In Törbel, a Swiss village, the herders wrote such strict rules down in 1483.";
        for fine in [
            "In Törbel, a Swiss village, the herders wrote such strict rules down in 1483.",
            "The herders wrote such rules down in 1483.",
            "As I wrote, the herders wrote “such strict rules” down.",
        ] {
            assert_eq!(check(&without_lead(fine), source), Ok(()), "{fine}");
        }
    }

    #[test]
    fn each_kind_of_lie_is_named() {
        for (lie, fault) in [
            ("", Fault::Empty),
            ("In 1484 the herders of Törbel did not write rules.", Fault::Number("1484".into())),
            ("The herders of Geneva wrote no rules.", Fault::Name("Geneva".into())),
            ("The herders burned rules.", Fault::Word("burned".into())),
            ("The herders wrote “rules of stone” down.", Fault::Quotation("rules of stone".into())),
            ("In 1483 the herders wrote such rules down.", Fault::LeftOut("not".into())),
            ("Zurich did not fine the herders.", Fault::Order),
            ("The herders of Törbel did not fine anybody.", Fault::Joined),
        ] {
            assert_eq!(check(lie, SOURCE), Err(fault), "{lie}");
        }
    }

    #[test]
    fn doubt_and_direction_stay() {
        let source = "Prices may rise before the harvest, critics claimed.";
        for lie in [
            "Prices rise before the harvest.",
            "Prices may rise after the harvest, critics claimed.",
            "Prices must rise before the harvest, critics claimed.",
            "Prices may rise before the harvest.",
            "Critics may claim prices rise before the harvest.",
        ] {
            assert!(check(lie, source).is_err(), "{lie}");
        }
        assert_eq!(check("Prices may rise before the harvest, critics claimed.", source), Ok(()));
    }
}
