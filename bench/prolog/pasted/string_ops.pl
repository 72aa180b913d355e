shout(S, U) :- string_upper(S, U).
words(S, Ws) :- split_string(S, " ", ".,!", Ws).
csv(L, Fs) :- split_string(L, ",", " ", Fs).
palindrome(S) :- string_lower(S, L), string_chars(L, Cs0), include([C]>>char_type(C, alpha), Cs0, Cs), reverse(Cs, Cs).
% ?- shout("hello", U).
% ?- words("Hello, big world!", Ws).
% ?- csv("a, b ,c", Fs).
% ?- palindrome("A man, a plan, a canal: Panama").
% ?- palindrome("hello").
% ?- sub_atom(hello, B, 2, A, S).
% ?- atomic_list_concat([a, b, c], '-', X).
% ?- atomic_list_concat(Parts, ',', 'x,y,z').
% ?- string_concat("abc", X, "abcdef").
% ?- atom_string(A, "xyz").
% ?- number_codes(N, "42").
% ?- atom_number('3.14', N).
% ?- string_code(1, "abc", C).
% ?- sub_string("hello world", 6, 5, _, S).
% ?- term_to_atom(T, 'f(X, Y, X)').
% ?- sformat(S, "x", []) -> true ; true.
