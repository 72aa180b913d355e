caesar(N, S, T) :- string_codes(S, Cs), maplist(shift(N), Cs, Ds), string_codes(T, Ds).
shift(N, C, D) :- C >= 0'a, C =< 0'z, !, D is (C - 0'a + N) mod 26 + 0'a.
shift(_, C, C).
% ?- caesar(3, "hello, world", T).
% ?- caesar(-3, "khoor", T).
% ?- string_chars(S, [h, i]), string_length(S, L).
% ?- char_code(C, 0'a).
% ?- upcase_atom('hello world', U).
% ?- string_lower("ABC", L).
% ?- nth0(1, [a,b,c], X), nth1(1, [a,b,c], Y).
% ?- split_string("/home//jan///nice/path", "/", "", L).
% ?- split_string("  a b  ", " ", " ", L).
% ?- atomic_list_concat([a, 'B', 1, 2.5], R).
% ?- char_type(a, alpha), char_type('1', digit(W)).
% ?- atom_chars(X, ['1', '2']), atom_number(X, N).
% ?- sub_atom(abcde, 1, 3, A, S).
% ?- atom_codes(abc, L).
% ?- term_string(T, "foo(X, bar)"), T = foo(_, B).
% ?- sumlist([1,2], S).
% ?- string_code(2, "abc", X).
% ?- read_term_from_atom('foo(Bar)', T, []), T = foo(_).
