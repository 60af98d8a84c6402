create index history_by_person_at on history (actor, at, seq);
