//! Files to text: each format's reader keeps where pages and sections begin.
//!
//! A reader is a function of bytes and of what the machine has to read with; it never touches the disk
//! and trusts nothing it reads.

mod aids;
mod docx;
mod encoding;
mod epub;
mod html;
mod invisible;
mod markdown;
mod pdf;
mod plain;
mod subtitles;
mod writer;
pub(crate) mod zip;

use std::path::Path;
use std::time::Instant;

use kernel::work::{self, Stopped, Work, WorkError};
use serde::{Deserialize, Serialize};

use crate::config::READ_TIME;
pub use aids::{Aids, Picture, Recognise};
use encoding::Decoded;
pub(crate) use writer::{TextWriter, tidy};

/// The way in which files are read now; what was read in an older one is read again when it is added.
pub(crate) const READING: u32 = 3;

/// Where a page begins in a document's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageMark {
    /// The page counted from 1, blank ones included.
    pub index: u32,
    /// What is printed on the page, where the format says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The first byte of its text.
    pub start: usize,
    /// Whether its text was read from a picture, so that letters may be wrong.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub recognised: bool,
}

/// Where a section begins: a heading, a chapter, a moment of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SectionMark {
    /// What it is called.
    pub title: String,
    /// The first byte of its text.
    pub start: usize,
}

/// What a reader found in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Extracted {
    /// The title the file gives itself.
    pub(crate) title: Option<String>,
    /// The text.
    pub(crate) text: String,
    /// Who wrote it, where the file says so.
    pub(crate) authors: Vec<String>,
    /// When it appeared, where the file says so.
    pub(crate) year: Option<i32>,
    /// The pages, if the format has pages.
    pub(crate) pages: Vec<PageMark>,
    /// The sections, if the format has sections.
    pub(crate) sections: Vec<SectionMark>,
    /// What a person should know, such as pages that are pictures.
    pub(crate) warnings: Vec<String>,
    /// How many pages are pictures that nobody read.
    pub(crate) unread: usize,
    /// Which reader of several read it.
    pub(crate) reader: Option<&'static str>,
}

/// A kind of file that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Plain text; form feeds part pages.
    Text,
    /// Markdown; headings are sections.
    Markdown,
    /// HTML; headings are sections, page anchors are pages.
    Html,
    /// PDF; pages with their labels.
    Pdf,
    /// EPUB; chapters are sections, its page list makes pages.
    Epub,
    /// DOCX; headings are sections.
    Docx,
    /// Subtitles and transcripts; moments are sections.
    Subtitles,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExtractError {
    /// The file's name and first bytes fit no format.
    #[error(
        "not a format this build reads; expected PDF, EPUB, DOCX, HTML, Markdown, text, SRT or VTT"
    )]
    Unknown,
    /// The file is locked by a password or rights management.
    #[error("it is encrypted; add a copy without a password")]
    Encrypted,
    /// The file is not what its format asks for.
    #[error("it is damaged: {0}")]
    Broken(String),
    /// An archive unfolds to more than anybody writes.
    #[error("it unfolds to more than {most} bytes, which no book does")]
    Bomb {
        /// The most that is unfolded.
        most: usize,
    },
    /// It takes more to read than any book does.
    #[error("it takes more to read than the limit `{limit}` of {most}, which no book does")]
    Limit {
        /// The limit's name.
        limit: &'static str,
        /// Its value.
        most: usize,
    },
    /// Nobody waits for it any more.
    #[error("reading it was stopped")]
    Withdrawn,
    /// Bytes that no text encoding explains.
    #[error(
        "not text: byte {at} is a control character; is it a binary file under a text file's name?"
    )]
    Binary {
        /// Where.
        at: usize,
    },
    /// The file has no words.
    #[error("no text inside{0}")]
    Empty(String),
}

/// Recognises a file by its first bytes, else by its name.
pub(crate) fn recognise(name: &Path, bytes: &[u8]) -> Result<Format, ExtractError> {
    if bytes.starts_with(b"%PDF-") {
        return Ok(Format::Pdf);
    }
    let ending = name.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("md" | "markdown" | "mdx") => Ok(Format::Markdown),
        Some("html" | "htm" | "xhtml") => Ok(Format::Html),
        Some("pdf") if bytes.is_empty() || has_pdf_mark(bytes) => Ok(Format::Pdf),
        Some("pdf") => Err(ExtractError::Broken("it has no PDF header".to_owned())),
        Some("epub") => Ok(Format::Epub),
        Some("docx") => Ok(Format::Docx),
        Some("srt" | "vtt") => Ok(Format::Subtitles),
        Some("txt" | "text" | "rst" | "asc" | "log") | None => Ok(looks_inside(bytes)),
        Some(_) => Err(ExtractError::Unknown),
    }
}

/// Whether a file of a folder is worth trying, by its name.
pub(crate) fn is_readable_name(name: &Path) -> bool {
    name.extension().is_some() && recognise(name, b"").is_ok()
}

/// Some programs put bytes of their own before the header.
fn has_pdf_mark(bytes: &[u8]) -> bool {
    bytes[..bytes.len().min(1024)].windows(5).any(|window| window == b"%PDF-")
}

fn looks_inside(bytes: &[u8]) -> Format {
    let head = &bytes[..bytes.len().min(256)];
    let head = String::from_utf8_lossy(head).to_lowercase();
    let markup = ["<!doctype html", "<html"].iter().any(|mark| head.contains(mark));
    if markup { Format::Html } else { Format::Text }
}

/// Reads a file of a known format, within the time and room that one may take.
pub(crate) fn extract(
    format: Format,
    bytes: &[u8],
    aids: &Aids,
) -> Result<Extracted, ExtractError> {
    // How long pictures of pages take is up to who reads them; what a PDF draws is counted instead.
    let until = Instant::now().checked_add(READ_TIME).filter(|_| format != Format::Pdf);
    let work = Work::current();
    let until = work.deadline().into_iter().chain(until).min();
    let read = work.until(until).here(|| work::ending(|| read(format, bytes, aids)));
    read.unwrap_or_else(|ended| {
        Err(match ended {
            WorkError::Stopped(Stopped::Late) => {
                ExtractError::Limit { limit: "read_seconds", most: READ_TIME.as_secs() as usize }
            }
            WorkError::Stopped(Stopped::Limit { limit, most }) => {
                ExtractError::Limit { limit, most }
            }
            WorkError::Stopped(Stopped::Withdrawn) => ExtractError::Withdrawn,
            WorkError::Panicked(what) => ExtractError::Broken(format!("its reader failed: {what}")),
        })
    })
}

fn read(format: Format, bytes: &[u8], aids: &Aids) -> Result<Extracted, ExtractError> {
    let found = match format {
        Format::Pdf => pdf::extract(bytes, aids)?,
        Format::Epub => epub::extract(bytes)?,
        Format::Docx => docx::extract(bytes)?,
        Format::Text => noted(encoding::decode(bytes)?, |text| {
            subtitles::transcript(text).unwrap_or_else(|| plain::extract(text))
        }),
        Format::Markdown => noted(encoding::decode(bytes)?, markdown::extract),
        Format::Subtitles => noted(encoding::decode(bytes)?, subtitles::extract),
        Format::Html => noted(encoding::decode_page(bytes)?, html::extract),
    };
    if found.text.contains(char::is_alphanumeric) {
        return Ok(found);
    }
    let why = found.warnings.first().map(|why| format!(": {why}")).unwrap_or_default();
    Err(ExtractError::Empty(why))
}

/// What a reader finds in a text, and what was assumed to have the text at all.
fn noted(decoded: Decoded, read: impl FnOnce(&str) -> Extracted) -> Extracted {
    let mut found = read(&decoded.text);
    found.warnings.extend(decoded.note);
    found
}
