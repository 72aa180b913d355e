//! Every long built-in must notice the cancel flag by itself: here it is set when the built-in
//! starts, and no call comes in between that would notice it instead.

use super::{Machine, Stop};
use crate::boxes;
use crate::budget::{Budget, Cancel, Limit};
use crate::cell::Cell;
use crate::reader::{Context, Reader};
use crate::session::{Program, Session};
use crate::tables::Tables;

/// Built-ins with arguments that keep them busy, over what [`SETUP`] makes.
const GOALS: &[&str] = &[
    "msort(L, _)",
    "sort(0, @>=, L, _)",
    "keysort(P, _)",
    "length(L, _)",
    "length(_, 50000)",
    "reverse(L, _)",
    "copy_term(T, _)",
    "findall(T, true, _)",
    "T = U",
    "T == U",
    "compare(_, T, U)",
    "unify_with_occurs_check(T, U)",
    "subsumes_term(T, U)",
    "T =@= U",
    "ground(T)",
    "term_variables(V, _)",
    "numbervars(V, 0, _)",
    "acyclic_term(T)",
    "functor(_, f, 100000)",
    "write(L)",
    "print(T)",
    "write_canonical(L)",
    "format(\"~w\", [L])",
    "term_to_atom(L, _)",
    "term_to_atom(_, A)",
    "atom_codes(A, _)",
    "atom_chars(A, _)",
    "atom_length(A, _)",
    "atom_codes(_, C)",
    "upcase_atom(A, _)",
    "sub_atom(A, _, _, 0, zzz)",
    "atomic_list_concat(L, _)",
    "atomic_list_concat(_, ',', A)",
    "split_string(A, \",\", \" \", _)",
    "_ is N * N",
    "_ is N // M",
    "_ is N mod M",
    "_ is gcd(N, M)",
    "_ is 7 ** 200000",
    "atom_length(N, _)",
    "atom_number(D, _)",
    "assertz(kept(T))",
    "nb_setval(kept, T)",
    "throw(T)",
    "bagof(X, member(X, L), _)",
];

const SETUP: &str = "numlist(1, 60000, L), numlist(1, 60000, K), pairs_keys_values(P, L, K),
    length(V, 60000), T = f(L, V), U = f(K, V), N is 3 ** 80000, M is 5 ** 30000,
    atomic_list_concat(L, ',', A), atom_codes(A, C), atom_number(D, N)";

fn read(m: &mut Machine, session: &mut Session, text: &str) -> Cell {
    let (ops, quotes) = (session.db.ops.clone(), session.db.flags.double_quotes);
    let Machine { heap, watch, .. } = m;
    let mut cx = Context { heap, atoms: &mut session.db.atoms, ops: &ops, quotes, watch };
    Reader::new(text).read(&mut cx).expect("a term").expect("a term").term
}

/// Runs one goal of the list with the flag set as it starts.
fn stopped(index: usize) -> bool {
    let mut session = Session::new(&Program::empty());
    let cancel = Cancel::default();
    let budget = Budget { cancel: Some(cancel.clone()), ..Budget::unlimited() };
    let mut m = Machine::new(budget, Tables::default());
    let text = format!("({SETUP}) - ({}) .", GOALS[index]);
    let pair = read(&mut m, &mut session, &text);
    let (_, _, at) = boxes::structure(&m.heap, pair).expect("a pair");
    let (setup, goal) = (m.heap[at], m.heap[at + 1]);
    m.begin(&[goal], setup);
    assert!(m.solve_once(&mut session.db, setup).expect("the set-up runs"));
    let goal = m.roots()[0];
    m.begin(&[goal], goal);
    m.fuel.slice = 1000;
    cancel.cancel();
    let found = m.solve_once(&mut session.db, goal);
    matches!(found, Err(Stop::Limit(Limit::Cancelled)))
}

#[test]
fn every_long_built_in_notices_the_flag() {
    let deaf: Vec<&str> =
        (0..GOALS.len()).filter(|index| !stopped(*index)).map(|index| GOALS[index]).collect();
    assert!(deaf.is_empty(), "these went on: {deaf:?}");
}
