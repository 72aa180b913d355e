% All placements of N queens; 8 has 92, 10 has 724.
bench(8) :- count(8, 92).
bench(10) :- count(10, 724).

bench(N, Rounds) :- loop(Rounds, N).

loop(0, _) :- !.
loop(Rounds, N) :- \+ \+ bench(N), Less is Rounds - 1, loop(Less, N).

count(N, Count) :- findall(Qs, queens(N, Qs), All), size(All, 0, Count).

size([], N, N).
size([_|T], N0, N) :- N1 is N0 + 1, size(T, N1, N).

queens(N, Qs) :- range(1, N, Columns), place(Columns, [], Qs).

place([], Qs, Qs).
place(Free, Placed, Qs) :-
    pick(Q, Free, Rest),
    safe(Placed, Q, 1),
    place(Rest, [Q|Placed], Qs).

pick(X, [X|T], T).
pick(X, [H|T], [H|R]) :- pick(X, T, R).

safe([], _, _).
safe([P|Ps], Q, D) :-
    P + D =\= Q,
    P - D =\= Q,
    E is D + 1,
    safe(Ps, Q, E).

range(High, High, [High]) :- !.
range(Low, High, [Low|T]) :- Next is Low + 1, range(Next, High, T).
