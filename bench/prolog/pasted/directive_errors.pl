:- use_module(library(no_such_library)).
:- foo_directive_that_is_not_there.
:- fail.
ok(1).
% ?- ok(X).
