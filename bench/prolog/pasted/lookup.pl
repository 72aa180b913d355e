capital(france, paris). capital(spain, madrid). capital(italy, rome).
population(paris, 2). population(madrid, 3). population(rome, 3).
big(C) :- capital(C, Cap), population(Cap, P), P > 2.
% ?- capital(france, X).
% ?- capital(X, rome).
% ?- big(X).
% ?- \+ capital(germany, _).
% ?- capital(X, Y), population(Y, 3).
