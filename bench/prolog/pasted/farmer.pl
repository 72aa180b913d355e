opp(w, e). opp(e, w).
move(s(X,X,G,C), wolf, s(Y,Y,G,C)) :- opp(X, Y).
move(s(X,W,X,C), goat, s(Y,W,Y,C)) :- opp(X, Y).
move(s(X,W,G,X), cabbage, s(Y,W,G,Y)) :- opp(X, Y).
move(s(X,W,G,C), alone, s(Y,W,G,C)) :- opp(X, Y).
safe(s(F,W,G,C)) :- ( F = G -> true ; F = W, F = C ).
solve(s(e,e,e,e), _, []).
solve(S, Seen, [M|Ms]) :- move(S, M, N), safe(N), \+ memberchk(N, Seen), solve(N, [N|Seen], Ms).
% ?- solve(s(w,w,w,w), [s(w,w,w,w)], Ms), !.
