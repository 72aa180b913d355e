//! The guide answers what a new user asks first, from the page that is about it.

use avatar::answer::Asked;
use avatar::{Config, Shelf, guide};
use tempfile::TempDir;

#[test]
fn first_questions_are_answered_from_the_page_about_them() {
    let folder = TempDir::new().unwrap();
    let speaker = Shelf::new(&Config::new(folder.path())).speaker(guide::ID).unwrap();
    for (question, page, words) in [
        ("How do I back up my data?", "17-backup", "ensemble backup"),
        ("How do I change the port?", "01-start", "server.http"),
        ("Where is my data stored?", "01-start", "data folder"),
        ("How do I reject a push?", "08-approvals", "reject"),
        ("How do I approve a push?", "08-approvals", "approve"),
    ] {
        let asked = Asked { question, ..Asked::default() };
        let (study, _) = speaker.study(&asked).unwrap();
        let quotes = study.answer.quotes;
        let fits = |quote: &avatar::answer::Quote| {
            quote.place.source_id == page && quote.text.contains(words)
        };
        let said: Vec<_> = quotes.iter().map(|it| (&it.place.source_id, &it.text)).collect();
        assert!(quotes.iter().any(fits), "{question}: {} {said:?}", study.answer.text);
    }
}
