t(X, R) :- ( X > 0 -> R = pos ; X < 0 -> R = neg ; R = zero ).
u(X) :- member(X, [1,2,3]), X > 1, !.
v(X) :- ( member(X, [1,2]) *-> true ; X = none ).
w(X) :- once(member(X, [a,b])).
x(R) :- ( fail ; R = second ).
y(R) :- \+ fail, R = ok.
z(R) :- ignore(fail), R = ignored.
loop(N) :- between(1, N, I), write(I), nl, I >= N, !.
% ?- t(5, R).
% ?- t(0, R).
% ?- u(X).
% ?- v(X).
% ?- w(X).
% ?- x(R).
% ?- y(R), z(S).
% ?- loop(3).
% ?- forall(member(X, [1,2]), (write(X), nl)).
% ?- between(1, 3, X), X mod 2 =:= 1.
% ?- catch(call(undefined_pred), error(existence_error(A, B), _), true).
% ?- call((member(X, [1,2,3]), X > 1)).
% ?- G = format("~w~n"), call(G, [hi]).
% ?- not(member(x, [a,b])).
% ?- repeat, !.
% ?- tab(3), write(x), nl.
% ?- (true ; write(no)), write(yes), nl.
% ?- call_cleanup(member(X, [1,2]), write(done)).
% ?- X = 1, (X == 1 -> true ; fail).
