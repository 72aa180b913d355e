//! Words: where they stand in a text, how they look folded, and which of them carry meaning.
//!
//! Folding makes texts comparable (case, accents, ligatures, typographic quotes); it never changes
//! the text that is quoted.

mod unspaced;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

/// Words so frequent that they say nothing about a topic.
const STOP_WORDS: &str = "a about after all also am an and any are as at be because been before \
being between both but by can could did do does doing down during each few for from further had \
has have having he her here hers him his how i if in into is it its itself just me more most my no \
nor not now of off on once only or other our ours out over own s same she should so some such t \
than that the their theirs them then there these they this those through to too under until up \
upon us very was we were what when where which while who whom whose why will with would you your \
yours may might must shall say says said tell please";

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Where it stands, in bytes.
    pub(crate) span: Range<usize>,
    /// Its folded form.
    pub(crate) folded: String,
}

/// The words of a text in order.
pub(crate) fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    Words { text, at: 0 }
}

/// Hands over each word's folded form in order; one that is only looked at need not be kept.
pub(crate) fn each(text: &str, mut take: impl FnMut(&str)) {
    let (mut words, mut folded) = (Words { text, at: 0 }, String::new());
    while words.advance(&mut folded).is_some() {
        take(&folded);
    }
}

/// How many words a text has.
pub(crate) fn count(text: &str) -> usize {
    let mut count = 0;
    each(text, |_| count += 1);
    count
}

/// Whether a folded word says nothing about a topic.
pub(crate) fn is_stop_word(folded: &str) -> bool {
    static SET: LazyLock<HashSet<&str>> = LazyLock::new(|| STOP_WORDS.split_whitespace().collect());
    SET.contains(folded) || unspaced::is_grammar(folded)
}

/// How much of its weight a folded word of a question keeps by its script.
pub(crate) fn part_by_script(folded: &str) -> f32 {
    unspaced::part(folded)
}

struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        let mut folded = String::new();
        let span = self.advance(&mut folded)?;
        Some(Word { span, folded })
    }
}

impl Words<'_> {
    /// Where the next word stands; `folded` becomes its folded form.
    fn advance(&mut self, folded: &mut String) -> Option<Range<usize>> {
        folded.clear();
        let start = self.at + beginning(&self.text[self.at..])?;
        let rest = &self.text[start..];
        let script = rest.chars().next().and_then(unspaced::script);
        if let Some(script) = script {
            let (length, step) = unspaced::piece(rest, script);
            self.at = start + step;
            folded.push_str(&rest[..length]);
            return Some(start..start + length);
        }
        self.at = start + word_end(rest, folded);
        Some(start..self.at)
    }
}

/// Where the first word of a text begins.
fn beginning(text: &str) -> Option<usize> {
    let may_begin = |byte: u8| byte.is_ascii_alphanumeric() || !byte.is_ascii();
    let first = text.bytes().position(may_begin)?;
    let rest = &text[first..];
    let plain = rest.starts_with(|letter: char| letter.is_ascii());
    if plain { Some(first) } else { Some(first + rest.find(char::is_alphanumeric)?) }
}

/// Where the word ends that a text begins with, whose folded form is added. Most words are plain letters,
/// which are taken in one piece.
fn word_end(text: &str, folded: &mut String) -> usize {
    let plain = text.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
    folded.push_str(&text[..plain]);
    folded.make_ascii_lowercase();
    let mut end = plain;
    let mut letters = text[plain..].char_indices().peekable();
    while let Some((offset, letter)) = letters.next() {
        let joins = letters.peek().is_some_and(|(_, next)| is_of_word(*next));
        if is_of_word(letter) {
            fold_into(letter, folded);
        } else if !(joins && is_inner(letter, folded)) {
            break;
        } else if letter == '.' || letter == ',' {
            folded.push(letter);
        }
        end = plain + offset + letter.len_utf8();
    }
    end
}

/// Whether a letter is of a word that ends at a space.
fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() && unspaced::script(letter).is_none()
}

/// Marks that stand inside a word: apostrophes, soft hyphens, and the points of a number.
fn is_inner(mark: char, so_far: &str) -> bool {
    match mark {
        '\'' | '\u{2019}' | '\u{ad}' => true,
        '.' | ',' => so_far.ends_with(|letter: char| letter.is_ascii_digit()),
        _ => false,
    }
}

/// Adds the folded form of a letter.
pub(crate) fn fold_into(letter: char, folded: &mut String) {
    if letter.is_ascii() {
        folded.push(letter.to_ascii_lowercase());
        return;
    }
    // Letters and digits as wide as Chinese characters are the usual ones.
    let code = u32::from(letter);
    if let Some(usual) = code.checked_sub(0xfee0).filter(|_| (0xff01..=0xff5e).contains(&code)) {
        let usual = char::from_u32(usual).unwrap_or(letter);
        folded.push(usual.to_ascii_lowercase());
        return;
    }
    match plain(letter) {
        Some(letters) => folded.push_str(letters),
        None => folded.extend(letter.to_lowercase()),
    }
}

/// The plain letters behind an accented letter or a ligature.
fn plain(letter: char) -> Option<&'static str> {
    const TABLE: [(&str, &str); 29] = [
        ("a", "àáâãäåāăąÀÁÂÃÄÅĀĂĄ"),
        ("c", "çćĉċčÇĆĈĊČ"),
        ("d", "ďđĎĐ"),
        ("e", "èéêëēĕėęěÈÉÊËĒĔĖĘĚ"),
        ("g", "ĝğġģĜĞĠĢ"),
        ("h", "ĥħĤĦ"),
        ("i", "ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ"),
        ("j", "ĵĴ"),
        ("k", "ķĶ"),
        ("l", "ĺļľłĹĻĽŁ"),
        ("n", "ñńņňÑŃŅŇ"),
        ("o", "òóôõöøōŏőÒÓÔÕÖØŌŎŐ"),
        ("r", "ŕŗřŔŖŘ"),
        ("s", "śŝşšſŚŜŞŠ"),
        ("t", "ţťŧŢŤŦ"),
        ("u", "ùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ"),
        ("w", "ŵŴ"),
        ("y", "ýÿŷÝŶŸ"),
        ("z", "źżžŹŻŽ"),
        ("ae", "æÆ"),
        ("oe", "œŒ"),
        ("ss", "ß"),
        ("ff", "ﬀ"),
        ("fi", "ﬁ"),
        ("fl", "ﬂ"),
        ("ffi", "ﬃ"),
        ("ffl", "ﬄ"),
        ("st", "ﬅﬆ"),
        ("", "\u{ad}\u{fffe}"),
    ];
    TABLE.iter().find(|(_, letters)| letters.contains(letter)).map(|(plain, _)| *plain)
}

/// A text with everything but letters and digits folded to single spaces, for comparing quotes.
pub(crate) fn squeezed(text: &str) -> String {
    squeezed_and_counted(text).0
}

/// A text squeezed, and how many words it has.
pub(crate) fn squeezed_and_counted(text: &str) -> (String, usize) {
    let (mut folded, mut count) = (String::with_capacity(text.len()), 0);
    each(text, |word| {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
        count += 1;
    });
    (folded, count)
}

/// Folded words to terms; equal words are stemmed once.
pub(crate) struct Terms {
    stemmer: Stemmer,
    known: HashMap<String, String>,
}

impl Terms {
    /// A fresh stemmer.
    pub(crate) fn new() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English), known: HashMap::new() }
    }

    /// The term of a folded word.
    pub(crate) fn of(&mut self, folded: &str) -> &str {
        if !self.known.contains_key(folded) {
            let stem = self.stemmer.stem(folded).into_owned();
            self.known.insert(folded.to_owned(), stem);
        }
        self.known.get(folded).map_or("", String::as_str)
    }

    /// The terms of a text's meaningful words, in order.
    pub(crate) fn of_text(&mut self, text: &str) -> Vec<String> {
        words(text)
            .filter(|word| !is_stop_word(&word.folded))
            .map(|word| self.of(&word.folded).to_owned())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> Vec<String> {
        words(text).map(|word| word.folded).collect()
    }

    #[test]
    fn words_are_folded_and_keep_their_place() {
        assert_eq!(
            folded("The Café’s ﬁrst 1,250.5 metres."),
            ["the", "cafes", "first", "1,250.5", "metres"]
        );
        let text = "Ströme — of coal";
        let found: Vec<_> = words(text).map(|word| text[word.span].to_owned()).collect();
        assert_eq!(found, ["Ströme", "of", "coal"]);
    }

    #[test]
    fn scripts_without_spaces_are_cut_into_pairs() {
        assert_eq!(folded("长城的全长是２１公里。"), ["长城", "的", "全长", "是", "21", "公里"]);
        assert_eq!(folded("東京タワーの塔は"), ["東京", "タワー", "の", "塔", "は"]);
        assert_eq!(folded("万里长城"), ["万里", "里长", "长城"]);
        assert_eq!(folded("서울특별 a"), ["서울", "울특", "특별", "a"]);
        assert_eq!(Terms::new().of_text("塔の高さです"), ["塔", "高", "さで"]);
        let text = "in東京都です";
        let found: Vec<_> = words(text).map(|word| &text[word.span]).collect();
        assert_eq!(found, ["in", "東京", "京都", "です"]);
    }

    #[test]
    fn terms_leave_stop_words_out() {
        assert_eq!(
            Terms::new().of_text("What are the commons being governed by?"),
            ["common", "govern"]
        );
    }

    #[test]
    fn squeezing_compares_texts_that_differ_in_marks_only() {
        assert_eq!(squeezed("“Self-interest”, he said"), squeezed("self interest \n he said."));
    }
}
