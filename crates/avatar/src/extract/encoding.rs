//! Bytes to text: what the file declares, else what its bytes look like; binary data is refused.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE};

use super::ExtractError;

/// How far into a page its encoding is declared.
const HEAD: usize = 4_096;

/// A file's text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    /// The text, with line ends as `\n`.
    pub(super) text: String,
    /// What was assumed of its encoding, where the file does not say.
    pub(super) note: Option<String>,
}

/// The text of a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, ExtractError> {
    decode_as(None, bytes)
}

/// The text of a page of HTML, which may declare its encoding.
pub(super) fn decode_page(bytes: &[u8]) -> Result<Decoded, ExtractError> {
    decode_as(declared(bytes), bytes)
}

fn decode_as(declared: Option<&'static Encoding>, bytes: &[u8]) -> Result<Decoded, ExtractError> {
    let (text, note) = match bytes {
        [0xff, 0xfe, 0, 0, rest @ ..] => (four(rest, u32::from_le_bytes), None),
        [0, 0, 0xfe, 0xff, rest @ ..] => (four(rest, u32::from_be_bytes), None),
        [0xff, 0xfe, rest @ ..] => (by(UTF_16LE, rest), None),
        [0xfe, 0xff, rest @ ..] => (by(UTF_16BE, rest), None),
        [0xef, 0xbb, 0xbf, rest @ ..] => narrow(Some(UTF_8), rest)?,
        _ => match unmarked_wide(bytes) {
            Some((encoding, text)) => (text, Some(assumed(encoding))),
            None => narrow(declared, bytes)?,
        },
    };
    Ok(Decoded { text: text.replace("\r\n", "\n").replace('\r', "\n"), note })
}

fn by(encoding: &'static Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

fn assumed(encoding: &'static Encoding) -> String {
    format!("read as `{}`, which its bytes look like", encoding.name())
}

/// What a page says of its encoding: `<meta charset=…>`, or the head of XML.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_lowercase();
    let xml = head.strip_prefix("<?xml").and_then(|rest| rest.split("?>").next());
    let xml = xml.and_then(|head| head.split_once("encoding").map(|(_, rest)| rest));
    let meta = head.split("<meta").skip(1).find_map(|tag| {
        let tag = tag.split('>').next().unwrap_or_default();
        tag.split_once("charset").map(|(_, rest)| rest)
    });
    let label = xml.or(meta)?.trim_start().strip_prefix('=')?;
    let label =
        label.trim_start_matches(|letter: char| letter.is_whitespace() || "'\"".contains(letter));
    let end = label.find(|letter: char| letter.is_whitespace() || "'\";/>".contains(letter));
    let encoding = Encoding::for_label(&label.as_bytes()[..end.unwrap_or(label.len())])?;
    // A declaration that could be read byte by byte is not in sixteen bits, whatever it says.
    Some(if [UTF_16LE, UTF_16BE].contains(&encoding) { UTF_8 } else { encoding })
}

/// Text in an encoding whose letters of ASCII are single bytes.
fn narrow(
    declared: Option<&'static Encoding>,
    bytes: &[u8],
) -> Result<(String, Option<String>), ExtractError> {
    let control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    if let Some(at) = bytes.iter().position(control) {
        return Err(ExtractError::Binary { at });
    }
    if let Some(encoding) = declared.filter(|declared| *declared != UTF_8) {
        return Ok((by(encoding, bytes), None));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok((text.to_owned(), None));
    }
    let (good, bad) = utf8_letters(bytes);
    if declared.is_some() || good >= bad {
        let note = format!("read as `UTF-8`, with {bad} places that are not and read `\u{fffd}`");
        return Ok((String::from_utf8_lossy(bytes).into_owned(), Some(note)));
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    let text = by(encoding, bytes);
    let old = by(MACINTOSH, bytes);
    if misplaced(&old) * 3 < misplaced(&text) {
        return Ok((old, Some(assumed(MACINTOSH))));
    }
    Ok((text, Some(assumed(encoding))))
}

/// How many letters beyond ASCII stand in or beside words of ASCII where no writer puts them. The
/// detector does not know the encoding of old Macintoshes, and what it takes their texts for is full of them.
fn misplaced(text: &str) -> usize {
    let (mut before, mut count) = (' ', 0);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        let (begins, goes_on) = (!before.is_alphabetic(), after.is_ascii_alphabetic());
        let beside = before.is_ascii_alphabetic() || goes_on;
        let fits = match letter {
            '\u{c0}'..='\u{24f}' if letter.is_lowercase() => true,
            '\u{c0}'..='\u{24f}' if letter.is_uppercase() => begins || before.is_uppercase(),
            '’' | '–' | '—' | '\u{a0}' => true,
            '“' | '‘' | '«' | '¿' | '¡' | '„' => begins,
            '”' | '…' | '»' => !goes_on,
            _ => false,
        };
        count += usize::from(!letter.is_ascii() && beside && !fits);
        before = letter;
    }
    count
}

/// How many letters beyond ASCII are well-formed UTF-8, and how many places are not.
fn utf8_letters(bytes: &[u8]) -> (usize, usize) {
    let beyond = |text: &str| text.chars().filter(|letter| !letter.is_ascii()).count();
    bytes.utf8_chunks().fold((0, 0), |(good, bad), chunk| {
        (good + beyond(chunk.valid()), bad + usize::from(!chunk.invalid().is_empty()))
    })
}

/// Text in sixteen bits without a mark: every second byte of spaces and Latin letters is zero.
fn unmarked_wide(bytes: &[u8]) -> Option<(&'static Encoding, String)> {
    let zeros = |from: usize| bytes.iter().skip(from).step_by(2).filter(|it| **it == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if !bytes.len().is_multiple_of(2) || even.max(odd) * 20 < bytes.len() {
        return None;
    }
    let encoding = if odd > even { UTF_16LE } else { UTF_16BE };
    let (text, bad) = encoding.decode_without_bom_handling(bytes);
    let control = |letter: char| letter.is_control() && !letter.is_whitespace();
    let odd_one = |letter: &char| {
        let known = letter.is_alphanumeric() || letter.is_whitespace();
        !known && !letter.is_ascii_punctuation() && !('\u{a0}'..='\u{206f}').contains(letter)
    };
    let few = text.chars().filter(odd_one).count() * 50 <= text.chars().count();
    (!bad && few && !text.contains(control)).then(|| (encoding, text.into_owned()))
}

fn four(bytes: &[u8], read: fn([u8; 4]) -> u32) -> String {
    let codes = bytes.as_chunks::<4>().0.iter().map(|bytes| read(*bytes));
    codes.map(|code| char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUSSIAN: &str =
        "Старый мост у деревни построили в 1763 году, и крестьяне ходили по нему на рынок.";

    fn encoded(label: &str, text: &str) -> Vec<u8> {
        Encoding::for_label(label.as_bytes()).unwrap().encode(text).0.into_owned()
    }

    #[test]
    fn marked_and_plain_text_is_read_without_a_note() {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let marked = [&[0xff, 0xfe], &wide("né\r\n")[..]].concat();
        let four: Vec<u8> =
            "\u{feff}né".chars().flat_map(|letter| (letter as u32).to_le_bytes()).collect();
        for (bytes, text) in [
            (&b"\xef\xbb\xbfplain"[..], "plain"),
            (&marked, "né\n"),
            (&four, "né"),
            ("né".as_bytes(), "né"),
        ] {
            assert_eq!(decode(bytes), Ok(Decoded { text: text.to_owned(), note: None }));
        }
        let unmarked = decode(&wide("Der Müller zählt")).unwrap();
        assert_eq!(unmarked.text, "Der Müller zählt");
        assert!(unmarked.note.unwrap().contains("UTF-16LE"));
    }

    #[test]
    fn legacy_encodings_are_guessed_and_named() {
        let japanese = "古い橋は村の人々によって建てられました。今でも使われています。";
        for (label, text) in [
            ("windows-1251", RUSSIAN),
            ("koi8-r", RUSSIAN),
            ("shift_jis", japanese),
            ("windows-1252", "Le café de la gare était fermé, “dit-il”."),
            ("macintosh", "Le café de la gare était fermé, “dit-il” à l’été."),
            ("macintosh", "Der Müller zählte drei Säcke; Öl für die Brücke fehlte."),
            ("macintosh", "“Don’t”, she said — and didn’t come again."),
        ] {
            let found = decode(&encoded(label, text)).unwrap();
            assert_eq!(found.text, text);
            let note = found.note.unwrap().to_lowercase();
            assert!(note.contains(&label[..4]), "{label}: {note}");
        }
    }

    #[test]
    fn a_few_bad_bytes_leave_utf8_what_it_is() {
        let found = decode(b"caf\xc3\xa9 and a bad \xff byte").unwrap();
        assert_eq!(found.text, "café and a bad \u{fffd} byte");
        assert!(found.note.unwrap().contains("UTF-8"));
    }

    #[test]
    fn a_page_is_read_as_it_declares() {
        for head in [
            "<html><head><meta charset=windows-1251>",
            "<meta http-equiv='Content-Type' content='text/html; charset=windows-1251'>",
            "<?xml version='1.0' encoding=\"windows-1251\"?>",
        ] {
            let bytes = [head.as_bytes(), &encoded("windows-1251", "Мост")].concat();
            let found = decode_page(&bytes).unwrap();
            assert_eq!((found.text, found.note), (format!("{head}Мост"), None));
        }
    }

    #[test]
    fn binary_data_is_refused_with_its_place() {
        assert_eq!(decode(b"ELF\0\x01"), Err(ExtractError::Binary { at: 3 }));
    }
}
