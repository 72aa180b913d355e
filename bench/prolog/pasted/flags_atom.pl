:- set_prolog_flag(double_quotes, atom).
greet("hi there").
% ?- greet(X), atom(X).
