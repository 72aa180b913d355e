:- dynamic stock/2.
stock(apple, 10). stock(pear, 0). stock(fig, 3).
low(I) :- stock(I, N), N < 5.
order(I, Q) :- low(I), stock(I, N), Q is 10 - N.
sell(I, N) :- stock(I, S), S >= N, retract(stock(I, S)), S1 is S - N, assertz(stock(I, S1)).
% ?- order(I, Q).
% ?- sell(apple, 4), stock(apple, N).
% ?- sell(pear, 1).
% ?- aggregate_all(sum(N), stock(_, N), T).
