% What SWI-Prolog makes of pasted programs, in the form `examples/pasted.rs` prints.
% swipl -g main oracle.pl -- FILE...

:- module(oracle, [main/0]).
:- use_module(library(clpfd)).
:- set_prolog_flag(verbose, silent).
:- style_check(-singleton).
:- style_check(-discontiguous).

main :- current_prolog_flag(argv, Files), forall(member(File, Files), program(File)), halt.

program(File) :-
    file_base_name(File, Base), format("FILE ~w~n", [Base]),
    with_output_to(string(Out), catch(load_files(user:File, [silent(true)]), E, (print_message(error, E)))),
    line(Out) -> goals(File) ; true.

goals(File) :-
    read_file_to_string(File, Text, []), split_string(Text, "\n", "", Lines),
    forall(( member(Line, Lines), string_concat("% ?- ", Rest, Line) ), goal(Rest)).

goal(Text0) :-
    split_string(Text0, "", " .", [Text]),
    format("GOAL ~w~n", [Text]),
    (   catch(term_string(Goal, Text, [variable_names(Names0), module(user)]), E0, (format("ERR syntax ~q~n", [E0]), fail))
    ->  exclude(anonymous, Names0, Names), run(Goal, Names)
    ;   true
    ).

anonymous(Name=_) :- sub_atom(Name, 0, 1, _, '_').

run(Goal, Names) :-
    State = state([], none),
    with_output_to(string(Out),
        ( catch(call_with_time_limit(20, snapshot(oracle:collect(Goal, Names, State))), Error, nb_setarg(2, State, error(Error))) -> true ; true )),
    State = state(Answers, End),
    line(Out),
    reverse(Answers, InOrder),
    forall(member(A, InOrder), format("ANS ~w~n", [A])),
    (   End = error(E) -> ( nonvar(E), E = error(F, _) -> true ; F = E ), format("ERR ~q~n", [F]) ; true ).

collect(Goal, Names, State) :-
    Count = count(0),
    forall(limited(Goal, Count), ( answer(Names, Text), arg(1, State, As), nb_setarg(1, State, [Text|As]) )).

limited(Goal, Count) :-
    catch(user:Goal, E, throw(E)),
    arg(1, Count, N0), N is N0 + 1, nb_setarg(1, Count, N),
    ( N >= 50 -> ! ; true ).

answer(Names, Text) :-
    copy_term(Names, Copy, Goals0), maplist(strip, Goals0, Goals), numbervars(Copy, 0, End), msort(Goals, Sorted), numbervars(Sorted, End, _),
    format(string(Text0), "~q ~q", [Copy, Sorted]),
    atomic_list_concat(Parts, 'user:', Text0), atomic_list_concat(Parts, Text).

strip(_:G, H) :- !, strip(G, H).
strip(G, G).

line(Text) :-
    split_string(Text, "\\", "", Parts), atomics_to_string_with(Parts, "\\\\", Escaped),
    split_string(Escaped, "\n", "", Lines), atomics_to_string_with(Lines, "\\n", Line),
    format("OUT ~w~n", [Line]).

atomics_to_string_with(Parts, Separator, Text) :- atomic_list_concat(Parts, Separator, Text).
