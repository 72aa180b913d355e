//! Ensemble English: the handbook's examples, and conversations in a strict session.

use reasoner::ask::{Options, Verdict, ask};
use reasoner::ensemble::{LANGUAGE, Strictness};
use reasoner::knowledge::Knowledge;

/// The lines of the page's examples, block by block.
fn blocks() -> Vec<Vec<&'static str>> {
    let mut found = Vec::new();
    for piece in LANGUAGE.split("```english\n").skip(1) {
        let block = piece.split("```").next().unwrap();
        found.push(block.lines().collect());
    }
    found
}

fn answer(knowledge: &Knowledge, question: &str) -> String {
    match ask(knowledge, question, Options::default()) {
        Ok(answer) => match answer.verdict {
            Verdict::Yes => "yes".to_owned(),
            Verdict::No => "no".to_owned(),
            Verdict::Unknown => "unknown".to_owned(),
            Verdict::Answers => {
                let all: Vec<String> = answer
                    .bindings
                    .iter()
                    .map(|term| term.to_string().trim_matches('\'').to_owned())
                    .collect();
                match answer.count {
                    Some(count) => count.to_string(),
                    None => all.join(", "),
                }
            }
        },
        Err(error) => format!("{error:?}"),
    }
}

#[test]
fn the_handbook_tells_the_truth() {
    let mut examples = 0;
    for block in blocks() {
        let mut knowledge = Knowledge::reading(Strictness::Strict);
        for line in block {
            let (text, expected) = line.split_once(" => ").unwrap();
            examples += 1;
            if text.ends_with('?') {
                assert_eq!(answer(&knowledge, text), expected, "{text}");
                continue;
            }
            let told = knowledge.tell(text).remove(0);
            let number = told.statement.unwrap_or_else(|| panic!("{text}: {:?}", told.reading));
            let clauses: Vec<String> =
                knowledge.statements()[number].clauses.iter().map(ToString::to_string).collect();
            let shown: Vec<String> =
                clauses.iter().filter(|c| !c.starts_with("group(")).cloned().collect();
            assert_eq!(shown.join(" "), expected, "{text}");
        }
    }
    assert!(examples >= 20, "{examples}");
}

/// Statements, then questions with their answers.
fn conversation(told: &str, asked: &[(&str, &str)]) {
    let mut knowledge = Knowledge::reading(Strictness::Strict);
    for one in knowledge.tell(told) {
        assert!(one.statement.is_some(), "{}: {:?}", one.text, one.reading);
    }
    for (question, expected) in asked {
        assert_eq!(answer(&knowledge, question), *expected, "{told} {question}");
    }
}

#[test]
fn a_stated_fact_is_never_denied() {
    conversation(
        "Paris is in France. Paris is in Europe.",
        &[("Is Paris in France?", "yes"), ("Is Paris in Europe?", "yes")],
    );
    conversation(
        "Paul is in group A. Eva is in group B.",
        &[("Is Paul in group A?", "yes"), ("Is Paul in group B?", "unknown")],
    );
}

#[test]
fn the_past_is_not_the_present() {
    conversation(
        "The light was on. The light is off.",
        &[
            ("Is the light on?", "unknown"),
            ("Is the light off?", "yes"),
            ("Was the light on?", "yes"),
        ],
    );
    conversation(
        "Ann lived in Paris. Ann lives in Rome.",
        &[("Does Ann live in Paris?", "unknown"), ("Does Ann live in Rome?", "yes")],
    );
}

#[test]
fn the_rules_of_a_library_decide() {
    conversation(
        "Every member may borrow books unless they are suspended. Ann is a member. Bob is a member. \
         The board suspended Bob. Dune is a book. \
         Every member who borrows a book must return the book within 21 days. \
         A member who is under 12 must not borrow a film. Solaris is a film. Kim is a member. Kim is 9 years old.",
        &[
            ("May Ann borrow Dune?", "yes"),
            ("May Bob borrow Dune?", "unknown"),
            ("May Kim borrow Solaris?", "no"),
            ("Is Ann a member?", "yes"),
            ("Who is suspended?", "bob"),
        ],
    );
}

#[test]
fn the_rules_of_leave_decide() {
    conversation(
        "An employee who has worked at the company for at least 12 months may take parental leave. \
         Ann is an employee. Ann has worked at the company for 14 months. \
         Bob is an employee. Bob has worked at the company for 2 months. \
         If an employee is sick for more than 3 days, they must submit a certificate. \
         Ann is sick for 1 week. Bob is sick for 2 days. Wellness is parental leave.",
        &[
            ("May Ann take Wellness?", "yes"),
            ("May Bob take Wellness?", "unknown"),
            ("Must Ann submit a certificate?", "yes"),
            ("Must Bob submit a certificate?", "unknown"),
            ("Does Ann work at the company?", "yes"),
        ],
    );
}

#[test]
fn quantities_compare_whatever_their_units() {
    conversation(
        "Every ticket that costs more than 50 dollars is expensive. Ticket A costs 60 dollars. \
         Ticket B costs 4000 cents. Ann is 20 years old. Bob is 30 years old.",
        &[
            ("Is ticket A expensive?", "yes"),
            ("Is ticket B expensive?", "unknown"),
            ("Does ticket A cost more than 40 dollars?", "yes"),
            ("Does ticket B cost more than 50 dollars?", "unknown"),
            ("Is Bob older than Ann?", "yes"),
            ("How much does ticket A cost?", "60_dollars"),
        ],
    );
    conversation("Tom has 3 apples.", &[("How many apples does Tom have?", "3")]);
}

#[test]
fn a_refusal_names_the_word_and_offers_a_sentence_that_is_read() {
    use reasoner::english::read::Reading;
    for (text, word, offer) in [
        ("However, Bob sleeps.", "However", "Bob sleeps."),
        ("Ann sleep.", "sleep", "Ann sleeps."),
        ("Ann, who is a lawyer, sings.", "who", "Ann sings. Ann is a lawyer."),
        ("Provided that Ann pays, Bob is happy.", "that", "If Ann pays, Bob is happy."),
    ] {
        let mut knowledge = Knowledge::reading(Strictness::Strict);
        let told = knowledge.tell(text).remove(0);
        let Reading::Rejected(why) = told.reading else { panic!("{text} is read") };
        assert_eq!(why.word, word, "{text}");
        assert!(why.offers.iter().any(|one| one == offer), "{text}: {:?}", why.offers);
        for one in &why.offers {
            assert!(knowledge.clone().tell(one).iter().all(|t| t.statement.is_some()), "{one}");
        }
    }
    let mut knowledge = Knowledge::reading(Strictness::Strict);
    let told = knowledge.tell("Bob met Tom. He was happy.");
    let Reading::Rejected(why) = &told[1].reading else { panic!("`he` is two people") };
    assert_eq!(why.offers, ["Bob was happy.", "Tom was happy."]);
}
