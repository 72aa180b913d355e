:- set_prolog_flag(double_quotes, chars).
greet("hi").
% ?- greet([H|T]).
