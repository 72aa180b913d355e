row(0, [1]) :- !.
row(N, R) :- M is N - 1, row(M, P), sums([0|P], P, R).
sums([X], [], [X]) :- !.
sums([X], _, [X]) :- !.
sums([X|Xs], [Y|Ys], [Z|Zs]) :- Z is X + Y, sums(Xs, Ys, Zs).
% ?- row(4, R).
% ?- forall(between(0, 4, N), (row(N, R), writeln(R))).
