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
    let wet = crate::logic::told("Every fish swims. Ann does not swim.").await;
    assert_eq!(wet.ask("-fish(X)").await["answer"], "X = ann.");
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

const MORTALS: &str = "Every man is mortal. Socrates is a man. Zeus is a god. Hera is not a man.";

#[tokio::test]
async fn why_is_answered_with_the_proof() {
    let told = told(MORTALS).await;
    let why = told.ask("Why is Socrates mortal?").await;
    assert_eq!(why["verdict"], "yes");
    let answer = why["answer"].as_str().unwrap();
    for part in ["Socrates is mortal.", "\"Every man is mortal.\"", "Socrates is a man."] {
        assert!(answer.contains(part), "{answer}");
    }
    assert!(!answer.starts_with("Yes"), "{answer}");
    assert!(why["explanation"].as_str().unwrap().contains("Every man is mortal."), "{why}");
    let not = told.ask("Why is Hera a man?").await;
    assert_eq!(not["verdict"], "no");
    assert!(
        not["answer"].as_str().unwrap().starts_with("It is not so. Hera is not a man."),
        "{not}"
    );
}

#[tokio::test]
async fn why_not_is_answered_with_what_is_missing() {
    let told = told(MORTALS).await;
    for question in ["Why is Zeus mortal?", "Why is Zeus not mortal?", "Why isn't Zeus mortal?"] {
        let answer = told.ask(question).await;
        assert_eq!(answer["verdict"], "unknown", "{question}: {answer}");
        assert_eq!(answer["missing"], json!([["Zeus is a man."]]), "{question}: {answer}");
        let text = answer["answer"].as_str().unwrap();
        assert!(text.ends_with("would be so if this held: Zeus is a man."), "{text}");
    }
    let known = told.ask("Why isn't Hera a man?").await;
    assert_eq!(
        (&known["verdict"], &known["answer"]),
        (&json!("yes"), &json!("Hera is not a man."))
    );
    let rain = crate::logic::told(RAIN).await.ask("Why is it not raining?").await;
    let text = rain["answer"].as_str().unwrap();
    assert!(
        text.contains("no other possibility") && text.contains("The street is not wet."),
        "{text}"
    );
}

#[tokio::test]
async fn statements_before_a_question_are_supposed_for_it_alone() {
    let told = told("Every human is mortal. Zeus is not mortal.").await;
    let answer = told.ask("Plato is a human. Is Plato mortal?").await;
    assert_eq!(answer["verdict"], "yes", "{answer}");
    assert_eq!(answer["supposed"], json!(["Suppose that Plato is a human."]));
    assert_eq!(answer["evidence"][1]["statement"], "Suppose that Plato is a human.");
    for (question, verdict, supposed) in [
        ("Every mortal is wise. Plato is a human. Is he wise?", "yes", 2),
        ("If someone is mortal then they are wise. Plato is a human. Is Plato wise?", "yes", 2),
        ("Plato is a human. Who is mortal?", "answers", 1),
        ("Zeus is a human. Is Zeus mortal?", "unknown", 1),
        ("No human is rich. If Plato were a human, would he be rich?", "no", 2),
        ("No human is rich. Would Plato be rich if he were a human?", "no", 2),
        ("Is Plato mortal?", "unknown", 0),
        ("Hello! Thanks. Is Zeus mortal?", "no", 0),
    ] {
        let answer = told.ask(question).await;
        assert_eq!(answer["verdict"], verdict, "{question}: {answer}");
        let taken = answer["supposed"].as_array().map_or(0, Vec::len);
        assert_eq!(taken, supposed, "{question}: {answer}");
    }
    let clash = told.ask("Zeus is a human. Is Zeus mortal?").await;
    assert_eq!(clash["conflict"].as_array().unwrap().len(), 3, "{clash}");
    for question in ["Plato blorps the of. Is Plato mortal?", "Is Plato wise? Is Plato mortal?"] {
        let error = told.try_ask(question).await.unwrap_err();
        assert!(
            error.message.starts_with("\"") && !error.message.contains("Is Plato mortal"),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn what_if_tells_what_would_newly_follow() {
    let told = told(MORTALS).await;
    let follows = told.ask("What if Zeus is a man?").await;
    assert_eq!(follows["verdict"], "answers", "{follows}");
    assert_eq!(follows["answer"], "Then this would follow: Zeus is mortal.");
    assert_eq!(follows["bindings"], json!([{ "Fact": "mortal(zeus)" }]));
    let rests: Vec<&str> = follows["evidence"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["statement"].as_str().unwrap())
        .collect();
    assert_eq!(rests, ["Every man is mortal.", "Suppose that Zeus is a man."]);
    for (question, answer) in [
        ("What if Zeus is tall?", "Nothing new would follow from what was told."),
        ("What if Socrates is a man?", "That is known already, so nothing new would follow."),
        ("What if Zeus is not mortal?", "Then this would follow: Zeus is not a man."),
        ("What if Hera is a man?", "That cannot be, because it was said: \"Hera is not a man.\""),
    ] {
        assert_eq!(told.ask(question).await["answer"], answer, "{question}");
    }
    let guilt = crate::logic::told("Either Ann or Bob is guilty.").await;
    let follows = guilt.ask("What if Bob is not guilty?").await;
    assert_eq!(follows["answer"], "Then this would follow: Ann is guilty.");
}

#[tokio::test]
async fn a_question_is_answered_under_what_it_supposes() {
    let told = told(MORTALS).await;
    for (question, verdict) in [
        ("What if Zeus is a man? Is Zeus mortal?", "yes"),
        ("What if Zeus is a man? Is he mortal?", "yes"),
        ("What if Zeus is tall? Is Zeus mortal?", "unknown"),
        ("Suppose that Zeus is a man. Is Zeus mortal?", "yes"),
        ("If Zeus were a man, would Zeus be mortal?", "yes"),
        ("If Zeus were a man, would he be mortal?", "yes"),
        ("If Zeus were a man would he be mortal?", "yes"),
        ("If Zeus is a man, is Zeus mortal?", "yes"),
        ("Would Zeus be mortal if Zeus were a man?", "yes"),
        ("Would Zeus be mortal if Zeus were tall?", "unknown"),
        ("Would Zeus be mortal if he were a man?", "yes"),
        ("If Zeus were not mortal, would Zeus be a man?", "no"),
    ] {
        let answer = told.ask(question).await;
        assert_eq!(answer["verdict"], verdict, "{question}: {answer}");
    }
    let who = told.ask("If Zeus were a man, who would be mortal?").await;
    assert_eq!(who["answer"], "Socrates and Zeus.", "{who}");
    assert_eq!(told.ask("Is Zeus mortal?").await["verdict"], "unknown");
    let session = told.call("session_get", json!({ "sessionId": "s" })).await.unwrap();
    assert!(!session.to_string().contains("man(zeus)"), "{session}");
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
async fn words_of_clauses_beyond_logic_are_no_news() {
    let told = clauses("age(ann, 30). old(X) :- age(X, N), N > 60.").await;
    let open = told.ask("Is Ann old?").await;
    assert_eq!((&open["verdict"], &open["doubts"]), (&json!("unknown"), &Value::Null), "{open}");
    let new = told.ask("Is Ann rich?").await;
    assert_eq!(new["doubts"], json!(["Nothing that was said mentions `rich`."]), "{new}");
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
    let error = told.try_ask("Which of the blorby zib is tall?").await.unwrap_err();
    assert!(error.message.contains("`blorby` is not understood"), "{}", error.message);
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
