:- use_module(library(clpfd)).
tasks([3-2, 4-1, 2-3, 5-2, 1-1, 3-1, 2-2, 4-2]).
schedule(Starts, End) :-
    tasks(Ts), length(Ts, N), length(Starts, N), Starts ins 0..30, End in 0..40,
    build(Ts, Starts, End, Tasks),
    cumulative(Tasks, [limit(4)]),
    once(labeling([min(End)], [End|Starts])).
build([], [], _, []).
build([D-U|Ts], [S|Ss], End, [task(S, D, E, U, _)|Tasks]) :- E in 0..40, S + D #= E, E #=< End, build(Ts, Ss, End, Tasks).
timed(T) :- statistics(cputime, A), forall(between(1, 5, _), once(schedule(_,_))), statistics(cputime, B), T is B - A.
% ?- timed(T).
