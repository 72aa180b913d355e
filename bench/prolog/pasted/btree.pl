insert(nil, X, t(nil, X, nil)).
insert(t(L, V, R), X, t(L1, V, R)) :- X < V, !, insert(L, X, L1).
insert(t(L, V, R), X, t(L, V, R1)) :- X > V, !, insert(R, X, R1).
insert(T, _, T).
from_list(Xs, T) :- foldl([X,A,B]>>insert(A, X, B), Xs, nil, T).
inorder(nil, []).
inorder(t(L, V, R), Xs) :- inorder(L, Ls), inorder(R, Rs), append(Ls, [V|Rs], Xs).
depth(nil, 0).
depth(t(L, _, R), D) :- depth(L, DL), depth(R, DR), D is max(DL, DR) + 1.
% ?- from_list([5,2,8,1,9,3], T), inorder(T, L), depth(T, D).
% ?- insert(nil, 1, T).
