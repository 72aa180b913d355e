//! Which word a phrase, a pronoun or a further noun belongs to.

use reasoner::english::read::Reading;
use reasoner::knowledge::Knowledge;

/// The logic of the last sentence of a text.
fn logic(text: &str) -> Option<String> {
    let told = Knowledge::new().tell(text).pop()?;
    match told.reading {
        Reading::Parsed(meaning) => Some(meaning.formula.to_string()),
        Reading::Ambiguous(_) | Reading::Rejected(_) => None,
    }
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(logic(text).as_deref(), Some(*expected), "{text}");
    }
}

fn refused(cases: &[&str]) {
    for text in cases {
        assert_eq!(logic(text), None, "{text}");
    }
}

#[test]
fn him_and_her_are_not_the_subject_of_their_clause() {
    check(&[
        ("Mona admires Nick and helps him.", "(admires(mona, nick)) & (helps(mona, nick))"),
        (
            "Every student who knows Leo likes him.",
            "all X: ((student(X)) & (knows(X, leo))) => (likes(X, leo))",
        ),
        ("If Anna likes Leo, she helps him.", "(likes(anna, leo)) => (helps(anna, leo))"),
        ("Leo knows Anna. He likes her.", "likes(leo, anna)"),
        ("Leo likes himself.", "likes(leo, leo)"),
        ("Tom lost his hat.", "loses(tom, the_hat_of_tom)"),
    ]);
    refused(&["Leo gave her a book."]);
}

#[test]
fn a_phrase_after_every_says_which() {
    check(&[
        (
            "Emma has visited every museum in Paris.",
            "all X: ((museum(X)) & (in(X, paris))) => (visits(emma, X))",
        ),
        ("Anna put every book on the table.", "all X: (book(X)) => (puts_on(anna, X, the_table))"),
        ("Leo bought a car in Berlin.", "some X: (car(X)) & (buys_in(leo, X, berlin))"),
        (
            "Emma has read a book by Nora Keane.",
            "some X: (book(X)) & (by(X, nora_keane)) & (reads(emma, X))",
        ),
        ("Anna met a man from Spain.", "some X: (man(X)) & (from(X, spain)) & (meets(anna, X))"),
        (
            "Leo is a professor of history at Yale.",
            "(professor_of(leo, history)) & (at(leo, yale))",
        ),
    ]);
}

#[test]
fn a_thing_that_does_something_certain_is_hardly_each_of_them() {
    refused(&[
        "A company owns the stadium.",
        "A river flows through the town.",
        "A man owns a bicycle he bought in Paris.",
        "A street is named after Ida Lund.",
    ]);
    check(&[
        ("A whale lives in the ocean.", "all X: (whale(X)) => (lives_in(X, the_ocean))"),
        ("A bird has wings.", "all X: (bird(X)) => (has(X, wings))"),
        ("A king ruled the land.", "some X: (king(X)) & (rules(X, the_land))"),
    ]);
}

#[test]
fn a_further_noun_is_no_verb_and_no_other_subject() {
    check(&[
        ("The shop sells bread and cakes.", "(sells(the_shop, bread)) & (sells(the_shop, cakes))"),
        (
            "Crispo contains both chocolate and nuts.",
            "(contains(crispo, chocolate)) & (contains(crispo, nuts))",
        ),
        ("Leo drinks milk and sleeps.", "(drinks(leo, milk)) & (sleeps(leo))"),
        (
            "People who eat rice and beans are healthy.",
            "all X: ((eats(X, rice)) & (eats(X, beans))) => (healthy(X))",
        ),
        (
            "Leo is the captain of the team and a singer.",
            "(captain_of(leo, the_team)) & (singer(leo))",
        ),
    ]);
    refused(&["The store sells food and drinks.", "People who eat meat and vegans are hungry."]);
}

#[test]
fn where_something_is_from_is_nobody_who_gets_it() {
    check(&[
        ("Anna sells Dutch cheese.", "sells(anna, dutch_cheese)"),
        ("Anna gave Leo a book.", "some X: (book(X)) & (gives_to(anna, X, leo))"),
    ]);
    // A title of two parts, or two titles.
    refused(&["Karim wrote The Salt Road and Night Harbor."]);
}

#[test]
fn a_condition_needs_no_comma_before_what_opens_a_clause() {
    check(&[
        ("If it rains the street is wet.", "(rains(the_weather)) => (wet(the_street))"),
        ("If Ann sees the dog she feeds it.", "(sees(ann, the_dog)) => (feeds(ann, the_dog))"),
    ]);
}

#[test]
fn a_chain_of_clauses_is_read_or_refused_soon() {
    let chain = |links| format!("Every dog {}barks.", "that chases a cat ".repeat(links));
    assert!(logic(&chain(6)).is_some());
    refused(&[&chain(60)]);
}
