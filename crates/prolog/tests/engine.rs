//! The engine's own promises: answers, budgets, forks, proofs, tables, bad input.

#![expect(clippy::expect_used, reason = "a helper that fails its test says what it expected")]

use prolog::{
    Answer, Budget, Cancel, Decision, Error, Limit, Located, Options, Origin, Program, Proof,
    Session, Step, Term, Truth,
};
use std::time::Duration;

fn session(program: &str) -> Session {
    let mut session = Session::new(&Program::empty());
    session.consult(program).expect("the program loads");
    session
}

fn show(answer: &Answer) -> String {
    let shown: Vec<String> =
        answer.bindings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mark = if answer.truth == Truth::Undefined { "?" } else { "" };
    if shown.is_empty() { format!("true{mark}") } else { format!("{}{mark}", shown.join(",")) }
}

fn all(session: &mut Session, goal: &str) -> String {
    let query = session.query(goal, Budget::default()).expect("the goal reads");
    let shown: Vec<String> = query
        .map(|answer| match answer {
            Ok(answer) => show(&answer),
            Err(error) => format!("! {error}"),
        })
        .collect();
    if shown.is_empty() { "no".into() } else { shown.join(" ; ") }
}

fn check(program: &str, goal: &str, expected: &str) {
    assert_eq!(all(&mut session(program), goal), expected, "{goal}");
}

fn limit(session: &mut Session, goal: &str, budget: Budget) -> Option<Limit> {
    let found = session.query(goal, budget).expect("the goal reads").find_map(Result::err);
    match found {
        Some(Error::Budget(exceeded)) => Some(exceeded.limit),
        _ => None,
    }
}

#[test]
fn control_constructs_and_cuts() {
    let program = "a(1). a(2). a(3). t(X) :- a(X), X > 1, !. t(9).
        s(X,Y) :- ( X > 5 -> Y = big ; X > 2 -> Y = mid ; Y = small ).
        d(X) :- ( X = 1 ; X = 2 ), true.
        n(X) :- \\+ X = 1.
        v(X,Y) :- ( X == 1 -> Z = a ; Z = b ), Y = f(Z).";
    check(program, "t(X)", "X=2");
    check(program, "s(7,A), s(3,B), s(0,C)", "A=big,B=mid,C=small");
    check(program, "d(X)", "X=1 ; X=2");
    check(program, "n(1)", "no");
    check(program, "n(2)", "true");
    check(program, "v(1,A), v(2,B)", "A=f(a),B=f(b)");
    check(program, "a(X), X > 1 -> true ; fail", "X=2");
    check(program, "(a(X) *-> true ; X = none)", "X=1 ; X=2 ; X=3");
    check(program, "catch((a(X), X > 2, throw(found(X))), found(Y), true)", "X=_0,Y=3");
}

#[test]
fn a_caught_ball_restores_bindings_and_an_exited_catch_does_not_catch() {
    check("", "X = 1, catch((Y = 2, throw(b)), b, true)", "X=1,Y=_0");
    let program = "p(X) :- catch(member(X, [1, 2]), _, true). q :- p(_), throw(later).";
    check(program, "catch(q, E, true)", "E=later");
}

#[test]
fn wide_and_deep_clauses_compile() {
    let wide: Vec<String> = (0..300).map(|i| format!("X{i}")).collect();
    let values: Vec<String> = (0..300).map(|i| i.to_string()).collect();
    let program =
        format!("w({}). c({}) :- w({}).", values.join(","), wide.join(","), wide.join(","));
    let goal = format!("c({}), X299 = Last", wide.join(","));
    let answer = all(&mut session(&program), &goal);
    assert!(answer.ends_with("Last=299"), "{answer}");
    let sum = (0..400).map(|i| i.to_string()).collect::<Vec<_>>().join("+");
    check(&format!("s(X) :- X is {sum}."), "s(X)", "X=79800");
}

#[test]
fn the_database_follows_the_logical_update_view() {
    let program = ":- dynamic q/1. q(1). q(2). q(3).";
    check(
        program,
        "q(X), Y is X + 10, assertz(q(Y)), fail ; findall(X, q(X), L)",
        "X=_0,Y=_1,L=[1,2,3,11,12,13]",
    );
    check(program, "q(X), retract(q(2)), fail ; findall(X, q(X), L)", "X=_0,L=[1,3]");
    check(program, "asserta(q(0)), q(X)", "X=0 ; X=1 ; X=2 ; X=3");
    check(program, "retract(q(X)), X >= 2", "X=2 ; X=3");
}

#[test]
fn any_indexed_argument_finds_the_same_clauses() {
    let facts: String = (0..200).map(|i| format!("f({}, k{}, {i}).\n", i % 7, i % 50)).collect();
    check(&facts, "f(X, k49, 199)", "X=3");
    check(&facts, "findall(Z, f(_, k3, Z), L)", "Z=_0,L=[3,53,103,153]");
    check(&facts, "f(1, k8, Z)", "Z=8");
    check(&facts, "f(X, Y, 77)", "X=0,Y=k27");
}

#[test]
fn a_budget_of_inferences_stops_exactly_there() {
    let mut session = session("loop :- loop. count(N) :- N > 0, M is N - 1, count(M). count(0).");
    for inferences in [1_u64, 2, 1000, 1024, 1025, 50_000] {
        let budget = Budget::default().with_inferences(inferences);
        let mut query = session.query("loop", budget).expect("a goal");
        assert!(matches!(
            query.next(),
            Some(Err(Error::Budget(prolog::Exceeded { limit: Limit::Inferences, .. })))
        ));
        assert_eq!(query.spent().inferences, inferences);
    }
    assert_eq!(all(&mut session, "count(100)"), "true", "usable afterwards");
}

#[test]
fn every_limit_has_its_name() {
    let mut s = session(
        "grow(L) :- grow([x|L]). deep(N) :- M is N + 1, deep(M), true.
         nat(0). nat(N) :- nat(M), N is M + 1. say :- write(abcdefgh), say. loop :- loop.",
    );
    let small = Budget { cells: 200_000, inferences: u64::MAX, ..Budget::default() };
    assert_eq!(limit(&mut s, "grow([])", small.clone()), Some(Limit::Cells));
    assert_eq!(limit(&mut s, "length(L, 10000000)", small.clone()), Some(Limit::Cells));
    assert_eq!(limit(&mut s, "X is 7 ** 100000000", small), Some(Limit::Cells));
    let shallow = Budget { depth: 1000, ..Budget::default() };
    assert_eq!(limit(&mut s, "deep(0)", shallow), Some(Limit::Depth));
    let few = Budget { answers: 5, ..Budget::default() };
    assert_eq!(s.query("nat(X)", few.clone()).expect("a goal").filter(Result::is_ok).count(), 5);
    assert_eq!(limit(&mut s, "nat(X)", few), Some(Limit::Answers));
    let quiet = Budget { output: 1000, ..Budget::default() };
    assert_eq!(limit(&mut s, "say", quiet), Some(Limit::Output));
    let short = Budget { wall: Some(Duration::from_millis(20)), ..Budget::unlimited() };
    assert_eq!(limit(&mut s, "loop", short), Some(Limit::Wall));
    assert_eq!(all(&mut s, "nat(X), !"), "X=0");
}

#[test]
fn another_thread_can_cancel() {
    let cancel = Cancel::default();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::unlimited() };
    let mut s = session("loop :- loop.");
    std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            cancel.cancel();
        });
        assert_eq!(limit(&mut s, "loop", budget), Some(Limit::Cancelled));
    });
}

#[test]
fn long_loops_run_in_bounded_memory() {
    let mut s = session(
        "loop(0) :- !. loop(N) :- X = f(N, N), arg(1, X, Y), M is Y - 1, loop(M).
         len([], 0). len([_|T], N) :- len(T, M), N is M + 1.",
    );
    let budget = Budget { cells: 2_000_000, ..Budget::default() };
    let mut query = s.query("loop(1000000)", budget).expect("a goal");
    assert!(matches!(query.next(), Some(Ok(_))));
    drop(query);
    assert_eq!(all(&mut s, "numlist(1, 1000000, _L), len(_L, N)"), "N=1000000");
}

#[test]
fn a_million_nested_parentheses_do_not_overflow() {
    let n = 1_000_000;
    let text = format!("X = {}a{}", "(".repeat(n), ")".repeat(n));
    assert_eq!(all(&mut session(""), &text), "X=a");
    let nested = format!("{}a{}", "f(".repeat(n), ")".repeat(n));
    let term = Term::parse(&nested).expect("a term");
    assert_eq!(term.to_string().len(), nested.len());
    assert_eq!(term, term.clone());
    let open = format!("X = {}", "[".repeat(n));
    assert!(session("").query(&open, Budget::default()).is_err());
    let mut s = session("");
    let goal = format!(
        "X = {nested}, copy_term(X, Y), X == Y, ground(X), assertz(k(X)), k(Z), Z = X, A = done"
    );
    let found = s.query(&goal, Budget::default()).expect("a goal").next();
    assert!(found.is_some_and(|a| a.is_ok_and(|a| a.get("A") == Some(&Term::atom("done")))));
}

#[test]
fn cyclic_terms_end_in_a_limit() {
    let mut s = session("");
    assert_eq!(limit(&mut s, "X = f(X)", Budget::default()), Some(Limit::Cells));
    assert_eq!(limit(&mut s, "X = f(X), Y = f(Y), X == Y", Budget::default()), Some(Limit::Cells));
    assert_eq!(all(&mut s, "unify_with_occurs_check(X, f(X))"), "no");
    assert_eq!(all(&mut s, "X = 1"), "X=1");
}

#[test]
fn a_fork_and_its_source_do_not_see_each_other() {
    let base = Program::parse("p(1). p(2). r(X) :- p(X).").expect("a program");
    let mut one = Session::new(&base);
    one.consult(":- dynamic extra/1. extra(a).").expect("loads");
    one.add("p(3)", Origin(7)).expect("a clause");
    let mut two = one.fork();
    two.add("p(4)", Origin(8)).expect("a clause");
    assert_eq!(all(&mut two, "retract(extra(a))"), "true");
    assert_eq!(all(&mut one, "r(X)"), "X=1 ; X=2 ; X=3");
    assert_eq!(all(&mut two, "r(X)"), "X=1 ; X=2 ; X=3 ; X=4");
    assert_eq!(all(&mut one, "extra(X)"), "X=a");
    assert_eq!(all(&mut two, "extra(X)"), "no");
    assert_eq!(all(&mut Session::new(&base), "r(X)"), "X=1 ; X=2");
}

#[test]
fn removing_a_clause_of_the_program_touches_one_session_only() {
    let base = Program::parse("p(1). p(2). p(3).").expect("a program");
    let mut one = Session::new(&base);
    let second = one.clauses()[1].id;
    one.remove(second).expect("it is there");
    assert!(matches!(one.remove(second), Err(Error::NoSuchClause(_))));
    assert_eq!(all(&mut one, "p(X)"), "X=1 ; X=3");
    assert_eq!(all(&mut Session::new(&base), "p(X)"), "X=1 ; X=2 ; X=3");
    assert_eq!(all(&mut Session::new(&one.freeze()), "p(X)"), "X=1 ; X=3");
}

#[test]
fn a_text_with_an_error_changes_nothing() {
    let mut s = session("a(1).");
    let error = s.consult("a(2).\nb(X) :- foo(.\nc(1).").expect_err("a syntax error");
    let Error::Syntax(error) = error else { panic!("{error}") };
    assert_eq!((error.line, error.column), (2, 13));
    assert_eq!(all(&mut s, "a(X)"), "X=1");
}

const GRAPH: &str = ":- table path/2.
    edge(a,b). edge(b,c). edge(c,a). edge(c,d).
    path(X,Y) :- path(X,Z), edge(Z,Y).
    path(X,Y) :- edge(X,Y).
    :- table conn/2.
    conn(X,Y) :- conn(Y,X).
    conn(X,Y) :- edge(X,Y).
    conn(X,Y) :- conn(X,Z), conn(Z,Y).";

#[test]
fn tabling_ends_left_recursion_cycles_and_symmetry() {
    let mut s = session(GRAPH);
    assert_eq!(
        all(&mut s, "findall(X, path(a,X), L0), msort(L0, L), X = x"),
        "X=x,L0=[b,c,a,d],L=[a,b,c,d]"
    );
    assert_eq!(all(&mut s, "findall(X-Y, path(X,Y), L), length(L, N), L = []"), "no");
    assert_eq!(all(&mut s, "aggregate_all(count, path(_,_), N)"), "N=12");
    assert_eq!(all(&mut s, "aggregate_all(count, conn(_,_), N)"), "N=16");
}

#[test]
fn negation_through_recursion_has_three_values() {
    let program = ":- table win/1, p/0, q/0, r/0, s/0.
        win(X) :- move(X,Y), \\+ win(Y).
        move(1,2). move(2,3). move(3,1). move(3,4). move(5,6). move(6,5). move(7,5). move(7,8).
        p :- \\+ q. q :- \\+ p. r :- \\+ s. s :- fail. t :- p. u :- \\+ p.";
    check(program, "win(X)", "X=1 ; X=3 ; X=5? ; X=6? ; X=7");
    check(program, "p", "true?");
    check(program, "r", "true");
    check(program, "s", "no");
    check(program, "t", "true?");
    check(program, "u", "true?");
}

#[test]
fn tables_follow_changes_of_facts() {
    let mut s = session(&format!("{GRAPH} :- dynamic(edge/2)."));
    assert_eq!(all(&mut s, "aggregate_all(count, path(a,_), N)"), "N=4");
    s.add("edge(d,e)", Origin(1)).expect("a clause");
    assert_eq!(all(&mut s, "aggregate_all(count, path(a,_), N)"), "N=5");
    let last = s.clauses().into_iter().find(|c| c.origin == Origin(1)).expect("it is there");
    s.remove(last.id).expect("it is there");
    assert_eq!(all(&mut s, "aggregate_all(count, path(a,_), N)"), "N=4");
}

#[test]
fn recursive_predicates_can_be_tabled_without_a_declaration() {
    let mut s = Session::new(&Program::empty());
    s.set_auto_table(true);
    s.consult(
        "anc(X,Y) :- anc(X,Z), par(Z,Y). anc(X,Y) :- par(X,Y). par(a,b). par(b,c). par(c,a).",
    )
    .expect("loads");
    assert_eq!(all(&mut s, "aggregate_all(count, anc(a,_), N)"), "N=3");
}

#[test]
fn an_open_world_answers_yes_no_or_unknown() {
    let mut s = session(
        "flies(X) :- bird(X), \\+ -flies(X). -flies(X) :- penguin(X).
         bird(tweety). bird(opus). penguin(opus). odd(1). -odd(1).",
    );
    let budget = Budget::default();
    let mut decide = |goal: &str| s.decide(goal, &budget).expect("decides").decision;
    assert_eq!(decide("flies(tweety)"), Decision::Yes);
    assert_eq!(decide("flies(opus)"), Decision::No);
    assert_eq!(decide("flies(rock)"), Decision::Unknown);
    assert_eq!(decide("odd(1)"), Decision::Both);
    assert_eq!(decide("never_heard_of(it)"), Decision::Unknown);
}

#[test]
fn a_proof_names_clauses_origins_and_built_ins() {
    let mut s = Session::new(&Program::empty());
    let rule = s.add("anc(X,Y) :- par(X,Z), Z \\== q, anc(Z,Y)", Origin(1)).expect("a clause");
    s.add("anc(X,Y) :- par(X,Y)", Origin(2)).expect("a clause");
    s.add("par(a,b)", Origin(3)).expect("a clause");
    s.add("par(b,c)", Origin(4)).expect("a clause");
    let mut query =
        s.query_with("anc(a,c)", Budget::default(), Options { proofs: true }).expect("a goal");
    let answer = query.next().expect("an answer").expect("no error");
    let proof = answer.proof.expect("a proof");
    let root = &proof.nodes[proof.root];
    assert_eq!(root.goal.to_string(), "anc(a,c)");
    let Step::Clause { id, origin, bindings } = &root.step else { panic!("{:?}", root.step) };
    assert_eq!((*id, *origin), (rule, Origin(1)));
    let values: Vec<String> = bindings.iter().map(|(_, value)| value.to_string()).collect();
    assert_eq!(values, ["a", "c", "b"]);
    let steps: Vec<&Step> = root.children.iter().map(|child| &proof.nodes[*child].step).collect();
    assert!(matches!(steps[0], Step::Clause { origin: Origin(3), .. }));
    assert!(matches!(steps[1], Step::Builtin));
    assert!(matches!(steps[2], Step::Clause { origin: Origin(2), .. }));
}

#[test]
fn proofs_of_tabled_answers_are_well_founded() {
    let mut s = session(GRAPH);
    for goal in ["path(a,d)", "path(a,a)", "conn(d,a)"] {
        let query = s.query_with(goal, Budget::default(), Options { proofs: true });
        let answer = query.expect("a goal").next().expect("an answer").expect("no error");
        let proof = answer.proof.expect("a proof");
        for (index, node) in proof.nodes.iter().enumerate() {
            assert!(node.children.iter().all(|child| *child < index), "{goal}: {node:?}");
        }
        assert_eq!(proof.nodes[proof.root].goal.to_string(), goal);
    }
}

#[test]
fn answers_that_share_their_steps_have_the_proofs_they_have_alone() {
    fn shown(nodes: &[prolog::ProofNode], at: usize) -> String {
        let below: Vec<String> = nodes[at].children.iter().map(|at| shown(nodes, *at)).collect();
        format!("{} <- [{}]", nodes[at].goal, below.join(", "))
    }
    let chain: String = (0..30).map(|at| format!("next({at}, {}). ", at + 1)).collect();
    let rules = ":- table far/2. far(X, Y) :- next(X, Y). far(X, Z) :- far(X, Y), next(Y, Z).";
    let mut s = session(&format!("{chain} {rules}"));
    let options = Options { proofs: true };
    let query = s.query_with("far(0, X)", Budget::default(), options).expect("a goal");
    let alone: Vec<Proof> =
        query.map(|answer| answer.expect("no error").proof.expect("a proof")).collect();
    let query = s.query_with("far(0, X)", Budget::default(), options).expect("a goal");
    let mut query = query.sharing_steps();
    let roots: Vec<usize> = query
        .by_ref()
        .map(|answer| answer.expect("no error").proof.expect("a proof").root)
        .collect();
    assert_eq!(roots.len(), 30);
    for (root, proof) in roots.iter().zip(&alone) {
        assert_eq!(shown(query.steps(), *root), shown(&proof.nodes, proof.root));
    }
    let apart: usize = alone.iter().map(|proof| proof.nodes.len()).sum();
    assert!(query.steps().len() * 5 < apart, "{} of {apart}", query.steps().len());
}

#[test]
fn why_not_names_the_failing_goal_and_the_missing_facts() {
    let mut s = session("mortal(X) :- human(X), alive(X). human(socrates). alive(plato).");
    let why = s.why_not("mortal(socrates)", &Budget::default()).expect("an explanation");
    assert_eq!(why.failing.len(), 1);
    assert_eq!(why.failing[0].goal.to_string(), "alive(socrates)");
    let sets: Vec<String> = why
        .missing
        .iter()
        .map(|set| set.iter().map(Term::to_string).collect::<Vec<_>>().join(","))
        .collect();
    assert_eq!(sets, ["alive(socrates)"]);
}

#[test]
fn terms_read_back_as_they_print() {
    for text in [
        "f(X,Y,X)",
        "[a,b|T]",
        "- 1",
        "-1",
        "1-(2-3)",
        "a:-b,c;d->e",
        "'hello world'(x)",
        "\"str\\n\"",
        "- (-)",
        "\\+ (a,b)",
        "{a,b}",
        "1.0e10",
        "123456789012345678901234567890",
        "[(a:-b)]",
        "f((a,b))",
        "-(-(1))",
        "2**(-1)",
        "- - a",
        "(a=b)=c",
        "'\\\\'",
        "[]",
        "'[]'",
        "f(;)",
        "?-((is)mod(;)=..a)",
        "\\+ {a}",
        "-((a,b)*c)",
        "(:-):-(:-)",
        "p:-(a,b)",
    ] {
        let term = Term::parse(text).expect(text);
        let again =
            Term::parse(&term.to_string()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(term, again, "{text} prints as {term}");
    }
}

#[test]
fn ten_thousand_sessions_share_one_program() {
    let facts: String = (0..50_000).map(|i| format!("par(p{i}, p{}).\n", i / 2)).collect();
    let base = Program::parse(&facts).expect("a program");
    let before = resident();
    let mut sessions: Vec<Session> = (0..10_000).map(|_| Session::new(&base)).collect();
    for (i, session) in sessions.iter_mut().enumerate() {
        session.add(&format!("par(own{i}, p7)"), Origin(i as u64)).expect("a clause");
    }
    for i in [0, 4_999, 9_999] {
        assert_eq!(all(&mut sessions[i], "par(X, p7)"), format!("X=p14 ; X=p15 ; X=own{i}"));
    }
    let grown = resident().saturating_sub(before);
    assert!(grown < 200 << 20, "{} MB", grown >> 20);
}

/// Resident memory of this process in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").expect("the memory of this process");
    let pages: usize = status.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
    pages * 4096
}

#[test]
fn asserting_while_walking_clauses_shared_with_a_fork_ends() {
    let facts: String = (0..20).map(|i| format!("q({i}).\n")).collect();
    let mut s = session(&format!(":- dynamic q/1.\n{facts}"));
    let mut snapshot = s.fork();
    let grow = "q(X), X < 100, Y is X + 100, assertz(q(Y)), fail ; aggregate_all(count, q(_), N)";
    assert_eq!(all(&mut s, grow), "X=_0,Y=_1,N=40");
    assert_eq!(all(&mut snapshot, "aggregate_all(count, q(_), N)"), "N=20");
}

#[test]
fn many_small_additions_after_forks_keep_their_order() {
    let mut s = session("");
    let mut snapshots = Vec::new();
    for i in 0..300 {
        s.add(&format!("f({i}, a)"), Origin(i)).expect("a clause");
        if i % 3 == 0 {
            snapshots.push(s.fork());
        }
    }
    assert_eq!(
        all(&mut s, "findall(X, f(X, a), L), numlist(0, 299, L), L = [F|_]").matches("F=0").count(),
        1
    );
    assert_eq!(all(&mut s, "f(250, X)"), "X=a");
    assert_eq!(all(&mut snapshots[50], "aggregate_all(count, f(_, _), N)"), "N=151");
}

#[test]
fn a_directive_is_no_clause_to_add() {
    let mut s = session("");
    assert!(s.add(":- dynamic p/1", Origin(0)).is_err());
    assert!(s.add("p(1). p(2)", Origin(0)).is_err());
    assert_eq!(all(&mut s, "catch(p(_), error(E, _), true)"), "E=existence_error(procedure,p/1)");
}

#[test]
fn every_part_of_a_term_knows_where_it_stands() {
    let text = "foo(X, [a, \"b c\"|T], -1 + 2 * (y), {z}) :- - a, \\+ b(1), ( c ; d )";
    let whole = Located::parse(text).expect("a term");
    let at = |path: &[usize]| {
        path.iter().fold(whole.clone(), |term, i| term.arg(*i).expect("an argument"))
    };
    for (path, expected) in [
        (&[][..], text),
        (&[0], "foo(X, [a, \"b c\"|T], -1 + 2 * (y), {z})"),
        (&[0, 0], "X"),
        (&[0, 1], "[a, \"b c\"|T]"),
        (&[0, 1, 0], "a"),
        (&[0, 1, 1], "\"b c\"|T"),
        (&[0, 1, 1, 1], "T"),
        (&[0, 2], "-1 + 2 * (y)"),
        (&[0, 2, 0], "-1"),
        (&[0, 2, 1, 1], "(y)"),
        (&[0, 3, 0], "z"),
        (&[1, 0], "- a"),
        (&[1, 1, 0], "\\+ b(1)"),
        (&[1, 1, 0, 0, 0], "1"),
        (&[1, 1, 1], "( c ; d )"),
        (&[1, 1, 1, 1], "d"),
    ] {
        assert_eq!(at(path).span().of(text), expected, "{path:?}");
    }
    assert_eq!(whole.term(), &Term::parse(text).expect("a term"));
    let text = "p(1).\n\n  % note\nq(X) :-\n    p(X).\n:- true.\nr --> [a].\n";
    let mut s = session("");
    let done = s.consult(text).expect("loads");
    let shown: Vec<&str> = done.spans.iter().map(|span| span.of(text)).collect();
    assert_eq!(shown, ["p(1)", "q(X) :-\n    p(X)", "r --> [a]"]);
    assert_eq!(done.spans[1].line_column(text), (4, 1));
}

#[test]
fn a_body_of_many_goals_reads_in_linear_time() {
    let goals = vec!["true"; 200_000].join(", ");
    let mut s = session(&format!("p :- {goals}."));
    assert_eq!(all(&mut s, "p"), "true");
}
