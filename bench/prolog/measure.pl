% swipl -O measure.pl GOAL FILE...: loads the files, runs the goal once, prints CPU milliseconds.
% The goal `load` measures loading itself.
:- initialization(main, main).

main([GoalText|Files]) :-
    statistics(cputime, T0),
    forall(member(File, Files), user:consult(File)),
    statistics(cputime, T1),
    (   GoalText == load
    ->  Ms is (T1 - T0) * 1000
    ;   term_to_atom(Goal, GoalText),
        statistics(cputime, T2),
        ( user:Goal -> true ; format("failed~n"), halt(1) ),
        statistics(cputime, T3),
        Ms is (T3 - T2) * 1000
    ),
    format("~3f~n", [Ms]).
