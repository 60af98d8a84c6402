-- Changes of data that phones see. Each process compares the number with that of its cache and reads the rows changed since.

-- The number of the latest change: one row. Writers hold it locked until they commit, so numbers are committed in order.
create table content_change (
  the_only boolean primary key default true check (the_only),
  number bigint not null default 0
);

-- The latest change of a row. A change of a store group counts as a change of its stores.
create table changed_row (
  kind text not null,
  id text not null,
  number bigint not null,
  primary key (kind, id)
);
create index changed_row_by_number on changed_row (number);

-- Records a change of rows. All writes of a transaction are one change, so that a large import does not update the number
-- thousands of times.
create function note_change(its_kind text, ids text[]) returns void language plpgsql as $$
declare
  -- Gone with the transaction, or with the savepoint that it was set in.
  latest bigint := nullif(current_setting('endcap.change', true), '');
begin
  if latest is null then
    update content_change set number = number + 1 returning number into latest;
    perform set_config('endcap.change', latest::text, true);
    -- A hint that comes with the commit. A listener that misses it polls.
    perform pg_notify('endcap_change', '');
  end if;
  insert into changed_row (kind, id, number) select distinct its_kind, of_row, latest from unnest(ids) of_row
    on conflict (kind, id) do update set number = excluded.number;
end $$;

create function rows_written() returns trigger language plpgsql as $$
begin
  perform note_change(tg_table_name, array(select id from written));
  return null;
end $$;

create function group_written() returns trigger language plpgsql as $$
begin
  perform note_change('store', array(select store_id from store_group_member where group_id in (select id from written)));
  return null;
end $$;

create function member_written() returns trigger language plpgsql as $$
begin
  perform note_change('store', array(select store_id from written));
  return null;
end $$;

create function member_moved() returns trigger language plpgsql as $$
begin
  perform note_change('store', array(select store_id from written union select store_id from before));
  return null;
end $$;

-- Records a change of every row of a kind that ever existed. The argument of the trigger is the kind.
create function all_written() returns trigger language plpgsql as $$
begin
  perform note_change(tg_argv[0], array(select id from changed_row where kind = tg_argv[0]));
  return null;
end $$;

create function settings_written() returns trigger language plpgsql as $$
begin
  perform note_change('settings', array['']);
  return null;
end $$;

create trigger written_insert after insert on content referencing new table as written for each statement execute function rows_written();
create trigger written_update after update on content referencing new table as written for each statement execute function rows_written();
create trigger written_delete after delete on content referencing old table as written for each statement execute function rows_written();
create trigger written_truncate after truncate on content for each statement execute function all_written('content');

create trigger written_insert after insert on store referencing new table as written for each statement execute function rows_written();
create trigger written_update after update on store referencing new table as written for each statement execute function rows_written();
create trigger written_delete after delete on store referencing old table as written for each statement execute function rows_written();
create trigger written_truncate after truncate on store for each statement execute function all_written('store');

create trigger written_insert after insert on popup referencing new table as written for each statement execute function rows_written();
create trigger written_update after update on popup referencing new table as written for each statement execute function rows_written();
create trigger written_delete after delete on popup referencing old table as written for each statement execute function rows_written();
create trigger written_truncate after truncate on popup for each statement execute function all_written('popup');

-- A new group has no stores yet, and a deleted one has none any more. The write is a change nevertheless.
create trigger written_insert after insert on store_group referencing new table as written
  for each statement execute function group_written();
create trigger written_update after update on store_group referencing new table as written
  for each statement execute function group_written();
create trigger written_delete after delete on store_group referencing old table as written
  for each statement execute function group_written();
create trigger written_truncate after truncate on store_group for each statement execute function all_written('store');

create trigger written_insert after insert on store_group_member referencing new table as written
  for each statement execute function member_written();
create trigger written_update after update on store_group_member referencing old table as before new table as written
  for each statement execute function member_moved();
create trigger written_delete after delete on store_group_member referencing old table as written
  for each statement execute function member_written();
create trigger written_truncate after truncate on store_group_member for each statement execute function all_written('store');

create trigger written after insert or update or delete or truncate on settings for each statement execute function settings_written();

insert into content_change (number) values (1);
