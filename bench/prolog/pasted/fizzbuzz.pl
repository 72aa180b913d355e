fizzbuzz(N) :- forall(between(1, N, I), (fb(I, X), writeln(X))).
fb(I, fizzbuzz) :- I mod 15 =:= 0, !.
fb(I, fizz) :- I mod 3 =:= 0, !.
fb(I, buzz) :- I mod 5 =:= 0, !.
fb(I, I).
% ?- fizzbuzz(15).
