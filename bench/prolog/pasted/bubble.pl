bubble(L, S) :- swap(L, M), !, bubble(M, S).
bubble(L, L).
swap([X,Y|T], [Y,X|T]) :- X > Y.
swap([X|T], [X|U]) :- swap(T, U).
% ?- bubble([4,3,2,1], S).
