apply_all([], _).
apply_all([G|Gs], X) :- call(G, X), apply_all(Gs, X).
compose(F, G, X, Y) :- call(G, X, Z), call(F, Z, Y).
twice(F, X, Y) :- call(F, X, Z), call(F, Z, Y).
inc(X, Y) :- Y is X + 1.
sq(X, Y) :- Y is X * X.
% ?- apply_all([integer, <(0)], 5).
% ?- compose(inc, sq, 3, Y).
% ?- twice(inc, 1, Y).
% ?- maplist(compose(sq, inc), [1,2], L).
% ?- G =.. [inc, 1, X], call(G).
% ?- foldl([X,A,B]>>(B is max(X, A)), [3,9,2], 0, M).
