:- set_prolog_flag(double_quotes, codes).
digits([D|T]) --> digit(D), digits(T).
digits([D]) --> digit(D).
digit(D) --> [D], { D >= 0'0, D =< 0'9 }.
letters("abc").
% ?- letters(X).
% ?- phrase(digits(Ds), [0'4, 0'2]), atom_codes(A, Ds).
