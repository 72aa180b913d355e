comb(0, _, []).
comb(N, [X|T], [X|C]) :- N > 0, M is N - 1, comb(M, T, C).
comb(N, [_|T], C) :- N > 0, comb(N, T, C).
power([], []).
power([X|Xs], [X|Ys]) :- power(Xs, Ys).
power([_|Xs], Ys) :- power(Xs, Ys).
% ?- comb(2, [a,b,c], C).
% ?- findall(S, power([1,2,3], S), L), length(L, N).
% ?- findall(P, permutation([a,b,c], P), L), length(L, N).
