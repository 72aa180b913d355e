anagram(A, B) :- atom_chars(A, Ca), atom_chars(B, Cb), msort(Ca, S), msort(Cb, S).
groups(Ws, Gs) :- findall(K-W, (member(W, Ws), atom_chars(W, C), msort(C, K)), Ps), keysort(Ps, S), group_pairs_by_key(S, Gs).
% ?- anagram(listen, silent).
% ?- anagram(abc, abd).
% ?- groups([eat, tea, tan, ate, nat, bat], G).
