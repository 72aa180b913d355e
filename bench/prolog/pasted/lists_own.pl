my_len([], 0).
my_len([_|T], N) :- my_len(T, N0), N is N0 + 1.
my_append([], L, L).
my_append([H|T], L, [H|R]) :- my_append(T, L, R).
my_reverse([], []).
my_reverse([H|T], R) :- my_reverse(T, RT), my_append(RT, [H], R).
my_member(X, [X|_]).
my_member(X, [_|T]) :- my_member(X, T).
my_last([X], X).
my_last([_|T], X) :- my_last(T, X).
% ?- my_len([a,b,c], N).
% ?- my_append(X, Y, [1,2]).
% ?- my_reverse([1,2,3,4], R).
% ?- my_member(X, [a,b,a]).
% ?- my_last([1,2,3], X).
% ?- numlist(1, 1000, L), my_len(L, N).
% ?- numlist(1, 400, L), my_reverse(L, [H|_]).
