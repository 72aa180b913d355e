anbn([]) --> [].
anbn([x|T]) --> [a], anbn(T), [b].
tokens([T|Ts]) --> ws, token(T), !, tokens(Ts).
tokens([]) --> ws.
ws --> [' '], !, ws.
ws --> [].
token(num(N)) --> digs(Ds), { Ds = [_|_], number_chars(N, Ds) }.
token(op(O)) --> [O], { memberchk(O, [+, -, *, /]) }.
digs([D|Ds]) --> [D], { char_type(D, digit) }, digs(Ds).
digs([]) --> [].
% ?- phrase(anbn(L), [a,a,b,b]).
% ?- atom_chars('12 + 3*4', Cs), phrase(tokens(Ts), Cs).
