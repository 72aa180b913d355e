:- use_module(library(pairs)).
by_len(L, S) :- map_list_to_pairs(atom_length, L, P), keysort(P, K), pairs_values(K, S).
% ?- by_len([ccc, a, bb], S).
% ?- pairs_keys_values(P, [a,b], [1,2]).
% ?- pairs_keys([a-1,b-2], K), pairs_values([a-1,b-2], V).
% ?- transpose_pairs([a-1,b-2], T).
