safe_div(X, Y, R) :- catch(R is X / Y, error(evaluation_error(E), _), R = error(E)).
risky(0) :- throw(my_error(zero)).
risky(N) :- N > 0, throw(error(type_error(foo, N), context(risky/1, _))).
try(G, R) :- catch((G, R = ok), E, (E = error(F, _) -> R = iso(F) ; R = other(E))).
% ?- safe_div(1, 0, R).
% ?- safe_div(6, 4, R).
% ?- try(risky(0), R).
% ?- try(risky(3), R).
% ?- try(undefined_thing(1), R).
% ?- try(atom_length(X, _), R).
% ?- try(X is foo + 1, R).
% ?- try(X is Y + 1, R).
% ?- try(number_codes(N, "abc"), R) -> true ; true.
% ?- try(arg(a, f(x), _), R).
% ?- try(call(1), R).
% ?- undefined_thing(1).
% ?- \+ undefined_thing(1).
% ?- throw(oops).
% ?- setup_call_cleanup(write(setup), write(work), write(cleanup)).
% ?- catch(setup_call_cleanup(true, throw(a), write(cleaned)), a, write(caught)).
