-- The past is rebuilt from the history, from the nearest state that was kept (HIST-10, decision 93). Both tables follow from the history: emptied, they
-- are filled again by the upkeep.
create table history_kept (
  -- A state after this change and all that have lower numbers, and the state that was kept before it.
  seq bigint primary key,
  after bigint not null,
  -- The first instant of the changes in between, and the last of all that are in it.
  earliest timestamptz not null,
  latest timestamptz not null
);
create index history_kept_by_time on history_kept (latest, seq);

create table history_state (
  entity text not null,
  entity_id text not null,
  -- The kept states that it is a part of, by their numbers; without an end while nothing else was kept of it.
  during int8range not null,
  deleted boolean not null,
  fields json not null
);
create index history_state_by_number on history_state using gist (during);
create unique index history_state_of_item on history_state (entity, entity_id) where upper_inf(during);

-- All that a transaction writes happens at one instant, so that no state has a part of it: that of its first change, which is written once
-- everything is locked.
create function history_instant() returns timestamptz language plpgsql as $$
declare
  -- Gone with the transaction, or with the savepoint that it was set in.
  known timestamptz := nullif(current_setting('endcap.history_instant', true), '');
begin
  if known is null then
    known := clock_timestamp();
    perform set_config('endcap.history_instant', known::text, true);
  end if;
  return known;
end $$;
alter table history alter column at set default history_instant();
