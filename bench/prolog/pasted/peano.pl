nat(0).
nat(s(N)) :- nat(N).
add(0, Y, Y).
add(s(X), Y, s(Z)) :- add(X, Y, Z).
mul(0, _, 0).
mul(s(X), Y, Z) :- mul(X, Y, W), add(Y, W, Z).
toint(0, 0).
toint(s(N), I) :- toint(N, J), I is J + 1.
% ?- add(s(s(0)), s(0), X).
% ?- add(X, Y, s(s(0))).
% ?- mul(s(s(0)), s(s(s(0))), X), toint(X, I).
% ?- findnsols(3, X, nat(X), L) -> true ; true.
