empty_queue(Q-Q).
enqueue(X, Q-[X|T], Q-T).
dequeue(X, [X|Q]-T, Q-T).
% ?- empty_queue(Q0), enqueue(a, Q0, Q1), enqueue(b, Q1, Q2), dequeue(X, Q2, _).
