:- table win/1.
win(N) :- between(1, 3, K), M is N - K, M >= 0, \+ win(M).
% ?- findall(N, (between(0, 12, N), win(N)), L).
