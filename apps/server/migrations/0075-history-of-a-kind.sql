-- A common text in a kind with few changes: the planner reads the kind's newest ones until a page is full (decision 57).
create index history_of_kind on history (entity, at, seq);
