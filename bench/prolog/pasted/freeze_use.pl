stream(N, [N|T]) :- freeze(T, (N1 is N + 1, stream(N1, T))).
take(0, _, []) :- !.
take(K, [X|Xs], [X|Ys]) :- K1 is K - 1, take(K1, Xs, Ys).
% ?- stream(1, _S), take(5, _S, L).
% ?- freeze(X, (write(x), nl)), freeze(Y, (write(y), nl)), Y = 1, X = 2.
% ?- frozen(X, G).
