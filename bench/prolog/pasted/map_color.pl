:- use_module(library(clpfd)).
regions([WA, NT, SA, Q, NSW, V, T]) :-
    [WA, NT, SA, Q, NSW, V, T] ins 1..3,
    WA #\= NT, WA #\= SA, NT #\= SA, NT #\= Q, SA #\= Q, SA #\= NSW, SA #\= V, Q #\= NSW, NSW #\= V,
    label([WA, NT, SA, Q, NSW, V, T]).
% ?- regions(R), !.
% ?- findall(R, regions(R), L), length(L, N).
