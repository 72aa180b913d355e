//! What is hedged, foretold, reported or said of `it` and `she`: nothing is taken for more than it
//! says, and nobody for somebody else.

use reasoner::ask::Verdict;
use reasoner::english::tokens::sentences;
use reasoner::knowledge::Knowledge;

use crate::told::{answers, check_clauses as check};

/// The last sentence of each text is not read in one way.
fn refused(texts: &[&str]) {
    for text in texts {
        let told = Knowledge::new().tell(text).pop();
        assert!(told.is_some_and(|told| told.statement.is_none()), "{text}");
    }
}

#[test]
fn an_adverb_before_a_name_is_no_part_of_it() {
    refused(&[
        "Perhaps Ben is a thief.",
        "Maybe Ben Smith is a thief.",
        "Probably Ben is a thief.",
        "Allegedly Ben stole a car.",
        "Apparently Ben is not a thief.",
        "Once Ben was a thief.",
        "Rarely Ben sings.",
        "Almost Ben won.",
        "Perhaps Rose is a thief.",
        "Suppose Ben is a thief.",
    ]);
    check(&[
        ("Rose Smith is a thief.", &["thief(rose_smith)."]),
        ("Grant Wood is a painter.", &["painter(grant_wood)."]),
        ("Emily Stone is a nurse.", &["nurse(emily_stone)."]),
        ("Sally is a nurse.", &["nurse(sally)."]),
    ]);
}

#[test]
fn he_and_she_go_with_names_and_roles() {
    check(&[
        ("Peter called Maria. She was asleep.", &["calls(peter, maria).", "asleep(maria)."]),
        ("Maria called Peter. He was asleep.", &["calls(maria, peter).", "asleep(peter)."]),
        (
            "Tom met Ann. He liked her. She left.",
            &["meets(tom, ann).", "likes(tom, ann).", "leaves(ann)."],
        ),
        (
            "The queen met the king. He bowed. She smiled.",
            &["meets(the_queen, the_king).", "bows(the_king).", "smiles(the_queen)."],
        ),
        ("Zork lives in Paris. He is tall.", &["lives_in(zork, paris).", "tall(zork)."]),
        ("Ann wrote Dune. She is tall.", &["writes(ann, dune).", "tall(ann)."]),
        ("Zork wrote Dune. He is tall.", &["writes(zork, dune).", "tall(zork)."]),
        ("I met Ann. She is tall.", &["meets(the_user, ann).", "tall(ann)."]),
    ]);
    answers(
        "My brother Tom has a wife. She is a lawyer.",
        &[("Is Tom a lawyer?", Verdict::Unknown)],
    );
    answers(
        "Mary gave John a book. He read it.",
        &[("Did John read a book?", Verdict::Yes), ("Did Mary read a book?", Verdict::Unknown)],
    );
}

#[test]
fn two_who_may_be_meant_are_too_many() {
    refused(&[
        "Gus met Hal. He was angry.",
        "Ann called Maria. She was asleep.",
        "The teacher met the doctor. She was angry.",
        "Zork met Blorg. He was angry.",
        "Kim met Maria. She was angry.",
        "Maria arrived. He was late.",
        "Tom gave Bob his book.",
    ]);
}

#[test]
fn they_are_the_two_who_were_named() {
    check(&[
        ("Tom met Ann. They left.", &["meets(tom, ann).", "leaves(tom).", "leaves(ann)."]),
        (
            "Tom and Ann sang. They left.",
            &["sings(tom).", "sings(ann).", "leaves(tom).", "leaves(ann)."],
        ),
    ]);
}

#[test]
fn what_seems_so_need_not_be_so() {
    answers(
        "Flo looks ill. Gus seems rich. The cake smells good. Dan stays calm.",
        &[
            ("Is Flo ill?", Verdict::Unknown),
            ("Is Gus rich?", Verdict::Unknown),
            ("Is the cake good?", Verdict::Unknown),
            ("Does Flo look ill?", Verdict::Yes),
        ],
    );
}

#[test]
fn what_will_be_is_not_yet_so() {
    answers(
        "Ann will be a doctor. Ann will marry Bob. Cal would like a beer. Bob will not sing.",
        &[
            ("Is Ann a doctor?", Verdict::Unknown),
            ("Will Ann be a doctor?", Verdict::Yes),
            ("Did Ann marry Bob?", Verdict::Unknown),
            ("Will Ann marry Bob?", Verdict::Yes),
            ("Does Cal like a beer?", Verdict::Unknown),
            ("Does Bob sing?", Verdict::Unknown),
            ("Will Bob sing?", Verdict::No),
        ],
    );
    answers(
        "Ann is not a doctor. Ann will be a doctor.",
        &[("Is Ann a doctor?", Verdict::No), ("Will Ann be a doctor?", Verdict::Yes)],
    );
}

#[test]
fn what_is_partly_to_come_is_refused() {
    refused(&[
        "Ann is a nurse and will be a doctor.",
        "Ann will come and is happy.",
        "The man who will come is tall.",
        "Ann met the man who will come.",
    ]);
    check(&[
        ("Ann will sing and dance.", &["will_sing(ann).", "will_dance(ann)."]),
        ("Ann will be the mother of Bob.", &["will_be_mother_of(ann, bob)."]),
        ("Ann will be taller than Bob.", &["will_be_taller_than(ann, bob)."]),
        ("All students will pass.", &["passes(X) :- student(X)."]),
        ("Ann will pass if she works.", &["passes(ann) :- works(ann)."]),
    ]);
}

#[test]
fn rules_go_on_into_the_future() {
    answers(
        "If it rains, the match will be cancelled. It rains.",
        &[("Will the match be cancelled?", Verdict::Yes)],
    );
    answers(
        "If it rains, the match will be cancelled. It will rain.",
        &[
            ("Will the match be cancelled?", Verdict::Yes),
            ("Is the match cancelled?", Verdict::Unknown),
            ("Is it raining?", Verdict::Unknown),
            ("Will it rain?", Verdict::Yes),
        ],
    );
}

#[test]
fn what_somebody_says_is_not_said() {
    refused(&[
        "The doctor told Anna that Ben is ill.",
        "The man promised that Carl is rich.",
        "Everyone promised that Carl is rich.",
        "Ann warned the boy that the dog bites.",
        "The teacher told every student that the test is hard.",
    ]);
    check(&[("Ann told Bob that story.", &["tells_to(ann, the_story, bob)."])]);
    answers(
        "Ann told a story that Bob likes. Ann knows the man that Eve likes.",
        &[("Does Bob like a story?", Verdict::Yes), ("Does Eve like a man?", Verdict::Yes)],
    );
}

#[test]
fn now_is_no_thing() {
    check(&[
        ("Bob is not happy now.", &["-happy(bob)."]),
        ("Bob is happy now.", &["happy(bob)."]),
        ("Bob is not a nurse now.", &["-nurse(bob)."]),
        ("Ann sings now.", &["sings(ann)."]),
    ]);
}

#[test]
fn it_may_stand_for_nothing() {
    refused(&[
        "The dog sleeps. It is forbidden to smoke.",
        "The dog sleeps. It is nice to swim.",
        "The shop is open unless it is a holiday.",
        "The shop is open if it is Monday.",
    ]);
    check(&[
        ("The dog is old. It is ready to sleep.", &["old(the_dog).", "ready_to_sleep(the_dog)."]),
        ("It is cold.", &["cold(the_weather)."]),
    ]);
}

#[test]
fn a_full_stop_may_shorten_a_word() {
    check(&[
        ("Mt. Fuji is high.", &["high(mt_fuji)."]),
        ("Lt. Col. Ray is tall.", &["tall(lt_col_ray)."]),
        ("The shop opens at 9 a.m.", &["opens_at(the_shop, '9_am')."]),
        ("The shop opens at 9 a.m. on Monday.", &["opens_at_on(the_shop, '9_am', monday)."]),
        ("A is bigger than B. B is bigger than C.", &["bigger_than(a, b).", "bigger_than(b, c)."]),
        ("(a) Ann sings. (b) Bob dances.", &["sings(ann).", "dances(bob)."]),
    ]);
    for (text, expected) in [
        ("The car weighs approx. 500 kilograms.", 1),
        ("The author J. K. Rowling sings. John F. Kennedy sleeps.", 2),
        ("A man met J. Smith. He sings.", 2),
    ] {
        assert_eq!(sentences(text).len(), expected, "{text}");
    }
}

#[test]
fn whose_it_is_is_no_thing() {
    check(&[("Bob is a neighbour of mine.", &["neighbour_of(bob, the_user)."])]);
    refused(&[
        "This book is yours.",
        "This book is mine.",
        "A person's mother's brother is that person's uncle.",
    ]);
}

#[test]
fn good_is_good_at_what_is_said() {
    answers(
        "Rob is a good cook. Rob is a driver. Tom is a good man.",
        &[
            ("Is Rob a good cook?", Verdict::Yes),
            ("Is Rob a cook?", Verdict::Yes),
            ("Is Rob a good driver?", Verdict::Unknown),
            ("Is Tom good?", Verdict::Yes),
        ],
    );
}
