//! Whether a PDF is too much for a library that cannot be told to stop: weighed before it is given away.
//!
//! Our own reader has limits wherever it unfolds something, and takes what is too heavy here.

use lopdf::{Document, LoadOptions, Object, Stream};
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use super::super::STREAM;
use super::super::content::burst;

/// The most that the drawing orders of one page, or of a form in it, may unfold to.
const ORDERS: usize = 8 * 1024 * 1024;
/// The most pages.
const PAGES: usize = 50_000;
/// The most dots of one picture.
const DOTS: i64 = 400_000_000;

/// Whether a file holds more than the library should be given.
pub(super) fn is_heavy(bytes: &[u8]) -> bool {
    let options = LoadOptions {
        max_decompressed_size: Some(STREAM),
        password: Some(String::new()),
        ..LoadOptions::default()
    };
    match Document::load_mem_with_options(bytes, options) {
        Ok(document) => {
            let mut pages = document.page_iter();
            let heavy =
                |id| document.get_page_content_with_limit(id, ORDERS).is_err_and(|it| burst(&it));
            document.objects.values().any(is_heavy_object)
                || pages.by_ref().take(PAGES).any(heavy)
                || pages.next().is_some()
        }
        Err(error) => burst(&error) || has_heavy_run(bytes),
    }
}

fn is_heavy_object(object: &Object) -> bool {
    let Ok(stream) = object.as_stream() else { return false };
    let most = match stream.dict.get(b"Subtype").and_then(Object::as_name) {
        Ok(b"Image") => return is_heavy_picture(stream),
        Ok(b"Form") => ORDERS,
        _ => STREAM,
    };
    stream.get_plain_content_with_limit(most).is_err_and(|error| burst(&error))
}

fn is_heavy_picture(stream: &Stream) -> bool {
    let side = |name: &[u8]| stream.dict.get(name).and_then(Object::as_i64).unwrap_or(0);
    side(b"Width").saturating_mul(side(b"Height")) > DOTS
}

/// Whether a file that cannot be taken apart has a stream that unfolds to too much; a library that mends
/// files would find it.
fn has_heavy_run(bytes: &[u8]) -> bool {
    const WORD: &[u8] = b"stream";
    let starts = bytes.windows(WORD.len()).enumerate().filter(|(_, window)| *window == WORD);
    starts.map(|(at, _)| &bytes[at + WORD.len()..]).any(|rest| {
        let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
        let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
        decompress_to_vec_zlib_with_limit(rest, ORDERS)
            .is_err_and(|error| error.status == TINFLStatus::HasMoreOutput)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// A page whose orders say one thing so many times, with its drawing orders packed.
    fn repeated(times: usize) -> Vec<u8> {
        let orders = b"BT /F1 12 Tf 10 10 Td (boom) Tj ET\n".repeat(times);
        let orders = miniz_oxide::deflate::compress_to_vec_zlib(&orders, 9);
        let head = format!("<</Length {}/Filter/FlateDecode>>stream\n", orders.len());
        let content = [head.as_bytes(), &orders, b"\nendstream"].concat();
        let objects: [&[u8]; 5] = [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            &content,
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        ];
        let (mut bytes, mut table) = (b"%PDF-1.4\n".to_vec(), b"0000000000 65535 f \n".to_vec());
        for (at, object) in objects.iter().enumerate() {
            table.extend(format!("{:010} 00000 n \n", bytes.len()).as_bytes());
            bytes.extend(format!("{} 0 obj", at + 1).as_bytes());
            bytes.extend(*object);
            bytes.extend(b"endobj\n");
        }
        let start = bytes.len();
        bytes.extend(b"xref\n0 6\n");
        bytes.extend(table);
        bytes.extend(
            format!("trailer<</Size 6/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n").as_bytes(),
        );
        bytes
    }

    #[test]
    fn a_bomb_is_heavy_whole_or_broken_and_a_book_is_not() {
        let bomb = repeated(600_000);
        assert!(is_heavy(&bomb));
        let table = bomb.windows(4).rposition(|window| window == b"xref").unwrap();
        let broken = &bomb[9..table - 9];
        assert!(Document::load_mem(broken).is_err(), "it cannot be taken apart");
        assert!(is_heavy(broken));
        assert!(!is_heavy(&repeated(200)));
        for name in ["book.pdf", "columns.pdf", "scanned.pdf", "printed.pdf"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
            assert!(!is_heavy(&fs::read(path).unwrap()), "{name}");
        }
    }
}
