:- dynamic rule/2.
learn(H, B) :- assertz((H :- B)).
% ?- learn(happy(X), rich(X)), assertz(rich(bob)), happy(W).
% ?- assertz(c(1)), asserta(c(0)), findall(X, c(X), L).
% ?- assertz(d(1)), assertz(d(2)), retract(d(1)), findall(X, d(X), L).
% ?- assertz((sq(X, Y) :- Y is X * X)), sq(4, Z), clause(sq(_, _), B).
% ?- assertz(e(1)), abolish(e/1) -> true ; true.
