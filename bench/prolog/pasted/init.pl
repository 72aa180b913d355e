:- initialization(main).
:- dynamic seen/1.
main :- helper(X), assertz(seen(X)), format("main ran with ~w~n", [X]).
helper(42).
% ?- seen(X).
