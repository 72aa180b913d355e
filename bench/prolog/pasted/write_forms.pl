% ?- print([1, 'A', "s", f(x)]), nl.
% ?- write('A b'), nl, writeq('A b'), nl, print('A b'), nl, write_canonical('A b'), nl.
% ?- write(1 + 2 * 3), nl, write((a, b)), nl, write((a :- b)), nl, write(- 1), nl, write(1 - -1), nl, write(f(- 1)), nl.
% ?- writeq({x}), nl, writeq('$VAR'(1)), nl, print('$VAR'(27)), nl, write_term('$VAR'(1), [numbervars(true)]), nl.
% ?- writeq(1.0), nl, writeq(1.0e10), nl, writeq(1e22), nl, writeq(1.5e-7), nl, writeq(100000000000000.0), nl, writeq(1.0e15), nl.
