:- dynamic p/1, q/1, r/1.
p(X) :- q(X), r(X).
q(1). q(2). q(3).
r(2). r(3).
prove(true, 0) :- !.
prove((A, B), D) :- !, prove(A, D1), prove(B, D2), D is max(D1, D2).
prove(G, D) :- clause(G, B), prove(B, D1), D is D1 + 1.
tree(true, true) :- !.
tree((A, B), (TA, TB)) :- !, tree(A, TA), tree(B, TB).
tree(G, G-T) :- clause(G, B), tree(B, T).
% ?- prove(p(X), D).
% ?- tree(p(X), T), !.
