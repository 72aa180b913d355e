//! Constructions of free English: what is left out and said once for two parts, asides, titles,
//! the only one, the same and others.

use reasoner::english::read::Reading;
use reasoner::knowledge::Knowledge;

use crate::told::refused;

fn formula(text: &str) -> String {
    let told = Knowledge::new().tell(text).remove(0);
    let read = match &told.reading {
        Reading::Parsed(meaning) => Some(meaning.told()),
        Reading::Ambiguous(_) | Reading::Rejected(_) => None,
    };
    assert!(read.is_some(), "{text}: {:?}", told.reading);
    read.unwrap_or_default()
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(formula(text), *expected, "{text}");
    }
}

#[test]
fn a_pronoun_after_or_and_nor_repeats_the_subject() {
    check(&[
        ("Tom neither sings nor does he dance.", "(~(sings(tom))) & (~(dances(tom)))"),
        ("Tom neither likes tea nor is he hungry.", "(~(likes(tom, tea))) & (~(hungry(tom)))"),
        ("Tom either sings well, or he dances badly.", "(well_sings(tom)) xor (badly_dances(tom))"),
        (
            "Dogs neither fly nor do they swim.",
            "all X: (dog(X)) => ((~(flies(X))) & (~(swims(X))))",
        ),
    ]);
    refused(&["Tom either likes Bob or he likes Eve."]);
}

#[test]
fn either_before_a_verb_divides_what_it_takes() {
    check(&[
        ("Lena either drinks tea or coffee.", "(drinks(lena, tea)) xor (drinks(lena, coffee))"),
        (
            "Students either study French or play chess.",
            "all X: (student(X)) => ((studies(X, french)) xor (plays(X, chess)))",
        ),
        (
            "Tools are either made in Japan or Germany.",
            "all X: (tool(X)) => ((made_in(X, japan)) xor (made_in(X, germany)))",
        ),
        (
            "Either paper cups or glass cups.",
            "all X: (cup(X)) => ((paper_cup(X)) xor (glass_cup(X)))",
        ),
    ]);
    refused(&["Either red or blue."]);
}

#[test]
fn but_not_denies_the_same_of_another() {
    check(&[
        ("Lena likes tea, but not coffee.", "(likes(lena, tea)) & (~(likes(lena, coffee)))"),
        (
            "Lena can make cakes but not bread.",
            "(can_make(lena, cakes)) & (~(can_make(lena, bread)))",
        ),
        (
            "Lena sings at home but not at work.",
            "(sings_at(lena, home)) & (~(sings_at(lena, work)))",
        ),
        ("Lena works from home or remotely.", "(works_from(lena, home)) | (remotely_works(lena))"),
        ("Lena works quickly and carefully.", "(quickly_works(lena)) & (carefully_works(lena))"),
    ]);
}

#[test]
fn asides_say_more_of_who_is_named() {
    check(&[
        ("Lena, who was born in Rome, is a painter.", "painter(lena) taking born_in(lena, rome)"),
        ("Rome, which is in Italy, is old.", "old(rome) taking in(rome, italy)"),
        ("Bob met Lena, who is a painter.", "meets(bob, lena) taking painter(lena)"),
        (
            "Lena moved to Bergen, located in Norway.",
            "moves_to(lena, bergen) taking in(bergen, norway)",
        ),
        (
            "Founded in 1900, the club is rich.",
            "(founded_in(the_club, 1900)) & (rich(the_club)) taking club(the_club)",
        ),
        (
            "The son of Mary Lee, John Lee, is a cook.",
            "cook(john_lee) taking son_of(john_lee, mary_lee)",
        ),
    ]);
    refused(&[
        "The book was written by Lena Lee, which is famous.",
        "Built in 1900, no house is safe.",
        "The series is based on a film in 1973, which was written by Bob.",
    ]);
}

#[test]
fn the_only_one_leaves_no_other() {
    check(&[
        ("Lena is the only nurse.", "(nurse(lena)) & (all X: (nurse(X)) => (same_as(X, lena)))"),
        (
            "The only doctors in Rome are Lena and Bob.",
            "(doctor(lena)) & (in(lena, rome)) & (doctor(bob)) & (in(bob, rome)) & (all X: \
             ((doctor(X)) & (in(X, rome))) => ((same_as(X, lena)) | (same_as(X, bob))))",
        ),
        ("The only animals that fly are birds.", "all X: ((animal(X)) & (flies(X))) => (bird(X))"),
        ("Rex and Max are the same dog.", "(dog(rex)) & (dog(max)) & (same_as(rex, max))"),
        ("Rex and Max are different dogs.", "(dog(rex)) & (dog(max)) & (~(same_as(rex, max)))"),
        ("One of the dogs is brown.", "some X: (dog(X)) & (brown(X))"),
        (
            "Rome is one of Italy's oldest cities.",
            "(city(rome)) & (one_of_the_oldest_cities_of(rome, italy))",
        ),
    ]);
    refused(&["Lena is not the only doctor.", "If Lena is the only doctor, she is busy."]);
}

#[test]
fn titles_need_no_quotes_when_nothing_else_is_meant() {
    check(&[
        (
            "Lord of the Flies was written by William Golding.",
            "writes(william_golding, lord_of_the_flies)",
        ),
        ("Trouble at the Henhouse is a record.", "record(trouble_at_the_henhouse)"),
        ("Inside Out was a band.", "band(inside_out)"),
        ("Members of Congress are elected.", "all X: (member_of(X, congress)) => (elected(X))"),
        (
            "Guests at the Hilton Hotel are rich.",
            "all X: ((guest(X)) & (at(X, hilton_hotel))) => (rich(X))",
        ),
    ]);
    refused(&["Lena won the Album of the Year award."]);
}

#[test]
fn conditions_may_leave_their_subject_out() {
    check(&[
        ("Wounds heal if treated.", "all X: ((wound(X)) & (treated(X))) => (heals(X))"),
        ("If not watered, plants die.", "all X: ((plant(X)) & (~(watered(X)))) => (dies(X))"),
        ("If invited, Lena comes.", "(invited(lena)) => (comes(lena))"),
        ("If dogs are hungry, dogs bark.", "all X: ((dog(X)) & (hungry(X))) => (barks(X))"),
        (
            "To enter the club, you must show a card.",
            "all X: (enters(X, the_club)) => (some Y: (card(Y)) & (must_show(X, Y))) taking \
             club(the_club)",
        ),
    ]);
    refused(&["Stings of some fish can cause death if not treated."]);
}

#[test]
fn what_is_only_described_needs_no_noun() {
    check(&[
        (
            "All invited to the party are happy.",
            "all X: (invited_to(X, the_party)) => (happy(X)) taking party(the_party)",
        ),
        ("Those living abroad pay taxes.", "all X: (abroad_lives(X)) => (pays(X, taxes))"),
        ("All invited guests are happy.", "all X: ((invited(X)) & (guest(X))) => (happy(X))"),
        ("All Irish are European.", "all X: (irish(X)) => (european(X))"),
    ]);
}

#[test]
fn verbs_are_compared_too() {
    check(&[
        ("Lena runs faster than Bob.", "runs_faster_than(lena, bob)"),
        (
            "A train arrives earlier than a bus.",
            "all X: (train(X)) => (all Y: (bus(Y)) => (arrives_earlier_than(X, Y)))",
        ),
        (
            "Lena bought a car older than Bob.",
            "some X: (car(X)) & (older_than(X, bob)) & (buys(lena, X))",
        ),
    ]);
}

#[test]
fn makers_are_shared_and_particles_stay_with_their_verb() {
    check(&[
        (
            "The song was written and produced by Lena.",
            "(writes(lena, the_song)) & (produces(lena, the_song)) taking song(the_song)",
        ),
        ("Lena pays the gas bill.", "pays(lena, the_gas_bill) taking gas_bill(the_gas_bill)"),
        (
            "The fan can help cool down milk.",
            "can_help_cool_down(the_fan, milk) taking fan(the_fan)",
        ),
        ("Lena takes vitamin D every day.", "every_day_takes(lena, vitamin_d)"),
        ("Oslo is located northwest of Rome.", "northwest_of(oslo, rome)"),
        ("Every sci-fi movie is long.", "all X: (sci_fi_movie(X)) => (long(X))"),
        ("In Japan, rice is popular.", "popular_in(rice, japan)"),
    ]);
    refused(&["The house was abandoned and bought by Lena."]);
}

#[test]
fn pairs_of_words_join_like_and() {
    check(&[
        ("Lena is not only a singer but also a dancer.", "(singer(lena)) & (dancer(lena))"),
        ("Lena not only sings but also dances.", "(sings(lena)) & (dances(lena))"),
        ("Lena plays chess as well as poker.", "(plays(lena, chess)) & (plays(lena, poker))"),
        ("Lena is rich, whereas Bob is poor.", "(rich(lena)) & (poor(bob))"),
        ("Although Lena is old, she swims.", "(old(lena)) & (swims(lena))"),
        ("Lena neither likes tea nor coffee.", "(~(likes(lena, tea))) & (~(likes(lena, coffee)))"),
        (
            "Lena neither enjoys singing nor dancing.",
            "(~(enjoys_singing(lena))) & (~(enjoys_dancing(lena)))",
        ),
        (
            "Lena has a red or green car.",
            "some X: (car(X)) & ((red(X)) | (green(X))) & (has(lena, X))",
        ),
    ]);
    refused(&["Lena is not only a singer.", "Lena plays as well as Bob."]);
}

#[test]
fn the_same_said_in_other_words_is_one_predicate() {
    check(&[
        ("Oslo is located in Norway.", "in(oslo, norway)"),
        ("Lena is able to swim.", "can_swim(lena)"),
        ("Adam values honesty and values tact.", "(values(adam, honesty)) & (values(adam, tact))"),
        (
            "A man in Rome won a prize.",
            "some X,Y: (man(X)) & (in(X, rome)) & (prize(Y)) & (wins(X, Y))",
        ),
    ]);
}

#[test]
fn several_are_spoken_of_together_or_one_by_one() {
    check(&[
        ("Lena and Bob both sing.", "(sings(lena)) & (sings(bob))"),
        (
            "Lena and Bob each own a car.",
            "some X,Y: (car(X)) & (owns(lena, X)) & (car(Y)) & (owns(bob, Y))",
        ),
        ("Each of the dogs barks.", "all X: (dog(X)) => (barks(X))"),
        ("Neither of the dogs barks.", "all X: (dog(X)) => (~(barks(X)))"),
        ("Neither dog barks.", "all X: (dog(X)) => (~(barks(X)))"),
        ("Whoever sings is happy.", "all X: (sings(X)) => (happy(X))"),
        (
            "Lena and Bob live in the same city.",
            "some X: (city(X)) & (lives_in(lena, X)) & (lives_in(bob, X))",
        ),
    ]);
    refused(&["Lena and Bob do not live in the same city."]);
}
