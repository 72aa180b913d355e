//! Inflection in both directions: from a form to its lemmas, from a lemma to a form.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::words::word;

/// The form a verb stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// `eat`
    Base,
    /// `eats`
    Third,
    /// `ate`
    Past,
    /// `eaten`
    Participle,
    /// `eating`
    Gerund,
}

static IRREGULAR: &str = include_str!("../lexicon/verbs.txt");

struct Irregular {
    forms: HashMap<&'static str, Vec<(&'static str, Form)>>,
    verbs: HashMap<&'static str, (&'static str, &'static str)>,
}

static VERBS: LazyLock<Irregular> = LazyLock::new(|| {
    let mut found = Irregular { forms: HashMap::new(), verbs: HashMap::new() };
    for line in IRREGULAR.lines() {
        if let [base, past, participle] = line.split(' ').collect::<Vec<_>>()[..] {
            found.forms.entry(past).or_default().push((base, Form::Past));
            found.forms.entry(participle).or_default().push((base, Form::Participle));
            found.verbs.entry(base).or_insert((past, participle));
        }
    }
    found
});

/// The lemmas a noun's form may have, and whether it is a plural.
pub fn nouns(form: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    if form == "people" {
        return vec![("person".to_owned(), true)];
    }
    let own = word(form).unwrap_or_default();
    if let Some(lemma) = own.plural_of {
        found.push((lemma.to_owned(), true));
    } else if let Some(lemma) = singular(form).into_iter().find(|lemma| is_noun(lemma)) {
        found.push((lemma, true));
    }
    if own.noun.is_some() && (own.noun != Some(0) || found.is_empty()) {
        found.push((form.to_owned(), false));
    }
    found
}

fn is_noun(lemma: &str) -> bool {
    word(lemma).is_some_and(|known| known.noun.is_some() && !known.capital)
}

/// What a plural may be the plural of, the most likely first.
pub fn singular(form: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Some(stem) = form.strip_suffix('s').filter(|stem| stem.len() > 1) else { return found };
    if stem.ends_with('s') || stem.ends_with("u") && stem.len() < 4 {
        return found;
    }
    if let Some(front) = form.strip_suffix("ies").filter(|front| front.len() > 1) {
        found.push(format!("{front}y"));
    }
    if let Some(front) = form.strip_suffix("es")
        && sibilant(front)
    {
        found.push(front.to_owned());
    }
    found.push(stem.to_owned());
    found
}

fn sibilant(stem: &str) -> bool {
    ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| stem.ends_with(end))
}

/// The lemmas a verb's form may have, with the form it is.
pub fn verbs(form: &str) -> Vec<(String, Form)> {
    let mut found: Vec<(String, Form)> = Vec::new();
    let is_verb = |lemma: &str| word(lemma).is_some_and(|known| known.verb.is_some());
    if form == "has" {
        return vec![("have".to_owned(), Form::Third)];
    }
    if is_verb(form) {
        found.push((form.to_owned(), Form::Base));
    }
    if let Some(irregular) = VERBS.forms.get(form) {
        found.extend(irregular.iter().map(|(base, form)| ((*base).to_owned(), *form)));
    }
    if let Some(lemma) = singular(form).into_iter().find(|lemma| is_verb(lemma)) {
        found.push((lemma, Form::Third));
    }
    if let Some(lemma) = stems(form, "ed").into_iter().find(|l| is_verb(l) && past(l) == form) {
        found.push((lemma.clone(), Form::Past));
        found.push((lemma, Form::Participle));
    }
    if let Some(lemma) = stems(form, "ing").into_iter().find(|l| is_verb(l) && gerund(l) == form) {
        found.push((lemma, Form::Gerund));
    }
    found
}

/// What a form may have been before `ed` or `ing` was added.
pub fn stems(form: &str, suffix: &str) -> Vec<String> {
    let Some(stem) = form.strip_suffix(suffix).filter(|stem| stem.len() > 1) else {
        return Vec::new();
    };
    let mut found = vec![format!("{stem}e"), stem.to_owned()];
    let letters: Vec<char> = stem.chars().collect();
    if let [.., a, b] = letters[..]
        && a == b
    {
        found.push(stem[..stem.len() - b.len_utf8()].to_owned());
    }
    if let Some(front) = stem.strip_suffix('i') {
        found.push(format!("{front}y"));
    }
    found
}

/// `eats`
pub fn third(lemma: &str) -> String {
    with_particle(lemma, |verb| match verb {
        "have" => "has".to_owned(),
        "do" => "does".to_owned(),
        "be" => "is".to_owned(),
        _ => with_s(verb),
    })
}

/// `dogs`
pub fn plural(lemma: &str) -> String {
    if let Some((counted, of)) = lemma.split_once("_of_") {
        return format!("{}_of_{of}", plural(counted));
    }
    let (front, last) = lemma.rsplit_once('_').map_or(("", lemma), |(f, l)| (f, l));
    let several = match last {
        "person" => "people".to_owned(),
        "man" | "woman" | "child" | "foot" | "tooth" | "mouse" => match last {
            "child" => "children".to_owned(),
            "foot" => "feet".to_owned(),
            "tooth" => "teeth".to_owned(),
            "mouse" => "mice".to_owned(),
            other => format!("{}en", &other[..other.len() - 2]),
        },
        _ => with_s(last),
    };
    if front.is_empty() { several } else { format!("{front}_{several}") }
}

fn with_s(word: &str) -> String {
    let y = word.strip_suffix('y').filter(|front| !front.ends_with(['a', 'e', 'i', 'o', 'u']));
    match y {
        Some(front) => format!("{front}ies"),
        None if sibilant(word) => format!("{word}es"),
        None => format!("{word}s"),
    }
}

/// `ate`
pub fn past(lemma: &str) -> String {
    with_particle(lemma, |verb| match verb {
        "have" => "had".to_owned(),
        "do" => "did".to_owned(),
        _ => match VERBS.verbs.get(verb) {
            Some((past, _)) => (*past).to_owned(),
            None => with_ed(verb),
        },
    })
}

/// `eaten`
pub fn participle(lemma: &str) -> String {
    with_particle(lemma, |verb| match VERBS.verbs.get(verb) {
        Some((_, participle)) => (*participle).to_owned(),
        None => with_ed(verb),
    })
}

/// `eating`
pub fn gerund(lemma: &str) -> String {
    with_particle(lemma, |verb| match verb.strip_suffix('e') {
        Some(front) if !verb.ends_with("ee") && front.len() > 1 => format!("{front}ing"),
        _ if doubles(verb) => format!("{verb}{}ing", &verb[verb.len() - 1..]),
        _ => format!("{verb}ing"),
    })
}

fn with_ed(verb: &str) -> String {
    let y = verb.strip_suffix('y').filter(|front| !front.ends_with(['a', 'e', 'i', 'o', 'u']));
    match y {
        Some(front) => format!("{front}ied"),
        None if verb.ends_with('e') => format!("{verb}d"),
        None if doubles(verb) => format!("{verb}{}ed", &verb[verb.len() - 1..]),
        None => format!("{verb}ed"),
    }
}

/// `stop`, `submit`: a single consonant after a single stressed vowel is doubled.
fn doubles(verb: &str) -> bool {
    const STRESSED: &[&str] = &["mit", "fer", "cur", "pel", "bel", "gin", "lot", "quip", "gret"];
    let letters: Vec<char> = verb.chars().collect();
    let vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    let [.., before, middle, last] = letters[..] else { return false };
    let shape = !vowel(before) && vowel(middle) && !vowel(last) && !matches!(last, 'w' | 'x' | 'y');
    let short = letters.iter().filter(|c| vowel(**c)).count() == 1;
    shape && (short || STRESSED.iter().any(|end| verb.ends_with(end) && verb.len() > end.len()))
}

/// `pick_up`: the verb is inflected and what belongs to it stays.
fn with_particle(lemma: &str, inflect: impl Fn(&str) -> String) -> String {
    match lemma.split_once('_') {
        Some((verb, rest)) => format!("{}_{rest}", inflect(verb)),
        None => inflect(lemma),
    }
}

/// The adjective that a form is the comparative (`er`) or superlative (`est`) of.
pub fn graded(form: &str, suffix: &str) -> Option<String> {
    match (form, suffix) {
        ("better", "er") | ("best", "est") => return Some("good".to_owned()),
        ("worse", "er") | ("worst", "est") => return Some("bad".to_owned()),
        ("farther" | "further", "er") => return Some("far".to_owned()),
        _ => {}
    }
    let known = |lemma: &String| word(lemma).is_some_and(|word| word.adjective.is_some());
    stems(form, suffix).into_iter().rev().find(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_and_lemmas_go_both_ways() {
        for (lemma, forms) in [
            ("submit", ["submits", "submitted", "submitting"]),
            ("carry", ["carries", "carried", "carrying"]),
            ("approve", ["approves", "approved", "approving"]),
            ("visit", ["visits", "visited", "visiting"]),
        ] {
            assert_eq!([third(lemma), past(lemma), gerund(lemma)], forms.map(str::to_owned));
            for form in forms {
                assert!(verbs(form).iter().any(|(found, _)| found == lemma), "{form}");
            }
        }
        assert_eq!(nouns("wolves"), [("wolf".to_owned(), true)]);
        assert_eq!(nouns("bus"), [("bus".to_owned(), false)]);
        assert_eq!(graded("older", "er"), Some("old".to_owned()));
        assert_eq!(graded("bigger", "er"), Some("big".to_owned()));
    }
}
