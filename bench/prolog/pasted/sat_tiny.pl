var_(X) :- member(X, [true, false]).
eval(X, V) :- ( X == true ; X == false ), !, V = X.
eval(and(A, B), V) :- eval(A, X), eval(B, Y), ( X == true, Y == true -> V = true ; V = false ).
eval(or(A, B), V) :- eval(A, X), eval(B, Y), ( ( X == true ; Y == true ) -> V = true ; V = false ).
eval(not(A), V) :- eval(A, X), ( X == true -> V = false ; V = true ).
sat(F) :- term_variables(F, Vs), maplist(var_, Vs), eval(F, true).
% ?- sat(and(X, not(Y))).
% ?- sat(and(X, not(X))).
% ?- findall(X-Y, sat(or(X, Y)), L).
