//! Attacks on the engine, each from a seed: texts for the reader, programs for the solver under
//! small budgets, changed proofs for the checker. A panic, a hang or an answer that breaks its
//! promise is a failure; shared by the bounded tests and the long campaign.

#![expect(clippy::expect_used, reason = "what a test needs and does not find must stop it")]

use crate::generate;
use crate::random::Random;
use prolog::check::check;
use prolog::{Budget, ClauseId, Options, Origin, Program, Proof, Session, Step, Term};
use std::time::Duration;

const NASTY: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    ",",
    ".",
    ". ",
    ":-",
    "-->",
    "\\",
    "'",
    "\"",
    "`",
    "0'",
    "0x",
    "1.0e",
    "/*",
    "*/",
    "%",
    "\n",
    "\0",
    "_",
    "X",
    "é",
    "日",
    "\u{202e}",
    "- 1",
    "-(",
    "f(",
    "$",
    "1r3",
    "1.0Inf",
    ":- op(700, xfx, ==>).\n",
    ":- op(0, xfx, =).\n",
    "\\x",
    "\\u12",
    "''",
    "\"\"",
    "^",
    "a:b:c",
];

/// A text made of pieces of the seeds and of trouble.
pub(crate) fn text(seed: u64, seeds: &[String]) -> String {
    let mut random = Random::new(seed);
    let mut bytes: Vec<u8> = if random.chance(20) || seeds.is_empty() {
        (0..random.below(200)).map(|_| random.next() as u8).collect()
    } else {
        slice(&mut random, &seeds[seed as usize % seeds.len()])
    };
    for _ in 0..random.below(8) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => {
                let piece = NASTY[random.below(NASTY.len())].bytes();
                bytes.splice(at..at, piece);
            }
            1 => {
                let end = (at + random.below(12)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let end = (at + random.below(30)).min(bytes.len());
                let copy = bytes[at..end].repeat(1 + random.below(4));
                bytes.splice(at..at, copy);
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random.next() as u8;
                }
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn slice(random: &mut Random, text: &str) -> Vec<u8> {
    let start = random.below(text.len());
    let end = (start + random.below(400)).min(text.len());
    text.as_bytes()[start..end].to_vec()
}

/// What the hard goals rest on.
const EXTRA: &str = ":- dynamic edge/2, seen/1.
:- table path/2, win/1.
path(X, Y) :- edge(X, Y).
path(X, Y) :- path(X, Z), edge(Z, Y).
win(X) :- edge(X, Y), \\+ win(Y).
twice(0, T, T) :- !.
twice(N, T, R) :- M is N - 1, twice(M, f(T, T), R).
count(N) :- between(1, inf, N), N < 0.
cleaned(X) :- setup_call_cleanup(true, member(X, [1, 2, 3]), edge(_, _)).
";

/// Goals that are long inside one built-in, cyclic, tabled or clean up after themselves.
const HARD: &[&str] = &[
    "count(N)",
    "length(L, N), N > 100000",
    "numlist(1, 50000, L), msort(L, M), sort(0, @>=, L, N)",
    "X is 3 ** 100000 mod 1000007, Y is gcd(7 ** 5000, 3 ** 9000)",
    "X is 7 ** 20000, atom_length(X, N), atom_number(A, X)",
    "twice(40, a, T), copy_term(T, U)",
    "twice(40, a, T), ground(T), T == T, write(T)",
    "twice(12, X, T), term_variables(T, V), assertz(seen(T)), seen(U)",
    "X = f(X, Y), Y = g(X), X == Y, write(X)",
    "path(X, Y), assertz(edge(Y, X)), path(Y, Z)",
    "path(0, Y), retract(edge(0, Y)), findall(A-B, path(A, B), L)",
    "win(X), \\+ win(Y)",
    "cleaned(X), !",
    "cleaned(X), X > 1, throw(ball)",
    "catch((cleaned(X), cleaned(Y), X > Y, throw(ball)), _, path(0, 1))",
    "T = t(0), ( between(1, 2000, X), nb_setarg(1, T, f(X, _, T)), fail ; arg(1, T, V) )",
    "atom_codes(A, \"abc\"), ( repeat, atom_concat(A, A, B), atom_length(B, N), N > 100 )",
    "findall(X-Y, (between(1, 300, X), between(1, 300, Y)), L), length(L, N)",
    "format(\"~t~w~30000|~a~n\", [a, b]), tab(100000)",
    "numlist(1, 20000, L), atomic_list_concat(L, ',', A), atomic_list_concat(B, ',', A)",
    "numlist(1, 3000, L), sub_atom(abcabcabc, B, _, 0, S), term_to_atom(L, A), term_to_atom(T, A)",
    "bagof(X-Y, path(X, Y), L), setof(X, Y ^ path(X, Y), M)",
    "retract(edge(X, Y)), asserta(edge(Y, X)), fail ; path(A, B)",
];

/// CPU time of this thread, so that a busy machine is not taken for a slow engine.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text.split(' ').next().and_then(|n| n.parse().ok());
    Duration::from_nanos(spent.unwrap_or(0))
}

/// The reader takes any text; what it reads it can write and read again.
pub(crate) fn reader(seed: u64, seeds: &[String]) {
    let text = text(seed, seeds);
    let started = cpu_time();
    if let Ok(term) = Term::parse(&text) {
        let written = term.to_string();
        let again = Term::parse(&written);
        let same = again.as_ref().is_ok_and(|again| again.to_string() == written);
        assert!(same, "seed {seed}: {text:?} was written as {written:?}, read as {again:?}");
    }
    let mut session = Session::new(&Program::empty());
    // A directive may run for ever.
    let budget = Budget { inferences: 100_000, cells: 1 << 22, ..Budget::default() };
    drop(session.consult_with(&text, Origin::default(), budget));
    usable(&mut session, seed);
    assert!(cpu_time() < started + Duration::from_secs(10), "seed {seed}: slow on {text:?}");
}

/// Random programs with unbounded recursion stop at their budget and leave the session usable.
pub(crate) fn solver(seed: u64) {
    let mut random = Random::new(seed ^ 0xF00D);
    let (mut program, mut goals) = split(&generate::paragraph(seed));
    for arity in 1..=3 {
        let args = ["X", "Y", "f(X)"][..arity].join(", ");
        let calls = ["p0(X, Y)", "p1(Y)", "p2(X)", "p0(Z), p1(Z, X)", "p3(X, Y, f(X))"];
        program.push_str(&format!("p5({args}) :- {}.\n", calls[random.below(calls.len())]));
    }
    program.push_str("p0(X) :- p0(f(X)).\np1(X, Y) :- p1(Y, [X|Y]) ; p2(X, Y).\n");
    program.push_str(EXTRA);
    for _ in 0..random.below(12) {
        let (from, to) = (random.below(6), random.below(6));
        program.push_str(&format!("edge({from}, {to}).\n"));
    }
    goals.extend((0..2).map(|_| HARD[random.below(HARD.len())].to_owned()));
    let mut session = Session::new(&Program::empty());
    if session.consult(&program).is_err() {
        return;
    }
    for goal in goals {
        let budget = Budget {
            inferences: 1 + random.below(30_000) as u64,
            cells: 1 << (10 + random.below(9)),
            depth: 1 << (4 + random.below(10)),
            answers: 1 + random.below(50),
            wall: Some(Duration::from_millis(500)),
            output: 1 << 12,
            cancel: None,
        };
        let started = cpu_time();
        bounded(&mut session, &goal, &budget, seed);
        assert!(cpu_time() < started + Duration::from_secs(3), "seed {seed}: `{goal}` overran");
        usable(&mut session, seed);
    }
}

fn bounded(session: &mut Session, goal: &str, budget: &Budget, seed: u64) {
    let Ok(mut query) = session.query(goal, budget.clone()) else { return };
    let mut answers = 0;
    for item in &mut query {
        match item {
            Ok(_) => answers += 1,
            Err(_) => break,
        }
    }
    let spent = query.spent();
    assert!(answers <= budget.answers, "seed {seed}: {answers} answers");
    assert!(spent.inferences <= budget.inferences, "seed {seed}: {spent:?} over {budget:?}");
    assert!(spent.output <= budget.output, "seed {seed}: {spent:?} over {budget:?}");
    assert!(query.output().len() <= budget.output, "seed {seed}: output over its budget");
}

fn split(paragraph: &str) -> (String, Vec<String>) {
    let mut program = String::new();
    let mut goals = Vec::new();
    for line in paragraph.lines() {
        if let Some(clause) = line.strip_prefix("| ") {
            program.push_str(clause);
            program.push('\n');
        } else if let Some(goal) = line.strip_prefix("? ") {
            goals.push(goal.to_owned());
        }
    }
    (program, goals)
}

/// Whatever happened before, the session answers a plain question.
pub(crate) fn usable(session: &mut Session, seed: u64) {
    // Without operators: the text may have taken them away.
    let mut query =
        session.query("=('$usable', '$usable')", Budget::default()).expect("a plain goal");
    let first = query.next();
    assert!(
        matches!(first, Some(Ok(_))),
        "seed {seed}: the session is no longer usable: {first:?}"
    );
}

/// The program whose proofs are attacked; every answer has one derivation.
pub(crate) const FAMILY: &str = "
    parent(ann, bob). parent(bob, cid). parent(cid, dan). parent(dan, eve).
    age(ann, 80). age(bob, 60). age(cid, 40). age(dan, 20). age(eve, 1).
    blocked(zed).
    ancestor(X, Y) :- parent(X, Y).
    ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
    older(X, Y) :- age(X, A), age(Y, B), A > B.
    gap(X, Y, D) :- age(X, A), age(Y, B), D is A - B.
    free(X) :- age(X, _), \\+ blocked(X).
    kind(X, K) :- age(X, A), ( A < 18 -> K = child ; K = adult ).
    pair(X, Y) :- ancestor(X, Y), older(X, Y), free(Y).
";

pub(crate) const QUESTIONS: &[&str] =
    &["ancestor(X, Y)", "pair(ann, Y)", "gap(ann, Y, D)", "kind(X, K)", "free(X), kind(X, adult)"];

/// Every proof of the family's questions.
pub(crate) fn proofs(session: &mut Session) -> Vec<Proof> {
    let mut found = Vec::new();
    for question in QUESTIONS {
        let options = Options { proofs: true };
        let query = session.query_with(question, Budget::default(), options).expect("a question");
        for answer in query {
            found.push(answer.expect("an answer").proof.expect("its proof"));
        }
    }
    found
}

/// A proof with one thing changed is refused.
pub(crate) fn checker(seed: u64, session: &Session, proofs: &[Proof]) {
    let clauses = session.clauses();
    let mut random = Random::new(seed);
    let original = &proofs[random.below(proofs.len())];
    let mut proof = original.clone();
    let ids: Vec<ClauseId> = clauses.iter().map(|clause| clause.id).collect();
    let what = change(&mut random, &mut proof, &ids);
    if proof == *original {
        return;
    }
    let verdict = check(&proof, &clauses);
    assert!(verdict.is_err(), "seed {seed}: {what} was accepted: {proof:?}");
}

fn change(random: &mut Random, proof: &mut Proof, ids: &[ClauseId]) -> &'static str {
    let index = random.below(proof.nodes.len());
    let count = proof.nodes.len();
    let node = &mut proof.nodes[index];
    match random.below(8) {
        0 => {
            node.goal = Term::compound("ancestor", &[Term::atom("eve"), Term::atom("ann")]);
            "another goal"
        }
        1 => {
            if let Step::Clause { id, .. } = &mut node.step {
                *id = ids[random.below(ids.len())];
            }
            "another clause"
        }
        2 => {
            if let Step::Clause { id, .. } = &mut node.step {
                *id = ClauseId(id.0 + 1_000_000);
            }
            "a clause that does not exist"
        }
        3 => {
            node.children.pop();
            "a missing child"
        }
        4 => {
            node.children.push(index);
            "a circle"
        }
        5 => {
            node.children.push(count + 3);
            "a child that does not exist"
        }
        6 => {
            if let Step::Clause { origin, .. } = &mut node.step {
                *origin = Origin(origin.0 + 1);
            }
            "another origin"
        }
        _ => {
            if matches!(node.step, Step::Clause { .. }) {
                node.step = Step::Builtin;
            }
            "a clause passed off as a built-in"
        }
    }
}
