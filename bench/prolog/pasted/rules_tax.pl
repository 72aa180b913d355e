income(ann, 60000). income(bob, 20000). dependents(ann, 2). dependents(bob, 0).
deduction(P, D) :- dependents(P, N), D is N * 2000.
taxable(P, T) :- income(P, I), deduction(P, D), T is max(0, I - D).
tax(P, Tax) :- taxable(P, T), ( T =< 10000 -> Tax is T * 0.1 ; T =< 40000 -> Tax is 1000 + (T - 10000) * 0.2 ; Tax is 7000 + (T - 40000) * 0.3 ).
% ?- tax(P, T).
% ?- tax(ann, T), format("~2f~n", [T]).
