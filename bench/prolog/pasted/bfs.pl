:- use_module(library(lists)).
adj(1, [2,3]). adj(2, [4]). adj(3, [4,5]). adj(4, [6]). adj(5, [6]). adj(6, []).
bfs(S, G, P) :- bfs_([[S]], [S], G, R), reverse(R, P).
bfs_([[G|P]|_], _, G, [G|P]) :- !.
bfs_([[N|P]|Q], V, G, R) :- adj(N, Ns), findall([M,N|P], (member(M, Ns), \+ memberchk(M, V)), New), findall(M, member([M|_], New), Ms), append(V, Ms, V1), append(Q, New, Q1), bfs_(Q1, V1, G, R).
% ?- bfs(1, 6, P).
