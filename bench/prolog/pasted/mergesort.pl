msort2([], []).
msort2([X], [X]) :- !.
msort2(L, S) :- length(L, N), H is N // 2, length(A, H), append(A, B, L), msort2(A, SA), msort2(B, SB), merge(SA, SB, S).
merge([], L, L) :- !.
merge(L, [], L) :- !.
merge([A|As], [B|Bs], [A|R]) :- A =< B, !, merge(As, [B|Bs], R).
merge(As, [B|Bs], [B|R]) :- merge(As, Bs, R).
% ?- msort2([5,2,9,1,5,6], S).
