//! Text from elsewhere as people may be shown it: what moves, hides or reorders is spelled out.

use std::fmt::Write;

/// One line with every character that is not plainly seen written as its number: controls, marks that
/// turn the direction of writing, letters without width, spaces that are no space.
pub fn shown(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    for letter in line.chars() {
        match letter {
            '"' | '\'' | '\\' => safe.push(letter),
            // What the standard library would not print as itself is exactly what is not seen.
            other if other.escape_debug().count() == 1 && !is_blank(other) => safe.push(other),
            other => drop(write!(safe, "\\u{{{:x}}}", u32::from(other))),
        }
    }
    safe
}

/// Letters that are drawn as nothing although they count as letters or marks.
fn is_blank(letter: char) -> bool {
    matches!(letter, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_turns_or_hides_is_shown_as_itself() {
        assert_eq!(
            shown("git push --force 'é' \"x\" \\ 日本"),
            "git push --force 'é' \"x\" \\ 日本"
        );
        for hidden in [
            '\u{202e}',
            '\u{2066}',
            '\u{200b}',
            '\u{feff}',
            '\u{ad}',
            '\u{61c}',
            '\u{2028}',
            '\u{e0041}',
            '\u{1b}',
            '\r',
            '\u{a0}',
            '\u{3164}',
            '\u{fe0f}',
            '\u{301}',
        ] {
            let line = shown(&format!("rm {hidden}x"));
            assert!(line.is_ascii(), "{line}");
        }
    }
}
