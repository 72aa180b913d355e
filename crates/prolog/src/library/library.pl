% Library predicates. A program that defines one of these gets its own.

append([], L, L).
append([H|T], L, [H|R]) :- append(T, L, R).
append(Ls, L) :- '$must_be'(list, Ls), '$append_all'(Ls, L).
'$append_all'([], []).
'$append_all'([L|Ls], As) :- append(L, Ws, As), '$append_all'(Ls, Ws).

member(X, [H|T]) :- '$member'(T, X, H).
memberchk(X, L) :- '$member'(X, L), !.

select(X, [X|T], T).
select(X, [H|T], [H|R]) :- select(X, T, R).
selectchk(X, L, R) :- select(X, L, R), !.
select(X, Xs, Y, Ys) :- '$select4'(Xs, X, Y, Ys).
'$select4'([X|T], X, Y, [Y|T]).
'$select4'([H|T], X, Y, [H|T2]) :- '$select4'(T, X, Y, T2).
subtract([], _, []).
subtract([H|T], D, R) :- ( memberchk(H, D) -> R = R1 ; R = [H|R1] ), subtract(T, D, R1).
intersection([], _, []).
intersection([H|T], L, R) :- ( memberchk(H, L) -> R = [H|R1] ; R = R1 ), intersection(T, L, R1).
union([], L, L).
union([H|T], L, R) :- ( memberchk(H, L) -> R = R1 ; R = [H|R1] ), union(T, L, R1).
permutation(Xs, Ys) :-
    ( is_list(Xs) -> length(Xs, N), length(Ys, N) ; is_list(Ys) -> length(Ys, N), length(Xs, N) ; true ),
    '$permutation'(Xs, Ys).
'$permutation'([], []).
'$permutation'(L, [F|R]) :- select(F, L, Rest), '$permutation'(Rest, R).
delete([], _, []).
delete([H|T], X, R) :- ( H \= X -> R = [H|R1] ; R = R1 ), delete(T, X, R1).
exclude(_, [], []).
exclude(P, [H|T], R) :- ( call(P, H) -> R = R1 ; R = [H|R1] ), exclude(P, T, R1).
include(_, [], []).
include(P, [H|T], R) :- ( call(P, H) -> R = [H|R1] ; R = R1 ), include(P, T, R1).
partition(_, [], [], []).
partition(P, [H|T], I, O) :-
    ( call(P, H) -> I = [H|I1], O = O1 ; I = I1, O = [H|O1] ),
    partition(P, T, I1, O1).
partition(_, [], [], [], []).
partition(P, [H|T], L, E, G) :-
    call(P, H, Order),
    '$partition6'(Order, H, L, E, G, L1, E1, G1),
    partition(P, T, L1, E1, G1).
'$partition6'(<, H, [H|L], E, G, L, E, G).
'$partition6'(=, H, L, [H|E], G, L, E, G).
'$partition6'(>, H, L, E, [H|G], L, E, G).

maplist(_, []).
maplist(G, [A|As]) :- call(G, A), maplist(G, As).
maplist(G, As, Bs) :- '$maplist'(As, Bs, G).
'$maplist'([], [], _).
'$maplist'([A|As], [B|Bs], G) :- call(G, A, B), '$maplist'(As, Bs, G).
maplist(G, As, Bs, Cs) :- '$maplist'(As, Bs, Cs, G).
'$maplist'([], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], G) :- call(G, A, B, C), '$maplist'(As, Bs, Cs, G).
maplist(G, As, Bs, Cs, Ds) :- '$maplist'(As, Bs, Cs, Ds, G).
'$maplist'([], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], G) :- call(G, A, B, C, D), '$maplist'(As, Bs, Cs, Ds, G).
maplist(G, As, Bs, Cs, Ds, Es) :- '$maplist'(As, Bs, Cs, Ds, Es, G).
'$maplist'([], [], [], [], [], _).
'$maplist'([A|As], [B|Bs], [C|Cs], [D|Ds], [E|Es], G) :- call(G, A, B, C, D, E), '$maplist'(As, Bs, Cs, Ds, Es, G).

foldl(G, L, A0, A) :- '$foldl'(L, G, A0, A).
'$foldl'([], _, A, A).
'$foldl'([X|Xs], G, A0, A) :- call(G, X, A0, A1), '$foldl'(Xs, G, A1, A).
foldl(G, L, M, A0, A) :- '$foldl'(L, M, G, A0, A).
'$foldl'([], [], _, A, A).
'$foldl'([X|Xs], [Y|Ys], G, A0, A) :- call(G, X, Y, A0, A1), '$foldl'(Xs, Ys, G, A1, A).
foldl(G, L, M, N, A0, A) :- '$foldl'(L, M, N, G, A0, A).
'$foldl'([], [], [], _, A, A).
'$foldl'([X|Xs], [Y|Ys], [Z|Zs], G, A0, A) :- call(G, X, Y, Z, A0, A1), '$foldl'(Xs, Ys, Zs, G, A1, A).

nth0(I, L, E) :- '$nth'(I, L, E, 0).
nth1(I, L, E) :- '$nth'(I, L, E, 1).
'$nth'(I, L, E, B) :- integer(I), !, I >= B, N is I - B, '$nth_det'(N, L, E).
'$nth'(I, L, E, B) :- var(I), !, '$nth_gen'(L, E, B, I).
'$nth'(I, _, _, _) :- throw(error(type_error(integer, I), _)).
'$nth_det'(N, [H|T], E) :- ( N =:= 0 -> E = H ; N1 is N - 1, '$nth_det'(N1, T, E) ).
'$nth_gen'([H|T], E, B, I) :- '$nth_gen'(T, H, E, B, I).
'$nth_gen'(_, E, E, B, B).
'$nth_gen'([H|T], _, E, B0, I) :- B is B0 + 1, '$nth_gen'(T, H, E, B, I).
nth0(I, L, E, R) :- integer(I), !, I >= 0, '$nth_del'(I, L, E, R).
nth0(I, L, E, R) :- var(I), '$nth_gen_del'(L, E, R, 0, I).
nth1(I, L, E, R) :- integer(I), !, I >= 1, N is I - 1, '$nth_del'(N, L, E, R).
nth1(I, L, E, R) :- var(I), '$nth_gen_del'(L, E, R, 1, I).
'$nth_del'(0, [E|R], E, R) :- !.
'$nth_del'(N, [H|T], E, [H|R]) :- N1 is N - 1, '$nth_del'(N1, T, E, R).
'$nth_gen_del'([E|R], E, R, B, B).
'$nth_gen_del'([H|T], E, [H|R], B0, I) :- B is B0 + 1, '$nth_gen_del'(T, E, R, B, I).

last([X], X) :- !.
last([_|T], X) :- last(T, X).
sum_list(L, S) :- '$sum'(L, 0, S).
sumlist(L, S) :- '$sum'(L, 0, S).
max_list([H|T], M) :- '$max_val'(T, H, M).
min_list([H|T], M) :- '$min_val'(T, H, M).
'$max_val'([], M, M).
'$max_val'([X|Xs], M0, M) :- M1 is max(M0, X), '$max_val'(Xs, M1, M).
'$min_val'([], M, M).
'$min_val'([X|Xs], M0, M) :- M1 is min(M0, X), '$min_val'(Xs, M1, M).
max_member(M, [H|T]) :- '$max_term'(T, H, M).
min_member(M, [H|T]) :- '$min_term'(T, H, M).
'$max_term'([], M, M).
'$max_term'([X|Xs], M0, M) :- ( X @> M0 -> '$max_term'(Xs, X, M) ; '$max_term'(Xs, M0, M) ).
'$min_term'([], M, M).
'$min_term'([X|Xs], M0, M) :- ( X @< M0 -> '$min_term'(Xs, X, M) ; '$min_term'(Xs, M0, M) ).
numlist(L, H, R) :- '$must_be'(integer, L), '$must_be'(integer, H), L =< H, '$numlist'(L, H, R).
'$numlist'(H, H, R) :- !, R = [H].
'$numlist'(L, H, [L|R]) :- L1 is L + 1, '$numlist'(L1, H, R).
is_set(S) :- is_list(S), length(S, N), sort(S, S2), length(S2, N).
list_to_set(L, S) :- '$must_be'(list, L), '$list_to_set'(L, [], S).
'$list_to_set'([], _, []).
'$list_to_set'([H|T], Seen, R) :-
    ( '$memberchk_eq'(H, Seen) -> R = R1 ; R = [H|R1] ),
    '$list_to_set'(T, [H|Seen], R1).
'$memberchk_eq'(X, [Y|Ys]) :- ( X == Y -> true ; '$memberchk_eq'(X, Ys) ).
predsort(P, L, Sorted) :- length(L, N), ( N < 2 -> Sorted = L ; '$predsort'(P, N, L, _, Sorted) ).
'$predsort'(P, 2, [X1,X2|L], L, R) :- !, call(P, D, X1, X2), '$psort2'(D, X1, X2, R).
'$predsort'(_, 1, [X|L], L, [X]) :- !.
'$predsort'(_, 0, L, L, []) :- !.
'$predsort'(P, N, L1, L3, R) :-
    N1 is N // 2, N2 is N - N1,
    '$predsort'(P, N1, L1, L2, R1), '$predsort'(P, N2, L2, L3, R2),
    '$predmerge'(P, R1, R2, R).
'$psort2'(<, X1, X2, [X1,X2]).
'$psort2'(=, X1, _, [X1]).
'$psort2'(>, X1, X2, [X2,X1]).
'$predmerge'(_, [], R, R) :- !.
'$predmerge'(_, R, [], R) :- !.
'$predmerge'(P, [H1|T1], [H2|T2], R) :- call(P, D, H1, H2), !, '$predmerge'(D, P, H1, H2, T1, T2, R).
'$predmerge'(<, P, H1, H2, T1, T2, [H1|R]) :- '$predmerge'(P, T1, [H2|T2], R).
'$predmerge'(=, P, H1, _, T1, T2, [H1|R]) :- '$predmerge'(P, T1, T2, R).
'$predmerge'(>, P, H1, H2, T1, T2, [H2|R]) :- '$predmerge'(P, [H1|T1], T2, R).
flatten(L, F) :- '$flatten'(L, [], F0), !, F = F0.
'$flatten'(V, T, [V|T]) :- var(V), !.
'$flatten'([], T, T) :- !.
'$flatten'([H|Rest], T, F) :- !, '$flatten'(H, F1, F), '$flatten'(Rest, T, F1).
'$flatten'(A, T, [A|T]).
pairs_keys_values([], [], []).
pairs_keys_values([K-V|T], [K|Ks], [V|Vs]) :- pairs_keys_values(T, Ks, Vs).
pairs_keys([], []).
pairs_keys([K-_|T], [K|Ks]) :- pairs_keys(T, Ks).
pairs_values([], []).
pairs_values([_-V|T], [V|Vs]) :- pairs_values(T, Vs).
transpose_pairs(P, T) :- '$flip'(P, F), keysort(F, T).
'$flip'([], []).
'$flip'([K-V|T], [V-K|R]) :- '$flip'(T, R).
max_assoc(A, K, V) :- '$max_assoc'(A, K, V).
min_assoc(A, K, V) :- '$min_assoc'(A, K, V).
nextto(X, Y, [X, Y|_]).
nextto(X, Y, [_|T]) :- nextto(X, Y, T).
convlist(_, [], []).
convlist(G, [X|Xs], R) :- ( call(G, X, Y) -> R = [Y|R1] ; R = R1 ), convlist(G, Xs, R1).
subset([], _).
subset([H|T], L) :- memberchk(H, L), subset(T, L).
subseq([], [], []).
subseq([H|T], S, [H|R]) :- subseq(T, S, R).
subseq([H|T], [H|S], R) :- subseq(T, S, R).
same_length([], []).
same_length([_|A], [_|B]) :- same_length(A, B).
proper_length(L, N) :- is_list(L), length(L, N).

list_to_ord_set(L, S) :- sort(L, S).
ord_union(A, B, C) :- append(A, B, L), sort(L, C).
ord_union(Ls, S) :- append(Ls, L), sort(L, S).
ord_subtract([], _, []).
ord_subtract([H|T], L, R) :- ( ord_memberchk(H, L) -> R = R1 ; R = [H|R1] ), ord_subtract(T, L, R1).
ord_intersection([], _, []).
ord_intersection([H|T], L, R) :- ( ord_memberchk(H, L) -> R = [H|R1] ; R = R1 ), ord_intersection(T, L, R1).
ord_memberchk(X, L) :- '$memberchk_eq'(X, L).
ord_insert(S, E, S2) :- ord_union(S, [E], S2).
ord_add_element(S, E, S2) :- ord_union(S, [E], S2).
ord_del_element(S, E, S2) :- ord_subtract(S, [E], S2).
ord_subset(A, B) :- ord_subtract(A, B, []).
ord_empty([]).

% Association lists: balanced trees of t(Key, Value, Height, Left, Right).

empty_assoc(t).
get_assoc(K, t(K1, V1, _, L, R), V) :- compare(O, K, K1), '$get_assoc'(O, K, V, V1, L, R).
'$get_assoc'(=, _, V, V, _, _).
'$get_assoc'(<, K, V, _, L, _) :- get_assoc(K, L, V).
'$get_assoc'(>, K, V, _, _, R) :- get_assoc(K, R, V).
put_assoc(K, t, V, t(K, V, 1, t, t)) :- !.
put_assoc(K, t(K1, V1, H, L, R), V, A) :- compare(O, K, K1), '$put_assoc'(O, K, V, t(K1, V1, H, L, R), A).
'$put_assoc'(=, K, V, t(_, _, H, L, R), t(K, V, H, L, R)).
'$put_assoc'(<, K, V, t(K1, V1, _, L, R), A) :- put_assoc(K, L, V, L1), '$balance'(K1, V1, L1, R, A).
'$put_assoc'(>, K, V, t(K1, V1, _, L, R), A) :- put_assoc(K, R, V, R1), '$balance'(K1, V1, L, R1, A).
'$height'(t, 0).
'$height'(t(_, _, H, _, _), H).
'$node'(K, V, L, R, t(K, V, H, L, R)) :- '$height'(L, HL), '$height'(R, HR), H is max(HL, HR) + 1.
'$balance'(K, V, L, R, A) :-
    '$height'(L, HL), '$height'(R, HR), D is HL - HR,
    (   D > 1 -> L = t(KL, VL, _, LL, LR), '$height'(LL, H1), '$height'(LR, H2),
        (   H1 >= H2 -> '$node'(K, V, LR, R, N), '$node'(KL, VL, LL, N, A)
        ;   LR = t(KM, VM, _, ML, MR), '$node'(KL, VL, LL, ML, N1), '$node'(K, V, MR, R, N2), '$node'(KM, VM, N1, N2, A)
        )
    ;   D < -1 -> R = t(KR, VR, _, RL, RR), '$height'(RL, H1), '$height'(RR, H2),
        (   H2 >= H1 -> '$node'(K, V, L, RL, N), '$node'(KR, VR, N, RR, A)
        ;   RL = t(KM, VM, _, ML, MR), '$node'(K, V, L, ML, N1), '$node'(KR, VR, MR, RR, N2), '$node'(KM, VM, N1, N2, A)
        )
    ;   '$node'(K, V, L, R, A)
    ).
del_assoc(K, A, V, A2) :- assoc_to_list(A, L), '$del_pair'(L, K, V, L2), list_to_assoc(L2, A2).
'$del_pair'([K1-V1|T], K, V, R) :- ( K1 == K -> V = V1, R = T ; R = [K1-V1|R1], '$del_pair'(T, K, V, R1) ).
list_to_assoc(L, A) :-
    '$must_be'(list, L), '$pairs'(L),
    msort(L, S), ( '$same_keys'(S) -> throw(error(domain_error(unique_key_pairs, L), _)) ; true ),
    '$list_to_assoc'(L, t, A).
'$pairs'([]).
'$pairs'([P|Ps]) :- ( nonvar(P), P = _-_ -> '$pairs'(Ps) ; throw(error(type_error(pair, P), _)) ).
'$same_keys'([K1-_, K2-_|_]) :- K1 == K2, !.
'$same_keys'([_|T]) :- '$same_keys'(T).
'$list_to_assoc'([], A, A).
'$list_to_assoc'([K-V|T], A0, A) :- put_assoc(K, A0, V, A1), '$list_to_assoc'(T, A1, A).
ord_list_to_assoc(L, A) :-
    ( pairs_keys(L, Ks), sort(Ks, Ks) -> list_to_assoc(L, A) ; throw(error(domain_error(key_ordered_pairs, L), _)) ).
del_min_assoc(A, K, V, B) :- min_assoc(A, K, V), del_assoc(K, A, _, B).
del_max_assoc(A, K, V, B) :- max_assoc(A, K, V), del_assoc(K, A, _, B).
assoc_to_list(A, L) :- '$assoc_to_list'(A, L, []).
'$assoc_to_list'(t, L, L).
'$assoc_to_list'(t(K, V, _, L, R), L0, T) :- '$assoc_to_list'(L, L0, [K-V|L1]), '$assoc_to_list'(R, L1, T).
assoc_to_keys(A, Ks) :- assoc_to_list(A, L), pairs_keys(L, Ks).
assoc_to_values(A, Vs) :- assoc_to_list(A, L), pairs_values(L, Vs).
is_assoc(A) :- nonvar(A), ( A == t -> true ; A = t(_, _, _, _, _) ).
gen_assoc(K, A, V) :- assoc_to_list(A, L), member(K-V, L).
'$max_assoc'(t(K, V, _, _, t), K, V) :- !.
'$max_assoc'(t(_, _, _, _, R), K, V) :- '$max_assoc'(R, K, V).
'$min_assoc'(t(K, V, _, t, _), K, V) :- !.
'$min_assoc'(t(_, _, _, L, _), K, V) :- '$min_assoc'(L, K, V).
map_assoc(G, A) :- assoc_to_values(A, Vs), maplist(G, Vs).
map_assoc(_, t, t).
map_assoc(G, t(K, V, H, L, R), t(K, W, H, L2, R2)) :- map_assoc(G, L, L2), call(G, V, W), map_assoc(G, R, R2).

