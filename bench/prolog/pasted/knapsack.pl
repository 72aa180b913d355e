item(a, 3, 4). item(b, 4, 5). item(c, 2, 3).
subset_of([], []).
subset_of([X|Xs], [X|Ys]) :- subset_of(Xs, Ys).
subset_of([_|Xs], Ys) :- subset_of(Xs, Ys).
best(Cap, Best, Value) :-
    findall(I, item(I, _, _), Is),
    findall(V-S, (subset_of(Is, S), weight(S, W), W =< Cap, value(S, V)), L),
    sort(0, @>=, L, [Value-Best|_]).
weight(S, W) :- findall(X, (member(I, S), item(I, X, _)), L), sum_list(L, W).
value(S, W) :- findall(X, (member(I, S), item(I, _, X)), L), sum_list(L, W).
% ?- best(6, B, V).
