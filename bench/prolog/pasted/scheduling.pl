:- use_module(library(clpfd)).
tasks([S1,S2,S3], End) :-
    [S1,S2,S3] ins 0..20, End in 0..30,
    S1 + 3 #=< End, S2 + 4 #=< End, S3 + 2 #=< End,
    S1 + 3 #=< S2,
    (S3 + 2 #=< S1) #\/ (S1 + 3 #=< S3),
    labeling([min(End)], [S1,S2,S3,End]).
% ?- tasks(S, E), !.
