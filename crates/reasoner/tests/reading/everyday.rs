//! The plain sentences a new user tries first: one line of English, one line of logic.

use crate::told::{check_formulas as check, refused};

#[test]
fn every_one_of_two_kinds_takes_a_singular_verb() {
    check(&[
        (
            "Every dog and every cat is an animal.",
            "(all X: (dog(X)) => (animal(X))) & (all Y: (cat(Y)) => (animal(Y)))",
        ),
        (
            "Every dog and cat is an animal.",
            "(all X: (dog(X)) => (animal(X))) & (all Y: (cat(Y)) => (animal(Y)))",
        ),
        (
            "No dog and no cat is a bird.",
            "(all X: (dog(X)) => (~(bird(X)))) & (all Y: (cat(Y)) => (~(bird(Y))))",
        ),
    ]);
}

#[test]
fn a_preposition_alone_after_is_says_what_a_thing_is_like() {
    check(&[
        ("The light is on.", "on(the_light)"),
        ("The game is not over.", "~(over(the_game))"),
        ("The light is on and the door is open.", "(on(the_light)) & (open(the_door))"),
        ("If the light is on, Ann is home.", "(on(the_light)) => (at(ann, home))"),
        ("The book is on the table.", "on(the_book, the_table)"),
        ("Ann is home.", "at(ann, home)"),
        ("Ann's home is old.", "old(the_home_of_ann)"),
    ]);
}

#[test]
fn a_comparison_tells_by_how_much() {
    check(&[
        ("Ann is 3 years older than Bob.", "'3_years_older_than'(ann, bob)"),
        ("Ann is not three years older than Bob.", "~('3_years_older_than'(ann, bob))"),
        (
            "Ann is two inches taller than her mother.",
            "'2_inches_taller_than'(ann, the_mother_of_ann)",
        ),
        ("Ann is much older than Bob.", "much_older_than(ann, bob)"),
        ("Ann is a bit older than Bob.", "a_bit_older_than(ann, bob)"),
        (
            "Ann is 3 years older than Bob and Carl.",
            "('3_years_older_than'(ann, bob)) & ('3_years_older_than'(ann, carl))",
        ),
        ("Ann is a bit tired.", "a_bit_tired(ann)"),
        ("Ann is a little girl.", "(little(ann)) & (girl(ann))"),
        ("Ann buys 3 apples a day.", "buys_per(ann, '3_apples', day)"),
        ("Ann has more money than Bob.", "has_more_money_than(ann, bob)"),
        ("Ann works eight hours a day.", "eight_hours_a_day_works(ann)"),
        ("Ann earns 20 euros an hour.", "earns_per(ann, '20_euros', hour)"),
    ]);
}

#[test]
fn at_least_so_many_are_one_thing_where_each_of_them_is_meant() {
    check(&[
        ("At least two dogs bark.", "barks(at_least_2_dogs)"),
        ("At least two dogs do not bark.", "~(barks(at_least_2_dogs))"),
        ("More than five students are happy.", "happy(more_than_5_students)"),
        ("At least two dogs like Ann.", "likes(at_least_2_dogs, ann)"),
    ]);
    refused(&[
        "At least two dogs are friends.",
        "At least two men lifted the piano.",
        "Two dogs bark.",
        "Four chairs are red.",
    ]);
}

#[test]
fn what_several_are_to_each_other_is_said_of_each_pair() {
    check(&[
        ("Ann and Bob are friends.", "(friend_of(ann, bob)) & (friend_of(bob, ann))"),
        ("Ann and Bob are not siblings.", "(~(sibling_of(ann, bob))) & (~(sibling_of(bob, ann)))"),
        ("Ann and Bob know each other.", "(knows(ann, bob)) & (knows(bob, ann))"),
        ("Ann and Bob talked to one another.", "(talks_to(ann, bob)) & (talks_to(bob, ann))"),
        (
            "Ann and Bob are married to each other.",
            "(married_to(ann, bob)) & (married_to(bob, ann))",
        ),
        ("Ann is friends with Bob.", "friend_of(ann, bob)"),
        ("Ann and Bob are nurses.", "(nurse(ann)) & (nurse(bob))"),
    ]);
    refused(&[
        "The dogs like each other.",
        "Ann and Bob do not like each other.",
        "Ann likes each other.",
    ]);
}

#[test]
fn a_reason_is_said_beside_what_it_is_a_reason_for() {
    check(&[
        ("Ann is tired because Bob sings.", "(tired(ann)) & (sings(bob))"),
        ("Because Bob sings, Ann is tired.", "(sings(bob)) & (tired(ann))"),
        ("Ann is ill, so she stays at home.", "(ill(ann)) & (stays_at(ann, home))"),
        ("Ann left because of Bob.", "leaves_because_of(ann, bob)"),
    ]);
    refused(&[
        "Nobody is sad because Bob sings.",
        "Ann is not sad because Bob sings.",
        "Ann is rich if she works because Bob sings.",
    ]);
}

#[test]
fn what_you_need_for_something_holds_for_whoever_does_it() {
    check(&[
        ("You must be 18 to vote.", "all X: (votes(X)) => (must_be_18_years_old(X))"),
        ("To vote, you must be 18.", "all X: (votes(X)) => (must_be_18_years_old(X))"),
        (
            "You must have a ticket to enter.",
            "all X: (enters(X)) => (some Y: (ticket(Y)) & (must_have(X, Y)))",
        ),
        ("You have to be a member to vote.", "all X: (votes(X)) => (has_to_be_member(X))"),
    ]);
    refused(&[
        "You must ask Bob to help.",
        "You must be quiet.",
        "You must be ready to go.",
        "You have to be able to swim.",
        "You must have a dog to walk.",
    ]);
}

#[test]
fn the_only_one_may_have_an_owner_and_an_office_may_be_letters() {
    check(&[
        (
            "Tim is Sara's only son.",
            "(son_of(tim, sara)) & (all X: (son_of(X, sara)) => (same_as(X, tim)))",
        ),
        (
            "Tim is my only son.",
            "(son_of(tim, the_user)) & (all X: (son_of(X, the_user)) => (same_as(X, tim)))",
        ),
        ("Ann is the CEO of Acme.", "ceo_of(ann, acme)"),
        ("The CEO of Acme is Ann.", "ceo_of(ann, acme)"),
    ]);
    refused(&[
        "Bob likes Ann more than Sue.",
        "Ann taught 20 students a year ago.",
        "Ann has more dogs than cats.",
        "No dogs allowed.",
    ]);
}

#[test]
fn who_is_allowed_to_do_something_may_do_it() {
    check(&[
        ("Members are allowed to use the pool.", "all X: (member(X)) => (may_use(X, the_pool))"),
        ("Bob is not permitted to drive.", "~(may_drive(bob))"),
        ("No one is allowed to smoke.", "all X: ~(may_smoke(X))"),
        ("All my cats are black.", "all X: (cat_of(X, the_user)) => (black(X))"),
        (
            "Ann owns a cat named Kit and a dog named Rex.",
            "(cat(kit)) & (owns(ann, kit)) & (dog(rex)) & (owns(ann, rex))",
        ),
    ]);
}
