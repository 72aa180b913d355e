//! The reader that is better where it is there: the library `pdfium`, loaded when a PDF is first read.
//!
//! It says which letters stand where; lines, columns and paragraphs are worked out as for our own reader.

mod weight;

use std::path::Path;
use std::sync::OnceLock;

use pdfium_render::prelude::*;

use super::content::Fragment;
use super::{Head, MOST_FRAGMENTS, Sheet};
use crate::extract::Picture;
use crate::weights;

/// How finely a page is drawn for those who read its letters.
const DOTS_PER_INCH: f32 = 300.0;
/// The most dots of a drawn page on one side.
const MOST_DOTS: f32 = 8_000.0;

/// Why `pdfium` did not read a file.
pub(super) enum Failed {
    /// The library cannot be used at all.
    Library(String),
    /// The file is locked.
    Encrypted,
    /// It does not understand the file, or the file is too much for it.
    File,
}

/// The library; a process loads one, and the first that is asked for.
static LIBRARY: OnceLock<Result<Pdfium, String>> = OnceLock::new();

/// Reads a PDF page by page.
pub(super) fn read(
    library: &Path,
    bytes: &[u8],
    page: &mut dyn FnMut(Sheet<'_>),
) -> Result<Head, Failed> {
    if weight::is_heavy(bytes) {
        return Err(Failed::File);
    }
    let bind = || {
        weights::check(library).map_err(|damaged| damaged.to_string())?;
        Pdfium::bind_to_library(library).map(Pdfium::new).map_err(|it| format!("{it:?}"))
    };
    let pdfium = LIBRARY.get_or_init(bind).as_ref().map_err(|it| Failed::Library(it.clone()))?;
    let document = pdfium.load_pdf_from_byte_slice(bytes, None).map_err(|it| refusal(&it))?;
    let mut labels = Vec::new();
    for sheet in document.pages().iter() {
        labels.push(sheet.label().filter(|label| !label.is_empty()).map(str::to_owned));
        let is_image = |object: PdfPageObject<'_>| object.object_type() == PdfPageObjectType::Image;
        page(Sheet {
            fragments: fragments(&sheet).unwrap_or_default(),
            pictured: sheet.objects().iter().any(is_image),
            burst: false,
            pictures: &|| drawn(&sheet).map(|it| vec![it]).map_err(|error| error.to_string()),
        });
    }
    let declared = labels.iter().any(Option::is_some);
    let title = document.metadata().get(PdfDocumentMetadataTagType::Title);
    let title = title.map(|tag| tag.value().trim().to_owned());
    let title = title.filter(|it| !it.is_empty() && !it.eq_ignore_ascii_case("untitled"));
    Ok(Head { title, labels: declared.then_some(labels) })
}

fn refusal(error: &PdfiumError) -> Failed {
    let locked = matches!(
        error,
        PdfiumError::PdfiumLibraryInternalError(
            PdfiumInternalError::PasswordError | PdfiumInternalError::SecurityError,
        )
    );
    if locked { Failed::Encrypted } else { Failed::File }
}

/// The words of a page, each a fragment.
fn fragments(page: &PdfPage<'_>) -> Result<Vec<Fragment>, PdfiumError> {
    let text = page.text()?;
    let mut found = Vec::new();
    let mut open: Option<Fragment> = None;
    for letter in text.chars().iter() {
        let shown = match letter.unicode_char() {
            _ if letter.is_hyphen().unwrap_or(false) => '-',
            Some(shown) => shown,
            None => continue,
        };
        if shown.is_whitespace() || shown.is_control() || letter.is_generated().unwrap_or(false) {
            if let Some(mut word) = open.take() {
                word.text.push(' ');
                found.push(word);
            }
            continue;
        }
        let (Ok((x, y)), Ok(bounds)) = (letter.origin(), letter.loose_bounds()) else { continue };
        // Text that runs up the page is a mark in the margin.
        if letter.angle_radians().is_ok_and(|angle| angle.sin().abs() > 0.7) {
            continue;
        }
        let size = letter.scaled_font_size().value.abs().max(1.0);
        let (x, y, end) = (x.value, y.value, bounds.right().value);
        let fits = open.as_ref().is_some_and(|word| {
            (word.y - y).abs() < 0.1 * size && (-0.5 * size..0.2 * size).contains(&(x - word.end))
        });
        if !fits {
            found.extend(open.take());
        }
        let word = open.get_or_insert(Fragment { x, end, y, size, text: String::new() });
        word.text.push(shown);
        word.end = end;
        if found.len() > MOST_FRAGMENTS {
            break;
        }
    }
    found.extend(open);
    Ok(found)
}

/// The page as a grey picture.
fn drawn(page: &PdfPage<'_>) -> Result<Picture, PdfiumError> {
    let (width, height) = (page.width().value.max(1.0), page.height().value.max(1.0));
    let dots = DOTS_PER_INCH.min(MOST_DOTS * 72.0 / width.max(height));
    let config = PdfRenderConfig::new().set_target_width((width * dots / 72.0) as i32);
    let bitmap = page.render_with_config(&config)?;
    let mut bytes = format!("P5\n{} {}\n255\n", bitmap.width(), bitmap.height()).into_bytes();
    let grey = |dot: &[u8]| {
        let parts = u32::from(dot[0]) * 299 + u32::from(dot[1]) * 587 + u32::from(dot[2]) * 114;
        (parts / 1000) as u8
    };
    bytes.extend(bitmap.as_rgba_bytes().chunks_exact(4).map(grey));
    Ok(Picture { bytes, dots_per_inch: dots as u32 })
}
