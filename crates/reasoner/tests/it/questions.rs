//! The ways a question can be put, asked at the service's boundary: goals in Prolog, whether there
//! is any such thing, why, and what would follow.

use serde_json::{Value, json};

use crate::logic::{clauses, told};

const RAIN: &str = "If it rains, the street is wet. The street is not wet.";
const GUILT: &str = "Either Ann or Bob is guilty. Bob is not guilty. Eve is tall.";

#[tokio::test]
async fn a_goal_has_the_answer_of_the_same_question_in_english() {
    for (text, question, verdict) in
        [(RAIN, "Is it raining?", "no"), (GUILT, "Is Ann guilty?", "yes")]
    {
        let told = told(text).await;
        let english = told.ask(question).await;
        let goal = english["debugInfo"]["prologQuery"].as_str().unwrap().to_owned();
        let prolog = told.ask(&format!("?- {goal}.")).await;
        for answer in [&english, &prolog] {
            assert_eq!(answer["verdict"], verdict, "{question} {goal}: {answer}");
            assert_eq!(answer["decidedBy"], "classical", "{question} {goal}: {answer}");
        }
        assert_eq!(prolog["evidence"], english["evidence"], "{goal}");
    }
}

#[tokio::test]
async fn a_goal_finds_the_things_the_same_question_in_english_finds() {
    let told = told("Either Ann or Bob is guilty. Bob is not guilty. Eve is guilty.").await;
    let found = told.ask("guilty(Who)").await;
    assert_eq!(found["bindings"], json!([{ "Who": "eve" }, { "Who": "ann" }]), "{found}");
    assert_eq!(found["answer"], "Who = eve; Who = ann.");
    assert_eq!(found["evidence"].as_array().unwrap().len(), 3, "{found}");
    let some = told.ask("guilty(_)").await;
    assert_eq!((&some["verdict"], &some["decidedBy"]), (&json!("yes"), &json!("prolog")));
    assert_eq!(told.ask("-guilty(_)").await["verdict"], "yes");
    assert_eq!(told.ask("tall(_)").await["verdict"], "unknown");
    assert_eq!(told.ask("tall(X)").await["verdict"], "unknown");
}

#[tokio::test]
async fn a_goal_beyond_logic_is_left_to_the_engine() {
    let told = clauses("age(ann, 30). age(bob, 20). old(X) :- age(X, N), N > 25.").await;
    assert_eq!(told.ask("old(ann)").await["verdict"], "yes");
    assert_eq!(told.ask("old(bob)").await["verdict"], "unknown");
    assert_eq!(told.ask("\\+ old(bob)").await["verdict"], "yes");
    assert_eq!(told.ask("age(X, N), N < 25").await["answer"], "X = bob, N = 20.");
}

async fn verdict(text: &str, question: &str) -> Value {
    told(text).await.ask(question).await["verdict"].clone()
}

#[tokio::test]
async fn whether_any_is_such_asks_for_one_of_them() {
    let people =
        "Socrates is a man. Zeus is a god. No god is a man. Ann is a woman. Ann does not sleep.";
    let birds = "Tweety is a bird. Pingu is a bird. Pingu does not fly. Tweety flies.";
    for (text, question, expected) in [
        (people, "Is anyone not a man?", "yes"),
        (people, "Is anybody a man?", "yes"),
        (people, "Is anyone a horse?", "unknown"),
        (people, "Does anybody not sleep?", "yes"),
        (birds, "Is any bird not a bird?", "no"),
        (birds, "Does any bird not fly?", "yes"),
        (birds, "Does any bird fly?", "yes"),
        (birds, "Does anything that is a bird not fly?", "yes"),
        (birds, "Is it true that any bird flies?", "no"),
    ] {
        assert_eq!(verdict(text, question).await, expected, "{text} {question}");
    }
}

async fn answered(text: &str, question: &str, options: Value) -> Value {
    let input =
        json!({ "sessionId": "s", "naturalLanguageQuestion": question, "queryOptions": options });
    told(text).await.call("session_query", input).await.unwrap()
}

#[tokio::test]
async fn formal_answers_are_formal_english() {
    let text = "Every man is mortal. Socrates is a man. Hera is not a man. The street is wet.";
    for (question, answer) in [
        ("Is Socrates mortal?", "Yes. It is true that Socrates is mortal."),
        ("Is Hera a man?", "No. It is false that Hera is a man."),
        ("Is the street wet?", "Yes. It is true that the street is wet."),
        (
            "Is Zeus mortal?",
            "Neither this nor its denial follows from what was told. \
             It would be so if this held: Zeus is a man.",
        ),
    ] {
        let formal = answered(text, question, json!({ "style": "formal" })).await;
        assert_eq!(formal["answer"], answer, "{question}");
    }
    let plain = answered(text, "Is Socrates mortal?", json!({ "style": "conversational" })).await;
    assert_eq!(plain["answer"], "Yes. Socrates is mortal.");
}

#[tokio::test]
async fn a_translation_has_what_a_sentence_takes_for_granted() {
    let told = told("").await;
    for text in ["The red car is fast.", "My cat Tom sleeps.", "Every man loves a woman."] {
        let input = json!({ "naturalLanguageText": text });
        let translated = told.call("translate_nlToRules", input).await.unwrap();
        let input = json!({ "sessionId": "s", "naturalLanguageText": text });
        let asserted = told.call("session_assert", input).await.unwrap();
        let unlabelled = |rules: &Value| rules.to_string().replace(|c: char| c.is_numeric(), "#");
        assert_eq!(unlabelled(&translated["rules"]), unlabelled(&asserted["addedFacts"]), "{text}");
    }
    let input = json!({ "naturalLanguageText": "The red car is fast." });
    let rules = told.call("translate_nlToRules", input).await.unwrap()["rules"].to_string();
    assert!(rules.contains("car(the_red_car).") && rules.contains("red(the_red_car)."), "{rules}");
}

#[tokio::test]
async fn a_rejection_speaks_of_the_words_of_the_question() {
    let told = told("Ann is tall.").await;
    for question in [
        "Which is of the?",
        "Who the is?",
        "What did of Ann?",
        "How many of is there?",
        "Which man glorps the of?",
        "How many men and are there?",
    ] {
        let error = told.try_ask(question).await.unwrap_err();
        assert!(!error.message.contains('⟨'), "{}", error.message);
    }
}

#[tokio::test]
async fn or_and_not_both_is_exactly_one() {
    for text in [
        "Ann or Bob is guilty but not both. Ann is guilty.",
        "Ann or Bob is guilty, but not both. Ann is guilty.",
        "Either Ann or Bob is guilty but not both. Ann is guilty.",
        "Ann is guilty or Bob is guilty, but not both. Ann is guilty.",
    ] {
        assert_eq!(verdict(text, "Is Bob guilty?").await, "no", "{text}");
    }
    assert_eq!(
        verdict("Ann or Bob sings but not both. Bob does not sing.", "Does Ann sing?").await,
        "yes"
    );
}
