trans(idle, coin, ready).
trans(ready, push, idle).
trans(ready, coin, ready).
run(S, [], S).
run(S, [E|Es], F) :- trans(S, E, N), run(N, Es, F).
accepts(Es) :- run(idle, Es, idle).
% ?- run(idle, [coin, push, coin], F).
% ?- accepts([coin, push]).
% ?- accepts([push]).
% ?- length(Es, 2), run(idle, Es, F).
