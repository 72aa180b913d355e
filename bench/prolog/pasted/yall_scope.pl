scale(K, L, R) :- maplist({K}/[X,Y]>>(Y is X * K), L, R).
% ?- scale(3, [1,2], R).
% ?- maplist([X-Y,Y-X]>>true, [1-a,2-b], L).
% ?- include([_-V]>>(V > 1), [a-1,b-2], L).
% ?- F = [X]>>(Y is X * 2, writeln(Y)), call(F, 4), call(F, 5).
