e(a, b, 4). e(a, c, 1). e(c, b, 2). e(b, d, 5). e(c, d, 8).
path(X, X, [X], 0).
path(X, Y, [X|P], C) :- e(X, Z, W), path(Z, Y, P, C1), C is C1 + W.
best(X, Y, P, C) :- findall(C-P, path(X, Y, P, C), L), keysort(L, [C-P|_]).
% ?- best(a, d, P, C).
% ?- findall(C, path(a, d, _, C), L), msort(L, S).
