:- use_module(library(lists)).
move(s(X, Y), s(4, Y), fill_x) :- X < 4.
move(s(X, Y), s(X, 3), fill_y) :- Y < 3.
move(s(X, Y), s(0, Y), empty_x) :- X > 0.
move(s(X, Y), s(X, 0), empty_y) :- Y > 0.
move(s(X, Y), s(X1, Y1), pour_xy) :- X > 0, Y < 3, T is min(X, 3 - Y), X1 is X - T, Y1 is Y + T.
move(s(X, Y), s(X1, Y1), pour_yx) :- Y > 0, X < 4, T is min(Y, 4 - X), X1 is X + T, Y1 is Y - T.
bfs([[S|P]|_], _, [S|P]) :- S = s(2, _), !.
bfs([[S|P]|Q], Seen, R) :- findall([N,S|P], (move(S, N, _), \+ memberchk(N, Seen)), Next), findall(N, member([N|_], Next), Ns), append(Seen, Ns, Seen1), append(Q, Next, Q1), bfs(Q1, Seen1, R).
solve(Path) :- bfs([[s(0,0)]], [s(0,0)], R), reverse(R, Path).
% ?- solve(P), length(P, N).
