//! PDF: text in reading order, with the label printed on each page.
//!
//! One of two readers says which letters stand where: `pdfium` where its library is there, else our own
//! over `lopdf`. How lines and columns follow, and what is read from pictures, is worked out here.

mod content;
mod fonts;
mod labels;
mod layout;
mod metrics;
mod own;
mod pdfium;
mod pictures;

use std::collections::HashMap;

use super::plain::join_page;
use super::{Aids, ExtractError, Extracted, Picture, TextWriter};

use content::Fragment;
use layout::Line;
use pdfium::Failed;

/// The most one stream may unfold to.
const STREAM: usize = 64 * 1024 * 1024;
/// How many fragments a page may have.
const MOST_FRAGMENTS: usize = 200_000;
/// A page with fewer letters than this and a picture on it is a scan.
const FEW_LETTERS: usize = 20;
/// How many pages must share a line at their edge for it to be a running head.
const RUNNING: usize = 3;
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
    /// Makes files of them.
    pictures: &'a dyn Fn() -> Result<Vec<Picture>, String>,
}

/// A page in lines.
struct PageText {
    lines: Vec<Line>,
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
    let printed = drop_running_lines(&mut pages);
    let labels = head.labels.unwrap_or_else(|| labels::guessed(&printed));
    let mut writer = TextWriter::default();
    writer.reader(reader);
    head.title.iter().for_each(|title| writer.title(title));
    problem.into_iter().for_each(|problem| writer.warn(problem));
    Ok(write(writer, &pages, labels))
}

/// A page in lines; one that is a picture is read by whoever can.
fn page(sheet: Sheet<'_>, aids: &Aids) -> PageText {
    let letters = sheet.fragments.iter().flat_map(|it| it.text.chars());
    let scan = sheet.pictured && letters.filter(|it| it.is_alphanumeric()).count() < FEW_LETTERS;
    let set = |lines| PageText { lines, reading: Reading::Set };
    if !scan {
        return set(layout::lines(sheet.fragments));
    }
    let unread = |reason| PageText { lines: Vec::new(), reading: Reading::Unread(reason) };
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
        Ok(()) => PageText { lines: layout::typed(&text), reading: Reading::Recognised },
        Err(reason) => unread(Some(reason)),
    }
}

fn write(mut writer: TextWriter, pages: &[PageText], labels: Vec<Option<String>>) -> Extracted {
    let (mut recognised, mut unread) = (Vec::new(), Vec::new());
    for ((number, page), label) in (1..).zip(pages).zip(labels) {
        let text = layout::paragraphs(&page.lines);
        join_page(&mut writer, &text);
        writer.page(number, label);
        for (at, paragraph) in text.split("\n\n").enumerate() {
            if at > 0 {
                writer.paragraph();
            }
            writer.text(paragraph);
        }
        match &page.reading {
            Reading::Set => {}
            Reading::Recognised => {
                writer.recognised();
                recognised.push(number.to_string());
            }
            Reading::Unread(reason) => unread.push((number.to_string(), reason.as_deref())),
        }
    }
    if !recognised.is_empty() {
        let pages = recognised.join(", ");
        writer.warn(format!("pages {pages} were read from pictures; letters may be wrong there"));
    }
    if !unread.is_empty() {
        let pages: Vec<_> = unread.iter().map(|(number, _)| number.as_str()).collect();
        let why = unread.iter().find_map(|(_, reason)| *reason).unwrap_or(INSTALL);
        writer.warn(format!("pages {} are pictures without text; {why}", pages.join(", ")));
        writer.unread(unread.len());
    }
    writer.done()
}

/// Takes away lines that pages share at their edges, and gives the number each page prints.
fn drop_running_lines(pages: &mut [PageText]) -> Vec<Option<u32>> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        for at in edges(&page.lines) {
            *seen.entry(pattern(&page.lines[at].text)).or_default() += 1;
        }
    }
    let mut printed = Vec::new();
    for page in pages {
        let mut number = None;
        let mut gone: Vec<usize> = Vec::new();
        for at in edges(&page.lines) {
            let text = &page.lines[at].text;
            let runs = seen.get(&pattern(text)).is_some_and(|count| *count >= RUNNING)
                && text.len() <= 120;
            if runs || is_page_number(text) {
                number = number.or_else(|| last_number(text));
                gone.push(at);
            }
        }
        gone.sort_unstable();
        gone.dedup();
        for at in gone.into_iter().rev() {
            page.lines.remove(at);
        }
        printed.push(number);
    }
    printed
}

/// The first and the last line.
fn edges(lines: &[Line]) -> Vec<usize> {
    match lines.len() {
        0 => Vec::new(),
        1 => vec![0],
        many => vec![0, many - 1],
    }
}

/// A line with its numbers taken out: a running head differs from page to page in those alone.
fn pattern(text: &str) -> String {
    let kept: String = text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    kept.trim().to_lowercase()
}

fn is_page_number(text: &str) -> bool {
    let bare = text.trim().trim_matches(['-', '–', '—', '[', ']', ' ']);
    let arabic =
        !bare.is_empty() && bare.len() <= 4 && bare.bytes().all(|byte| byte.is_ascii_digit());
    let roman =
        !bare.is_empty() && bare.len() <= 7 && bare.bytes().all(|byte| b"ivxlc".contains(&byte));
    arabic || roman
}

fn last_number(text: &str) -> Option<u32> {
    let mut words = text.split(|letter: char| !letter.is_ascii_digit());
    words.rfind(|word| (1..=4).contains(&word.len()))?.parse().ok()
}
