//! What joined and trailing parts of a sentence belong to: `between A and B`, names beside nouns,
//! clauses and participles after the last noun, owners, times after `by`.

use reasoner::english::read::Reading;
use reasoner::knowledge::Knowledge;
use reasoner::verbalise::{Style, verbalise};

/// The formula of a sentence, and after `taking` what it takes for granted.
fn told(text: &str) -> String {
    let mut knowledge = Knowledge::new();
    match &knowledge.tell(text)[0].reading {
        Reading::Parsed(meaning) => meaning.told(),
        other @ (Reading::Ambiguous(_) | Reading::Rejected(_)) => format!("{other:?}"),
    }
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(told(text), *expected, "{text}");
    }
}

fn not_told(texts: &[&str]) {
    for text in texts {
        let reading = &Knowledge::new().tell(text)[0].reading;
        assert!(!matches!(reading, Reading::Parsed(_)), "{text}: {reading:?}");
    }
}

#[test]
fn between_is_about_both() {
    check(&[
        (
            "The Opera House was built between 1880 and 1885.",
            "built_between_and(opera_house, 1880, 1885)",
        ),
        (
            "All flights between London and Rome are full.",
            "all X: ((flight(X)) & (between_and(X, london, rome))) => (full(X))",
        ),
        (
            "The train runs between Paris and Lyon.",
            "runs_between_and(the_train, paris, lyon) taking train(the_train)",
        ),
        (
            "No train runs between Paris and Lyon.",
            "all X: (train(X)) => (~(runs_between_and(X, paris, lyon)))",
        ),
        (
            "If a lamp is between a chair and a table, it is red.",
            "all X,Y,Z: ((lamp(X)) & (chair(Y)) & (table(Z)) & (between_and(X, Y, Z))) => (red(X))",
        ),
        ("The Brunel Bridge connects Buda and Pest.", "connects_to(brunel_bridge, buda, pest)"),
        (
            "The Brunel Bridge connects the islands of Sorna and Muerta.",
            "connects_to(brunel_bridge, sorna, muerta) taking island(sorna), island(muerta)",
        ),
        ("Leo lived in Rome from 1968 to 1975.", "lives_in_from_to(leo, rome, 1968, 1975)"),
    ]);
    not_told(&[
        "Children between the ages of 6 and 10 ride the bus.",
        "Leo sits between Anna, Otto and Eve.",
        "Leo likes the people of France and Spain.",
    ]);
}

#[test]
fn between_is_said_again() {
    for text in ["Leo is between Anna and Otto.", "The train runs between Paris and Lyon."] {
        let mut knowledge = Knowledge::new();
        knowledge.tell(text);
        let clause = &knowledge.statements()[0].clauses[0];
        assert_eq!(verbalise(clause, Style::Conversational).as_deref(), Some(text));
    }
}

#[test]
fn a_clause_after_two_nouns_is_told_of_one_only_when_the_other_is_ruled_out() {
    not_told(&[
        "Leo saw a film at the cinema that was directed by Anna.",
        "Leo borrowed a book from the library that was written by Anna.",
        "Leo saw a dog in the park that barks.",
    ]);
    check(&[
        (
            "Leo saw a film in Rome that was directed by Anna.",
            "some X: (film(X)) & (in(X, rome)) & (directs(anna, X)) & (sees(leo, X))",
        ),
        (
            "Leo gave a book to a man who sings.",
            "some X,Y: (book(X)) & (man(Y)) & (sings(Y)) & (gives_to(leo, X, Y))",
        ),
        (
            "Leo met a man in a village that is old.",
            "some X,Y: (man(X)) & (village(Y)) & (old(Y)) & (meets_in(leo, X, Y))",
        ),
        (
            "Leo sells cars in a town that is old.",
            "some X: (town(X)) & (old(X)) & (sells_in(leo, cars, X))",
        ),
        (
            "Leo lives in a house that was built by Anna.",
            "some X: (house(X)) & (builds(anna, X)) & (lives_in(leo, X))",
        ),
    ]);
}

#[test]
fn participles_describe_the_noun_before_them() {
    check(&[
        (
            "Anna saw a statue standing in the park.",
            "some X: (statue(X)) & (stands_in(X, the_park)) & (sees(anna, X)) taking park(the_park)",
        ),
        (
            "Mike is an old person living in a stable home.",
            "some X: (old(mike)) & (person(mike)) & (stable(X)) & (home(X)) & (lives_in(mike, X))",
        ),
        (
            "Every person living in Rome is happy.",
            "all X: ((person(X)) & (lives_in(X, rome))) => (happy(X))",
        ),
        (
            "Leo has a sister living in Rome.",
            "some X: (sister(X)) & (lives_in(X, rome)) & (has(leo, X))",
        ),
        (
            "Leo bought a house overlooking the lake.",
            "some X: (house(X)) & (overlooks(X, the_lake)) & (buys(leo, X)) taking lake(the_lake)",
        ),
    ]);
    not_told(&[
        "Leo bought a car and a boat built in Norway.",
        "Leo read a book and a letter written by Anna.",
    ]);
}

#[test]
fn what_is_said_of_a_new_name_is_said() {
    check(&[
        (
            "Lucy has a brother named Max who works in Rome.",
            "(brother(max)) & (works_in(max, rome)) & (has(lucy, max))",
        ),
        (
            "Lucy has a Chilean friend, Carmen.",
            "(chilean(carmen)) & (friend(carmen)) & (has(lucy, carmen))",
        ),
        ("A dog named Rex lives in Rome.", "(dog(rex)) & (lives_in(rex, rome))"),
        ("Anna, a doctor, lives in Rome.", "(doctor(anna)) & (lives_in(anna, rome))"),
        ("There is a man named Leo.", "man(leo)"),
        ("Leo does not have a dog named Rex.", "~((dog(rex)) & (has(leo, rex)))"),
        (
            "The film features a wizard called Orrin who lives in a tower.",
            "some X: (wizard(orrin)) & (tower(X)) & (lives_in(orrin, X)) & (features(the_film, orrin)) \
             taking film(the_film)",
        ),
        ("The dog named Rex is old.", "old(rex) taking dog(rex)"),
        ("Leo lives with his dog, Max.", "lives_with(leo, max) taking dog(max), dog_of(max, leo)"),
    ]);
    not_told(&["Every student has a friend named Leo."]);
}

#[test]
fn names_after_a_count_say_who_they_are() {
    check(&[
        (
            "Leo visited two cities, Rome and Milan.",
            "(city(rome)) & (visits(leo, rome)) & (city(milan)) & (visits(leo, milan))",
        ),
        (
            "Leo was raised by two sisters from Malta, Eve and Anna Vella.",
            "(sister(eve)) & (from(eve, malta)) & (raises(eve, leo)) & (sister(anna_vella)) & \
             (from(anna_vella, malta)) & (raises(anna_vella, leo))",
        ),
        (
            "Leo visited Rome, Milan and Turin.",
            "(visits(leo, rome)) & (visits(leo, milan)) & (visits(leo, turin))",
        ),
    ]);
    not_told(&["Leo lives with his sisters, Anna and Eve.", "Leo met the teachers, Anna and Eve."]);
}

#[test]
fn several_things_are_not_each_of_two_names() {
    check(&[
        (
            "The members of the band are Leo and Otto.",
            "(member_of(leo, the_band)) & (member_of(otto, the_band)) taking band(the_band)",
        ),
        ("Leo's sisters are Anna and Eve.", "(sister_of(anna, leo)) & (sister_of(eve, leo))"),
        ("The capital of France is Paris.", "capital_of(paris, france)"),
        (
            "The members of the band are tall and rich.",
            "(tall(the_members_of_the_band)) & (rich(the_members_of_the_band)) taking \
             band(the_band), members_of(the_members_of_the_band, the_band), \
             member_of(the_members_of_the_band, the_band)",
        ),
    ]);
    not_told(&[
        "The languages spoken in Varnia are Finnish and Russian.",
        "The official languages of Varnia are Varnian and Russian.",
        "The colors of the flag are red and white.",
    ]);
}

#[test]
fn an_owner_is_the_one_beside_it() {
    check(&[
        (
            "The battle was won by the Poles and their Lithuanian allies.",
            "(wins(poles, the_battle)) & (wins(the_lithuanian_allies_of_poles, the_battle)) taking \
             battle(the_battle), lithuanian(the_lithuanian_allies_of_poles), \
             allies_of(the_lithuanian_allies_of_poles, poles), \
             ally_of(the_lithuanian_allies_of_poles, poles)",
        ),
        (
            "The songs were recorded by a band and its producer.",
            "some X,Y: (band(X)) & (records(X, the_songs)) & (producer_of(Y, X)) & \
             (records(Y, the_songs)) taking song(the_songs)",
        ),
        (
            "The children and their dog live in Rome.",
            "(lives_in(the_children, rome)) & (lives_in(the_dog_of_the_children, rome)) taking \
             child(the_children), dog_of(the_dog_of_the_children, the_children)",
        ),
        (
            "Leo and his brother live in Rome.",
            "(lives_in(leo, rome)) & (lives_in(the_brother_of_leo, rome)) taking \
             brother_of(the_brother_of_leo, leo)",
        ),
    ]);
    not_told(&["Eve lost to Anna and her brother.", "Leo invited Anna and their friends."]);
}

#[test]
fn times_and_actions_after_by_do_nothing() {
    check(&[
        ("The road was finished by 1990.", "finished_by(the_road, 1990) taking road(the_road)"),
        ("All tickets were sold by noon.", "all X: (ticket(X)) => (sold_by(X, noon))"),
        (
            "The report must be submitted by Monday.",
            "must_be_submitted_by(the_report, monday) taking report(the_report)",
        ),
        ("The gates are closed by 9 pm.", "closed_by(the_gates, '9_pm') taking gate(the_gates)"),
        ("The book was written by Anna.", "writes(anna, the_book) taking book(the_book)"),
        ("The house was destroyed by fire.", "destroys(fire, the_house) taking house(the_house)"),
        (
            "The problem was solved by adding salt.",
            "solved_by(the_problem, adding_salt) taking problem(the_problem)",
        ),
        ("Leo makes money by selling cars.", "makes_by(leo, money, selling_cars)"),
    ]);
    not_told(&[
        "The song was sung by May.",
        "The problem was solved by adding salt to the water.",
        "Leo became rich by selling cars to tourists.",
    ]);
}

#[test]
fn a_noun_that_may_be_shared_is_not_given_to_one() {
    not_told(&[
        "The site is used by the US Securities and Exchange Commission.",
        "Leo works at the Department of Health and Human Services.",
        "Leo works at Johnson and Johnson.",
        "Leo plays Renaissance and Baroque music.",
        "Leo is not in the FIFA or Pokemon series.",
        "Leo uses a maid or cleaning service.",
        "Leo owns a bus or train company.",
        "Leo knows the history of the Renaissance and other past eras.",
        "Leo likes the capital of France and other cities.",
    ]);
    check(&[
        (
            "Leo likes the music of Bach and other composers.",
            "some X: (music_of(X, bach)) & (music_of(X, other_composers)) & (likes(leo, X))",
        ),
        ("Leo eats apples and other fruit.", "(eats(leo, apples)) & (eats(leo, other_fruit))"),
        ("Leo is an actor and film director.", "(actor(leo)) & (film_director(leo))"),
        (
            "Leo visited France and Great Britain.",
            "(visits(leo, france)) & (visits(leo, great_britain))",
        ),
    ]);
}
