d(X, X, 1) :- !.
d(C, _, 0) :- atomic(C), !.
d(U + V, X, DU + DV) :- d(U, X, DU), d(V, X, DV).
d(U * V, X, U * DV + V * DU) :- d(U, X, DU), d(V, X, DV).
d(U ^ N, X, N * U ^ M * DU) :- integer(N), M is N - 1, d(U, X, DU).
simp(A + 0, B) :- !, simp(A, B).
simp(0 + A, B) :- !, simp(A, B).
simp(_ * 0, 0) :- !.
simp(0 * _, 0) :- !.
simp(A * 1, B) :- !, simp(A, B).
simp(1 * A, B) :- !, simp(A, B).
simp(A, A).
% ?- d(x * x + 3 * x, x, D).
% ?- d(x ^ 3, x, D).
% ?- simp(1 * y + 0, S).
