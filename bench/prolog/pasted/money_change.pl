change(0, _, []) :- !.
change(N, [C|Cs], [C|R]) :- N >= C, M is N - C, change(M, [C|Cs], R).
change(N, [_|Cs], R) :- N > 0, change(N, Cs, R).
% ?- change(11, [5,2,1], R), !.
% ?- findall(R, change(6, [5,2,1], R), L), length(L, N).
