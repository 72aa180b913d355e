collatz(1, [1]) :- !.
collatz(N, [N|T]) :- ( N mod 2 =:= 0 -> M is N // 2 ; M is 3 * N + 1 ), collatz(M, T).
% ?- collatz(6, L).
% ?- collatz(27, L), length(L, N), max_list(L, M).
