:- use_module(library(apply)).
:- use_module(library(yall)).
double(X, Y) :- Y is X * 2.
even(X) :- X mod 2 =:= 0.
add(X, Y, Z) :- Z is X + Y.
% ?- maplist(double, [1,2,3], L).
% ?- include(even, [1,2,3,4], L).
% ?- exclude(even, [1,2,3,4], L).
% ?- partition(even, [1,2,3,4], I, O).
% ?- foldl(add, [1,2,3], 0, S).
% ?- maplist([X,Y]>>(Y is X * X), [1,2,3], L).
% ?- foldl([X,A,B]>>(B is A + X), [1,2,3], 0, S).
% ?- N = 5, maplist({N}/[X,Y]>>(Y is X + N), [1,2], L).
% ?- maplist([X]>>(X > 0), [1,2,-3]).
% ?- maplist(succ, L, [2,3]).
% ?- aggregate_all(count, member(_, [a,b]), C).
% ?- aggregate_all(sum(X), member(X, [1,2,3]), S).
% ?- aggregate_all(max(X), member(X, [3,1,2]), M).
% ?- aggregate_all(bag(X), member(X, [c,a,b]), L).
% ?- aggregate_all(set(X), member(X, [c,a,b,a]), L).
% ?- aggregate_all(max(X, Y), member(X-Y, [1-a,3-b]), M).
% ?- aggregate_all(min(X, Y), member(X-Y, [1-a,3-b]), M).
% ?- aggregate_all(max(X), member(X, []), M).
