:- table connected/2.
edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4).
connected(X, Y) :- edge(X, Y).
connected(X, Y) :- connected(X, Z), edge(Z, Y).
% ?- setof(Y, connected(1, Y), S).
% ?- connected(4, _).
% ?- aggregate_all(count, connected(_, _), C).
