% Naive reverse of a 30-element list: 496 inferences a round.
bench(Rounds) :- range(1, 30, List), loop(Rounds, List).

loop(0, _) :- !.
loop(N, List) :- \+ \+ reversed(List), M is N - 1, loop(M, List).

reversed(List) :- nrev(List, [30|_]).

nrev([], []).
nrev([H|T], R) :- nrev(T, S), app(S, [H], R).

app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).

range(High, High, [High]) :- !.
range(Low, High, [Low|T]) :- Next is Low + 1, range(Next, High, T).
