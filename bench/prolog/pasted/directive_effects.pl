:- dynamic fact/1.
:- assertz(fact(1)), assertz(fact(2)).
:- forall(member(X, [3,4]), assertz(fact(X))).
:- write('loading'), nl.
% ?- findall(X, fact(X), L).
