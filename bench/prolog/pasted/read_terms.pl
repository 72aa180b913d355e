% ?- term_to_atom(X, 'foo(A, B, A)'), X = foo(P, Q, R), P == R.
% ?- atom_to_term('p(X, Y, X)', T, B), length(B, N).
% ?- term_string(T, "a + b * c"), T = (A + B).
% ?- read_term_from_atom('hello(World)', T, []), functor(T, N, A).
% ?- sformat(S, "a", []) -> true ; true.
% ?- catch(term_to_atom(X, 'foo('), error(syntax_error(_), _), (write(bad), nl)).
