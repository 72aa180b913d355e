:- use_module(library(clpfd)).
puzzle([S,E,N,D,M,O,R,Y]) :-
    Vars = [S,E,N,D,M,O,R,Y], Vars ins 0..9, all_different(Vars),
    S*1000 + E*100 + N*10 + D + M*1000 + O*100 + R*10 + E #= M*10000 + O*1000 + N*100 + E*10 + Y,
    M #\= 0, S #\= 0, label(Vars).
timed(T) :- statistics(cputime, A), forall(between(1, 20, _), once(puzzle(_))), statistics(cputime, B), T is B - A.
% ?- timed(T).
