:- use_module(library(lists)).
left_of(A, B, [A,B|_]).
left_of(A, B, [_|T]) :- left_of(A, B, T).
solve(Hs) :- Hs = [_,_,_], member(h(red, ann, _), Hs), left_of(h(blue, _, _), h(_, ann, _), Hs), member(h(_, bob, dog), Hs), Hs = [_,_,h(green,_,_)], member(h(_, cid, cat), Hs), member(h(_, _, fish), Hs).
% ?- solve(H).
