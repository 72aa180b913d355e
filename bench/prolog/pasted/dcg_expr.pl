:- use_module(library(dcg/basics)).
expr(X) --> term(X0), expr_rest(X0, X).
expr_rest(Acc, X) --> "+", !, term(Y), { Acc1 is Acc + Y }, expr_rest(Acc1, X).
expr_rest(Acc, X) --> "-", !, term(Y), { Acc1 is Acc - Y }, expr_rest(Acc1, X).
expr_rest(X, X) --> [].
term(X) --> factor(X0), term_rest(X0, X).
term_rest(Acc, X) --> "*", !, factor(Y), { Acc1 is Acc * Y }, term_rest(Acc1, X).
term_rest(Acc, X) --> "/", !, factor(Y), { Acc1 is Acc / Y }, term_rest(Acc1, X).
term_rest(X, X) --> [].
factor(X) --> number(X).
factor(X) --> "(", expr(X), ")".
eval(S, V) :- string_codes(S, Cs), phrase(expr(V), Cs).
% ?- eval("1+2*3", V).
% ?- eval("(1+2)*3-4", V).
% ?- eval("10/4", V).
% ?- eval("1+", V).
