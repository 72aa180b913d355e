//! Sentences as what stands between their spaces, so that signs count as much as letters.

/// Marks that stand around words and are no part of them.
const AROUND: &str = ",;:.!?()[]…";
const QUOTES: &str = "\"“”«»„";

/// A word of a sentence, with the marks around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    /// As it is written.
    pub(super) written: &'a str,
    /// The same with plain apostrophes and without soft hyphens.
    pub(super) plain: String,
    /// The marks before it, quotation marks left out.
    pub(super) before: String,
    /// The marks up to the next word, quotation marks left out.
    pub(super) after: String,
    /// Whether a quotation mark stands beside it.
    pub(super) quoted: bool,
}

impl Token<'_> {
    /// Whether two words are the same; the first letter of a sentence may be large or small.
    pub(super) fn is(&self, other: &Token<'_>, opens: bool) -> bool {
        let (one, two) = (&self.plain, &other.plain);
        let lower = |text: &str| text.chars().next().map(|it| it.to_lowercase().to_string());
        let rest = |text: &str| text.chars().skip(1).collect::<String>();
        one == two || opens && lower(one) == lower(two) && rest(one) == rest(two)
    }
}

/// The words of a sentence. `−5`, `5%` and `ex-king` are others than `5` and `king`.
pub(super) fn tokens(sentence: &str) -> Vec<Token<'_>> {
    let mut found: Vec<Token<'_>> = Vec::new();
    let mut waiting = String::new();
    for piece in sentence.split_whitespace().flat_map(|it| it.split_inclusive('—')) {
        let marks = |it: char| AROUND.contains(it) || QUOTES.contains(it) || it == '—';
        let start = piece.find(|it| !marks(it)).unwrap_or(piece.len());
        let end = piece
            .rfind(|it| !marks(it))
            .map_or(start, |at| at + piece[at..].chars().next().map_or(0, char::len_utf8));
        let (before, written, after) = (&piece[..start], &piece[start..end], &piece[end..]);
        if !written.contains(char::is_alphanumeric) {
            // A sign between two words belongs to the one before it.
            match found.last_mut() {
                Some(token) => token.after.push_str(piece),
                None => waiting.push_str(piece),
            }
            continue;
        }
        let bare =
            |marks: &str| marks.chars().filter(|it| !QUOTES.contains(*it)).collect::<String>();
        let letters = written.chars().filter(|it| *it != '\u{ad}');
        let plain = letters.map(|it| if it == '’' { '\'' } else { it }).collect();
        found.push(Token {
            written,
            plain,
            before: std::mem::take(&mut waiting) + &bare(before),
            after: bare(after),
            quoted: before.contains(|it| QUOTES.contains(it))
                || after.contains(|it| QUOTES.contains(it)),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_belong_to_words_and_marks_stand_beside_them() {
        let read = tokens("The “King’s” loss — (−5 %, or 5%—more)…");
        let seen: Vec<_> = read
            .iter()
            .map(|it| (it.before.as_str(), it.plain.as_str(), it.after.as_str(), it.quoted))
            .collect();
        assert_eq!(
            seen,
            [
                ("", "The", "", false),
                ("", "King's", "", true),
                ("", "loss", "—", false),
                ("(", "−5", "%,", false),
                ("", "or", "", false),
                ("", "5%", "—", false),
                ("", "more", ")…", false),
            ]
        );
    }
}
