//! Characters that nobody sees and that change what is seen: they are left out where text is read, so
//! that what is quoted is what is shown.

/// Whether a character is invisible and no part of any word: it turns the direction of writing, hides or
/// begins an order to a terminal. Joiners stay, which scripts of Asia and pictures need.
pub(super) fn is_invisible(letter: char) -> bool {
    match letter {
        '\t' | '\n' | '\r' | '\x0c' | '\u{85}' => false,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' => {
            true
        }
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' => true,
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}
