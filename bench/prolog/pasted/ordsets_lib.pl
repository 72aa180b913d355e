:- use_module(library(ordsets)).
% ?- list_to_ord_set([c,a,b,a], S).
% ?- ord_union([a,c], [b,c], U).
% ?- ord_subtract([a,b,c], [b], D).
% ?- ord_intersection([a,b,c], [b,c,d], I).
% ?- ord_memberchk(b, [a,b,c]).
% ?- ord_subset([a], [a,b]).
% ?- ord_add_element([a,c], b, S), ord_del_element(S, a, T).
% ?- ord_symdiff([a,b], [b,c], D).
