p(1, a). p(2, b). p(3, a).
% ?- findall(X, p(X, a), L).
% ?- bagof(X, p(X, Y), L).
% ?- bagof(X, Y^p(X, Y), L).
% ?- setof(Y-X, p(X, Y), L).
% ?- forall(p(X, _), X > 0).
% ?- findall(X-Y, p(X, Y), L, [end]).
% ?- aggregate_all(max(X, Y), p(X, Y), M).
% ?- aggregate_all(count, p(_, z), C).
% ?- bagof(X, p(X, z), L).
% ?- setof(K-Vs, setof(V, p(V, K), Vs), L).
% ?- aggregate_all(bag(Y), p(_, Y), L).
% ?- aggregate(count, X^p(X, Y), C).
