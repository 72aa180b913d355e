reach(X, Y) :- link(X, Y).
reach(X, Y) :- link(X, Z), reach(Z, Y).
link(a, b). link(b, c). link(c, d).
% ?- setof(X-Y, reach(X, Y), L).
