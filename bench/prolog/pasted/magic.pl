:- use_module(library(clpfd)).
magic([A,B,C,D,E,F,G,H,I]) :-
    Vs = [A,B,C,D,E,F,G,H,I], Vs ins 1..9, all_different(Vs),
    A+B+C #= 15, D+E+F #= 15, G+H+I #= 15, A+D+G #= 15, B+E+H #= 15, C+F+I #= 15, A+E+I #= 15, C+E+G #= 15.
% ?- magic(S), label(S), !.
% ?- findall(S, (magic(S), label(S)), L), length(L, N).
