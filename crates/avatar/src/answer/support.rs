//! How well sentences support a claim: by its words, by their meaning, by its numbers and names.
//!
//! A measure, not a proof: it knows neither who claims nor who wrote. The curve was fitted on
//! claims that people judged against their sources.

use std::collections::HashSet;

use crate::encoder::{Encoder, cosine};
use crate::words::{Terms, is_stop_word, words};

/// How many sentences are read together.
const TOGETHER: usize = 5;
/// What each signal adds: coverage, weakest words, missing numbers, missing names.
const WEIGHTS: [f32; 4] = [6.11, 2.81, -0.72, -0.29];
const BIAS: f32 = -6.01;
/// The least likelihood that counts as support.
const LEAST: f32 = 0.45;

/// How well a claim is supported.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Support {
    /// The part of the claim's weight that the sentences have, near words counted in part.
    pub coverage: f32,
    /// How near the two words are that the sentences have least.
    pub weakest: f32,
    /// Numbers of the claim that the sentences do not have.
    pub missing_numbers: f32,
    /// Names of the claim that the sentences do not have.
    pub missing_names: f32,
    /// How likely the sentences support the claim, from 0 to 1.
    pub likelihood: f32,
}

impl Support {
    /// Whether the sentences support the claim.
    pub fn holds(&self) -> bool {
        self.likelihood >= LEAST
    }

    /// The signals in the order of their weights.
    pub fn values(&self) -> [f32; 4] {
        [self.coverage, self.weakest, self.missing_numbers, self.missing_names]
    }
}

/// Measures how well sentences support a claim.
pub fn support(claim: &str, sentences: &[&str]) -> Support {
    let mut stemmer = Terms::new();
    let claimed = claimed(claim, &mut stemmer);
    if claimed.is_empty() {
        return Support::default();
    }
    let sets: Vec<HashSet<String>> =
        sentences.iter().map(|text| stemmer.of_text(text).into_iter().collect()).collect();
    let chosen = together(&claimed, &sets);
    let has = |term: &str| chosen.iter().any(|at| sets[*at].contains(term));
    let near = nearness(&claimed, chosen.iter().map(|at| sentences[*at]), &has);
    let all: f32 = claimed.iter().map(|word| word.weight).sum();
    let held: f32 = claimed.iter().zip(&near).map(|(word, near)| word.weight * near).sum();
    let missing = |kind: fn(&Claimed) -> bool| {
        let absent = |word: &&Claimed| kind(word) && !sets.iter().any(|it| it.contains(&word.term));
        claimed.iter().filter(absent).count() as f32
    };
    let mut support = Support {
        coverage: held / all,
        weakest: weakest(near),
        missing_numbers: missing(|word| word.number),
        missing_names: missing(|word| word.name && !word.number),
        likelihood: 0.0,
    };
    let sum: f32 = support.values().iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum();
    support.likelihood = 1.0 / (1.0 + (-(sum + BIAS)).exp());
    support
}

/// A word of a claim that carries meaning.
struct Claimed {
    folded: String,
    term: String,
    weight: f32,
    number: bool,
    name: bool,
}

fn claimed(claim: &str, stemmer: &mut Terms) -> Vec<Claimed> {
    let mut first = true;
    let mut found = Vec::new();
    for word in words(claim) {
        let capital = claim[word.span.clone()].starts_with(char::is_uppercase) && !first;
        first = false;
        if is_stop_word(&word.folded) {
            continue;
        }
        found.push(Claimed {
            term: stemmer.of(&word.folded).to_owned(),
            weight: Encoder::built_in().map_or(1.0, |encoder| encoder.rarity(&word.folded)),
            number: word.folded.bytes().any(|byte| byte.is_ascii_digit()),
            name: capital,
            folded: word.folded,
        });
    }
    found
}

/// The sentences that have most of the claim between them, found one by one.
fn together(claimed: &[Claimed], sets: &[HashSet<String>]) -> Vec<usize> {
    let mut open: Vec<&Claimed> = claimed.iter().collect();
    let mut chosen = Vec::new();
    while chosen.len() < TOGETHER {
        let gain = |set: &HashSet<String>| -> f32 {
            open.iter().filter(|word| set.contains(&word.term)).map(|word| word.weight).sum()
        };
        let gains = sets.iter().map(gain).enumerate();
        let Some((best, gained)) =
            gains.max_by(|left, right| left.1.total_cmp(&right.1).then(right.0.cmp(&left.0)))
        else {
            break;
        };
        if gained <= 0.0 {
            break;
        }
        open.retain(|word| !sets[best].contains(&word.term));
        chosen.push(best);
    }
    chosen
}

/// For each word of the claim 1 where the sentences have it, else how near their nearest word is.
fn nearness<'a>(
    claimed: &[Claimed],
    sentences: impl Iterator<Item = &'a str>,
    has: &dyn Fn(&str) -> bool,
) -> Vec<f32> {
    let encoder = Encoder::built_in();
    let encode = |word: &str| encoder.map(|it| it.encode(word)).unwrap_or_default();
    let folded: HashSet<String> = sentences.flat_map(|it| words(it).map(|it| it.folded)).collect();
    let vectors: Vec<_> = folded.iter().map(|word| encode(word)).collect();
    let near = |word: &Claimed| {
        if has(&word.term) {
            return 1.0;
        }
        let own = encode(&word.folded);
        vectors.iter().map(|vector| cosine(&own, vector)).fold(0.0, f32::max)
    };
    claimed.iter().map(near).collect()
}

/// The mean of the two least.
fn weakest(mut near: Vec<f32>) -> f32 {
    near.sort_unstable_by(f32::total_cmp);
    near.truncate(2);
    near.iter().sum::<f32>() / near.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_sentences_say_is_supported_and_what_they_do_not_is_not() {
        let source = ["In 1483 the herders of Törbel wrote their rules down.", "It rained."];
        let of = |claim: &str| support(claim, &source);
        assert!(of("The herders of Törbel wrote down rules in 1483.").holds());
        assert!(!of("The bankers of Zurich burned their rules in 1517.").holds());
        assert_eq!(of("Rules of 1517").missing_numbers, 1.0);
        assert!(!of("").holds() && !support("Anything at all", &[]).holds());
    }
}
