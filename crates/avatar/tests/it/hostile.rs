//! Files that are broken, locked or meant to harm: a clear word about each, and nothing is lost.

use std::fs;

use avatar::config::Limits;
use avatar::{Corpus, LibraryError, ingest};

use crate::archive::{bomb, zip};
use crate::capped::capped;
use crate::study::{Study, fixture};

fn with_one_book() -> Study {
    let study = Study::new();
    study.add("kept.txt", b"The register was kept in the church for two hundred years.");
    study
}

#[test]
fn each_bad_file_is_refused_with_its_reason() {
    let study = with_one_book();
    let before = fs::read(study.home.index_file()).unwrap();
    let book = fixture("book.pdf");
    let encrypted_epub =
        zip(&[("META-INF/encryption.xml", b"<e/>"), ("META-INF/rights.xml", b"<r/>")]);
    for (name, bytes, word) in [
        ("locked.pdf", fixture("locked.pdf"), "encrypted"),
        ("nothing.pdf", b"hello".to_vec(), "no PDF header"),
        ("header.pdf", b"%PDF-1.7\n".to_vec(), "damaged"),
        ("cut.epub", zip(&[("mimetype", b"x")])[..20].to_vec(), "no end"),
        ("empty.epub", zip(&[("mimetype", b"application/epub+zip")]), "container.xml"),
        ("locked.epub", encrypted_epub, "encrypted"),
        ("bomb.docx", bomb("word/document.xml", 80 * 1024 * 1024), "unfolds to more than"),
        ("none.docx", zip(&[("x", b"y")]), "word/document.xml"),
        ("bad.docx", zip(&[("word/document.xml", b"<w:p><w:t>x</w:q>")]), "damaged"),
        ("fake.txt", book[..200].iter().copied().chain([0; 8]).collect(), "it is damaged"),
        ("image.txt", b"\x89PNG\r\n\x1a\n\0\0".to_vec(), "not text"),
    ] {
        let problem = study.refusal(name, &bytes);
        assert!(problem.contains(word), "{name}: {problem}");
    }
    assert_eq!(fs::read(study.home.index_file()).unwrap(), before, "the index is as it was");
}

/// A PDF of pages, each with drawing orders that unfold to so many bytes.
fn unfolding(pages: &[usize]) -> Vec<u8> {
    let mut objects = vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec(), Vec::new()];
    objects.push(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec());
    let mut kids = String::new();
    for size in pages {
        let text = b"BT /F1 12 Tf 10 700 Td (The bell was cast in Lyon by two brothers.) Tj ET\n";
        let orders = [&text[..], &vec![b' '; *size]].concat();
        let orders = miniz_oxide::deflate::compress_to_vec_zlib(&orders, 6);
        let content = objects.len() + 1;
        let head = format!("<</Length {}/Filter/FlateDecode>>stream\n", orders.len());
        objects.push([head.as_bytes(), &orders, b"\nendstream"].concat());
        let page = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents {content} 0 R\
             /Resources<</Font<</F1 3 0 R>>>>>>"
        );
        objects.push(page.into_bytes());
        kids.push_str(&format!("{} 0 R ", content + 1));
    }
    objects[1] = format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len()).into_bytes();
    whole(&objects)
}

/// A PDF of objects, the first of them its catalogue.
fn whole(objects: &[Vec<u8>]) -> Vec<u8> {
    let (mut bytes, mut table) = (b"%PDF-1.4\n".to_vec(), String::from("0000000000 65535 f \n"));
    for (at, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", bytes.len()));
        bytes.extend(format!("{} 0 obj", at + 1).as_bytes());
        bytes.extend(object);
        bytes.extend(b"endobj\n");
    }
    let (start, size) = (bytes.len(), objects.len() + 1);
    let end = format!(
        "xref\n0 {size}\n{table}trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    bytes.extend(end.as_bytes());
    bytes
}

#[test]
fn a_page_that_unfolds_to_more_than_any_page_has_is_named() {
    let study = with_one_book();
    let problem = study.refusal("bomb.pdf", &unfolding(&[70 * 1024 * 1024]));
    assert!(problem.contains("pages 1 unfold to more than"), "{problem}");
    let report = study.add("half.pdf", &unfolding(&[0, 70 * 1024 * 1024]));
    assert!(
        report.added[0].warnings[0].contains("pages 2 unfold"),
        "{:?}",
        report.added[0].warnings
    );
    assert_eq!(study.ask("Where was the bell cast?").quotes[0].place.page, Some(1));
}

#[test]
fn a_cut_or_flipped_book_never_panics() {
    let study = with_one_book();
    let book = fixture("columns.pdf");
    for at in (0..book.len()).step_by(97) {
        let mut flipped = book.clone();
        flipped[at] ^= 0x15;
        study.add(&format!("flipped-{at}.pdf"), &flipped);
        study.add(&format!("cut-{at}.pdf"), &book[..at]);
    }
    assert!(study.corpus().documents().iter().any(|document| document.id == "kept"));
}

#[test]
fn a_file_past_a_limit_names_the_limit() {
    let study = with_one_book();
    fs::write(study.path("long.txt"), "word ".repeat(1000)).unwrap();
    for (limits, name) in [
        (Limits { max_file_bytes: 100, ..Limits::default() }, "avatar.max_file_bytes"),
        (Limits { max_text_bytes: 100, ..Limits::default() }, "avatar.max_text_bytes"),
    ] {
        let report =
            ingest::add(&study.home, &[study.path("long.txt")], &limits, &mut |_| {}).unwrap();
        assert!(report.refused[0].problem.contains(name), "{}", report.refused[0].problem);
    }
}

#[test]
fn two_ingests_at_once_are_told_apart() {
    let study = with_one_book();
    fs::write(study.path("a.txt"), "First text of its kind.").unwrap();
    let files = [study.path("a.txt")];
    let mut inner = None;
    let home = study.home.clone();
    ingest::add(&study.home, &files, &Limits::default(), &mut |_| {
        inner = Some(ingest::add(&home, &files, &Limits::default(), &mut |_| {}));
    })
    .unwrap();
    assert!(matches!(inner, Some(Err(LibraryError::Busy(_)))));
}

#[test]
fn a_damaged_index_is_found_and_made_again() {
    let study = with_one_book();
    let mut bytes = fs::read(study.home.index_file()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(study.home.index_file(), &bytes).unwrap();
    let error = Corpus::open(&study.home).unwrap_err().to_string();
    assert!(error.contains("damaged") && error.contains("avatar rebuild"), "{error}");
    assert_eq!(ingest::rebuild(&study.home, None).unwrap().documents, 1);
    assert!(study.ask("Where was the register kept?").refusal.is_none());
}

#[test]
fn an_ingest_that_cannot_write_its_index_leaves_the_old_one() {
    let study = with_one_book();
    // A folder where the new index would be put together makes the write fail, as a full disk does.
    let unfinished = study.home.index_file().with_extension("unfinished");
    fs::create_dir(&unfinished).unwrap();
    fs::write(study.path("more.txt"), "More text that cannot be indexed now.").unwrap();
    assert!(
        ingest::add(&study.home, &[study.path("more.txt")], &Limits::default(), &mut |_| {})
            .is_err()
    );
    assert_eq!(study.corpus().documents().len(), 1);
    fs::remove_dir(&unfinished).unwrap();
    assert_eq!(
        study.add_files(&[study.path("more.txt")]).added.len(),
        1,
        "it goes on where it stopped"
    );
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read() {
    let study = Study::new();
    let socket = study.path("letters.txt");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let report = study.add_files(&[socket, "/dev/zero".into(), "/dev/null".into()]);
    assert_eq!(report.refused.len(), 3);
    for refused in &report.refused {
        assert!(refused.problem.contains("not a regular file"), "{}", refused.problem);
    }
}

/// An EPUB whose spine names one stored chapter so many times, each time by another id.
fn named_often(chapter: &[u8], times: usize) -> Vec<u8> {
    let container = b"<container><rootfile full-path=\"p.opf\"/></container>";
    let items: String = (0..times).map(|at| format!("<item id=\"c{at}\" href=\"c\"/>")).collect();
    let spine: String = (0..times).map(|at| format!("<itemref idref=\"c{at}\"/>")).collect();
    let package = format!("<package>{items}{spine}</package>");
    zip(&[("META-INF/container.xml", container), ("p.opf", package.as_bytes()), ("c", chapter)])
}

#[test]
fn an_archive_of_stored_files_cannot_unfold_past_its_limit() {
    let study = with_one_book();
    let chapter = "The bell was cast in Lyon. ".repeat(400_000);
    let book = named_often(chapter.as_bytes(), 400);
    assert!(book.len() < 12 << 20);
    let problem = capped(700, || study.refusal("often.epub", &book));
    assert!(problem.contains("unfolds to more than"), "{problem}");
}

#[test]
fn markup_that_never_ends_takes_no_longer_than_its_length() {
    let study = with_one_book();
    for (name, piece) in
        [("a.html", "<a"), ("b.html", "<a href=\"x"), ("c.html", "<p hidden><nav>")]
    {
        let page = format!("<p>The bell was cast in Lyon.</p>{}", piece.repeat(300_000));
        capped(500, || study.add(name, page.as_bytes()));
    }
}

#[test]
fn drawing_orders_that_take_all_memory_are_not_taken_apart() {
    let study = with_one_book();
    let many = drawn(&b"q ".repeat(30 << 20), 1);
    assert!(many.len() < 300 << 10);
    let problem = capped(700, || study.refusal("many.pdf", &many));
    assert!(problem.contains("pages 1 unfold"), "{problem}");
    let text = b"BT /F1 12 Tf 10 700 Td (bell) Tj ET\n".repeat(20_000);
    let pages = drawn(&text, 2_000);
    let problem = capped(1200, || study.refusal("pages.pdf", &pages));
    assert!(problem.contains("pdf_"), "{problem}");
}

/// A PDF of so many pages that all draw the same.
fn drawn(orders: &[u8], pages: usize) -> Vec<u8> {
    let orders = miniz_oxide::deflate::compress_to_vec_zlib(orders, 6);
    let head = format!("<</Length {}/Filter/FlateDecode>>stream\n", orders.len());
    let kids: String = (0..pages).map(|at| format!("{} 0 R ", at + 5)).collect();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{kids}]/Count {pages}>>").into_bytes(),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec(),
        [head.as_bytes(), &orders, b"\nendstream"].concat(),
    ];
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R\
                /Resources<</Font<</F1 3 0 R>>>>>>";
    objects.extend((0..pages).map(|_| page.as_bytes().to_vec()));
    whole(&objects)
}
