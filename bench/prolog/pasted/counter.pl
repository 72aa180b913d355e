:- dynamic counter/1.
counter(0).
next(N) :- retract(counter(N0)), N is N0 + 1, assert(counter(N)).
% ?- next(A), next(B), next(C).
% ?- nb_setval(k, 1), nb_getval(k, V), b_setval(j, 2), b_getval(j, W).
% ?- forall(between(1, 3, _), next(_)), counter(X).
% ?- retractall(counter(_)), \+ counter(_).
