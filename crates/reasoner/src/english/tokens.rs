//! Text to sentences and sentences to words with their byte spans.
//! Opens contractions and keeps quoted titles whole; knows nothing of grammar.

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A word, possibly with digits or hyphens in it.
    Word,
    /// A number in digits.
    Number,
    /// A quoted title, taken as one name.
    Quote,
    /// A single mark.
    Mark,
}

/// One word of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// As written.
    pub text: String,
    /// In lower case.
    pub lower: String,
    /// What it is.
    pub kind: Kind,
    /// Where it starts in the whole text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Token {
    /// Whether it is written like a name: a capital or a digit somewhere.
    pub fn is_capital(&self) -> bool {
        self.kind == Kind::Word && self.text.chars().any(|c| c.is_uppercase() || c.is_ascii_digit())
    }
}

/// One sentence of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawSentence {
    /// As written, trimmed.
    pub text: String,
    /// Where it starts in the whole text, in bytes.
    pub start: usize,
    /// Its words without the closing mark.
    pub tokens: Vec<Token>,
    /// It ends in a question mark.
    pub asks: bool,
}

/// Splits a text into sentences.
pub fn sentences(text: &str) -> Vec<RawSentence> {
    let mut found = Vec::new();
    let mut start = 0;
    for end in sentence_ends(text).into_iter().chain([text.len()]) {
        match aside(&text[start..end]) {
            Some((open, close)) => {
                found.extend(raw_sentence(text, start, start + open));
                found.extend(raw_sentence(text, start + open + 1, start + close));
            }
            None => found.extend(raw_sentence(text, start, end)),
        }
        start = end;
    }
    found
}

/// Where the marks around a whole sentence stand that is added at the end of another:
/// `Ann is paid (All teachers are paid).`
fn aside(piece: &str) -> Option<(usize, usize)> {
    let close = piece.trim_end_matches(['.', '!', ' ', '\n']).strip_suffix(')')?.len();
    let open = piece[..close].rfind(" (").map(|at| at + 1)?;
    let inner = piece[open + 1..close].trim();
    let whole = inner.starts_with(char::is_uppercase) && inner.split_whitespace().count() > 3;
    (whole && !inner.contains(['(', ')'])).then_some((open, close))
}

fn raw_sentence(text: &str, start: usize, end: usize) -> Option<RawSentence> {
    let start = start + (text[start..end].len() - text[start..end].trim_start().len());
    let start = bullet(text, start).filter(|begins| *begins < end).unwrap_or(start);
    let start = start + lettered(&text[start..end]).unwrap_or(0);
    let piece = &text[start..end];
    let trimmed = piece.trim();
    let start = start + (piece.len() - piece.trim_start().len());
    let asks = trimmed.ends_with('?');
    let body = trimmed.trim_end_matches(['.', '!', '?', ' ', ';']);
    let tokens = tokens(body, start);
    (!tokens.is_empty()).then(|| RawSentence { text: trimmed.to_owned(), start, tokens, asks })
}

/// Before a full stop these end no sentence when they begin with a capital.
const TITLES: &[&str] = &["jr", "sr", "etc", "inc", "no"];

/// The same, before the name of a person or place: `Lt. Col. Ray`, `Mt. Fuji`.
const BEFORE_NAME: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "prof", "adm", "capt", "cmdr", "col", "cpl", "ft", "gen", "gov",
    "hon", "lt", "maj", "mt", "pres", "rep", "rev", "sen", "sgt",
];

/// Before a number these end no sentence: `approx. 500`.
const BEFORE_NUMBER: &[&str] = &["approx", "ca", "est", "fig", "vol", "pp"];

/// Halves of the day.
const HALVES: &[&str] = &["a.m", "p.m"];

/// These stand between words, however they are written: `Roe v. Wade`.
const BETWEEN: &[&str] = &["v", "vs", "cf", "e.g", "i.e"];

/// Before a word without a capital these end no sentence either.
const SHORT: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "prof", "jr", "sr", "etc", "inc", "ltd", "co", "corp", "approx",
    "ca", "dept", "est",
];

fn sentence_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let (mut quoted, mut opens_line) = (false, true);
    for (at, mark) in text.char_indices() {
        if is_quote(mark) {
            quoted = !quoted;
        }
        if opens_line && !quoted && bullet(text, at).is_some() {
            ends.push(at);
        }
        opens_line = mark == '\n' || opens_line && mark.is_whitespace();
        let next = at + mark.len_utf8();
        if quoted
            || !matches!(mark, '.' | '!' | '?')
            || !text[next..].starts_with([' ', '\n', '\t', '\r'])
        {
            continue;
        }
        if mark != '.' || !is_inside(text, at) {
            ends.push(next);
        }
    }
    ends
}

/// Whether a full stop belongs to the word or number before it.
fn is_inside(text: &str, at: usize) -> bool {
    let before = text[..at].rsplit([' ', '\n', '(']).next().unwrap_or("");
    let from = at - before.len();
    let numbers_line =
        before.ends_with(|c: char| c.is_ascii_digit()) && bullet(text, from).is_some();
    // A letter that was used as a word before is no initial: `the father of Y. X is`.
    let initial = before.chars().count() == 1
        && before.chars().all(char::is_uppercase)
        && !text[..at].ends_with("to A")
        && !text[..from].split(|c: char| !c.is_alphanumeric()).any(|word| word == before);
    let lower = before.to_lowercase();
    let lower = lower.as_str();
    let titled = (TITLES.contains(&lower) || BEFORE_NAME.contains(&lower))
        && before.starts_with(char::is_uppercase);
    if lettered(text[at + 1..].trim_start()).is_some() {
        return false;
    }
    if numbers_line
        || initial && !is_letter_name(&text[..from], before, &text[at + 1..])
        || titled
        || BETWEEN.contains(&lower)
    {
        return true;
    }
    match text[at + 1..].trim_start().chars().next() {
        None => false,
        Some(c) if c.is_ascii_digit() => BEFORE_NUMBER.contains(&lower),
        Some(c) if c.is_lowercase() => before.contains('.') || SHORT.contains(&lower),
        Some(c) => !(c.is_alphanumeric() || is_quote(c)),
    }
}

/// `A is bigger than B. B is bigger than C.`: letters that are names, and no initials.
fn is_letter_name(before: &str, letter: &str, after: &str) -> bool {
    let single = |word: &str| word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase());
    let next = after.split_whitespace().next().unwrap_or("");
    let words: Vec<&str> = before.split_whitespace().collect();
    let is_word = |(index, word): (usize, &&str)| {
        let said = words.get(index + 1).copied().unwrap_or(letter);
        let tells = ["is", "was", "has", "and", "or", "are", "can"].contains(&said);
        single(word) && *word != "I" && (*word != "A" || tells)
    };
    next == letter
        || single(next) && next != "A" && next != "I"
        || words.iter().enumerate().any(is_word)
}

/// The length of a mark such as `(a)` or `(2)` before a sentence, with the space after it.
fn lettered(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('(')?;
    let (mark, rest) = inner.split_once(')')?;
    let letter = mark.len() == 1 && mark.starts_with(|c: char| c.is_ascii_lowercase());
    let number = (1..=2).contains(&mark.len()) && mark.chars().all(|c| c.is_ascii_digit());
    let gap = rest.len() - rest.trim_start().len();
    let begins = rest.trim_start().starts_with(char::is_uppercase);
    (gap > 0 && begins && (letter || number)).then_some(mark.len() + 2 + gap)
}

/// Where the text after a mark of a list begins, if one stands here at the start of a line:
/// `- Ann sings.`, `2. Bob sings.`
fn bullet(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].trim_end_matches([' ', '\t']);
    if !(before.is_empty() || before.ends_with('\n')) {
        return None;
    }
    let rest = &text[at..];
    let digits = rest.chars().take_while(char::is_ascii_digit).count();
    let mark = match rest[digits..].chars().next()? {
        c @ ('-' | '*' | '\u{2022}' | '\u{2013}') if digits == 0 => c,
        c @ ('.' | ')') if (1..=3).contains(&digits) => c,
        _ => return None,
    };
    let after = &rest[digits + mark.len_utf8()..];
    let begins = after.trim_start_matches([' ', '\t']);
    let parted = begins.len() < after.len() && !begins.starts_with(['\n', '\r']);
    (parted && !begins.is_empty()).then(|| text.len() - begins.len())
}

fn is_quote(mark: char) -> bool {
    matches!(mark, '"' | '\u{201c}' | '\u{201d}')
}

fn tokens(body: &str, offset: usize) -> Vec<Token> {
    let mut found = Vec::new();
    let mut chars = body.char_indices().peekable();
    while let Some((at, mark)) = chars.next() {
        if mark.is_whitespace() {
            continue;
        }
        if is_quote(mark) {
            let from = at + mark.len_utf8();
            let length = body[from..].find(is_quote).unwrap_or(body.len() - from);
            let text = body[from..from + length].trim_end_matches([',', '.']);
            found.push(token(text, Kind::Quote, offset + from));
            while chars.next_if(|(next, _)| *next <= from + length).is_some() {}
            continue;
        }
        let mut end = at + mark.len_utf8();
        if is_word_start(mark) {
            while let Some((next, c)) = chars.next_if(|(next, c)| continues_word(body, *next, *c)) {
                end = next + c.len_utf8();
            }
            push_word(&body[at..end], offset + at, &mut found);
        } else if !(mark == '.' && found.last().is_some_and(is_shortened)) {
            found.push(token(&body[at..end], Kind::Mark, offset + at));
        }
    }
    found
}

/// `Mr.`, `v.`: the mark belongs to the word.
fn is_shortened(token: &Token) -> bool {
    let lower = token.lower.as_str();
    token.is_capital() && BEFORE_NAME.contains(&lower)
        || [BETWEEN, BEFORE_NUMBER, HALVES].iter().any(|short| short.contains(&lower))
}

fn is_word_start(mark: char) -> bool {
    mark.is_alphanumeric() || matches!(mark, '#' | '$' | '\'' | '\u{2019}')
}

fn continues_word(body: &str, at: usize, mark: char) -> bool {
    let followed = body[at + mark.len_utf8()..].chars().next().is_some_and(char::is_alphanumeric);
    let digits = body[..at].ends_with(|c: char| c.is_ascii_digit());
    mark.is_alphanumeric()
        || matches!(mark, '\'' | '\u{2019}')
        || (matches!(mark, '-' | '\u{2013}' | '.' | '&' | '/') && followed)
        || (mark == ','
            && followed
            && digits
            && body[at + 1..].starts_with(|c: char| c.is_ascii_digit()))
        || (mark == ':' && digits && body[at + 1..].starts_with(|c: char| c.is_ascii_digit()))
        || (mark == '%' && digits)
        || (mark == '.'
            && body[..at].ends_with(|c: char| c.is_uppercase())
            && at + 1 < body.len()
            && body[at + 1..].starts_with(' '))
        || (mark == '!' && at + 1 < body.len())
}

fn token(text: &str, kind: Kind, start: usize) -> Token {
    Token {
        text: text.to_owned(),
        lower: text.to_lowercase().replace('\u{2019}', "'"),
        kind,
        start,
        end: start + text.len(),
    }
}

fn push_word(word: &str, start: usize, found: &mut Vec<Token>) {
    let plain = word.replace('\u{2019}', "'");
    let lower = plain.to_lowercase();
    let digits = lower.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'))
        && lower.starts_with(|c: char| c.is_ascii_digit());
    if digits {
        let mut number = token(word, Kind::Number, start);
        number.lower = lower.replace(',', "");
        found.push(number);
        return;
    }
    let parts = open_contraction(&plain, &lower);
    for part in parts {
        let mut piece = token(&part, Kind::Word, start);
        piece.end = start + word.len();
        let shouted = part.len() > 1 && part.chars().all(char::is_uppercase);
        if shouted && super::closed::is_closed(&piece.lower) {
            piece.lower = part;
        }
        found.push(piece);
    }
}

fn open_contraction(word: &str, lower: &str) -> Vec<String> {
    let pair = |first: &str, second: &str| vec![first.to_owned(), second.to_owned()];
    match lower {
        "can't" | "cannot" => return pair("can", "not"),
        "won't" => return pair("will", "not"),
        "he/she" | "she/he" => return vec!["he".to_owned()],
        "his/her" | "her/his" => return vec!["his".to_owned()],
        "him/her" | "her/him" => return vec!["him".to_owned()],
        _ => {}
    }
    let cut = |suffix: &str| word[..word.len() - suffix.len()].to_owned();
    for (suffix, opened) in [
        ("n't", "not"),
        ("'re", "are"),
        ("'m", "am"),
        ("'ll", "will"),
        ("'ve", "have"),
        ("'s", "'s"),
    ] {
        if lower.len() > suffix.len() && lower.ends_with(suffix) {
            return vec![cut(suffix), opened.to_owned()];
        }
    }
    match lower.strip_suffix('\'') {
        Some(stem) if stem.ends_with('s') => vec![cut("'"), "'s".to_owned()],
        Some(stem) if !stem.is_empty() => vec![cut("'")],
        _ => vec![word.trim_start_matches('\'').to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<String>> {
        sentences(text)
            .into_iter()
            .map(|s| s.tokens.into_iter().map(|t| t.text).collect())
            .collect()
    }

    #[test]
    fn sentences_and_words_are_split() {
        assert_eq!(
            words("Bob isn't red. Red, cold things are round."),
            [vec!["Bob", "is", "not", "red"], vec!["Red", ",", "cold", "things", "are", "round"]]
        );
        assert_eq!(words("Dr. Who has 1.5 apples."), [vec!["Dr", "Who", "has", "1.5", "apples"]]);
        assert_eq!(
            words("\"As it was” by Harry's band sold 1,000 copies"),
            [vec!["As it was", "by", "Harry", "'s", "band", "sold", "1,000", "copies"]]
        );
    }

    #[test]
    fn a_sentence_may_begin_without_a_capital_and_a_full_stop_may_end_none() {
        for (text, expected) in [
            ("socrates is a man. every man is mortal. is socrates mortal?", 3),
            ("Roe v. Wade is a case. It is old.", 2),
            ("The match of Bonn vs. Ulm is long.", 1),
            ("Some animals, e.g. cats, sleep.", 1),
            ("Ann works at Acme Inc. in Rome. she is kind.", 2),
            ("The U.S. army is large. it is old.", 2),
            ("Ann sings at 5 p.m. in Rome.", 1),
            ("If X is the father of Y then X is a parent of Y. X is old.", 2),
            ("Сократ is a man. Зевс is a god. О. Петров sleeps.", 3),
            ("苏格拉底 is a man. 宙斯 is a god.", 2),
            ("I know 3. every man sings.", 2),
        ] {
            assert_eq!(sentences(text).len(), expected, "{text}");
        }
    }

    #[test]
    fn marks_of_a_list_part_sentences_and_belong_to_none() {
        let text = "- Ann sings.\n* Bob sings\n  \u{2022} Eve is well-known.\n1. Dan sings\n12) Kim has\n1.5 apples.";
        let found: Vec<String> = sentences(text).into_iter().map(|s| s.text).collect();
        assert_eq!(
            found,
            ["Ann sings.", "Bob sings", "Eve is well-known.", "Dan sings", "Kim has\n1.5 apples."]
        );
        let prose = "Ann sings - and Bob\n-not Eve - dances.";
        assert_eq!(sentences(prose).len(), 1);
    }

    #[test]
    fn spans_point_into_the_text() {
        for text in ["  Bob sleeps.  Is Ann happy?", " - Bob sleeps.\n\n 2. Сократ is a man.\n"]
        {
            for sentence in sentences(text) {
                let end = sentence.start + sentence.text.len();
                assert_eq!(&text[sentence.start..end], sentence.text);
                for token in sentence.tokens {
                    assert_eq!(&text[token.start..token.end], token.text);
                }
            }
        }
        let text = "  Bob sleeps.  Is Ann happy?";
        assert!(sentences(text)[1].asks);
    }
}
