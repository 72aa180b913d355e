//! Scripts that put no spaces between words: texts and questions are cut alike, into pairs of letters.

/// How the letters of such a script are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Chinese characters, in pairs.
    Han,
    /// Chinese characters that only join others or ask, each by itself.
    Joining,
    /// The syllables of Japanese grammar, in pairs.
    Hiragana,
    /// The syllables of foreign words in Japanese, as they stand together.
    Katakana,
    /// The syllables of Korean, whose endings change with the sentence, in pairs.
    Hangul,
}

/// Characters that join others or ask, and hardly ever say what a text is about.
const JOINING: &str = "的了吗嗎呢吧是在有多少谁誰什么麼哪怎";
/// Pairs of Hiragana that are grammar.
const GRAMMAR: &str = "です ます まし した すか いる いた ある あり から まで など こと もの ため よう する され れる \
られ れた てい いま せん ませ では でし には とは のは ので これ それ どこ いつ だれ どの どれ なに なぜ いく くつ って";
/// Characters that ask in one word and do not in another.
const MAY_ASK: &str = "何几幾";
/// How much such a piece counts.
const SLIGHT: f32 = 0.3;

/// The script of a letter, if it is one without spaces.
pub(super) fn script(letter: char) -> Option<Script> {
    match letter {
        '\0'..='\u{10ff}' => None,
        _ if JOINING.contains(letter) => Some(Script::Joining),
        '\u{3005}' | '\u{3007}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => {
            Some(Script::Han)
        }
        '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => Some(Script::Han),
        '\u{3041}'..='\u{309f}' => Some(Script::Hiragana),
        '\u{30a1}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
            Some(Script::Katakana)
        }
        '\u{ac00}'..='\u{d7a3}' => Some(Script::Hangul),
        _ => None,
    }
}

/// The length of the piece that a text begins with, and how far on the next one begins.
pub(super) fn piece(text: &str, own: Script) -> (usize, usize) {
    let same =
        |(_, letter): &(usize, char)| letter.is_alphanumeric() && script(*letter) == Some(own);
    let mut ends = text.char_indices().take_while(same).map(|(at, it)| at + it.len_utf8());
    let first = ends.next().unwrap_or(text.len());
    match own {
        Script::Joining => (first, first),
        Script::Katakana => {
            let end = ends.last().unwrap_or(first);
            (end, end)
        }
        Script::Han | Script::Hiragana | Script::Hangul => match (ends.next(), ends.next()) {
            (Some(second), Some(_)) => (second, first),
            (second, _) => (second.unwrap_or(first), second.unwrap_or(first)),
        },
    }
}

/// Whether a piece is grammar.
pub(super) fn is_grammar(piece: &str) -> bool {
    let mut letters = piece.chars();
    let Some(first) = letters.next() else { return false };
    match script(first) {
        Some(Script::Joining) => true,
        Some(Script::Hiragana) => {
            letters.next().is_none() || GRAMMAR.split_whitespace().any(|pair| pair == piece)
        }
        _ => false,
    }
}

/// How much of its weight a piece of a question keeps: little where it may be grammar, or ask.
pub(super) fn part(piece: &str) -> f32 {
    let grammar = piece.chars().next().and_then(script) == Some(Script::Hiragana);
    if grammar || piece.contains(|letter| MAY_ASK.contains(letter)) { SLIGHT } else { 1.0 }
}
