//! What quantifiers, denials, owners and roles hold for: one line of English, one line of logic.

use crate::told::{check_formulas as check, refused};

#[test]
fn unless_denies_that_there_is_one() {
    check(&[
        (
            "Leo fails the class unless he passes a test.",
            "(~(some X: (test(X)) & (passes(leo, X)))) => (fails(leo, the_class))",
        ),
        (
            "Members cannot enter the room unless they have a key.",
            "all X: ((member(X)) & (~(some Y: (key(Y)) & (has(X, Y))))) => (~(can_enter(X, the_room)))",
        ),
        (
            "No visitor enters the museum unless he has a ticket.",
            "all X: ((visitor(X)) & (~(some Y: (ticket(Y)) & (has(X, Y))))) => (~(enters(X, the_museum)))",
        ),
        (
            "Unless a visitor has a ticket, the visitor cannot enter.",
            "all X: ((visitor(X)) & (~(some Y: (ticket(Y)) & (has(X, Y))))) => (~(can_enter(X)))",
        ),
        ("Leo is happy unless a dog barks.", "(~(some X: (dog(X)) & (barks(X)))) => (happy(leo))"),
        ("Unless X owns Y, Y is free.", "all X,Y: (~(owns(X, Y))) => (free(Y))"),
        (
            "Students fail unless they study.",
            "all X: ((student(X)) & (~(studies(X)))) => (fails(X))",
        ),
        (
            "A visitor cannot enter a room unless the visitor owns the room.",
            "all X,Y: ((visitor(X)) & (room(Y)) & (~(owns(X, Y)))) => (~(can_enter(X, Y)))",
        ),
    ]);
}

#[test]
fn one_no_denies_all_that_or_joins() {
    check(&[
        (
            "Eric has no brothers or sisters.",
            "(~(some X: (brother(X)) & (has(eric, X)))) & (~(some Y: (sister(Y)) & (has(eric, Y))))",
        ),
        (
            "No cats or dogs are allowed in the hotel.",
            "(all X: (cat(X)) => (~(allowed_in(X, the_hotel)))) & (all Y: (dog(Y)) => (~(allowed_in(Y, the_hotel))))",
        ),
        (
            "People with no job or house are poor.",
            "all Y: ((~(some X: (job(X)) & (has(Y, X)))) & (~(some Z: (house(Z)) & (has(Y, Z))))) => (poor(Y))",
        ),
        (
            "There are no schools or hospitals in the town.",
            "(~(some X: (school(X)) & (in(X, the_town)))) & (~(some Y: (hospital(Y)) & (in(Y, the_town))))",
        ),
        ("No one eats meat or fish.", "all X: ~((eats(X, meat)) | (eats(X, fish)))"),
        (
            "Mark has no car and no house.",
            "(~(some X: (car(X)) & (has(mark, X)))) & (~(some Y: (house(Y)) & (has(mark, Y))))",
        ),
        (
            "Mark has no car or no house.",
            "(~(some X: (car(X)) & (has(mark, X)))) | (~(some Y: (house(Y)) & (has(mark, Y))))",
        ),
    ]);
}

#[test]
fn the_receiver_comes_before_what_is_given() {
    check(&[
        (
            "Every teacher gives each student a book.",
            "all X: (teacher(X)) => (all Y: (student(Y)) => (some Z: (book(Z)) & (gives_to(X, Z, Y))))",
        ),
        (
            "Leo gave no student a pencil.",
            "~(some X,Y: (student(X)) & (pencil(Y)) & (gives_to(leo, Y, X)))",
        ),
        (
            "The teacher gave every student a pencil.",
            "all X: (student(X)) => (some Y: (pencil(Y)) & (gives_to(the_teacher, Y, X)))",
        ),
        (
            "Every child gave a teacher a flower.",
            "all X: (child(X)) => (some Y,Z: (teacher(Y)) & (flower(Z)) & (gives_to(X, Z, Y)))",
        ),
        (
            "Leo lent each friend ten dollars.",
            "all X: (friend(X)) => (lends_to(leo, '10_dollars', X))",
        ),
    ]);
}

#[test]
fn what_might_not_be_may_be() {
    check(&[
        ("Leo might not be a student.", "might_not_be_student(leo)"),
        ("Oscar may not attend the concert.", "ambiguous"),
        ("Leo cannot be a student.", "~(can_be_student(leo))"),
    ]);
}

#[test]
fn all_of_somebodys_things_have_one_owner() {
    check(&[
        (
            "All of the school's teachers are paid well.",
            "all X: (teacher_of(X, the_school)) => (well_paid(X))",
        ),
        ("All the school's teachers are paid.", "all X: (teacher_of(X, the_school)) => (paid(X))"),
        (
            "All of the teachers of the school are paid.",
            "all X: (teacher_of(X, the_school)) => (paid(X))",
        ),
        (
            "None of the school's teachers are paid.",
            "all X: (teacher_of(X, the_school)) => (~(paid(X)))",
        ),
        ("Leo loves all of his dogs.", "all X: (dog_of(X, leo)) => (loves(leo, X))"),
        ("All the students like Leo.", "all X: (student(X)) => (likes(X, leo))"),
    ]);
}

#[test]
fn only_a_name_is_that_one() {
    check(&[
        (
            "Only Anna knows the code.",
            "(knows(anna, the_code)) & (all X: (knows(X, the_code)) => (same_as(X, anna)))",
        ),
        (
            "Only Anna and Leo know the code.",
            "(knows(anna, the_code)) & (knows(leo, the_code)) & (all X: (knows(X, the_code)) => ((same_as(X, anna)) | (same_as(X, leo))))",
        ),
        ("Only the Nile is long.", "(long(nile)) & (all X: (long(X)) => (same_as(X, nile)))"),
        ("Only members vote.", "all X: (votes(X)) => (member(X))"),
    ]);
}

#[test]
fn it_is_somebody() {
    check(&[
        (
            "If anyone in the group speaks Spanish, it is Carlos.",
            "all X: ((in(X, the_group)) & (speaks(X, spanish))) => (same_as(X, carlos))",
        ),
        (
            "If anybody broke the vase, it was Leo or Otto.",
            "all X: (breaks(X, the_vase)) => ((same_as(X, leo)) | (same_as(X, otto)))",
        ),
        (
            "If a dog does not have an owner, it is a stray.",
            "all X: ((dog(X)) & (~(some Y: (owner(Y)) & (has(X, Y))))) => (stray(X))",
        ),
    ]);
}

#[test]
fn what_one_is_called_or_made() {
    check(&[
        (
            "Animals that carry young in a pouch are called marsupials.",
            "all X,Y: ((animal(X)) & (pouch(Y)) & (carries_in(X, young, Y))) => (marsupial(X))",
        ),
        ("Leo was elected mayor of Basel in 1998.", "elected_mayor_of_in(leo, basel, 1998)"),
        ("Leo was named captain.", "named_captain(leo)"),
        ("Rex is called Max.", "same_as(rex, max)"),
        ("Leo is an elected official.", "(elected(leo)) & (official(leo))"),
    ]);
}

#[test]
fn the_main_verb_stays_a_verb() {
    check(&[
        (
            "Children who go to school wake up early.",
            "all X: ((child(X)) & (goes_to(X, school))) => (early_wakes_up(X))",
        ),
        (
            "Balloons filled with helium rise unless they are tied down.",
            "all X: ((balloon(X)) & (filled_with(X, helium)) & (~(tied_down(X)))) => (rises(X))",
        ),
        (
            "Students enrolled in physics study hard unless they are lazy.",
            "all X: ((student(X)) & (enrolled_in(X, physics)) & (~(lazy(X)))) => (hard_studies(X))",
        ),
        ("People who drink coffee work hard.", "all X: (drinks(X, coffee)) => (hard_works(X))"),
    ]);
}

#[test]
fn what_comes_first_stays_with_its_noun() {
    check(&[
        (
            "Perfect Day is the second single from the album.",
            "second_single_from(perfect_day, the_album)",
        ),
        ("Leo was the first man on the moon.", "first_man_on(leo, the_moon)"),
        ("Leo is the last king of Spain.", "last_king_of(leo, spain)"),
        ("Leo is the second president.", "second_president(leo)"),
    ]);
}

#[test]
fn somebodys_things_are_one_group() {
    check(&[
        (
            "All people who repay their loans on time have a high score.",
            "all X,Y: ((loans_of(X, Y)) & (on_time_repays(Y, X))) => (some Z: (high(Z)) & (score(Z)) & (has(Y, Z)))",
        ),
        (
            "If John repays his loans on time, he will be approved.",
            "(on_time_repays(john, the_loans_of_john)) => (approved(john))",
        ),
        ("John repays his loans on time.", "on_time_repays(john, the_loans_of_john)"),
        ("If Leo's dogs bark, Anna is sad.", "(barks(the_dogs_of_leo)) => (sad(anna))"),
        ("Leo's dogs bark.", "all X: (dog_of(X, leo)) => (barks(X))"),
        (
            "Leo and Otto are the parents of Anna.",
            "(parent_of(leo, anna)) & (parent_of(otto, anna))",
        ),
    ]);
}

#[test]
fn a_favorite_is_somebodys() {
    check(&[
        (
            "Everyone visits their favorite country.",
            "all Y: some X: (favorite_country_of(X, Y)) & (visits(Y, X))",
        ),
        ("Dune is Anna's favorite song.", "favorite_song_of(dune, anna)"),
    ]);
}

#[test]
fn one_of_a_kind_is_one() {
    check(&[
        (
            "Extractive models are a kind of summarization model.",
            "all X: (extractive_model(X)) => (summarization_model(X))",
        ),
        ("Tennis is a form of exercise.", "exercise(tennis)"),
        ("A whale is not a type of fish.", "all X: (whale(X)) => (~(fish(X)))"),
        ("Leo gives words of affirmation.", "gives(leo, words_of_affirmation)"),
    ]);
}

#[test]
fn a_role_stands_for_itself() {
    check(&[
        ("Leo works at Meta as a technical sourcer.", "works_at_as(leo, meta, technical_sourcer)"),
        ("Leo uses Roversi as a surname.", "uses_as(leo, roversi, surname)"),
        ("Nurses work as teachers.", "all X: (nurse(X)) => (works_as(X, teacher))"),
        ("Anna works as a nurse in Rome.", "works_as_in(anna, nurse, rome)"),
        ("Leo served as president of the club.", "serves_as(leo, president_of_the_club)"),
        ("Leo is known as Max.", "known_as(leo, max)"),
    ]);
}

#[test]
fn what_may_hold_for_one_or_for_both_is_refused() {
    refused(&[
        "Leo gave a pencil to every student.",
        "Leo planted a tree in every garden.",
        "Leo must not eat fish or meat.",
        "Leo likes no cats or dogs that bark.",
        "Judith Hale has appeared in more than 40 films and television shows.",
        "Leo has three sons and daughters.",
        "Leo has written at least five novels and plays.",
        "Leo knows three boys from Spain and Italy.",
        "The Karlin Tower was the tallest building in Brno until 2009.",
        "Avocados are a popular kind of fruit.",
        "The guitar is a type of lute.",
        "The guitar is not a kind of drum.",
        "Leo founded another company.",
        "Another company hired Leo.",
        "Cellists and flautists in the orchestra share a room.",
        "Doctors and nurses who work at night are tired.",
        "Nobody can enter the building through the gate without a pass.",
        "Ann studied law at Yale before she turned to writing.",
        "Leo was born as the son of a farmer.",
        "Leo sells suitable toys for children.",
        "Rome is a good place for families.",
        "Leo cannot simultaneously sing and dance.",
        "The model trains one stage at a time.",
    ]);
    check(&[
        ("Leo owns two dogs and three cats.", "(owns(leo, '2_dogs')) & (owns(leo, '3_cats'))"),
        ("Leo plays three instruments and sings.", "(plays(leo, '3_instruments')) & (sings(leo))"),
        (
            "The Karlin Tower is the tallest building in Brno.",
            "(building(karlin_tower)) & (tallest_building_of(karlin_tower, brno))",
        ),
        ("This book is suitable for children.", "suitable_for(the_book, children)"),
        (
            "Leo bought a good book for Anna.",
            "some X: (good(X)) & (book(X)) & (buys_for(leo, X, anna))",
        ),
    ]);
}
