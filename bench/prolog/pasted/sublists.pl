sub(S, L) :- append(_, R, L), append(S, _, R).
prefix_of(P, L) :- append(P, _, L).
chunk([], _, []) :- !.
chunk(L, N, [C|Cs]) :- length(C, N), append(C, R, L), !, chunk(R, N, Cs).
chunk(L, _, [L]).
% ?- findall(S, sub(S, [1,2]), L).
% ?- prefix_of(P, [a,b]).
% ?- chunk([1,2,3,4,5], 2, C).
% ?- sumlist([1,2,3], S), last([1,2,3], X), nth1(2, [a,b,c], E).
