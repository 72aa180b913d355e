:- table expr//1.
expr(X) --> expr(Y), "+", num(Z), { X is Y + Z }.
expr(X) --> num(X).
num(N) --> [D], { D >= 0'0, D =< 0'9, N is D - 0'0 }.
% ?- phrase(expr(X), `1+2+3`).
