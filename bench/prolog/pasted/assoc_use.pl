:- use_module(library(assoc)).
count_words(Ws, Counts) :- empty_assoc(E), foldl(add_word, Ws, E, A), assoc_to_list(A, Counts).
add_word(W, A0, A) :- ( get_assoc(W, A0, N) -> N1 is N + 1 ; N1 = 1 ), put_assoc(W, A0, N1, A).
% ?- count_words([a, b, a, c, b, a], C).
% ?- list_to_assoc([x-1, y-2], _A), get_assoc(y, _A, V), assoc_to_keys(_A, Ks), assoc_to_values(_A, Vs).
% ?- list_to_assoc([x-1, x-2], A).
% ?- list_to_assoc([a-1], _A), put_assoc(b, _A, 2, _B), assoc_to_list(_B, L), max_assoc(_B, K, V).
