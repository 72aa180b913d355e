:- use_module(library(ugraphs)).
dep(build, test). dep(test, deploy). dep(lint, test).
order(O) :- findall(A-B, dep(A, B), Es), vertices_edges_to_ugraph([], Es, G), top_sort(G, O).
% ?- order(O).
