//! The decision to answer: whether the question is of the corpus's own world, and whether the best
//! sentence answers it. Knows numbers only, neither texts nor indexes.

use super::Confidence;

/// What the decision to answer rests on.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signals {
    /// The part of the question's weight that the best sentence and what is around it have.
    pub coverage: f32,
    /// The part that the best sentence itself has.
    pub own: f32,
    /// The cosine of the best sentence with the question.
    pub cosine: f32,
    /// The best passage's part of a perfect BM25 score.
    pub words: f32,
    /// Whether the best sentence has the kind of thing that was asked for: 1 or 0.
    pub fits: f32,
    /// The part of the question's weight that the best sentence's passage has anywhere.
    pub around: f32,
    /// The part that this passage does not have, as far as it has words near it.
    pub akin: f32,
    /// The part that the best sentence itself does not have, as far as it has words near it.
    pub akin_own: f32,
    /// How much the words tell that the best sentence has of the question, as a logarithm.
    pub told: f32,
    /// The cosine of the best sentence's passage with the question, by the encoder in the binary.
    pub about: f32,
    /// How much the words tell that this passage has of the question, as a logarithm.
    pub shared: f32,
    /// How rare the question's words are in the corpus, from 0 to 1.
    pub rare: f32,
    /// How rare they are in English, from 0 to 1.
    pub english: f32,
    /// The logarithm of how many passages the corpus has.
    pub size: f32,
    /// The part of what is asked, and of what it is asked of, that a quoted sentence says, from 0 to 1.
    pub carried: f32,
    /// How many words that are.
    pub sought: f32,
    /// How likely the corpus answers, from 0 to 1, if it is about such things at all.
    pub likelihood: f32,
    /// How far the question is of the corpus's world: above 0 it may be.
    pub belongs: f32,
}

/// What each signal adds to the likelihood, fitted on questions with and without their paragraph.
const WEIGHTS: [f32; 9] = [6.42, 0.46, 4.69, 4.77, 1.8, 3.83, 6.86, 5.64, 1.01];
const BIAS: f32 = -14.79;
/// The least likelihood that is answered: not one in twenty answerable questions lies below.
const LEAST: f32 = 0.317;
/// The least likelihood of high confidence.
const SURE: f32 = 0.9;
/// The least part of what is asked that an answer carries which is no guess.
const CARRIED: f32 = 0.55;
/// From this likelihood on so much of a long question is there that other words may carry it.
const OTHER_WORDS: f32 = 0.95;
/// A question of so few words is short: each of them carries it.
const FEW: f32 = 3.0;
/// What each signal adds to a question's belonging, fitted on the questions of several corpora, each
/// asked of all of them.
const BELONGING: [f32; 7] = [-13.18, 6.37, 3.94, 4.93, 9.39, -2.02, 3.11];
const STRANGER: f32 = 2.01;
/// The size from which on a corpus is large: the weights were fitted on smaller ones, and a fact does not become
/// a stranger because others are added.
const LARGE: f32 = 7.0;

impl Signals {
    /// The same with what the signals together say.
    pub(super) fn weighed(mut self) -> Self {
        self.size = self.size.min(LARGE);
        let sum = BIAS + product(&self.of_answer(), &WEIGHTS);
        self.likelihood = 1.0 / (1.0 + (-sum).exp());
        self.belongs = STRANGER + product(&self.of_topic(), &BELONGING);
        self
    }

    /// Whether the corpus answers.
    pub fn answers(&self) -> bool {
        self.likelihood >= LEAST && self.belongs >= 0.0
    }

    /// Whether what is quoted is about the thing, and nothing in it says what is asked.
    pub fn doubts(&self) -> bool {
        let other_words = self.likelihood >= OTHER_WORDS && self.sought > FEW;
        self.carried <= 0.0 || self.carried < CARRIED && !other_words
    }

    pub(crate) fn confidence(&self) -> Confidence {
        if !self.answers() || self.doubts() {
            Confidence::Low
        } else if self.likelihood >= SURE {
            Confidence::High
        } else {
            Confidence::Medium
        }
    }

    /// The signals that a sentence answers, in the order of their weights.
    pub fn of_answer(&self) -> [f32; 9] {
        [
            self.coverage,
            self.own,
            self.cosine,
            self.words,
            self.fits,
            self.around,
            self.akin,
            self.akin_own,
            self.told,
        ]
    }

    /// The signals that a question belongs to the corpus, in the order of their weights.
    pub fn of_topic(&self) -> [f32; 7] {
        [self.rare, self.english, self.coverage, self.cosine, self.about, self.size, self.shared]
    }
}

fn product(values: &[f32], weights: &[f32]) -> f32 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "What is an actor?" asked of five thousand abstracts of medicine, where one has "critical actors".
    fn one_word_by_chance() -> Signals {
        Signals {
            coverage: 1.0,
            own: 1.0,
            cosine: 0.29,
            words: 0.55,
            fits: 1.0,
            around: 1.0,
            told: 2.07,
            about: 0.03,
            shared: 2.07,
            rare: 0.74,
            english: 0.3,
            size: 8.6,
            ..Signals::default()
        }
    }

    /// What a corpus says of a plain fact when it is small, large and larger.
    #[test]
    fn a_fact_is_no_stranger_in_a_large_corpus() {
        for size in [3.0, 7.0, 8.6, 10.1, 11.5] {
            let fact = Signals {
                coverage: 1.0,
                own: 1.0,
                cosine: 0.6,
                words: 0.7,
                fits: 1.0,
                around: 1.0,
                told: 3.1,
                about: 0.5,
                shared: 3.1,
                rare: 0.8,
                english: 0.6,
                size,
                ..Signals::default()
            };
            assert!(fact.weighed().answers(), "{size}: {:?}", fact.weighed());
        }
    }

    #[test]
    fn a_word_that_occurs_by_chance_is_no_answer() {
        let chance = one_word_by_chance().weighed();
        assert!(chance.likelihood > SURE, "the sentence has all that was asked: {chance:?}");
        assert!(!chance.answers() && chance.confidence() == Confidence::Low, "{chance:?}");
        let handbook = Signals { about: 0.6, rare: 0.4, size: 4.8, ..one_word_by_chance() };
        assert!(handbook.weighed().answers(), "{:?}", handbook.weighed());
    }

    #[test]
    fn the_same_match_tells_less_among_more_passages() {
        let near = Signals { about: 0.45, rare: 0.5, ..one_word_by_chance() };
        let among = |passages: f32| Signals { size: passages.ln_1p(), ..near }.weighed().belongs;
        assert!(among(100.0) > among(1_000.0) && among(1_000.0) > among(100_000.0));
    }
}
