//! When words may be one word: stems of predicates, and constants that may name one thing.
//! It compares words and knows nothing of sentences.

use std::collections::{BTreeMap, BTreeSet};

use crate::english::closed::PREPOSITIONS;
use crate::english::lexicon::entry;
use crate::english::morphology::{Form, noun_forms, verb_forms};
use crate::postulates;

/// Constants that may be one thing: `flu` and `the_flu`, `Nadal` and `Rafa Nadal`.
pub(super) fn merged(
    constants: &BTreeSet<String>,
    names: &BTreeSet<String>,
) -> BTreeMap<String, String> {
    const PLACES: &[&str] = &["city", "town", "village", "state", "country", "island", "district"];
    let mut found = BTreeMap::new();
    let keyed: Vec<(&String, BTreeSet<String>)> =
        constants.iter().map(|name| (name, stems(name))).collect();
    for (name, words) in &keyed {
        let alike = keyed.iter().find(|(other, others)| {
            let named = names.contains(*name) && !other.starts_with("the_");
            let kinds = !names.contains(*name) && !names.contains(*other);
            let part = (named || kinds) && words.is_subset(others);
            let place = PLACES.iter().any(|place| **other == format!("the_{place}_of_{name}"));
            other != name
                && !words.is_empty()
                && ((words == others && other > name) || (part && words != others) || place)
        });
        if let Some((other, _)) = alike {
            found.insert((*name).clone(), (*other).clone());
        }
    }
    found
}

/// `Jesse` and `Jessee`: two names, or one that was mistyped. Short names often differ by a letter.
pub(super) fn one_letter_apart(one: &str, other: &str) -> bool {
    const SHORTEST: usize = 5;
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let (short, long): (Vec<char>, Vec<char>) = (short.chars().collect(), long.chars().collect());
    if short == long || short.len() < SHORTEST || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(&long).take_while(|(a, b)| a == b).count();
    let skipped = same + usize::from(short.len() == long.len());
    let letters = |of: &[char]| of.iter().all(|letter| letter.is_alphabetic() || *letter == '_');
    short[skipped..] == long[same + 1..] && letters(&short) && letters(&long)
}

/// A predicate by the stems of its words; words of grammar and degree do not count.
pub(super) fn predicate_key(name: &str) -> String {
    if place_key(name).is_some() && !name.ends_with("from") {
        return "in".to_owned();
    }
    let words: Vec<String> = stems(without_front(name)).into_iter().collect();
    if words.is_empty() { name.to_owned() } else { words.join("+") }
}

/// The predicate, if it says where something is or comes from.
pub(super) fn place_key(name: &str) -> Option<&str> {
    const PLACES: &[&str] = &["in", "at", "on", "along", "within", "inside", "part_of"];
    let known = PLACES.contains(&name) || postulates::is_placed(name);
    (known || name.ends_with("comes_from") || name == "com").then_some(name)
}

/// `chooses_to_drive_to` without its choosing.
fn without_front(name: &str) -> &str {
    let base = |rest: &str| {
        let word = rest.split('_').next().unwrap_or(rest);
        verb_forms(word).iter().any(|(_, form)| *form == Form::Base)
    };
    let mut rest = name;
    while let Some((_, after)) = rest.split_once("_to_").filter(|(_, after)| base(after)) {
        rest = after;
    }
    rest
}

pub(super) fn stems(name: &str) -> BTreeSet<String> {
    const EMPTY: &[&str] = &[
        "the",
        "be",
        "being",
        "is",
        "can",
        "could",
        "may",
        "might",
        "must",
        "should",
        "located",
        "situated",
        "often",
        "always",
        "very",
        "has",
        "does",
        "gets",
        "become",
        "becomes",
        "able",
        "available",
        "than",
        "more",
    ];
    let is_manner =
        |word: &str| word.ends_with("ly") && entry(word).is_some_and(|e| e.adverb.is_some());
    let says_little = |word: &str| {
        word.is_empty() || EMPTY.contains(&word) || PREPOSITIONS.contains(&word) || is_manner(word)
    };
    name.split('_').filter(|word| !says_little(word)).map(stem).collect()
}

/// What a word shares with others of its family: `planner` and `plans`.
pub(super) fn stem(word: &str) -> String {
    const ENDINGS: &[&str] =
        &["ation", "ness", "ment", "ing", "ion", "ist", "ers", "er", "or", "ed", "y", "e", "s"];
    if is_code(word) {
        return word.to_owned();
    }
    let lemma = verb_forms(word).first().map(|(lemma, _)| lemma.clone());
    let lemma = lemma.or_else(|| noun_forms(word).first().map(|(lemma, _)| lemma.clone()));
    let lemma = lemma.unwrap_or_else(|| word.to_owned());
    let bare = ENDINGS
        .iter()
        .find_map(|ending| lemma.strip_suffix(ending).filter(|rest| rest.chars().count() > 2));
    let bare = bare.unwrap_or(&lemma);
    let mut letters: Vec<char> = bare.chars().collect();
    if letters.len() > 3 && letters[letters.len() - 1] == letters[letters.len() - 2] {
        letters.pop();
    }
    letters.into_iter().collect()
}

/// Whether it is a code rather than a word: `p10` is not a form of `p100`.
fn is_code(word: &str) -> bool {
    word.chars().any(|letter| letter.is_ascii_digit())
}

/// Whether two predicates say the same in other forms of the same words: `plans` and `planner`,
/// `connected_to` and `connects_to`.
pub(super) fn same_form(one: &str, other: &str) -> bool {
    let words = |name: &str| name.split('_').map(family).collect::<Vec<_>>();
    one != other && words(one) == words(other)
}

/// A word by the verb it is a form of or the doer of, otherwise by its singular.
fn family(word: &str) -> String {
    if PREPOSITIONS.contains(&word) {
        return word.to_owned();
    }
    let doer = ["er", "or"].iter().find_map(|ending| doing(word.strip_suffix(ending)?));
    let verb = verb_forms(word).first().map(|(lemma, _)| lemma.clone());
    let noun = || noun_forms(word).first().map(|(lemma, _)| lemma.clone());
    doer.or(verb).or_else(noun).unwrap_or_else(|| word.to_owned())
}

/// The verb that a doer's word without its ending comes from: `plann` from `plan`.
fn doing(front: &str) -> Option<String> {
    let single = |front: &str| {
        let mut letters = front.chars().rev();
        let doubled = letters.next() == letters.next();
        doubled.then(|| front[..front.len() - 1].to_owned())
    };
    let candidates = [Some(front.to_owned()), single(front), Some(format!("{front}e"))];
    let known = |word: &String| {
        entry(word).is_some_and(|e| e.verb.is_some())
            && verb_forms(word).iter().any(|(_, form)| *form == Form::Base)
    };
    candidates.into_iter().flatten().find(known)
}

/// Whether two constants are one thing written in two ways: with and without `the`, in the singular
/// and the plural, in full and by initials.
pub(super) fn same_thing(one: &str, other: &str, is_name: &dyn Fn(&str) -> bool) -> bool {
    let bare = |name: &str| name.strip_prefix("the_").unwrap_or(name).to_owned();
    let singular = |name: &str| {
        let words = bare(name);
        let forms = words.split('_').map(|word| {
            noun_forms(word).first().map_or_else(|| word.to_owned(), |(lemma, _)| lemma.clone())
        });
        forms.collect::<Vec<_>>().join("_")
    };
    let plural_name = |one: &str, other: &str| is_name(one) && format!("{one}s") == other;
    bare(one) == bare(other)
        || singular(one) == singular(other)
        || plural_name(one, other)
        || plural_name(other, one)
        || is_name(one) && is_name(other) && (initials(one, other) || initials(other, one))
}

/// `usa` for `united_states_of_america`
fn initials(short: &str, long: &str) -> bool {
    let words = long.split('_').filter(|word| !["of", "the", "and", "for"].contains(word));
    let first: String = words.filter_map(|word| word.chars().next()).collect();
    short.chars().count() > 1 && first == short
}
