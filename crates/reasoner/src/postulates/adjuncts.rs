//! What is left when how often, when and where are dropped: who played for a team in 1990 played for
//! it, and what the king granted in 1412 was granted. Only words that occur are linked.

use super::{DENYING, atom, rule};
use crate::english::closed::{PREPOSITIONS, number_word};
use crate::english::lexicon::entry;
use crate::english::morphology::{Form, participle, verb_forms};
use crate::logic::Clause;

/// Phrases that a verb keeps its meaning without.
const DROPPED: &[&str] = &[
    "after", "at", "before", "between", "by", "during", "for", "from", "in", "near", "on", "since",
    "to", "under", "until", "with",
];

/// Phrases at most, so that the ways to drop some stay few.
const MOST: usize = 4;

/// A verb with what stands around it, as its predicate tells.
struct Shape<'n> {
    /// How or how often.
    manner: Option<&'n str>,
    verb: &'n str,
    /// Each with the places of what follows it.
    phrases: Vec<(&'n str, Vec<u32>)>,
    /// The subject and the objects.
    own: Vec<u32>,
}

/// The rules by which what a predicate says is said by shorter ones too.
pub(super) fn dropped(
    name: &str,
    arity: usize,
    known: &dyn Fn(&str, usize) -> bool,
) -> Vec<Clause> {
    let Some(shape) = shape(name, arity) else { return Vec::new() };
    let all: Vec<u32> = (0..u32::try_from(arity).unwrap_or(0)).collect();
    let mut found = Vec::new();
    let mut say = |front: Option<&str>, verb: &str, kept: usize, own: &[u32]| {
        let mut words: Vec<&str> = front.into_iter().collect();
        words.push(verb);
        let mut variables = own.to_vec();
        for (index, (phrase, places)) in shape.phrases.iter().enumerate() {
            if kept & (1 << index) != 0 {
                words.push(phrase);
                variables.extend(places);
            }
        }
        let shorter = words.join("_");
        if shorter != name && known(&shorter, variables.len()) {
            found.push(rule(atom(&shorter, &variables), &[atom(name, &all)]));
        }
    };
    let needed: usize = shape.phrases.iter().enumerate().fold(0, |needed, (index, (phrase, _))| {
        let first = phrase.split('_').next().unwrap_or(phrase);
        needed | usize::from(!DROPPED.contains(&first)) << index
    });
    let undergone = undergone(&shape);
    for kept in (0..1usize << shape.phrases.len()).filter(|kept| kept & needed == needed) {
        let manners = [shape.manner, None];
        for front in &manners[usize::from(shape.manner.is_none())..] {
            say(*front, shape.verb, kept, &shape.own);
            if let Some(passive) = &undergone {
                say(*front, passive, kept, &shape.own[1..]);
            }
        }
    }
    found
}

/// `grants` with one object as `granted`.
fn undergone(shape: &Shape<'_>) -> Option<String> {
    let forms = verb_forms(shape.verb);
    let (lemma, _) = forms.iter().find(|(_, form)| *form == Form::Third)?;
    (shape.own.len() == 2).then(|| participle(lemma))
}

/// Takes a predicate apart: manner, verb, phrases; nothing when it is anything else.
fn shape(name: &str, arity: usize) -> Option<Shape<'_>> {
    let starts = name.match_indices('_').map(|(at, _)| at + 1);
    for start in std::iter::once(0).chain(starts) {
        let rest = &name[start..];
        let (verb, tail) = rest.split_once('_').unwrap_or((rest, ""));
        let told = |(_, form): &(String, Form)| matches!(form, Form::Third | Form::Participle);
        if !verb_forms(verb).iter().any(told) {
            continue;
        }
        let Some(phrases) = phrases(tail) else { continue };
        let manner = (start > 0).then(|| &name[..start - 1]);
        let governed: usize = phrases.iter().map(|(_, count)| count).sum();
        let own = arity.checked_sub(governed).filter(|own| (1..=3).contains(own))?;
        if phrases.len() > MOST || manner.is_some_and(|manner| !is_manner(manner)) {
            return None;
        }
        let mut next = u32::try_from(own).ok()?;
        let placed = phrases.into_iter().map(|(phrase, count)| {
            let places: Vec<u32> = (next..).take(count).collect();
            next += u32::try_from(count).unwrap_or(0);
            (phrase, places)
        });
        let phrases = placed.collect();
        let own = (0..u32::try_from(own).ok()?).collect();
        return Some(Shape { manner, verb, phrases, own });
    }
    None
}

/// The phrases after a verb, and how many things follow each; `between` takes two.
fn phrases(mut tail: &str) -> Option<Vec<(&str, usize)>> {
    let mut found = Vec::new();
    while !tail.is_empty() {
        let (phrase, count, rest) = if let Some(rest) = tail.strip_prefix("between_and") {
            (&tail[.."between_and".len()], 2, rest)
        } else {
            let end = tail.find('_').unwrap_or(tail.len());
            (&tail[..end], 1, &tail[end..])
        };
        if count == 1 && !PREPOSITIONS.contains(&phrase) {
            return None;
        }
        found.push((phrase, count));
        tail = rest.strip_prefix('_').unwrap_or(rest);
    }
    Some(found)
}

/// `31_times`, `originally`, `first`: words that take nothing away from what is done.
fn is_manner(words: &str) -> bool {
    let parts: Vec<&str> = words.split('_').collect();
    let counted = |count: &str| {
        number_word(count).is_some() || count.starts_with(|c: char| c.is_ascii_digit())
    };
    match parts.as_slice() {
        ["first" | "once" | "twice"] => true,
        [count, "times"] | [count, "times", "a", _] => counted(count),
        ["once" | "twice", "a", _] => true,
        parts => parts.iter().all(|word| {
            word.ends_with("ly")
                && !DENYING.contains(word)
                && entry(word).is_some_and(|e| e.adverb.is_some() && e.noun.is_none())
        }),
    }
}
