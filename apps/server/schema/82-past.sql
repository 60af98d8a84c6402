-- The past is rebuilt from the history, starting at the nearest kept state (HIST-10, decision 93). Both tables are derived from
-- the history. If they are emptied, the upkeep fills them again.

-- A kept state: a snapshot of all items after a change and all changes with lower numbers.
create table history_kept (
  seq bigint primary key,
  -- The kept state before it.
  after bigint not null,
  -- The first instant of the changes since then, and the last instant of all changes included.
  earliest timestamptz not null,
  latest timestamptz not null
);
create index history_kept_by_time on history_kept (latest, seq);

-- The fields of an item in one or several successive kept states.
create table history_state (
  entity text not null,
  entity_id text not null,
  -- The numbers of the kept states that it is part of; unbounded until another state of the item is kept.
  during int8range not null,
  deleted boolean not null,
  fields json not null
);
create index history_state_by_number on history_state using gist (during);
create unique index history_state_of_item on history_state (entity, entity_id) where upper_inf(during);
