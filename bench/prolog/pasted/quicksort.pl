quicksort([], []).
quicksort([P|Xs], Sorted) :-
    partition(Xs, P, Smaller, Larger),
    quicksort(Smaller, S1), quicksort(Larger, S2),
    append(S1, [P|S2], Sorted).
partition([], _, [], []).
partition([X|Xs], P, [X|S], L) :- X =< P, !, partition(Xs, P, S, L).
partition([X|Xs], P, S, [X|L]) :- partition(Xs, P, S, L).
% ?- quicksort([3,1,4,1,5,9,2,6,5,3,5], S).
% ?- quicksort([], S).
% ?- findall(X, (between(1, 300, I), X is (I * 7919) mod 1009), L), quicksort(L, [A,B,C|_]).
% ?- quicksort([c,b], S).
