//! What the word table of the crate `english` says: parts of speech and how common each is.
//! It knows words one by one; inflection is `morphology`, sentences are `grammar`.

use super::recent::Recent;

/// What the table says about one word form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Entry {
    /// How common the noun is (0-9), if it is one.
    pub noun: Option<u8>,
    /// How common the verb is.
    pub verb: Option<u8>,
    /// How common the adjective is.
    pub adjective: Option<u8>,
    /// How common the adverb is.
    pub adverb: Option<u8>,
    /// The noun names people.
    pub person: bool,
    /// The noun for people may name a thing or an animal as well: `editor`, `heron`.
    pub thing: bool,
    /// The noun names places.
    pub place: bool,
    /// Written with a capital only, such as `European`.
    pub capital: bool,
    /// Written with a capital it is an adjective, such as `Polish`.
    pub proper: bool,
    /// The word is an irregular plural of this lemma.
    pub plural_of: Option<&'static str>,
}

thread_local! {
    static ENTRIES: Recent<Option<Entry>> = Recent::default();
}

/// Looks a lower-case word up.
pub fn entry(word: &str) -> Option<Entry> {
    ENTRIES.with(|known| known.get(word, || find(word)))
}

fn find(word: &str) -> Option<Entry> {
    english::words::row(word).map(|(codes, _)| decode(codes))
}

fn decode(codes: &'static str) -> Entry {
    let (codes, plural_of) = match codes.split_once('=') {
        Some((codes, lemma)) => (codes, Some(lemma)),
        None => (codes, None),
    };
    let mut entry = Entry { plural_of, ..Entry::default() };
    let mut chars = codes.chars().peekable();
    while let Some(code) = chars.next() {
        let count = chars.peek().and_then(|c| c.to_digit(10));
        let count = count.map(|digit| u8::try_from(digit).unwrap_or(9));
        match code {
            'n' => entry.noun = count,
            'v' => entry.verb = count,
            'a' => entry.adjective = count,
            'r' => entry.adverb = count,
            'p' => entry.person = true,
            't' => entry.thing = true,
            'P' => entry.place = true,
            'A' => entry.proper = true,
            'C' => entry.capital = true,
            _ => {}
        }
    }
    entry
}

/// Whether a noun's head names what people are: `nurse`, `bank clerk`.
pub fn is_role(noun: &str) -> bool {
    entry(head(noun)).is_some_and(|entry| entry.person)
}

/// The same, and `person` itself.
pub fn is_person(noun: &str) -> bool {
    head(noun) == "person" || is_role(noun)
}

fn head(noun: &str) -> &str {
    noun.rsplit(' ').next().unwrap_or(noun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_the_last_and_a_middle_word_are_found() {
        let first = english::words::all().next().unwrap();
        let last = english::words::all().last().unwrap();
        for word in [first, last, "human", "fly", "wolf"] {
            assert!(entry(word).is_some(), "{word}");
        }
        assert_eq!(entry("wumpus"), None);
        assert_eq!(entry(""), None);
    }

    #[test]
    fn parts_of_speech_are_told_apart() {
        let fly = entry("fly").unwrap();
        assert!(fly.noun.is_some() && fly.verb.is_some());
        assert_eq!(entry("wolves").unwrap().plural_of, Some("wolf"));
        assert!(entry("doctor").unwrap().person);
        assert!(entry("european").unwrap().capital);
    }
}
