-- All that a transaction writes is one change: an import of thousands of stores raised the number with each, and found it behind as many dead
-- versions of its row.
create or replace function note_change(its_kind text, ids text[]) returns void language plpgsql as $$
declare
  -- Gone with the transaction, or with the savepoint that it was set in.
  latest bigint := nullif(current_setting('endcap.change', true), '');
begin
  if latest is null then
    update content_change set number = number + 1 returning number into latest;
    perform set_config('endcap.change', latest::text, true);
    -- A hint that comes with the commit; whoever misses it looks by itself.
    perform pg_notify('endcap_change', '');
  end if;
  insert into changed_row (kind, id, number) select distinct its_kind, of_row, latest from unnest(ids) of_row
    on conflict (kind, id) do update set number = excluded.number;
end $$;
