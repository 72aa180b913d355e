//! DOCX: paragraphs, headings as sections, page breaks as the last program that laid it out set them.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::zip::Zip;
use super::{ExtractError, Extracted, TextWriter};

const TEXT: &str = "word/document.xml";

/// Reads a DOCX.
pub(super) fn extract(bytes: &[u8]) -> Result<Extracted, ExtractError> {
    let mut zip = Zip::open(bytes)?;
    let text = zip
        .text(TEXT)?
        .ok_or_else(|| ExtractError::Broken(format!("`{TEXT}` is missing in it")))?;
    let mut document = Reading {
        writer: TextWriter::default(),
        page: 0,
        start: 0,
        level: None,
        in_text: false,
        breaks: false,
    };
    if let Some(about) = zip.text("docProps/core.xml")? {
        let said = |name: &str| element(&about, name).unwrap_or_default();
        document.writer.title(&said("dc:title"));
        said("dc:creator").split(';').for_each(|name| document.writer.author(name));
        document.writer.date(&said("dcterms:created"));
    }
    document.breaks = text.contains("lastRenderedPageBreak");
    document.run(&text)?;
    Ok(document.writer.done())
}

struct Reading {
    writer: TextWriter,
    page: u32,
    start: usize,
    level: Option<u8>,
    in_text: bool,
    breaks: bool,
}

impl Reading {
    fn run(&mut self, text: &str) -> Result<(), ExtractError> {
        let mut reader = Reader::from_str(text);
        if self.breaks {
            self.next_page();
        }
        loop {
            match reader.read_event() {
                Ok(Event::Start(tag)) => self.open(&tag),
                Ok(Event::Empty(tag)) => self.mark(&tag),
                Ok(Event::Text(words)) if self.in_text => {
                    self.writer.text(&words);
                }
                Ok(Event::GeneralRef(name)) if self.in_text => {
                    let name = name.to_string();
                    self.writer.text(&super::html::decoded(&format!("&{name};")));
                }
                Ok(Event::End(tag)) => self.close(tag.local_name().as_ref()),
                Ok(Event::Eof) => return Ok(()),
                Ok(_) => {}
                Err(error) => {
                    return Err(ExtractError::Broken(format!("its text is damaged: {error}")));
                }
            }
        }
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        match tag.local_name().as_ref() {
            "p" => {
                self.start = self.writer.len();
                self.level = None;
            }
            "t" => self.in_text = true,
            _ => self.mark(tag),
        }
    }

    fn mark(&mut self, tag: &BytesStart<'_>) {
        match tag.local_name().as_ref() {
            "pStyle" => self.level = value(tag).and_then(|style| heading(&style)),
            "tab" => self.writer.space(),
            "br" | "cr" => self.writer.line(),
            "lastRenderedPageBreak" => self.next_page(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "p" => {
                let title = self.writer.so_far().get(self.start..).unwrap_or_default().to_owned();
                self.writer.paragraph();
                if let Some(level) = self.level.take() {
                    self.writer.heading(level, &title, self.start);
                }
                self.start = self.writer.len();
            }
            "tc" => self.writer.space(),
            _ => {}
        }
    }

    fn next_page(&mut self) {
        self.page += 1;
        self.writer.page(self.page, None);
    }
}

fn heading(style: &str) -> Option<u8> {
    let style = style.to_lowercase();
    if style == "title" {
        return Some(1);
    }
    let level: u8 = style.strip_prefix("heading")?.trim().parse().ok()?;
    Some(level.min(9))
}

fn value(tag: &BytesStart<'_>) -> Option<String> {
    let found = tag.attributes().flatten().find(|it| it.key.local_name().as_ref() == "val")?;
    Some(found.value.to_string())
}

/// What an element of the document's properties says.
fn element(about: &str, name: &str) -> Option<String> {
    let opening = about.find(&format!("<{name}"))?;
    let start = opening + about[opening..].find('>')? + 1;
    let end = about[start..].find(&format!("</{name}>"))?;
    Some(super::html::plain(&about[start..start + end]))
}
