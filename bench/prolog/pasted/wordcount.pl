words(Text, Pairs) :- split_string(Text, " ", ".,", Ws), msort(Ws, S), clumped_words(S, Pairs).
clumped_words([], []).
clumped_words([W|Ws], [W-N|Ps]) :- count(Ws, W, 1, N, Rest), clumped_words(Rest, Ps).
count([W|Ws], W, N0, N, R) :- !, N1 is N0 + 1, count(Ws, W, N1, N, R).
count(R, _, N, N, R).
% ?- words("the cat and the dog and the bird", P).
