:- use_module(library(assoc)).
count_words(Ws, Counts) :- empty_assoc(E), foldl(add_word, Ws, E, A), assoc_to_list(A, Counts).
add_word(W, A0, A) :- ( get_assoc(W, A0, N) -> N1 is N + 1 ; N1 = 1 ), put_assoc(W, A0, N1, A).
% ?- count_words([a, b, a, c, b, a], C).
% ?- list_to_assoc([x-1, y-2], A), get_assoc(y, A, V), assoc_to_keys(A, Ks), assoc_to_values(A, Vs), A = t(_,_,_,_,_).
% ?- list_to_assoc([x-1, x-2], A).
% ?- list_to_assoc([a-1], A), put_assoc(b, A, 2, B), assoc_to_list(B, L), max_assoc(B, K, V).
