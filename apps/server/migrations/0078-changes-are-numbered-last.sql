-- Whoever wrote the first row held the counter until the end: while an import of stores was writing, every other save waited behind it, and
-- after five seconds was refused. Now what is written is noted, and numbered when all of it is there: the counter is the last thing that a
-- transaction takes, and numbers are committed in their order as before. A note lasts no longer than its transaction, so it is not logged.
-- allowed: index: the table is made here, as one that is not logged
create unlogged table noted_change (
  transaction xid8 not null,
  kind text not null,
  ids text[] not null,
  -- The one that has the transaction's notes numbered.
  is_first boolean not null
);
create index noted_change_by_transaction on noted_change (transaction);

create or replace function note_change(its_kind text, ids text[]) returns void language plpgsql as $$
declare
  -- Gone with the transaction, or with the savepoint that it was set in.
  is_first boolean := coalesce(current_setting('endcap.noted', true), '') = '';
begin
  insert into noted_change (transaction, kind, ids, is_first) values (pg_current_xact_id(), its_kind, note_change.ids, is_first);
  if is_first then
    perform set_config('endcap.noted', 'true', true);
    -- A hint that comes with the commit; whoever misses it looks by itself.
    perform pg_notify('endcap_change', '');
  end if;
end $$;

create function number_changes() returns trigger language plpgsql as $$
declare
  latest bigint;
begin
  update content_change set number = number + 1 returning number into latest;
  with noted as (delete from noted_change where transaction = new.transaction returning kind, ids)
  insert into changed_row (kind, id, number) select distinct kind, of_row, latest from noted, unnest(ids) of_row
    on conflict (kind, id) do update set number = excluded.number;
  -- What is written after constraints were set to immediate is noted anew.
  perform set_config('endcap.noted', '', true);
  return null;
end $$;

create constraint trigger number_changes after insert on noted_change deferrable initially deferred
  for each row when (new.is_first) execute function number_changes();
