//! The word table: which parts of speech a word has, how common each is, and the frames it takes.
//! It knows words one by one; inflection is `morphology`.

/// Sorted lines `word codes frames`, searched in place so that loading costs nothing.
static TABLE: &str = include_str!("../lexicon/words.txt");

/// The line of a word after the word itself: its codes and its frames.
pub fn row(word: &str) -> Option<(&'static str, &'static str)> {
    let bytes = TABLE.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = line_start(bytes, usize::midpoint(low, high));
        let line = line_at(middle);
        let (key, rest) = line.split_once(' ')?;
        match key.as_bytes().cmp(word.as_bytes()) {
            std::cmp::Ordering::Equal => return Some(rest.split_once(' ').unwrap_or((rest, ""))),
            std::cmp::Ordering::Less => low = middle + line.len() + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

/// Every word of the table, in order.
pub fn all() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter_map(|line| line.split(' ').next())
}

fn line_start(bytes: &[u8], mut at: usize) -> usize {
    while at > 0 && bytes[at - 1] != b'\n' {
        at -= 1;
    }
    at
}

fn line_at(start: usize) -> &'static str {
    let rest = &TABLE[start..];
    rest.split_once('\n').map_or(rest, |(line, _)| line)
}

/// What the table says of a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Word {
    /// How common it is as a noun (0 to 9), if it is one.
    pub noun: Option<u8>,
    /// As a verb.
    pub verb: Option<u8>,
    /// As an adjective.
    pub adjective: Option<u8>,
    /// As an adverb.
    pub adverb: Option<u8>,
    /// The noun names people.
    pub person: bool,
    /// The noun names places.
    pub place: bool,
    /// It is written with a capital only.
    pub capital: bool,
    /// It is an irregular plural of this.
    pub plural_of: Option<&'static str>,
    /// The frames it takes, comma separated.
    pub frames: &'static str,
}

/// Looks up a word in small letters.
pub fn word(text: &str) -> Option<Word> {
    let (codes, frames) = row(text)?;
    let (codes, plural_of) = match codes.split_once('=') {
        Some((codes, lemma)) => (codes, Some(lemma)),
        None => (codes, None),
    };
    let mut word = Word { plural_of, frames, ..Word::default() };
    let mut chars = codes.chars().peekable();
    while let Some(code) = chars.next() {
        let count = chars.peek().and_then(|c| c.to_digit(10));
        let count = count.and_then(|digit| u8::try_from(digit).ok());
        match code {
            'n' => word.noun = count,
            'v' => word.verb = count,
            'a' => word.adjective = count,
            'r' => word.adverb = count,
            'p' => word.person = true,
            'P' => word.place = true,
            'C' => word.capital = true,
            _ => {}
        }
    }
    Some(word)
}
