:- dynamic account/2.
account(ann, 100).
account(bob, 50).
deposit(Who, Amount) :- retract(account(Who, B)), B1 is B + Amount, assertz(account(Who, B1)).
withdraw(Who, Amount) :- account(Who, B), B >= Amount, !, retract(account(Who, B)), B1 is B - Amount, assertz(account(Who, B1)).
withdraw(Who, _) :- format("~w has insufficient funds~n", [Who]), fail.
transfer(From, To, Amount) :- withdraw(From, Amount), deposit(To, Amount).
% ?- deposit(ann, 50), account(ann, B).
% ?- transfer(ann, bob, 30), findall(W-B, account(W, B), L), msort(L, S).
% ?- withdraw(bob, 1000).
% ?- account(X, Y).
