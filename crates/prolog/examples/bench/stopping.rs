//! How long after the cancel flag is set a query returns, in the middle of long built-ins.

use prolog::{Budget, Cancel, Error, Limit, Program, Session};
use std::time::{Duration, Instant};

const SETUP: &str = "
    big(L, A, N) :- numlist(1, 400000, L), atomic_list_concat(L, ',', A), N is 3 ** 2000000.
    spin :- spin.
    again(G) :- repeat, \\+ call(G).
    again(G) :- again(G).
";

/// Each runs for ever, nearly all of the time inside one built-in.
const GOALS: &[(&str, &str)] = &[
    ("calls", "spin"),
    ("sort", "big(L, _, _), reverse(L, R), repeat, msort(R, _), fail"),
    ("copy_term, unification", "big(L, _, _), repeat, copy_term(L, M), L = M, fail"),
    ("length, term_variables", "repeat, length(L, 500000), term_variables(L, _), fail"),
    ("findall", "big(L, _, _), repeat, findall(L, true, _), fail"),
    ("writing", "big(L, _, _), repeat, with_output_to(string(_), print(L)), fail"),
    (
        "reading",
        "big(_, A, _), atomic_list_concat(['[', A, ']'], T), repeat, term_to_atom(_, T), fail",
    ),
    (
        "atoms",
        "big(_, A, _), repeat, atom_codes(A, C), atom_codes(_, C), sub_atom(A, _, _, 0, zzz), fail",
    ),
    ("big integers", "big(_, _, N), repeat, _ is N * N, _ is N * N mod (N + 1), fail"),
    ("big integer as text", "big(_, _, N), repeat, atom_length(N, _), fail"),
    ("assertz", "big(L, _, _), repeat, assertz(k(L)), retract(k(_)), fail"),
    (
        "collector",
        "numlist(1, 2000000, L), repeat, length(M, 400000), nb_setval(k, M), fail, L = []",
    ),
];

/// Stops every goal a few times and prints how late it was.
#[expect(clippy::print_stdout, reason = "a command's report")]
pub(crate) fn print() {
    println!("| stopped in the middle of | latest of 9 | middle | wanted |");
    println!("|---|---|---|---|");
    for (title, goal) in GOALS {
        let mut late: Vec<Duration> = (0..9).filter_map(|round| lateness(goal, round)).collect();
        late.sort();
        match (late.last(), late.get(late.len() / 2)) {
            (Some(last), Some(middle)) => {
                println!("| {title} | {last:.1?} | {middle:.1?} | 1 ms, machine idle |");
            }
            _ => println!("| {title} | it ended by itself | | |"),
        }
    }
    println!();
}

/// How long a goal went on after the flag; nothing if it ended by itself.
fn lateness(goal: &str, round: u64) -> Option<Duration> {
    let mut session = Session::new(&Program::empty());
    session.consult(SETUP).ok()?;
    let cancel = Cancel::default();
    let flag = cancel.clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(400 + 37 * round));
        let now = Instant::now();
        flag.cancel();
        now
    });
    let mut query =
        session.query(goal, Budget { cancel: Some(cancel), ..Budget::unlimited() }).ok()?;
    let stopped = query.find_map(Result::err);
    let returned = Instant::now();
    let asked = stopper.join().ok()?;
    matches!(stopped, Some(Error::Budget(prolog::Exceeded { limit: Limit::Cancelled, .. })))
        .then(|| returned.saturating_duration_since(asked))
}
