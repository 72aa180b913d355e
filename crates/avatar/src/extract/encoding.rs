//! Bytes to text: UTF-8, UTF-16 with a mark, else Windows-1252; binary data is refused.

use super::ExtractError;

/// What Windows-1252 has where Latin-1 has control characters.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a file, with line ends as `\n`.
pub(super) fn decode(bytes: &[u8]) -> Result<String, ExtractError> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => narrow(rest)?,
        _ => narrow(bytes)?,
    };
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn narrow(bytes: &[u8]) -> Result<String, ExtractError> {
    let control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    if let Some(at) = bytes.iter().position(control) {
        return Err(ExtractError::Binary { at });
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Ok(bytes.iter().map(|byte| windows(*byte)).collect()),
    }
}

fn windows(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn wide(bytes: &[u8], read: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
    char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_common_encoding_is_read() {
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain("né\r\n".encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        for (bytes, text) in [
            (&b"\xef\xbb\xbfplain"[..], "plain"),
            (&utf16, "né\n"),
            (b"caf\xe9 \x93quoted\x94", "café “quoted”"),
        ] {
            assert_eq!(decode(bytes).unwrap(), text);
        }
    }

    #[test]
    fn binary_data_is_refused_with_its_place() {
        assert_eq!(decode(b"ELF\0\x01"), Err(ExtractError::Binary { at: 3 }));
    }
}
