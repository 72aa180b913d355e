solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve(H) :- predicate_property(H, built_in), !, call(H).
solve(H) :- clause(H, B), solve(B).
:- dynamic app/3, nat/1.
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
nat(z).
nat(s(X)) :- nat(X).
% ?- solve(app(X, [3], [1,2,3])).
% ?- solve(nat(s(s(z)))).
% ?- solve((X = 1, Y is X + 1)).
