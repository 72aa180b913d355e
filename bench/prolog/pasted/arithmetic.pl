% ?- X is 7 / 2.
% ?- X is 8 / 2.
% ?- X is 7 // 2, Y is -7 // 2, Z is 7 mod -2, W is -7 rem 2.
% ?- X is 2 ** 3, Y is 2 ^ 3, Z is 2.0 ** 3.
% ?- X is 2 ** -1.
% ?- X is max(3, 4.0), Y is min(2, 1).
% ?- X is sqrt(16), Y is abs(-3), Z is sign(-2.5).
% ?- X is truncate(3.7), Y is round(3.5), Z is ceiling(3.2), W is floor(3.8).
% ?- X is pi, Y is e.
% ?- X is cot(1.0), Y is atan2(1, 1), Z is atan(1, 2).
% ?- X is 17 xor 5, Y is 6 /\ 3, Z is 6 \/ 3, W is 1 << 10, V is 1024 >> 3, U is \ 5.
% ?- X is gcd(12, 18), Y is msb(1000).
% ?- X is 10 ** 20.
% ?- X = 1 + 2, Y is X * 3.
% ?- 1 =:= 1.0, 1 \== 1.0.
% ?- X is random(10), X < 10, Y = ok.
% ?- succ(X, 4), succ(3, Y), plus(1, X2, 5).
% ?- X is 5 / 0.
% ?- X is 5.0 / 0.
% ?- X is foo.
% ?- X is "a" + 0.
% ?- X is log(100) / log(10).
% ?- X is 1.0e10, Y is 1.5e-5, Z is 123456789.0 * 10.
% ?- X is 3.0, Y is 1/3.0.
% ?- X is integer(2.5), Y is float_integer_part(2.5), Z is float_fractional_part(-2.5).
% ?- divmod(7, 2, Q, R).
% ?- nth_integer_root_and_remainder(2, 10, R, Rem).
% ?- X is cot(0.5) + acos(0.5) + asin(0.5).
% ?- X is 0b1010 + 0xff + 0o17 + 0'a.
% ?- X = 1_000_000.
% ?- X is truncate(1.0e20).
% ?- format("~w ~w ~w~n", [1.0, 1.0e100, 0.1]).
