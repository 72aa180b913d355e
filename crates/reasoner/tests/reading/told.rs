//! What the tests of readings share: sentences that are told, and what becomes of them.

use reasoner::ask::{Options, Verdict, ask};
use reasoner::english::read::Reading;
use reasoner::knowledge::{Knowledge, Statement};

/// What is known once every sentence of a text was taken in.
pub(crate) fn told(text: &str) -> Knowledge {
    let mut knowledge = Knowledge::new();
    for told in knowledge.tell(text) {
        assert!(told.statement.is_some(), "{}: {:?}", told.text, told.reading);
    }
    knowledge
}

/// The clauses that sentences become, without what they take for granted.
fn clauses(text: &str) -> Vec<String> {
    let mut knowledge = Knowledge::new();
    for told in knowledge.tell(text) {
        assert!(matches!(told.reading, Reading::Parsed(_)), "{}: {:?}", told.text, told.reading);
    }
    let own = |s: &Statement| s.clauses.len() - s.meaning.presupposed.len();
    let statements = knowledge.statements();
    statements.iter().flat_map(|s| s.clauses[..own(s)].iter().map(ToString::to_string)).collect()
}

/// One line of English, one line of clauses.
pub(crate) fn check_clauses(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(clauses(text), *expected, "{text}");
    }
}

/// One line of English, one line of logic.
pub(crate) fn check_formulas(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(formula(text), *expected, "{text}");
    }
}

fn formula(text: &str) -> String {
    let told = Knowledge::new().tell(text).remove(0);
    match &told.reading {
        Reading::Parsed(meaning) => meaning.formula.to_string(),
        Reading::Ambiguous(_) => "ambiguous".to_owned(),
        Reading::Rejected(why) => format!("rejected: {}", why.reason),
    }
}

/// A text and the logic of its last sentence; nothing where that is refused.
pub(crate) fn check_last(cases: &[(&str, Option<&str>)]) {
    for (text, expected) in cases {
        let last = Knowledge::new().tell(text).pop();
        let logic = last.and_then(|told| match told.reading {
            Reading::Parsed(meaning) => Some(meaning.formula.to_string()),
            Reading::Ambiguous(_) | Reading::Rejected(_) => None,
        });
        assert_eq!(logic.as_deref(), *expected, "{text}");
    }
}

/// Sentences that are not read in one way.
pub(crate) fn refused(texts: &[&str]) {
    for text in texts {
        let told = Knowledge::new().tell(text).remove(0);
        assert!(told.statement.is_none(), "{text}: {:?}", told.reading);
    }
}

/// Questions to a text, and what they come to.
pub(crate) fn answers(text: &str, cases: &[(&str, Verdict)]) {
    let knowledge = told(text);
    for (question, verdict) in cases {
        let found = ask(&knowledge, question, Options::default()).map(|answer| answer.verdict);
        assert_eq!(found.ok(), Some(*verdict), "{text} {question}");
    }
}
