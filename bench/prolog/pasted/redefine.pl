append([], L, L) :- write(mine), nl.
append([H|T], L, [H|R]) :- append(T, L, R).
reverse(L, R) :- rev(L, [], R).
rev([], A, A).
rev([H|T], A, R) :- rev(T, [H|A], R).
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
succ(X, Y) :- Y = s(X).
print_message(_, _).
last([X], X).
last([_|T], X) :- last(T, X).
% ?- append([1], [2], L).
% ?- reverse([1,2,3], R).
% ?- member(X, [1,2]).
% ?- succ(a, Y).
% ?- last([1,2,3], X).
% ?- maplist([X,Y]>>append(X, [z], Y), [[a],[b]], L).
% ?- subtract([1,2,3], [2], L).
