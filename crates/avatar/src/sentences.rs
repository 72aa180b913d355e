//! Where sentences begin and end: abbreviations, initials and numbers do not end one.

use std::ops::Range;

/// Abbreviations that a name, a number or more text follows.
const ABBREVIATIONS: &[&str] = &[
    "abs", "adm", "approx", "art", "assoc", "aug", "ave", "bd", "bros", "bzw", "ca", "cap", "capt",
    "cf", "ch", "chap", "chas", "co", "col", "corp", "d.h", "dec", "dept", "dr", "ed", "eds",
    "edw", "eg", "e.g", "eliz", "esp", "est", "etc", "evtl", "feb", "fig", "figs", "fr", "ft",
    "geb", "gen", "geo", "ggf", "gov", "hen", "hon", "hrsg", "i.e", "ie", "inc", "jan", "jas",
    "jh", "jr", "jul", "jun", "lib", "lt", "ltd", "maj", "messrs", "mme", "mr", "mrs", "ms", "mt",
    "no", "nos", "nov", "nr", "oct", "op", "p", "par", "ph.d", "pp", "prof", "pt", "ref", "refs",
    "rep", "rev", "sec", "sen", "sept", "sep", "sgt", "sog", "sr", "st", "stat", "thos", "trans",
    "u.a", "univ", "usw", "v", "vgl", "vict", "viz", "vol", "vols", "vs", "wm", "z.b", "a.m",
    "p.m", "u.s", "u.k",
];

/// Of these, the ones that may well be a sentence's last word.
const MAY_END: &[&str] = &[
    "etc", "inc", "ltd", "co", "corp", "jh", "jr", "sr", "a.m", "p.m", "u.s", "u.k", "usw", "no",
    "ph.d",
];

/// The longest sentence kept whole; a longer run of text is cut at a space.
const LONGEST: usize = 2_000;

/// The sentences of a text in order, without the space around them.
pub(crate) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for paragraph in paragraphs(text) {
        let mut start = paragraph.start;
        for end in ends(text, paragraph.clone()) {
            push(text, start..end, &mut found);
            start = end;
        }
        push(text, start..paragraph.end, &mut found);
    }
    found
}

/// Stretches between empty lines.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        let breaks = bytes[at] == b'\n'
            && text[at + 1..].trim_start_matches([' ', '\t', '\r']).starts_with('\n');
        if breaks {
            found.push(start..at);
            start = at + 1;
        }
        at += 1;
    }
    found.push(start..bytes.len());
    found
}

fn push(text: &str, range: Range<usize>, found: &mut Vec<Range<usize>>) {
    let slice = &text[range.clone()];
    let start = range.start + slice.len() - slice.trim_start().len();
    let end = range.start + slice.trim_end().len();
    if start >= end || !text[start..end].contains(char::is_alphanumeric) {
        return;
    }
    let mut start = start;
    while end - start > LONGEST {
        let mut cut = start + LONGEST;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        let cut = text[start..cut].rfind(char::is_whitespace).map_or(cut, |space| start + space);
        let cut = if cut == start { end } else { cut };
        found.push(start..cut);
        let rest = &text[cut..end];
        start = cut + rest.len() - rest.trim_start().len();
    }
    if start < end {
        found.push(start..end);
    }
}

/// The places in a paragraph where a sentence ends.
fn ends(text: &str, paragraph: Range<usize>) -> Vec<usize> {
    let slice = &text[paragraph.clone()];
    let mut found = Vec::new();
    let mut letters = slice.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let wide = is_wide_end(letter);
        if !(wide || matches!(letter, '.' | '!' | '?' | '…')) {
            continue;
        }
        let mut end = at + letter.len_utf8();
        while let Some((next, closing)) = letters.peek().copied() {
            if !(closes(closing) || wide && (is_wide_end(closing) || closes_wide(closing))) {
                break;
            }
            end = next + closing.len_utf8();
            letters.next();
        }
        let after = &slice[end..];
        if wide {
            found.push(paragraph.start + end);
            continue;
        }
        if !after.starts_with(char::is_whitespace)
            || letter == '.' && !ends_here(&slice[..at], after)
        {
            continue;
        }
        if letter != '.' && starts_lower(after) {
            continue;
        }
        found.push(paragraph.start + end);
    }
    found
}

/// Marks that end a sentence of a script without spaces.
fn is_wide_end(letter: char) -> bool {
    matches!(letter, '。' | '！' | '？' | '｡' | '．')
}

/// What may close after a sentence's end, and belongs to it.
fn closes(letter: char) -> bool {
    matches!(letter, '.' | '!' | '?' | '"' | '\'' | '”' | '’' | ')' | ']' | '»')
}

fn closes_wide(letter: char) -> bool {
    matches!(letter, '」' | '』' | '）' | '】' | '〉' | '》' | '｣')
}

/// Whether a point after `before` ends a sentence that `after` does not continue.
fn ends_here(before: &str, after: &str) -> bool {
    if starts_lower(after) {
        return false;
    }
    let word = before
        .rsplit(|letter: char| letter.is_whitespace() || matches!(letter, '(' | '[' | '“' | '"'));
    let word = word.into_iter().next().unwrap_or_default();
    let folded = word.to_lowercase();
    if MAY_END.contains(&folded.as_str()) {
        let digit = after.trim_start().starts_with(|letter: char| letter.is_ascii_digit());
        return !(folded == "no" && digit);
    }
    if goes_with_what_follows(word, after.trim_start()) {
        return false;
    }
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    !(initial || is_list_number(before, word) || ABBREVIATIONS.contains(&folded.as_str()))
}

/// Whether a short word and what follows it belong together: `c. 4`, `6s. 8d.`, `z. B.`.
fn goes_with_what_follows(word: &str, after: &str) -> bool {
    let mut next = after.chars();
    let (first, second) = (next.next(), next.next());
    let digit = first.is_some_and(|letter| letter.is_ascii_digit());
    let letter = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    // The article is a word, and so is the pronoun.
    let short = letter(word) && !["a", "I"].contains(&word);
    let money = word.strip_suffix(['l', 's', 'd']).is_some_and(|amount| {
        let amount = amount.trim_start_matches('£');
        !amount.is_empty() && amount.bytes().all(|byte| byte.is_ascii_digit())
    });
    let lettered = first.is_some_and(char::is_alphabetic) && second == Some('.');
    digit && (short || money) || lettered && short
}

/// Whether the point belongs to a numbered list's item (`3.`), which it stands before.
fn is_list_number(before: &str, word: &str) -> bool {
    let number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let line = before[..before.len() - word.len()].trim_end_matches([' ', '\t']);
    number && (line.is_empty() || line.ends_with('\n'))
}

fn starts_lower(after: &str) -> bool {
    let first = after.trim_start().chars().find(|letter| letter.is_alphanumeric());
    first.is_some_and(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = sentences(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn abbreviations_initials_and_numbers_do_not_end_a_sentence() {
        check(
            "Dr. A. Smith, cf. p. 42, disagrees. See Fig. 3 for 2.5 metres! Why? He left at 5 p.m. The end.",
            &[
                "Dr. A. Smith, cf. p. 42, disagrees.",
                "See Fig. 3 for 2.5 metres!",
                "Why?",
                "He left at 5 p.m.",
                "The end.",
            ],
        );
        check(
            "It was No. 7. “Was it?” she asked.\n1. First.",
            &["It was No. 7.", "“Was it?” she asked.", "1. First."],
        );
    }

    #[test]
    fn statutes_money_and_german_abbreviations_stay_whole() {
        check(
            "By the 9th and 10th of William III c. 4. the duty was 6s. 8d. The 5th of Eliz. c. 4 repealed it.",
            &[
                "By the 9th and 10th of William III c. 4. the duty was 6s. 8d.",
                "The 5th of Eliz. c. 4 repealed it.",
            ],
        );
        check(
            "Es gibt z. B. Wasser bzw. Eis. Vgl. Nr. 7. Ende.",
            &["Es gibt z. B. Wasser bzw. Eis.", "Vgl. Nr. 7.", "Ende."],
        );
        check("He got an a. 4 men left.", &["He got an a.", "4 men left."]);
    }

    #[test]
    fn paragraphs_end_sentences_and_line_breaks_do_not() {
        check(
            "A heading\n\nThe text runs\nover two lines. Then\n \nanother",
            &["A heading", "The text runs\nover two lines.", "Then", "another"],
        );
    }

    #[test]
    fn sentences_without_spaces_end_at_their_own_marks() {
        check(
            "長城很長。「真的嗎？」他問！塔高333米。",
            &["長城很長。", "「真的嗎？」", "他問！", "塔高333米。"],
        );
    }

    #[test]
    fn an_endless_sentence_is_cut_at_a_space() {
        let text = "word ".repeat(1_000);
        let found = sentences(&text);
        assert!(found.len() > 1 && found.iter().all(|range| range.len() <= LONGEST));
        check("...\n\n---", &[]);
    }
}
