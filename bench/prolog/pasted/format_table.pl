row(apple, 3, 1.5). row(banana, 12, 0.25).
show :- format("~w~t~12|~w~t~8+~w~n", [item, qty, price]), forall(row(I, Q, P), format("~w~t~12|~d~t~8+~2f~n", [I, Q, P])).
% ?- show.
% ?- format("~a ~q ~w ~p~n", [abc, 'A b', 'A b', "str"]).
% ?- format("~d ~D ~2d~n", [1234567, 1234567, 1234567]).
% ?- format("~2f ~0f ~4e ~g~n", [3.14159, 2.5, 12345.678, 0.1]).
% ?- format("~s~n", [[104, 105]]).
% ?- format("~c~c~n", [72, 105]).
% ?- format("~8|abc~n", []).
% ?- format("~`-t~30|~n").
% ?- format("~t~w~10|~n", [right]).
% ?- format("~t~w~t~11|~n", [mid]).
% ?- format("~e~n", [1.5]).
% ?- format("~16r ~8r~n", [255, 8]).
% ?- format("~i~w~n", [a, b]).
% ?- format("~*c~w~n", [3, 0'x, end]).
% ?- format("100%~n").
% ?- format(atom(A), "~w-~w", [x, y]).
% ?- with_output_to(string(S), (write(a), write(1))).
% ?- format("no args~n", []).
% ?- format("~w", hello).
