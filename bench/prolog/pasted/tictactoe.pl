win(B, P) :- line(L), maplist([I]>>(nth1(I, B, P)), L), nonvar(P).
line([1,2,3]). line([4,5,6]). line([7,8,9]).
line([1,4,7]). line([2,5,8]). line([3,6,9]).
line([1,5,9]). line([3,5,7]).
winner(B, P) :- line([I,J,K]), nth1(I, B, P), nth1(J, B, P), nth1(K, B, P), P \== e.
moves(B, Ms) :- findall(I, nth1(I, B, e), Ms).
% ?- winner([x,x,x,o,o,e,e,e,e], W).
% ?- winner([x,o,x,o,x,o,o,x,e], W).
% ?- moves([x,e,o,e,x,o,e,e,e], M).
