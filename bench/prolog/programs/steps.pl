% A million steps: a loop that makes garbage, and a recursion that must come back.
bench(loop, N) :- loop(N, s(0)).
bench(deep, N) :- list(N, L), total(L, Sum), Sum =:= N.

loop(0, _) :- !.
loop(N, State) :- next(State, Other), M is N - 1, loop(M, Other).

next(s(N), s(M)) :- M is N + 1.

list(0, []) :- !.
list(N, [1|T]) :- M is N - 1, list(M, T).

total([], 0).
total([X|T], Sum) :- total(T, Rest), Sum is X + Rest.
