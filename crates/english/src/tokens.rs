//! Text to sentences and words, by a few fixed rules: a full stop before a space ends a sentence
//! unless it belongs to a listed abbreviation; what is written without a space is one word.

use std::sync::Arc;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A word in small letters.
    Word,
    /// A word with a capital.
    Capital,
    /// A number.
    Number,
    /// A name as programs write them: `payroll.xlsx`, `S-101`.
    Code,
    /// A text in quotation marks, which is a name.
    Quoted,
    /// A mark.
    Mark,
}

/// A word or mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As written.
    pub text: String,
    /// In small letters.
    pub lower: Arc<str>,
    /// What it is.
    pub kind: Kind,
    /// Where it starts in the text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// One sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// As written.
    pub text: String,
    /// Its words.
    pub tokens: Vec<Token>,
    /// It ends in a question mark.
    pub asks: bool,
}

/// Words before whose full stop no sentence ends.
const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "prof", "st", "jr", "sr", "inc", "ltd", "no", "vs", "e.g", "i.e",
    "a.m", "p.m",
];

/// Splits a text into sentences.
pub fn sentences(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (at, mark) in text.char_indices() {
        quoted ^= is_quote(mark);
        let next = at + mark.len_utf8();
        let spaced = text[next..].chars().next().is_none_or(char::is_whitespace);
        if quoted || !spaced || !matches!(mark, '.' | '!' | '?') {
            continue;
        }
        let word = text[start..at].rsplit(char::is_whitespace).next().unwrap_or("").to_lowercase();
        if mark == '.' && ABBREVIATIONS.contains(&word.as_str()) && !text[next..].trim().is_empty()
        {
            continue;
        }
        found.extend(sentence(text, start, next));
        start = next;
    }
    found.extend(sentence(text, start, text.len()));
    found
}

fn sentence(text: &str, start: usize, end: usize) -> Option<Sentence> {
    let piece = text[start..end].trim();
    let piece = piece.trim_start_matches(['-', '*', '\u{2022}']).trim_start();
    let start = start + text[start..end].find(piece).unwrap_or(0);
    let body = piece.trim_end_matches(['.', '!', '?', ' ']);
    let mut tokens = Vec::new();
    words(body, start, &mut tokens);
    let asks = piece.ends_with('?');
    (!tokens.is_empty()).then(|| Sentence { text: piece.to_owned(), tokens, asks })
}

fn is_quote(mark: char) -> bool {
    matches!(mark, '"' | '\u{201c}' | '\u{201d}')
}

fn words(body: &str, offset: usize, found: &mut Vec<Token>) {
    let mut at = 0;
    while let Some(first) = body[at..].chars().next() {
        let mut length = first.len_utf8();
        if is_quote(first) {
            let from = at + length;
            let inner = body[from..].find(is_quote).unwrap_or(body.len() - from);
            found.push(token(&body[from..from + inner], Kind::Quoted, offset + from));
            let close = body[from + inner..].chars().next().map_or(0, char::len_utf8);
            at = from + inner + close;
            continue;
        }
        if first.is_alphanumeric() {
            while let Some(next) = body[at + length..].chars().next() {
                let followed = body[at + length + next.len_utf8()..]
                    .chars()
                    .next()
                    .is_some_and(char::is_alphanumeric);
                let inside = matches!(next, '.' | '-' | '_' | '/' | '@' | ':' | '&' | ',');
                let digits = body[at..at + length].ends_with(|c: char| c.is_ascii_digit());
                let apostrophe = matches!(next, '\'' | '\u{2019}');
                let goes_on = next.is_alphanumeric()
                    || (inside && followed && (next != ',' || digits))
                    || apostrophe;
                if !goes_on {
                    break;
                }
                length += next.len_utf8();
            }
            word(&body[at..at + length], offset + at, found);
        } else if !first.is_whitespace() {
            mark(first, offset + at, found);
        }
        at += length;
    }
}

/// Marks that are words are written out; the others stay.
fn mark(mark: char, start: usize, found: &mut Vec<Token>) {
    let spoken = match mark {
        '%' => "percent",
        '$' => "$",
        '\u{20ac}' => "\u{20ac}",
        // Of an abbreviation.
        '.' => return,
        _ => "",
    };
    if spoken.is_empty() {
        found.push(token(&mark.to_string(), Kind::Mark, start));
    } else {
        found.push(token(spoken, Kind::Word, start));
    }
}

fn token(text: &str, kind: Kind, start: usize) -> Token {
    let lower = Arc::from(text.to_lowercase().as_str());
    Token { text: text.to_owned(), lower, kind, start, end: start + text.len() }
}

fn word(text: &str, start: usize, found: &mut Vec<Token>) {
    let plain = text.replace('\u{2019}', "'");
    // `$50`: the unit comes after the number, as it is said.
    let currency = found.last().and_then(|last| match last.text.as_str() {
        "$" => Some("dollars"),
        "\u{20ac}" => Some("euros"),
        _ => None,
    });
    let number = plain.replace(',', "");
    if number.parse::<f64>().is_ok() && number.starts_with(|c: char| c.is_ascii_digit()) {
        if let Some(unit) = currency {
            found.pop();
            found.push(Token {
                lower: Arc::from(number.as_str()),
                ..token(text, Kind::Number, start)
            });
            found.push(token(unit, Kind::Word, start));
        } else {
            found.push(Token {
                lower: Arc::from(number.as_str()),
                ..token(text, Kind::Number, start)
            });
        }
        return;
    }
    for piece in opened(&plain) {
        let inner = |c: char| matches!(c, '.' | '_' | '/' | '@' | ':' | '&');
        let coded = piece.contains(inner)
            || piece.starts_with(|c: char| c.is_ascii_digit())
            || (piece.contains(|c: char| c.is_ascii_digit())
                && piece.contains(|c: char| c.is_alphabetic()));
        let kind = if coded && !ordinal(&piece) {
            Kind::Code
        } else if piece.starts_with(char::is_uppercase) {
            Kind::Capital
        } else {
            Kind::Word
        };
        found.push(Token { end: start + text.len(), ..token(&piece, kind, start) });
    }
}

fn ordinal(word: &str) -> bool {
    let digits = word.trim_end_matches(char::is_alphabetic);
    !digits.is_empty()
        && digits.chars().all(|c| c.is_ascii_digit())
        && matches!(&word[digits.len()..], "st" | "nd" | "rd" | "th")
}

/// A contraction in full: `doesn't`, `Ann's`.
fn opened(word: &str) -> Vec<String> {
    let lower = word.to_lowercase();
    let pair = |first: &str, second: &str| vec![first.to_owned(), second.to_owned()];
    match lower.as_str() {
        "cannot" | "can't" => return pair("can", "not"),
        "won't" => return pair("will", "not"),
        _ => {}
    }
    let cut = |suffix: &str| &word[..word.len() - suffix.len()];
    for (suffix, full) in
        [("n't", "not"), ("'re", "are"), ("'ll", "will"), ("'ve", "have"), ("'m", "am")]
    {
        if lower.len() > suffix.len() && lower.ends_with(suffix) {
            return pair(cut(suffix), full);
        }
    }
    if let Some(front) = lower.strip_suffix("'s") {
        let is = ["it", "he", "she", "that", "there", "who", "what", "where"].contains(&front);
        return pair(cut("'s"), if is { "is" } else { "'s" });
    }
    match lower.strip_suffix('\'') {
        Some(front) if front.ends_with('s') => pair(cut("'"), "'s"),
        _ => vec![word.trim_matches('\'').to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        sentences(text).into_iter().map(|s| s.text).collect()
    }

    #[test]
    fn a_letter_ends_a_sentence_and_an_abbreviation_does_not() {
        assert_eq!(
            split("Paul is in group A. Eva is in group B."),
            ["Paul is in group A.", "Eva is in group B."]
        );
        assert_eq!(
            split("Dr. Who sees payroll.xlsx. It is old."),
            ["Dr. Who sees payroll.xlsx.", "It is old."]
        );
    }

    #[test]
    fn words_are_written_out() {
        let tokens = |text: &str| -> Vec<String> {
            sentences(text).remove(0).tokens.iter().map(|t| t.lower.to_string()).collect()
        };
        assert_eq!(
            tokens("Ann doesn't pay $1,500."),
            ["ann", "does", "not", "pay", "1500", "dollars"]
        );
        assert_eq!(
            tokens("The boys' S-101 is 15% off."),
            ["the", "boys", "'s", "s-101", "is", "15", "percent", "off"]
        );
    }
}
