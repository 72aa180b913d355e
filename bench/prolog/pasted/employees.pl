emp(1, ann, dev, 100). emp(2, bob, dev, 80). emp(3, cid, ops, 70).
avg(D, A) :- findall(S, emp(_, _, D, S), L), L \= [], sum_list(L, T), length(L, N), A is T / N.
depts(Ds) :- setof(D, I^N^S^emp(I, N, D, S), Ds).
top(D, N) :- aggregate_all(max(S, X), emp(_, X, D, S), max(_, N)).
% ?- depts(Ds), maplist([D,D-A]>>avg(D, A), Ds, L).
% ?- top(dev, N).
% ?- bagof(N-S, I^emp(I, N, D, S), L).
