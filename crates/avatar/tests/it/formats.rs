//! Every format: what is read, and that each statement is cited to the page it stands on.

use avatar::Corpus;

use crate::archive::zip;
use crate::study::{Study, fixture};

const WORDS: &str = "the herders of the valley agreed that nobody should send more animals to the upland \
pasture than could be fed from the hay of the previous summer and they wrote the agreement into a register";

/// The sentence that `fixtures/make` put on a page.
pub(crate) fn statement(page: &str, number: usize) -> String {
    let words: Vec<_> = WORDS.split(' ').collect();
    let body: Vec<_> = (0..24).map(|at| words[(number * 7 + at) % words.len()]).collect();
    format!("Statement {number} stands on page {page} because {}.", body.join(" "))
}

/// What a citation of the sentence would say: the label, else the number, of its page.
pub(crate) fn page_of(corpus: &Corpus, sentence: &str) -> Option<String> {
    let document = &corpus.documents()[0];
    let text = corpus.text(document).unwrap();
    let at = text.find(sentence)?;
    let page = document.pages.iter().rev().find(|page| page.start <= at)?;
    Some(page.label.clone().unwrap_or_else(|| page.index.to_string()))
}

#[test]
fn a_typeset_book_is_cited_by_its_printed_pages() {
    let study = Study::new();
    let report = study.add("register.pdf", &fixture("book.pdf"));
    assert_eq!(
        (report.added[0].title.as_str(), report.added[0].pages),
        ("The Upland Register", 12)
    );
    let corpus = study.corpus();
    let labels = ["i", "ii", "iii", "iv", "1", "2", "3", "4", "5", "6", "7", "8"];
    for (index, label) in labels.iter().enumerate().filter(|(_, label)| **label != "iv") {
        for number in index * 3..index * 3 + 3 {
            let sentence = statement(label, number);
            assert_eq!(page_of(&corpus, &sentence).as_deref(), Some(*label), "{sentence}");
        }
    }
    let text = corpus.text(&corpus.documents()[0]).unwrap();
    assert!(!text.contains("The Upland Register"), "running heads are left out");
    let answer = study.ask("What does statement 19 say about the page it stands on?");
    assert_eq!(
        (answer.quotes[0].place.page, answer.quotes[0].place.page_index),
        (Some(3), Some(7))
    );
    assert_eq!(answer.quotes[0].text, statement("3", 19));
}

#[test]
fn two_columns_are_read_in_order_and_hyphens_joined() {
    let study = Study::new();
    study.add("columns.pdf", &fixture("columns.pdf"));
    let corpus = study.corpus();
    for page in 1..=3_usize {
        for number in (page - 1) * 8..page * 8 {
            let sentence = statement(&page.to_string(), number);
            assert_eq!(page_of(&corpus, &sentence), Some(page.to_string()), "{sentence}");
        }
    }
}

#[test]
fn numbers_printed_on_pages_serve_where_no_labels_are_declared() {
    let study = Study::new();
    study.add("printed.pdf", &fixture("printed.pdf"));
    let corpus = study.corpus();
    for page in 41..=46_usize {
        let sentence = statement(&page.to_string(), page - 41);
        assert_eq!(page_of(&corpus, &sentence), Some(page.to_string()));
    }
}

#[test]
fn pages_that_are_pictures_are_reported() {
    let study = Study::new();
    let report = study.add("scan.pdf", &fixture("scan.pdf"));
    assert!(
        report.added[0].warnings[0].contains("pages 2 are pictures"),
        "{:?}",
        report.added[0].warnings
    );
}

const CONTAINER: &str =
    r#"<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>"#;
const PACKAGE: &str = r#"<package><metadata><dc:title>Moral &amp; Other Sentiments</dc:title>
<dc:creator>Adam Smith</dc:creator><dc:creator>D. D. Raphael</dc:creator><dc:date>1759-04-12</dc:date></metadata><manifest>
<item id="nav" href="nav.xhtml" properties="nav"/><item id="a" href="text/a.xhtml"/><item id="b" href="text/b.xhtml"/>
</manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>"#;
const NAVIGATION: &str = r#"<html><body><nav epub:type="page-list"><ol>
<li><a href="text/b.xhtml">xi</a></li><li><a href="text/b.xhtml#p12">12</a></li><li><a href="text/a.xhtml#p13">13</a></li>
</ol></nav></body></html>"#;

#[test]
fn an_epub_is_read_along_its_spine_with_its_page_list() {
    let study = Study::new();
    let book = zip(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", CONTAINER.as_bytes()),
        ("OEBPS/book.opf", PACKAGE.as_bytes()),
        ("OEBPS/nav.xhtml", NAVIGATION.as_bytes()),
        ("OEBPS/text/b.xhtml", b"<html><body><h1>Of Sympathy</h1><p>Pity stands first.</p><p id=\"p12\">Compassion stands on twelve.</p></body></html>"),
        ("OEBPS/text/a.xhtml", b"<html><body><h1>Of Propriety</h1><p><a id=\"p13\"/>Approval stands on thirteen.</p></body></html>"),
    ]);
    let report = study.add("book.epub", &book);
    assert_eq!(report.added[0].title, "Moral & Other Sentiments");
    let corpus = study.corpus();
    assert_eq!(corpus.documents()[0].year, Some(1759));
    assert_eq!(corpus.sources().sources[0].authors, ["Adam Smith", "D. D. Raphael"]);
    for (sentence, page) in [("Pity", "xi"), ("Compassion", "12"), ("Approval", "13")] {
        assert_eq!(page_of(&corpus, sentence).as_deref(), Some(page), "{sentence}");
    }
    let place = study.ask("Where does approval stand?").quotes[0].place.clone();
    assert_eq!((place.page, place.location.as_deref()), (Some(13), Some("Of Propriety")));
}

#[test]
fn a_docx_keeps_headings_and_laid_out_pages() {
    let study = Study::new();
    let text = r#"<w:document><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Rules</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">Users &amp; owners </w:t></w:r><w:r><w:t>agree.</w:t></w:r></w:p>
<w:p><w:r><w:lastRenderedPageBreak/><w:t>Sanctions grow with each offence.</w:t></w:r></w:p></w:body></w:document>"#;
    let book = zip(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", text.as_bytes())]);
    study.add("rules.docx", &book);
    let corpus = study.corpus();
    assert_eq!(
        corpus.text(&corpus.documents()[0]).unwrap(),
        "Rules\n\nUsers & owners agree.\n\nSanctions grow with each offence."
    );
    assert_eq!(page_of(&corpus, "Sanctions").as_deref(), Some("2"));
    assert_eq!(
        study.ask("How do sanctions grow?").quotes[0].place.location.as_deref(),
        Some("Rules")
    );
}

#[test]
fn subtitles_are_cited_by_the_moment() {
    let study = Study::new();
    study.add(
        "talk.srt",
        b"1\n00:10:02,000 --> 00:10:05,000\nTrust is built by talking face to face.\n",
    );
    let place = study.ask("How is trust built?").quotes[0].place.clone();
    assert_eq!((place.page, place.location.as_deref()), (None, Some("00:10:02")));
}

#[test]
fn a_transcript_is_cited_by_the_moment_without_its_stamps() {
    let study = Study::new();
    let talk = "Anna (00:05): Welcome to the show.\n\nBob (01:12): The bridge at Coldstream was built in 1763.\n";
    study.add("talk.txt", talk.as_bytes());
    let answer = study.ask("When was the bridge at Coldstream built?");
    let quote = &answer.quotes[0];
    assert_eq!(quote.text, "Bob: The bridge at Coldstream was built in 1763.");
    assert_eq!(quote.place.location.as_deref(), Some("00:01:12"));
}

#[test]
fn an_encoding_that_was_assumed_is_said() {
    let study = Study::new();
    let text = "Старый мост у деревни построили в 1763 году, и крестьяне ходили по нему на рынок.";
    let bytes = encoding_rs::WINDOWS_1251.encode(text).0.into_owned();
    let report = study.add("most.txt", &bytes);
    assert!(report.added[0].warnings[0].contains("windows-1251"), "{:?}", report.added[0].warnings);
    let page = [&b"<meta charset='windows-1251'><title>M</title><p>1. "[..], &bytes].concat();
    let report = study.add("page.html", &page);
    assert_eq!(report.added[0].warnings, Vec::<String>::new());
    let corpus = study.corpus();
    assert_eq!(corpus.text(&corpus.documents()[0]).unwrap(), text);
    assert_eq!(corpus.text(&corpus.documents()[1]).unwrap(), format!("1. {text}"));
}

#[test]
fn an_epub_is_quoted_without_its_makers_pages_and_marks_of_notes() {
    let package = r#"<package><manifest><item id="i" href="imprint.xhtml"/><item id="a" href="a.xhtml"/>
<item id="c" href="colophon.xhtml"/></manifest><spine><itemref idref="i"/><itemref idref="a"/><itemref idref="c"/></spine></package>"#;
    let made = |kind: &str| {
        format!(
            "<html><body><section epub:type=\"{kind}\"><p>This edition was made by hand.</p></section></body></html>"
        )
    };
    let chapter = r##"<html><body epub:type="bodymatter"><p>The weir<a href="endnotes.xhtml#note-1" epub:type="noteref">1</a> is old.</p></body></html>"##;
    let study = Study::new();
    study.add(
        "book.epub",
        &zip(&[
            ("META-INF/container.xml", CONTAINER.as_bytes()),
            ("OEBPS/book.opf", package.as_bytes()),
            ("OEBPS/imprint.xhtml", made("imprint").as_bytes()),
            ("OEBPS/a.xhtml", chapter.as_bytes()),
            ("OEBPS/colophon.xhtml", made("colophon").as_bytes()),
        ]),
    );
    let corpus = study.corpus();
    assert_eq!(corpus.text(&corpus.documents()[0]).unwrap(), "The weir is old.");
}
