% ?- functor(f(a,b), N, A).
% ?- functor(T, point, 2).
% ?- arg(N, f(a,b), X).
% ?- f(a,b) =.. L.
% ?- T =.. [g, 1, 2].
% ?- copy_term(f(X, Y, X), C).
% ?- term_variables(f(X, g(Y), X), Vs), length(Vs, N).
% ?- setarg(1, f(a), b) -> true ; true.
% ?- T = f(a), setarg(1, T, b).
% ?- compare(O, 1, 2), compare(P, b, a).
% ?- X = f(Y), Y = 1.
% ?- f(X, b) = f(a, Y).
% ?- f(X) \= g(X).
% ?- a @< b, f(a) @> b, 1 @< a.
% ?- atom(a), atomic("s"), compound(f(x)), var(_), nonvar(a), number(1), is_list([a]), callable(foo), ground(f(a)).
% ?- X == Y.
% ?- f(X, Y) =@= f(A, B).
% ?- subsumes_term(f(_), f(a)).
% ?- tab(2), print(f('A', "s")), nl.
% ?- write_term(f(x, 'A b'), [quoted(true)]), nl.
% ?- numbervars(f(X, Y), 0, E), print(f(X, Y)), nl.
% ?- term_to_atom(f(a, 'B'), A).
% ?- unify_with_occurs_check(X, f(X)).
% ?- ground(f(X)).
% ?- nb_setval(t, f(X)), nb_getval(t, T).
% ?- tab(1), writeq(['A', b, "c", 0'd, 1.5, 'e f']), nl.
