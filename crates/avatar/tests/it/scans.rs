//! Pages that are pictures: whatever reads pictures on the machine gets them as files, and what it reads
//! is text of its page.

use std::sync::{Arc, Mutex};

use avatar::ingest::{self, IngestReport};
use avatar::{Aids, Config, Corpus, Picture, Profile, Shelf};
use tempfile::TempDir;

use crate::study::fixture;

/// What the pages of `scanned.pdf` say, with a word parted at a line's end.
const READ: [&str; 3] = [
    "The shepherds of Saas count\ntheir sheep on the first of May.\n\n21\n",
    "The widow of the miller keeps the only key of the grain che-\nst.\n\n22\n",
    "Every seventh year the lower\nmeadow is left without a crop.\n\n23\n",
];

type Seen = Arc<Mutex<Vec<Picture>>>;

/// An avatar whose pictures are read by a reader that knows the pages beforehand.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { folder: TempDir::new().unwrap() };
        desk.shelf(Aids::default()).library().create(&Profile::new("saas", "Saas", "x")).unwrap();
        desk
    }

    fn shelf(&self, aids: Aids) -> Shelf {
        Shelf::new(&Config::new(self.folder.path().join("avatars"))).aided_by(aids)
    }

    fn add(&self, aids: Aids, file: &str) -> IngestReport {
        let path = self.folder.path().join(file);
        std::fs::write(&path, fixture(file)).unwrap();
        let shelf = self.shelf(aids);
        let home = shelf.library().home("saas").unwrap();
        ingest::add(&home, &[path], shelf.limits(), &mut |_| {}).unwrap()
    }

    fn corpus(&self) -> Arc<Corpus> {
        self.shelf(Aids::default()).open("saas").unwrap()
    }
}

fn reader() -> (Aids, Seen) {
    let seen = Seen::default();
    let noted = seen.clone();
    let recognise = move |picture: &Picture| {
        let mut noted = noted.lock().unwrap();
        noted.push(picture.clone());
        READ.get(noted.len() - 1).map(|text| (*text).to_owned()).ok_or_else(|| "blank".to_owned())
    };
    (Aids { recognise: Some(Arc::new(recognise)), pdfium: None }, seen)
}

#[test]
fn pictures_reach_the_reader_as_files_and_come_back_as_pages() {
    let desk = Desk::new();
    let (aids, seen) = reader();
    let report = desk.add(aids, "scanned.pdf");
    let seen = seen.lock().unwrap();
    let kinds: Vec<&[u8]> = seen.iter().map(|picture| &picture.bytes[..2]).collect();
    assert_eq!(kinds, [&b"\xff\xd8"[..], b"P5", b"II"], "a photograph, bits, a fax");
    assert!(seen.iter().all(|picture| picture.dots_per_inch == 150));
    assert_eq!(
        report.added[0].warnings,
        ["pages 1, 2, 3 were read from pictures; letters may be wrong there"]
    );
    let corpus = desk.corpus();
    let document = &corpus.documents()[0];
    assert!(document.pages.iter().all(|page| page.recognised));
    let labels: Vec<_> = document.pages.iter().filter_map(|page| page.label.as_deref()).collect();
    assert_eq!(labels, ["21", "22", "23"], "the numbers that the pictures print");
    assert_eq!(
        corpus.text(document).unwrap(),
        "The shepherds of Saas count their sheep on the first of May.\n\nThe widow of the miller keeps the \
         only key of the grain chest.\n\nEvery seventh year the lower meadow is left without a crop."
    );
}

#[test]
fn bits_are_dark_where_the_page_is() {
    let desk = Desk::new();
    let (aids, seen) = reader();
    desk.add(aids, "scanned.pdf");
    let picture = seen.lock().unwrap()[1].bytes.clone();
    assert!(picture.starts_with(b"P5\n1240 874\n255\n"));
    let dots = &picture[picture.len() - 1240 * 874..];
    let dark = dots.iter().filter(|dot| **dot == 0).count();
    assert!((1_000..dots.len() / 4).contains(&dark), "{dark} of {} dots are dark", dots.len());
    assert!(dots.iter().all(|dot| [0, 255].contains(dot)));
}

#[test]
fn what_could_not_be_read_is_read_when_it_can_be() {
    let desk = Desk::new();
    let refused = desk.add(Aids::default(), "scanned.pdf").refused;
    assert!(refused[0].problem.contains("install `tesseract`"), "{}", refused[0].problem);
    let failing = Aids { recognise: Some(Arc::new(|_| Err("it is ill".to_owned()))), pdfium: None };
    let refused = desk.add(failing, "scanned.pdf").refused;
    assert!(refused[0].problem.contains("it is ill"), "{}", refused[0].problem);
    let added = desk.add(Aids::default(), "scan.pdf");
    assert!(added.added[0].warnings[0].contains("pages 2 are pictures"), "{added:?}");
    assert_eq!(desk.add(Aids::default(), "scan.pdf").unchanged.len(), 1);
    let grey = Aids { recognise: Some(Arc::new(|_| Ok("A grey page.".to_owned()))), pdfium: None };
    let again = desk.add(grey.clone(), "scan.pdf");
    assert_eq!(again.replaced.len(), 1, "{again:?}");
    assert_eq!(desk.add(grey, "scan.pdf").unchanged.len(), 1, "once is enough");
}

#[test]
fn a_library_that_cannot_be_loaded_leaves_our_own_reader() {
    let desk = Desk::new();
    let broken = desk.folder.path().join("libpdfium.so");
    std::fs::write(&broken, "not a library").unwrap();
    let report = desk.add(Aids { recognise: None, pdfium: Some(broken) }, "book.pdf");
    assert_eq!(report.added[0].pages, 12);
    let warning = &report.added[0].warnings[0];
    assert!(warning.starts_with("read without `pdfium`, which cannot be used"), "{warning}");
}
