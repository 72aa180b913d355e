zip([], [], []).
zip([A|As], [B|Bs], [A-B|Cs]) :- zip(As, Bs, Cs).
range(L, H, []) :- L > H, !.
range(L, H, [L|T]) :- M is L + 1, range(M, H, T).
rle([], []).
rle([X|Xs], [X*N|R]) :- take(X, Xs, 1, N, Rest), rle(Rest, R).
take(X, [X|Xs], N0, N, R) :- !, N1 is N0 + 1, take(X, Xs, N1, N, R).
take(_, R, N, N, R).
% ?- zip([1,2], [a,b], Z).
% ?- zip(X, Y, [1-a,2-b]).
% ?- range(1, 5, R).
% ?- rle([a,a,b,c,c,c], R).
