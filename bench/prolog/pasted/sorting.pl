% ?- msort([b,a,c,a], L).
% ?- sort([b,a,c,a], L).
% ?- sort(0, @>=, [1,3,2,3], L).
% ?- sort(1, @<, [f(2,a),f(1,b),f(2,c)], L).
% ?- predsort([O,A,B]>>compare(O,A,B), [c,a,b,a], L).
% ?- keysort([b-1,a-2,b-0], L).
% ?- list_to_set([a,b,a,c], S).
% ?- sort([f(1), a, 2, "s", Z, 1.0, g(0,0)], L), L = [_|T].
% ?- length(L, 2), L = [a|_].
% ?- max_list([1,5,3], M), min_list([4,2,8], N), sum_list([1,2,3], S).
% ?- max_member(M, [a,c,b]), min_member(N, [b,a]).
% ?- last([1,2,3], X), sumlist([1], Y).
% ?- exclude([X]>>(X < 2), [1,2,3], L).
% ?- subtract([1,2,3], [2], L), intersection([1,2], [2,3], I), union([1], [2], U).
% ?- delete([a,b,a], a, L).
% ?- permutation([1,2,3], P).
% ?- flatten([1,[2,[3,4]],[],5], F).
% ?- numlist(3, 6, L), sumlist(L, S).
% ?- select(b, [a,b,c], R), selectchk(a, [a,b], Q).
% ?- select(b, [a,b,c], x, R).
% ?- pairs_keys_values(P, [a], [1]).
% ?- foldl([X,A,B]>>(B = [X|A]), [1,2,3], [], R).
% ?- aggregate_all(count, (member(X, [1,2,3]), X > 1), C).
% ?- nextto(X, Y, [1,2,3]).
% ?- sumlist([], S).
% ?- partition([X,C]>>compare(C, X, 2), [1,2,3], L, E, G).
% ?- clumped([a-1,a-2,b-3], _) -> true ; true.
% ?- clumped([a,a,b], L).
% ?- pairs_keys([k-v], K).
