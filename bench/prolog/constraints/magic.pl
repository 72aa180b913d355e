:- use_module(library(clpfd)).
magic(Square) :-
    Square = [A,B,C,D,E,F,G,H,I,J,K,L,M,N,O,P], Square ins 1..16, all_different(Square),
    A+B+C+D #= 34, E+F+G+H #= 34, I+J+K+L #= 34, M+N+O+P #= 34,
    A+E+I+M #= 34, B+F+J+N #= 34, C+G+K+O #= 34, D+H+L+P #= 34,
    A+F+K+P #= 34, D+G+J+M #= 34, A #< D, A #< M,
    labeling([ff], Square).
timed(T) :- statistics(cputime, A), forall(between(1, 5, _), once(magic(_))), statistics(cputime, B), T is B - A.
% ?- timed(T).
