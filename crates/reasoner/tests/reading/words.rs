//! Words and short phrases that are easily read as something else: what they mean, and what is
//! refused.

use reasoner::ask::Verdict;

use crate::told::{answers, check_clauses as check, refused};

#[test]
fn plurals_of_nouns_in_ie_keep_their_e() {
    check(&[
        ("All cookies are sweet.", &["sweet(X) :- cookie(X)."]),
        ("All smoothies are sweet.", &["sweet(X) :- smoothie(X)."]),
        ("All hoodies are warm.", &["warm(X) :- hoodie(X)."]),
        ("All cities are large.", &["large(X) :- city(X)."]),
        ("All ties are long.", &["long(X) :- tie(X)."]),
    ]);
}

#[test]
fn not_both_denies_the_two_together() {
    check(&[
        ("Lena and Bob are not both nurses.", &[":- nurse(lena), nurse(bob)."]),
        ("Lena and Bob do not both sing.", &[":- sings(lena), sings(bob)."]),
        ("Lena and Bob are both nurses.", &["nurse(lena).", "nurse(bob)."]),
    ]);
    refused(&["The rules are not both fair."]);
}

#[test]
fn words_that_change_the_noun_stay_with_it() {
    check(&[
        ("Tom is a suspected thief.", &["suspected_thief(tom)."]),
        ("Tom is a possible winner.", &["possible_winner(tom)."]),
        ("Tom is a retired teacher.", &["retired(tom).", "teacher(tom)."]),
    ]);
    answers(
        "Tom is a self-proclaimed king. Bob is an accused thief. Every king is rich. No thief is free.",
        &[("Is Tom a king?", Verdict::Unknown), ("Is Bob a thief?", Verdict::Unknown)],
    );
}

#[test]
fn words_of_a_field_make_one_noun() {
    check(&[
        ("Tom is a tall electrical engineer.", &["tall(tom).", "electrical_engineer(tom)."]),
        ("Electrical engineers are rich.", &["rich(X) :- electrical_engineer(X)."]),
        ("Tom is a criminal lawyer.", &["criminal_lawyer(tom)."]),
        ("The plan is a criminal plan.", &["criminal(the_plan).", "plan(the_plan)."]),
        ("Tom is a political person.", &["political(tom).", "person(tom)."]),
        ("Tom is a beautiful dancer.", &["beautiful(tom).", "dancer(tom)."]),
    ]);
    answers(
        "Tom is a criminal lawyer. Ann is a choral conductor.",
        &[
            ("Is Tom a lawyer?", Verdict::Yes),
            ("Is Tom a criminal?", Verdict::Unknown),
            ("Is Ann a conductor?", Verdict::Yes),
        ],
    );
}

#[test]
fn but_and_except_leave_somebody_out() {
    answers(
        "Everyone but Ann passed. Bob is a student.",
        &[("Did Ann pass?", Verdict::No), ("Did Bob pass?", Verdict::Yes)],
    );
    answers(
        "Nobody but Ann passed. Bob is a student.",
        &[("Did Ann pass?", Verdict::Yes), ("Did Bob pass?", Verdict::No)],
    );
}

#[test]
fn too_and_enough_belong_to_the_adjective() {
    check(&[
        ("Ann is too old.", &["too_old(ann)."]),
        ("Ann is too young to vote.", &["too_young_to_vote(ann)."]),
        ("Ann is old enough to vote.", &["old_enough_to_vote(ann)."]),
        ("Ann is old enough.", &["old_enough(ann)."]),
    ]);
    refused(&["Tom used to smoke.", "Tom used to play tennis."]);
}

#[test]
fn what_is_left_out_is_not_guessed() {
    refused(&[
        "Ann did not pass the test but Bob did.",
        "If Ann passes, then Bob does.",
        "Ann passed, and Bob did too.",
    ]);
    check(&[("Tom does yoga.", &["does(tom, yoga)."])]);
}

#[test]
fn one_of_the_best_is_not_the_best() {
    check(&[
        (
            "The mill is one of the oldest mills in Kent.",
            &["mill(the_mill).", "one_of_the_oldest_mills_of(the_mill, kent)."],
        ),
        ("Ann is one of the best players.", &["one_of_the_best_players(ann)."]),
        ("The team is ranked in the top 100.", &["ranked_in(the_team, top_100)."]),
        ("Ann is best known for Dune.", &["best_known_for(ann, dune)."]),
    ]);
}

#[test]
fn a_time_is_no_part_of_a_place() {
    check(&[(
        "Ann worked at the bank for ten years.",
        &["works_at_for(ann, the_bank, '10_years')."],
    )]);
    refused(&[
        "Julie was in the park before the cinema.",
        "Ann is in the park on Sundays.",
        "Ann is at school in the morning.",
        "Sandra has been a member of the Bundestag since 2013.",
    ]);
}

#[test]
fn a_second_phrase_has_the_same_word() {
    check(&[
        (
            "The frog is found in salt water and not in Peru.",
            &["found_in(the_frog, salt_water).", "-found_in(the_frog, peru)."],
        ),
        ("Ann is good at math but not at art.", &["good_at(ann, math).", "-good_at(ann, art)."]),
        (
            "Ann was either born in Rome or in Paris.",
            &["born_in(ann, rome) xor born_in(ann, paris)."],
        ),
        ("Ann was born in Rome or in Paris.", &["born_in(ann, rome) ; born_in(ann, paris)."]),
        (
            "Ann is neither interested in music nor in art.",
            &["-interested_in(ann, music).", "-interested_in(ann, art)."],
        ),
        ("Tom is managed by Ann and in Paris.", &["manages(ann, tom).", "in(tom, paris)."]),
    ]);
}

#[test]
fn a_verb_after_a_name_is_no_noun() {
    check(&[
        (
            "Every frog found in Peru lives in water.",
            &["lives_in(X, water) :- frog(X), found_in(X, peru)."],
        ),
        ("No doctor trained in Peru works.", &["-works(X) :- doctor(X), trained_in(X, peru)."]),
    ]);
    answers("Paul drinks milk.", &[("Is it true that Paul drinks milk?", Verdict::Yes)]);
}

#[test]
fn by_after_a_passive_tells_who_does_it() {
    check(&[(
        "The prize is awarded to novelists by the city of Oldenburg.",
        &["awards_to(oldenburg, the_prize, novelists)."],
    )]);
}

#[test]
fn conditions_can_be_asked_about() {
    answers(
        "Every cat is a pet. Tom is tall if and only if Tom is old.",
        &[
            ("Is it true that if Rex is a cat, then Rex is a pet?", Verdict::Yes),
            ("Is it true that Tom is tall if and only if Tom is old?", Verdict::Yes),
        ],
    );
}

#[test]
fn an_owner_may_be_shared() {
    check(&[(
        "The mother and father of Tom are rich.",
        &["rich(the_mother_of_tom).", "rich(the_father_of_tom)."],
    )]);
    refused(&[
        "Tom and only Tom passed.",
        "There is only one student in the class.",
        "Medical and dental students work.",
    ]);
}
