to_binary(0, [0]) :- !.
to_binary(N, Bs) :- bits(N, [], Bs).
bits(0, Acc, Acc) :- !.
bits(N, Acc, Bs) :- B is N mod 2, M is N // 2, bits(M, [B|Acc], Bs).
from_binary(Bs, N) :- foldl([B,A,C]>>(C is A * 2 + B), Bs, 0, N).
% ?- to_binary(10, B).
% ?- from_binary([1,0,1,0], N).
