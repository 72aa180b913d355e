:- use_module(library(clpfd)).
coins(A, B, C) :- [A,B,C] ins 0..10, A + 5*B + 10*C #= 20, A + B + C #= 4.
len2([], 0).
len2([_|T], N) :- N #> 0, N #= N0 + 1, len2(T, N0).
fact(0, 1).
fact(N, F) :- N #> 0, N1 #= N - 1, F #= N * F1, fact(N1, F1).
% ?- coins(A, B, C), label([A,B,C]).
% ?- len2([a,b,c], N).
% ?- len2(L, 2), !.
% ?- fact(5, F), !.
% ?- X #> 0, X #< 4, findall(X, indomain(X), L).
% ?- X in 1..5, fd_dom(X, D), fd_size(X, S).
% ?- tuples_in([[X,Y]], [[1,2],[2,3]]), label([X,Y]).
% ?- X in 0..1, Y in 0..1, X #\/ Y, X #/\ #\ Y.
