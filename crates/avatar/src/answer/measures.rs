//! Measures: what `how wide` asks for, and whether a sentence tells it.
//!
//! A length may be told without saying which one; told with another's name it is another's.

use std::collections::HashSet;

use crate::words::Word;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// How long, in space or in time.
    Long,
    /// How tall.
    High,
    /// How wide.
    Wide,
    /// How deep.
    Deep,
    /// How thick.
    Thick,
    /// How far.
    Far,
    /// How heavy.
    Heavy,
    /// How old.
    Old,
    /// How fast.
    Fast,
    /// How hot or cold.
    Hot,
    /// How much it costs.
    Dear,
    /// How large, in any way.
    Large,
}

/// A measure, the words that ask for it, and those by which a sentence tells it.
type Row = (Measure, &'static str, &'static str);

const TABLE: [Row; 12] = [
    (Measure::Long, "long length", "long length lengths stretch stretches stretched"),
    (
        Measure::High,
        "tall high height",
        "tall high height heights rise rises rose rising above elevation altitude tower towers storeys stories",
    ),
    (
        Measure::Wide,
        "wide broad width breadth",
        "wide broad width breadth across diameter span spans",
    ),
    (Measure::Deep, "deep depth", "deep depth depths below deepest"),
    (Measure::Thick, "thick thickness", "thick thickness"),
    (Measure::Far, "far distance", "far distance away from between apart journey range"),
    (Measure::Heavy, "heavy weigh weighed weight", "weigh weighs weighed weight heavy mass"),
    (Measure::Old, "old age aged", "old age aged"),
    (Measure::Fast, "fast quickly speed", "fast speed speeds quickly rate"),
    (Measure::Hot, "hot cold warm temperature", "degrees degree temperature celsius fahrenheit"),
    (
        Measure::Dear,
        "cost costs price paid pay fee expensive worth charge",
        "cost costs price prices paid pay pays fee free worth charge charged toll rent spent budget",
    ),
    (Measure::Large, "big large small great size", ""),
];

const LENGTHS: &str = "metre metres meter meters kilometre kilometres kilometer kilometers km m cm mm centimetre centimetres \
centimeter centimeters millimetre millimetres millimeters mile miles foot feet ft inch inches yard yards fathom fathoms \
league leagues";
const TIMES: &str = "second seconds minute minutes hour hours day days night nights week weeks month months year years decade \
decades century centuries generation generations";
const WEIGHTS: &str = "gram grams gramme grammes kilogram kilograms kilo kilos kg ton tons tonne tonnes pound pounds lb lbs \
ounce ounces stone hundredweight";
const SPEEDS: &str = "knots mph kmh per hour second minute";
const MONEY: &str = "pound pounds dollar dollars euro euros franc francs crown crowns penny pennies pence shilling shillings \
cent cents mark marks rouble roubles yen guinea guineas ducat ducats florin florins thaler thalers usd eur gbp million \
billion";
const BEGINNINGS: &str = "born birth birthday built founded erected dates date dating constructed established created begun \
began cast opened since laid";
const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen \
half several few many couple";

impl Measure {
    /// What `how` and a word ask for.
    pub(super) fn asked_by(word: &str) -> Option<Self> {
        Self::named_by(word).filter(|it| *it != Self::Dear)
    }

    /// What a word names.
    pub(super) fn named_by(word: &str) -> Option<Self> {
        let row = TABLE.iter().find(|(_, asking, _)| has(asking, word));
        row.map(|(measure, ..)| *measure)
    }

    /// Whether a sentence tells it.
    pub(super) fn is_told_by(self, sentence: &[Word]) -> bool {
        let set: HashSet<&str> = sentence.iter().map(|word| word.folded.as_str()).collect();
        let any = |list: &str| list.split_whitespace().any(|it| set.contains(it));
        let number = sentence.iter().any(|word| is_number(&word.folded));
        let amount = |word: &Word| is_number(&word.folded) && !is_year(&word.folded);
        let amount = sentence.iter().any(amount);
        let years = sentence.iter().filter(|word| is_year(&word.folded)).count();
        let named = TABLE.iter().any(|(it, _, telling)| *it == self && any(telling));
        let length = measured(sentence, LENGTHS) && !any("square cubic");
        let others = [Self::Long, Self::High, Self::Wide, Self::Deep, Self::Thick];
        let other =
            TABLE.iter().any(|(it, asking, _)| *it != self && others.contains(it) && any(asking));
        match self {
            Self::Long => {
                named && amount
                    || length && !other
                    || measured(sentence, TIMES)
                    || any("until")
                    || years > 1
            }
            Self::High | Self::Far => named && amount || length && !other,
            Self::Wide | Self::Deep | Self::Thick => named && amount,
            Self::Heavy => named && amount || measured(sentence, WEIGHTS),
            Self::Old => number && (named || any(BEGINNINGS)) || any("centuries ancient oldest"),
            Self::Fast => named && amount || measured(sentence, SPEEDS),
            Self::Hot => named,
            Self::Dear => amount && (named || any(MONEY)) || any("free"),
            Self::Large => amount,
        }
    }
}

/// Whether a sentence has a number of some unit.
fn measured(sentence: &[Word], units: &str) -> bool {
    let unit = |word: &Word| has(units, &word.folded);
    let counted = |at: usize| sentence[at + 1..].iter().take(2).any(unit);
    let joined = |word: &Word| {
        let rest = word.folded.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
        rest.len() < word.folded.len() && has(units, rest)
    };
    let numbers = (0..sentence.len()).filter(|at| is_number(&sentence[*at].folded));
    numbers.into_iter().any(counted) || sentence.iter().any(joined)
}

fn has(list: &str, word: &str) -> bool {
    !word.is_empty() && list.split_whitespace().any(|it| it == word)
}

fn is_number(word: &str) -> bool {
    word.starts_with(|it: char| it.is_ascii_digit()) || has(NUMBERS, word)
}

/// Whether a number may be a year, and so no amount.
fn is_year(word: &str) -> bool {
    word.len() == 4 && word.parse().is_ok_and(|year: u32| (1000..2200).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn a_measure_is_told_by_its_own_words_or_units() {
        for (word, sentence, expected) in [
            ("wide", "The bridge is 312 metres long.", false),
            ("long", "The bridge is 312 metres long.", true),
            ("heavy", "The bridge is 312 metres long.", false),
            ("deep", "It covers 14 square kilometres.", false),
            ("large", "It covers 14 square kilometres.", true),
            ("tall", "The tower rose to 38 metres.", true),
            ("wide", "The road is 9 feet across.", true),
            ("old", "He is eleven years old.", true),
            ("old", "Ann was born in Graz in 1912.", true),
            ("old", "He left in 2011 to repair guitars.", false),
            ("heavy", "The bell weighed two tons.", true),
            ("long", "The repairs took three years.", true),
            ("cost", "Admission is four pounds.", true),
            ("cost", "I finished it in March 2004.", false),
            ("fast", "She reaches thirteen knots.", true),
        ] {
            let words: Vec<_> = words(sentence).collect();
            let measure = Measure::named_by(word).unwrap();
            assert_eq!(measure.is_told_by(&words), expected, "{word}: {sentence}");
        }
    }
}
