sentence(s(NP, VP)) --> noun_phrase(NP, Num), verb_phrase(VP, Num).
noun_phrase(np(D, N), Num) --> det(D, Num), noun(N, Num).
verb_phrase(vp(V, NP), Num) --> verb(V, Num), noun_phrase(NP, _).
verb_phrase(vp(V), Num) --> verb(V, Num).
det(d(the), _) --> [the].
det(d(a), sg) --> [a].
noun(n(cat), sg) --> [cat].
noun(n(cats), pl) --> [cats].
noun(n(dog), sg) --> [dog].
verb(v(sees), sg) --> [sees].
verb(v(see), pl) --> [see].
% ?- phrase(sentence(T), [the, cat, sees, a, dog]).
% ?- phrase(sentence(T), [the, cats, see, the, dog]).
% ?- phrase(sentence(T), [the, cats, sees, the, dog]).
% ?- findall(S, phrase(sentence(_), S), L), length(L, N).
