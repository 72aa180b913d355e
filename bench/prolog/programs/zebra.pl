% Who keeps the zebra: five houses, fifteen hints.
bench(Rounds) :- loop(Rounds).

loop(0) :- !.
loop(N) :- \+ \+ zebra(japanese), M is N - 1, loop(M).

zebra(Owner) :-
    Houses = [h(norwegian, _, _, _, _), _, h(_, _, milk, _, _), _, _],
    has(h(english, _, _, _, red), Houses),
    has(h(_, _, coffee, _, green), Houses),
    has(h(ukrainian, _, tea, _, _), Houses),
    right(h(_, _, _, _, ivory), h(_, _, _, _, green), Houses),
    has(h(_, snail, _, winston, _), Houses),
    has(h(_, _, _, kools, yellow), Houses),
    beside(h(_, _, _, chesterfield, _), h(_, fox, _, _, _), Houses),
    beside(h(_, _, _, kools, _), h(_, horse, _, _, _), Houses),
    has(h(_, _, juice, lucky, _), Houses),
    has(h(japanese, _, _, parliament, _), Houses),
    has(h(spanish, dog, _, _, _), Houses),
    beside(h(norwegian, _, _, _, _), h(_, _, _, _, blue), Houses),
    has(h(Owner, zebra, _, _, _), Houses).

has(X, [X|_]).
has(X, [_|T]) :- has(X, T).

right(A, B, [A, B|_]).
right(A, B, [_|T]) :- right(A, B, T).

beside(A, B, L) :- right(A, B, L).
beside(A, B, L) :- right(B, A, L).
