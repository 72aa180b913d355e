% Runs case files through SWI-Prolog, the oracle of the conformity tables.
%
%   swipl oracle.pl check   FILE...  compare the expected outcomes with SWI's
%   swipl oracle.pl fill    FILE...  write SWI's outcome into cases that have none
%   swipl oracle.pl refill  FILE...  the same for every case without `deliberate:`
%   swipl oracle.pl answers FILE...  print SWI's outcome of every case
%
% The file format is described in README.md beside this file.  Cases run in
% module `user`; after each one its clauses, operators and flags are removed.

:- module(oracle, []).

:- use_module(library(readutil)).
:- use_module(library(time)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(assoc)).
:- use_module(library(pairs)).
:- use_module(library(strings)).
:- use_module(library(dcg/basics)).
:- use_module(library(option)).
:- use_module(library(arithmetic)).
:- use_module(library(yall)).
:- use_module(library(listing)).
:- use_module(library(prolog_stack)).

:- initialization(oracle:begin, main).

:- multifile user:message_hook/3.
user:message_hook(_, Kind, _) :-
    oracle:quiet,
    memberchk(Kind, [warning, error, informational, silent]).

:- dynamic quiet/0.

% The debugger would decorate errors with back traces at some cost.
:- set_prolog_flag(debug, false).
:- set_prolog_flag(generate_debug_info, false).

:- dynamic refilling/0, answering/0.

% How much a goal may take; programs out of a generator get less than cases.
max_answers(20).
time_limit(10) :- \+ answering.
time_limit(2) :- answering.
inference_limit(20_000_000) :- \+ answering.
inference_limit(300_000) :- answering.

% library(arithmetic) would refuse clauses whose arithmetic cannot succeed at load time.
drop_arithmetic_expansion :-
    forall(( clause(system:goal_expansion(_, _), _, Ref),
             clause_property(Ref, file(File)),
             sub_atom(File, _, _, _, arithmetic) ),
           erase(Ref)).

begin :-
    assertz(quiet),
    drop_arithmetic_expansion,
    note_baseline,
    current_prolog_flag(argv, Argv),
    main(Argv).

main([Mode|Files]) :-
    memberchk(Mode, [check, fill, refill, answers]),
    !,
    ( Mode == refill -> asserta(refilling), Run = fill ; Run = Mode ),
    ( Mode == answers -> asserta(answering) ; true ),
    foldl(run_file(Run), Files, 0, Differences),
    ( Mode == check -> format("~w differences~n", [Differences]) ; true ),
    flush_output,
    ( Differences =:= 0 -> halt(0) ; halt(1) ).
main(_) :-
    format(user_error, "usage: oracle.pl check|fill|refill|answers FILE...~n", []),
    halt(2).

run_file(Mode, File, D0, D) :-
    read_file_to_string(File, Text, [encoding(utf8)]),
    split_string(Text, "\n", "", Lines0),
    ( append(Lines, [""], Lines0) -> true ; Lines = Lines0 ),
    items(Lines, [], Items),
    run_items(Mode, File, Items, D0, D).

% ---- the file format ------------------------------------------------------

% An item is text(Line) or case(Program, GoalLines, Outcome, Deliberate, Swi).
items([], _, []).
items([L|Ls], Program, Items) :-
    (   string_concat("| ", Clause, L)
    ->  append(Program, [Clause], Program1),
        Items = [text(L)|Rest],
        items(Ls, Program1, Rest)
    ;   L == "|"
    ->  append(Program, [""], Program1),
        Items = [text(L)|Rest],
        items(Ls, Program1, Rest)
    ;   L == ""
    ->  Items = [text(L)|Rest],
        items(Ls, [], Rest)
    ;   string_concat("? ", G, L)
    ->  continuation(Ls, Gs, Ls1),
        outcome(Ls1, Outcome, Deliberate, Swi, Ls2),
        Items = [case(Program, [G|Gs], Outcome, Deliberate, Swi)|Rest],
        items(Ls2, Program, Rest)
    ;   sub_string(L, 0, _, _, "#")
    ->  Items = [text(L)|Rest],
        items(Ls, Program, Rest)
    ;   format(user_error, "bad line: ~w~n", [L]), halt(2)
    ).

continuation([L|Ls], [G|Gs], Rest) :-
    string_concat("  ", G, L),
    !,
    continuation(Ls, Gs, Rest).
continuation(Ls, [], Ls).

outcome([L|Ls], O, D, S, Rest) :-
    (   outcome_line(L)
    ->  O = [L|O1], outcome(Ls, O1, D, S, Rest)
    ;   string_concat("deliberate: ", _, L)
    ->  D = [L|D1], outcome(Ls, O, D1, S, Rest)
    ;   string_concat("swi ", Sw, L)
    ->  S = [Sw|S1], outcome(Ls, O, D, S1, Rest)
    ;   O = [], D = [], S = [], Rest = [L|Ls]
    ), !.
outcome([], [], [], [], []).

outcome_line(L) :- member(P, ["> ", "= ", "! ", "!! "]), string_concat(P, _, L), !.
outcome_line("no").
outcome_line("...").

% ---- modes ----------------------------------------------------------------

run_items(_, _, [], D, D).
run_items(Mode, File, [Item|Items], D0, D) :-
    run_item(Mode, File, Item, New, D0, D1),
    ( Mode == fill -> rewrite(File, New) ; true ),
    run_items(Mode, File, Items, D1, D),
    ( Mode == fill, Items == [] -> flush_rewrite(File) ; true ).

:- dynamic rewritten/1.
rewrite(_, Lines) :- forall(member(L, Lines), assertz(rewritten(L))).
flush_rewrite(File) :-
    findall(L, retract(rewritten(L)), Ls),
    setup_call_cleanup(
        open(File, write, S, [encoding(utf8)]),
        forall(member(L, Ls), format(S, "~s~n", [L])),
        close(S)).

run_item(_, _, text(L), [L], D, D).
run_item(Mode, File, case(Program, Goal, Outcome0, Del, Swi), New, D0, D) :-
    ( refilling, Del == [] -> Outcome = [] ; Outcome = Outcome0 ),
    (   ( Mode == fill, Outcome \== [] ; Swi == ["?"] )
    ->  Got = []
    ;   atomic_list_concat(Program, '\n', ProgramText),
        atomic_list_concat(Goal, '\n', GoalText),
        run_case(ProgramText, GoalText, Got)
    ),
    run_mode(Mode, File, GoalText, Outcome, Swi, Got, D0, D),
    ( Mode == fill, Outcome == [] -> Shown = Got ; Shown = Outcome ),
    Goal = [G1|Gs],
    string_concat("? ", G1, First),
    findall(C, (member(G, Gs), string_concat("  ", G, C)), Cont),
    findall(W, (member(S, Swi), string_concat("swi ", S, W)), SwiLines),
    append([[First], Cont, Shown, Del, SwiLines], New).

run_mode(answers, _, _, _, _, Got, D, D) :-
    forall(member(L, Got), format("~s~n", [L])),
    format("--~n", []),
    flush_output.
run_mode(fill, _, _, _, _, _, D, D).
run_mode(check, File, Goal, Outcome, Swi, Got, D0, D) :-
    ( Swi == [] -> Wanted = Outcome ; Wanted = Swi ),
    (   ( Wanted == Got ; Swi == ["?"] )
    ->  D = D0
    ;   format("~w: ? ~w~n  table: ~q~n  swi:   ~q~n", [File, Goal, Wanted, Got]),
        D is D0 + 1
    ).

% ---- running one case -----------------------------------------------------

:- dynamic answer/1, base_op/3, base_flag/2, base_predicate/1.

guarded_flag(double_quotes).
guarded_flag(unknown).
guarded_flag(occurs_check).
guarded_flag(back_quotes).
guarded_flag(rational_syntax).
guarded_flag(character_escapes).

note_baseline :-
    forall(current_op(P, T, user:O), assertz(base_op(P, T, O))),
    forall(( guarded_flag(F), user_flag(F, V) ), assertz(base_flag(F, V))),
    forall(user_predicate(PI), assertz(base_predicate(PI))).

user_flag(F, V) :- '$set_source_module'(Old, user), current_prolog_flag(F, V0), !,
    '$set_source_module'(Old), V = V0.

user_predicate(N/A) :-
    current_predicate(user:N/A),
    functor(H, N, A),
    \+ predicate_property(user:H, imported_from(_)).

% Generated programs run with the occurs check on error, since goals on cyclic terms may hang
% beyond the reach of any limit; such a case counts as cyclic whatever the program made of it.
:- multifile user:prolog_exception_hook/4.
:- dynamic user:prolog_exception_hook/4.
user:prolog_exception_hook(error(occurs_check(_, _), _), _, _, _) :-
    oracle:answering,
    nb_setval(oracle_cyclic, true),
    fail.

run_case(ProgramText, GoalText, Lines) :-
    answering,
    !,
    nb_setval(oracle_cyclic, false),
    set_prolog_flag(occurs_check, error),
    run_plain_case(ProgramText, GoalText, Lines0),
    set_prolog_flag(occurs_check, false),
    ( nb_getval(oracle_cyclic, true) -> Lines = ["!! cyclic"] ; Lines = Lines0 ).
run_case(ProgramText, GoalText, Lines) :-
    run_plain_case(ProgramText, GoalText, Lines).

run_plain_case(ProgramText, GoalText, Lines) :-
    retractall(answer(_)),
    with_output_to(string(Out), run_captured(ProgramText, GoalText, user, End)),
    findall(A, retract(answer(A)), Answers),
    output_lines(Out, OutLines),
    ( End == [], Answers == [] -> Last = ["no"] ; Last = End ),
    append([OutLines, Answers, Last], Lines),
    clean_up.

run_captured(ProgramText, GoalText, M, End) :-
    catch(load(ProgramText, M), E0, true),
    (   nonvar(E0)
    ->  ball_line(M, E0, L), End = [L]
    ;   max_answers(Max),
        inference_limit(Inferences),
        time_limit(Seconds),
        catch(( call_with_time_limit(Seconds,
                    call_with_inference_limit(answers(M, GoalText, Max, More), Inferences, R)),
                limit_line(R, More, End) ),
              E, ( ball_line(M, E, L), End = [L] ))
    ).

limit_line(inference_limit_exceeded, _, ["!! limit"]) :- !.
limit_line(_, more, ["..."]) :- !.
limit_line(_, _, []).

load("", _) :- !.
load('', _) :- !.
load(ProgramText, M) :-
    setup_call_cleanup(
        open_string(ProgramText, S),
        load_files(M:'/oracle/case', [stream(S), silent(true)]),
        close(S)).

answers(M, GoalText, Max, More) :-
    setup_call_cleanup(
        ( string_concat(GoalText, " .", Text), open_string(Text, S) ),
        read_term(S, Goal, [variable_names(Names), module(M)]),
        close(S)),
    State = count(0),
    (   call(M:Goal),
        arg(1, State, N0), N is N0+1, nb_setarg(1, State, N),
        (   N > Max
        ->  More = more
        ;   acyclic_term(Names)
        ->  answer_line(M, Names, L), assertz(answer(L)), fail
        ;   throw(cyclic)
        )
    ->  true
    ;   More = done
    ).

% ---- printing -------------------------------------------------------------

answer_line(M, Names0, Line) :-
    unqualified(M, Names0, Names),
    exclude(underscore, Names, Named),
    maplist([_=V, V]>>true, Named, Values),
    include(telling(Values), Named, Shown),
    (   Shown == []
    ->  Line = "= true"
    ;   maplist([_=V, V]>>true, Shown, ShownValues),
        labels(ShownValues, Labels),
        maplist(binding(M, Labels), Shown, Texts),
        atomic_list_concat(Texts, ', ', Joined),
        string_concat("= ", Joined, Line)
    ).

underscore(Name=_) :- sub_atom(Name, 0, _, _, '_').

telling(_, _=V) :- nonvar(V), !.
telling(Values, _=V) :-
    aggregate_all(count, (member(X, Values), occurs(V, X)), Count),
    Count > 1.

occurs(V, T) :- term_variables(T, Vs), member(X, Vs), X == V, !.

labels(Term, Labels) :-
    term_variables(Term, Vars),
    foldl([V, L=V, I, J]>>(J is I+1, atom_concat('_', J, L)), Vars, Labels, 0, _).

binding(M, Labels, Name=Value, Text) :-
    term_text(M, Labels, 999, Value, T),
    atomic_list_concat([Name, =, T], Text).

term_text(M, Labels, Priority, Term, Text) :-
    with_output_to(string(Written),
        write_term(Term, [ quoted(true), numbervars(true), variable_names(Labels),
                           module(M), priority(Priority) ])),
    plain_exponents(Written, Text).

% This SWI-Prolog writes 1.0e+20, newer ones and we 1.0e20.
plain_exponents(Written, Text) :-
    (   sub_string(Written, B, 2, A, "e+"),
        B > 0, A > 0,
        B0 is B - 1, B1 is B + 2,
        sub_string(Written, B0, 1, _, Before), digit(Before),
        sub_string(Written, B1, 1, _, After), digit(After)
    ->  B2 is B + 1,
        sub_string(Written, 0, B2, _, Front),
        sub_string(Written, B1, _, 0, Back),
        string_concat(Front, Back, Shorter),
        plain_exponents(Shorter, Text)
    ;   Text = Written
    ).

digit(Text) :- string_code(1, Text, Code), Code >= 0'0, Code =< 0'9.

ball_line(_, time_limit_exceeded, "!! limit") :- !.
ball_line(M, error(Formal, _), Line) :-
    nonvar(Formal),
    !,
    (   Formal = syntax_error(_)
    ->  Line = "! syntax_error"
    ;   Formal = resource_error(_)
    ->  Line = "!! limit"
    ;   unqualified(M, Formal, Plain),
        labels(Plain, Labels),
        term_text(M, Labels, 1200, Plain, T),
        string_concat("! ", T, Line)
    ).
ball_line(M, Ball, Line) :-
    unqualified(M, Ball, Plain),
    labels(Plain, Labels),
    term_text(M, Labels, 1200, Plain, T),
    string_concat("!! ", T, Line).

unqualified(_, T, T) :- \+ compound(T), !.
unqualified(M, Q:T, P) :- ( Q == M ; Q == user ; Q == system ), !, unqualified(M, T, P).
unqualified(M, T, P) :-
    compound_name_arguments(T, F, As),
    maplist(unqualified(M), As, Bs),
    compound_name_arguments(P, F, Bs).

output_lines("", []) :- !.
output_lines(Out, [Line]) :-
    with_output_to(string(Q), write_term(Out, [quoted(true)])),
    string_concat("> ", Q, Line).

clean_up :-
    catch(abolish_all_tables, _, true),
    catch(unload_file('/oracle/case'), _, true),
    forall(( user_predicate(N/A), \+ base_predicate(N/A) ), remove(N/A)),
    forall(( current_op(P, T, user:O), \+ base_op(P, T, O) ), op(0, T, user:O)),
    forall(( base_op(P, T, O), \+ current_op(P, T, user:O) ), op(P, T, user:O)),
    forall(( base_flag(F, V), \+ user_flag(F, V) ), catch(user:set_prolog_flag(F, V), _, true)).

remove(N/A) :-
    functor(H, N, A),
    (   predicate_property(user:H, dynamic)
    ->  retractall(user:H),
        catch(abolish(user:N/A), _, true)
    ;   predicate_property(user:H, number_of_clauses(Count)), Count > 0
    ->  catch(abolish(user:N/A), _, true)
    ;   true
    ).
