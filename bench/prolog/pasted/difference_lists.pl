dl_append(A-B, B-C, A-C).
flat(leaf(X), [X|T], T).
flat(node(L, R), S, T) :- flat(L, S, M), flat(R, M, T).
% ?- dl_append([1,2|X]-X, [3|Y]-Y, L-[]).
% ?- flat(node(leaf(a), node(leaf(b), leaf(c))), L, []).
