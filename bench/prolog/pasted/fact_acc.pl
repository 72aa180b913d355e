fact(N, F) :- fact(N, 1, F).
fact(0, Acc, Acc) :- !.
fact(N, Acc, F) :- N > 0, Acc1 is Acc * N, N1 is N - 1, fact(N1, Acc1, F).
% ?- fact(20, F).
% ?- fact(50, F).
% ?- fact(-1, F).
