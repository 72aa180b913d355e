% Left-recursive, tabled reachability in the graph `edge/2` of 2,000 nodes, loaded beside this.
:- table path/2.
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).

bench(Sources) :- from(0, Sources).

from(N, N) :- !.
from(I, N) :-
    findall(Y, path(I, Y), Ys),
    size(Ys, 0, 2000),
    J is I + 1,
    from(J, N).

size([], N, N).
size([_|T], N0, N) :- N1 is N0 + 1, size(T, N1, N).
