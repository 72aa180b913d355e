:- use_module(library(option)).
open_box(Opts, Color, Size) :- option(color(Color), Opts, red), option(size(Size), Opts, 10).
% ?- open_box([size(3)], C, S).
% ?- open_box([color=blue, size(1)], C, S).
% ?- select_option(a(X), [b(2), a(1)], R).
% ?- option(missing(X), [a(1)]).
% ?- merge_options([a(1)], [a(2), b(3)], M).
