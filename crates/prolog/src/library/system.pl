% Predicates of the engine that are written in Prolog. A program cannot change them.

'$and'(A, B, L) :- '$solve'(A, L), '$solve'(B, L).

'$or'(A, _, L) :- '$solve'(A, L).
'$or'(_, B, L) :- '$solve'(B, L).

'$ite'(C, T, _, L) :- call(C), !, '$solve'(T, L).
'$ite'(_, _, E, L) :- '$solve'(E, L).

'$soft'(C, T, E, L) :- ( call(C) *-> '$solve'(T, L) ; '$solve'(E, L) ).

'$plain_not'(G) :- \+ call(G).

\+ G :- '$not'(G).
not(G) :- '$not'(G).
once(G) :- call(G), !.
ignore(G) :- call(G), !.
ignore(_).
(A, B) :- call((A, B)).
(A ; B) :- call((A ; B)).
(A '|' B) :- call((A ; B)).
(A -> B) :- call((A -> B)).
(A *-> B) :- call((A *-> B)).
! .
true.
fail :- fail.
false :- fail.
repeat.
repeat :- repeat.
apply(G, Args) :- G =.. L0, '$append'(L0, Args, L), G2 =.. L, call(G2).
forall(C, A) :- \+ ( call(C), \+ call(A) ).

% The cleanup runs when the goal ends: by its last solution, failure, a ball or a cut of the
% solutions left. A query that is dropped or reaches a limit does not run it.
call_cleanup(G, C) :- setup_call_cleanup(true, G, C).
setup_call_cleanup(S, G, C) :- '$callable'(C), once(S), '$scc'(G, C).
'$scc'(G, C) :-
    '$cleanup_point'(C),
    '$choices'(N0),
    call(G),
    '$choices'(N1),
    ( N0 == N1 -> ! ; true ).
'$cleanup'(C) :- call(C), !.
'$cleanup'(_).

findall(T, G, L) :-
    '$partial_list'(L),
    '$bag_open'(H),
    '$findall'(H, T, G, L, []).
findall(T, G, L, Tail) :-
    '$partial_list'(L),
    '$bag_open'(H),
    '$findall'(H, T, G, L, Tail).

'$findall'(H, T, G, _, _) :- call(G), '$bag_add'(H, T), fail.
'$findall'(H, _, _, L, Tail) :- '$bag_close'(H, L, Tail).

'$partial_list'(L) :- var(L), !.
'$partial_list'([]) :- !.
'$partial_list'(L) :- '$is_partial'(L), !.
'$partial_list'(L) :- throw(error(type_error(list, L), _)).

'$is_partial'(L) :- var(L), !.
'$is_partial'([]).
'$is_partial'([_|T]) :- '$is_partial'(T).

'$callable'(G) :- var(G), !, throw(error(instantiation_error, _)).
'$callable'(G) :- callable(G), !.
'$callable'(G) :- throw(error(type_error(callable, G), _)).

bagof(T, G, L) :-
    '$partial_list'(L),
    '$free_variables'(T^G, Goal, Vars),
    '$callable'(Goal),
    (   Vars == []
    ->  findall(T, Goal, L0), L0 \== [], L = L0
    ;   W =.. [v|Vars],
        findall(W-T, Goal, Pairs), Pairs \== [],
        '$join_witnesses'(Pairs, _),
        keysort(Pairs, Sorted),
        '$groups'(Sorted, Groups),
        '$member'(W-L, Groups)
    ).

setof(T, G, S) :-
    '$partial_list'(S),
    '$free_variables'(T^G, Goal, Vars),
    '$callable'(Goal),
    (   Vars == []
    ->  findall(T, Goal, L0), L0 \== [], sort(L0, S)
    ;   W =.. [v|Vars],
        findall(W-T, Goal, Pairs), Pairs \== [],
        '$join_witnesses'(Pairs, _),
        sort(Pairs, Sorted),
        '$groups'(Sorted, Groups),
        '$member'(W-L, Groups),
        sort(L, S)
    ).

% Variables at the same place in two witnesses become one, so that witnesses of one form are the
% same and keep the order of their solutions.
'$join_witnesses'([], _).
'$join_witnesses'([W-_|Pairs], Vars) :- term_variables(W, Vars, _), '$join_witnesses'(Pairs, Vars).

'$groups'([], []).
'$groups'([K-V|Rest], [K-[V|Vs]|Groups]) :-
    '$same_group'(Rest, K, Vs, Others),
    '$groups'(Others, Groups).

'$same_group'([K2-V|Rest], K, [V|Vs], Others) :- K2 == K, !, '$same_group'(Rest, K, Vs, Others).
'$same_group'(Others, _, [], Others).

_ ^ G :- call(G).

aggregate_all(Spec, G, R) :- var(Spec), !, throw(error(instantiation_error, G-R)).
aggregate_all(count, G, C) :- !, findall(x, G, L), length(L, C).
aggregate_all(count(T), G, C) :- !, findall(T, G, L), length(L, C).
aggregate_all(sum(E), G, S) :- !, findall(E, G, L), '$sum'(L, 0, S).
aggregate_all(bag(E), G, L) :- !, findall(E, G, L).
aggregate_all(set(E), G, S) :- !, findall(E, G, L), sort(L, S).
aggregate_all(max(E, W), G, max(M, V)) :- !, findall(E-W, G, L), '$max_pair'(L, M, V).
aggregate_all(min(E, W), G, min(M, V)) :- !, findall(E-W, G, L), '$min_pair'(L, M, V).
aggregate_all(max(E), G, M) :- !, findall(E, G, [H|T]), '$max'(T, H, M0), M is M0.
aggregate_all(min(E), G, M) :- !, findall(E, G, [H|T]), '$min'(T, H, M0), M is M0.
aggregate_all(Spec, _, _) :- throw(error(domain_error(aggregate_spec, Spec), _)).
aggregate_all(count, D, G, C) :- !, findall(D, G, L0), sort(L0, L), length(L, C).
aggregate_all(sum(E), D, G, S) :- !, findall(D-E, G, L0), sort(L0, L), findall(X, '$member'(_-X, L), Xs), '$sum'(Xs, 0, S).
aggregate_all(bag(E), D, G, S) :- !, findall(D-E, G, L0), sort(L0, L), findall(X, '$member'(_-X, L), S).

'$sum'([], S, S).
'$sum'([X|Xs], S0, S) :- S1 is S0 + X, '$sum'(Xs, S1, S).
'$max'([], M, M).
'$max'([X|Xs], M0, M) :- ( X > M0 -> '$max'(Xs, X, M) ; '$max'(Xs, M0, M) ).
'$min'([], M, M).
'$min'([X|Xs], M0, M) :- ( X < M0 -> '$min'(Xs, X, M) ; '$min'(Xs, M0, M) ).
'$max_pair'([E-W|T], M, V) :- '$max_pair'(T, E, W, M, V).
'$max_pair'([], M, V, M0, V) :- M0 is M.
'$max_pair'([E-W|T], M0, V0, M, V) :- ( E > M0 -> '$max_pair'(T, E, W, M, V) ; '$max_pair'(T, M0, V0, M, V) ).
'$min_pair'([E-W|T], M, V) :- '$min_pair'(T, E, W, M, V).
'$min_pair'([], M, V, M0, V) :- M0 is M.
'$min_pair'([E-W|T], M0, V0, M, V) :- ( E < M0 -> '$min_pair'(T, E, W, M, V) ; '$min_pair'(T, M0, V0, M, V) ).

'$member'(X, [H|T]) :- '$member'(T, X, H).
'$member'(_, X, X).
'$member'([H|T], X, _) :- '$member'(T, X, H).

'$append'([], L, L).
'$append'([H|T], L, [H|R]) :- '$append'(T, L, R).

clause(H, B) :- '$check_clause'(H, access), '$check_body'(B), '$clause'(H, B, _).
'$check_body'(B) :- var(B), !.
'$check_body'(B) :- callable(B), !.
'$check_body'(B) :- throw(error(type_error(callable, B), _)).

retract(C) :- '$clause_parts'(C, H, B), '$check_clause'(H, modify), '$clause'(H, B, Ref), '$erase'(Ref).
'$clause_parts'(C, _, _) :- var(C), !, throw(error(instantiation_error, _)).
'$clause_parts'((H :- B), H, B) :- !.
'$clause_parts'(H, H, true).
retractall(H) :- '$retractall'(H).

current_op(P, T, N) :-
    '$op_argument'(P, T, N),
    '$ops'(L), '$member'(op(P, T, N), L).
'$op_argument'(P, T, N) :-
    ( var(P) -> true ; integer(P), P >= 0, P =< 1200 -> true ; throw(error(domain_error(operator_priority, P), _)) ),
    ( var(T) -> true ; atom(T), '$memberchk'(T, [xfx, xfy, yfx, fy, fx, xf, yf]) -> true ; throw(error(domain_error(operator_specifier, T), _)) ),
    ( var(N) -> true ; atom(N) -> true ; throw(error(type_error(atom, N), _)) ).
'$memberchk'(X, L) :- '$member'(X, L), !.

current_prolog_flag(F, V) :-
    ( var(F) -> true ; atom(F) -> true ; throw(error(type_error(atom, F), _)) ),
    '$flags'(L),
    ( atom(F), \+ '$member'(F-_, L) -> throw(error(domain_error(prolog_flag, F), _)) ; '$member'(F-V, L) ).

current_predicate(PI) :-
    (   var(PI) -> true
    ;   PI = N/A -> true
    ;   throw(error(type_error(predicate_indicator, PI), _))
    ),
    ( nonvar(PI), PI = N/_, nonvar(N), \+ atom(N) -> throw(error(type_error(predicate_indicator, PI), _)) ; true ),
    ( nonvar(PI), PI = _/A, nonvar(A), \+ integer(A) -> throw(error(type_error(predicate_indicator, PI), _)) ; true ),
    '$predicates'(L), '$member'(PI, L).
current_predicate(N, H) :- '$predicates'(L), '$member'(N/A, L), functor(H, N, A).

predicate_property(H, P) :-
    (   var(H)
    ->  '$predicates'(L), '$member'(N/A, L), functor(H, N, A)
    ;   functor(H, N, A)
    ),
    '$property'(N, A, Ps), '$member'(P, Ps).

listing(Spec) :- nonvar(Spec), Spec = N/A, !,
    ( '$property'(N, A, _) -> '$listing'(N, A) ; throw(error(existence_error(procedure, N/A), _)) ).
listing :- forall(( '$predicates'(L), '$member'(N/A, L) ), '$listing'(N, A)).
listing(N) :- forall(( '$predicates'(L), '$member'(N/A, L) ), '$listing'(N, A)).

with_output_to(Sink, G) :-
    '$output_mark'(M),
    (   catch(G, E, ( '$output_take'(M, _), throw(E) ))
    ->  '$output_take'(M, S), '$sink'(Sink, S)
    ;   '$output_take'(M, _), fail
    ).
'$sink'(atom(A), S) :- !, atom_string(A, S).
'$sink'(string(S), S) :- !.
'$sink'(codes(C), S) :- !, string_codes(S, C).
'$sink'(chars(C), S) :- !, string_chars(S, C).
'$sink'(Sink, _) :- throw(error(domain_error(output_sink, Sink), _)).

numbervars(T, S, E) :- '$numbervars'(T, S, E).
numbervars(T) :- '$numbervars'(T, 0, _).

nb_current(K, V) :- atom(K), catch(nb_getval(K, V0), _, fail), V = V0.

tnot(G) :- \+ G.
initialization(G) :- '$defer'(G), !.
initialization(G) :- call(G).
initialization(G, _) :- initialization(G).
module(_, Exports) :- '$export_ops'(Exports).
'$export_ops'([]).
'$export_ops'([E|Es]) :- ( nonvar(E), E = op(P, T, N) -> op(P, T, N) ; true ), '$export_ops'(Es).
ensure_loaded(File) :- use_module(File).
use_module(File, _) :- use_module(File).
use_module(File) :- var(File), !, throw(error(instantiation_error, _)).
use_module(library(Library)) :- '$library'(Library), !.
use_module(File) :- throw(error(existence_error(source_sink, File), _)).
'$library'(L) :- '$memberchk'(L, [lists, apply, aggregate, assoc, pairs, option, ordsets, ugraphs, yall, strings, readutil, dcg/basics, dcg/high_order, clpfd, clpb, dif, when, coroutining, error, debug, random, gensym, terms, tabling, solution_sequences, date, main, occurs, heaps, nb_set, rbtrees, apply_macros, backcomp, listing, ansi_term, statistics, arithmetic, varnumbers, sort, wfs, prolog_stack, prolog_code, ctypes, edinburgh, quintus, check, system]).
set_stream(_, _).
style_check(_).
print_message(_, _).
print_message_lines(_, _, _).
prompt(_, _).
garbage_collect_atoms.

concat_atom(L, A) :- atomic_list_concat(L, A).
concat_atom(L, S, A) :- atomic_list_concat(L, S, A).
text_concat(A, B, C) :- ( string(A) ; string(B) ), !, string_concat(A, B, C).
text_concat(A, B, C) :- atom_concat(A, B, C).

must_be(Type, X) :- '$must_be'(Type, X).
'$must_be'(Type, _) :- var(Type), !, throw(error(instantiation_error, _)).
'$must_be'(positive_integer, X) :- !, '$must_be'(integer, X), ( X > 0 -> true ; throw(error(type_error(positive_integer, X), _)) ).
'$must_be'(nonneg, X) :- !, '$must_be'(integer, X), ( X >= 0 -> true ; throw(error(type_error(nonneg, X), _)) ).
'$must_be'(between(L, H), X) :- !, '$must_be'(number, X), ( X >= L, X =< H -> true ; throw(error(type_error(between(L, H), X), _)) ).
'$must_be'(oneof(L), X) :- !, '$must_be'(atom, X), ( '$memberchk'(X, L) -> true ; throw(error(type_error(oneof(L), X), _)) ).
'$must_be'(list(T), X) :- !, '$must_be'(list, X), forall('$member'(Y, X), '$must_be'(T, Y)).
'$must_be'(list_of(T), X) :- !, '$must_be'(list(T), X).
'$must_be'(var, X) :- !, ( var(X) -> true ; throw(error(uninstantiation_error(X), _)) ).
'$must_be'(list, X) :- !, ( is_list(X) -> true ; throw(error(type_error(list, X), _)) ).
'$must_be'(any, _) :- !.
'$must_be'(Type, X) :- var(X), !, ( '$has_type'(Type) -> throw(error(instantiation_error, _)) ; throw(error(existence_error(type, Type), _)) ).
'$must_be'(Type, X) :- is_of_type(Type, X), !.
'$must_be'(Type, X) :- '$has_type'(Type), !, throw(error(type_error(Type, X), _)).
'$must_be'(Type, _) :- throw(error(existence_error(type, Type), _)).
'$has_type'(T) :- '$memberchk'(T, [boolean, atom, integer, number, float, atomic, callable, compound, string, bool, list, ground, text, chars, codes, symbol, char, code, pair, acyclic, nonvar, rational]).
is_of_type(atom, X) :- atom(X).
is_of_type(symbol, X) :- atom(X).
is_of_type(integer, X) :- integer(X).
is_of_type(rational, X) :- integer(X).
is_of_type(number, X) :- number(X).
is_of_type(float, X) :- float(X).
is_of_type(atomic, X) :- atomic(X).
is_of_type(callable, X) :- callable(X).
is_of_type(compound, X) :- compound(X).
is_of_type(string, X) :- string(X).
is_of_type(nonvar, X) :- nonvar(X).
is_of_type(var, X) :- var(X).
is_of_type(acyclic, _).
is_of_type(any, _).
is_of_type(bool, X) :- ( X == true ; X == false ), !.
is_of_type(boolean, X) :- ( X == true ; X == false ), !.
is_of_type(list, X) :- is_list(X).
is_of_type(ground, X) :- ground(X).
is_of_type(pair, X) :- nonvar(X), X = _-_.
is_of_type(text, X) :- ( atom(X) ; string(X) ), !.
is_of_type(char, X) :- atom(X), atom_length(X, 1).
is_of_type(code, X) :- integer(X), X >= 0, X =< 0x10ffff.
is_of_type(chars, X) :- is_list(X), forall('$member'(C, X), is_of_type(char, C)).
is_of_type(codes, X) :- is_list(X), forall('$member'(C, X), is_of_type(code, C)).
is_of_type(positive_integer, X) :- integer(X), X > 0.
is_of_type(nonneg, X) :- integer(X), X >= 0.
is_of_type(oneof(L), X) :- '$memberchk'(X, L).
is_of_type(list(T), X) :- is_list(X), forall('$member'(Y, X), is_of_type(T, Y)).
is_of_type(between(L, H), X) :- number(X), X >= L, X =< H.
type_error(T, X) :- throw(error(type_error(T, X), _)).
domain_error(T, X) :- throw(error(domain_error(T, X), _)).
existence_error(T, X) :- throw(error(existence_error(T, X), _)).
permission_error(A, T, C) :- throw(error(permission_error(A, T, C), _)).
instantiation_error(_) :- throw(error(instantiation_error, _)).
resource_error(R) :- throw(error(resource_error(R), _)).

% Definite clause grammars.

dcg_translate_rule(Rule, _) :- var(Rule), !, throw(error(instantiation_error, _)).
dcg_translate_rule((H --> _), _) :- var(H), !, throw(error(instantiation_error, _)).
dcg_translate_rule(((H, PB) --> B), (H1 :- Body)) :- !,
    '$dcg_callable'(H),
    '$dcg_extend'(H, S0, S, H1),
    '$dcg_body'(B, S0, S1, B1),
    '$dcg_terminals'(PB, S, S1, B2),
    '$dcg_and'(B1, B2, Body).
dcg_translate_rule((H --> B), (H1 :- B1)) :-
    '$dcg_callable'(H),
    '$dcg_extend'(H, S0, S, H1),
    '$dcg_body'(B, S0, S, B1).

'$dcg_callable'(H) :- ( callable(H) -> true ; throw(error(type_error(callable, H), _)) ).
'$dcg_and'(true, B, B) :- !.
'$dcg_and'(A, B, (A, B)).

'$dcg_extend'(G, S0, S, G1) :- G =.. L0, '$append'(L0, [S0, S], L), G1 =.. L.

'$dcg_body'(V, S0, S, phrase(V, S0, S)) :- var(V), !.
'$dcg_body'((A, B), S0, S, (A1, B1)) :- !, '$dcg_body'(A, S0, S1, A1), '$dcg_body'(B, S1, S, B1).
'$dcg_body'((A ; B), S0, S, (A1 ; B1)) :- !, '$dcg_body'(A, S0, S, A1), '$dcg_body'(B, S0, S, B1).
'$dcg_body'((A '|' B), S0, S, (A1 ; B1)) :- !, '$dcg_body'(A, S0, S, A1), '$dcg_body'(B, S0, S, B1).
'$dcg_body'((A -> B), S0, S, (A1 -> B1)) :- !, '$dcg_body'(A, S0, S1, A1), '$dcg_body'(B, S1, S, B1).
'$dcg_body'((A *-> B), S0, S, (A1 *-> B1)) :- !, '$dcg_body'(A, S0, S1, A1), '$dcg_body'(B, S1, S, B1).
'$dcg_body'(\+ A, S0, S, (\+ A1, S0 = S)) :- !, '$dcg_body'(A, S0, _, A1).
'$dcg_body'({}, S0, S, S0 = S) :- !.
'$dcg_body'({G}, S0, S, (G, S0 = S)) :- !.
'$dcg_body'(!, S0, S, (!, S0 = S)) :- !.
'$dcg_body'([], S0, S, S0 = S) :- !.
'$dcg_body'(L, S0, S, G) :- L = [_|_], !, '$dcg_terminals'(L, S0, S, G).
'$dcg_body'(Str, S0, S, G) :- string(Str), !, string_codes(Str, L), '$dcg_terminals'(L, S0, S, G).
'$dcg_body'(call(G, As), S0, S, call(G, As, S0, S)) :- !.
'$dcg_body'(C, S0, S, C1) :- C =.. [call|As], !, '$append'(As, [S0, S], As1), C1 =.. [call|As1].
'$dcg_body'(NT, S0, S, G) :- callable(NT), !, '$dcg_extend'(NT, S0, S, G).
'$dcg_body'(X, _, _, _) :- throw(error(type_error(callable, X), _)).

'$dcg_terminals'(Str, S0, S, G) :- string(Str), !, string_codes(Str, L), '$dcg_terminals'(L, S0, S, G).
'$dcg_terminals'(L, S0, S, S0 = L1) :- ( is_list(L) -> true ; throw(error(type_error(list, L), _)) ), '$append'(L, S, L1).

expand_term(T, X) :- nonvar(T), T = (_ --> _), !, dcg_translate_rule(T, X).
expand_term(T, T).

% Lambda expressions: Free/[X1, ...]>>Goal.

'>>'(Ps, B) :- copy_term_nat(Ps>>B, Ps1>>B1), '$lambda'(Ps1, B1, []).
'>>'(Ps, B, A1) :- '$copy_lambda'(Ps, B, Ps1, B1), '$lambda'(Ps1, B1, [A1]).
'>>'(Ps, B, A1, A2) :- '$copy_lambda'(Ps, B, Ps1, B1), '$lambda'(Ps1, B1, [A1, A2]).
'>>'(Ps, B, A1, A2, A3) :- '$copy_lambda'(Ps, B, Ps1, B1), '$lambda'(Ps1, B1, [A1, A2, A3]).
'>>'(Ps, B, A1, A2, A3, A4) :- '$copy_lambda'(Ps, B, Ps1, B1), '$lambda'(Ps1, B1, [A1, A2, A3, A4]).
'>>'(Ps, B, A1, A2, A3, A4, A5) :- '$copy_lambda'(Ps, B, Ps1, B1), '$lambda'(Ps1, B1, [A1, A2, A3, A4, A5]).
'>>'(Ps, B, A1, A2, A3, A4, A5, A6) :- '$copy_lambda'(Ps, B, Ps1, B1), '$lambda'(Ps1, B1, [A1, A2, A3, A4, A5, A6]).
'$copy_lambda'(Ps, B, Ps1, B1) :-
    (   nonvar(Ps), Ps = Free/_
    ->  copy_term(Free/(Ps>>B), Free/(Ps1>>B1))
    ;   copy_term(Ps>>B, Ps1>>B1)
    ).
'$lambda'(Ps, B, As) :- nonvar(Ps), Ps = _/Ps1, !, '$lambda'(Ps1, B, As).
'$lambda'(Ps, B, As) :- '$lambda_bind'(Ps, As, Rest), ( Rest == [] -> call(B) ; B =.. L0, '$append'(L0, Rest, L), G =.. L, call(G) ).
'$lambda_bind'([P|Ps], [A|As], Rest) :- !, P = A, '$lambda_bind'(Ps, As, Rest).
'$lambda_bind'(_, As, As).

phrase(G, L) :- phrase(G, L, []).
phrase(G, L, R) :-
    ( string(G) -> true ; '$callable'(G) ),
    '$partial_list'(L),
    '$partial_list'(R),
    '$dcg_body'(G, S0, S, Goal),
    S0 = L, S = R,
    call(Goal).

% Proofs: the derivation of a goal as a term.

'$prove'(G, P) :-
    '$choices'(L),
    '$prove_body'(G, L, Ps, []),
    ( Ps = [P0] -> P = P0 ; P = '$control'(G, Ps) ).

'$prove_body'(V, _, _, _) :- var(V), !, throw(error(instantiation_error, _)).
'$prove_body'((A, B), L, Ps, R) :- !, '$prove_body'(A, L, Ps, Q), '$prove_body'(B, L, Q, R).
'$prove_body'(true, _, R, R) :- !.
'$prove_body'(!, L, ['$builtin'(!)|R], R) :- !, '$cut'(L).
'$prove_body'((C -> T ; E), L, ['$control'((C -> T ; E), Ps)|R], R) :- !,
    (   '$prove_condition'(C, Ps0, Q)
    ->  Ps = Ps0, '$prove_body'(T, L, Q, [])
    ;   '$prove_body'(E, L, Ps, [])
    ).
'$prove_body'((C *-> T ; E), L, ['$control'((C *-> T ; E), Ps)|R], R) :- !,
    (   '$prove_condition'(C, Ps0, Q)
    *-> Ps = Ps0, '$prove_body'(T, L, Q, [])
    ;   '$prove_body'(E, L, Ps, [])
    ).
'$prove_body'((C -> T), L, Ps, R) :- !, '$prove_body'((C -> T ; fail), L, Ps, R).
'$prove_body'((A ; B), L, ['$control'((A ; B), Ps)|R], R) :- !,
    ( '$prove_body'(A, L, Ps, []) ; '$prove_body'(B, L, Ps, []) ).
'$prove_body'(\+ G, _, [P|R], R) :- !, '$prove_not'(\+ G, G, P).
'$prove_body'(not(G), _, [P|R], R) :- !, '$prove_not'(not(G), G, P).
'$prove_body'(tnot(G), _, [P|R], R) :- !, '$prove_not'(tnot(G), G, P).
'$prove_body'(call(G), _, ['$control'(call(G), [P])|R], R) :- !, '$prove'(G, P).
'$prove_body'(once(G), _, ['$control'(once(G), [P])|R], R) :- !, '$prove'(G, P), !.
'$prove_body'(catch(G, C, E), _, ['$control'(catch(G, C, E), [P])|R], R) :- !,
    catch('$prove'(G, P), C, '$prove'(E, P)).
'$prove_body'(G, _, [P|R], R) :- '$kind'(G, K), '$prove_goal'(K, G, P).

'$prove_condition'(C, Ps, Q) :- '$choices'(L), '$prove_body'(C, L, Ps, Q).

'$prove_not'(N, G, P) :-
    '$undefined'(U0), \+ G, '$undefined'(U1),
    ( U0 == U1 -> P = '$not'(N) ; P = '$undefined'(N) ).

'$prove_goal'(user, G, '$clause'(Ref, G, B, Ps)) :-
    '$choices'(L), '$clause'(G, B, Ref), '$prove_body'(B, L, Ps, []).
'$prove_goal'(tabled, G, P) :- '$prove_tabled'(G, P).
'$prove_goal'(builtin, G, '$builtin'(G)) :- call(G).

'$prove_tabled'(G, '$clause'(Ref, G, B, Ps)) :-
    '$choices'(L), '$clause'(G, B, Ref), '$prove_body'(B, L, Ps, []).

% Why a goal has no answer: the first goal of each clause body that fails, and facts that are missing.

'$failing'(G, Ref, S) :- '$kind'(G, K), K \== builtin, '$clause'(G, B, Ref), '$first_failing'(B, S).

'$first_failing'((A, B), S) :- !,
    (   '$succeeds'(A)
    ->  call(A), '$first_failing'(B, S)
    ;   '$first_failing'(A, S)
    ).
'$first_failing'(A, A) :- \+ '$succeeds'(A).

'$succeeds'(G) :- catch(\+ \+ call(G), _, fail).

'$missing'((A, B), D, M0, M) :- !, '$missing'(A, D, M0, M1), '$missing'(B, D, M1, M).
'$missing'(true, _, M, M) :- !.
'$missing'((A ; B), D, M0, M) :- !, ( '$missing'(A, D, M0, M) ; '$missing'(B, D, M0, M) ).
'$missing'(G, _, M, M) :- catch(G, _, fail).
'$missing'(G, D, M0, M) :-
    '$kind'(G, K), '$abducible'(K, G),
    \+ ( ground(G), '$succeeds'(G) ),
    '$missing_user'(G, D, M0, M).

'$abducible'(user, _).
'$abducible'(tabled, _).
'$abducible'(builtin, G) :- G \= (\+ _), \+ '$is_builtin'(G).
'$is_builtin'(G) :- '$head_name'(G, N, A), '$property'(N, A, Ps), ( '$memberchk'(built_in, Ps) ; '$memberchk'(library, Ps) ), !.
'$head_name'(- G, N, A) :- !, functor(G, N, A).
'$head_name'(G, N, A) :- functor(G, N, A).

'$missing_user'(G, _, M0, M) :-
    ( '$clause'(G, B, _), B \== true -> '$has_fact'(G) ; true ),
    ( '$memberchk_same'(G, M0) -> M = M0 ; M = [G|M0] ).
'$missing_user'(G, D, M0, M) :-
    D > 0, D1 is D - 1,
    '$clause'(G, B, _), B \== true,
    '$missing'(B, D1, M0, M).

'$has_fact'(G) :- functor(G, N, A), functor(H, N, A), '$clause'(H, true, _), !.
'$memberchk_same'(X, [Y|Ys]) :- ( X == Y -> true ; '$memberchk_same'(X, Ys) ).

% Tables that follow changes of facts. An item is '$fact'(F) or '$tabled'(Id, G), a new (or lost)
% fact or answer. First every answer that some derivation with a lost item led to is put in doubt
% and removed, then those that have another derivation come back, then what is new is added.

'$maintain'(Removed, Added) :-
    findall('$fact'(F), '$member'(F, Removed), Lost),
    '$put_in_doubt'(Lost, Removed),
    '$table_sweep'(Gone),
    findall('$tabled'(Id, G), ( '$member'(Id-G, Gone), '$derive_again'(Id, G) ), Again),
    findall('$fact'(F), '$member'(F, Added), New),
    '$append'(Again, New, Items),
    '$carry_on'(Items).

'$put_in_doubt'([], _).
'$put_in_doubt'([Item|Items], Removed) :-
    findall('$tabled'(Id, G), ( '$consequence'(Item, before(Removed), Id, G), '$table_mark'(Id, G) ), More),
    '$append'(More, Items, Next),
    '$put_in_doubt'(Next, Removed).

'$derive_again'(Id, G) :- '$rule'(G, Goals), '$hold'(Goals, Id, now), !, '$table_add'(Id, G).

'$carry_on'([]).
'$carry_on'([Item|Items]) :-
    findall('$tabled'(Id, G), ( '$consequence'(Item, now, Id, G), '$table_add'(Id, G) ), More),
    '$append'(More, Items, Next),
    '$carry_on'(Next).

% Answers that some rule gives with the item, before the facts were removed or now.
'$consequence'(Item, When, Id, G) :-
    '$maintained'(Item, Ids),
    '$member'(Id, Ids),
    '$table_goal'(Id, G),
    '$rule'(G, Goals),
    '$with_item'(Goals, Item, Others),
    '$hold'(Others, Id, When).

% A rule as a list of goals, seen through predicates that are not tabled.
'$rule'(G, ['$fact'(G)]).
'$rule'(G, Goals) :- '$clause'(G, Body, _), Body \== true, '$unfold'(Body, Goals, []).

'$unfold'((A, B), Gs, R) :- !, '$unfold'(A, Gs, Q), '$unfold'(B, Q, R).
'$unfold'((A ; B), Gs, R) :- !, ( '$unfold'(A, Gs, R) ; '$unfold'(B, Gs, R) ).
'$unfold'(true, R, R) :- !.
'$unfold'(G, Gs, R) :- '$literal'(G, Kind), '$unfold'(Kind, G, Gs, R).
'$unfold'(test, G, ['$test'(G)|R], R).
'$unfold'(facts, G, ['$fact'(G)|R], R).
'$unfold'(tabled, G, ['$tabled'(_, G)|R], R).
'$unfold'(rules, G, ['$fact'(G)|R], R).
'$unfold'(rules, G, Gs, R) :- '$clause'(G, Body, _), Body \== true, '$unfold'(Body, Gs, R).

'$with_item'([G|Gs], G, Gs).
'$with_item'([G|Gs], Item, [G|Rest]) :- '$with_item'(Gs, Item, Rest).

% Rules that are followed are free of order but for tests, which need values.
'$hold'([], _, _) :- !.
'$hold'(Goals, Id, When) :- '$easiest'(Goals, G, Others), '$holds'(G, Id, When), '$hold'(Others, Id, When).

'$holds'('$fact'(G), _, _) :- '$clause'(G, true, _).
'$holds'('$fact'(G), _, before(Removed)) :- '$member'(G, Removed).
'$holds'('$test'(G), _, _) :- call(G).
'$holds'('$tabled'(_, G), Reader, When) :-
    (   '$table_for'(G, Id)
    ->  true
    ;   When == now, \+ ( call(G), fail ), '$table_for'(G, Id)
    ),
    '$reads'(Reader, Id),
    '$table_answer'(Id, G).

% Attributed variables: what is run when one is bound.

'$wakeup'(Goals) :- '$run_hooks'(Goals).
'$wakeup'(Goals, Goal) :- '$run_hooks'(Goals), '$resume'(Goal).
'$run_hooks'([]).
'$run_hooks'([G|Gs]) :- call(G), '$run_hooks'(Gs).

'$attribute_hook'(freeze, G, Y) :- !,
    (   attvar(Y)
    ->  ( get_attr(Y, freeze, G2) -> put_attr(Y, freeze, '$and'(G2, G)) ; put_attr(Y, freeze, G) )
    ;   var(Y) -> put_attr(Y, freeze, G)
    ;   '$thaw'(G)
    ).
'$attribute_hook'(dif, Pairs, Y) :- !,
    ( attvar(Y), get_attr(Y, dif, Others) -> '$append'(Pairs, Others, All), put_attr(Y, dif, All) ; true ),
    '$dif_again'(Pairs).
'$attribute_hook'(when, Goals, Y) :- !,
    ( attvar(Y), get_attr(Y, when, Others) -> '$append'(Others, Goals, All), put_attr(Y, when, All) ; var(Y) -> put_attr(Y, when, Goals) ; true ),
    '$when_again'(Goals).
'$attribute_hook'(_, Value, Y) :- attr_unify_hook(Value, Y).

'$thaw'('$and'(A, B)) :- !, '$thaw'(A), '$thaw'(B).
'$thaw'(G) :- call(G).

freeze(X, G) :- nonvar(X), !, call(G).
freeze(X, G) :- get_attr(X, freeze, G0), !, put_attr(X, freeze, '$and'(G0, G)).
freeze(X, G) :- put_attr(X, freeze, G).
frozen(T, G) :- term_attvars(T, Vs), '$frozen'(Vs, Gs), '$conjunction'(Gs, G).
'$frozen'([], []).
'$frozen'([V|Vs], Gs) :- ( get_attr(V, freeze, G) -> '$frozen_goals'(G, V, Gs, Gs1) ; Gs = Gs1 ), '$frozen'(Vs, Gs1).
'$frozen_goals'('$and'(A, B), V, Gs, R) :- !, '$frozen_goals'(A, V, Gs, Q), '$frozen_goals'(B, V, Q, R).
'$frozen_goals'(G, V, [freeze(V, user:G)|R], R).
'$conjunction'([], true).
'$conjunction'([G], G) :- !.
'$conjunction'([G|Gs], (G, Rest)) :- '$conjunction'(Gs, Rest).

dif(X, Y) :- X \== Y, ( unifiable(X, Y, Unifier) -> '$dif_wait'(Unifier, X, Y) ; true ).
'$dif_wait'([], _, _).
'$dif_wait'([V=W|Us], X, Y) :-
    '$dif_attach'(V, X, Y), ( var(W) -> '$dif_attach'(W, X, Y) ; true ), '$dif_wait'(Us, X, Y).
'$dif_attach'(V, X, Y) :-
    (   get_attr(V, dif, Pairs)
    ->  ( '$dif_known'(Pairs, X, Y) -> true ; put_attr(V, dif, [X-Y|Pairs]) )
    ;   put_attr(V, dif, [X-Y])
    ).
'$dif_known'([A-B|Ps], X, Y) :- ( A == X, B == Y -> true ; '$dif_known'(Ps, X, Y) ).
'$dif_again'([]).
'$dif_again'([X-Y|Ps]) :- dif(X, Y), '$dif_again'(Ps).

when(Cond, G) :- var(Cond), !, throw(error(instantiation_error, when(Cond, G))).
when(Cond, G) :- '$when_check'(Cond), ( '$when_ready'(Cond) -> call(G) ; '$when_wait'(Cond, '$when'(Cond, G, _)) ).
'$when_check'(nonvar(_)) :- !.
'$when_check'(ground(_)) :- !.
'$when_check'(?=(_, _)) :- !.
'$when_check'((A, B)) :- !, '$when_check'(A), '$when_check'(B).
'$when_check'((A ; B)) :- !, '$when_check'(A), '$when_check'(B).
'$when_check'(C) :- throw(error(domain_error(when_condition, C), _)).
'$when_ready'(nonvar(X)) :- nonvar(X).
'$when_ready'(ground(X)) :- ground(X).
'$when_ready'(?=(X, Y)) :- ?=(X, Y).
'$when_ready'((A, B)) :- '$when_ready'(A), '$when_ready'(B).
'$when_ready'((A ; B)) :- ( '$when_ready'(A) -> true ; '$when_ready'(B) ).
'$when_wait'(Cond, W) :- '$when_variables'(Cond, Vs), '$when_attach'(Vs, W).
'$when_variables'(nonvar(X), [X]).
'$when_variables'(ground(X), [V]) :- term_variables(X, [V|_]).
'$when_variables'(?=(X, Y), Vs) :- unifiable(X, Y, Us), '$unifier_variables'(Us, Vs).
'$when_variables'((A, B), Vs) :- ( '$when_ready'(A) -> '$when_variables'(B, Vs) ; '$when_variables'(A, Vs) ).
'$when_variables'((A ; B), Vs) :- '$when_variables'(A, Va), '$when_variables'(B, Vb), '$append'(Va, Vb, Vs).
'$unifier_variables'([], []).
'$unifier_variables'([V=W|Us], [V|Vs]) :- ( var(W) -> Vs = [W|Vs1] ; Vs = Vs1 ), '$unifier_variables'(Us, Vs1).
'$when_attach'([], _).
'$when_attach'([V|Vs], W) :-
    ( get_attr(V, when, Ws) -> '$append'(Ws, [W], Ws1), put_attr(V, when, Ws1) ; put_attr(V, when, [W]) ),
    '$when_attach'(Vs, W).
'$when_again'([]).
'$when_again'(['$when'(Cond, G, Done)|Ws]) :-
    (   Done == done -> true
    ;   '$when_ready'(Cond) -> Done = done, call(G)
    ;   '$when_wait'(Cond, '$when'(Cond, G, Done))
    ),
    '$when_again'(Ws).

copy_term(T, Copy, Goals) :-
    term_attvars(T, Vs),
    (   Vs == [] -> Goals = [], copy_term_nat(T, Copy)
    ;   '$residual'(Vs, Gs), copy_term_nat(T-Gs, Copy-Goals)
    ).
copy_term(T, Copy) :- term_attvars(T, Vs), ( Vs == [] -> copy_term_nat(T, Copy) ; copy_term(T, Copy, Gs), '$run_hooks'(Gs) ).

'$residual_goals'(Terms, Gs) :- term_attvars(Terms, Vs), ( Vs == [] -> Gs = [] ; '$residual'(Vs, Gs) ).

% What the attributes of variables stand for, as goals.
'$residual'(Vs0, Gs) :-
    '$fd_goals'(Vs0, Fd0), term_attvars(Vs0-Fd0, Vs),
    (   length(Vs0, N), length(Vs, N)
    ->  '$other_goals'(Vs, [], Others), '$append'(Fd0, Others, Gs)
    ;   '$residual'(Vs, Gs)
    ).
'$other_goals'([], _, []).
'$other_goals'([V|Vs], Seen, Gs) :-
    ( get_attr(V, dif, Pairs) -> '$dif_goals'(Pairs, Seen, Seen1, Gs, Gs1) ; Seen1 = Seen, Gs = Gs1 ),
    ( get_attr(V, freeze, G) -> '$frozen_goals'(G, V, Gs1, Gs2) ; Gs1 = Gs2 ),
    ( get_attr(V, when, Ws) -> '$when_goals'(Ws, Seen1, Seen2, Gs2, Gs3) ; Seen2 = Seen1, Gs2 = Gs3 ),
    '$own_goals'(V, Gs3, Gs4),
    '$other_goals'(Vs, Seen2, Gs4).
'$dif_goals'([], S, S, Gs, Gs).
'$dif_goals'([X-Y|Ps], S0, S, Gs, R) :-
    (   ( '$memberchk_same'(X-Y, S0) ; \+ unifiable(X, Y, _) ) -> Gs = Gs1, S1 = S0
    ;   unifiable(X, Y, Us), '$dif_goal'(Us, G), ( '$memberchk_same'(G, S0) -> Gs = Gs1 ; Gs = [G|Gs1] ), S1 = [G, X-Y|S0]
    ),
    '$dif_goals'(Ps, S1, S, Gs1, R).
'$dif_goal'([V=W], G) :- !, ( var(W), W @< V -> G = dif(W, V) ; G = dif(V, W) ).
'$dif_goal'(Us, dif(Vs, Ws)) :- '$sides'(Us, Vs0, Ws0), '$reversed'(Vs0, [], Vs1), '$reversed'(Ws0, [], Ws1), Vs =.. [f|Vs1], Ws =.. [f|Ws1].
'$sides'([], [], []).
'$sides'([V=W|Us], [V|Vs], [W|Ws]) :- '$sides'(Us, Vs, Ws).
'$reversed'([], L, L).
'$reversed'([X|Xs], L0, L) :- '$reversed'(Xs, [X|L0], L).
'$when_goals'([], S, S, Gs, Gs).
'$when_goals'([W|Ws], S0, S, Gs, R) :-
    W = '$when'(C, G, Done),
    ( ( Done == done ; '$memberchk_same'(W, S0) ) -> Gs = Gs1 ; Gs = [when(C, user:G)|Gs1] ),
    '$when_goals'(Ws, [W|S0], S, Gs1, R).
'$own_goals'(V, Gs, R) :-
    (   current_predicate(attribute_goals/3), catch(attribute_goals(V, Own, []), _, fail)
    ->  '$append'(Own, R, Gs)
    ;   Gs = R
    ).
