//! Near misses: what is asked of a thing that the writings know, and that they do not say of it.

use avatar::Profile;
use avatar::answer::Confidence;

use crate::study::Study;

const TOWN: &str = "The bridge of Karsin is 312 metres long and rests on nine piers. It was built by Otto Lind in 1874. \
Lake Orrin covers an area of 14 square kilometres. The well in the market is 20 metres deep. The tower of the church was \
built in 1763 and is 41 metres tall. The mill was sold in 1800. Clara Benning was the architect of the station.\n";

fn town() -> Study {
    let study = Study::new();
    study.add("town.txt", TOWN.as_bytes());
    study
}

fn ann() -> Study {
    let study = Study::of(&Profile::new("ann", "Ann Carter", "Letters of a teacher"));
    study.add(
        "letters.txt",
        b"My name is Ann Carter. I was a teacher in the valley for thirty years. In 1938 I married Josef, a \
carpenter from Steyr. My cat is grey and has one white paw. He is eleven years old. I sell honey at the market.\n",
    );
    study
}

#[test]
fn what_is_not_said_of_a_known_thing_is_no_sure_answer() {
    let (town, ann) = (town(), ann());
    for (study, question) in [
        (&town, "How wide is the bridge?"),
        (&town, "How heavy is the bridge of Karsin?"),
        (&town, "How deep is Lake Orrin?"),
        (&town, "When was the tower sold?"),
        (&town, "Where was Clara Benning born?"),
        (&town, "What is Otto Lind's phone number?"),
        (&town, "Did Otto Lind live in Munich?"),
        (&ann, "What is Ann's phone number?"),
        (&ann, "Did Ann live in Munich?"),
        (&ann, "How old are you?"),
        (&ann, "How tall is Josef?"),
        (&ann, "How much does the honey cost?"),
    ] {
        let given = study.ask(question);
        assert_eq!(given.confidence, Confidence::Low, "{question}: {}", given.text);
        let said = given.refusal.is_some() || given.text.contains("do not say this");
        assert!(said, "{question}: {}", given.text);
    }
}

#[test]
fn what_is_said_of_it_is_quoted_and_is_no_guess() {
    let (town, ann) = (town(), ann());
    for (study, question, answer) in [
        (&town, "How long is the bridge?", "312"),
        (&town, "How large is Lake Orrin?", "14 square"),
        (&town, "How deep is the well?", "20 metres"),
        (&town, "How tall is the tower?", "41"),
        (&town, "When was the tower built?", "1763"),
        (&town, "When was the mill sold?", "1800"),
        (&town, "Who built the bridge?", "Otto Lind"),
        (&ann, "How old is your cat?", "eleven"),
        (&ann, "Who did you marry?", "Josef"),
    ] {
        let given = study.ask(question);
        assert!(given.text.contains(answer), "{question}: {}", given.text);
        assert_ne!(given.confidence, Confidence::Low, "{question}: {}", given.text);
    }
}

/// The texts that `avatar_eval` measures near misses on, with their questions.
const TEXTS: [(&str, &str, &str); 6] = [
    (
        "Karsin",
        include_str!("../../examples/avatar_eval/near/bridge.txt"),
        include_str!("../../examples/avatar_eval/near/bridge.questions"),
    ),
    (
        "Ann Carter",
        include_str!("../../examples/avatar_eval/near/ann.txt"),
        include_str!("../../examples/avatar_eval/near/ann.questions"),
    ),
    (
        "Tomas Reid",
        include_str!("../../examples/avatar_eval/near/workshop.txt"),
        include_str!("../../examples/avatar_eval/near/workshop.questions"),
    ),
    (
        "Magnus Olsen",
        include_str!("../../examples/avatar_eval/near/lighthouse.txt"),
        include_str!("../../examples/avatar_eval/near/lighthouse.questions"),
    ),
    (
        "Dunmore",
        include_str!("../../examples/avatar_eval/near/observatory.txt"),
        include_str!("../../examples/avatar_eval/near/observatory.questions"),
    ),
    (
        "Rosalind",
        include_str!("../../examples/avatar_eval/near/steamer.txt"),
        include_str!("../../examples/avatar_eval/near/steamer.questions"),
    ),
];

#[test]
fn small_texts_are_sure_of_what_they_say_and_of_little_else() {
    let (mut right, mut sure) = (0, 0);
    for (name, text, questions) in TEXTS {
        let study = Study::of(&Profile::new("small", name, "A small text"));
        study.add("small.md", text.as_bytes());
        for line in questions.lines() {
            let (question, gold) = line.split_once(" | ").unwrap_or((line, ""));
            let given = study.ask(&question[2..]);
            if gold.is_empty() {
                sure += usize::from(given.confidence != Confidence::Low);
            } else {
                right += usize::from(given.quotes.iter().any(|quote| quote.text.contains(gold)));
            }
        }
    }
    assert!(
        right >= 52 && sure <= 3,
        "{right} of 60 answered, {sure} of 60 near misses taken for answers"
    );
}
