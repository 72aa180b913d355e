:- use_module(library(clpfd)).
queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs), labeling([ff], Qs).
safe([]).
safe([Q|Qs]) :- apart(Qs, Q, 1), safe(Qs).
apart([], _, _).
apart([Q|Qs], Q0, D0) :- Q0 #\= Q, Q0 #\= Q + D0, Q0 #\= Q - D0, D1 is D0 + 1, apart(Qs, Q0, D1).
timed(T) :- statistics(cputime, A), forall(between(1, 5, _), once(queens(20,_))), statistics(cputime, B), T is B - A.
% ?- timed(T).
