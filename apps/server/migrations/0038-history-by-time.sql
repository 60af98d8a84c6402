create index history_by_time on history (at, seq);
create index staff_login_by_time on staff_login (at, seq);
