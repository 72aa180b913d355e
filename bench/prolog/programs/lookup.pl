% First-argument lookups in a table of 100,000 facts `fact(Key, Value)`, loaded beside this.
bench(Rounds) :- look(Rounds, 0).

look(0, _) :- !.
look(N, Key) :-
    fact(Key, Value),
    Value =:= Key * 7 mod 1000,
    Next is (Key + 7919) mod 100000,
    M is N - 1,
    look(M, Next).
