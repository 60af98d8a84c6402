create index history_by_person on history (actor, entity, action, at, seq);
create index staff_login_by_person on staff_login (person, at, seq);
