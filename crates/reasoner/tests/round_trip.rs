//! Whatever is verbalised is read back as the same clause; clauses are generated.

use proptest::prelude::*;
use reasoner::knowledge::Knowledge;
use reasoner::logic::{Atom, Clause, Literal, Term};
use reasoner::verbalise::{Style, canonical, verbalise};

const ONE: &[&str] = &[
    "human",
    "mortal",
    "cold",
    "dog",
    "wumpus",
    "barks",
    "sleeps",
    "tall",
    "tennis_player",
    "can_swim",
    "hard_works",
    "second_oldest",
    "third_leftmost",
];
const TWO: &[&str] = &[
    "chases",
    "likes",
    "lives_in",
    "in",
    "left_of",
    "older_than",
    "more_expensive_than",
    "afraid_of",
    "mother_of",
    "looks_at",
    "regularly_drinks",
    "wants_to_help",
    "owned_by",
];
const THREE: &[&str] = &["gives_to", "buys_from", "meets_in"];
const THINGS: &[&str] = &["bob", "ann", "the_cat", "the_bald_eagle", "mice", "new_york"];

fn term(variables: u32) -> impl Strategy<Value = Term> {
    prop_oneof![
        2 => prop::sample::select(THINGS).prop_map(Term::constant),
        3 => (0..variables.max(1)).prop_map(Term::Variable),
    ]
}

fn literal(variables: u32) -> impl Strategy<Value = Literal> {
    let atom = prop_oneof![
        (prop::sample::select(ONE), prop::collection::vec(term(variables), 1)),
        (prop::sample::select(&TWO[..12]), prop::collection::vec(term(variables), 2)),
        (prop::sample::select(THREE), prop::collection::vec(term(variables), 3)),
    ];
    (any::<bool>(), atom).prop_map(|(positive, (name, arguments))| Literal {
        positive,
        atom: Atom::new(name, arguments),
    })
}

fn clause() -> impl Strategy<Value = Clause> {
    let body = |n| prop::collection::vec(literal(2), n);
    prop_oneof![
        literal(1).prop_map(|head| Clause::Rule { head, body: Vec::new() }),
        (literal(2), body(1..4)).prop_map(|(head, body)| Clause::Rule { head, body }),
        (body(2..3), body(1..2), any::<bool>())
            .prop_map(|(heads, body, exclusive)| Clause::Choice { heads, body, exclusive }),
        body(2..4).prop_map(Clause::Never),
    ]
}

/// Whether English can say it: a variable is first met as a subject or in something affirmed,
/// the consequence speaks of nothing new, and no kind is a subject.
fn is_sayable(clause: &Clause) -> bool {
    let (body, heads): (&[Literal], &[Literal]) = match clause {
        Clause::Rule { head, body } => (body, std::slice::from_ref(head)),
        Clause::Choice { heads, body, .. } => (body, heads),
        Clause::Never(body) => (body, &[]),
        Clause::Default { .. } | Clause::Formula(_) => return false,
    };
    let mut met = std::collections::BTreeSet::new();
    for literal in body {
        for (place, argument) in literal.atom.arguments.iter().enumerate() {
            let Term::Variable(variable) = argument else { continue };
            if !met.contains(variable) && !literal.positive && place > 0 {
                return false;
            }
            met.insert(*variable);
        }
    }
    let kind_subject = |l: &Literal| l.atom.arguments.first() == Some(&Term::constant("mice"));
    let fact = body.is_empty();
    let known = |l: &Literal| {
        l.atom.variables().iter().all(|v| met.contains(v))
            || (fact && l.atom.arguments.iter().skip(1).all(Term::is_ground))
    };
    heads.iter().all(known) && !body.iter().chain(heads).any(kind_subject)
}

fn read(text: &str) -> Vec<Clause> {
    let mut knowledge = Knowledge::new();
    knowledge.tell(text);
    let statements = knowledge.statements();
    statements
        .iter()
        .flat_map(|s| s.clauses[..s.clauses.len() - s.meaning.presupposed.len()].to_vec())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn reading_undoes_verbalising(clause in clause(), formal in any::<bool>()) {
        let style = if formal { Style::Formal } else { Style::Conversational };
        if let Some(text) = verbalise(&clause, style) {
            let found: Vec<Clause> = read(&text).iter().map(canonical).collect();
            prop_assert_eq!(found, vec![canonical(&clause)], "{}", text);
        }
    }
}

#[test]
fn every_kind_of_clause_has_a_sentence() {
    let cases = [
        ("human(socrates).", "Socrates is a human."),
        ("-eats(the_cat, mice).", "The cat does not eat mice."),
        ("mortal(X) :- human(X).", "Every human is mortal."),
        (
            "-green(X) :- kind(X), sees(X, the_cat).",
            "If something is kind and it sees the cat then it is not green.",
        ),
        ("fears(Y, X) :- chases(X, Y).", "If something X chases something W then W fears X."),
        ("tall(bob) xor rich(bob).", "Either Bob is tall or Bob is rich."),
        (
            ":- dog(X), cat(Y), likes(X, Y).",
            "It is not true that something X is a dog and something W is a cat and X likes W.",
        ),
        ("gives_to(fred, the_football, jeff).", "Fred gives the football to Jeff."),
        ("third_leftmost(the_raven).", "The raven is the third from the left."),
    ];
    for (logic, english) in cases {
        let clauses = read(english);
        assert_eq!(
            clauses.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [logic],
            "{english}"
        );
        let text = verbalise(&clauses[0], Style::Conversational);
        assert!(text.is_some(), "{logic}");
        let back: Vec<Clause> = read(&text.unwrap_or_default()).iter().map(canonical).collect();
        assert_eq!(back, [canonical(&clauses[0])], "{logic}");
    }
}

#[test]
fn most_generated_clauses_have_a_sentence() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let total = 400;
    let generated: Vec<Clause> = (0..total)
        .filter_map(|_| clause().new_tree(&mut runner).ok())
        .map(|tree| tree.current())
        .filter(is_sayable)
        .collect();
    let total = generated.len();
    let silent: Vec<String> = generated
        .iter()
        .filter(|c| verbalise(c, Style::Formal).is_none())
        .map(ToString::to_string)
        .collect();
    assert!(
        total > 100 && silent.len() * 100 <= total * 5,
        "{} of {total}: {silent:#?}",
        silent.len()
    );
}
