dot(Xs, Ys, D) :- foldl([X,Y,A,B]>>(B is A + X * Y), Xs, Ys, 0, D).
col(M, C) :- maplist([[H|_],H]>>true, M, C).
trans([[]|_], []) :- !.
trans(M, [C|Cs]) :- maplist([[H|T],H,T]>>true, M, C, R), trans(R, Cs).
% ?- dot([1,2,3], [4,5,6], D).
% ?- trans([[1,2],[3,4]], T).
