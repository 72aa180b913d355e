//! What sentences mean: one line of English, one line of logic.

use reasoner::english::read::Reading;
use reasoner::knowledge::Knowledge;

use crate::told::check_clauses as check;

fn rejected(text: &str) -> (String, String) {
    match &Knowledge::new().tell(text)[0].reading {
        Reading::Rejected(why) => (why.word.clone(), why.pattern.clone()),
        Reading::Parsed(_) | Reading::Ambiguous(_) => (String::new(), String::new()),
    }
}

#[test]
fn facts_are_read() {
    check(&[
        ("Socrates is a human.", &["human(socrates)."]),
        ("Bob isn't red.", &["-red(bob)."]),
        ("The bald eagle does not eat the mouse.", &["-eats(the_bald_eagle, the_mouse)."]),
        ("The bear visits the duck.", &["visits(the_bear, the_duck)."]),
        ("Fred gave Jeff the football.", &["gives_to(fred, the_football, jeff)."]),
        ("The book was written by Ann.", &["writes(ann, the_book)."]),
        ("Ann picked the ball up.", &["picks_up(ann, the_ball)."]),
        ("Bob is Ann's brother.", &["brother_of(bob, ann)."]),
        ("The capital of France is Paris.", &["capital_of(paris, france)."]),
        (
            "Bob and Ann are tall and kind.",
            &["tall(bob).", "kind(bob).", "tall(ann).", "kind(ann)."],
        ),
        ("Bob is older than Ann.", &["older_than(bob, ann)."]),
        (
            "The pears are less expensive than the plums.",
            &["more_expensive_than(the_plums, the_pears)."],
        ),
        ("Ann is neither tall nor rich.", &["-tall(ann).", "-rich(ann)."]),
        ("Ann can swim.", &["can_swim(ann)."]),
        ("Ann wants to help Bob.", &["wants_to_help(ann, bob)."]),
    ]);
}

#[test]
fn general_statements_are_rules() {
    check(&[
        ("Every human is mortal.", &["mortal(X) :- human(X)."]),
        ("All kind, big people are round.", &["round(X) :- kind(X), big(X)."]),
        ("No cat is a dog.", &["-dog(X) :- cat(X)."]),
        ("Wumpuses are not shy.", &["-shy(X) :- wumpus(X)."]),
        ("A dog is an animal.", &["animal(X) :- dog(X)."]),
        ("Everyone who works hard is tired.", &["tired(X) :- hard_works(X)."]),
        (
            "If someone is kind and they see the cat then they are not green.",
            &["-green(X) :- kind(X), sees(X, the_cat)."],
        ),
        ("Bob is happy if Ann sings.", &["happy(bob) :- sings(ann)."]),
        ("Bob is happy only if Ann sings.", &["sings(ann) :- happy(bob)."]),
        ("Bob is happy unless Ann sings.", &["happy(bob) :- -sings(ann)."]),
        ("Only members vote.", &["member(X) :- votes(X)."]),
        (
            "If a man owns a dog then he feeds the dog.",
            &["feeds(X, Y) :- man(X), dog(Y), owns(X, Y)."],
        ),
        ("If something X chases something Y then Y fears X.", &["fears(Y, X) :- chases(X, Y)."]),
        (
            "Normally every bird flies except a penguin.",
            &["normally(flies(X)) :- bird(X) unless penguin(X)."],
        ),
    ]);
}

#[test]
fn alternatives_and_exclusions_are_kept() {
    check(&[
        ("Bob is either tall or rich.", &["tall(bob) xor rich(bob)."]),
        ("Bob is tall or rich.", &["tall(bob) ; rich(bob)."]),
        ("People either work or study.", &["works(X) xor studies(X)."]),
        (
            "Ann is either in the school or the office.",
            &["in(ann, the_school) xor in(ann, the_office)."],
        ),
        ("Bob is not both tall and rich.", &[":- tall(bob), rich(bob)."]),
        ("Bob is tall or rich, but not both.", &["tall(bob) xor rich(bob)."]),
        ("No dog likes a cat.", &[":- dog(X), cat(Y), likes(X, Y)."]),
    ]);
}

#[test]
fn things_said_to_exist_get_a_name() {
    check(&[
        (
            "Bob owns a car. The car is red. It is old.",
            &["car(car_1_1).", "owns(bob, car_1_1).", "red(car_1_1).", "old(car_1_1)."],
        ),
        ("Some dogs bark.", &["dog(dog_1_1).", "barks(dog_1_1)."]),
        (
            "Every student owns a book.",
            &["book(book_1_1(X)) :- student(X).", "owns(X, book_1_1(X)) :- student(X)."],
        ),
    ]);
}

#[test]
fn what_is_not_understood_is_named() {
    let (word, pattern) = rejected("Every dog glorps the cat.");
    assert_eq!(word, "glorps");
    assert!(pattern.starts_with("Every NOUN"));
    assert_eq!(rejected("Bob is red the.").0, "the");
    assert_eq!(rejected("He sleeps.").0, "sleeps");
}

#[test]
fn two_equal_readings_are_both_shown() {
    let told = Knowledge::new().tell("Bob is not tall and rich.");
    let readings = match &told[0].reading {
        Reading::Ambiguous(readings) => readings.len(),
        Reading::Parsed(_) => 1,
        Reading::Rejected(_) => 0,
    };
    assert!(readings > 1, "{:?}", told[0].reading);
}

#[test]
fn accepted_sentences_go_in_beside_rejected_ones() {
    let mut knowledge = Knowledge::new();
    let told = knowledge.tell("Bob is red. Florb the zig. Ann is tall.");
    assert_eq!(told.iter().filter(|t| t.statement.is_some()).count(), 2);
    assert_eq!(knowledge.statements().len(), 2);
}

#[test]
fn a_condition_may_speak_of_what_came_first() {
    check(&[
        (
            "A horse is a racehorse if it is in a race.",
            &["racehorse(X) :- horse(X), race(Y), in(X, Y)."],
        ),
        ("Bob is happy if he wins.", &["happy(bob) :- wins(bob)."]),
        (
            "Either an animal is a bird or it eats fish.",
            &["bird(X) xor eats(X, fish) :- animal(X)."],
        ),
        ("Either Bob is tall or rich.", &["tall(bob) xor rich(bob)."]),
        ("Ghosts do not exist.", &["-ghost(X)."]),
    ]);
    let doubtful = rejected("Rex is on the plate, and Ann does not like it.");
    assert!(!doubtful.1.is_empty(), "{doubtful:?}");
}

#[test]
fn dates_amounts_and_superlatives_are_read() {
    check(&[
        ("Joe was born on May 3, 2020.", &["born_on(joe, '3_may_2020')."]),
        ("Joe was born on 3 May 2020.", &["born_on(joe, '3_may_2020')."]),
        ("The bridge is 50 meters long.", &["'50_meters_long'(the_bridge)."]),
        ("Bob is thirty years old.", &["'30_years_old'(bob)."]),
        (
            "The book has sold more than 2 million copies.",
            &["sells(the_book, more_than_2_million_copies)."],
        ),
        (
            "Bob is the tallest student in the class.",
            &["student(bob).", "tallest_student_of(bob, the_class)."],
        ),
        ("Ann was born in Athens, Ohio.", &["born_in(ann, athens)."]),
    ]);
}

#[test]
fn what_can_be_meant_two_ways_is_refused() {
    for text in [
        "Jim is either not a doctor or not a runner.",
        "Birds can eat seeds or fruit.",
        "Every car made here is Ferrari.",
        "Lima is the capital and largest city of Peru.",
        "The test is owned and developed by Ann.",
        "Some towns are in Ohio and Texas.",
        "Ann was old when Bob came.",
        "All students who came got jobs there.",
        "Ann is a big fan of songs.",
        "Ann produced and directed Dune.",
        "A team that wins or loses at the finals is tired.",
        "People who travel often sing.",
        "Ann likes Pepsi or Fanta products.",
        "Ann has a unique voice or style.",
        "G-1 is a product sold in Rome or made by Ann.",
        "There is a son of a doctor that sings.",
        "Bob is not either a cat or a dog.",
        "If A is in B and B is in C, then A is in C.",
        "The owner of a dog is happy.",
        "Pets can be either a dog or a cat.",
        "The Great Lakes are Lake Erie and Lake Huron.",
        "Ann works for the Securities and Exchange Commission.",
        "Naive art was praised by Ann and a friend.",
    ] {
        let told = Knowledge::new().tell(text).remove(0);
        assert!(told.statement.is_none(), "{text}: {:?}", told.reading);
    }
}

#[test]
fn small_words_do_not_stand_in_the_way() {
    check(&[
        ("Ann has a lot of books.", &["has(ann, many_books)."]),
        ("Joe is not a doctor and also not a student.", &["-doctor(joe).", "-student(joe)."]),
        ("However, Bob sleeps.", &["sleeps(bob)."]),
        (
            "The pen is liked by Ann and used in China.",
            &["likes(ann, the_pen).", "used_in(the_pen, china)."],
        ),
        ("If a car is a Zorka then it is fast.", &["fast(X) :- car(X), zorka(X)."]),
        ("One must sleep.", &["must_sleep(X)."]),
        ("I am tall.", &["tall(the_user)."]),
    ]);
}

#[test]
fn words_that_make_one_noun_stay_together() {
    check(&[
        ("Joe is a wide receiver.", &["wide_receiver(joe)."]),
        ("Joe is a general practitioner.", &["general_practitioner(joe)."]),
        ("Joe is a right handed doctor.", &["right_handed(joe).", "doctor(joe)."]),
        ("All rare earth metals are useful.", &["useful(X) :- rare_earth_metal(X)."]),
        ("Joe directed After Dawn.", &["directs(joe, after_dawn)."]),
        ("The cars were racing cars.", &["racing_car(the_cars)."]),
        (
            "Joe enjoys a vacation to Italy.",
            &["vacation(vacation_1_1).", "to(vacation_1_1, italy).", "enjoys(joe, vacation_1_1)."],
        ),
    ]);
}
