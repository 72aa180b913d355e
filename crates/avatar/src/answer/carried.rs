//! Whether a sentence carries the heart of a question: it says itself what is asked, or a near word, and
//! is about the thing, which the sentences before it may have named.

use std::collections::{HashMap, HashSet};

use crate::encoder::{Fixed, cosine};
use crate::words::{Word, is_stop_word, words};

use super::heart::{Heart, Sought};
use super::personal::{Oneself, speaks_of_oneself};

/// From here on a word is somewhat near to another.
const NEAR: f32 = 0.25;
/// From here on it may stand for it.
const SAME: f32 = 0.5;
/// How much a word counts that is asked, where one of a thing's name counts 1.
const WHAT_IS_ASKED: f32 = 2.0;
/// A sentence that has less than this part of the things is about others.
const LEAST_THINGS: f32 = 0.3;
/// The most that such a sentence carries.
const OF_OTHERS: f32 = 0.5;
/// How many sentences back a pronoun may point.
pub(super) const BACK: usize = 3;
/// What points back at a thing that was named before.
const POINTING: [&str; 19] = [
    "he", "her", "here", "him", "his", "it", "its", "one", "ones", "she", "such", "that", "their",
    "them", "there", "these", "they", "this", "those",
];
/// By these a thing's name is told.
const NAMING: [&str; 6] = ["called", "calls", "call", "name", "named", "known"];

/// A sentence, and what was named before it.
pub(super) struct Told<'a> {
    /// The sentence.
    pub(super) text: &'a str,
    /// Its terms.
    pub(super) terms: &'a HashSet<String>,
    /// The terms of the sentences before it.
    pub(super) before: &'a [HashSet<String>],
    /// The terms of the title and the headings above it.
    pub(super) over: &'a HashSet<String>,
}

/// Looks at sentences for the heart of one question.
pub(super) struct Carrying<'a> {
    heart: &'a Heart,
    oneself: &'a Oneself,
    known: HashMap<String, Vec<f32>>,
}

impl<'a> Carrying<'a> {
    /// A question's heart, asked of somebody.
    pub(super) fn new(heart: &'a Heart, oneself: &'a Oneself) -> Self {
        Self { heart, oneself, known: HashMap::new() }
    }

    /// The part that a sentence carries, from 0 to 1.
    pub(super) fn of(&mut self, told: &Told<'_>) -> f32 {
        let words: Vec<Word> = words(told.text).collect();
        let near = self.nearest(&words);
        let heart = self.heart;
        let (near_asked, near_things) = near.split_at(heart.asked.len());
        let naming = words.iter().any(|word| NAMING.contains(&word.folded.as_str()));
        let says = |(sought, near): (&Sought, &f32)| {
            let said = told.terms.contains(&sought.term) || sought.folded == "name" && naming;
            if said { 1.0 } else { *near }
        };
        let asked: f32 = heart.asked.iter().zip(near_asked).map(says).sum();
        if heart.measure.is_some_and(|measure| !measure.is_told_by(&words)) {
            return 0.0;
        }
        if heart.names && !self.has_name(told.text, &words) {
            return 0.0;
        }
        let points = words.iter().any(|word| POINTING.contains(&word.folded.as_str()));
        let speaks = speaks_of_oneself(told.text);
        let about = |(sought, near): (&Sought, &f32)| {
            let before = points && told.before.iter().any(|before| before.contains(&sought.term));
            let named = told.terms.contains(&sought.term) || told.over.contains(&sought.term);
            let oneself = speaks && self.oneself.is_named(&sought.folded);
            if named || before || oneself { 1.0 } else { *near }
        };
        let things: f32 = heart.things.iter().zip(near_things).map(about).sum();
        let (all_asked, all_things) = (heart.asked.len() as f32, heart.things.len() as f32);
        let all = WHAT_IS_ASKED * all_asked + all_things;
        let part = if all > 0.0 { (WHAT_IS_ASKED * asked + things) / all } else { 1.0 };
        let elsewhere = all_things > 0.0 && things < LEAST_THINGS * all_things;
        if elsewhere { part.min(OF_OTHERS) } else { part }
    }

    /// Whether a sentence has a name that the question does not have.
    fn has_name(&self, sentence: &str, words: &[Word]) -> bool {
        let sought = || self.heart.asked.iter().chain(&self.heart.things);
        words.iter().skip(1).any(|word| {
            let capital = sentence[word.span.clone()].starts_with(char::is_uppercase);
            capital && !is_stop_word(&word.folded) && sought().all(|it| it.folded != word.folded)
        })
    }

    /// How near the nearest word is to each word of the heart.
    fn nearest(&mut self, words: &[Word]) -> Vec<f32> {
        let heart = self.heart;
        let sought = || heart.asked.iter().chain(&heart.things);
        let mut nearest = vec![0.0_f32; heart.asked.len() + heart.things.len()];
        let Some(encoder) = Fixed::built_in() else { return nearest };
        for word in words {
            let near = self.known.entry(word.folded.clone()).or_insert_with_key(|word| {
                let own = encoder.encode(word);
                sought().map(|it| if it.name { 0.0 } else { nearness(&it.vector, &own) }).collect()
            });
            nearest.iter_mut().zip(&*near).for_each(|(most, near)| *most = most.max(*near));
        }
        nearest
    }
}

fn nearness(left: &[f32], right: &[f32]) -> f32 {
    ((cosine(left, right) - NEAR) / (SAME - NEAR)).clamp(0.0, 1.0)
}
