//! The reader that is always there: `lopdf` parses, and the drawing orders are followed here.

use lopdf::{Document, Error, LoadOptions};

use super::content::Left;
use super::{Head, STREAM, Sheet, content, labels, pictures};
use crate::config::PDF_PAGES;
use crate::extract::ExtractError;

/// Reads a PDF page by page.
pub(super) fn read(bytes: &[u8], page: &mut dyn FnMut(Sheet<'_>)) -> Result<Head, ExtractError> {
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
    let mut count = 0;
    let mut left = Left::default();
    for id in document.page_iter() {
        kernel::work::checkpoint();
        if count == PDF_PAGES {
            kernel::work::exceeded("pdf_pages", PDF_PAGES);
        }
        let found = content::read(&document, id, &mut left);
        page(Sheet {
            fragments: found.fragments,
            pictured: !found.images.is_empty(),
            burst: found.burst,
            pictures: &|| pictures::of(&document, &found.images),
        });
        count += 1;
    }
    Ok(Head { title: labels::title(&document), labels: labels::of(&document, count) })
}

fn refusal(error: &Error) -> ExtractError {
    let locked = matches!(
        error,
        Error::Decryption(_) | Error::InvalidPassword | Error::UnsupportedSecurityHandler(_)
    );
    if locked { ExtractError::Encrypted } else { ExtractError::Broken(error.to_string()) }
}
