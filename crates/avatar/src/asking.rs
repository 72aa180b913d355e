//! Words that only ask: `how many`, `what year`. They say what kind of thing would answer, and need not
//! stand in what answers. Knows neither texts nor indexes.

use crate::words::{Word, part_by_script};

/// What follows `how` and asks for an amount, by no word that an answer has.
const AMOUNTS: [&str; 5] = ["many", "much", "often", "frequently", "soon"];
/// What follows `how` and asks for a measure, by a word that an answer may have.
const MEASURES: [&str; 19] = [
    "big", "broad", "deep", "early", "far", "fast", "great", "heavy", "high", "large", "late",
    "long", "old", "quickly", "small", "strong", "tall", "thick", "wide",
];
/// What follows `what` or `which` and asks for a kind of thing, by a word that an answer may have.
const KINDS: [&str; 10] =
    ["century", "date", "day", "decade", "kind", "month", "sort", "time", "type", "year"];
/// What asks for an amount in Chinese and Japanese.
const WIDE_AMOUNTS: [char; 3] = ['多', '几', '幾'];
/// How much of its weight a word keeps that an answer may have.
const SLIGHT: f32 = 0.3;

/// How much of its weight a word of a question keeps: none or little where it only asks.
pub(crate) fn part(words: &[Word], at: usize) -> f32 {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let before = before.map_or("", |word| word.folded.as_str());
    let word = words.get(at).map_or("", |word| word.folded.as_str());
    match before {
        "how" if AMOUNTS.contains(&word) => 0.0,
        "how" if MEASURES.contains(&word) => SLIGHT,
        "what" | "which" if KINDS.contains(&word) => SLIGHT,
        _ if asks_for_name_by(words, at) => SLIGHT,
        "多" | "哪" | "么" | "麼" => SLIGHT,
        _ => part_by_script(word),
    }
}

/// Whether a question asks what something is called.
pub(crate) fn asks_for_name(words: &[Word]) -> bool {
    (0..words.len()).any(|at| asks_for_name_by(words, at))
}

/// Whether a word only asks what something is called: `what is the name of …`, `what is … called`.
fn asks_for_name_by(words: &[Word], at: usize) -> bool {
    let word = |at: usize| words.get(at).map_or("", |word| word.folded.as_str());
    let asks = words.iter().any(|word| ["what", "which"].contains(&word.folded.as_str()));
    let name =
        word(at) == "name" && word(at + 1) == "of" || word(at) == "names" && word(at + 1) == "of";
    let called = at + 1 == words.len() && ["called", "named"].contains(&word(at));
    asks && (name || called)
}

/// Whether a question asks for a number: how many, how far.
pub(crate) fn asks_for_number(words: &[Word]) -> bool {
    let asks = |pair: &[Word]| {
        let word = pair[1].folded.as_str();
        pair[0].folded == "how" && (AMOUNTS.contains(&word) || MEASURES.contains(&word))
    };
    words.windows(2).any(asks) || words.iter().any(|word| word.folded.contains(WIDE_AMOUNTS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn only_words_that_ask_lose_their_weight() {
        let parts = |question: &str| {
            let words: Vec<_> = words(question).collect();
            (0..words.len()).map(|at| part(&words, at)).collect::<Vec<_>>()
        };
        assert_eq!(parts("How many long years"), [1.0, 0.0, 1.0, 1.0]);
        assert_eq!(parts("In what year, how long"), [1.0, 1.0, SLIGHT, 1.0, SLIGHT]);
        assert_eq!(parts("many years"), [1.0, 1.0]);
        assert_eq!(parts("What is the name of it"), [1.0, 1.0, 1.0, SLIGHT, 1.0, 1.0]);
        assert_eq!(parts("What is he called"), [1.0, 1.0, 1.0, SLIGHT]);
        assert_eq!(parts("the name of it"), [1.0; 4]);
    }
}
