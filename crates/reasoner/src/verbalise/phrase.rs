//! One literal as a clause: the possible wordings, and which of them is read back.

use crate::english::closed::{LONG_PREPOSITIONS, PREPOSITIONS};
use crate::english::gender::is_given;
use crate::english::lexicon::entry;
use crate::english::meaning::constant_key;
use crate::english::morphology::{Form, verb_forms};
use crate::logic::{Atom, Literal, Term};

/// Several things in a row: `a, b and c`.
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
}

/// A thing that was said to exist, by what it was called: `a car`.
pub(crate) fn unnamed(witness: &str) -> String {
    let noun = witness.rsplitn(3, '_').nth(2).unwrap_or(witness).replace('_', " ");
    match noun.as_str() {
        "thing" => "something".to_owned(),
        _ => format!("{} {noun}", article(&noun)),
    }
}

/// A thing in English; nothing when it has no name.
pub(super) fn term_text(term: &Term) -> Option<String> {
    let Term::Constant(name) = term else { return None };
    let words: Vec<&str> = name.split('_').collect();
    if words.first() == Some(&"the") {
        return Some(match words.as_slice() {
            // `the car of Tom`
            [front @ .., "of", owner] if is_given(owner) => {
                format!("{} of {}", front.join(" "), title(owner))
            }
            _ => words.join(" "),
        });
    }
    let plural =
        crate::english::morphology::noun_forms(words.last()?).iter().any(|(_, plural)| *plural);
    if plural {
        return Some(words.join(" "));
    }
    let titled: Vec<String> = words.iter().map(|word| title(word)).collect();
    Some(titled.join(" ")).filter(|text| constant_key(text) == *name)
}

fn title(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}

/// The wording that means the predicate when said of plain names.
pub(super) fn best(literal: &Literal) -> Option<usize> {
    const STANDINS: &[&str] = &["Zeb", "Zog", "Zuk"];
    let arity = literal.atom.arguments.len();
    let names: Vec<String> = STANDINS.iter().take(arity).map(|n| (*n).to_owned()).collect();
    let arguments: Vec<Term> = names.iter().map(|n| Term::Constant(n.to_lowercase())).collect();
    let alone = Literal {
        positive: literal.positive,
        atom: Atom::new(literal.atom.predicate.clone(), arguments),
    };
    phrases(&alone, &names).iter().position(|text| super::says(text, &alone))
}

/// The wordings to try, in order of preference.
pub(super) fn phrases(literal: &Literal, terms: &[String]) -> Vec<String> {
    let Some((subject, objects)) = terms.split_first() else { return Vec::new() };
    let words: Vec<&str> = literal.atom.predicate.split('_').collect();
    let be = be_phrases(&words, objects)
        .into_iter()
        .map(|tail| format!("{} {tail}", with_be(subject, literal.positive)));
    let verbs = verb_phrases(&words, literal.positive, objects, is_plural(subject))
        .into_iter()
        .map(|tail| format!("{subject} {tail}"));
    if is_verb(&words) { verbs.chain(be).collect() } else { be.chain(verbs).collect() }
}

const MODALS: &[&str] = &["can", "could", "must", "should", "may", "might", "will", "would"];

/// Whether a predicate is named by the third person of a verb rather than by a noun: `flies`.
fn is_verb(words: &[&str]) -> bool {
    let modal = words.first().is_some_and(|word| MODALS.contains(word));
    modal
        || words.iter().any(|word| {
            let noun = entry(word).and_then(|e| e.noun);
            let forms = verb_forms(word);
            let third = forms.iter().filter(|(_, form)| *form == Form::Third);
            third.filter_map(|(lemma, _)| entry(lemma)?.verb).any(|verb| Some(verb) > noun)
        })
}

fn is_plural(subject: &str) -> bool {
    let last = subject.rsplit(' ').next().unwrap_or(subject);
    let forms = crate::english::morphology::noun_forms(last);
    !subject.starts_with("every") && !forms.is_empty() && forms.iter().all(|(_, plural)| *plural)
}

fn with_be(subject: &str, positive: bool) -> String {
    let be = if is_plural(subject) { "are" } else { "is" };
    if positive { format!("{subject} {be}") } else { format!("{subject} {be} not") }
}

/// Complements of `be`: adjective, noun, preposition, comparison.
fn be_phrases(words: &[&str], objects: &[String]) -> Vec<String> {
    let plain = words.join(" ");
    match objects {
        [] => {
            let adjective = words.last().is_some_and(|w| {
                entry(w).is_some_and(|e| e.adjective >= e.noun && e.adjective.is_some())
            });
            let noun = format!("{} {plain}", article(&plain));
            let ranked = format!("the {}", plain.replacen(' ', "-", 1));
            let side = side_rank(words);
            let mut found = if adjective { vec![plain, noun] } else { vec![noun, plain] };
            found.push(ranked);
            found.extend(side);
            found
        }
        [object] => {
            let name = words.join("_");
            let long = LONG_PREPOSITIONS
                .iter()
                .find(|(_, n)| *n == name)
                .map(|(words, _)| words.join(" "));
            let bare = format!("{} {object}", long.unwrap_or_else(|| plain.clone()));
            let one = format!("{} {plain} {object}", article(&plain));
            let related = words.last() == Some(&"of") && !name.starts_with("part_");
            if related { vec![one, bare] } else { vec![bare, one] }
        }
        [first, second] => match words {
            [front @ .., "between", "and"] => {
                let front = front.join(" ");
                vec![format!("{front} between {first} and {second}").trim().to_owned()]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// `third_leftmost` as `the third from the left`
fn side_rank(words: &[&str]) -> Option<String> {
    let [ordinal, top] = words else { return None };
    let side = top.strip_suffix("most")?;
    Some(format!("the {ordinal} from the {side}"))
}

pub(crate) fn article(words: &str) -> &'static str {
    let vowel = words.starts_with(['a', 'e', 'i', 'o', 'u'])
        && !["uni", "use", "usu", "eu", "one"].iter().any(|s| words.starts_with(s));
    if vowel { "an" } else { "a" }
}

/// A verb in its place among adverbs, particles, objects and prepositions.
fn verb_phrases(words: &[&str], positive: bool, objects: &[String], plural: bool) -> Vec<String> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let lemma = match *word {
            "has" => Some("have".to_owned()),
            "does" => Some("do".to_owned()),
            _ => verb_forms(word)
                .iter()
                .find(|(_, form)| *form == Form::Third)
                .map(|(lemma, _)| lemma.clone()),
        };
        let modal = MODALS.contains(word);
        let Some(lemma) = lemma.or_else(|| modal.then(|| (*word).to_owned())) else { continue };
        let front = words[..at].join(" ");
        let after = with_objects(&words[at + 1..], objects);
        let finite = if plural && !modal { lemma.as_str() } else { word };
        let not = if plural { "do not" } else { "does not" };
        for after in after {
            // What `may not` denies could be told in two ways.
            let be = if plural { "are" } else { "is" };
            let core = match (positive, modal) {
                (false, true) if *word == "may" => format!("{be} not allowed to {after}"),
                (true, _) => format!("{front} {finite} {after}"),
                (false, true) => format!("{front} {word} not {after}"),
                (false, false) => format!("{not} {front} {lemma} {after}"),
            };
            let moved = if positive {
                format!("{finite} {after} {front}")
            } else {
                format!("{not} {lemma} {after} {front}")
            };
            found.extend(
                [core, moved].map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")),
            );
        }
    }
    found
}

/// Places objects before the trailing prepositions that govern the last of them.
fn with_objects(rest: &[&str], objects: &[String]) -> Vec<String> {
    let between = rest.ends_with(&["between", "and"]);
    let governs = |w: &&&str| PREPOSITIONS.contains(*w) || between && **w == "and";
    let trailing = rest.iter().rev().take_while(governs).count();
    let mut found = Vec::new();
    for used in (0..=trailing.min(objects.len())).rev() {
        let direct = objects.len() - used;
        let (front, prepositions) = rest.split_at(rest.len() - used);
        let mut parts: Vec<String> = front.iter().map(|w| (*w).to_owned()).collect();
        parts.extend(objects[..direct].iter().cloned());
        for (preposition, object) in prepositions.iter().zip(&objects[direct..]) {
            parts.push((*preposition).to_owned());
            parts.push(object.clone());
        }
        found.push(parts.join(" "));
    }
    if let ([first, second], false) = (objects, rest.is_empty()) {
        // `likes tea more than coffee`
        found.push(format!("{first} {} {second}", rest.join(" ")));
    }
    found
}
