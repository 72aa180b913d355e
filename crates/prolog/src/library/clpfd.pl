% Constraints over integers: what is built on the native propagators.

label(Vs) :- labeling([], Vs).
labeling(Options, Vs) :-
    '$must_be'(list, Options), '$must_be'(list, Vs),
    '$label_finite'(Vs),
    '$label_options'(Options, leftmost, S, up, O, step, B, Goals),
    ( Goals == [] -> '$label'(Vs, S, O, B) ; '$optimise'(Goals, Vs, S, O, B) ).
'$label_finite'([]).
'$label_finite'([V|Vs]) :- ( integer(V) -> true ; fd_size(V, N), integer(N) -> true ; throw(error(instantiation_error, _)) ), '$label_finite'(Vs).
'$label_options'([], S, S, O, O, B, B, []).
'$label_options'([X|Xs], S0, S, O0, O, B0, B, Gs) :-
    (   var(X) -> throw(error(instantiation_error, _))
    ;   '$memberchk'(X, [leftmost, ff, ffc, min, max]) -> '$label_options'(Xs, X, S, O0, O, B0, B, Gs)
    ;   '$memberchk'(X, [up, down]) -> '$label_options'(Xs, S0, S, X, O, B0, B, Gs)
    ;   '$memberchk'(X, [step, enum, bisect]) -> '$label_options'(Xs, S0, S, O0, O, X, B, Gs)
    ;   ( X = min(_) ; X = max(_) ) -> Gs = [X|Gs1], '$label_options'(Xs, S0, S, O0, O, B0, B, Gs1)
    ;   throw(error(domain_error(labeling_option, X), _))
    ).
'$label'(Vs, S, O, B) :-
    ( '$fd_pick'(S, Vs, X, Rest) -> '$branch'(B, O, X, Vs, Rest, S) ; true ).
'$branch'(step, up, X, Vs, Rest, S) :- fd_inf(X, V), '$step'(V, up, X, Vs, Rest, S).
'$branch'(step, down, X, Vs, Rest, S) :- fd_sup(X, V), '$step'(V, down, X, Vs, Rest, S).
'$branch'(enum, O, X, _, Rest, S) :-
    '$fd_values'(X, Values), ( O == down -> '$reversed'(Values, [], Vs1) ; Vs1 = Values ),
    '$member'(X, Vs1), '$label'(Rest, S, O, enum).
'$branch'(bisect, O, X, Vs, _, S) :-
    fd_inf(X, L), fd_sup(X, H), M is (L + H) // 2,
    (   O == up -> ( X #=< M ; X #> M ) ; ( X #> M ; X #=< M ) ),
    '$label'(Vs, S, O, bisect).
'$step'(V, O, X, _, Rest, S) :- X = V, '$label'(Rest, S, O, step).
'$step'(V, O, X, Vs, _, S) :- '$fd_exclude'(X, V), '$label'(Vs, S, O, step).

% The best value is found by asking for a better one until there is none; then every solution with
% it, then the others in order.
'$optimise'([Goal|Goals], Vs, S, O, B) :-
    Best = best(none),
    '$improve'(Goal, Goals, Vs, S-O-B, Best),
    arg(1, Best, Value), Value \== none,
    arg(1, Goal, Expr),
    (   Expr #= Value, '$optimised'(Goals, Vs, S, O, B)
    ;   '$worse'(Goal, Expr, Value), '$optimise'([Goal|Goals], Vs, S, O, B)
    ).
'$optimised'([], Vs, S, O, B) :- '$label'(Vs, S, O, B).
'$optimised'([G|Gs], Vs, S, O, B) :- '$optimise'([G|Gs], Vs, S, O, B).
'$worse'(min(_), Expr, Value) :- Expr #> Value.
'$worse'(max(_), Expr, Value) :- Expr #< Value.
'$improve'(Goal, Goals, Vs, S-O-B, Best) :-
    \+ \+ ( arg(1, Best, Value), arg(1, Goal, Expr), '$better'(Goal, Expr, Value),
             V #= Expr, '$label'(Vs, S, O, B), !,
             ( integer(V) -> true ; Goal = min(_) -> fd_inf(V, V1) ; fd_sup(V, V1) ),
             ( integer(V) -> N = V ; N = V1 ),
             ( integer(N) -> true ; throw(error(instantiation_error, _)) ),
             nb_setarg(1, Best, N) ),
    !,
    '$improve'(Goal, Goals, Vs, S-O-B, Best).
'$improve'(_, _, _, _, _).
'$better'(_, _, none) :- !.
'$better'(min(_), Expr, Value) :- Expr #< Value.
'$better'(max(_), Expr, Value) :- Expr #> Value.

indomain(X) :- label([X]).

cumulative(Tasks) :- cumulative(Tasks, [limit(1)]).
cumulative(Tasks, Options) :-
    ( '$memberchk'(limit(L), Options) -> true ; L = 1 ),
    '$tasks'(Tasks, Flat), '$cumulative'([L|Flat]).
'$tasks'([], []).
'$tasks'([task(S, D, E, C, _)|Ts], [S, D, E, C|Flat]) :- D #>= 0, C #>= 0, S + D #= E, '$tasks'(Ts, Flat).

automaton(Vs, Nodes, Arcs) :-
    findall(Q, ( '$member'(arc(A, _, C), Arcs), '$member'(Q, [A, C]) ; '$member'(N, Nodes), arg(1, N, Q) ), Qs0),
    sort(Qs0, Qs),
    findall([I, L, J], ( '$member'(arc(A, L, C), Arcs), '$place'(Qs, A, 1, I), '$place'(Qs, C, 1, J) ), Table),
    findall(I-I, ( '$member'(source(Q), Nodes), '$place'(Qs, Q, 1, I) ), Sources),
    findall(I-I, ( '$member'(sink(Q), Nodes), '$place'(Qs, Q, 1, I) ), Sinks),
    '$as_set'(Sources, From), '$as_set'(Sinks, To),
    S0 in From, '$follow'(Vs, S0, S, Table), S in To.
'$as_set'([I-_], I) :- !.
'$as_set'([I-_|Ps], I \/ Set) :- '$as_set'(Ps, Set).
'$place'([Q|Qs], P, I, J) :- ( Q == P -> J = I ; I1 is I + 1, '$place'(Qs, P, I1, J) ).
'$follow'([], S, S, _).
'$follow'([V|Vs], S0, S, Table) :- tuples_in([[S0, V, S1]], Table), '$follow'(Vs, S1, S, Table).

global_cardinality(Vs, Pairs) :- global_cardinality(Vs, Pairs, []).
global_cardinality(Vs, Pairs, _) :-
    '$keys'(Pairs, Keys), '$as_set'(Keys, Set), Vs ins Set,
    '$occurrences'(Pairs, Vs), '$values'(Pairs, Ns), length(Vs, N), Ns ins 0..N, sum(Ns, #=, N).
'$keys'([], []).
'$keys'([K-_|Ps], [K-K|Ks]) :- '$keys'(Ps, Ks).
'$values'([], []).
'$values'([_-V|Ps], [V|Vs]) :- '$values'(Ps, Vs).
'$occurrences'([], _).
'$occurrences'([K-N|Ps], Vs) :- '$are'(Vs, K, Bs), sum(Bs, #=, N), '$occurrences'(Ps, Vs).
'$are'([], _, []).
'$are'([V|Vs], K, [B|Bs]) :- B #<==> (V #= K), '$are'(Vs, K, Bs).

lex_chain([]).
lex_chain([_]) :- !.
lex_chain([A, B|Ls]) :- '$lex'(A, B, C), C, lex_chain([B|Ls]).
'$lex'([], [], 1 #= 1).
'$lex'([A|As], [B|Bs], (A #< B) #\/ ((A #= B) #/\ C)) :- '$lex'(As, Bs, C).

chain(List, Relation) :- '$chain'(List, Relation).
'$chain'([], _).
'$chain'([_], _) :- !.
'$chain'([A, B|Xs], R) :- G =.. [R, A, B], call(G), '$chain'([B|Xs], R).

disjoint2(Rectangles) :- '$disjoint2'(Rectangles).
'$disjoint2'([]).
'$disjoint2'([R|Rs]) :- '$apart'(Rs, R), '$disjoint2'(Rs).
'$apart'([], _).
'$apart'([S|Ss], R) :-
    R =.. [_, X1, W1, Y1, H1], S =.. [_, X2, W2, Y2, H2],
    (X1 + W1 #=< X2) #\/ (X2 + W2 #=< X1) #\/ (Y1 + H1 #=< Y2) #\/ (Y2 + H2 #=< Y1),
    '$apart'(Ss, R).

transpose([], []).
transpose([L|Ls], Columns) :- '$transpose'(L, [L|Ls], Columns).
'$transpose'([], _, []).
'$transpose'([_|T], Rows, [C|Cs]) :- '$first_column'(Rows, C, Rests), '$transpose'(T, Rests, Cs).
'$first_column'([], [], []).
'$first_column'([[X|Xs]|Rs], [X|C], [Xs|Rests]) :- '$first_column'(Rs, C, Rests).

zcompare(O, A, B) :- ( integer(A), integer(B) -> compare(O, A, B) ; '$zcompare'(O, A, B) ).
'$zcompare'(<, A, B) :- A #< B.
'$zcompare'(=, A, B) :- A #= B.
'$zcompare'(>, A, B) :- A #> B.
