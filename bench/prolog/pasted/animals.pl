has(dog, fur). has(cat, fur). has(bird, feathers). has(fish, scales).
says(dog, woof). says(cat, meow).
mammal(X) :- has(X, fur).
pet(X) :- says(X, _).
describe(X) :- mammal(X), format("~w is a mammal.~n", [X]), fail.
describe(X) :- says(X, S), format("~w says ~w.~n", [X, S]), fail.
describe(_).
% ?- mammal(X).
% ?- describe(dog).
% ?- setof(F, A^has(A, F), Fs).
% ?- bagof(A, has(A, F), As).
% ?- setof(F-As, setof(A, has(A, F), As), L).
% ?- bagof(X, member(X, []), L).
