//! Markdown: the words a reader sees, with the path of headings above them.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{Extracted, TextWriter};

/// Reads Markdown.
pub(super) fn extract(text: &str) -> Extracted {
    let (front, body) = front_matter(text);
    let mut writer = TextWriter::default();
    if let Some(title) = front.and_then(|front| field(front, "title")) {
        writer.title(title);
    }
    let mut reader = Reader { writer, heading: None, code: false };
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    for event in Parser::new_ext(body, options) {
        reader.event(event);
    }
    reader.writer.done()
}

struct Reader {
    writer: TextWriter,
    heading: Option<usize>,
    code: bool,
}

impl Reader {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => self.writer.verbatim(&text),
            Event::Text(text) | Event::Code(text) => self.writer.text(&text),
            Event::SoftBreak => self.writer.space(),
            Event::HardBreak => self.writer.line(),
            Event::Rule => self.writer.paragraph(),
            Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) => {}
            Event::TaskListMarker(_) | Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        if matches!(tag, Tag::Heading { .. }) {
            self.writer.paragraph();
            self.heading = Some(self.writer.len());
        } else if matches!(tag, Tag::CodeBlock(_)) {
            self.writer.paragraph();
            self.code = true;
        } else if matches!(tag, Tag::Item | Tag::Table(_)) {
            self.writer.line();
        }
    }

    /// Items and rows are statements of their own, as paragraphs are.
    fn end(&mut self, tag: TagEnd) {
        let blocks =
            [TagEnd::Paragraph, TagEnd::Table, TagEnd::Item, TagEnd::TableRow, TagEnd::TableHead];
        if let TagEnd::Heading(level) = tag {
            self.end_heading(level as u8);
        } else if tag == TagEnd::CodeBlock {
            self.code = false;
            self.writer.paragraph();
        } else if tag == TagEnd::TableCell {
            self.writer.text(" | ");
        } else if blocks.contains(&tag) || matches!(tag, TagEnd::List(_) | TagEnd::BlockQuote(_)) {
            self.writer.paragraph();
        }
    }

    fn end_heading(&mut self, level: u8) {
        let Some(start) = self.heading.take() else { return };
        let title = self.writer.so_far().get(start..).unwrap_or_default().to_owned();
        self.writer.paragraph();
        if level == 1 {
            self.writer.title(&title);
        }
        self.writer.heading(level, &title, start);
    }
}

fn front_matter(text: &str) -> (Option<&str>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else { return (None, text) };
    match rest.split_once("\n---\n") {
        Some((front, body)) => (Some(front), body),
        None => (None, text),
    }
}

fn field<'a>(front: &'a str, name: &str) -> Option<&'a str> {
    let line =
        front.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(':'));
    line.map(|value| value.trim().trim_matches(['"', '\'']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_sections_and_marks_are_gone() {
        let found = extract(
            "---\ntitle: \"A Book\"\n---\n# One\nA *bold* [link](http://x) and `code`.\n\n## Two\n- item one\n- item two\n",
        );
        assert_eq!(found.title.as_deref(), Some("A Book"));
        assert_eq!(found.text, "One\n\nA bold link and code.\n\nTwo\n\nitem one\n\nitem two");
        let titles: Vec<_> = found.sections.iter().map(|section| section.title.as_str()).collect();
        assert_eq!(titles, ["One", "One › Two"]);
    }
}
