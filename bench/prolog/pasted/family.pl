% Family tree.
:- discontiguous parent/2, male/1, female/1.
parent(tom, bob).
parent(tom, liz).
male(tom).
parent(bob, ann).
parent(bob, pat).
male(bob).
parent(pat, jim).
female(liz). female(ann). female(pat).
male(jim).
father(X, Y) :- parent(X, Y), male(X).
mother(X, Y) :- parent(X, Y), female(X).
sibling(X, Y) :- parent(Z, X), parent(Z, Y), X \= Y.
grandparent(X, Z) :- parent(X, Y), parent(Y, Z).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
% ?- father(X, Y).
% ?- sibling(ann, S).
% ?- grandparent(G, jim).
% ?- ancestor(tom, D).
% ?- findall(X, ancestor(X, jim), L), msort(L, S).
% ?- mother(pat, jim).
% ?- \+ father(liz, _).
