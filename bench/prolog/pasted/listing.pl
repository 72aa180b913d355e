:- dynamic likes/2.
likes(ann, tea).
likes(X, Y) :- likes(Y, X), X \== Y, !.
% ?- portray_clause((a(X) :- b(X, Y), \+ c(Y), ( d -> e ; f ))).
% ?- portray_clause(foo("str", 'A b', [1,2|T])).
