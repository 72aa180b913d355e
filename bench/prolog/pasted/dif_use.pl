remove(_, [], []).
remove(X, [X|T], R) :- remove(X, T, R).
remove(X, [Y|T], [Y|R]) :- dif(X, Y), remove(X, T, R).
uniq([]).
uniq([X|Xs]) :- maplist(dif(X), Xs), uniq(Xs).
% ?- remove(a, [a,b,a,c], R).
% ?- uniq([a,b,c]).
% ?- uniq([a,b,a]).
% ?- X = f(Y), dif(X, f(1)), Y = 2.
% ?- dif(X, 1), member(X, [1,2,3]).
