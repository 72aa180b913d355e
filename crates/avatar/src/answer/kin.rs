//! Words near those of a question: what a text does not say in the question's words, it may say in others.

use std::collections::{HashMap, HashSet};

use crate::encoder::{Fixed, cosine};
use crate::words::words;

use super::question::Question;

/// How near words are to those of a question; each word is looked at once.
pub(super) struct Kin<'a> {
    question: &'a Question,
    encoder: Option<&'static Fixed>,
    asked: Vec<Vec<f32>>,
    known: HashMap<String, Vec<f32>>,
}

impl<'a> Kin<'a> {
    /// The kin of a question's words.
    pub(super) fn of(question: &'a Question) -> Self {
        let encoder = Fixed::built_in();
        let encode = |word: &str| encoder.map(|it| it.encode(word)).unwrap_or_default();
        let asked = question.terms.iter().map(|term| encode(&term.word)).collect();
        Self { question, encoder, asked, known: HashMap::new() }
    }

    /// The part of the question's weight that a text does not have, as far as it has words near it.
    pub(super) fn akin(&mut self, terms: &HashSet<String>, text: &str) -> f32 {
        let Some(encoder) = self.encoder else { return 0.0 };
        let mut nearest = vec![0.0_f32; self.asked.len()];
        for word in words(text) {
            let near = self.known.entry(word.folded).or_insert_with_key(|word| {
                let own = encoder.encode(word);
                self.asked.iter().map(|asked| cosine(asked, &own)).collect()
            });
            nearest.iter_mut().zip(&*near).for_each(|(most, near)| *most = most.max(*near));
        }
        let pairs = self.question.terms.iter().zip(nearest);
        let missing = pairs.filter(|(term, _)| !terms.contains(&term.term));
        let held = missing.map(|(term, near)| near * term.idf * term.count.min(1.0));
        held.sum::<f32>() / self.question.weight()
    }
}
