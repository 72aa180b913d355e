:- op(700, xfx, is_a).
:- op(650, xfx, has).
:- op(200, xfy, of).
rex is_a dog.
dog has tail of fur.
cat has claws.
thing(X) :- X is_a _.
% ?- X is_a Y.
% ?- dog has X of Y.
% ?- X = (a of b of c), X = (A of B).
% ?- thing(T).
% ?- writeq(rex is_a dog), nl.
% ?- writeq('hello world'), nl, writeq("str"), nl, writeq('It''s'), nl, writeq({a,b}), nl, writeq(f(',', '|')), nl.
