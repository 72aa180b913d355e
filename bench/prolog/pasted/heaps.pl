:- use_module(library(heaps)).
% ?- list_to_heap([3-c, 1-a, 2-b], H0), get_from_heap(H0, P, X, H1), heap_size(H1, N), H0 = _ , !.
% ?- empty_heap(H), add_to_heap(H, 5, x, H2), add_to_heap(H2, 1, y, H3), get_from_heap(H3, P, X, _), !.
