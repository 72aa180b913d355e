class(math, 9, 10). class(art, 10, 11). class(gym, 9, 11). class(bio, 11, 12).
overlap(A, B) :- class(A, S1, E1), class(B, S2, E2), A @< B, S1 < E2, S2 < E1.
% ?- overlap(A, B).
% ?- setof(S-C, E^class(C, S, E), L).
