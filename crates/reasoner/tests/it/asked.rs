//! The questions a new user tries first, at the service's boundary: each after a text that answers
//! it, and those that are not to be answered.

use serde_json::{Value, json};

use crate::logic::{Told, told};

async fn found(told: &Told, question: &str) -> Vec<Value> {
    let answer = told.ask(question).await;
    let bindings = answer["bindings"].as_array().cloned().unwrap_or_default();
    bindings
        .iter()
        .flat_map(|b| b.as_object().into_iter().flat_map(|o| o.values().cloned()))
        .collect()
}

/// Questions to one text, and what is found.
async fn finds(text: &str, cases: &[(&str, &[&str])]) {
    let told = told(text).await;
    for (question, expected) in cases {
        let expected: Vec<Value> = expected.iter().map(|name| json!(name)).collect();
        assert_eq!(found(&told, question).await, expected, "{text} {question}");
    }
}

/// Questions to one text, and what they come to.
async fn comes_to(text: &str, cases: &[(&str, &str)]) {
    let told = told(text).await;
    for (question, verdict) in cases {
        let answer = told.ask(question).await;
        assert_eq!(answer["verdict"], *verdict, "{text} {question}: {answer}");
    }
}

#[tokio::test]
async fn what_and_whom_ask_for_subjects_and_objects() {
    finds("The cow eats the grass.", &[("What eats the grass?", &["the_cow"])]).await;
    finds("The lamp stands on the table.", &[("What stands on the table?", &["the_lamp"])]).await;
    finds(
        "Peter loves Mary.",
        &[("Whom does Peter love?", &["mary"]), ("Who does Peter love?", &["mary"])],
    )
    .await;
    finds(
        "The window is open. The door is closed.",
        &[("Which is open?", &["the_window"]), ("What's open?", &["the_window"])],
    )
    .await;
    finds(
        "Ann gave Bob a book.",
        &[("Whom did Ann give a book?", &["bob"]), ("To whom did Ann give a book?", &["bob"])],
    )
    .await;
    finds("My dog is called Rex.", &[("What is my dog called?", &["rex"])]).await;
}

#[tokio::test]
async fn a_preposition_may_stand_before_what_is_asked_for() {
    finds("Rex belongs to Ann.", &[("To whom does Rex belong?", &["ann"])]).await;
    finds("Romeo loves Juliet.", &[("By whom is Juliet loved?", &["romeo"])]).await;
    finds("Ann bought a car from Bob.", &[("From whom did Ann buy a car?", &["bob"])]).await;
    finds(
        "Ann lives in Paris. Paris is a big city.",
        &[
            ("In which city does Ann live?", &["paris"]),
            ("In which big city does Ann live?", &["paris"]),
            ("Which big city does Ann live in?", &["paris"]),
        ],
    )
    .await;
}

#[tokio::test]
async fn the_time_may_be_asked_for_by_its_kind() {
    finds(
        "The meeting starts at 9 am.",
        &[
            ("What time does the meeting start?", &["'9_am'"]),
            ("At what time does it start?", &["'9_am'"]),
        ],
    )
    .await;
    finds("The meeting is on Monday.", &[("What day is the meeting?", &["monday"])]).await;
    finds(
        "Tom was born in 1990.",
        &[("What year was Tom born in?", &["1990"]), ("In which year was Tom born?", &["1990"])],
    )
    .await;
}

#[tokio::test]
async fn any_asks_for_one_and_a_name_ends_where_another_begins() {
    comes_to(
        "Eric manages Ann. Ann manages nobody.",
        &[
            ("Does Eric manage anyone?", "yes"),
            ("Does Ann manage anyone?", "no"),
            ("Does Eric manage any dog?", "unknown"),
        ],
    )
    .await;
    comes_to(
        "Ann is Bob's sister. Carl is a friend of Eve.",
        &[
            ("Is Ann Bob's sister?", "yes"),
            ("Is Ann not Bob's sister?", "no"),
            ("Is Carl Ann's friend?", "unknown"),
            ("Is Carl Eve's friend?", "yes"),
        ],
    )
    .await;
    comes_to(
        "Ann is 30. Bob is 20 years old.",
        &[
            ("Is Ann 30?", "yes"),
            ("Is Ann 30 years old?", "yes"),
            ("Is Bob 20?", "yes"),
            ("Is Bob older than Ann?", "no"),
        ],
    )
    .await;
    finds("Ann is 30. Bob is 20.", &[("Who is 20?", &["bob"])]).await;
    finds("I am 30.", &[("How old am I?", &["'30_years'"])]).await;
}

#[tokio::test]
async fn a_contracted_denial_before_the_subject_asks_whether_it_is_so() {
    comes_to(
        "Ann is happy. Bob does not sing.",
        &[
            ("Isn't Ann happy?", "yes"),
            ("Doesn't Bob sing?", "no"),
            ("Isn't Bob happy?", "unknown"),
        ],
    )
    .await;
    finds(
        "Ann likes tea but not coffee.",
        &[
            ("What doesn't Ann like?", &["coffee"]),
            ("Who doesn't like coffee?", &["ann"]),
            ("Who doesn't like tea?", &[]),
        ],
    )
    .await;
}

#[tokio::test]
async fn where_a_kind_does_something_is_one_place_for_all() {
    finds("Fish live in water. Nemo is a fish.", &[("Where do fish live?", &["water"])]).await;
}

#[tokio::test]
async fn what_several_have_together_is_not_counted() {
    for (text, question) in [
        ("Ann has 5 apples. Bob has 3 apples.", "How many apples do Ann and Bob have?"),
        ("A triangle has three sides.", "How many sides does a triangle have?"),
    ] {
        assert!(told(text).await.try_ask(question).await.is_err(), "{question}");
    }
}

#[tokio::test]
async fn what_was_lost_sold_or_eaten_is_had_no_longer() {
    comes_to(
        "Tom has a key. Tom lost his key.",
        &[
            ("Does Tom have his key?", "no"),
            ("Does Tom have the key?", "no"),
            ("Does Tom have a key?", "unknown"),
            ("Did Tom lose his key?", "yes"),
        ],
    )
    .await;
    comes_to("Ann has a cake. She ate it.", &[("Does Ann have the cake?", "no")]).await;
    comes_to("Ann has a car. Ann sells cars.", &[("Does Ann have a car?", "yes")]).await;
    comes_to(
        "Ann has a car. Ann sold the car. Ann bought the car back.",
        &[("Does Ann have the car?", "yes")],
    )
    .await;
    comes_to("Ann lost her brother.", &[("Does Ann have a brother?", "yes")]).await;
    finds(
        "Ann has a car. Ann sold the car to Bob. Bob sold the car to Eve.",
        &[("Who has the car?", &["eve"])],
    )
    .await;
    let told =
        told("Ann has 5 apples. Bob has 3 apples. Ann ate 2 apples. Ann ate 2 apples.").await;
    assert_eq!(told.ask("How many apples does Ann have?").await["count"], 1);
    assert_eq!(told.ask("How many apples does Bob have?").await["count"], 3);
}

#[tokio::test]
async fn what_somebody_has_is_theirs_from_then_on() {
    let told = told("Tom has a key. Tom's key is red.").await;
    assert_eq!(told.ask("Does Tom have a red key?").await["verdict"], "yes");
    assert_eq!(told.ask("Is Tom's key red?").await["verdict"], "yes");
}

#[tokio::test]
async fn a_comparison_by_so_much_is_a_comparison() {
    comes_to(
        "Ann is 3 years older than Bob. Bob is much older than Carl.",
        &[
            ("Is Ann older than Bob?", "yes"),
            ("Is Ann 3 years older than Bob?", "yes"),
            ("Is Bob older than Ann?", "no"),
            ("Is Ann older than Carl?", "yes"),
            ("Is Carl younger than Ann?", "yes"),
            ("Is Ann 4 years older than Bob?", "unknown"),
        ],
    )
    .await;
    finds("Ann is 3 years older than Bob.", &[("Who is older than Bob?", &["ann"])]).await;
}

#[tokio::test]
async fn permissions_are_one_however_they_are_said() {
    comes_to(
        "Members are allowed to use the pool. Ann is a member. Visitors must not use the pool. \
         Bob is a visitor.",
        &[
            ("May Ann use the pool?", "yes"),
            ("Is Ann permitted to use the pool?", "yes"),
            ("May Bob use the pool?", "no"),
            ("Is Bob allowed to use the pool?", "no"),
            ("Is Eve allowed to use the pool?", "unknown"),
        ],
    )
    .await;
    let read = told("Bob is not allowed to drive.").await;
    let answer = read.ask("May Bob drive?").await;
    assert_eq!(answer["answer"], "No. Bob is not allowed to drive.", "{answer}");
}
