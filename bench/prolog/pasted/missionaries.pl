safe(M, C) :- M =:= 0 ; M >= C.
valid(M, C) :- M >= 0, C >= 0, M =< 3, C =< 3, safe(M, C), M1 is 3 - M, C1 is 3 - C, safe(M1, C1), !.
step(st(M, C, l), st(M1, C1, r)) :- boat(A, B), M1 is M - A, C1 is C - B, valid(M1, C1).
step(st(M, C, r), st(M1, C1, l)) :- boat(A, B), M1 is M + A, C1 is C + B, valid(M1, C1).
boat(1, 0). boat(2, 0). boat(0, 1). boat(0, 2). boat(1, 1).
dfs(S, S, P, P).
dfs(S, G, P, R) :- step(S, N), \+ member(N, P), dfs(N, G, [N|P], R).
% ?- dfs(st(3,3,l), st(0,0,r), [st(3,3,l)], R), !, length(R, N).
