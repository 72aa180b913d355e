:- op(900, fy, ~).
:- op(1000, xfy, &).
:- op(1100, xfy, v).
:- op(1110, xfy, =>).
t(A & B) :- t(A), t(B).
t(A v B) :- ( t(A) -> true ; t(B) ).
t(~ A) :- \+ t(A).
t(A) :- atom(A), A == 1.
holds(F) :- ( t(F) -> writeln(yes) ; writeln(no) ).
% ?- holds(1 & ~ 0).
% ?- t('1').
