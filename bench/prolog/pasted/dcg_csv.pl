:- use_module(library(dcg/basics)).
csv([R|Rs]) --> row(R), ( "\n" -> csv(Rs) ; { Rs = [] } ).
row([F|Fs]) --> field(F), ( "," -> row(Fs) ; { Fs = [] } ).
field(A) --> string_without(`,\n`, Cs), { atom_codes(A, Cs) }.
parse(S, Rows) :- string_codes(S, Cs), phrase(csv(Rows), Cs).
% ?- parse("a,b\nc,d", R).
% ?- parse("1,,3", R).
