//! Text as it is put together: spaces tidied, pages and sections marked where they begin.

use super::invisible::is_invisible;
use super::{Extracted, PageMark, SectionMark};

/// Collects a document's text.
#[derive(Debug, Default)]
pub(crate) struct TextWriter {
    found: Extracted,
    headings: Vec<(u8, String)>,
}

impl TextWriter {
    /// Sets the title unless one is known.
    pub(crate) fn title(&mut self, title: &str) {
        let title = tidy(title);
        if !title.is_empty() && self.found.title.is_none() {
            self.found.title = Some(title);
        }
    }

    /// Notes somebody who wrote it, each once.
    pub(crate) fn author(&mut self, name: &str) {
        let name = tidy(name);
        if !name.is_empty() && !self.found.authors.contains(&name) {
            self.found.authors.push(name);
        }
    }

    /// Notes when it appeared by a date that begins with a year, unless that is known.
    pub(crate) fn date(&mut self, date: &str) {
        let year = date.trim().get(..4).and_then(|year| year.parse().ok());
        self.found.year = self.found.year.or(year.filter(|year| *year > 0));
    }

    /// Adds text as it stands, runs of space within made one.
    pub(crate) fn text(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                _ if is_invisible(letter) => {}
                _ if letter.is_whitespace() => self.space(),
                _ => self.found.text.push(letter),
            }
        }
    }

    /// Adds text with its line breaks, as code and verse need.
    pub(crate) fn verbatim(&mut self, text: &str) {
        self.found.text.extend(text.chars().filter(|letter| !is_invisible(*letter)));
    }

    /// Adds a space unless there is one.
    pub(crate) fn space(&mut self) {
        if !self.found.text.is_empty() && !self.found.text.ends_with(char::is_whitespace) {
            self.found.text.push(' ');
        }
    }

    /// Ends a line.
    pub(crate) fn line(&mut self) {
        self.trim();
        if !self.found.text.is_empty() && !self.found.text.ends_with('\n') {
            self.found.text.push('\n');
        }
    }

    /// Ends a paragraph.
    pub(crate) fn paragraph(&mut self) {
        self.trim();
        while !self.found.text.is_empty() && !self.found.text.ends_with("\n\n") {
            self.found.text.push('\n');
        }
    }

    /// Takes the hyphen away that the text ends with, so that the word goes on.
    pub(crate) fn join_word(&mut self) {
        let hyphens = ['-', '\u{2010}'];
        let Some(end) = self.found.text.trim_end().strip_suffix(hyphens).map(str::len) else {
            return;
        };
        self.found.text.truncate(end);
        // Blank pages between the two halves begin where the word is joined.
        self.found.pages.iter_mut().for_each(|page| page.start = page.start.min(end));
    }

    /// Ends a paragraph that a section began in the space before, and moves that mark behind it.
    pub(crate) fn paragraph_keeping_marks(&mut self) {
        let before = self.found.text.len();
        self.paragraph();
        let after = self.found.text.len();
        let marks = self.found.sections.iter_mut().rev();
        marks.take_while(|mark| mark.start == before).for_each(|mark| mark.start = after);
    }

    /// Begins a page; one that begins where another does takes its place.
    pub(crate) fn page(&mut self, index: u32, label: Option<String>) {
        let start = self.found.text.len();
        let label = label.map(|label| tidy(&label));
        self.found.pages.push(PageMark { index, label, start, recognised: false });
    }

    /// Notes that the page's text was read from a picture.
    pub(crate) fn recognised(&mut self) {
        if let Some(page) = self.found.pages.last_mut() {
            page.recognised = true;
        }
    }

    /// Notes how many pages are pictures that nobody read.
    pub(crate) fn unread(&mut self, pages: usize) {
        self.found.unread = pages;
    }

    /// Notes which reader of several read the file.
    pub(crate) fn reader(&mut self, reader: &'static str) {
        self.found.reader = Some(reader);
    }

    /// Begins a section under headings of lower levels: `Part › Chapter`.
    pub(crate) fn heading(&mut self, level: u8, title: &str, start: usize) {
        let title = tidy(title);
        if title.is_empty() {
            return;
        }
        self.headings.retain(|(other, _)| *other < level);
        self.headings.push((level, title));
        let path: Vec<_> = self.headings.iter().map(|(_, title)| title.as_str()).collect();
        let title = path.join(" › ");
        self.found.sections.push(SectionMark { title, start });
    }

    /// Begins a section whose name stands alone, such as a moment.
    pub(crate) fn moment(&mut self, title: &str) {
        let start = self.found.text.len();
        let title = tidy(title);
        self.found.sections.push(SectionMark { title, start });
    }

    /// Notes what a person should know.
    pub(crate) fn warn(&mut self, warning: String) {
        self.found.warnings.push(warning);
    }

    /// How many pages began.
    pub(crate) fn pages(&self) -> usize {
        self.found.pages.len()
    }

    /// What is printed on the page that is being written.
    pub(crate) fn label(&self) -> Option<&String> {
        self.found.pages.last().and_then(|page| page.label.as_ref())
    }

    /// How long the text is.
    pub(crate) fn len(&self) -> usize {
        self.found.text.len()
    }

    /// The text so far.
    pub(crate) fn so_far(&self) -> &str {
        &self.found.text
    }

    /// What was put together.
    pub(crate) fn done(mut self) -> Extracted {
        self.trim();
        let end = self.found.text.trim_end().len();
        self.found.text.truncate(end);
        self.found
    }

    fn trim(&mut self) {
        let end = self.found.text.trim_end_matches([' ', '\t']).len();
        self.found.text.truncate(end);
    }
}

/// A line of text with single spaces.
pub(crate) fn tidy(text: &str) -> String {
    let seen: String = text.chars().filter(|letter| !is_invisible(*letter)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}
