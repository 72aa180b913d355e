:- use_module(library(clpfd)).
knap(Xs, V) :- Xs = [A,B,C], Xs ins 0..3, 3*A + 4*B + 2*C #=< 9, V #= 4*A + 5*B + 3*C, labeling([max(V)], Xs).
% ?- knap(Xs, V), !.
% ?- findnsols(3, Xs-V, knap(Xs, V), L), !.
