:- module(stack, [empty/1, push/3, pop/3]).
:- use_module(library(lists), [append/3, last/2]).
empty([]).
push(X, S, [X|S]).
pop(X, [X|S], S).
% ?- stack:empty(S), stack:push(1, S, S1), stack:push(2, S1, S2), stack:pop(X, S2, _).
% ?- lists:append([1], [2], L).
% ?- findall(X, stack:pop(X, [a,b], _), L).
% ?- catch(lists:nosuch(1), error(existence_error(procedure, _), _), true).
