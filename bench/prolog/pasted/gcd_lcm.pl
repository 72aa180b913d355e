gcd(X, 0, X) :- !.
gcd(X, Y, G) :- Z is X mod Y, gcd(Y, Z, G).
lcm(X, Y, L) :- gcd(X, Y, G), L is X * Y // G.
coprime(X, Y) :- gcd(X, Y, 1).
% ?- gcd(48, 36, G).
% ?- lcm(4, 6, L).
% ?- coprime(14, 15).
% ?- coprime(14, 21).
