//! Plain text: paragraphs as they are, form feeds as page breaks.

use super::{Extracted, TextWriter};

const BEGINS: &str = "*** START OF";
const ENDS: &str = "*** END OF";

/// Reads plain text.
pub(super) fn extract(text: &str) -> Extracted {
    let text = without_boilerplate(text);
    let mut writer = TextWriter::default();
    let pages: Vec<_> = text.split('\x0c').collect();
    for (index, page) in pages.iter().enumerate() {
        if pages.len() > 1 {
            join_page(&mut writer, page);
            writer.page(u32::try_from(index + 1).unwrap_or(u32::MAX), None);
        }
        if !page.trim().is_empty() {
            write_page(&mut writer, page.trim_matches('\n'));
        }
    }
    writer.done()
}

/// A sentence that runs on over the page break, and over blank pages, stays one sentence.
pub(super) fn join_page(writer: &mut TextWriter, next: &str) {
    if next.trim().is_empty() {
        return;
    }
    let before = writer.so_far().trim_end();
    let ended = before.ends_with(|letter: char| ".!?:;”\"’)".contains(letter));
    let goes_on = next.trim_start().starts_with(|letter: char| letter.is_lowercase());
    if ended || !goes_on {
        writer.paragraph();
    } else {
        writer.line();
    }
}

fn write_page(writer: &mut TextWriter, page: &str) {
    for line in page.lines() {
        if line.trim().is_empty() {
            writer.paragraph();
        } else {
            writer.text(line.trim_end());
            writer.line();
        }
    }
}

/// The text between the marks that a public library of e-texts puts around its books.
fn without_boilerplate(text: &str) -> &str {
    let line_after = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let start = text.find(BEGINS).map_or(0, line_after);
    let end = text[start..].find(ENDS).map_or(text.len(), |end| start + end);
    &text[start..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_feeds_part_pages_blank_ones_counted() {
        let found = extract("One ends.\x0c\x0cThree starts and\x0cruns on.");
        let starts: Vec<_> =
            found.pages.iter().map(|page| (page.index, &found.text[page.start..])).collect();
        assert_eq!(starts[0].0, 1);
        assert_eq!(starts[2], (3, "Three starts and\nruns on."));
        assert_eq!(starts[3], (4, "runs on."));
        let found = extract("One goes on\n\x0c\n\n\x0cover a blank page.");
        assert_eq!(found.text, "One goes on\nover a blank page.");
        assert_eq!(&found.text[found.pages[2].start..], "over a blank page.");
    }

    #[test]
    fn the_notices_around_an_e_text_are_left_out() {
        let found = extract(
            "Notice\n*** START OF THE BOOK ***\nThe text.\n*** END OF THE BOOK ***\nLicence",
        );
        assert_eq!(found.text, "The text.");
    }
}
