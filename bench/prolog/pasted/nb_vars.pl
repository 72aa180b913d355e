init :- nb_setval(counter, 0).
incr :- nb_getval(counter, N), N1 is N + 1, nb_setval(counter, N1).
% ?- init, incr, incr, nb_getval(counter, X).
% ?- b_setval(v, 1), ( b_setval(v, 2), fail ; b_getval(v, X) ).
% ?- catch(nb_getval(no_such_key, _), error(E, _), true).
