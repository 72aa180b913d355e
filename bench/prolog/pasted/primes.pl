prime(2).
prime(N) :- N > 2, N mod 2 =\= 0, \+ has_factor(N, 3).
has_factor(N, F) :- N mod F =:= 0.
has_factor(N, F) :- F * F < N, F2 is F + 2, has_factor(N, F2).
primes(Lo, Hi, Ps) :- findall(P, (between(Lo, Hi, P), prime(P)), Ps).
% ?- primes(1, 50, Ps).
% ?- prime(97).
% ?- prime(91).
