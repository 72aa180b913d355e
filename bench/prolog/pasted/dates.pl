:- use_module(library(date)).
% ?- date_time_stamp(date(2024,1,1,0,0,0,0,-,-), S).
% ?- stamp_date_time(0, D, 'UTC').
% ?- format_time(atom(A), '%Y-%m-%d', 0).
% ?- format_time(atom(A), '%d %b %Y %H:%M:%S', 86400).
% ?- parse_time('2024-02-29', iso_8601, T).
% ?- day_of_the_week(date(2024,2,29), D).
