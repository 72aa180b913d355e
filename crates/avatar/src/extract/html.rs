//! HTML and XHTML: the words a reader sees, headings as sections, page anchors as pages.
//!
//! Markup in the wild is broken, so this reads what is there and never fails.

mod elements;

use std::collections::{BTreeSet, HashMap};

use super::{Extracted, TextWriter};

/// Elements whose content nobody reads.
const UNREAD: [&str; 8] =
    ["script", "style", "noscript", "template", "svg", "math", "iframe", "object"];
/// Elements that end a paragraph.
const BLOCKS: [&str; 30] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "header",
    "hgroup",
    "hr",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tbody",
    "thead",
    "title",
    "tr",
    "ul",
];

/// Reads one HTML page.
pub(super) fn extract(text: &str) -> Extracted {
    let mut writer = TextWriter::default();
    write(text, &mut writer);
    writer.done()
}

/// Reads HTML into a document that may hold more than this page.
pub(super) fn write(text: &str, writer: &mut TextWriter) {
    write_marked(text, writer, None);
}

/// The same, with the printed pages that some anchors begin.
pub(super) fn write_marked(
    text: &str,
    writer: &mut TextWriter,
    anchors: Option<&HashMap<String, String>>,
) {
    let unclosed = BTreeSet::new();
    let mut reader = Reader { writer, anchors, heading: None, title: None, unclosed };
    if let Some(label) = anchors.and_then(|anchors| anchors.get("")) {
        reader.page(label.clone());
    }
    let mut rest = text;
    // Where no tag ends any more, what looks like one is text.
    let last = text.rfind('>').unwrap_or(0);
    while let Some(open) = rest.find('<').filter(|at| text.len() - rest.len() + at < last) {
        kernel::work::checkpoint();
        reader.text(&rest[..open]);
        rest = reader.markup(&rest[open..]);
    }
    reader.text(rest);
    reader.writer.paragraph();
}

/// The words of a line of markup.
pub(super) fn plain(text: &str) -> String {
    let mut writer = TextWriter::default();
    write(text, &mut writer);
    writer.done().text
}

struct Reader<'a> {
    writer: &'a mut TextWriter,
    anchors: Option<&'a HashMap<String, String>>,
    heading: Option<usize>,
    title: Option<String>,
    /// Names of elements that have no end from here on, so that it is not looked for again.
    unclosed: BTreeSet<String>,
}

impl Reader<'_> {
    fn text(&mut self, text: &str) {
        match &mut self.title {
            Some(title) => title.push_str(&decoded(text)),
            None => self.writer.text(&decoded(text)),
        }
    }

    /// Reads what stands at a `<` and gives what follows it.
    fn markup<'b>(&mut self, text: &'b str) -> &'b str {
        for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", ">"), ("<!", ">")] {
            if let Some(inner) = text.strip_prefix(open) {
                return inner.find(close).map_or("", |end| &inner[end + close.len()..]);
            }
        }
        let is_tag =
            text[1..].starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '/');
        let (true, Some(end)) = (is_tag, tag_end(text)) else {
            self.text("<");
            return &text[1..];
        };
        let (inside, rest) = (&text[1..end], &text[end + 1..]);
        let name: String = inside
            .trim_start_matches('/')
            .chars()
            .take_while(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | ':'))
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        if inside.starts_with('/') {
            self.close(&name);
        } else {
            let number = self.turn(&name, inside, rest);
            self.open(&name);
            if UNREAD.contains(&name.as_str()) && !inside.ends_with('/') {
                return after_close(rest, &name);
            }
            let mark = number.or_else(|| elements::after_note_mark(&name, inside, rest));
            let after = mark.or_else(|| self.after_unseen(&name, inside, rest));
            return after.map_or(rest, |after| &rest[after..]);
        }
        rest
    }

    /// Begins a page where a tag does, and gives the end of the words that only say its number.
    fn turn(&mut self, name: &str, inside: &str, rest: &str) -> Option<usize> {
        let turn = elements::turn(name, inside, rest);
        let listed = self.anchors.filter(|anchors| !anchors.is_empty());
        let label = match listed {
            Some(anchors) => attribute(inside, "id").and_then(|id| anchors.get(&id).cloned()),
            None => turn.as_ref().and_then(|turn| turn.label.clone()),
        };
        if let Some(label) = label.filter(|label| self.writer.label() != Some(label)) {
            self.page(label);
        }
        turn.and_then(|turn| turn.after)
    }

    /// The end of an element that nobody sees.
    fn after_unseen(&mut self, name: &str, inside: &str, rest: &str) -> Option<usize> {
        if self.unclosed.contains(name) || !elements::is_unseen(name, inside) {
            return None;
        }
        let Some((_, after)) = elements::element(rest, name) else {
            self.unclosed.insert(name.to_owned());
            return None;
        };
        self.close(name);
        Some(after)
    }

    fn open(&mut self, name: &str) {
        match name {
            "br" => self.writer.line(),
            "title" => self.title = Some(String::new()),
            "td" | "th" => self.writer.space(),
            _ if level(name).is_some() => {
                self.writer.paragraph();
                self.heading = Some(self.writer.len());
            }
            _ if BLOCKS.contains(&name) => self.writer.paragraph(),
            _ => {}
        }
    }

    fn page(&mut self, label: String) {
        let index = u32::try_from(self.writer.pages() + 1).unwrap_or(u32::MAX);
        self.writer.page(index, Some(label));
    }

    fn close(&mut self, name: &str) {
        if name == "title" {
            if let Some(title) = self.title.take() {
                self.writer.title(&title);
            }
            return;
        }
        if let (Some(level), Some(start)) = (level(name), self.heading) {
            self.heading = None;
            let title = self.writer.so_far().get(start..).unwrap_or_default().to_owned();
            self.writer.paragraph();
            self.writer.heading(level, &title, start);
        } else if BLOCKS.contains(&name) {
            self.writer.paragraph();
        }
    }
}

fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

/// Where a tag ends; a `>` inside a quoted attribute does not end it.
fn tag_end(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    // A quote that never ends: fall back to the next bracket.
    text.find('>')
}

fn after_close<'a>(text: &'a str, name: &str) -> &'a str {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let rest = &text[from + at + 2..];
        if rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)) {
            return rest.find('>').map_or("", |end| &rest[end + 1..]);
        }
        from += at + 2;
    }
    ""
}

/// An attribute's value.
pub(super) fn attribute(inside: &str, name: &str) -> Option<String> {
    let mut from = 0;
    loop {
        let at = from + inside.get(from..)?.find(name)?;
        from = at + name.len();
        let before = inside[..at].chars().next_back();
        let after = inside[from..].trim_start();
        if !before.is_some_and(char::is_whitespace) || !after.starts_with('=') {
            continue;
        }
        let value = after[1..].trim_start();
        let quote = value.chars().next().filter(|letter| matches!(letter, '"' | '\''));
        let value = match quote {
            Some(quote) => value[1..].split(quote).next(),
            None => value.split(|letter: char| letter.is_whitespace() || letter == '/').next(),
        };
        return value.map(decoded);
    }
}

/// Text with its character references resolved; what is none is left as it stands.
pub(super) fn decoded(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.bytes().take(32).position(|byte| byte == b';');
        let found = end.and_then(|end| reference(&rest[1..end]).map(|text| (text, end)));
        match found {
            Some((text, end)) => {
                plain.push_str(&text);
                rest = &rest[end + 1..];
            }
            None => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn reference(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        return quick_xml::escape::resolve_html5_entity(name).map(str::to_owned);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_words_headings_and_pages_are_kept() {
        let found = extract(
            "<!DOCTYPE html><html><head><title>A &amp; B</title><style>p{}</style></head><body>\
             <h1>Part</h1><p>One<br>two &eacute;&#8212;three.</p><script>if (a<b) {}</script>\
             <h2>Chapter</h2><p><span class='pagenum' id='Page_12'></span>Old &unknown; page 1 < 2</p>",
        );
        assert_eq!(found.title.as_deref(), Some("A & B"));
        assert_eq!(found.text, "Part\n\nOne\ntwo é—three.\n\nChapter\n\nOld &unknown; page 1 < 2");
        let titles: Vec<_> = found.sections.iter().map(|section| section.title.as_str()).collect();
        assert_eq!(titles, ["Part", "Part › Chapter"]);
        assert_eq!(found.pages[0].label.as_deref(), Some("12"));
        assert!(found.text[found.pages[0].start..].starts_with("Old"));
    }

    #[test]
    fn marks_of_notes_and_numbers_of_pages_are_no_words() {
        let found = extract(
            "<nav>Menu <b>Home</b></nav><p>Old<a href='#fn1' epub:type='noteref'>1</a> mills\
             <sup class=reference><a href='#cite_note-2'>[2]</a></sup> grind<a href='#Footnote_3'><sup>*</sup></a>\
             <span class='pagenum'><a name='Page_12' id='Page_12'>[Pg 12]</a></span> corn, \
             <a id='page_13' class='pagenum'>13</a>E = mc<sup>2</sup>, see <a href='#part-two'>part two</a>.</p>\
             <p>Shown <span style='display: none'>not <span>this</span></span><i hidden>nor this</i>again.</p>",
        );
        assert_eq!(found.text, "Old mills grind corn, E = mc2, see part two.\n\nShown again.");
        let pages: Vec<_> = found.pages.iter().map(|page| page.label.as_deref().unwrap()).collect();
        assert_eq!(pages, ["12", "13"]);
        assert!(found.text[found.pages[1].start..].starts_with("E ="));
    }

    #[test]
    fn what_is_about_the_edition_is_left_out() {
        let found = extract(
            "<body epub:type='frontmatter'><section epub:type='imprint'><p>Made by hand.</p></section>\
             <section epub:type='preface'><p>Mine.</p></section></body>",
        );
        assert_eq!(found.text, "Mine.");
    }

    #[test]
    fn broken_markup_never_fails() {
        for broken in [
            "<",
            "<a href=\"x",
            "<!-- never",
            "<script>",
            "</",
            "&#xffffffff; &;",
            "<p title='>'>x",
            "<nav>",
            "<p hidden>x<p>y",
            "<a class=pagenum",
            "<sup><a href='#n",
        ] {
            extract(broken);
        }
    }
}
