:- use_module(library(dcg/basics)).
value(V) --> blanks, val(V), blanks.
val(N) --> number(N), !.
val(S) --> "\"", string_without(`"`, Cs), "\"", !, { string_codes(S, Cs) }.
val(true) --> "true", !.
val(null) --> "null", !.
val(L) --> "[", blanks, "]", !, { L = [] }.
val(L) --> "[", items(L), "]".
val(obj(Ps)) --> "{", pairs(Ps), "}".
items([V|Vs]) --> value(V), ( "," -> items(Vs) ; { Vs = [] } ).
pairs([K-V|Ps]) --> blanks, "\"", string_without(`"`, Cs), "\"", blanks, ":", value(V), { atom_codes(K, Cs) }, ( "," -> pairs(Ps) ; { Ps = [] } ).
json(S, V) :- string_codes(S, Cs), phrase(value(V), Cs).
% ?- json("[1, 2.5, \"x\"]", V).
% ?- json("{\"a\": [true, null], \"b\": -3}", V).
% ?- json("[", V).
