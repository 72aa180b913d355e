//! Pages as printers number them: what a citation says is what stands on the page, or nothing.

use crate::formats::{page_of, statement};
use crate::study::Study;
use crate::typeset::{Set, column, pdf, set};

/// Statements of a page, from a number on, in columns beside each other.
fn columns(page: &str, first: usize, count: usize) -> Vec<Set> {
    let (step, most) = if count == 3 { (122.0, 22) } else { (180.0, 34) };
    let text = |column: usize| {
        let numbers = first + column * 2..first + column * 2 + 2;
        numbers.map(|number| statement(page, number)).collect::<Vec<_>>().join(" ")
    };
    (0..count).flat_map(|at| column(40.0 + at as f32 * step, &text(at), most)).collect()
}

fn read(pages: &[Vec<Set>]) -> Study {
    let study = Study::new();
    let report = study.add("book.pdf", &pdf(pages));
    assert_eq!(report.added.len(), 1, "{:?}", report.refused);
    study
}

fn text(study: &Study) -> String {
    let corpus = study.corpus();
    corpus.text(&corpus.documents()[0]).unwrap()
}

fn labels(study: &Study) -> Vec<String> {
    let document = study.corpus().documents()[0].clone();
    document.pages.into_iter().map(|page| page.label.unwrap_or_default()).collect()
}

#[test]
fn a_number_in_the_corner_of_two_columns_is_the_pages() {
    let page = |number: usize| {
        let corner = if number.is_multiple_of(2) { 40.0 } else { 360.0 };
        let mut page = columns(&number.to_string(), number * 4, 2);
        page.push(set(130.0, 570.0, "J. Econ. Hist. Vol. 12"));
        page.push(set(corner, 25.0, &number.to_string()));
        page
    };
    let study = read(&(341..=348).map(page).collect::<Vec<_>>());
    let corpus = study.corpus();
    for number in 341..=348_usize {
        for at in number * 4..number * 4 + 4 {
            let sentence = statement(&number.to_string(), at);
            assert_eq!(page_of(&corpus, &sentence), Some(number.to_string()), "{sentence}");
        }
    }
    assert!(!text(&study).contains("Econ. Hist."));
    let answer = study.ask("What does statement 1366 say about the page it stands on?");
    assert_eq!(answer.quotes[0].text, statement("341", 1366));
    assert_eq!(answer.quotes[0].place.page, Some(341));
}

#[test]
fn a_head_split_into_number_and_title_is_known_over_two_columns() {
    let page = |number: usize| {
        let mut page = columns(&number.to_string(), number * 4, 2);
        let (left, right) =
            if number.is_multiple_of(2) { ("", "ADAM SMITH") } else { ("Of Rent", "") };
        let or_number = |it: &str| if it.is_empty() { number.to_string() } else { it.to_owned() };
        page.push(set(40.0, 570.0, &or_number(left)));
        page.push(set(330.0, 570.0, &or_number(right)));
        page
    };
    let study = read(&(41..=48).map(page).collect::<Vec<_>>());
    let expected: Vec<_> = (41..=48).map(|number| number.to_string()).collect();
    assert_eq!(labels(&study), expected);
    let text = text(&study);
    assert!(!text.contains("Of Rent") && !text.contains("ADAM SMITH"));
    assert!(text.contains(&statement("44", 177)), "{text}");
}

#[test]
fn roman_front_matter_keeps_its_numerals_and_nothing_is_invented() {
    let printed = ["i", "ii", "iii", "iv", "", "102", "103", "", "105", "106", ""];
    let page = |(at, label): (usize, &&str)| {
        let mut page = columns(&format!("at {at}"), 100 + at * 4, 1);
        page.push(set(130.0, 570.0, "THE UPLAND REGISTER"));
        page.push(set(200.0, 25.0, label));
        page
    };
    let study = read(&printed.iter().enumerate().map(page).collect::<Vec<_>>());
    let expected = ["i", "ii", "iii", "iv", "", "102", "103", "104", "105", "106", ""];
    assert_eq!(labels(&study), expected);
    let answer = study.ask("What does statement 109 say about the page it stands on?");
    assert_eq!(answer.quotes[0].text, statement("at 2", 109));
    let place = &answer.quotes[0].place;
    assert_eq!((place.page, place.page_label.as_deref()), (Some(3), Some("iii")));
}

#[test]
fn a_footer_may_say_of_how_many_pages() {
    let page = |number: usize| {
        let mut page = columns(&number.to_string(), number * 2, 1);
        page.push(set(130.0, 570.0, "THE UPLAND REGISTER"));
        page.push(set(180.0, 25.0, &format!("Page {number} of 200")));
        page
    };
    let study = read(&(35..=38).map(page).collect::<Vec<_>>());
    assert_eq!(labels(&study), ["35", "36", "37", "38"]);
    assert!(!text(&study).contains("of 200"));
}

#[test]
fn a_word_and_a_sentence_go_on_over_a_blank_page() {
    let study = read(&[
        column(40.0, "The herders of the valley wrote their agree-", 60),
        Vec::new(),
        column(40.0, "ment into a register, and every spring they read it to the people of", 90),
        column(40.0, "Ashdale in the hall.", 60),
    ]);
    let whole = "The herders of the valley wrote their agreement into a register, \
                 and every spring they read it to the people of\nAshdale in the hall.";
    assert_eq!(text(&study), whole);
    let pages = study.corpus().documents()[0].pages.clone();
    let starts: Vec<_> = pages.iter().map(|page| page.start).collect();
    assert!(starts.is_sorted(), "{starts:?}");
    assert!(whole[pages[2].start..].starts_with("ment into"));
}

#[test]
fn three_columns_are_read_one_after_the_other() {
    let study = read(&[columns("1", 0, 3), columns("2", 6, 3)]);
    let corpus = study.corpus();
    for number in 0..12_usize {
        let page = (number / 6 + 1).to_string();
        let sentence = statement(&page, number);
        assert_eq!(page_of(&corpus, &sentence), Some(page), "{sentence}");
    }
}
