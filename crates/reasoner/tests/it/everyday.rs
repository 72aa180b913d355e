//! What a new user types: families, schedules, access rules, stock, pets and office policy.

use reasoner::ask::{Answer, Options, Verdict, ask};
use reasoner::english::read::Reading;
use reasoner::knowledge::Knowledge;

fn told(text: &str) -> Knowledge {
    let mut knowledge = Knowledge::new();
    for told in knowledge.tell(text) {
        assert!(matches!(told.reading, Reading::Parsed(_)), "{}: {:?}", told.text, told.reading);
    }
    knowledge
}

fn answer(text: &str, question: &str) -> Answer {
    let answer = ask(&told(text), question, Options::default());
    assert!(answer.is_ok(), "{question}: {answer:?}");
    answer.unwrap()
}

#[test]
fn questions_about_families_work_rules_and_pets_are_decided() {
    use Verdict::{No, Unknown, Yes};
    let birds = "Most birds can fly. Penguins are birds. Penguins cannot fly. \
                 Tweety is a bird. Pingu is a penguin.";
    let files = "A user can delete a file if the user owns the file. Bob owns the report. \
                 The report is a file. Bob is a user.";
    let kin = "Anna is Tom's mother. Tom is the father of Lisa. \
               If X is the father of Y, then X is a parent of Y. \
               X is a grandmother of Z if X is the mother of Y and Y is a parent of Z.";
    let exam = "All students passed the exam except Bob. Ann is a student. Bob is a student.";
    let ages = "Steve is 30 years old. Mary is 25 years old.";
    let heights = "Tom is taller than Ann. Ann is taller than Bob.";
    let sam = "Sam is either at home or at work. Sam is not at home.";
    for (text, question, verdict) in [
        (birds, "Can Tweety fly?", Yes),
        (birds, "Can Pingu fly?", No),
        (files, "Can Bob delete the report?", Yes),
        (files, "Can Eve delete the report?", Unknown),
        (kin, "Is Anna a grandmother of Lisa?", Yes),
        (kin, "Is Lisa a grandmother of Anna?", Unknown),
        (exam, "Did Ann pass the exam?", Yes),
        (exam, "Did Bob pass the exam?", No),
        ("Everyone except Tom likes pizza. Ann is a girl.", "Does Ann like pizza?", Yes),
        ("Everyone except Tom likes pizza.", "Does Tom like pizza?", No),
        ("Alice likes tea more than coffee.", "Does Alice like tea more than coffee?", Yes),
        ("Alice likes tea more than coffee.", "Does Alice like coffee more than tea?", No),
        (ages, "Is Steve older than Mary?", Yes),
        (ages, "Is Steve the youngest?", No),
        (heights, "Is Tom the tallest?", Yes),
        (heights, "Is Ann the tallest?", No),
        (sam, "Is Sam at work?", Yes),
        ("None of the students failed. Bob is a student.", "Did Bob fail?", No),
        (
            "All of my friends live in London. Bob is a friend of me.",
            "Does Bob live in London?",
            Yes,
        ),
        ("Charlie has a dog named Leo. Every dog barks.", "Does Leo bark?", Yes),
        ("Mr. Smith is a teacher. Every teacher is kind.", "Is Mr. Smith kind?", Yes),
        ("John Miller, the manager, lives in Boston.", "Is John Miller a manager?", Yes),
        ("The meeting is on Monday at 10.", "Is the meeting on Monday?", Yes),
        (
            "Visitors must sign in at the desk. Bob is a visitor.",
            "Must Bob sign in at the desk?",
            Yes,
        ),
        ("If the alarm rings, John wakes up. John did not wake up.", "Did the alarm ring?", No),
        ("Ann hosts a party. Everyone who hosts a party is happy.", "Is Ann happy?", Yes),
    ] {
        assert_eq!(answer(text, question).verdict, verdict, "{text} {question}");
    }
}

#[test]
fn the_things_people_ask_for_are_found() {
    let heights = "Tom is taller than Ann. Ann is taller than Bob.";
    let cars = "The red car is faster than the blue car.";
    let ages = "Steve is 30 years old. Mary is 25 years old. Tim is 40 years old.";
    let prices = "The pen costs 2 euros. The book costs 20 euros.";
    let tall = "Peter is 1.80 meters tall. Paul is 1.75 meters tall.";
    for (text, question, expected) in [
        (heights, "Who is the tallest?", "tom"),
        (heights, "Who is the shortest?", "bob"),
        (heights, "Who is taller, Ann or Bob?", "ann"),
        (cars, "Which car is faster?", "the_red_car"),
        (cars, "Which car is the fastest?", "the_red_car"),
        (cars, "Which car is slower?", "the_blue_car"),
        (ages, "Who is the oldest?", "tim"),
        (ages, "Who is younger, Steve or Mary?", "mary"),
        (prices, "Which is more expensive, the pen or the book?", "the_book"),
        (prices, "How much does the book cost?", "'20_euros'"),
        (tall, "Who is taller?", "peter"),
        ("The price of the book is 20 euros.", "What is the price of the book?", "'20_euros'"),
        ("Kim starts work at 8 am.", "When does Kim start work?", "'8_am'"),
        ("My cat Tom sleeps on the sofa.", "Where does my cat sleep?", "the_sofa"),
        ("Sam is either at home or at work. Sam is not at home.", "Where is Sam?", "work"),
        ("Ann has a daughter named Eve.", "Who is the daughter of Ann?", "eve"),
    ] {
        let found: Vec<String> =
            answer(text, question).bindings.iter().map(ToString::to_string).collect();
        assert_eq!(found, [expected], "{text} {question}");
    }
    let open = answer("Tom is taller than Ann. Bob is taller than Ann.", "Who is the tallest?");
    assert_eq!(open.verdict, Verdict::Unknown);
}

#[test]
fn amounts_are_added_up() {
    let drawer = "There are 5 red pens and 3 blue pens in the drawer.";
    for (text, question, count) in [
        (drawer, "How many pens are in the drawer?", 8),
        (drawer, "How many red pens are in the drawer?", 5),
        ("We have 12 apples in stock.", "How many apples do we have?", 12),
    ] {
        assert_eq!(answer(text, question).count, Some(count), "{question}");
    }
}

#[test]
fn what_may_mean_something_else_is_still_refused() {
    for text in [
        "Cars from Detroit are either cars or vans.",
        "Mary used to live in Rome.",
        "If A is in B and B is in C, then A is in C.",
    ] {
        let told = Knowledge::new().tell(text);
        assert!(told.iter().all(|one| one.statement.is_none()), "{text}: {told:?}");
    }
}

#[test]
fn ordinary_assumptions_decide_only_when_they_are_asked_for() {
    let text = "Every animal is either a cat or a dog. Rex is not a cat.";
    let careful = Options { doubts: true, ..Options::default() };
    let open = ask(&told(text), "Is Rex a dog?", careful).unwrap();
    assert_eq!(open.verdict, Verdict::Unknown);
    assert_eq!(open.presuming.unwrap().verdict, Verdict::Yes);
    let easy = Options { presume: true, ..careful };
    assert_eq!(ask(&told(text), "Is Rex a dog?", easy).unwrap().verdict, Verdict::Yes);
    let either = "Ann is either a singer or a dancer. Every singer is a dancer.";
    let hangs = ask(&told(either), "Is Ann a singer?", careful).unwrap();
    assert_eq!(hangs.verdict, Verdict::No);
    assert_eq!(hangs.doubts, [reasoner::doubt::Doubt::NotBoth]);
    let told_if = "If Jill is a teacher, then Jill is patient. Every patient person is kind.";
    let open = ask(&told(told_if), "Is Jill patient?", careful).unwrap();
    assert_eq!(open.verdict, Verdict::Unknown);
    let sentence = "If Jill is a teacher, then Jill is patient.".to_owned();
    assert!(
        open.doubts.contains(&reasoner::doubt::Doubt::Condition(sentence)),
        "{:?}",
        open.doubts
    );
}
