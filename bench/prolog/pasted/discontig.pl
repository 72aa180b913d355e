:- discontiguous a/1, b/1.
a(1).
b(1).
a(2).
b(2).
% ?- findall(X-Y, (a(X), b(Y)), L).
