roman(N, R) :- phrase(rom(N), Cs), atomic_list_concat(Cs, R).
rom(0) --> [].
rom(N) --> { N > 0, sym(V, S), V =< N, !, M is N - V }, [S], rom(M).
sym(1000, 'M'). sym(900, 'CM'). sym(500, 'D'). sym(400, 'CD'). sym(100, 'C'). sym(90, 'XC').
sym(50, 'L'). sym(40, 'XL'). sym(10, 'X'). sym(9, 'IX'). sym(5, 'V'). sym(4, 'IV'). sym(1, 'I').
% ?- roman(1994, R).
% ?- roman(2024, R).
