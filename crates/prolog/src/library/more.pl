% Libraries beside lists: pairs, option, ordsets, ugraphs, grammars, heaps, dates and the like.

map_list_to_pairs(G, L, Ps) :- '$to_pairs'(L, G, Ps).
'$to_pairs'([], _, []).
'$to_pairs'([X|Xs], G, [K-X|Ps]) :- call(G, X, K), '$to_pairs'(Xs, G, Ps).
group_pairs_by_key([], []).
group_pairs_by_key([K-V|Ps], [K-[V|Vs]|Gs]) :- '$same_key'(Ps, K, Vs, Rest), group_pairs_by_key(Rest, Gs).
'$same_key'([K1-V|Ps], K, [V|Vs], Rest) :- K1 == K, !, '$same_key'(Ps, K, Vs, Rest).
'$same_key'(Rest, _, [], Rest).
clumped([], []).
clumped([X|Xs], [X-N|Cs]) :- '$clump'(Xs, X, 1, N, Rest), clumped(Rest, Cs).
'$clump'([Y|Ys], X, N0, N, Rest) :- Y == X, !, N1 is N0 + 1, '$clump'(Ys, X, N1, N, Rest).
'$clump'(Rest, _, N, N, Rest).
max_member(P, M, [H|T]) :- foldl('$max_by'(P), T, H, M).
'$max_by'(P, X, M0, M) :- ( call(P, M0, X) -> M = X ; M = M0 ).
min_member(P, M, [H|T]) :- foldl('$min_by'(P), T, H, M).
'$min_by'(P, X, M0, M) :- ( call(P, X, M0) -> M = X ; M = M0 ).
foldl(G, L1, L2, L3, L4, A0, A) :- '$foldl'(L1, L2, L3, L4, G, A0, A).
'$foldl'([], [], [], [], _, A, A).
'$foldl'([X|Xs], [Y|Ys], [Z|Zs], [W|Ws], G, A0, A) :- call(G, X, Y, Z, W, A0, A1), '$foldl'(Xs, Ys, Zs, Ws, G, A1, A).
foldr(G, L, A0, A) :- '$foldr'(L, G, A0, A).
'$foldr'([], _, A, A).
'$foldr'([X|Xs], G, A0, A) :- '$foldr'(Xs, G, A0, A1), call(G, X, A1, A).
aggregate(count, G, C) :- !, bagof(x, G, L), length(L, C).
aggregate(count(T), G, C) :- !, bagof(T, G, L), length(L, C).
aggregate(sum(X), G, S) :- !, bagof(X, G, L), sum_list(L, S).
aggregate(max(X), G, M) :- !, bagof(X, G, L), max_list(L, M).
aggregate(min(X), G, M) :- !, bagof(X, G, L), min_list(L, M).
aggregate(max(X, W), G, max(M, V)) :- !, bagof(X-W, G, L), '$max_pair'(L, M, V).
aggregate(min(X, W), G, min(M, V)) :- !, bagof(X-W, G, L), '$min_pair'(L, M, V).
aggregate(bag(X), G, L) :- !, bagof(X, G, L).
aggregate(set(X), G, L) :- !, setof(X, G, L).
aggregate(T, _, _) :- throw(error(domain_error(aggregate_spec, T), _)).
foreach(Gen, Goal) :- findall(Goal, Gen, Goals), '$all'(Goals).
'$all'([]).
'$all'([G|Gs]) :- call(G), '$all'(Gs).
subsumes_chk(G, S) :- subsumes_term(G, S).
subsumes(G, S) :- subsumes_term(G, S), G = S.
random_member(X, L) :- length(L, N), N > 0, I is random(N), nth0(I, L, X).
random_select(X, L, R) :- length(L, N), N > 0, I is random(N), nth0(I, L, X, R).
random_permutation(L, P) :- '$random_keys'(L, Ks), keysort(Ks, S), pairs_values(S, P).
'$random_keys'([], []).
'$random_keys'([X|Xs], [K-X|Ps]) :- K is random_float, '$random_keys'(Xs, Ps).
random(L, H, X) :- ( integer(L), integer(H) -> H1 is H - 1, random_between(L, H1, X) ; X is L + (H - L) * random_float ).
assertion(G) :- ( \+ \+ catch(G, _, fail) -> true ; throw(error(assertion_failed(user:G), _)) ).
gensym(Base, Atom) :- atom_concat('$gensym_', Base, K), ( nb_current(K, N0) -> true ; N0 = 0 ), N is N0 + 1, nb_setval(K, N), atom_concat(Base, N, Atom).
reset_gensym(Base) :- atom_concat('$gensym_', Base, K), nb_setval(K, 0).
reset_gensym.
flag(K, Old, New) :- atom_concat('$flag_', K, F), ( nb_current(F, Old0) -> Old = Old0 ; Old = 0 ), V is New, nb_setval(F, V).
mapargs(G, T1, T2) :- T1 =.. [F|As], maplist(G, As, Bs), T2 =.. [F|Bs].
sub_term(X, X).
sub_term(X, T) :- compound(T), arg(_, T, A), sub_term(X, A).
occurrences_of_term(S, T, C) :- findall(x, ( sub_term(X, T), subsumes_term(S, X) ), L), length(L, C).
occurrences_of_var(V, T, C) :- findall(x, ( '$sub_variable'(X, T), X == V ), L), length(L, C).
'$sub_variable'(X, T) :- var(T), !, X = T.
'$sub_variable'(X, T) :- compound(T), arg(_, T, A), '$sub_variable'(X, A).
string_lines(S, Ls) :- ( nonvar(S) -> split_string(S, "\n", "", Ls0), ( append(Ls1, [""], Ls0) -> Ls = Ls1 ; Ls = Ls0 ) ; atomic_list_concat(Ls, '\n', A), atom_string(A, S) ).
read_term_from_atom(A, T) :- read_term_from_atom(A, T, []).
sformat(S, F) :- format(string(S), F, []).
writef(F) :- writef(F, []).
writef(F, Args) :- atom_codes(F, Cs), '$writef'(Cs, Args).
'$writef'([], _).
'$writef'([0'%, 0'w|Cs], [A|As]) :- !, write(A), '$writef'(Cs, As).
'$writef'([0'%, 0'd|Cs], [A|As]) :- !, write(A), '$writef'(Cs, As).
'$writef'([0'\\, 0'n|Cs], As) :- !, nl, '$writef'(Cs, As).
'$writef'([0'\\, 0'l|Cs], As) :- !, nl, '$writef'(Cs, As).
'$writef'([C|Cs], As) :- '$put_code'(C), '$writef'(Cs, As).
'$put_code'(C) :- char_code(Ch, C), put_char(Ch).
put(C) :- ( integer(C) -> '$put_code'(C) ; put_char(C) ).
ttyflush.
debug(_, _, _).
debug(_).
nodebug(_).
debugging(_) :- fail.
thread_self(main).
meta_predicate(_).
module_transparent(_).
public(_).
volatile(_).
thread_local(Spec) :- dynamic(Spec).
dynamic(Specs, _) :- dynamic(Specs).
module(_).
reexport(F) :- use_module(F).
reexport(F, _) :- use_module(F).
autoload(F) :- use_module(F).
autoload(F, _) :- use_module(F).
time(G) :- call(G).
statistics.
is_stream(S) :- atom(S), '$memberchk'(S, [user_input, user_output, user_error]).
current_output(user_output).
current_input(user_input).
set_output(_).
set_input(_).
peek_char(end_of_file).
peek_char(_, end_of_file).
peek_code(-1).
get_char(end_of_file).
get_char(_, end_of_file).
get_code(-1).
get_code(_, -1).
get_byte(-1).
peek_byte(-1).
at_end_of_stream.
at_end_of_stream(_).
read(_, end_of_file).
read_term(_, end_of_file, _).
read_line_to_string(_, end_of_file).
read_line_to_codes(_, -1).
read_stream_to_codes(_, []).
read_string(_, _, "").
read_string(_, _, _, -1, "").

findnsols(N, T, G, L) :- '$chunks'(0, N, T, G, L).
'$chunks'(From, N, T, G, L) :-
    findall(T, limit(N, offset(From, G)), Chunk), length(Chunk, Count),
    (   Count < N -> L = Chunk
    ;   L = Chunk
    ;   Next is From + N, '$chunks'(Next, N, T, G, L)
    ).

% option

option(Opt, Options) :- functor(Opt, N, 1), functor(G, N, 1), '$option'(Options, G, N), !, Opt = G.
option(Opt, Options, Default) :- functor(Opt, N, 1), functor(G, N, 1), ( '$option'(Options, G, N) -> Opt = G ; arg(1, Opt, Default) ).
'$option'([O|Os], G, N) :- ( O = G -> true ; O = (N=V), arg(1, G, V) -> true ; '$option'(Os, G, N) ).
select_option(Opt, Options, Rest) :- functor(Opt, N, 1), functor(G, N, 1), '$select_option'(Options, G, N, Rest), !, Opt = G.
select_option(Opt, Options, Rest, Default) :- functor(Opt, N, 1), functor(G, N, 1), ( '$select_option'(Options, G, N, Rest0) -> Opt = G, Rest = Rest0 ; arg(1, Opt, Default), Rest = Options ).
'$select_option'([O|Os], G, N, Rest) :- ( O = G -> Rest = Os ; O = (N=V), arg(1, G, V) -> Rest = Os ; Rest = [O|Rest1], '$select_option'(Os, G, N, Rest1) ).
merge_options(New, Old, Merged) :- '$canonical_options'(New, N), '$canonical_options'(Old, O), '$without_options'(O, N, O1), append(N, O1, M0), sort(M0, Merged).
'$canonical_options'([], []).
'$canonical_options'([O|Os], [C|Cs]) :- ( O = (N=V) -> C =.. [N, V] ; C = O ), '$canonical_options'(Os, Cs).
'$without_options'([], _, []).
'$without_options'([O|Os], N, R) :- functor(O, F, A), ( '$member'(X, N), functor(X, F, A) -> R = R1 ; R = [O|R1] ), '$without_options'(Os, N, R1).

% ordsets

ord_seteq(A, B) :- A == B.
ord_disjoint(A, B) :- ord_intersection(A, B, []).
ord_intersect(A, B) :- \+ ord_disjoint(A, B).
ord_symdiff(A, B, C) :- ord_subtract(A, B, X), ord_subtract(B, A, Y), ord_union(X, Y, C).
ord_intersection([S|Ss], I) :- foldl('$ord_intersection', Ss, S, I).
'$ord_intersection'(S, I0, I) :- ord_intersection(I0, S, I).
ord_union(A, B, C, New) :- ord_union(A, B, C), ord_subtract(B, A, New).
ord_selectchk(X, L, R) :- ord_memberchk(X, L), ord_subtract(L, [X], R).
is_ordset(S) :- is_list(S), sort(S, S).

% ugraphs

vertices_edges_to_ugraph(Vs, Es, G) :-
    findall(V, ( '$member'(V, Vs) ; '$member'(A-B, Es), '$member'(V, [A, B]) ), All0), sort(All0, All),
    '$ugraph'(All, Es, G).
'$ugraph'([], _, []).
'$ugraph'([V|Vs], Es, [V-Ns|G]) :- findall(N, ( '$member'(W-N, Es), W == V ), Ns0), sort(Ns0, Ns), '$ugraph'(Vs, Es, G).
vertices([], []).
vertices([V-_|G], [V|Vs]) :- vertices(G, Vs).
edges(G, Es) :- findall(V-N, ( '$member'(V-Ns, G), '$member'(N, Ns) ), Es).
add_vertices(G, Vs, G2) :- vertices(G, Old), edges(G, Es), append(Old, Vs, All), vertices_edges_to_ugraph(All, Es, G2).
del_vertices(G, Vs, G2) :- '$del_vertices'(G, Vs, G2).
'$del_vertices'([], _, []).
'$del_vertices'([V-Ns|G], Vs, R) :- ( memberchk(V, Vs) -> R = R1 ; subtract(Ns, Vs, Ns1), R = [V-Ns1|R1] ), '$del_vertices'(G, Vs, R1).
add_edges(G, New, G2) :- vertices(G, Vs), edges(G, Es), append(Es, New, All), vertices_edges_to_ugraph(Vs, All, G2).
del_edges(G, Old, G2) :- vertices(G, Vs), edges(G, Es), subtract(Es, Old, Kept), vertices_edges_to_ugraph(Vs, Kept, G2).
neighbours(V, G, Ns) :- neighbors(V, G, Ns).
neighbors(V, G, Ns) :- '$member'(W-Ns0, G), W == V, !, Ns = Ns0.
transpose_ugraph(G, T) :- vertices(G, Vs), edges(G, Es), findall(B-A, '$member'(A-B, Es), Back), vertices_edges_to_ugraph(Vs, Back, T).
reachable(N, G, R) :- '$reachable'([N], G, [N], R0), sort(R0, R).
'$reachable'([], _, R, R).
'$reachable'([N|Ns], G, R0, R) :-
    ( neighbors(N, G, Next) -> true ; Next = [] ),
    ord_subtract(Next, R0, New), append(R0, New, R1a), sort(R1a, R1), append(Ns, New, Ns1),
    '$reachable'(Ns1, G, R1, R).
transitive_closure(G, C) :- '$closure'(G, G, C).
'$closure'([], _, []).
'$closure'([V-Ns|G], Whole, [V-Rs|C]) :- '$reach_all'(Ns, Whole, [], Rs), '$closure'(G, Whole, C).
'$reach_all'([], _, R, R).
'$reach_all'([N|Ns], G, R0, R) :- reachable(N, G, R1), ord_union(R0, R1, R2), '$reach_all'(Ns, G, R2, R).
compose(G1, G2, C) :- vertices(G1, V1), vertices(G2, V2), append(V1, V2, Vs), findall(A-D, ( '$member'(A-Bs, G1), '$member'(B, Bs), '$member'(B2-Ds, G2), B2 == B, '$member'(D, Ds) ), Es), vertices_edges_to_ugraph(Vs, Es, C).
top_sort(G, Sorted) :- '$in_degrees'(G, G, Ds), '$sources'(Ds, Ready), '$top_sort'(Ready, Ds, G, Sorted).
'$in_degrees'([], _, []).
'$in_degrees'([V-_|G], Whole, [V-N|Ds]) :- findall(x, ( '$member'(_-Ns, Whole), '$member'(W, Ns), W == V ), L), length(L, N), '$in_degrees'(G, Whole, Ds).
'$sources'(Ds, Vs) :- findall(V, '$member'(V-0, Ds), Vs).
'$top_sort'([], Ds, _, []) :- \+ ( '$member'(_-N, Ds), N > 0 ).
'$top_sort'([V|Vs], Ds, G, [V|Sorted]) :-
    ( neighbors(V, G, Ns) -> true ; Ns = [] ), '$lower'(Ds, Ns, Ds1, New, V), append(New, Vs, Vs1), '$top_sort'(Vs1, Ds1, G, Sorted).
'$lower'([], _, [], [], _).
'$lower'([V-N|Ds], Ns, R, New, Done) :-
    (   V == Done -> R = R1, New = New1
    ;   memberchk(V, Ns) -> N1 is N - 1, R = [V-N1|R1], ( N1 =:= 0 -> New = [V|New1] ; New = New1 )
    ;   R = [V-N|R1], New = New1
    ),
    '$lower'(Ds, Ns, R1, New1, Done).

% solution sequences

limit(N, G) :- N > 0, State = count(0), call(G), arg(1, State, N0), N1 is N0 + 1, ( N1 =:= N -> ! ; nb_setarg(1, State, N1) ).
offset(N, G) :- State = count(0), call(G), arg(1, State, N0), ( N0 >= N -> true ; N1 is N0 + 1, nb_setarg(1, State, N1), fail ).
call_nth(G, N) :- State = count(0), call(G), arg(1, State, N0), N1 is N0 + 1, nb_setarg(1, State, N1), ( nonvar(N) -> N1 =:= N, ! ; N = N1 ).
distinct(G) :- distinct(G, G).
distinct(W, G) :- State = seen([]), call(G), arg(1, State, S), \+ ( '$member'(X, S), X =@= W ), nb_setarg(1, State, [W|S]).
order_by(Specs, G) :- term_variables(G, Vs), findall(Vs, G, L0), '$order_by'(Specs, Vs, L0, L), '$member'(Vs, L).
'$order_by'([], _, L, L).
'$order_by'([S|Ss], Vs, L0, L) :- '$order_by'(Ss, Vs, L0, L1), S =.. [Dir, X], findall(X-Vs, '$member'(Vs, L1), Ks), ( Dir == asc -> sort(1, @=<, Ks, Sorted) ; sort(1, @>=, Ks, Sorted) ), pairs_values(Sorted, L).

% heaps: pairing heaps

empty_heap(heap(nil, 0)).
singleton_heap(heap(t(X, P, []), 1), P, X).
list_to_heap(Ps, H) :- empty_heap(H0), '$to_heap'(Ps, H0, H).
'$to_heap'([], H, H).
'$to_heap'([P-X|Ps], H0, H) :- add_to_heap(H0, P, X, H1), '$to_heap'(Ps, H1, H).
add_to_heap(heap(T, N), P, X, heap(T2, N2)) :- N2 is N + 1, '$meld'(T, t(X, P, []), T2).
'$meld'(nil, T, T) :- !.
'$meld'(T, nil, T) :- !.
'$meld'(t(X, P, Xs), t(Y, Q, Ys), T) :- ( P @=< Q -> T = t(X, P, [t(Y, Q, Ys)|Xs]) ; T = t(Y, Q, [t(X, P, Xs)|Ys]) ).
get_from_heap(heap(t(X, P, Sub), N), P, X, heap(T, N1)) :- N1 is N - 1, '$meld_all'(Sub, T).
'$meld_all'([], nil).
'$meld_all'([T], T) :- !.
'$meld_all'([A, B|Ts], T) :- '$meld'(A, B, AB), '$meld_all'(Ts, R), '$meld'(AB, R, T).
heap_size(heap(_, N), N).
heap_to_list(H, L) :- ( get_from_heap(H, P, X, H1) -> L = [P-X|L1], heap_to_list(H1, L1) ; L = [] ).
peek_at_heap(heap(t(X, P, _), _), P, X).
min_of_heap(heap(t(X, P, _), _), P, X).
merge_heaps(heap(A, N), heap(B, M), heap(T, K)) :- K is N + M, '$meld'(A, B, T).
delete_from_heap(H, P, X, H2) :- heap_to_list(H, L), select(P-X, L, L2), !, list_to_heap(L2, H2).

% red-black trees by name, association lists inside

rb_new(T) :- empty_assoc(T).
rb_empty(T) :- empty_assoc(T).
rb_insert(T, K, V, T2) :- put_assoc(K, T, V, T2).
rb_insert_new(T, K, V, T2) :- \+ get_assoc(K, T, _), put_assoc(K, T, V, T2).
rb_lookup(K, V, T) :- get_assoc(K, T, V).
rb_update(T, K, V, T2) :- get_assoc(K, T, _), put_assoc(K, T, V, T2).
rb_delete(T, K, T2) :- del_assoc(K, T, _, T2).
rb_visit(T, Ps) :- assoc_to_list(T, Ps).
rb_keys(T, Ks) :- assoc_to_keys(T, Ks).
rb_in(K, V, T) :- ( ground(K) -> get_assoc(K, T, V) ; gen_assoc(K, T, V) ).
rb_min(T, K, V) :- min_assoc(T, K, V).
rb_max(T, K, V) :- max_assoc(T, K, V).
list_to_rbtree(L, T) :- list_to_assoc(L, T).

% grammars over codes

blank --> [C], { nonvar(C), code_type(C, space) }.
blanks --> blank, !, blanks.
blanks --> [].
white --> [C], { nonvar(C), code_type(C, white) }.
whites --> white, !, whites.
whites --> [].
nonblank(C) --> [C], { code_type(C, graph) }.
nonblanks([H|T]) --> [H], { code_type(H, graph) }, !, nonblanks(T).
nonblanks([]) --> [].
blanks_to_nl --> "\n", !.
blanks_to_nl --> blank, !, blanks_to_nl.
blanks_to_nl --> eos.
string([]) --> [].
string([H|T]) --> [H], string(T).
string_without(End, Codes) --> { string(End), !, string_codes(End, Es) }, '$string_without'(Es, Codes).
string_without(End, Codes) --> '$string_without'(End, Codes).
'$string_without'(End, [C|T]) --> [C], { \+ memberchk(C, End) }, !, '$string_without'(End, T).
'$string_without'(_, []) --> [].
alpha_to_lower(L) --> [C], { nonvar(C), ( code_type(C, alpha) -> code_type(C, to_upper(U)), L = U ; L = C ) }.
digits([H|T]) --> digit(H), !, digits(T).
digits([]) --> [].
digit(C) --> [C], { nonvar(C), code_type(C, digit) }.
integer(I, Head, Tail) :- nonvar(I), !, format(codes(Head, Tail), '~d', [I]).
integer(I) --> '$int_codes'(Cs), { number_codes(I, Cs) }.
'$int_codes'([0'-, D0|D]) --> "-", !, '$digits1'(D0, D).
'$int_codes'([D0|D]) --> ( "+" -> [] ; [] ), '$digits1'(D0, D).
'$digits1'(H, T) --> digit(H), digits(T).
float(F) --> number(F0), { F is float(F0) }.
number(N, Head, Tail) :- nonvar(N), !, format(codes(Head, Tail), '~w', [N]).
number(N) --> '$int_codes'(I), ( "." , digit(F0), digits(F) -> { Fraction = [0'., F0|F] } ; { Fraction = [] } ), '$exponent'(E), { append([I, Fraction, E], Cs), number_codes(N, Cs) }.
'$exponent'([0'e|Cs]) --> ( "e" ; "E" ), !, '$int_codes'(Cs).
'$exponent'([]) --> [].
xdigit(W) --> [C], { '$xdigit'(C, W) }.
'$xdigit'(C, W) :- ( C >= 0'0, C =< 0'9 -> W is C - 0'0 ; C >= 0'a, C =< 0'f -> W is C - 0'a + 10 ; C >= 0'A, C =< 0'F -> W is C - 0'A + 10 ).
xdigits([H|T]) --> xdigit(H), !, xdigits(T).
xdigits([]) --> [].
xinteger(V) --> xdigit(D0), xdigits(D), { foldl('$hex', [D0|D], 0, V) }.
'$hex'(D, V0, V) :- V is V0 * 16 + D.
eos([], []).
eol --> "\n", !.
eol --> "\r\n", !.
eol --> eos.
remainder(R, R, []).
prolog_symbol(S) --> [C], { code_type(C, prolog_symbol) }, '$prolog_symbols'(T), { atom_codes(S, [C|T]) }.
'$prolog_symbols'([H|T]) --> [H], { code_type(H, prolog_symbol) }, !, '$prolog_symbols'(T).
'$prolog_symbols'([]) --> [].
csym(C) --> [C], { code_type(C, csym) }.
csyms([H|T]) --> csym(H), !, csyms(T).
csyms([]) --> [].
prolog_var_name(N) --> [C], { code_type(C, prolog_var_start) }, !, csyms(T), { atom_codes(N, [C|T]) }.
atom(Generator, Head, Tail) :- format(codes(Head, Tail), '~a', [Generator]).
sequence(E, L) --> '$sequence'(L, E).
'$sequence'([H|T], E) --> call(E, H), '$sequence'(T, E).
'$sequence'([], _) --> [].
sequence(E, Sep, L) --> ( call(E, H) , '$sequence_rest'(T, E, Sep), { L = [H|T] } ; [], { L = [] } ).
'$sequence_rest'([H|T], E, Sep) --> Sep, call(E, H), '$sequence_rest'(T, E, Sep).
'$sequence_rest'([], _, _) --> [].
sequence(Start, E, Sep, End, L) --> Start, sequence(E, Sep, L), End, !.
optional(Match, _) --> Match, !.
optional(_, Default) --> Default.

% dates and times, in UTC

stamp_date_time(Stamp, date(Y, Mo, D, H, Mi, S, 0, 'UTC', -), Zone) :-
    ( var(Zone) -> Zone = 'UTC' ; true ),
    Days is floor(Stamp / 86400), Rest is Stamp - Days * 86400,
    '$civil'(Days, Y, Mo, D),
    H is truncate(Rest) // 3600, Mi is truncate(Rest) mod 3600 // 60, S is float(Rest - H * 3600 - Mi * 60).
'$civil'(Days, Y, M, D) :-
    Z is Days + 719468, Era is Z div 146097, Doe is Z - Era * 146097,
    Yoe is (Doe - Doe // 1460 + Doe // 36524 - Doe // 146096) // 365,
    Doy is Doe - (365 * Yoe + Yoe // 4 - Yoe // 100), Mp is (5 * Doy + 2) // 153,
    D is Doy - (153 * Mp + 2) // 5 + 1, ( Mp < 10 -> M is Mp + 3 ; M is Mp - 9 ),
    Y0 is Yoe + Era * 400, ( M =< 2 -> Y is Y0 + 1 ; Y = Y0 ).
'$days'(Y0, M0, D, Days) :-
    Y1 is Y0 + (M0 - 1) div 12, M is (M0 - 1) mod 12 + 1,
    ( M =< 2 -> Y is Y1 - 1 ; Y = Y1 ), Era is Y div 400, Yoe is Y - Era * 400,
    ( M > 2 -> Mp is M - 3 ; Mp is M + 9 ), Doy is (153 * Mp + 2) // 5 + D - 1,
    Doe is Yoe * 365 + Yoe // 4 - Yoe // 100 + Doy, Days is Era * 146097 + Doe - 719468.
date_time_stamp(date(Y, M, D), Stamp) :- !, '$days'(Y, M, D, Days), Stamp is float(Days * 86400).
date_time_stamp(date(Y, M, D, H, Mi, S, Off, _, _), Stamp) :-
    '$days'(Y, M, D, Days), ( number(Off) -> O = Off ; O = 0 ), Stamp is float(Days * 86400 + H * 3600 + Mi * 60 + S + O).
date_time_value(date, date(Y, M, D, _, _, _, _, _, _), date(Y, M, D)).
date_time_value(time, date(_, _, _, H, Mi, S, _, _, _), time(H, Mi, S)).
date_time_value(year, date(Y, _, _, _, _, _, _, _, _), Y).
date_time_value(month, date(_, M, _, _, _, _, _, _, _), M).
date_time_value(day, date(_, _, D, _, _, _, _, _, _), D).
date_time_value(hour, date(_, _, _, H, _, _, _, _, _), H).
date_time_value(minute, date(_, _, _, _, Mi, _, _, _, _), Mi).
date_time_value(second, date(_, _, _, _, _, S, _, _, _), S).
day_of_the_week(date(Y, M, D), W) :- '$days'(Y, M, D, Days), W is (Days + 3) mod 7 + 1.
day_of_the_year(date(Y, M, D), N) :- '$days'(Y, M, D, A), '$days'(Y, 1, 1, B), N is A - B + 1.
parse_time(Text, Stamp) :- parse_time(Text, _, Stamp).
parse_time(Text, iso_8601, Stamp) :- atom_codes(Text, Cs), phrase('$iso'(Y, M, D, H, Mi, S), Cs), date_time_stamp(date(Y, M, D, H, Mi, S, 0, -, -), Stamp).
'$iso'(Y, M, D, H, Mi, S) --> '$number'(4, Y), "-", '$number'(2, M), "-", '$number'(2, D), ( ( "T" ; " " ), '$number'(2, H), ":", '$number'(2, Mi), ( ":", '$number'(2, S) ; { S = 0 } ), ( "Z" ; [] ) ; { H = 0, Mi = 0, S = 0 } ), !.
'$number'(N, V) --> { length(Cs, N) }, Cs, { catch(number_codes(V, Cs), _, fail) }.
format_time(Out, Format, When) :- format_time(Out, Format, When, posix).
format_time(Out, Format, When, _) :-
    ( number(When) -> stamp_date_time(When, Date, 'UTC') ; When = date(_, _, _) -> date_time_stamp(When, T), stamp_date_time(T, Date, 'UTC') ; Date = When ),
    text_to_string(Format, F), string_chars(F, Cs), '$format_time'(Cs, Date, Parts), atomic_list_concat(Parts, A),
    ( atom(Out) -> write(Out, A) ; format(Out, '~w', [A]) ).
'$format_time'([], _, []).
'$format_time'(['%', C|Cs], D, [P|Ps]) :- '$time_part'(C, D, P), !, '$format_time'(Cs, D, Ps).
'$format_time'([C|Cs], D, [C|Ps]) :- '$format_time'(Cs, D, Ps).
'$time_part'('Y', date(Y, _, _, _, _, _, _, _, _), Y).
'$time_part'(m, date(_, M, _, _, _, _, _, _, _), P) :- format(atom(P), '~|~`0t~d~2+', [M]).
'$time_part'(d, date(_, _, D, _, _, _, _, _, _), P) :- format(atom(P), '~|~`0t~d~2+', [D]).
'$time_part'(e, date(_, _, D, _, _, _, _, _, _), P) :- format(atom(P), '~|~t~d~2+', [D]).
'$time_part'('H', date(_, _, _, H, _, _, _, _, _), P) :- format(atom(P), '~|~`0t~d~2+', [H]).
'$time_part'('M', date(_, _, _, _, Mi, _, _, _, _), P) :- format(atom(P), '~|~`0t~d~2+', [Mi]).
'$time_part'('S', date(_, _, _, _, _, S, _, _, _), P) :- I is truncate(S), format(atom(P), '~|~`0t~d~2+', [I]).
'$time_part'(y, date(Y, _, _, _, _, _, _, _, _), P) :- I is Y mod 100, format(atom(P), '~|~`0t~d~2+', [I]).
'$time_part'(j, date(Y, M, D, _, _, _, _, _, _), P) :- day_of_the_year(date(Y, M, D), N), format(atom(P), '~|~`0t~d~3+', [N]).
'$time_part'('F', D, P) :- '$format_time'(['%', 'Y', -, '%', m, -, '%', d], D, Ps), atomic_list_concat(Ps, P).
'$time_part'('T', D, P) :- '$format_time'(['%', 'H', :, '%', 'M', :, '%', 'S'], D, Ps), atomic_list_concat(Ps, P).
'$time_part'('D', D, P) :- '$format_time'(['%', m, /, '%', d, /, '%', y], D, Ps), atomic_list_concat(Ps, P).
'$time_part'('R', D, P) :- '$format_time'(['%', 'H', :, '%', 'M'], D, Ps), atomic_list_concat(Ps, P).
'$time_part'(u, date(Y, M, D, _, _, _, _, _, _), W) :- day_of_the_week(date(Y, M, D), W).
'$time_part'('A', date(Y, M, D, _, _, _, _, _, _), N) :- day_of_the_week(date(Y, M, D), W), arg(W, d('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'), N).
'$time_part'(a, D, P) :- '$time_part'('A', D, N), sub_atom(N, 0, 3, _, P).
'$time_part'('B', date(_, M, _, _, _, _, _, _, _), N) :- arg(M, m('January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'), N).
'$time_part'(b, D, P) :- '$time_part'('B', D, N), sub_atom(N, 0, 3, _, P).
'$time_part'('Z', _, 'UTC').
'$time_part'(z, _, '+0000').
'$time_part'(n, _, '\n').
'$time_part'('%', _, '%').
