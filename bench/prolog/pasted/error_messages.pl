f(X) :- atom_length(X, _).
% ?- catch(f(_), error(E, _), true).
% ?- catch(atom_length(1, L), _, true).
% ?- catch(number_codes(X, "1x"), error(syntax_error(E), _), true).
% ?- catch(succ(X, 0), E, true) -> true ; true.
% ?- catch(arg(x, f(a), _), error(E, _), true).
% ?- catch(functor(_, _, _), error(E, _), true).
% ?- catch(atom_codes(_, _), error(E, _), true).
% ?- catch(X is 1 + a, error(E, _), true).
% ?- catch(X is 1 / 0, error(E, _), true).
% ?- catch(assertz((foo :- 1)), error(E, _), true).
% ?- catch(assertz(atom_length(a, b)), error(E, _), true).
% ?- catch(number_chars(X, ['3', ' ']), error(syntax_error(_), _), true) -> true ; true.
% ?- catch(throw(custom(1)), custom(X), true).
% ?- catch(must_be(integer, a), error(E, _), true).
% ?- catch(must_be(positive_integer, -1), error(E, _), true).
% ?- catch(must_be(integer, _), error(E, _), true).
% ?- catch(type_error(integer, x), error(E, _), true).
% ?- catch(domain_error(small, 99), error(E, _), true).
