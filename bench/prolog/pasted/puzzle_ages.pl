age(P, A) :- member(P-A, [ann-30, bob-25, cid-35]).
older(X, Y) :- age(X, A), age(Y, B), A > B.
oldest(X) :- age(X, A), \+ (age(_, B), B > A).
% ?- older(X, Y).
% ?- oldest(X).
% ?- findall(A-P, age(P, A), L), sort(0, @>=, L, S).
