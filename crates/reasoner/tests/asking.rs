//! Questions and their evidence.

use reasoner::ask::{Answer, Found, Options, Verdict, ask};
use reasoner::doubt::Doubt;
use reasoner::knowledge::Knowledge;
use reasoner::verbalise::explain;

fn told(text: &str) -> Knowledge {
    let mut knowledge = Knowledge::new();
    for told in knowledge.tell(text) {
        assert!(told.statement.is_some(), "{}: {:?}", told.text, told.reading);
    }
    knowledge
}

fn answer(text: &str, question: &str) -> Answer {
    let found = ask(&told(text), question, Options::default());
    assert!(found.is_ok(), "{question}: {found:?}");
    found.unwrap_or_else(|_| unreachable!())
}

fn names(answer: &Answer) -> Vec<String> {
    answer.bindings.iter().map(ToString::to_string).collect()
}

#[test]
fn yes_comes_with_its_two_sentences() {
    let knowledge = told("Every human is mortal. Socrates is a human.");
    let found = ask(&knowledge, "Is Socrates mortal?", Options::default()).unwrap();
    assert_eq!((found.verdict, found.found), (Verdict::Yes, Found::Program));
    assert_eq!(found.sentences, [0, 1]);
    let text = explain(&found.proofs[0], &knowledge);
    assert!(
        text.contains("Socrates is mortal.") && text.contains("Every human is mortal."),
        "{text}"
    );
    assert_eq!(
        ask(&knowledge, "Is Zeus mortal?", Options::default()).unwrap().verdict,
        Verdict::Unknown
    );
}

#[test]
fn statements_can_be_asked() {
    let text = "Every cat is a pet. Tom is a cat. No pet is wild.";
    for (question, verdict) in [
        ("Tom is a pet?", Verdict::Yes),
        ("Is it true that Tom is wild?", Verdict::No),
        ("Does Tom sleep?", Verdict::Unknown),
        ("Are all cats pets?", Verdict::Yes),
    ] {
        assert_eq!(answer(text, question).verdict, verdict, "{question}");
    }
}

#[test]
fn contraposition_and_cases_are_classical() {
    let rain = answer(
        "If it is raining then the street is wet. The street is not wet.",
        "Is the street wet?",
    );
    assert_eq!(rain.verdict, Verdict::No);
    let modus = answer("If Bob is ill then Bob is pale. Bob is not pale.", "Is Bob ill?");
    assert_eq!(
        (modus.verdict, modus.found, modus.sentences.as_slice()),
        (Verdict::No, Found::Classical, &[0, 1][..])
    );
    let cases = answer(
        "Bob is either rich or famous. Every rich person is happy. If Bob is famous then Bob is happy. If Bob is rich then Bob is happy. Ann is tall.",
        "Is Bob happy?",
    );
    assert_eq!((cases.verdict, cases.found), (Verdict::Yes, Found::Classical));
    assert_eq!(cases.sentences, [0, 2, 3]);
    let syllogism = answer("Bob is tall or rich. Bob is not tall.", "Is Bob rich?");
    assert_eq!(syllogism.verdict, Verdict::Yes);
}

#[test]
fn conflicting_sentences_are_named_not_used() {
    let found = answer(
        "Bob is tall or rich. Bob is neither tall nor rich. Ann is kind or tall.",
        "Is Ann tall?",
    );
    assert_eq!(found.verdict, Verdict::Unknown);
    assert_eq!(found.conflict, [0, 1]);
}

#[test]
fn things_asked_for_are_found() {
    let text = "Ann likes Bob. Ann likes Tom. Bob owns a dog. The dog is black.";
    assert_eq!(names(&answer(text, "Who likes Bob?")), ["ann"]);
    assert_eq!(names(&answer(text, "Who does Ann like?")), ["bob", "tom"]);
    assert_eq!(answer(text, "How many people does Ann like?").count, Some(2));
    assert_eq!(names(&answer(text, "Which dog is black?")), ["dog_3_1"]);
    assert_eq!(answer(text, "If Tom is black, is Tom black?").verdict, Verdict::Yes);
}

#[test]
fn stories_move_things() {
    let story = "John went to the hallway. John took the milk there. After that he moved to the garden. John dropped the milk. John travelled to the office.";
    assert_eq!(names(&answer(story, "Where is the milk?")), ["the_garden"]);
    assert_eq!(names(&answer(story, "Where was the milk before the garden?")), ["the_hallway"]);
    assert_eq!(answer(story, "Is John in the kitchen?").verdict, Verdict::No);
    assert_eq!(answer(story, "How many objects is John carrying?").count, Some(0));
}

#[test]
fn orders_are_solved() {
    let puzzle = "On a shelf, there are three books: a red book, a green book, and a blue book. The red book is to the left of the green book. The blue book is the leftmost.";
    assert_eq!(answer(puzzle, "The green book is the rightmost.").verdict, Verdict::Yes);
    assert_eq!(answer(puzzle, "The red book is the second from the right.").verdict, Verdict::Yes);
    assert_eq!(
        answer(puzzle, "The green book is to the left of the blue book.").verdict,
        Verdict::No
    );
}

#[test]
fn defaults_give_way() {
    let birds = "Normally every bird flies. Every penguin is a bird. No penguin flies. Tweety is a bird. Pingu is a penguin.";
    assert_eq!(answer(birds, "Does Tweety fly?").verdict, Verdict::Yes);
    assert_eq!(answer(birds, "Does Pingu fly?").verdict, Verdict::No);
}

#[test]
fn a_condition_is_asked_as_it_stands_or_supposed() {
    let text = "No pirate is kind. Nancy is kind. Every captain is proud.";
    assert_eq!(answer(text, "If Nancy is a pirate, then Nancy is tall.").verdict, Verdict::Yes);
    assert_eq!(answer(text, "If Nancy is kind, then Nancy is a pirate.").verdict, Verdict::No);
    assert_eq!(answer(text, "If Nancy is a captain, is Nancy proud?").verdict, Verdict::Yes);
}

#[test]
fn words_bring_their_meaning() {
    for (text, question, verdict) in [
        (
            "Everyone who works at pools is tired. Bob works at a pool.",
            "Is Bob tired?",
            Verdict::Yes,
        ),
        (
            "Paris is the capital of France. The tower is in the capital of France.",
            "Is the tower in Paris?",
            Verdict::Yes,
        ),
        ("The village is in York. York is in England.", "Is the village in England?", Verdict::Yes),
        ("Ann is a sea captain. Every captain is proud.", "Is Ann proud?", Verdict::Yes),
        ("The book is cheap.", "Is the book expensive?", Verdict::No),
        ("The car was produced before 1990.", "Was the car produced after 1990?", Verdict::No),
        ("Ann likes a dog.", "Does Ann like dogs?", Verdict::Unknown),
    ] {
        assert_eq!(answer(text, question).verdict, verdict, "{text} {question}");
    }
}

#[test]
fn an_open_answer_says_what_it_hangs_on() {
    let options = Options { doubts: true, ..Options::default() };
    let asked = |text: &str, question: &str| ask(&told(text), question, options).unwrap();
    let alike = asked("Every planner is happy. Bob plans.", "Is Bob happy?");
    assert_eq!(alike.verdict, Verdict::Unknown);
    assert!(
        alike.doubts.contains(&Doubt::Alike("planner".to_owned(), "plans".to_owned())),
        "{:?}",
        alike.doubts
    );
    let class = asked("Every animal is either a cat or a dog. Rex is not a cat.", "Is Rex a dog?");
    assert_eq!(class.doubts, [Doubt::Class("rex".to_owned(), "animal".to_owned())]);
    let new = asked("Bob is tall.", "Is Bob rich?");
    assert_eq!(new.doubts, [Doubt::Unmentioned("rich".to_owned())]);
    let sure =
        asked("Every human is mortal. Socrates is a human. Zeus is a god.", "Is Zeus mortal?");
    assert_eq!((sure.verdict, sure.doubts.as_slice()), (Verdict::Unknown, &[][..]));
}

#[test]
fn everyday_questions_find_the_thing_asked_for() {
    for (text, question, expected) in [
        (
            "I have a dog. The dog is called Rex. Every dog barks.",
            "Who barks?",
            &["dog", "rex"][..],
        ),
        ("My cat is black.", "What color is my cat?", &["black"]),
        ("The meeting is on Monday.", "When is the meeting?", &["monday"]),
        ("Bob works at Google. Ann works in Paris.", "Where does Ann work?", &["paris"]),
        ("Steve is 30 years old.", "How old is Steve?", &["30_years"]),
        ("Rex is a dog and is brown.", "What is Rex?", &["dog", "brown"]),
    ] {
        let found = names(&answer(text, question));
        assert_eq!(found.len(), expected.len(), "{question}: {found:?}");
        for (one, thing) in found.iter().zip(expected) {
            assert!(one.contains(thing), "{question}: {found:?}");
        }
    }
    let alike = "I have a dog. The dog is called Rex.";
    assert_eq!(answer(alike, "Is Rex a dog?").verdict, Verdict::Yes);
    assert_eq!(answer(alike, "Do I have a dog?").verdict, Verdict::Yes);
}

#[test]
fn words_bring_along_what_they_mean() {
    for (text, question) in [
        ("The mother of Ann is Mary. Mary is a doctor.", "Does Ann have a doctor?"),
        ("Tom is a chess player. Everyone who plays chess is clever.", "Is Tom clever?"),
        ("Ann quickly runs. Everyone who runs is fit.", "Is Ann fit?"),
        ("Rafa Nadal is Spanish.", "Is Nadal Spanish?"),
        ("Lyon is in the city of Paris.", "Is Lyon in Paris?"),
        ("Any park is classified as a reserve. Yosemite is a park.", "Is Yosemite a reserve?"),
        ("Bob gets paid by Ann.", "Does Ann pay Bob?"),
    ] {
        assert_eq!(answer(text, question).verdict, Verdict::Yes, "{question}");
    }
    let denied = "Ann is a sea horse. No sea horse is a horse.";
    assert_eq!(answer(denied, "Is Ann a horse?").verdict, Verdict::No);
}

#[test]
fn doubts_say_what_an_answer_may_hang_on() {
    let options = Options { doubts: true, ..Options::default() };
    let doubts = |text: &str, question: &str| ask(&told(text), question, options).unwrap().doubts;
    let or = "Every cat is a pet. If Tom is loud then Tom is a cat or a pet. Tom is a cat.";
    assert_eq!(doubts(or, "Is Tom loud?"), [Doubt::NotBoth]);
    let one = "Ann is a doctor. Ann is rich.";
    assert_eq!(doubts(one, "A doctor is rich."), [Doubt::OneOrEach]);
    let head = "Every Yale dormitory is old. Ann Hall is a dormitory.";
    assert_eq!(doubts(head, "Is Ann Hall old?"), [Doubt::Loosely]);
    let spelt = doubts("Jessee is a cat.", "Is Jesse a cat?");
    assert_eq!(spelt, [Doubt::Alike("jesse".to_owned(), "jessee".to_owned())]);
    let meant = "A vintner is a person who makes wine.";
    let told = format!("{meant} Ann is a person. Ann makes wine. Bob is a person.");
    assert_eq!(doubts(&told, "Is Ann a vintner?"), [Doubt::Definition(meant.to_owned())]);
    assert_eq!(doubts(&told, "Is Bob a vintner?"), []);
    let untold = format!("{meant} Ann makes wine.");
    assert_eq!(doubts(&untold, "Is Ann a vintner?"), [Doubt::Definition(meant.to_owned())]);
}

#[test]
fn what_plain_rules_leave_open_over_many_facts_is_open() {
    let mut text = "If someone owns a dog then they are kind. Ann owns Bob.".to_owned();
    for number in 0..5000 {
        text.push_str(&format!(" Rex{number} is a dog."));
    }
    let answer = ask(&told(&text), "Is Ann kind?", Options::default());
    assert_eq!(answer.unwrap().verdict, Verdict::Unknown);
}
