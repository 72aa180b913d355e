:- dynamic known/2.
known(fever, yes). known(cough, yes). known(rash, no).
symptom(S) :- known(S, yes).
disease(flu) :- symptom(fever), symptom(cough).
disease(measles) :- symptom(fever), symptom(rash).
disease(cold) :- symptom(cough), \+ symptom(fever).
diagnose(D) :- ( disease(D) -> true ; D = unknown ).
explain(D) :- disease(D), findall(S, symptom(S), Ss), format("~w because of ~w~n", [D, Ss]).
% ?- diagnose(D).
% ?- explain(flu).
% ?- findall(D, disease(D), L).
