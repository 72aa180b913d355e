hanoi(0, _, _, _) :- !.
hanoi(N, A, B, C) :-
    N1 is N - 1,
    hanoi(N1, A, C, B),
    format("Move disk ~w from ~w to ~w~n", [N, A, B]),
    hanoi(N1, C, B, A).
moves(0, 0).
moves(N, M) :- N > 0, N1 is N - 1, moves(N1, M1), M is 2 * M1 + 1.
% ?- hanoi(3, left, right, center).
% ?- moves(20, M), !.
