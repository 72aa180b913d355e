//! A message as Telegram wants it: a little HTML, everything else escaped, never too long.

/// The longest message, in the units Telegram counts, with something to spare.
const LONGEST: usize = 4000;

/// A text with a few marks in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Page {
    html: String,
    units: usize,
    full: bool,
}

impl Page {
    pub(super) fn plain(text: &str) -> Self {
        Self::default().text(text)
    }

    pub(super) fn html(&self) -> &str {
        &self.html
    }

    pub(super) fn is_empty(&self) -> bool {
        self.html.is_empty()
    }

    /// Whether a text of this length still fits as a whole.
    pub(super) fn has_room_for(&self, text: &str) -> bool {
        !self.full && self.units + units(&printable(text)) + 200 <= LONGEST
    }

    pub(super) fn text(self, text: &str) -> Self {
        self.marked("", text, "")
    }

    pub(super) fn bold(self, text: &str) -> Self {
        self.marked("<b>", text, "</b>")
    }

    pub(super) fn code(self, text: &str) -> Self {
        self.marked("<code>", text, "</code>")
    }

    pub(super) fn pre(self, text: &str) -> Self {
        self.marked("<pre>", text, "</pre>")
    }

    /// The same with another page after it, if that fits as a whole.
    pub(super) fn then(mut self, other: &Self) -> Self {
        if self.full || self.units + other.units > LONGEST {
            self.full = true;
            return self;
        }
        self.html.push_str(&other.html);
        self.units += other.units;
        self
    }

    /// What does not fit is cut off where it stands, and nothing follows it.
    fn marked(mut self, open: &str, text: &str, close: &str) -> Self {
        if self.full || text.is_empty() {
            return self;
        }
        let text = printable(text);
        let room = LONGEST - self.units;
        let cut = if units(&text) <= room { text } else { cut(&text, room.saturating_sub(1)) };
        self.full = units(&cut) > room.saturating_sub(2);
        self.units += units(&cut);
        self.html.push_str(open);
        for c in cut.chars() {
            match c {
                '&' => self.html.push_str("&amp;"),
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                c => self.html.push(c),
            }
        }
        self.html.push_str(close);
        self
    }
}

/// The length of a text as Telegram counts it.
fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

fn cut(text: &str, room: usize) -> String {
    let mut left = room;
    let fits = |c: &char| {
        let enough = c.len_utf16() <= left;
        left = left.saturating_sub(c.len_utf16());
        enough
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.push('…');
    short
}

/// The beginning of a text, on one line.
pub(super) fn brief(text: &str, characters: usize) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    if line.chars().count() <= characters {
        return line.to_owned();
    }
    line.chars().take(characters).chain(['…']).collect()
}

/// A command must not be able to look like another one: what moves the writing is spelled out.
fn printable(text: &str) -> String {
    let moves = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.chars()
        .flat_map(|c| if moves(c) { c.escape_default().collect() } else { vec![c] })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_the_text_are_escaped_and_characters_that_move_it_are_spelled_out() {
        let page = Page::plain("a ").bold("<b>&").pre("x\u{202e}y\u{1b}[2J\nz");
        assert_eq!(page.html(), "a <b>&lt;b&gt;&amp;</b><pre>x\\u{202e}y\\u{1b}[2J\nz</pre>");
    }

    #[test]
    fn a_message_is_never_too_long_and_its_marks_stay_whole() {
        let long = "😀<".repeat(4000);
        let page = Page::plain("head ").pre(&long).text("after").bold("after");
        assert!(page.units <= LONGEST, "{}", page.units);
        assert!(page.html().ends_with("…</pre>"), "{}", &page.html()[page.html().len() - 40..]);
        assert!(!Page::default().has_room_for(&long) && Page::default().has_room_for("short"));
    }
}
