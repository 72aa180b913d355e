//! What comes last after two nouns, and what pronouns, `there` and words of origin stand for.

use reasoner::ask::Verdict;

use crate::told::{answers, check_formulas, check_last, refused};

#[test]
fn what_comes_last_describes_the_noun_that_can_bear_it() {
    check_formulas(&[
        (
            "Tolva is a maker of watches based in Geneva.",
            "(maker_of(tolva, watches)) & (based_in(tolva, geneva))",
        ),
        (
            "Mayfield is a school for girls founded in 1890.",
            "(school(mayfield)) & (for(mayfield, girls)) & (founded_in(mayfield, 1890))",
        ),
        (
            "Ann is a member of a band formed in 2006.",
            "some X: (band(X)) & (formed_in(X, 2006)) & (member_of(ann, X))",
        ),
        (
            "Rex is a book about a city founded in 700.",
            "some X: (book(rex)) & (city(X)) & (founded_in(X, 700)) & (about(rex, X))",
        ),
        (
            "Lorca is a village in the north of Spain with a castle.",
            "some X: (village(lorca)) & (in(lorca, the_north_of_spain)) & (castle(X)) & (has(lorca, X))",
        ),
        (
            "Rex is a producer of cheese that was founded in 1920.",
            "(producer_of(rex, cheese)) & (founded_in(rex, 1920))",
        ),
        (
            "Rex is a ferry between Denmark and Norway built in 1980.",
            "(ferry(rex)) & (between_and(rex, denmark, norway)) & (built_in(rex, 1980))",
        ),
    ]);
    refused(&[
        "Pedalo is a shop for bicycles owned by a family.",
        "Rex is a collection of poems written in 1990.",
        "Rex is a bridge over a river built in 1900.",
        "Rex is a room in a hotel with a pool.",
        "Ann is the daughter of a painter born in Delft.",
        "Ann bought a house in Rome with a garden.",
    ]);
}

#[test]
fn after_a_comma_it_is_said_of_the_subject() {
    check_formulas(&[
        (
            "Corda is a choir from Dublin, founded in 1990.",
            "(choir(corda)) & (from(corda, dublin)) & (founded_in(corda, 1990))",
        ),
        (
            "Ann is a historian and critic from Rome, born in 1970.",
            "(historian(ann)) & (critic(ann)) & (from(ann, rome)) & (born_in(ann, 1970))",
        ),
        (
            "Rex is a novel by Eve Hill, published in 1990.",
            "(novel(rex)) & (by(rex, eve_hill)) & (published_in(rex, 1990))",
        ),
    ]);
    refused(&[
        "Ann is a professor at the University of Leeds, founded in 1904.",
        "Ann lives in a house in Glasgow, built in 1900.",
        "Ann lives in a town in Italy, which is old.",
        "The film premiered in Cannes, directed by Eve Hill.",
    ]);
}

#[test]
fn it_is_rather_the_subject_than_a_place() {
    check_last(&[
        ("The heron lives in Poland. It feeds on fish.", Some("feeds_on(the_heron, fish)")),
        ("Rex is a robot in a factory. It is broken.", Some("broken(rex)")),
        ("Ann lives in Poland. It is a country.", Some("country(poland)")),
        (
            "The company is old. Before its merger, it worked in Oslo.",
            Some("works_in_before(the_company, oslo, the_merger_of_the_company)"),
        ),
        (
            "If a whale lives in Norway, then it eats fish.",
            Some("all X: ((whale(X)) & (lives_in(X, norway))) => (eats(X, fish))"),
        ),
        ("The editor runs on Linux. It was released in 2009.", None),
        ("The ruler is on the desk. It is long.", None),
    ]);
}

#[test]
fn who_was_meant_by_a_pronoun_is_spoken_of_again() {
    check_last(&[
        (
            "Eve is a judge. She lives in Oslo. Her husband sings.",
            Some("sings(the_husband_of_eve)"),
        ),
        (
            "Adeyemi is a judge. She was born in Lagos. Her brother sings.",
            Some("sings(the_brother_of_adeyemi)"),
        ),
        (
            "Otto was a king. After his death, he was buried in Vienna.",
            Some("buried_in_after(otto, vienna, the_death_of_otto)"),
        ),
    ]);
}

#[test]
fn words_of_origin_are_no_names() {
    check_formulas(&[
        ("Alex is Polish.", "polish(alex)"),
        ("Alex is not Danish.", "~(danish(alex))"),
        ("Alex is Argentine or Slovak.", "(argentine(alex)) | (slovak(alex))"),
        ("Some pilots are Catholic.", "some X: (pilot(X)) & (catholic(X))"),
        (
            "Ana is an Argentine novelist and journalist.",
            "(argentine(ana)) & (novelist(ana)) & (journalist(ana))",
        ),
        ("Jan is a Polish former footballer.", "(polish(jan)) & (former_footballer(jan))"),
        ("Clark Kent is Superman.", "same_as(clark_kent, superman)"),
    ]);
}

#[test]
fn there_is_not_left_out_and_amounts_keep_their_words() {
    check_formulas(&[
        ("Ann took the milk there.", "takes(ann, the_milk)"),
        ("The firm employs about 9,000 people.", "employs(the_firm, about_9000_people)"),
        ("The firm has almost twenty shops.", "has(the_firm, nearly_20_shops)"),
        ("Ann wrote about two cities.", "writes_about(ann, '2_cities')"),
    ]);
    refused(&[
        "Anna taught there for twenty years.",
        "Anna was born there.",
        "The band consists of Ann and Bob.",
        "Yusuf applied two days before the deadline.",
    ]);
}

#[test]
fn a_name_between_commas_says_who_is_meant() {
    check_last(&[
        ("Ann is a chemist. Her daughter, Vesna, is a doctor.", Some("doctor(vesna)")),
        ("Tom's brother, Bob, does not sing.", Some("~(sings(bob))")),
        (
            "Eve is a writer. Her first novel, The Weight of Water, was published in 2004.",
            Some("published_in(weight_of_water, 2004)"),
        ),
        ("Tom's dog, Rex, and his cat bark.", None),
    ]);
}

#[test]
fn clauses_after_a_comma_say_more_of_the_name() {
    check_formulas(&[
        (
            "Ann directed Dune, which won a prize in 1990.",
            "some X: (prize(X)) & (wins_in(dune, X, 1990)) & (directs(ann, dune))",
        ),
        ("The opera Aida, which premiered in 1871, is famous.", "famous(aida)"),
        (
            "Ann joined the University of Zagreb, where she taught chemistry for ten years.",
            "(joins(ann, university_of_zagreb)) & (teaches_at_for(ann, chemistry, university_of_zagreb, '10_years'))",
        ),
        (
            "In 1953, Bob moved to Rome, where he was buried.",
            "(moves_to_in(bob, rome, 1953)) & (buried_in(bob, rome))",
        ),
    ]);
    refused(&[
        "Ann left Rome, which surprised Bob.",
        "Ann met Bob, which is nice.",
        "A cat named Garfield, which is old, is orange.",
        "Bob lives in Rome, where nobody works.",
    ]);
}

#[test]
fn infinitives_say_what_a_thing_is_for_and_who_was_first() {
    check_formulas(&[
        (
            "Ann does not need a visa to enter Norland.",
            "~(some X: (visa(X)) & (to_enter(X, norland)) & (needs(ann, X)))",
        ),
        (
            "Every citizen has the right to vote.",
            "all X: (citizen(X)) => (some Y: (right(Y)) & (to_vote(Y)) & (has(X, Y)))",
        ),
        (
            "Ann was the first woman to win the prize.",
            "(woman(ann)) & (wins(ann, the_prize)) & (first_woman_to_win(ann, the_prize))",
        ),
    ]);
    refused(&[
        "Ann was not the first woman to win the prize.",
        "Ann left the band to pursue a career.",
    ]);
}

#[test]
fn years_and_sorts_and_spells_belong_to_what_they_stand_by() {
    check_formulas(&[
        ("Rex is a 1987 drama film.", "(drama_film(rex)) & (from(rex, 1987))"),
        ("The school has about 300 pupils.", "has(the_school, about_300_pupils)"),
        ("Bob works in the admissions office.", "works_in(bob, the_admissions_office)"),
        (
            "All patients have either a bacterial or a viral infection.",
            "all X: (patient(X)) => ((some Y: (bacterial_infection(Y)) & (has(X, Y))) xor (some Z: (viral_infection(Z)) & (has(X, Z))))",
        ),
        (
            "Ann has a red or a green car.",
            "(some X: (red(X)) & (car(X)) & (has(ann, X))) | (some Y: (green(Y)) & (car(Y)) & (has(ann, Y)))",
        ),
        ("Ann does not work five days a week.", "~(five_days_a_week_works(ann))"),
        ("Ann works 40 hours per week in Rome.", "'40_hours_a_week_works_in'(ann, rome)"),
        (
            "All towns with more than 20,000 inhabitants have a court.",
            "all X: ((town(X)) & (has(X, more_than_20000_inhabitants))) => (some Y: (court(Y)) & (has(X, Y)))",
        ),
        ("The bird lays two to four eggs.", "lays(the_bird, '2_to_4_eggs')"),
        (
            "The bridge was destroyed in 1945 and rebuilt in 1950.",
            "(destroyed_in(the_bridge, 1945)) & (rebuilt_in(the_bridge, 1950))",
        ),
        (
            "Dune is a novel about a boy, and it is long.",
            "some X: (novel(dune)) & (boy(X)) & (about(dune, X)) & (long(dune))",
        ),
    ]);
}

#[test]
fn what_was_done_somewhere_or_some_time_was_done() {
    let text = "Tom Wilk played for the club 31 times between 1994 and 2003. \
        The charter was granted in 1412 by King Eric. \
        Quill was originally developed by Leo Kern in 2009. \
        Eve studied at Yale under Bob from 1990 to 1994.";
    answers(
        text,
        &[
            ("Did Tom Wilk play for the club?", Verdict::Yes),
            ("Was the charter granted in 1412?", Verdict::Yes),
            ("Was the charter granted in 1500?", Verdict::Unknown),
            ("Did Leo Kern develop Quill?", Verdict::Yes),
            ("Was Quill developed in 2009?", Verdict::Yes),
            ("Did Eve study at Yale?", Verdict::Yes),
            ("Did Eve study under Bob?", Verdict::Yes),
        ],
    );
}
