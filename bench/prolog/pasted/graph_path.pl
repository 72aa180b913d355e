edge(a, b). edge(b, c). edge(c, d). edge(a, d). edge(d, e).
path(X, Y, P) :- path(X, Y, [X], R), reverse(R, P).
path(X, X, V, V).
path(X, Y, V, P) :- edge(X, Z), \+ memberchk(Z, V), path(Z, Y, [Z|V], P).
shortest(X, Y, P) :- findall(L-Q, (path(X, Y, Q), length(Q, L)), Ps), keysort(Ps, [_-P|_]).
% ?- path(a, e, P).
% ?- shortest(a, e, P).
% ?- path(e, a, P).
