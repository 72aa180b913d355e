grade(S, 'A') :- S >= 90, !.
grade(S, 'B') :- S >= 80, !.
grade(S, 'C') :- S >= 70, !.
grade(_, 'F').
student(ann, 95). student(bob, 82). student(cid, 61).
report :- forall(student(N, S), (grade(S, G), format("~w~t~10|~d~t~15|~w~n", [N, S, G]))).
average(Avg) :- findall(S, student(_, S), L), sum_list(L, T), length(L, N), Avg is T / N.
% ?- grade(85, G).
% ?- report.
% ?- average(A).
