and(1, 1, 1) :- !.
and(_, _, 0).
or(0, 0, 0) :- !.
or(_, _, 1).
not_(0, 1).
not_(1, 0).
xor(A, B, C) :- not_(A, NA), not_(B, NB), and(A, NB, X), and(NA, B, Y), or(X, Y, C).
bit(0). bit(1).
adder(A, B, S, C) :- xor(A, B, S), and(A, B, C).
% ?- forall((bit(A), bit(B)), (adder(A, B, S, C), format("~w+~w=~w~w~n", [A, B, C, S]))).
