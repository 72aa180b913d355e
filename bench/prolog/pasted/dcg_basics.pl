:- use_module(library(dcg/basics)).
kv(K-V) --> whites, nonblanks(Ks), whites, "=", whites, integer(V), blanks, { atom_codes(K, Ks) }.
% ?- phrase(kv(P), `size = 42`).
% ?- phrase(integer(X), `-17`).
% ?- phrase((whites, number(X), blanks), `  3.25 `).
% ?- phrase((string(S), ";", remainder(R)), `ab;cd`), atom_codes(A, S), atom_codes(B, R), !.
% ?- phrase(digits(D), `123`, R), atom_codes(A, D).
% ?- phrase(xinteger(X), `ff`).
