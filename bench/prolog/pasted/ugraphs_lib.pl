:- use_module(library(ugraphs)).
g(G) :- vertices_edges_to_ugraph([d], [a-b, b-c, a-c], G).
% ?- g(G).
% ?- g(_G), vertices(_G, V), edges(_G, E).
% ?- g(_G), top_sort(_G, S).
% ?- g(_G), reachable(a, _G, R).
% ?- g(_G), transitive_closure(_G, C).
% ?- g(_G), neighbours(a, _G, N).
% ?- g(_G), add_edges(_G, [c-d], G2).
% ?- g(_G), del_vertices(_G, [b], G2).
% ?- g(_G), transpose_ugraph(_G, T).
