//! PDF: text in reading order, with the label printed on each page.
//!
//! One of two readers says which letters stand where: `pdfium` where its library is there, else our own
//! over `lopdf`. How lines and columns follow, and what is read from pictures, is worked out here.

mod content;
mod fonts;
mod gutters;
mod labels;
mod layout;
mod margins;
mod metrics;
mod own;
mod pdfium;
mod pictures;

use super::plain::join_page;
use super::{Aids, ExtractError, Extracted, Picture, TextWriter};

use content::Fragment;
use layout::Line;
use pdfium::Failed;

/// The most one stream may unfold to.
const STREAM: usize = 64 * 1024 * 1024;
/// How many fragments a page may have.
const MOST_FRAGMENTS: usize = 100_000;
/// A page with fewer letters than this and a picture on it is a scan.
const FEW_LETTERS: usize = 20;
/// A paragraph of so many letters that does not end goes on, even where the next page begins with a name.
const LONG: usize = 80;
/// What to do about pages that are pictures.
const INSTALL: &str = "they need OCR first: install `tesseract` (`apt install tesseract-ocr`, \
`brew install tesseract`) and add the file again";

/// What a document says of itself.
struct Head {
    title: Option<String>,
    /// The labels it declares, one for each page.
    labels: Option<Vec<Option<String>>>,
}

/// A page as a reader finds it.
struct Sheet<'a> {
    fragments: Vec<Fragment>,
    /// Whether there are pictures on it.
    pictured: bool,
    /// Whether it unfolds to more than any page has.
    burst: bool,
    /// Makes files of them.
    pictures: &'a dyn Fn() -> Result<Vec<Picture>, String>,
}

/// A page in pieces of lines, from its top to its bottom.
struct PageText {
    pieces: Vec<Line>,
    reading: Reading,
}

/// How a page's text was come by.
enum Reading {
    /// It was there.
    Set,
    /// It was read from a picture.
    Recognised,
    /// It is a picture that was not read, for a reason if there is one.
    Unread(Option<String>),
    /// It unfolds to more than any page has.
    Burst,
}

/// Reads a PDF.
pub(super) fn extract(bytes: &[u8], aids: &Aids) -> Result<Extracted, ExtractError> {
    let mut pages = Vec::new();
    let mut problem = None;
    let mut reader = "pdfium";
    let read = aids
        .pdfium
        .as_ref()
        .map(|library| pdfium::read(library, bytes, &mut |sheet| pages.push(page(sheet, aids))));
    let head = match read {
        Some(Ok(head)) => head,
        Some(Err(Failed::Encrypted)) => return Err(ExtractError::Encrypted),
        other => {
            if let Some(Err(Failed::Library(reason))) = other {
                problem = Some(format!("read without `pdfium`, which cannot be used: {reason}"));
            }
            pages.clear();
            reader = "own";
            own::read(bytes, &mut |sheet| pages.push(page(sheet, aids)))?
        }
    };
    if pages.is_empty() {
        return Err(ExtractError::Broken("it has no pages".to_owned()));
    }
    let printed = margins::clear(&mut pages);
    let labels = head.labels.unwrap_or(printed);
    let mut writer = TextWriter::default();
    writer.reader(reader);
    head.title.iter().for_each(|title| writer.title(title));
    problem.into_iter().for_each(|problem| writer.warn(problem));
    Ok(write(writer, pages, labels))
}

/// A page's pieces; one that is a picture is read by whoever can.
fn page(sheet: Sheet<'_>, aids: &Aids) -> PageText {
    if sheet.burst {
        return PageText { pieces: Vec::new(), reading: Reading::Burst };
    }
    let letters = sheet.fragments.iter().flat_map(|it| it.text.chars());
    let scan = sheet.pictured && letters.filter(|it| it.is_alphanumeric()).count() < FEW_LETTERS;
    if !scan {
        return PageText { pieces: layout::pieces(sheet.fragments), reading: Reading::Set };
    }
    let unread = |reason| PageText { pieces: Vec::new(), reading: Reading::Unread(reason) };
    let Some(recognise) = &aids.recognise else { return unread(None) };
    let mut text = String::new();
    let read = (sheet.pictures)().and_then(|pictures| {
        for picture in pictures {
            text.push_str(&recognise(&picture)?);
            text.push_str("\n\n");
        }
        Ok(())
    });
    match read {
        Ok(()) => PageText { pieces: layout::typed(&text), reading: Reading::Recognised },
        Err(reason) => unread(Some(reason)),
    }
}

fn write(mut writer: TextWriter, pages: Vec<PageText>, labels: Vec<Option<String>>) -> Extracted {
    let (mut recognised, mut unread, mut burst) = (Vec::new(), Vec::new(), Vec::new());
    for ((number, page), label) in (1..).zip(pages).zip(labels) {
        let text = layout::paragraphs(&layout::lines(page.pieces));
        turn_page(&mut writer, &text);
        writer.page(number, label);
        for (at, paragraph) in text.split("\n\n").enumerate() {
            if at > 0 {
                writer.paragraph();
            }
            writer.text(paragraph);
        }
        match page.reading {
            Reading::Set => {}
            Reading::Recognised => {
                writer.recognised();
                recognised.push(number.to_string());
            }
            Reading::Unread(reason) => unread.push((number.to_string(), reason)),
            Reading::Burst => burst.push(number.to_string()),
        }
    }
    if !burst.is_empty() {
        let pages = burst.join(", ");
        writer.warn(format!(
            "pages {pages} unfold to more than {STREAM} bytes each and were left out"
        ));
    }
    if !recognised.is_empty() {
        let pages = recognised.join(", ");
        writer.warn(format!("pages {pages} were read from pictures; letters may be wrong there"));
    }
    if !unread.is_empty() {
        let pages: Vec<_> = unread.iter().map(|(number, _)| number.as_str()).collect();
        let why = unread.iter().find_map(|(_, reason)| reason.as_deref()).unwrap_or(INSTALL);
        writer.warn(format!("pages {} are pictures without text; {why}", pages.join(", ")));
        writer.unread(unread.len());
    }
    writer.done()
}

/// Goes on to a page: a sentence or a word that its border parts is whole again.
fn turn_page(writer: &mut TextWriter, next: &str) {
    let before = writer.so_far().trim_end();
    let last = before.rsplit("\n\n").next().unwrap_or_default();
    let open = before.ends_with(|letter: char| letter.is_alphanumeric() || letter == ',');
    if before.ends_with(['-', '\u{2010}']) && layout::continues(before, next) {
        writer.join_word();
    } else if open && last.len() >= LONG && next.starts_with(char::is_alphanumeric) {
        writer.line();
    } else {
        join_page(writer, next);
    }
}
