//! Sentences whose plain meaning is easily missed: what there is normally, what something comes to,
//! whatever is one or the other, what must not be, and how many there are at least.

use reasoner::ask::{Answer, Options, Verdict, ask};
use reasoner::knowledge::Knowledge;
use reasoner::verbalise::{Style, paraphrase};

use crate::told::{check_formulas as check, refused, told};

fn answer(knowledge: &Knowledge, question: &str) -> Answer {
    let found = ask(knowledge, question, Options::default());
    assert!(found.is_ok(), "{question}: {found:?}");
    found.unwrap_or_else(|_| unreachable!())
}

fn verdicts(text: &str, cases: &[(&str, Verdict)]) {
    let knowledge = told(text);
    for (question, expected) in cases {
        let answer = answer(&knowledge, question);
        assert_eq!(answer.verdict, *expected, "{text} {question}");
        assert!(answer.conflict.is_empty(), "{text} {question}: {:?}", answer.conflict);
    }
}

fn named(text: &str, question: &str) -> Vec<String> {
    answer(&told(text), question).bindings.iter().map(ToString::to_string).collect()
}

fn counted(text: &str, question: &str) -> Option<usize> {
    answer(&told(text), question).count
}

#[test]
fn what_normally_has_a_thing_has_one_of_its_own() {
    use Verdict::{No, Unknown, Yes};
    let cars = "Everyone except Tom owns a car. Sue is a person. Tom is a person.";
    verdicts(
        cars,
        &[
            ("Is Tom a car?", Unknown),
            ("Is Sue a car?", Unknown),
            ("Does Tom own a car?", No),
            ("Does Sue own a car?", Yes),
        ],
    );
    assert_eq!(counted(cars, "How many cars are there?"), Some(1));
    for (text, question, wrong) in [
        ("Most people own a phone. Ann is a person.", "Does Ann own a phone?", "Is Ann a phone?"),
        (
            "Every member except Bob brought a cake. Ann is a member.",
            "Did Ann bring a cake?",
            "Is Ann a cake?",
        ),
        (
            "Everyone but Bob wrote a letter. Ann is a person.",
            "Did Ann write a letter?",
            "Is Ann a letter?",
        ),
        (
            "Normally a bird builds a nest. Ann is a bird.",
            "Does Ann build a nest?",
            "Is Ann a nest?",
        ),
        ("Most dogs have a tail. Ann is a dog.", "Does Ann have a tail?", "Is Ann a tail?"),
        (
            "Every dog normally has an owner. Ann is a dog.",
            "Does Ann have an owner?",
            "Is Ann an owner?",
        ),
        (
            "Usually a customer pays a deposit. Ann is a customer.",
            "Does Ann pay a deposit?",
            "Is Ann a deposit?",
        ),
    ] {
        verdicts(text, &[(question, Yes), (wrong, Unknown)]);
    }
}

#[test]
fn an_exception_leaves_nothing_behind() {
    let nests = "Normally a bird builds a nest. Pip is a bird. Pip does not build a nest.";
    verdicts(nests, &[("Does Pip build a nest?", Verdict::No)]);
    assert_eq!(counted(nests, "How many nests are there?"), Some(0));
    let parents = "Normally a person has a parent. Every parent is a person. Ann is a person.";
    verdicts(parents, &[("Does Ann have a parent?", Verdict::Yes)]);
}

#[test]
fn what_there_normally_is_can_be_said_again() {
    for (text, expected) in [
        ("Usually a bird builds a nest.", "Normally every bird builds a nest."),
        ("Most people own a phone.", "Normally everyone owns a phone."),
    ] {
        let clauses = told(text).statements()[0].clauses.clone();
        assert_eq!(paraphrase(&clauses, Style::Conversational), expected, "{text}");
    }
}

#[test]
fn a_value_is_not_the_thing_that_has_it() {
    check(&[
        ("Ann is 30.", "'30_years_old'(ann)"),
        ("Ann is not 30.", "~('30_years_old'(ann))"),
        ("The teacher is 1.", "'1_year_old'(the_teacher)"),
        ("If Ann is 30, Ann is old.", "('30_years_old'(ann)) => (old(ann))"),
        ("The price is 5 euros.", "equals(the_price, '5_euros')"),
        ("The total was 42.", "equals(the_total, 42)"),
        ("Ann's age is 30.", "equals(the_age_of_ann, 30)"),
        ("Easter is 4 April 2021.", "equals(easter, '4_april_2021')"),
        ("The deadline is Friday.", "equals(the_deadline, friday)"),
        ("The date is 3 May 2020.", "equals(the_date, '3_may_2020')"),
        ("The teacher is 64 and happy.", "('64_years_old'(the_teacher)) & (happy(the_teacher))"),
        ("Superman is Clark Kent.", "same_as(superman, clark_kent)"),
        ("The winner is Ann.", "same_as(the_winner, ann)"),
    ]);
    refused(&[
        "Ann is 2000.",
        "It is Monday.",
        "It is 5 o'clock.",
        "Everyone who is 18 is an adult.",
    ]);
    use Verdict::Unknown;
    verdicts("Ann is 30. Bob is 30. Ann is a doctor.", &[("Is Bob a doctor?", Unknown)]);
    verdicts(
        "The price is 5 euros. The fee is 5 euros. The fee is unfair.",
        &[("Is the price unfair?", Unknown)],
    );
    verdicts(
        "The party is Friday. The deadline is Friday. The party is loud.",
        &[("Is the deadline loud?", Unknown)],
    );
    assert_eq!(named("The meeting is Monday.", "When is the meeting?"), ["monday"]);
    assert_eq!(named("Ann is 30.", "How old is Ann?"), ["'30_years'"]);
    assert_eq!(named("The price is 5 euros.", "What is the price?"), ["'5_euros'"]);
    assert_eq!(
        named("The price is 5 euros. The price is unfair.", "What is unfair?"),
        ["the_price"]
    );
    assert_eq!(named("Ann's age is 30.", "What is Ann's age?"), ["30"]);
}

#[test]
fn who_is_asked_for_is_told_by_name() {
    let text = "The winner is Ann. The captain is Ann.";
    assert_eq!(named(text, "Who is the winner?"), ["ann"]);
    assert_eq!(named(text, "Who is the captain?"), ["ann"]);
}

#[test]
fn every_a_or_b_is_whatever_is_one_of_them() {
    check(&[
        (
            "Every dog or cat is a pet.",
            "(all X: (dog(X)) => (pet(X))) & (all Y: (cat(Y)) => (pet(Y)))",
        ),
        (
            "Every boy or girl who is late is punished.",
            "(all X: ((boy(X)) & (late(X))) => (punished(X))) & (all Y: ((girl(Y)) & (late(Y))) => (punished(Y)))",
        ),
        (
            "Any dog or cat in the house is fed.",
            "(all X: ((dog(X)) & (in(X, the_house))) => (fed(X))) & (all Y: ((cat(Y)) & (in(Y, the_house))) => (fed(Y)))",
        ),
        (
            "Ann likes every dog or cat.",
            "(all X: (dog(X)) => (likes(ann, X))) & (all Y: (cat(Y)) => (likes(ann, Y)))",
        ),
        (
            "A dog or a cat is a pet.",
            "(all X: (dog(X)) => (pet(X))) & (all Y: (cat(Y)) => (pet(Y)))",
        ),
        (
            "A dog or a cat is in the house.",
            "(some X: (dog(X)) & (in(X, the_house))) | (some Y: (cat(Y)) & (in(Y, the_house)))",
        ),
        (
            "Either a dog or a cat is in the house.",
            "(some X: (dog(X)) & (in(X, the_house))) xor (some Y: (cat(Y)) & (in(Y, the_house)))",
        ),
        (
            "A dog or a cat barked.",
            "(some X: (dog(X)) & (barks(X))) | (some Y: (cat(Y)) & (barks(Y)))",
        ),
        (
            "If a dog or a cat barks, Ann wakes.",
            "((some X: (dog(X)) & (barks(X))) | (some Y: (cat(Y)) & (barks(Y)))) => (wakes(ann))",
        ),
        (
            "Not every dog or cat is a pet.",
            "(~(all X: (dog(X)) => (pet(X)))) | (~(all Y: (cat(Y)) => (pet(Y))))",
        ),
    ]);
    refused(&["Every dog or every cat is black.", "A doctor or a nurse must sign."]);
    verdicts("Every dog or cat is a pet. Rex is a dog.", &[("Is Rex a pet?", Verdict::Yes)]);
}

#[test]
fn what_must_not_be_touched_need_not_be_there() {
    check(&[
        (
            "A visitor must not touch a painting.",
            "all X: (visitor(X)) => (all Y: (painting(Y)) => (must_not_touch(X, Y)))",
        ),
        (
            "A doctor must not prescribe a drug to a patient.",
            "all X: (doctor(X)) => (all Y: (drug(Y)) => (all Z: (patient(Z)) => (must_not_prescribe_to(X, Y, Z))))",
        ),
        (
            "Members mustn't bring any guest.",
            "all X: (member(X)) => (all Y: (guest(Y)) => (must_not_bring(X, Y)))",
        ),
        ("Ann is forbidden to own a car.", "all X: (car(X)) => (forbidden_to_own(ann, X))"),
        ("Ann must touch a painting.", "some X: (painting(X)) & (must_touch(ann, X))"),
        ("Ann must not touch the painting.", "must_not_touch(ann, the_painting)"),
        ("Ann cannot own a car.", "~(some X: (car(X)) & (can_own(ann, X)))"),
    ]);
    refused(&["Ann might not own a car."]);
    let text = "A visitor must not touch a painting. Ann is a visitor. Mona is a painting.";
    assert_eq!(counted(text, "How many paintings are there?"), Some(1));
    verdicts(text, &[("Must Ann touch Mona?", Verdict::No)]);
    verdicts(
        "A doctor must not prescribe a drug to a patient. Ann is a doctor.",
        &[("Is there a patient?", Verdict::Unknown)],
    );
}

#[test]
fn the_tallest_surpasses_all_that_were_compared() {
    use Verdict::{No, Unknown, Yes};
    let row = "Ben is taller than Cal. Cal is taller than Dan.";
    verdicts(row, &[("Is Ben the tallest?", Yes), ("Is Dan the shortest?", Yes)]);
    verdicts(
        &format!("{row} Ben is not taller than Eve."),
        &[("Is Ben the tallest?", Unknown), ("Is Cal the tallest?", No)],
    );
    verdicts(&format!("{row} Ben is as tall as Eve."), &[("Is Ben the tallest?", Unknown)]);
    verdicts(
        "Ben is a boy. Cal is a boy. Eve is a boy. Ben is taller than Cal.",
        &[("Is Ben the tallest boy?", Unknown)],
    );
}

#[test]
fn what_is_in_a_jar_may_be_in_the_cupboard_too() {
    use Verdict::{No, Unknown, Yes};
    verdicts(
        "Sugar is in the jar. The jar is in the cupboard. The cup is in the sink.",
        &[
            ("Is the sugar in the jar?", Unknown),
            ("Is sugar in the jar?", Yes),
            ("Is sugar in the cupboard?", Yes),
            ("Is salt in the jar?", Unknown),
            ("Is the cup in the jar?", No),
        ],
    );
}

#[test]
fn amounts_say_at_least_how_many() {
    use Verdict::{No, Unknown, Yes};
    let cards = "Each player has exactly one card. Ann is a player.";
    assert_eq!(counted(cards, "How many cards does Ann have?"), Some(1));
    verdicts(cards, &[("Does Ann have a card?", Yes), ("Does Ann have at least 2 cards?", No)]);
    let coat = "Flo has only one coat.";
    assert_eq!(counted(coat, "How many coats does Flo have?"), Some(1));
    verdicts(coat, &[("Does Flo have a coat?", Yes), ("Does Flo have at least 2 coats?", No)]);
    let books = "Lea has 5 books. Ann has 3 books.";
    verdicts(
        books,
        &[
            ("Does Lea have at least 3 books?", Yes),
            ("Does Lea have more than 3 books?", Yes),
            ("Does Lea have more than 5 books?", Unknown),
            ("Does Lea have fewer than 3 books?", No),
            ("Does Lea have 6 books?", Unknown),
        ],
    );
    assert_eq!(counted(books, "How many books does Lea have?"), Some(5));
}

#[test]
fn the_player_is_the_soccer_player_before_it() {
    check(&[
        (
            "If a soccer player fouls Bob, this player is ejected.",
            "all X: ((soccer_player(X)) & (fouls(X, bob))) => (ejected(X))",
        ),
        (
            "If a bank clerk likes a desk, the clerk paints the desk.",
            "all X,Y: ((bank_clerk(X)) & (desk(Y)) & (likes(X, Y))) => (paints(X, Y))",
        ),
    ]);
}

#[test]
fn what_may_belong_to_one_part_or_both_is_refused() {
    refused(&["Ann is often tired and bored.", "Ann was a clerk in Rome from 2011 to 2013."]);
    check(&[("Ann is often tired.", "often_tired(ann)")]);
}
