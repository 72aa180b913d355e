role(ann, admin). role(bob, user). role(cid, guest).
allows(admin, _). allows(user, read). allows(user, write). allows(guest, read).
denied(cid, secret).
can(U, A, R) :- role(U, Ro), allows(Ro, A), \+ denied(U, R).
% ?- can(ann, delete, secret).
% ?- can(cid, read, secret).
% ?- findall(U, can(U, write, doc), L).
