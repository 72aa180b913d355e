//! PDF: text in reading order, with the label printed on each page.
//!
//! Parsing is `lopdf`'s; where glyphs stand and how lines and columns follow is worked out here.

mod content;
mod fonts;
mod labels;
mod layout;
mod metrics;

use std::collections::HashMap;

use lopdf::{Document, Error, LoadOptions};

use super::plain::join_page;
use super::{ExtractError, Extracted, TextWriter};

use layout::Line;

/// The most one stream may unfold to.
const STREAM: usize = 64 * 1024 * 1024;
/// A page with fewer letters than this and a picture on it is a scan.
const FEW_LETTERS: usize = 20;
/// How many pages must share a line at their edge for it to be a running head.
const RUNNING: usize = 3;

struct PageText {
    lines: Vec<Line>,
    pictures: bool,
}

/// Reads a PDF.
pub(super) fn extract(bytes: &[u8]) -> Result<Extracted, ExtractError> {
    let options = LoadOptions {
        max_decompressed_size: Some(STREAM),
        password: Some(String::new()),
        ..LoadOptions::default()
    };
    let document =
        Document::load_mem_with_options(bytes, options).map_err(|error| refusal(&error))?;
    if document.is_encrypted() && document.encryption_state.is_none() {
        return Err(ExtractError::Encrypted);
    }
    let mut pages: Vec<PageText> = document
        .page_iter()
        .map(|page| {
            let (fragments, pictures) = content::read(&document, page);
            PageText { lines: layout::lines(fragments), pictures }
        })
        .collect();
    if pages.is_empty() {
        return Err(ExtractError::Broken("it has no pages".to_owned()));
    }
    let printed = drop_running_lines(&mut pages);
    let labels = labels::of(&document, pages.len()).unwrap_or_else(|| labels::guessed(&printed));
    Ok(write(&document, &pages, labels))
}

fn refusal(error: &Error) -> ExtractError {
    let locked = matches!(
        error,
        Error::Decryption(_) | Error::InvalidPassword | Error::UnsupportedSecurityHandler(_)
    );
    if locked { ExtractError::Encrypted } else { ExtractError::Broken(error.to_string()) }
}

fn write(document: &Document, pages: &[PageText], labels: Vec<Option<String>>) -> Extracted {
    let mut writer = TextWriter::default();
    if let Some(title) = labels::title(document) {
        writer.title(&title);
    }
    let mut scans = Vec::new();
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
        let letters = text.chars().filter(|letter| letter.is_alphanumeric()).count();
        if letters < FEW_LETTERS && page.pictures {
            scans.push(number.to_string());
        }
    }
    if !scans.is_empty() {
        writer.warn(format!(
            "pages {} are pictures without text; they need OCR first",
            scans.join(", ")
        ));
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
