-- Pages of lists are found by indexes alone, whatever the filters, from the nearer end; each order has its index (decision 31).
drop index content_by_start, content_by_end, content_by_name;
create index content_by_start on content (publication_start desc nulls last, id)
  include (content_type, publication_end) where deleted_at is null;
create index content_by_start_oldest on content (publication_start, id) include (content_type, publication_end) where deleted_at is null;
create index content_by_end on content (publication_end desc nulls last, id)
  include (content_type, publication_start) where deleted_at is null;
create index content_by_end_oldest on content (publication_end, id) include (content_type, publication_start) where deleted_at is null;
create index content_by_name on content (name collate "pl-x-icu", id)
  include (content_type, publication_start, publication_end) where deleted_at is null;
create index content_by_name_last on content (name collate "pl-x-icu" desc, id)
  include (content_type, publication_start, publication_end) where deleted_at is null;

-- How many notifications a scope has ('' is "everyone or targeted"), exact in every transaction, so that no list counts them.
create table notification_count (
  scope text primary key,
  total integer not null,
  -- Grows with every write that changes the total: what was counted by a filter holds as long as it is the same.
  changes bigint not null
) with (fillfactor = 50);
insert into notification_count select coalesce(store_id, ''), count(*), 1 from notification group by 1;

create function count_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    update notification_count set total = 0, changes = changes + 1;
  else
    insert into notification_count as counted (scope, total, changes)
    select coalesce(store_id, ''), case tg_op when 'DELETE' then -count(*) else count(*) end, 1 from changed group by 1 order by 1
    on conflict (scope) do update set total = counted.total + excluded.total, changes = counted.changes + 1;
  end if;
  return null;
end
$$;
create trigger count_inserted after insert on notification referencing new table as changed
  for each statement execute function count_notifications();
create trigger count_deleted after delete on notification referencing old table as changed
  for each statement execute function count_notifications();
create trigger count_truncated after truncate on notification for each statement execute function count_notifications();
